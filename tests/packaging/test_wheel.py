"""The archives: built as a user's pip builds them, installed far from the checkout, and run there."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from ardennes import __version__
from tests.packaging.archives import CHECKOUT, build_wheel, run

KERNELS = sorted(types.stem for types in CHECKOUT.glob("ardennes/kernels/*.pxd"))
CAN_COMPILE = Path(sysconfig.get_path("include"), "Python.h").exists()
IMPORT_EVERYTHING = """
import importlib, pkgutil, ardennes
for module in pkgutil.walk_packages(ardennes.__path__, "ardennes."):
    needs_more = ("ardennes.server", "ardennes.env", "ardennes.bench.length_table", "ardennes.bench.memory")
    if not module.name.endswith("__main__") and not module.name.startswith(needs_more):
        print(importlib.import_module(module.name).__file__)
"""

pytestmark = pytest.mark.xdist_group("wheel")


def test_the_installed_command_runs_far_from_the_checkout(elsewhere: Path) -> None:
    command = elsewhere / "venv" / "bin" / "ardennes"
    assert run(command, "--version", cwd=elsewhere) == f"ardennes {__version__}\n"
    assert "Usage: ardennes" in run(command, "--help", cwd=elsewhere)
    games = {entry["game"] for entry in json.loads(run(command, "games", "--json", cwd=elsewhere))}
    assert games == {file.parent.name for file in CHECKOUT.glob("ardennes/games/*/game.toml")}
    assert json.loads(run(command, "rules", "crossroads", "--json", cwd=elsewhere))["open"] == 0
    run(command, "map", "bulge1944", "--svg", "map.svg", cwd=elsewhere)
    assert "Bastogne" in (elsewhere / "map.svg").read_text()


STRANGER = """
import doctest, sys
from ardennes import Match
from ardennes.players import play_on, sit_down
read, bot = sys.argv[1:]
assert doctest.testfile(read, module_relative=False).failed == 0
match = Match.new("crossroads", scenario="noon", seed="stranger")
players = [sit_down(call, match.game, side, "stranger") for side, call in enumerate((bot, "random"))]
for _ in play_on(match.position, players):
    pass
print(match.over.winner)
"""


def test_a_stranger_plays_from_python_with_what_pip_installed(elsewhere: Path) -> None:
    for file in ("README.md", "examples/my_bot.py"):
        shutil.copy(CHECKOUT / file, elsewhere)
    told = run(elsewhere / "venv" / "bin" / "python", "-c", STRANGER, "README.md", "my_bot.py", cwd=elsewhere)
    assert told.strip() in ("0", "1", "None")


def test_every_module_imports_with_the_plain_dependencies_alone(elsewhere: Path) -> None:
    files = run(elsewhere / "venv" / "bin" / "python", "-c", IMPORT_EVERYTHING, cwd=elsewhere).splitlines()
    assert len(files) > 10
    assert [file for file in files if not Path(file).is_relative_to(elsewhere)] == []


def test_every_file_of_the_package_is_in_both_archives(
    package_files: set[str], source_archive: Path, wheel: Path
) -> None:
    with tarfile.open(source_archive) as archive:
        in_source = {name.partition("/")[2] for name in archive.getnames()}
    assert package_files - set(zipfile.ZipFile(wheel).namelist()) == set()
    assert package_files - in_source == set()
    assert {"build_hook.py", "constraints.txt", "bin/ardennes", "LICENSE", "NOTICE.md"} <= in_source


def test_the_wheel_carries_the_drawn_maps_of_all_games(wheel: Path, tmp_path: Path) -> None:
    """As the installed program will look for them: by a digest of what they are drawn from."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    tell = (
        "from ardennes.engine.game import game_folders; from ardennes.server import pictures\n"
        "for folder in game_folders().values(): print(*pictures.kept(pictures.digest_of_drawing(folder)))"
    )
    told = run(sys.executable, "-c", tell, cwd=tmp_path, PYTHONPATH=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "no"))
    drawings = [Path(path) for line in told.splitlines() for path in line.split()]
    assert len(drawings) == 2 * len(list(CHECKOUT.glob("ardennes/games/*/map/map.json")))
    assert {path.parent for path in drawings} == {tmp_path / "ardennes/pictures"}
    assert all(path.stat().st_size > 2000 for path in drawings)


def test_an_editable_install_draws_nothing(tmp_path: Path) -> None:
    """Nobody waits for drawings at the first start of a checkout."""
    ignore = shutil.ignore_patterns("node_modules", "__pycache__")
    for folder in ("ardennes", "web"):
        shutil.copytree(CHECKOUT / folder, tmp_path / folder, ignore=ignore)
    for file in ("build_hook.py", "constraints.txt"):
        shutil.copy2(CHECKOUT / file, tmp_path)
    tell = (
        "from build_hook import BuildHook; build_data = {'artifacts': [], 'force_include': {}}\n"
        "BuildHook('.', {}, None, None, '.', 'wheel').initialize('editable', build_data); print(build_data)"
    )
    cold = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "ARDENNES_KERNELS": "interpreted", "PYTHONPATH": "."}
    assert "'force_include': {}" in run(sys.executable, "-c", tell, cwd=tmp_path, **cold)
    assert not (tmp_path / "cache").exists()


def test_the_licences_travel_with_the_wheel(wheel: Path) -> None:
    folder = f"ardennes-{__version__}.dist-info/licenses"
    names = zipfile.ZipFile(wheel).namelist()
    notices = [str(file.relative_to(CHECKOUT)) for file in CHECKOUT.glob("ardennes/**/LICENSE.md")]
    assert {f"{folder}/{name}" for name in ["LICENSE", "NOTICE.md", *notices]} <= set(names)


def test_the_kernels_are_compiled_at_install_where_python_can_be_compiled_against(elsewhere: Path) -> None:
    python = elsewhere / "venv" / "bin" / "python"
    for kernel in KERNELS:
        tell = f"import ardennes.kernels.{kernel} as kernel; print(kernel.__file__)"
        file = Path(run(python, "-c", tell, cwd=elsewhere).strip())
        assert file.is_relative_to(elsewhere)
        assert file.name == kernel + (sysconfig.get_config_var("EXT_SUFFIX") if CAN_COMPILE else ".py")


def test_interpreted_kernels_make_a_wheel_for_every_machine(source_archive: Path, tmp_path: Path) -> None:
    plain = build_wheel(source_archive, tmp_path, "--no-build-isolation", ARDENNES_KERNELS="interpreted")
    assert plain.name == f"ardennes-{__version__}-py3-none-any.whl"
    assert not [name for name in zipfile.ZipFile(plain).namelist() if name.endswith((".so", ".pyd"))]
