"""Wacht am Rhein: rigid zones and supply once more, as plainly as the rulebook says them, on Map D (25.1)."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from heapq import heappop, heappush
from typing import Any

from tests.models.written import Ground, folder_of, ground_of, read, rows_of

GAME, AREA = "wacht_am_rhein", "play-25.1"
GERMAN, ALLIED = 0, 1
GUNS = ("artillery",)
SEVEN = 7
ROADS = {"primary": 2, "secondary": 3}
"""14.31: in sixths of a movement point."""
POINT = 6
ENTRENCHED = "4"
ISOLATED = ("3", "4")
SUPPLIED, CUT_OFF, ALONE = "supplied", "out of communications", "isolated"


@cache
def counters() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows_of(GAME, "units.csv")}


@cache
def formations() -> dict[tuple[str, str], dict[str, str]]:
    return {(row["nation"], row["formation"]): row for row in rows_of(GAME, "formations.csv")}


@cache
def scenario() -> dict[str, Any]:
    return tomllib.loads((folder_of(GAME) / "data/scenarios/bastogne.toml").read_text("utf-8"))


class Model:
    """One position, and what chapters 8 and 14 say of it."""

    def __init__(self, text: str) -> None:
        said = read(text)
        self.ground: Ground = ground_of(GAME)
        self.hexes = {label for label, row in self.ground.hexes.items() if AREA in row.areas}
        self.said = said.units
        self.where = {unit: hex for unit, hex in said.on_map().items() if unit in counters()}
        self.entrenched = {hex for hex, about in said.hexes.items() if about.get("positions") == ENTRENCHED}
        self.spans = {side: about["spans"] for side, about in said.hexsides.items() if about.get("spans", "0") != "0"}
        self.lost = {unit for unit, about in said.units.items() if about.get("where") == "eliminated"}
        self.held = [{hex for unit, hex in self.where.items() if self.side(unit) == side} for side in (GERMAN, ALLIED)]
        self.rigid = [self._rigid(side) for side in (GERMAN, ALLIED)]
        labels = self.ground.labels
        self.off_map = [{labels[hex] for hex in scenario()["supply"][side]} for side in (GERMAN, ALLIED)]
        self.roads = [self.roads_off(side) for side in (GERMAN, ALLIED)]
        self._reached: dict[tuple[str, int], dict[str, int]] = {}
        self._costs: dict[str, dict[str, int]] = {}
        self._onward: dict[str, list[tuple[str, int]]] = {}

    # --- counters --------------------------------------------------------------------------------

    def side(self, unit: str) -> int:
        return int(counters()[unit]["side"])

    def is_headquarters(self, unit: str) -> bool:
        return counters()[unit]["kind"] == "headquarters"

    def is_full(self, unit: str) -> bool:
        return int(self.said[unit]["steps"]) == counters()[unit]["strength"].count("/") + 1

    def marked(self, unit: str, marker: str) -> str:
        return self.said[unit].get(marker, "0")

    # --- hexsides --------------------------------------------------------------------------------

    def bridge_stands(self, one: str, other: str) -> bool:
        """15.14, 15.24, 15.31: as printed, unless it is blown; or built or placed."""
        span = self.spans.get(frozenset((one, other)), "0")
        return span in ("2", "3") or (span == "0" and self.ground.side(one, other).bridge == "bridge")

    def river(self, one: str, other: str) -> bool:
        return self.ground.side(one, other).river == "river"

    def passes(self, one: str, other: str) -> bool:
        """8.25, 14.43: no river, or a bridge or a ford over it."""
        row = self.ground.side(one, other)
        return not self.river(one, other) or row.bridge == "ford" or self.bridge_stands(one, other)

    def road(self, one: str, other: str) -> str:
        """14.11, 15.14: the road between two hexes; over water only by a bridge."""
        row = self.ground.side(one, other)
        return row.road or "" if not row.river or self.bridge_stands(one, other) else ""

    def neighbours(self, hex: str) -> list[str]:
        return [there for there in self.ground.around[hex] if there in self.hexes]

    # --- 8.1, 8.2 --------------------------------------------------------------------------------

    def _rigid(self, side: int) -> set[str]:
        return {
            there
            for unit, hex in self.where.items()
            if self.side(unit) == side and self.exerts_rigid(unit)
            for there in self.neighbours(hex)
            if self.passes(hex, there)
        }

    def exerts_rigid(self, unit: str) -> bool:
        row = counters()[unit]
        if row["kind"] in ("headquarters", "commando") or self.marked(unit, "supply") in ISOLATED:
            return False
        if self.marked(unit, "march") == "1":
            return False
        if self.where[unit] in self.entrenched and counters()[unit]["kind"] != "artillery":  # 16.31
            return True
        return row["size"] == "battalion" and row["kind"] not in ("engineer", *GUNS) and self.is_full(unit)

    # --- 14.0 ------------------------------------------------------------------------------------

    def is_open(self, hex: str, side: int) -> bool:
        """14.41, 14.44: no enemy; and no rigid zone, but where a friend stands."""
        return hex not in self.held[1 - side] and (hex in self.held[side] or hex not in self.rigid[1 - side])

    def flood(self, starts: Iterable[str], side: int, link: Callable[[str, str], bool]) -> dict[str, int]:
        """How many hexes a line of a side has from the nearest of these."""
        found = {hex: 0 for hex in starts if self.is_open(hex, side)}
        waiting = deque(found)
        while waiting:
            hex = waiting.popleft()
            for there in self.neighbours(hex):
                if there not in found and self.is_open(there, side) and link(hex, there):
                    found[there] = found[hex] + 1
                    waiting.append(there)
        return found

    def roads_off(self, side: int) -> set[str]:
        """14.11, 14.21: road hexes from which a clear road leads off the right edges."""
        return set(self.flood(self.off_map[side], side, lambda one, other: bool(self.road(one, other))))

    def points(self, one: str, other: str) -> int | None:
        """14.31: what a panzer's line pays from one hex to the next."""
        road = self.road(one, other)
        if road:
            return ROADS[road]
        if not self.passes(one, other):
            return None
        row, water = self.ground.hexes[other], self.ground.side(one, other)
        ground = 2 if row.terrain == "woods" and not row.place else 1
        return POINT * (ground + (1 if water.river and not self.bridge_stands(one, other) else 0))

    def onward(self, hex: str) -> list[tuple[str, int]]:
        """The neighbours that a panzer's line may go on to, and what it pays; looked for once."""
        if hex not in self._onward:
            found = [(there, self.points(hex, there)) for there in self.neighbours(hex)]
            self._onward[hex] = [(there, price) for there, price in found if price is not None]
        return self._onward[hex]

    def reached(self, hex: str, side: int) -> dict[str, int]:
        """All that lines of any length reach from a hex, and how far it is; looked for once."""
        if (hex, side) not in self._reached:
            self._reached[hex, side] = self.flood([hex], side, lambda *_: True)
        return self._reached[hex, side]

    def cost(self, hex: str) -> dict[str, int]:
        """14.31: what lines of panzers cost from a hex; looked for once."""
        if hex not in self._costs:
            self._costs[hex] = self.dearness(hex, GERMAN)
        return self._costs[hex]

    def dearness(self, start: str, side: int) -> dict[str, int]:
        """14.31: what lines cost from a hex to all others that they can reach."""
        found: dict[str, int] = {}
        waiting = [(0, start)]
        while waiting:
            spent, hex = heappop(waiting)
            if hex in found:
                continue
            found[hex] = spent
            for there, price in self.onward(hex):
                if there not in found and self.is_open(there, side):
                    heappush(waiting, (spent + price, there))
        return found

    # --- headquarters ----------------------------------------------------------------------------

    def is_on_foot(self, unit: str) -> bool:
        row = counters()[unit]
        kind = formations().get((row["nation"], row["formation"]), {}).get("kind")
        return kind in ("volksgrenadier", "fallschirmjaeger")

    def own_headquarters(self, unit: str) -> set[str]:
        """14.12, 14.22, 14.32, 14.33, errata 17.0; while none of its own has been in play, any of its nation."""
        row = counters()[unit]
        all_of_side = {hq for hq in counters() if self.is_headquarters(hq) and self.side(hq) == self.side(unit)}
        in_play = {hq for hq in all_of_side if hq in self.where or hq in self.lost}
        own = {hq for hq in all_of_side if self._serves(row, counters()[hq])}
        if not own & in_play:
            british = row["nation"] == "British"
            own = {hq for hq in all_of_side if (counters()[hq]["nation"] == "British") == british}
        return own & set(self.where)

    def _serves(self, row: dict[str, str], headquarters: dict[str, str]) -> bool:
        formation = formations().get((row["nation"], row["formation"]))
        of_corps = not headquarters["formation"]
        own_division = (row["nation"], row["formation"]) == (headquarters["nation"], headquarters["formation"])
        if row["side"] == str(ALLIED):
            if formation is not None and formation["kind"] != "brigade":
                return own_division
            if formation is None and row["corps"] not in ("", "any"):
                return headquarters["corps"] == row["corps"]
            return (row["nation"] == "British") == (headquarters["nation"] == "British")
        if formation is None:
            return of_corps and headquarters["corps"] == row["corps"]
        if formation["kind"] == "brigade":
            return True
        if formation["kind"] in ("volksgrenadier", "fallschirmjaeger"):
            return of_corps
        return own_division or (of_corps and headquarters["corps"] == formation["corps"])

    def state(self, unit: str) -> str:
        """14.11 to 14.62: what a unit's lines say, whatever marker it has."""
        row, side, hex = counters()[unit], self.side(unit), self.where[unit]
        unmoving = row["kind"] == "artillery" and row["strength"].endswith("-0")
        if self.is_headquarters(unit) or (side == GERMAN and unmoving):
            return SUPPLIED
        own = {self.where[hq] for hq in self.own_headquarters(unit)}
        return self._allied(hex, own) if side == ALLIED else self._german(unit, hex, own)

    def _allied(self, hex: str, own: set[str]) -> str:
        reached = self.reached(hex, ALLIED)
        every = {self.where[hq] for hq in self.where if self.is_headquarters(hq) and self.side(hq) == ALLIED}
        if own & set(reached) and self.roads[ALLIED] & set(reached):
            return SUPPLIED
        return CUT_OFF if every & set(reached) else ALONE

    def _german(self, unit: str, hex: str, own: set[str]) -> str:
        roads = self.roads[GERMAN]
        if self.is_on_foot(unit):
            reached = self.reached(hex, GERMAN)
            if any(place in roads and reached.get(place, SEVEN + 1) <= SEVEN for place in own):
                return SUPPLIED
            return CUT_OFF if own & set(reached) else ALONE
        cost = self.cost(hex)
        near = [place for place in own if cost.get(place, 8 * POINT) <= SEVEN * POINT]
        for place in near:
            beyond = self.cost(place)
            if any(beyond.get(road, 8 * POINT) <= SEVEN * POINT for road in roads):
                return SUPPLIED
        return CUT_OFF if own & set(cost) else ALONE
