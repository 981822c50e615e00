"""The Deadly Woods: zones, supply, movement and odds once more, as plainly as the rulebook says them.

Of assets it knows the two that charge road movement; turn 1 has rules of its own that are left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ardennes.board import SideRow
from tests.models.written import folder_of, ground_of, read, rows_of

GAME = "deadly_woods"
GERMAN, ALLIED = 0, 1
FOOT = ("infantry", "airborne", "glider")
HALF = Fraction(1, 2)
WITHIN_REACH_OF_DIVISION = 3
HEXES_TO_A_ROAD = 5
OUT_OF_SUPPLY_MOVES = 3
JAM = 2
"""12.5, 12.8: what Greif and Traffic add to a step by road."""
BOUNDARIES_UNTIL = 3
ARMY_AREAS = {"6th-panzer-army", "5th-panzer-army", "7th-army"}
Step = tuple[Fraction, bool]
"""The price of a step, and whether it was made at the road's price."""


@cache
def counters() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows_of(GAME, "units.csv")}


@cache
def terrain_chart() -> dict[str, dict[str, int]]:
    chart = tomllib.loads((folder_of(GAME) / "data/terrain.toml").read_text("utf-8"))
    return {mover: dict(chart[mover]) for mover in ("infantry", "motorized")}


class Going(NamedTuple):
    """Where a unit is on its way, and what its past means for the next step."""

    hex: str
    by_road: bool
    """Still on the road at the road's price (10.4.1)."""
    stopped: bool
    """It has entered an enemy zone (7.3)."""


