"""The first start, the later ones, and what can go wrong with them, tried on a tiny project with the real ``bin/``."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(__file__).parents[2] / "bin"
PROJECT = """
[build-system]
requires = ["hatchling==1.33.0"]
build-backend = "hatchling.build"
[project]
name = "ardennes"
version = "1"
[project.optional-dependencies]
dev = []
[project.scripts]
ardennes = "ardennes:main"
[tool.hatch.build.targets.wheel]
packages = ["ardennes"]
"""
PACKAGE = """
import sys
def main():
    print(sys.argv[1:], __file__)
"""
UNREACHABLE_INDEX = {"PIP_NO_INDEX": "1", "PIP_NO_CACHE_DIR": "1"}

pytestmark = pytest.mark.xdist_group("environment")


def new_checkout(folder: Path) -> Path:
    shutil.copytree(BIN, folder / "bin", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "ardennes" / "kernels").mkdir(parents=True)
    (folder / "ardennes" / "__init__.py").write_text(PACKAGE)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "constraints.txt").write_text("")
    (folder / "build_hook.py").write_text("")
    return folder


def start(command: Path | list[str], *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    line = [*([str(command)] if isinstance(command, Path) else command), *arguments]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **variables}
    return subprocess.run(line, cwd="/", env=environment, input="", capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout that has been started once."""
    folder = new_checkout(tmp_path_factory.mktemp("place with a space") / "checkout")
    first = start(folder / "bin" / "ardennes", "games", "--json")
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"['games', '--json'] {folder}/ardennes/__init__.py\n", "only the command speaks on stdout"
    assert "First start" in first.stderr
    assert "Ready" in first.stderr
    return folder


def test_a_later_start_through_a_symlink_sets_nothing_up(checkout: Path, tmp_path: Path) -> None:
    link = tmp_path / "bulge"
    link.symlink_to(checkout / "bin" / "ardennes")
    later = start(link, "rules", "two words")
    assert later.returncode == 0
    assert later.stdout.startswith("['rules', 'two words']")
    assert later.stderr == ""


def test_a_changed_kernel_renews_the_environment_and_keeps_its_extras(checkout: Path) -> None:
    stamp = checkout / ".venv-ardennes" / "stamp.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "extras": ["dev"]}))
    (checkout / "ardennes" / "kernels" / "reach.pxd").write_text("# types")
    renewed = start(checkout / "bin" / "ardennes")
    assert renewed.returncode == 0
    assert "Renewing the Python environment of Ardennes, because the page needs its server;" in renewed.stderr
    assert json.loads(stamp.read_text())["extras"] == ["dev", "server"]
    assert start(checkout / "bin" / "ardennes").stderr == ""


def test_a_compiled_kernel_from_elsewhere_renews_the_environment(checkout: Path) -> None:
    (checkout / "ardennes" / "kernels" / "reach.cpython-311.so").write_text("")
    assert "because its compiled parts are gone or were built elsewhere" in start(checkout / "bin" / "ardennes").stderr
    assert start(checkout / "bin" / "ardennes").stderr == ""


def test_the_laboratory_brings_what_it_needs(checkout: Path) -> None:
    stamp = checkout / ".venv-ardennes" / "stamp.json"
    first = start(checkout / "bin" / "ardennes", "match", "bulge")
    assert first.stdout.startswith("['match', 'bulge']")
    assert "because series and studies of games need the laboratory" in first.stderr
    assert "lab" in json.loads(stamp.read_text())["extras"]
    assert start(checkout / "bin" / "ardennes", "study", "--cluster=x").returncode == 0
    assert "cluster" in json.loads(stamp.read_text())["extras"]


def begin(command: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_killed_setup_is_repaired_by_one_of_two_starts_at_once(tmp_path: Path) -> None:
    command = new_checkout(tmp_path / "checkout") / "bin" / "ardennes"
    with begin(command) as killed:
        assert killed.stderr is not None
        while "Installing" not in killed.stderr.readline():
            assert killed.poll() is None
        killed.kill()
    starts = [begin(command), begin(command)]
    told = [process.communicate() for process in starts]
    assert [process.returncode for process in starts] == [0, 0], told
    assert sorted("First start" in errors for _, errors in told) == [False, True]
    assert any("waiting" in errors for _, errors in told)
    assert all(output.startswith("[]") for output, _ in told)


def test_a_checkout_that_cannot_be_written_to_runs_from_the_cache(checkout: Path, tmp_path: Path) -> None:
    unwritable = f"import os, runpy; os.access = lambda *_: False; runpy.run_path({str(checkout / 'bin/ardennes')!r})"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(checkout / 'bin')!r}); {unwritable}"]
    before = sorted(checkout.rglob("*"))
    first = start(command, "games", XDG_CACHE_HOME=str(tmp_path))
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith(f"['games'] {tmp_path}/ardennes/")
    assert sorted(checkout.rglob("*")) == before
    assert start(command, XDG_CACHE_HOME=str(tmp_path)).stderr == ""
    (checkout / "ardennes" / "__init__.py").write_text(PACKAGE.replace("sys.argv[1:]", "'edited'"))
    renewed = start(command, XDG_CACHE_HOME=str(tmp_path))
    assert "because the program, its page or what it needs has changed" in renewed.stderr
    assert renewed.stdout.startswith("edited")


def test_a_failing_download_ends_with_the_tail_of_the_log_and_leaves_no_stamp(tmp_path: Path) -> None:
    folder = new_checkout(tmp_path / "checkout")
    failed = start(folder / "bin" / "ardennes", **UNREACHABLE_INDEX)
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "hatchling==1.33.0" in failed.stderr
    assert "ardennes: the packages it needs could not be installed" in failed.stderr
    assert "Traceback" not in failed.stderr.splitlines()[-1]
    assert not (folder / ".venv-ardennes" / "stamp.json").exists()


def test_an_old_python_can_read_the_launcher_and_says_that_it_is_too_old() -> None:
    for name in ("_environment.py", "ardennes", "test"):
        ast.parse((BIN / name).read_text(), feature_version=(3, 7))
    pretence = f"import sys; sys.version_info = (3, 9); sys.path.insert(0, {str(BIN)!r})"
    prepare = f"{pretence}; import _environment; _environment.prepare()"
    told = start([sys.executable, "-c", prepare], PATH="/nowhere")
    assert told.returncode == 1
    assert told.stderr.startswith("ardennes: Python 3.11 or newer is needed")
