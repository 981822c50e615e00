"""The compiled form of a kernel must be the form of the source beside it."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

from tests.kernels.conftest import FOLDER, imported, interpreted
from tests.kernels.small_maps import small_map

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


def test_columns_of_a_position_serve_as_tables(kernel: Callable[[str], ModuleType]) -> None:
    """Flags may be bytes, a bytearray or an array of type B."""
    line = small_map(3, 1)
    module = kernel("reach")
    prices = module.Prices(array("B", [1 if there >= 0 else 0 for there in line.neighbours]), 2)
    prices.set(1, 1)
    reach = module.Reach(line.neighbours, line.side_of)
    for table in (bytes, bytearray, lambda count: array("B", [0]) * count):
        reach.run(prices, table(line.hexes), table(line.sides), 0, 9)
        assert reach.destinations() == [(1, 1), (2, 2)]
