"""1944: zones, supply, movement and dice once more, as plainly as the rulebook says them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tests.models.written import Ground, ground_of, read, rows_of

GAME = "bulge1944"
GERMAN, ALLIED = 0, 1
ROAD_ENDS = {
    GERMAN: ("E5", "E6", "E7"),
    ALLIED: ("N1", "N2", "N3", "N4", "W1", "W2", "S1", "S2", "S3", "S4", "S5"),
}
EDGES = {GERMAN: ("east-edge",), ALLIED: ("north-edge", "west-edge", "south-edge")}
ARMOR = ("armor", "mechcav", "panzergrenadier")
"""4.0, 4.2: mechanized cavalry and panzer-grenadiers are armor."""
SHORT_OF_SUPPLY = {"armor": (3, 2), "infantry": (1, 1)}
"""13.0: movement points and dice that a unit out of supply loses."""


@cache
def counters() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows_of(GAME, "units.csv")}


class Model:
    """One position, and what the rulebook says of it."""

    def __init__(self, text: str) -> None:
        self.ground: Ground = ground_of(GAME)
        on_map = read(text).on_map()
        self.where = {unit: hex for unit, hex in on_map.items() if unit in counters()}
        self.held = [self._hexes_of(side) for side in (GERMAN, ALLIED)]
        self.zone = [{there for hex in held for there in self.ground.around[hex]} for held in self.held]
        self.sources = [self._lines(side) for side in (GERMAN, ALLIED)]

    def _hexes_of(self, side: int) -> set[str]:
        return {hex for unit, hex in self.where.items() if self.side(unit) == side}

    def side(self, unit: str) -> int:
        return int(counters()[unit]["side"])

    def is_armor(self, unit: str) -> bool:
        return counters()[unit]["kind"] in ARMOR

    def is_american_airborne(self, unit: str) -> bool:
        return counters()[unit]["kind"] == "airborne" and counters()[unit]["nation"] == "US"

    # --- 13.0 ------------------------------------------------------------------------------------

    def is_free(self, hex: str, side: int) -> bool:
        """Whether a line of this side may lead through a hex: no enemy, and no enemy zone unless a friend is there."""
        enemy = 1 - side
        return hex not in self.held[enemy] and (hex not in self.zone[enemy] or hex in self.held[side])

    def _lines(self, side: int) -> set[str]:
        """Road hexes from which a road leads to a numbered hex of the own edge, all of it free."""
        ends = {hex for name in ROAD_ENDS[side] for hex in self.ground.area(name)}
        found, new = set(), {hex for hex in ends if self.is_free(hex, side)}
        while new:
            found |= new
            new = {
                there
                for hex in new
                for there in self.ground.around[hex]
                if self.ground.side(hex, there).road and self.is_free(there, side)
            } - found
        return found

    def edge(self, side: int) -> set[str]:
        return {hex for name in EDGES[side] for hex in self.ground.area(name)}

    def hex_is_supplied(self, hex: str, side: int) -> bool:
        """Whether a unit in this hex would be in supply: on the own edge, or at most three free hexes from a line."""
        edge = self.edge(side)
        if hex in edge or hex in self.sources[side]:
            return True
        reached = {hex}
        for _ in range(3):
            reached |= {there for one in reached for there in self.ground.around[one] if self.is_free(there, side)}
        return bool(reached & (edge | self.sources[side]))

    def is_supplied(self, unit: str) -> bool:
        return self.hex_is_supplied(self.where[unit], self.side(unit))

    def shortage(self, unit: str) -> tuple[int, int]:
        """What supply takes from its movement and its dice."""
        if self.is_american_airborne(unit) or self.is_supplied(unit):
            return 0, 0
        return SHORT_OF_SUPPLY["armor" if self.is_armor(unit) else "infantry"]

    # --- 11.0 ------------------------------------------------------------------------------------

    def allowance(self, unit: str) -> int:
        return max(0, int(counters()[unit]["moves"]) - self.shortage(unit)[0])

    def bridge_is_open(self, here: str, there: str, side: int) -> bool:
        """Allied zones close bridges to Germans, unless a German stands in the hex; the one who crosses stands here."""
        closed = there in self.zone[ALLIED] and there not in self.held[GERMAN]
        return side == ALLIED or not closed

    def by_road(self, here: str, there: str, side: int) -> bool:
        row = self.ground.side(here, there)
        return bool(row.road) and (not row.river or (bool(row.bridge) and self.bridge_is_open(here, there, side)))

    def price(self, unit: str, here: str, there: str) -> Fraction | None:
        """What a step costs; None where it is forbidden."""
        side, armor = self.side(unit), self.is_armor(unit)
        if there in self.held[1 - side] or not self._may_be_in(unit, there):
            return None
        road = self.by_road(here, there, side)
        if road:
            cost = Fraction(1, 2) if armor else Fraction(1)
            if there in self.held[side]:
                cost = Fraction(1)
        else:
            ground = self.ground.hexes[there]
            rough = ground.terrain == "rough" and ground.place != "city"
            if armor and rough and self.ground.hexes[here].terrain == "rough":
                return None
            cost = Fraction({"clear": 1, "forest": 2, "rough": 3 if armor else 2}[ground.terrain])
            if ground.place == "city":
                cost = Fraction(1)
        if there in self.zone[1 - side]:
            cost = max(cost, Fraction(3))
        if self.ground.side(here, there).river and not road:
            cost += 3 if armor else 1
        return cost

    def _may_be_in(self, unit: str, hex: str) -> bool:
        """14.0: XXX Corps stays beyond the Meuse and in the hexes that touch it."""
        if counters()[unit]["army"] != "XXX Corps":
            return True
        touches = any(self.ground.side(hex, there).name == "Meuse" for there in self.ground.around[hex])
        return touches or hex in self.ground.area("northwest-of-meuse")

    def motorized_price(self, unit: str, here: str, there: str) -> Fraction | None:
        """A third of a point along the road, far from the enemy."""
        side = self.side(unit)
        barred = there in self.held[1 - side] or there in self.zone[1 - side] or not self._may_be_in(unit, there)
        if barred or not self.by_road(here, there, side):
            return None
        return Fraction(1) if there in self.held[side] else Fraction(1, 3)

    def may_ride(self, unit: str) -> bool:
        return (
            self.side(unit) == ALLIED
            and not self.is_armor(unit)
            and self.is_supplied(unit)
            and self.where[unit] not in self.zone[GERMAN]
        )

    def destinations(self, unit: str) -> dict[str, Fraction]:
        """Every hex the unit can end in, at the least price."""
        found = self._walk(unit, self.price)
        if self.may_ride(unit):
            for hex, cost in self._walk(unit, self.motorized_price).items():
                found[hex] = min(cost, found.get(hex, cost))
        friends = self.held[self.side(unit)]
        return {hex: cost for hex, cost in found.items() if hex not in friends and hex != self.where[unit]}

    def _walk(self, unit: str, price) -> dict[str, Fraction]:  # type: ignore[no-untyped-def]
        """All that can be reached, found by going on from every hex until nothing gets cheaper."""
        most, start = self.allowance(unit), self.where[unit]
        best = {start: Fraction(0)}
        new = {start}
        while new:
            better = {}
            for here in new:
                for there in self.ground.around[here]:
                    step = price(unit, here, there)
                    if step is None or best[here] + step > most:
                        continue
                    cost = best[here] + step
                    if cost < min(best.get(there, cost + 1), better.get(there, cost + 1)):
                        better[there] = cost
            best.update(better)
            new = set(better)
        return best

    # --- 12.0, 17.0 ------------------------------------------------------------------------------

    def attack_dice(self, unit: str, target: str) -> int:
        """What one attacker rolls against a hex, before guns, aircraft and leaders."""
        ground, armor = self.ground.hexes[target], self.is_armor(unit)
        less = {"clear": 0, "forest": 1, "rough": 2 if armor else 1}[ground.terrain]
        if ground.place == "city":
            less = 1
        if self.ground.side(self.where[unit], target).river:
            less += 1
        return max(0, int(counters()[unit]["dice"]) - less - self.shortage(unit)[1])

    def defence_dice(self, unit: str) -> int:
        ground = self.ground.hexes[self.where[unit]]
        more = {"town": 1, "city": 2}.get(ground.place, 0)
        if "siegfried-line" in ground.areas and self.side(unit) == GERMAN:
            more += 2
        return max(0, int(counters()[unit]["dice"]) + more - self.shortage(unit)[1])
