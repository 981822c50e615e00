"""Every fact a rulebook states about a hex, a hexside or a place of its map: one row of ``facts/GAME.csv`` each."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from ardennes.board import Board
from ardennes.hexes import distance
from tests.maps.atlas import MAPS, board, on_road, pair, road_distances

FACTS = Path(__file__).parent / "facts"


def _hexes_named(here: Board, name: str) -> list[str]:
    return [row.hex for row in here.file.hexes if row.name == name]


def _road_neighbours(here: Board, hex: int) -> list[str]:
    return sorted(here.label(other) for other in here.around(hex) if here.road[here.side(hex, other)])


def _word(here: Board, layer: str, at: str) -> str:
    side = here.side(*pair(here, at))
    return here.vocabulary[layer][getattr(here, layer)[side]] or "none"


def _river(here: Board, at: str) -> str:
    row = here.side_row(here.side(*pair(here, at)))
    return row.name if row and row.river else "none"


def _apart(here: Board, at: str) -> str:
    return str(distance(here.grid, *pair(here, at)))


def _near_road(here: Board, at: str) -> str:
    hex = here.hex(at)
    return "yes" if any(on_road(here, there) for there in (hex, *here.around(hex))) else "no"


def _road_hexes(here: Board, at: str) -> str:
    one, other = pair(here, at)
    return str(road_distances(here, [one]).get(other, "no road"))


def _in_area(here: Board, at: str) -> str:
    return " ".join(here.row(here.hex(at)).areas)


ASK: dict[str, Callable[[Board, str], str]] = {
    "is on the map": lambda here, at: "yes" if here.hex(at) in here.hexes else "no",
    "is the same hex as": lambda here, at: " ".join((here.row(here.hex(at)).hex, *here.row(here.hex(at)).aliases)),
    "is called": lambda here, at: here.name(here.hex(at)),
    "stands in": lambda here, at: " ".join(_hexes_named(here, at)),
    "has the rank": lambda here, at: here.row(here.hex(at)).place,
    "has terrain": lambda here, at: here.row(here.hex(at)).terrain,
    "has a road": lambda here, at: "yes" if on_road(here, here.hex(at)) else "no",
    "has roads only to": lambda here, at: " ".join(_road_neighbours(here, here.hex(at))),
    "is within one hex of a road": _near_road,
    "belongs to": _in_area,
    "is crossed by a road": lambda here, at: "yes" if _word(here, "road", at) != "none" else "no",
    "is the river": _river,
    "is water of the kind": lambda here, at: _word(here, "river", at),
    "has a bridge": lambda here, at: _word(here, "bridge", at),
    "are so many hexes apart": _apart,
    "are so many road hexes apart": _road_hexes,
}
CONTAINS = ("belongs to", "is the same hex as", "stands in")
"""Facts whose value is one word of the answer."""


def _rows() -> list[tuple[str, dict[str, str]]]:
    rows = []
    for game in MAPS:
        with (FACTS / f"{game}.csv").open(encoding="utf-8", newline="") as file:
            rows += [(game, row) for row in csv.DictReader(file)]
    return rows


def _name(row: dict[str, str]) -> str:
    return "-".join((row["rule"], row["what"], row["fact"]))


@pytest.mark.parametrize(("game", "row"), [pytest.param(game, row, id=f"{game}-{_name(row)}") for game, row in _rows()])
def test_fact(game: str, row: dict[str, str]) -> None:
    answer = ASK[row["fact"]](board(game), row["what"])
    if row["fact"] in CONTAINS:
        assert row["value"] in answer.split(" ")
    else:
        assert answer == row["value"]
