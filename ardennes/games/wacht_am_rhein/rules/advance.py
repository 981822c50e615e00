"""10.9 Advance after combat: into the hex the loser has left, then along his Path of Retreat."""

from __future__ import annotations

from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import BUILDING, Field
from ardennes.games.wacht_am_rhein.rules.gun_movement import marches_when_out
from ardennes.games.wacht_am_rhein.rules.pieces import ADVANCE, ALONG, DONE
from ardennes.games.wacht_am_rhein.rules.positions import disturb, give_up
from ardennes.games.wacht_am_rhein.rules.restrictions import note_approach
from ardennes.games.wacht_am_rhein.rules.retreats import NO_WAY, fall_in, step_cost
from ardennes.games.wacht_am_rhein.rules.stacking import has_room
from ardennes.numbers import Hex, Unit
from ardennes.rules import advance
from ardennes.rules.advance import Path

FREE = ("tank", "reconnaissance")
"""10.94 Kinds that may leave the Path of Retreat."""


class Advance(advance.Advance):
    """10.91 The victors of a combat may advance, one after another."""

    ways: tuple[tuple[Hex, ...], ...]
    """The hexes that were left, each with the Path of Retreat behind it."""
    length: int
    fought: bool = True
    """10.93 After a result of the table, which March Mode adds a hex to; 10.87 not where a headquarters left before."""


def may_advance(p: Field, unit: Unit) -> bool:
    """10.91, WAR-R114 Whether a unit is still there and can move at all; 15.26 who builds a bridge stays."""
    return p.where[unit] >= 0 and p.face(unit).moves > 0 and p.bridge[unit] != BUILDING


def ways_ahead(p: Field, advance: Advance, unit: Unit) -> dict[Hex, list[Path]]:
    """10.94 The ways by which a unit may advance, the shortest first, by the hexes where they end: first a hex that was
    left, then along the path behind it; tanks and reconnaissance as they like. 9.25 A team goes as far as both can."""
    known, key = p.caches[ANY_CHANGE], (ways_ahead, advance.ways, advance.length, advance.fought, unit)
    if key not in known:
        known[key] = find_ways(p, advance, unit)
    ways: dict[Hex, list[Path]] = known[key]
    return ways


def find_ways(p: Field, advance: Advance, unit: Unit) -> dict[Hex, list[Path]]:
    together, most = p.team_of(unit), advance.length + (advance.fought and bool(p.march[unit]))
    free = all(p.data.counters[each].kind in FREE for each in together)
    found: dict[Hex, list[Path]] = {}
    for way in advance.ways:
        if way[0] not in p.data.board.around(p.where[unit]):
            continue
        paths: list[Path] = [()]
        for path in paths:
            here = path[-1] if path else p.where[unit]
            if len(path) == most or (path and is_stopped(p, unit, path)):
                continue
            ahead = way[:1] if not path else p.data.board.around(here) if free else way[len(path) :][:1]
            for there in ahead:
                if there in path or there == p.where[unit]:
                    continue
                if not all(can_go(p, each, here, there) for each in together):
                    continue
                paths.append((*path, there))
                if has_room(p, unit, there):
                    found.setdefault(there, []).append((*path, there))
    return {hex: sorted(ways, key=len) for hex, ways in sorted(found.items())}


def destinations(p: Field, advance: Advance, unit: Unit) -> dict[Hex, Path]:
    """10.94 Where a unit may advance to, with the way it takes if its owner names no other."""
    return {hex: ways[0] for hex, ways in ways_ahead(p, advance, unit).items()}


def can_go(p: Field, unit: Unit, here: Hex, there: Hex) -> bool:
    """10.96, 10.97 No enemies, no ground or water closed to it in its mode; no headquarters into an enemy zone; 9.21 no
    gun that would be a column then onto another."""
    if there not in p.data.board.around(here) or step_cost(p, unit, here, there) == NO_WAY:
        return False
    if marches_when_out(p, unit) and any(p.march[other] for other in p.units_in(there)):
        return False
    return not (p.data.counters[unit].headquarters and p.in_enemy_zone(there, p.data.sides[unit]))


def is_stopped(p: Field, unit: Unit, path: Path) -> bool:
    """10.94, 10.98 A rigid zone stops an advance, but not in the first hex (errata); so does a river that was
    crossed."""
    before = path[-2] if len(path) > 1 else p.where[unit]
    crossed = p.data.board.side(before, path[-1]) in p.data.rivers
    return crossed or (len(path) > 1 and p.in_rigid_zone(path[-1], p.data.sides[unit]))


class ChooseAdvance(advance.ChooseAdvance[Field, Advance]):
    """10.95 Which unit advances next; nobody has to."""

    prompt, rule, refusal = "choose-advance", "10.91", "cannot-advance"
    verb, done, destinations = ADVANCE, DONE, staticmethod(destinations)

    def arguments(self, p: Field, advance: Advance) -> dict[str, Argument]:
        return {"hexes": tuple(way[0] for way in advance.ways)}

    def able(self, p: Field, advance: Advance) -> list[Unit]:
        return [unit for unit in advance.waiting if may_advance(p, unit)]


class ChooseWay(advance.ChooseWay[Field, Advance]):
    """10.94 How far it goes, and by which of its ways."""

    rule, verb, refusal = "10.94", ALONG, "cannot-advance-there"
    destinations = staticmethod(destinations)

    def ways_to(self, p: Field, advance: Advance, hex: Hex) -> list[Path]:
        return ways_ahead(p, advance, advance.unit)[hex]

    def pick(self, p: Field, advance: Advance, hex: Hex) -> Then:
        unit = advance.unit
        together, path = p.team_of(unit), self.chosen_way(p, advance, hex)
        for each in together:
            go_ahead(p, each, path)
        advance.waiting = tuple(other for other in advance.waiting if other not in together)
        advance.unit = NO_UNIT
        return Then.REPEAT


def go_ahead(p: Field, unit: Unit, path: Path) -> None:
    """10.94 A unit advances; 11.52 a gun is Out of Battery then; 16.36 a position it leaves empty is lost; 25.27 fuel
    dumps on its way are captured."""
    start = p.where[unit]
    p.pass_dumps(unit, path[:-1])
    p.put(unit, path[-1])
    p.battery[unit] = 0
    if marches_when_out(p, unit):
        fall_in(p, unit)
    give_up(p, start)
    disturb(p, p.data.sides[unit], path)
    note_approach(p, (unit,), path)
    p.tell(Event("advances", {"unit": unit, "from": start, "hex": path[-1]}, "10.94"))


Advance.steps = (ChooseAdvance(), ChooseWay())
