"""A position written as text, taken apart without the program that wrote it; and the map by printed numbers."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ardennes.board import Board, HexRow, SideRow, load_map
from ardennes.engine.game import game_folder

HEX = re.compile(r"[A-Z]?\d{4}")


class Ground:
    """A map by the numbers printed on it."""

    def __init__(self, board: Board) -> None:
        self.hexes: dict[str, HexRow] = {board.label(hex): board.row(hex) for hex in board.hexes}
        self.labels = {alias: label for label, row in self.hexes.items() for alias in row.aliases}
        """The number of each hex, by any that is printed on it."""
        self.labels |= {label: label for label in self.hexes}
        self.around = {board.label(hex): [board.label(there) for there in board.around(hex)] for hex in board.hexes}
        self._sides: dict[frozenset[str], SideRow] = {frozenset(row.hexes): row for row in board.file.sides}

    def side(self, one: str, other: str) -> SideRow:
        """What lies between two neighbours."""
        return self._sides.get(frozenset((one, other)), SideRow(hexes=(one, other)))

    def sides(self) -> list[SideRow]:
        return list(self._sides.values())

    def area(self, name: str) -> set[str]:
        return {label for label, row in self.hexes.items() if name in row.areas}

    def within(self, starts: set[str], distance: int) -> set[str]:
        """All hexes at most so far from one of these."""
        found = set(starts)
        for _ in range(distance):
            found |= {there for hex in found for there in self.around[hex]}
        return found


def folder_of(game: str) -> Path:
    """Where a game's data files lie."""
    return game_folder(game)


@cache
def ground_of(game: str) -> Ground:
    return Ground(Board(load_map(folder_of(game) / "map/map.json")))


def rows_of(game: str, name: str) -> list[dict[str, str]]:
    """The rows of one of a game's tables."""
    path: Path = next(folder_of(game).rglob(name))
    return list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))


class Written(msgspec.Struct):
    """A position as its text says: clocks, units, hexes and hexsides with whatever is noted of them."""

    clocks: dict[str, Any]
    units: dict[str, dict[str, str]]
    hexes: dict[str, dict[str, str]]
    hexsides: dict[frozenset[str], dict[str, str]]

    def on_map(self) -> dict[str, str]:
        """The units that stand in a hex, and which."""
        return {unit: said["where"] for unit, said in self.units.items() if HEX.fullmatch(said.get("where", ""))}


def read(text: str) -> Written:
    found = Written({}, {}, {}, {})
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        if kind in ("unit", "hex", "hexside"):
            name, _, said = rest.partition(":")
            about = dict(part.split("=", 1) for part in said.split())
            if kind == "hexside":
                found.hexsides[frozenset(name.split("/"))] = about
            else:
                (found.units if kind == "unit" else found.hexes)[name] = about
        elif " = " in line:
            name, _, value = line.partition(" = ")
            found.clocks[name] = json.loads(value)
    return found
