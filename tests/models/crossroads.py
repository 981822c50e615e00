"""Crossroads: zones, movement and odds once more, as plainly as the rules say them."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any

from tests.models.written import Ground, folder_of, ground_of, read, rows_of

GAME = "crossroads"
CLEAR, WOODS, ROAD, FORD = Fraction(1), Fraction(2), Fraction(1, 2), Fraction(2)


@cache
def counters() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows_of(GAME, "units.csv")}


@cache
def columns() -> list[str]:
    tables: dict[str, Any] = tomllib.loads((folder_of(GAME) / "data/tables.toml").read_text("utf-8"))
    return list(tables["columns"])


class Model:
    """One position, and what the rules say of it."""

    def __init__(self, text: str) -> None:
        said = read(text)
        self.ground: Ground = ground_of(GAME)
        self.where = {unit: hex for unit, hex in said.on_map().items() if unit in counters()}
        self.blown = {hexside for hexside, about in said.hexsides.items() if about.get("blown") == "1"}
        self.zone = [self._zone(side) for side in (0, 1)]

    def side(self, unit: str) -> int:
        return int(counters()[unit]["side"])

    def is_wet(self, one: str, other: str) -> bool:
        """Water without a standing bridge."""
        between = self.ground.side(one, other)
        return bool(between.river) and (not between.bridge or frozenset((one, other)) in self.blown)

    def _zone(self, side: int) -> set[str]:
        """1.4 Around real units, not over such water."""
        real = [hex for unit, hex in self.where.items() if self.side(unit) == side and self.is_real(unit)]
        return {there for hex in real for there in self.ground.around[hex] if not self.is_wet(hex, there)}

    def is_real(self, unit: str) -> bool:
        return counters()[unit]["kind"] != "decoy"

    # --- 3 ---------------------------------------------------------------------------------------

    def destinations(self, unit: str) -> dict[str, Fraction]:
        """3.1 Every hex a unit can come to, and the least it has to spend."""
        allowance, enemy_zone = int(counters()[unit]["moves"]), self.zone[1 - self.side(unit)]
        start, taken = self.where[unit], set(self.where.values())
        best: dict[str, Fraction] = {start: Fraction(0)}
        waded: dict[str, Fraction] = {}
        ways = [start]
        for here in ways:
            if here != start and here in enemy_zone:
                continue
            for there in self.ground.around[here]:
                spent = self._price(best[here], here, there)
                if there in taken or spent > allowance:
                    continue
                found = waded if self.is_wet(here, there) else best
                if spent < found.get(there, spent + 1):
                    found[there] = spent
                    ways += [] if found is waded else [there]
        hexes = (best.keys() | waded.keys()) - {start}
        return {hex: min(known[hex] for known in (best, waded) if hex in known) for hex in hexes}

    def _price(self, spent: Fraction, here: str, there: str) -> Fraction:
        """3.1, 3.2, 3.4 What will have been spent after a step; off the road all before it counts in whole points."""
        if self.is_wet(here, there):
            return ceil(spent) + FORD
        if self.ground.side(here, there).road:
            return spent + ROAD
        return ceil(spent) + (WOODS if self.ground.hexes[there].terrain == "woods" else CLEAR)

    # --- 5 ---------------------------------------------------------------------------------------

    def column(self, attackers: list[str], target: str) -> str:
        """5.4 The column of an attack that no gun answers; below and above the table its first and last."""
        (defender,) = (unit for unit, hex in self.where.items() if hex == target)
        strength = sum(self._strength(unit) for unit in attackers)
        odds = [Fraction(*map(int, column.split("-"))) for column in columns()]
        fitting = [number for number, each in enumerate(odds) if strength >= each * self._strength(defender)]
        ground = self.ground.hexes[target]
        left = int(ground.terrain == "woods" or bool(ground.place))
        left += all(self.is_wet(self.where[unit], target) for unit in attackers)
        return columns()[max(0, max(fitting, default=0) - left)]

    def _strength(self, unit: str) -> int:
        return int(counters()[unit]["strength"])
