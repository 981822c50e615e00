"""Where the front of 16 December is a river, its bridges are those the rulebook has, blown or standing."""

from __future__ import annotations

from ardennes.board import Board
from tests.maps.atlas import board


def _bridges(here: Board, across: frozenset[int]) -> dict[str, str]:
    """Bridges over Our and Sauer from this ground to the other bank, and their state."""
    found = {}
    for row in here.file.sides:
        banks = [here.hex(label) in across for label in row.hexes]
        if row.name in ("Our", "Sauer") and row.bridge and banks[0] != banks[1]:
            found["/".join(sorted(row.hexes))] = row.bridge
    return found


def test_the_deadly_woods() -> None:
    here = board("deadly_woods")
    assert _bridges(here, here.area("german-at-start") | {here.hex("3315")}) == {
        "3215/3315": "bridge",
        "3217/3317": "bridge",
        "3320/3419": "blown",
        "3622/3623": "blown",
        "3823/3923": "blown",
        "3926/4025": "blown",
    }


def test_bitter_woods() -> None:
    here = board("bitter_woods")
    german = frozenset(here.hex(name) for name in ("Lützkampen", "Dasburg", "Roth (Our)", "Wallendorf", "Bollendorf"))
    german |= {here.hex(name) for name in ("Gemünd", "Echternacherbrück")}
    assert _bridges(here, german) == {
        "1220/1321": "bridge",
        "1324/1424": "blown",
        "1029/1129": "blown",
        "0432/0533": "blown",
    }


def test_wacht_am_rhein() -> None:
    here = board("wacht_am_rhein")
    assert _bridges(here, here.area("east-of-our")) == {"C3822/C3823": "bridge"}
