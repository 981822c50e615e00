"""What the two scenarios on a single sheet of Wacht am Rhein need of their map."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.board import Board
from tests.maps.atlas import board, carries_road


def _by_road(here: Board, start: str, allowed: Iterable[int], *, bridges: bool = True) -> set[int]:
    """The hexes that a column on the road comes to from ``start`` without leaving the allowed ones."""
    allowed = set(allowed)
    found = [here.hex(start)]
    for hex in found:
        for other in here.around(hex):
            side = here.side(hex, other)
            dry = bridges or not here.river[side]
            if other in allowed and other not in found and carries_road(here, side) and dry:
                found.append(other)
    return set(found)


def test_single_maps_end_at_their_entry_hexes() -> None:
    """25.13, 25.23 Entry hexes of a single map lie on its edge, so it ends there."""
    here = board("wacht_am_rhein")
    for area, edge in (("play-25.1", ("D0147", "D1350", "D1650")), ("play-25.2", ("C3549",))):
        inside = here.area(area)
        for label in edge:
            assert set(here.around(here.hex(label))) - inside, f"{label} is no edge hex of {area}"
    assert len(here.area("play-25.1")) == 39 * 50
    assert len(here.area("play-25.2")) == 35 * 51


@pytest.mark.parametrize("entry", ["D0147", "D1350", "D1650"])
def test_reinforcements_of_bastogne_come_in_by_road(entry: str) -> None:
    """25.13, 25.16 The northernmost row is closed to them, so the road has to lead out of it at once."""
    here = board("wacht_am_rhein")
    open_hexes = here.area("play-25.1") - here.area("closed-25.16") | {here.hex(entry)}
    assert here.hex("Bastogne") in _by_road(here, entry, open_hexes)


@pytest.mark.parametrize(("start", "goal"), [("Stavelot", "La Gleize"), ("Remouchamps", "Stoumont")])
def test_right_bank_of_the_ambleve_has_its_road(start: str, goal: str) -> None:
    here = board("wacht_am_rhein")
    assert here.hex(goal) in _by_road(here, start, here.hexes, bridges=False)
