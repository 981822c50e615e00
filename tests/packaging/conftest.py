"""The archives and an environment with the wheel in it, made once for all who need them; mark their tests with
``pytest.mark.xdist_group("wheel")``, so that one process makes them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.packaging.archives import CHECKOUT, build_wheel, run

LEFT_OUT = {".so", ".pyd", ".c", ".pyc", "built_from.json"}


@pytest.fixture(scope="session")
def package_files() -> set[str]:
    """What the package consists of just before it is packed."""
    files = (
        file
        for file in CHECKOUT.glob("ardennes/**/*")
        if file.is_file() and {file.suffix, file.name}.isdisjoint(LEFT_OUT)
    )
    return {str(file.relative_to(CHECKOUT)) for file in files}


@pytest.fixture(scope="session")
def source_archive(package_files: set[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, cwd=CHECKOUT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def wheel(source_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(source_archive, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it, and nothing that leads back to the checkout."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    pip = [sys.executable, "-m", "pip", "--python", folder / "venv" / "bin" / "python"]
    run(*pip, "install", "--constraint", CHECKOUT / "constraints.txt", wheel, cwd=folder)
    return folder