class Model:
    """One position, and what the rulebook says of it."""

    def __init__(self, text: str) -> None:
        said = read(text)
        self.ground = ground_of(GAME)
        self.where = {unit: hex for unit, hex in said.on_map().items() if unit in counters()}
        self.steps = {unit: int(said.units[unit]["steps"]) for unit in self.where}
        self.cut = {unit for unit in self.where if said.units[unit].get("cut") == "1"}
        """Germans that the last Supply Check found out of supply (8.1)."""
        self.turn = int(said.clocks["turn"])
        self.jam = [said.units.get(marker, {}).get("where", "") for marker in ("Traffic", "Greif")]
        """Where road movement is slowed, for Germans and for Allies."""
        self.blown = {side for side, about in said.hexsides.items() if about.get("destroyed") == "1"}
        self.held = [{hex for unit, hex in self.where.items() if self.side(unit) == side} for side in (GERMAN, ALLIED)]
        self.zone = [self._zone(side) for side in (GERMAN, ALLIED)]
        self.lines = [self._lines(side) for side in (GERMAN, ALLIED)]

    # --- counters --------------------------------------------------------------------------------

    def side(self, unit: str) -> int:
        return int(counters()[unit]["side"])

    def _face(self, unit: str) -> str:
        """What the side of the counter that lies up shows."""
        faces = counters()[unit]["strength"].split("/")
        return faces[len(faces) - self.steps[unit]]

    def strengths(self, unit: str) -> tuple[int, int]:
        attack, defence = self._face(unit).strip("()").split("-")
        return int(attack), int(defence)

    def kind(self, unit: str) -> str:
        """2.3.1.1, 8.3: the third step of an armored Kampfgruppe is mechanized."""
        kind = counters()[unit]["kind"]
        third = counters()[unit]["strength"].count("/") == 2 and self.steps[unit] == 1
        return "mech" if kind == "armor" and third else kind

    def on_foot(self, unit: str) -> bool:
        return self.kind(unit) in FOOT

    def stack(self, hex: str, side: int) -> list[str]:
        return [unit for unit, place in self.where.items() if place == hex and self.side(unit) == side]

    # --- hexsides --------------------------------------------------------------------------------

    def between(self, one: str, other: str) -> SideRow:
        return self.ground.side(one, other)

    def bridge_stands(self, one: str, other: str) -> bool:
        return bool(self.between(one, other).bridge) and not self.bridge_is_blown(one, other)

    def bridge_is_blown(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self.blown

    def is_open(self, one: str, other: str) -> bool:
        """No river, or a bridge over it."""
        return not self.between(one, other).river or self.bridge_stands(one, other)

    def road_leads(self, one: str, other: str) -> bool:
        return bool(self.between(one, other).road) and self.is_open(one, other)

    def on_road(self, hex: str) -> bool:
        return any(self.between(hex, there).road for there in self.ground.around[hex])

    # --- 7.0 -------------------------------------------------------------------------------------

    def _zone(self, side: int) -> set[str]:
        return {
            there
            for unit, hex in self.where.items()
            if self.side(unit) == side and not self._face(unit).startswith("(")
            for there in self.ground.around[hex]
            if self._zone_reaches(unit, hex, there)
        }

    def _zone_reaches(self, unit: str, hex: str, there: str) -> bool:
        """7.2."""
        if not self.is_open(hex, there):
            return False
        row = self.ground.hexes[there]
        wooded = row.terrain in ("woods", "forest")
        if self.kind(unit) == "armor" and wooded and not self.road_leads(hex, there):
            return False
        return not ("westwall" in row.areas and self.side(unit) == ALLIED and not self.on_foot(unit))

    # --- 8.0 -------------------------------------------------------------------------------------

    def is_free(self, hex: str, side: int) -> bool:
        """Whether a line of supply may come through: no enemy, no enemy zone that nothing negates (7.3)."""
        if hex in self.held[1 - side]:
            return False
        negated = hex in self.held[side] or (side == GERMAN and "westwall" in self.ground.hexes[hex].areas)
        return negated or hex not in self.zone[1 - side]

    def _lines(self, side: int) -> set[str]:
        """Hexes from which a road leads to a source, all of it free."""
        sources = self.ground.area(("german-supply", "allied-supply")[side])
        found: set[str] = set()
        new = {hex for hex in sources if self.is_free(hex, side)}
        while new:
            found |= new
            new = {
                there
                for hex in new
                for there in self.ground.around[hex]
                if self.road_leads(hex, there) and self.is_free(there, side)
            } - found
        return found

    def traces(self, hex: str, side: int) -> bool:
        """8.2: at most five hexes to such a road; Forest is entered and left by road only, but for the first hex."""
        if not self.is_free(hex, side):
            return False
        reached, new = {hex}, {hex}
        for _ in range(HEXES_TO_A_ROAD):
            new = {
                there
                for one in new
                for there in self.ground.around[one]
                if self.is_free(there, side) and self._line_may_step(one, there, first=one == hex)
            } - reached
            reached |= new
        return bool(reached & self.lines[side])

    def _line_may_step(self, one: str, there: str, *, first: bool) -> bool:
        if not self.is_open(one, there):
            return False
        ends = (there,) if first else (one, there)
        forest = any(self.ground.hexes[hex].terrain == "forest" for hex in ends)
        return not forest or self.road_leads(one, there)

    def is_supplied(self, unit: str) -> bool:
        """8.1: Germans by their last check, Allies by what they can trace now."""
        if self.side(unit) == GERMAN:
            return unit not in self.cut
        return self.traces(self.where[unit], ALLIED)

    # --- 10.0 ------------------------------------------------------------------------------------

    def allowance(self, unit: str) -> int:
        vehicle_is_short = not self.on_foot(unit) and not self.is_supplied(unit)
        return OUT_OF_SUPPLY_MOVES if vehicle_is_short else int(counters()[unit]["moves"])

    def destinations(self, unit: str) -> dict[str, set[Fraction]]:
        """Every hex the unit can end in, with its price in each way of moving that leads there."""
        if self.on_foot(unit):
            ways = [self._walk(unit, self._steps_on_foot, self.allowance(unit))]
            if self.may_ride(unit):
                ways.append(self._walk(unit, self._steps_by_truck, 2 * self.allowance(unit)))
        else:
            ways = [self._walk(unit, self._steps_of_vehicle, self.allowance(unit))]
        found: dict[str, set[Fraction]] = {}
        for way in ways:
            for hex, cost in way.items():
                found.setdefault(hex, set()).add(cost)
        return found

    def one_hex_away(self, unit: str) -> dict[str, set[Fraction]]:
        """14.4: the one hex that armor in supply and not beside the enemy may move before combat."""
        start, enemy, found = self.where[unit], 1 - self.side(unit), {}
        going = Going(start, self._begins_by_road(unit), False)
        for there in self.ground.around[start]:
            zone_to_zone = there in self.zone[enemy] and start in self.zone[enemy]
            prices = [price for price, _ in self._steps_of_vehicle(unit, going, there)]
            if prices and min(prices) <= self.allowance(unit) and self.may_enter(unit, there) and not zone_to_zone:
                found[there] = {min(prices)}
        return found

    def may_ride(self, unit: str) -> bool:
        """10.5: Allied infantry in supply that starts on a road."""
        return self.side(unit) == ALLIED and self.on_road(self.where[unit]) and self.is_supplied(unit)

    def may_enter(self, unit: str, there: str) -> bool:
        """No enemy (11.0), and not out of the area a unit is bound to."""
        areas = set(self.ground.hexes[there].areas)
        row = counters()[unit]
        if there in self.held[1 - self.side(unit)]:
            return False
        if row["nation"] == "British" and "british" not in areas:
            return False  # 9.3
        if row["release"] and int(row["release"]) > self.turn and "west-of-meuse" not in areas:
            return False  # 10.6.4
        at_home = set(self.ground.hexes[self.where[unit]].areas) & ARMY_AREAS
        return self.side(unit) == ALLIED or self.turn > BOUNDARIES_UNTIL or not at_home or bool(at_home & areas)  # 9.2

    def friends_in(self, unit: str, hex: str) -> bool:
        return any(other != unit for other in self.stack(hex, self.side(unit)))

    def _steps_on_foot(self, unit: str, going: Going, there: str) -> list[Step]:
        """By road, or across country; a unit may decline the road."""
        found = self._across_country(going.hex, there, terrain_chart()["infantry"], blown=1, bridge=0)
        if self.road_leads(going.hex, there):
            found.append((1 + self._jam(unit, there), True))
        return found

    def _steps_of_vehicle(self, unit: str, going: Going, there: str) -> list[Step]:
        """By road as long as it has not been left, or across country from here on."""
        return self._by_road(unit, going, there) + self._off_road(going.hex, there)

    def _steps_by_truck(self, unit: str, going: Going, there: str) -> list[Step]:
        """10.5: along roads to the end; the ground is paid only where the road's price cannot be had."""
        if not self.road_leads(going.hex, there):
            return []
        return self._by_road(unit, going, there) or self._off_road(going.hex, there)

    def _by_road(self, unit: str, going: Going, there: str) -> list[Step]:
        free = going.by_road and self.road_leads(going.hex, there) and not self.friends_in(unit, there)
        return [(HALF + self._jam(unit, there), True)] if free else []

    def _off_road(self, hex: str, there: str) -> list[Step]:
        return self._across_country(hex, there, terrain_chart()["motorized"], blown=3, bridge=2)

    def _jam(self, unit: str, there: str) -> int:
        return JAM if self.jam[self.side(unit)] == there else 0

    def _across_country(self, hex: str, there: str, chart: dict[str, int], *, blown: int, bridge: int) -> list[Step]:
        ground = chart.get(self.ground.hexes[there].terrain)
        water: int | None = 0
        if self.bridge_is_blown(hex, there):
            water = blown
        elif self.bridge_stands(hex, there):
            water = bridge
        elif river := self.between(hex, there).river:
            water = chart.get(f"{river}_river")
        return [] if ground is None or water is None else [(Fraction(ground + water), False)]

    def _walk(self, unit: str, steps: Callable[[str, Going, str], list[Step]], most: int) -> dict[str, Fraction]:
        """All that can be reached, found by going on from everywhere until nothing gets cheaper."""
        enemy = 1 - self.side(unit)
        start = self.where[unit]
        best = {Going(start, self._begins_by_road(unit), False): Fraction(0)}
        new = list(best)
        while new:
            going = new.pop()
            if going.stopped:
                continue
            for there in self.ground.around[going.hex]:
                in_zone = there in self.zone[enemy]
                if not self.may_enter(unit, there) or (in_zone and going.hex in self.zone[enemy]):
                    continue
                for price, by_road in steps(unit, going, there):
                    cost = best[going] + price
                    then = Going(there, going.by_road and by_road, in_zone)
                    if cost <= most and cost < best.get(then, cost + 1):
                        best[then] = cost
                        new.append(then)
        found: dict[str, Fraction] = {}
        for going, cost in best.items():
            if going.hex != start:
                found[going.hex] = min(cost, found.get(going.hex, cost))
        return found

    def _begins_by_road(self, unit: str) -> bool:
        """8.3, 10.4.1: in supply, alone on a road."""
        start = self.where[unit]
        return self.on_road(start) and not self.friends_in(unit, start) and self.is_supplied(unit)

    # --- 11.0 ------------------------------------------------------------------------------------

    def may_attack(self, unit: str, target: str) -> bool:
        """11.1, 11.2: in supply, not without strength, and vehicles only where they could cross."""
        here = self.where[unit]
        if target not in self.ground.around[here] or not self.is_supplied(unit) or self.strengths(unit)[0] == 0:
            return False
        river = self.between(here, target).river
        return self.on_foot(unit) or not river or bool(self.between(here, target).bridge)

    def attack_strength(self, attackers: list[str]) -> int:
        return sum(self.strengths(unit)[0] for unit in attackers)

    def defence_strength(self, target: str, side: int) -> int:
        """11.3.2: German infantry twice in the Westwall; one more in a Village."""
        row = self.ground.hexes[target]
        total = 0
        for unit in self.stack(target, side):
            doubled = side == GERMAN and "westwall" in row.areas and self.on_foot(unit)
            total += self.strengths(unit)[1] * (2 if doubled else 1)
        return total + (1 if row.place == "village" else 0)

    def is_alone(self, unit: str) -> bool:
        """11.2.1: no other unit of its division within three hexes."""
        division = counters()[unit]["division"]
        if not division:
            return False
        near = self.ground.within({self.where[unit]}, WITHIN_REACH_OF_DIVISION)
        fellows = [other for other in self.where if other != unit and counters()[other]["division"] == division]
        return not any(self.where[other] in near and self.side(other) == self.side(unit) for other in fellows)

    def shifts(self, attackers: list[str], target: str) -> int:
        """11.2.1, 11.3.2: to the right for the attacker, all together."""
        row, side = self.ground.hexes[target], 1 - self.side(attackers[0])
        defenders = self.stack(target, side)
        total = 0
        if side == ALLIED and any(self.is_alone(unit) for unit in defenders):
            total += 1
        if any(self.is_alone(unit) for unit in attackers):
            total -= 1
        if any(self.on_foot(unit) for unit in defenders):
            total -= (row.place == "town") + (row.terrain in ("woods", "forest"))
        total -= row.terrain == "rough"
        total -= all(self.between(self.where[unit], target).river for unit in attackers)
        if row.terrain == "clear" and row.place != "town":
            armor = [unit for unit in defenders if self.kind(unit) == "armor"]
            attacking = [unit for unit in attackers if self.kind(unit) == "armor"]
            if not attacking and any(self.is_supplied(unit) for unit in armor):
                total -= 1
            dry = [unit for unit in attacking if not self.between(self.where[unit], target).river]
            if dry and not armor:
                total += 1
        if any(not self.is_supplied(unit) for unit in defenders):
            total += 1
        return total
