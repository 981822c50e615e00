"""Bitter Woods: zones, supply, movement and odds once more, as plainly as the rulebook says them.

It knows the basic game and those options that change a price, a strength, a shift or the die without a throw of dice.
What a unit owes from earlier combats, events and the edge of the map are left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ardennes.board import SideRow
from tests.models.written import folder_of, ground_of, read, rows_of

GAME = "bitter_woods"
GERMAN, ALLIED = 0, 1
SILHOUETTE = "armor"
MECHANIZED = ("armor", "armored-infantry", "cavalry")
INFANTRY = ("infantry", "parachute", "glider")
GUNS = ("corps-artillery", "army-artillery")
ARTILLERY = (*GUNS, "rockets")
HEAVY = ("panther", "tiger", "jagdtiger")
WADERS = (*INFANTRY, "armored-infantry", "leader")
"""5.3: who goes on after a river, and crosses the Meuse; leaders like infantry."""
ARMIES = ("6th-panzer", "5th-panzer", "7th")
OFF_ROAD_SUPPLY = 4
MOST_SHIFTS = MOST_MODIFIERS = 2
DIVISION = 3
"""18.0: units that make a division."""
COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
BARRED = {
    "6th-panzer": ("south-of-6th-5th", "boundary-6th-5th"),
    "5th-panzer": ("north-of-6th-5th", "south-of-5th-7th"),
    "7th": ("north-of-5th-7th",),
}
"""5.4: where the mechanized units of an army may not go."""
SHARED = {"5th-panzer": ("boundary-6th-5th", "boundary-5th-7th", "shared-road"), "7th": ("boundary-5th-7th",)}
"""5.4: roads from which they may attack out."""


@cache
def counters() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows_of(GAME, "units.csv")}


@cache
def named() -> dict[str, object]:
    return tomllib.loads((folder_of(GAME) / "data/named.toml").read_text("utf-8"))


@cache
def turn_named(what: str) -> int:
    """A turn that a rule names, by its number."""
    turns = named()["turns"]
    assert isinstance(turns, dict)
    return next(int(row["turn"]) for row in rows_of(GAME, "turns.csv") if row["name"] == turns[what])


@cache
def ground_on(turn: int) -> str:
    return next(row["ground"] for row in rows_of(GAME, "turns.csv") if int(row["turn"]) == turn)


@cache
def sectors() -> set[tuple[str, str]]:
    """15.7: which Allied units an army may attack on the first turn."""
    return {(row["army"], row["unit"]) for row in rows_of(GAME, "sectors.csv")}


@cache
def began_in_zone() -> set[str]:
    """15.2: the Allied units that begin the campaign in a German zone."""
    ground = ground_of(GAME)
    start = {id: row["place"] for id, row in counters().items() if row["arrives"] == "0" and not row["only"]}
    zone = {
        there
        for id, hex in start.items()
        if counters()[id]["side"] == "0" and counters()[id]["kind"] not in ARTILLERY
        for there in ground.around[hex]
        if ground.side(hex, there).river != "meuse"
    }
    return {id for id, hex in start.items() if counters()[id]["side"] == "1" and hex in zone}


class Going(NamedTuple):
    """Where a unit is on its way, and whether it may go on."""

    hex: str
    moved: bool
    stopped: bool


class Model:
    """One position, and what the rulebook says of it."""

    def __init__(self, text: str, options: Iterable[str] = ()) -> None:
        said = read(text)
        self.options = frozenset(options)
        self.ground = ground_of(GAME)
        self.where = {unit: hex for unit, hex in said.on_map().items() if counters()[unit]["kind"] != "company"}
        self.said = said
        self.steps = {unit: int(said.units[unit]["steps"]) for unit in self.where}
        self.turn = int(said.clocks["turn"])
        self.blown = {side for side, about in said.hexsides.items() if about.get("blown") == "1"}
        self.held = [{hex for unit, hex in self.where.items() if self.side(unit) == side} for side in (GERMAN, ALLIED)]
        self.zones = [{hex: self._zone_of_stack(hex, side) for hex in self.held[side]} for side in (GERMAN, ALLIED)]
        """The zone of each stack, by side and hex."""
        self.zone = [set[str]().union(*zones.values()) for zones in self.zones]
        self.lines = [self._lines(side) for side in (GERMAN, ALLIED)]
        self.interdicted = {hex for hex, about in said.hexes.items() if about.get("interdicted") == "1"}

    # --- counters --------------------------------------------------------------------------------

    def side(self, unit: str) -> int:
        return int(counters()[unit]["side"])

    def kind(self, unit: str) -> str:
        return counters()[unit]["kind"]

    def is_artillery(self, unit: str) -> bool:
        return self.kind(unit) in ARTILLERY

    def is_leader(self, unit: str) -> bool:
        return self.kind(unit) == "leader"

    def fights(self, unit: str) -> bool:
        """A mechanized or non-mechanized unit."""
        return self.kind(unit) in MECHANIZED or self.kind(unit) in INFANTRY

    def has(self, unit: str, trait: str) -> bool:
        return trait in counters()[unit]["traits"].split()

    def army(self, unit: str) -> str:
        army = counters()[unit]["army"]
        return ARMIES[int(self.said.units[unit]["attached"])] if army == "declared" else army

    def noted(self, unit: str, what: str) -> bool:
        return self.said.units[unit].get(what, "0") not in ("0", "")

    def _printed(self, unit: str) -> tuple[int, int, int]:
        faces = counters()[unit]["strength"].split("/")
        strength, endurance, allowance = faces[len(faces) - self.steps[unit]].split("-")
        return int(strength), int(endurance), int(allowance)

    def is_supplied(self, unit: str) -> bool:
        """12.1: as the last supply phase found it."""
        return not self.noted(unit, "supply")

    def is_shocked(self, unit: str) -> bool:
        return self.noted(unit, "shocked")

    def endurance(self, unit: str) -> int:
        """9.3, 12.4, 21.3."""
        return self._printed(unit)[1] - (not self.is_supplied(unit)) - self.is_shocked(unit)

    def stack(self, hex: str, side: int) -> list[str]:
        return [unit for unit, place in self.where.items() if place == hex and self.side(unit) == side]

    # --- hexes and hexsides ----------------------------------------------------------------------

    def between(self, one: str, other: str) -> SideRow:
        return self.ground.side(one, other)

    def terrain(self, hex: str) -> str:
        """A town is nothing but a town."""
        row = self.ground.hexes[hex]
        return "town" if row.place == "town" else row.terrain

    def is_unbridged(self, one: str, other: str) -> bool:
        side = self.between(one, other)
        return bool(side.river) and (not side.bridge or frozenset((one, other)) in self.blown)

    def road_leads(self, one: str, other: str) -> bool:
        return bool(self.between(one, other).road) and not self.is_unbridged(one, other)

    def on_road(self, hex: str) -> bool:
        return any(self.between(hex, there).road for there in self.ground.around[hex])

    def has_way_out(self, unit: str, hex: str) -> bool:
        """5.3: armor stands in forest on roads alone."""
        return self.kind(unit) != SILHOUETTE or self.terrain(hex) != "forest" or self.on_road(hex)

    def is_in(self, hex: str, *areas: str) -> bool:
        return any(area in self.ground.hexes[hex].areas for area in areas)

    # --- 7.0 -------------------------------------------------------------------------------------

    def exerts(self, unit: str) -> bool:
        """7.3, 36.9: who has a zone beyond its own hex."""
        if self.has(unit, "battalion"):
            fellows = {other for other in self.stack(self.where[unit], GERMAN) if self.has(other, "battalion")}
            return "PA-3-2" in fellows and len(fellows) > 1
        return self.fights(unit)

    def covers(self, hex: str, there: str) -> bool:
        """7.1: a zone passes all hexsides but those of the Meuse."""
        return self.between(hex, there).river != "meuse"

    def _zone_of_stack(self, hex: str, side: int) -> set[str]:
        if not any(self.exerts(unit) for unit in self.stack(hex, side)):
            return set()
        return {there for there in self.ground.around[hex] if self.covers(hex, there)}

    # --- 12.0 ------------------------------------------------------------------------------------

    def is_free(self, hex: str, side: int) -> bool:
        """12.2: no enemy, and no zone of his unless a friend is there."""
        return hex not in self.held[1 - side] and (hex in self.held[side] or hex not in self.zone[1 - side])

    def _sources(self, side: int) -> set[str]:
        """12.3: roads off the friendly edges, and Liège."""
        if side == GERMAN:
            taken = {hex for hex in self.ground.area("liege") if any(map(self._fights_there, self.stack(hex, GERMAN)))}
            return self.ground.area("german-supply") | taken
        lost = {hex for hex in self.ground.area("liege") if self.said.hexes.get(hex, {}).get("control", "1") == "0"}
        return self.ground.area("allied-supply") | (self.ground.area("liege") - lost)

    def _fights_there(self, unit: str) -> bool:
        return not self.is_leader(unit)

    def _lines(self, side: int) -> set[str]:
        """12.2: hexes from which a road leads to a source, all of it free."""
        found: set[str] = set()
        new = {hex for hex in self._sources(side) if self.is_free(hex, side)}
        while new:
            found |= new
            new = {
                there
                for hex in new
                for there in self.ground.around[hex]
                if self.road_leads(hex, there) and self.is_free(there, side)
            } - found
        return found

    def traces(self, unit: str) -> bool:
        """12.2: four hexes to such a road, over any terrain."""
        side = self.side(unit)
        near = {self.where[unit]}
        for _ in range(OFF_ROAD_SUPPLY):
            near |= {there for hex in near for there in self.ground.around[hex] if self.is_free(there, side)}
        return bool(near & self.lines[side])

    def would_be_supplied(self, unit: str) -> bool:
        """12.4, 15.6: what a supply phase finds now."""
        return (self.side(unit) == GERMAN and self.turn <= turn_named("free_supply_until")) or self.traces(unit)

    # --- 5.0 -------------------------------------------------------------------------------------

    def allowance(self, unit: str) -> int:
        """5.2, 12.4, 15.2, 15.3, 15.7, 35.0: replaced, then less, then halved."""
        points = self._printed(unit)[2]
        if self.turn == turn_named("surprise"):
            points = self._first_turn(unit, points)
        if self.lacks_garrison(unit):
            points = max(0, points - 1)
        return points if self.is_supplied(unit) else -(-points // 2)

    def lacks_garrison(self, unit: str) -> bool:
        """35.0: as the start of the German turn found it."""
        return self.said.clocks.get("garrison_missing") == 1 and self.side(unit) == GERMAN and self.army(unit) == "7th"

    def _first_turn(self, unit: str, points: int) -> int:
        if self.side(unit) == GERMAN:
            if self.has(unit, "held-back"):
                return 0
            return points - 1 if self.kind(unit) in MECHANIZED else points
        if unit in began_in_zone():
            return points
        if self.is_artillery(unit):
            beside = any(there in self.held[GERMAN] for there in self.ground.around[self.where[unit]])
            return points if beside else 1
        if self.is_leader(unit) and "fast_leaders" in self.options:
            return points
        return 3 if counters()[unit]["division"] == named()["veterans"] else 2

    def is_bound(self, unit: str) -> bool:
        """5.4, 24.6, 37.2: until 18PM, whoever has not reached the end of a boundary."""
        if self.side(unit) == ALLIED or self.turn > turn_named("boundaries_until") or self.noted(unit, "unbound"):
            return False
        guns = self.is_artillery(unit) and "army_artillery" in self.options
        return self.kind(unit) in MECHANIZED or self.is_leader(unit) or guns

    def keeps_boundary(self, unit: str, there: str) -> bool:
        if not self.is_bound(unit) or self.is_in(there, "boundary-ends"):
            return True
        return not self.is_in(there, *BARRED.get(self.army(unit), ()))

    def road_price(self, unit: str) -> Fraction:
        """5.3."""
        if ground_on(self.turn) == "snow":
            return Fraction(1, 2)
        kind = self.kind(unit)
        if self.side(unit) == GERMAN and kind in GUNS:
            return Fraction(1, 2)
        if self.side(unit) == GERMAN and (kind in INFANTRY or kind == "rockets"):
            return Fraction(1, 3)
        return Fraction(1, 4)

    def terrain_price(self, unit: str, there: str) -> int:
        terrain, ground = self.terrain(there), ground_on(self.turn)
        light = self.kind(unit) in INFANTRY or self.is_leader(unit)
        price = 1
        if terrain in ("broken", "forest"):
            price = 2
        elif terrain == "light woods":
            price = 1 if light or ground in ("freeze", "snow") else 2
        elif terrain == "clear":
            price = 2 if ground == "mud" and not light else 1
        return price + (ground == "snow")

    def interdiction(self, unit: str, there: str) -> int:
        """11.3, 27.1."""
        if self.side(unit) == ALLIED or there not in self.interdicted or self.breaks_through(unit):
            return 0
        return 2 if self.kind(unit) in MECHANIZED else 1

    def breaks_through(self, unit: str) -> bool:
        """27.1: Peiper on 17AM ignores zones and interdiction."""
        return "peiper_and_skorzeny" in self.options and self.has(unit, "peiper") and self.turn == turn_named("peiper")

    def step(self, unit: str, going: Going, there: str) -> tuple[Fraction, bool] | None:
        """The price of a step, and whether the move ends with it; None where it is forbidden."""
        hex, enemy = going.hex, 1 - self.side(unit)
        side, kind = self.between(hex, there), self.kind(unit)
        if going.stopped or side.wall or there in self.held[enemy] or not self.keeps_boundary(unit, there):
            return None
        if side.river == "meuse" and not self._may_cross_meuse(unit):
            return None
        of_one_stack = any(hex in zone and there in zone for zone in self.zones[enemy].values())
        if of_one_stack and not self.breaks_through(unit):
            return None
        ends = there in self.zone[enemy] and not self.breaks_through(unit)
        if self.road_leads(hex, there):
            price = self.road_price(unit)
        else:
            if kind == SILHOUETTE and "forest" in (self.terrain(hex), self.terrain(there)):
                return None
            price = Fraction(self.terrain_price(unit, there))
            if self.is_unbridged(hex, there):
                if going.moved or counters()[unit]["silhouette"] in HEAVY:
                    return None
                if kind not in WADERS and side.river == "meuse":
                    return None
                ends = ends or kind not in WADERS or side.river == "meuse"
                price += self.terrain(there) in ("broken", "forest")
        challenge = "challenge_interdiction" in self.options and kind in MECHANIZED
        if challenge and self.interdiction(unit, there) and self.terrain(there) == "forest" and self.on_road(there):
            ends = True
        return price + self.interdiction(unit, there), ends

    def _may_cross_meuse(self, unit: str) -> bool:
        """28.1."""
        if "cooperation" not in self.options or counters()[unit]["nation"] != "British":
            return True
        return unit in ("11-29", "Montgomery")

    def may_stay(self, unit: str, there: str) -> bool:
        """24.3: one leader in a hex. 28.2: no British with US units."""
        friends = [other for other in self.stack(there, self.side(unit)) if other != unit]
        if self.is_leader(unit) and any(self.is_leader(other) for other in friends):
            return False
        if "cooperation" not in self.options:
            return True
        nations = {counters()[other]["nation"] for other in (*friends, unit) if other != "Montgomery"}
        return len(nations) <= 1

    def may_move(self, unit: str, *, exploiting: bool) -> bool:
        """14.0, 15.5, 35.0, 37.1."""
        held_back = self.turn == turn_named("surprise") and self.has(unit, "held-back")
        if held_back or self.kind(unit) == "army-artillery":
            return False
        return self.noted(unit, "reserve") == exploiting and not (exploiting and self.lacks_garrison(unit))

    def destinations(self, unit: str, *, exploiting: bool = False) -> dict[str, Fraction | None]:
        """Wherever a unit can go and at what price; None for the one hex it may always have (5.2)."""
        most, start = Fraction(self.allowance(unit)), Going(self.where[unit], False, False)
        if not self.may_move(unit, exploiting=exploiting):
            return {}
        best = {start: Fraction(0)}
        new = [start]
        while new:
            going = new.pop()
            for there in self.ground.around[going.hex]:
                found = self.step(unit, going, there)
                if found is None:
                    continue
                price, ends = found
                cost, then = best[going] + price, Going(there, True, ends)
                if cost <= most and cost < best.get(then, cost + 1):
                    best[then] = cost
                    new.append(then)
        costs: dict[str, Fraction | None] = {}
        for going, cost in best.items():
            known = costs.get(going.hex)
            if going.moved and going.hex != start.hex and (known is None or cost < known):
                costs[going.hex] = cost
        for there in self.ground.around[start.hex]:
            if there not in costs and self.step(unit, start, there) is not None:
                costs[there] = None
        return {hex: cost for hex, cost in costs.items() if self.may_stay(unit, hex)}

    # --- 9.0 to 11.0 -----------------------------------------------------------------------------

    def may_attack(self, unit: str, target: str) -> bool:
        """5.3, 5.4, 9.1, 14.1, 15.5, 15.7: who may strike at a hex next to him."""
        here = self.where[unit]
        return (
            self.fights(unit)
            and target in self.ground.around[here]
            and not self.between(here, target).wall
            and not self.noted(unit, "reserve")
            and self._attacks_within_boundary(unit, target)
            and self._faces(unit, target)
        )

    def _faces(self, unit: str, target: str) -> bool:
        """15.5, 15.7: on the first turn an army strikes at those before it, and I SS Corps at nobody."""
        if self.turn != turn_named("surprise") or self.side(unit) == ALLIED:
            return True
        defenders = [other for other in self.stack(target, ALLIED) if not self.is_leader(other)]
        return not self.has(unit, "held-back") and all((self.army(unit), other) in sectors() for other in defenders)

    def _attacks_within_boundary(self, unit: str, target: str) -> bool:
        if not self.is_bound(unit) or self.is_in(target, "boundary-ends"):
            return True
        army = self.army(unit)
        if not self.is_in(target, *BARRED.get(army, ())):
            return True
        return self.is_in(self.where[unit], *SHARED.get(army, ()))

    def _in_range(self, unit: str, target: str) -> bool:
        """5.3, 10.1 to 10.4: guns within range and beside no enemy, rockets next to it; over cliffs too."""
        here = self.where[unit]
        if self.noted(unit, "fired") or not self.is_artillery(unit):
            return False
        if self.kind(unit) == "rockets":
            return target in self.ground.around[here]
        if any(there in self.held[1 - self.side(unit)] for there in self.ground.around[here]):
            return False
        return target in self.ground.within({here}, int(counters()[unit]["range"]))

    def _of_one_kind(self, unit: str, company: Iterable[str]) -> bool:
        """28.4, 37.2: guns help their own nation, and until 18PM their own army."""
        others = [other for other in company if self.fights(other) or self.is_artillery(other)]
        if "cooperation" in self.options and self.side(unit) == ALLIED:
            return any(counters()[other]["nation"] == counters()[unit]["nation"] for other in others)
        limited = "army_artillery" in self.options and self.turn <= turn_named("boundaries_until")
        if limited and self.side(unit) == GERMAN and self.kind(unit) in GUNS:
            return any(self.army(other) == self.army(unit) for other in others)
        return True

    def may_fire_at(self, unit: str, target: str, attackers: list[str]) -> bool:
        """10.2, 12.4, 15.3, 15.7, 33.0: artillery in an attack."""
        if self.side(unit) != self.side(attackers[0]) or not self._in_range(unit, target):
            return False
        if not self.is_supplied(unit) or not self._of_one_kind(unit, attackers):
            return False
        if self.turn == turn_named("surprise"):
            spared = "spare_monschau" in self.options and self.ground.hexes[target].name == named()["monschau"]
            if self.side(unit) == ALLIED or spared or not self._faces(unit, target):
                return False
        return self._attacks_within_boundary(unit, target)

    def may_fire_for(self, unit: str, target: str, attackers: list[str]) -> bool:
        """10.2 to 10.4: guns in defence; rockets never."""
        side = 1 - self.side(attackers[0])
        if self.side(unit) != side or self.kind(unit) not in GUNS or self.where[unit] == target:
            return False
        return self._in_range(unit, target) and self._of_one_kind(unit, self.stack(target, side))

    def attack_strength(self, attackers: Iterable[str]) -> int:
        """12.4, 21.3: halved upwards, for each reason."""
        total = 0
        for unit in attackers:
            strength = self._printed(unit)[0]
            for halved in (not self.is_supplied(unit), self.is_shocked(unit)):
                strength = -(-strength // 2) if halved else strength
            total += max(1, strength)
        return total

    def all_across(self, attackers: Iterable[str], target: str) -> bool:
        """9.4: all but artillery strike over a river."""
        fighters = [unit for unit in attackers if self.fights(unit)]
        return bool(fighters) and all(self.between(self.where[unit], target).river for unit in fighters)

    def defence_strength(self, target: str, attackers: Iterable[str], guns: Iterable[str] = ()) -> int:
        """9.4, 10.3, 10.4."""
        side = 1 - self.side(next(iter(attackers)))
        doubled = self.terrain(target) == "town" or self.all_across(attackers, target)
        total = sum(self._defending(unit) for unit in guns)
        for unit in self.stack(target, side):
            if self.is_leader(unit):
                continue
            strength = self._defending(unit)
            if self.kind(unit) in GUNS:
                strength = -(-strength // 2)
            elif self.kind(unit) == "rockets":
                strength = 1
            elif doubled:
                strength *= 2
            total += strength
        return total

    def _defending(self, unit: str) -> int:
        strength = self._printed(unit)[0]
        return max(1, -(-strength // 2) if self.is_shocked(unit) else strength)

    def works(self, hex: str) -> str:
        """8.1, 8.2."""
        value = self.said.hexes.get(hex, {}).get("works", "0")
        return "fort" if self.is_in(hex, "permanent-forts") or value == "2" else "improved" if value == "1" else ""

    def left(self, attackers: list[str], target: str, guns: Iterable[str] = ()) -> int:
        """9.4, 28.3 and snow: what the defender shifts, without aircraft."""
        terrain = self.terrain(target)
        shifts = int(terrain in ("forest", "broken"))
        shifts += terrain == "town" and self.all_across(attackers, target)
        shifts += ground_on(self.turn) == "snow"
        if self.side(attackers[0]) == ALLIED:
            shifts += self.mixed_nations(attackers)
        return min(MOST_SHIFTS, shifts)

    def right(self, attackers: list[str], target: str, guns: Iterable[str] = ()) -> int:
        """15.1, 28.3, 32.0: what the attacker shifts, without aircraft."""
        shifts = 0
        if self.side(attackers[0]) == GERMAN:
            shifts += self.turn == turn_named("surprise") and "variable_surprise" not in self.options
            shifts += self.mixed_nations([*self.stack(target, ALLIED), *guns])
        shifts += "combined_arms" in self.options and self.arms_combine(attackers, target)
        return min(MOST_SHIFTS, shifts)

    def mixed_nations(self, units: Iterable[str]) -> bool:
        """28.3: US and British units in one combat, leaders aside."""
        if "cooperation" not in self.options:
            return False
        return {"US", "British"} <= {counters()[unit]["nation"] for unit in units if not self.is_leader(unit)}

    def arms_combine(self, attackers: list[str], target: str) -> bool:
        """32.0, 36.5."""
        kinds = {self.kind(unit) for unit in attackers if not self.has(unit, "no-regiment")}
        together = SILHOUETTE in kinds and {*INFANTRY, "armored-infantry"} & kinds and {*ARTILLERY} & kinds
        return bool(together) and self.terrain(target) in ("clear", "light woods") and not self.works(target)

    def modifier(self, attackers: list[str], target: str, guns: Iterable[str] = ()) -> int:
        """9.3, 8.1, 18.0: the sum on the die, two at most."""
        side = 1 - self.side(attackers[0])
        mine = max(self.endurance(unit) for unit in attackers)
        theirs = max(
            [self.endurance(unit) for unit in (*self.stack(target, side), *guns) if not self.is_leader(unit)] or [0]
        )
        total = int(theirs > mine) - int(mine > theirs and not self.works(target))
        if "integrity" in self.options:
            flanked, coordinated = self.is_flanked(attackers, target), self.is_coordinated(target, side)
            if flanked != coordinated:
                cancelled = self.works(target) == "fort" or self._over_meuse(attackers, target)
                total += 1 if coordinated else 0 if cancelled else -1
        return max(-MOST_MODIFIERS, min(MOST_MODIFIERS, total))

    def _over_meuse(self, attackers: list[str], target: str) -> bool:
        """18.3: one attacker across the Meuse, or by option all."""
        across = [self.between(self.where[unit], target).river == "meuse" for unit in attackers if self.fights(unit)]
        return all(across) if "all_across_meuse" in self.options else any(across)

    def _divisions(self, units: Iterable[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for unit in units:
            if (division := counters()[unit]["division"]) and self.fights(unit):
                found.setdefault(f"{counters()[unit]['nation']} {division}", []).append(unit)
        return found

    def _is_whole(self, division: str) -> bool:
        """18.3: none of its units is shocked or out of supply."""
        units = self._divisions(self.where).get(division, [])
        return all(self.is_supplied(unit) and not self.is_shocked(unit) for unit in units)

    @staticmethod
    @cache
    def _is_mechanized(division: str) -> bool:
        """Whether a German division is a panzer or panzergrenadier division."""
        kinds = [row["kind"] for row in counters().values() if f"{row['nation']} {row['division']}" == division]
        return division.startswith("German") and all(kind in MECHANIZED for kind in kinds)

    def is_flanked(self, attackers: list[str], target: str) -> bool:
        """18.1."""
        fighters = [unit for unit in attackers if self.fights(unit)]
        hexes = {self.where[unit] for unit in fighters}
        apart = any(there not in self.ground.around[hex] for hex, there in combinations(sorted(hexes), 2))
        if len(hexes) < 3 and not apart:
            return False
        for division, units in self._divisions(fighters).items():
            counted = units if self._is_mechanized(division) else [unit for unit in units if self.endurance(unit) >= 5]
            allowed = self._is_mechanized(division) or not division.startswith("German")
            if allowed and len(counted) >= DIVISION and self._is_whole(division):
                return True
        return False

    def is_coordinated(self, target: str, side: int) -> bool:
        """18.2."""
        for division, units in self._divisions(self.where).items():
            if side == GERMAN and not self._is_mechanized(division):
                continue
            if side == ALLIED and division.startswith("German"):
                continue
            strong = [unit for unit in units if self.endurance(unit) >= 5]
            close = [unit for unit in strong if any(self._are_close(unit, other) for other in strong if other != unit)]
            here = any(self.where[unit] == target for unit in close)
            if len(close) >= DIVISION and here and self._is_whole(division):
                return True
        return False

    def _are_close(self, one: str, other: str) -> bool:
        return self.where[one] == self.where[other] or self.where[other] in self.ground.around[self.where[one]]

    def column(self, attack: int, defence: int, right: int, left: int) -> str:
        """9.2: rounded for the defender, within the table, the attacker's shifts before the defender's."""
        if attack >= defence:
            index = COLUMNS.index("1-1") + min(6, attack // defence - 1)
        else:
            index = COLUMNS.index("1-1") - min(5, -(-defence // attack) - 1)
        index = min(len(COLUMNS) - 1, index + min(MOST_SHIFTS, right))
        return COLUMNS[max(0, index - min(MOST_SHIFTS, left))]
