"""The compiled form of a kernel must be the form of the source beside it."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.kernels.conftest import FOLDER, imported, interpreted

KERNELS = sorted(path.stem for path in FOLDER.glob("*.pxd"))


def stale(folder: Path, name: str) -> list[str]:
    """Compiled forms of a kernel that are older than its source or its types."""
    newest = max(path.stat().st_mtime for path in (folder / f"{name}.py", folder / f"{name}.pxd"))
    compiled = [folder / f"{name}{suffix}" for suffix in EXTENSION_SUFFIXES]
    return [path.name for path in compiled if path.exists() and path.stat().st_mtime < newest]


@pytest.mark.parametrize("name", KERNELS)
def test_compiled_form_is_not_older_than_its_source(name: str) -> None:
    assert stale(FOLDER, name) == []


def test_an_older_compiled_form_is_noticed(tmp_path: Path) -> None:
    for suffix in (".py", ".pxd", EXTENSION_SUFFIXES[0]):
        (tmp_path / f"reach{suffix}").touch()
    assert stale(tmp_path, "reach") == []
    later = (tmp_path / "reach.py").stat().st_mtime + 10
    os.utime(tmp_path / "reach.py", (later, later))
    assert stale(tmp_path, "reach") == [f"reach{EXTENSION_SUFFIXES[0]}"]


@pytest.mark.parametrize("name", KERNELS)
def test_both_forms_offer_the_same_names(name: str) -> None:
    def public(module: object) -> set[str]:
        return {word for word in dir(module) if not word.startswith("_")} - {"annotations"}

    assert public(imported(name)) == public(interpreted(name))
    for word in public(imported(name)):
        one, other = getattr(imported(name), word), getattr(interpreted(name), word)
        if isinstance(other, type) and other.__module__.startswith("interpreted_"):
            assert public(other) <= public(one)
        elif isinstance(other, int):
            assert one == other
