"""The compiled form of a kernel must be the form of the source beside it."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

from ardennes.kernels.built import prefer_sources, stale_kernels, write_note
from ardennes.kernels.flags import no_flags
from tests.kernels.conftest import FOLDER, imported, interpreted
from tests.kernels.small_maps import small_map

KERNELS = sorted(path.stem for path in FOLDER.glob("*.pxd"))


def test_compiled_forms_belong_to_their_sources() -> None:
    assert stale_kernels(FOLDER) == []


def test_a_source_that_has_changed_is_preferred_to_the_compiled_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled = tmp_path / f"reach{EXTENSION_SUFFIXES[0]}"
    compiled.write_text("not a module")
    for suffix, text in ((".py", "ANSWER = 1"), (".pxd", "")):
        (tmp_path / f"reach{suffix}").write_text(text)
    write_note(tmp_path, ["reach"])
    assert stale_kernels(tmp_path) == []
    prefer_sources("tried_kernels", tmp_path)
    assert capsys.readouterr().err == ""
    (tmp_path / "reach.py").write_text("ANSWER = 2")
    prefer_sources("tried_kernels", tmp_path)
    assert sys.modules.pop("tried_kernels.reach").ANSWER == 2
    assert capsys.readouterr().err.endswith("bin/test: reach\n")
    (tmp_path / "built_from.json").unlink()
    assert stale_kernels(tmp_path) == ["reach"], "nobody knows what it was built from"
    compiled.unlink()
    assert stale_kernels(tmp_path) == [], "nothing is compiled"


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
    """Flags of hexsides may be bytes, a bytearray or an array of type B; those of hexes are an array of type H."""
    line = small_map(3, 1)
    module = kernel("reach")
    prices = module.Prices(array("B", [1 if there >= 0 else 0 for there in line.neighbours]), 2)
    prices.set(1, 1)
    reach = module.Reach(line.neighbours, line.side_of)
    for table in (bytes, bytearray, lambda count: array("B", [0]) * count):
        reach.run(prices, no_flags(line.hexes), table(line.sides), 0, 9)
        assert reach.destinations() == [(1, 1), (2, 2)]
