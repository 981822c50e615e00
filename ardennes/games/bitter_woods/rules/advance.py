"""9.8 Advance after combat: through the hex the enemy has left, as far as he had to go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import Verb
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.bitter_woods.rules.allies import may_cross
from ardennes.games.bitter_woods.rules.angriff import may_go_past, ways_past
from ardennes.games.bitter_woods.rules.battalions import Regrouping, keep_together, on_map
from ardennes.games.bitter_woods.rules.boundaries import UNBOUND, may_be_in
from ardennes.games.bitter_woods.rules.field import HAS_MOVED, Field
from ardennes.games.bitter_woods.rules.opening import allowance, is_held_back, is_surprise
from ardennes.games.bitter_woods.rules.orders import may_end_in, may_enter
from ardennes.games.bitter_woods.rules.pieces import ADVANCE, ALONG, DONE, GERMAN
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.removal import lose_the_lone
from ardennes.games.bitter_woods.rules.road_march import RoadMarch
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.terrain import FRESH, HALTED, MEUSE, MEUSE_BRIDGE, prices_of, way_across
from ardennes.kernels.flags import BARRED, ZONE
from ardennes.numbers import NO_NUMBER, Hex, Hexside, Unit
from ardennes.rules import advance
from ardennes.rules.advance import Path


class Advance(advance.Advance):
    """9.8 The attackers of a combat may advance; or the defenders, one hex (9.5)."""

    first: tuple[Hex, ...]
    """The hexes that must be entered first: the one the defenders have left, or those of the attackers."""
    hexes: int
    """How far, without the bonus for keeping to the road."""
    road_bonus: bool
    past: Hex = NO_NUMBER
    """23.3 The hex of the defenders that an Angriff goes past."""
    converts: bool = False
    """27.1 What is left of the advance may become a march along the road."""


def most_hexes(p: Field, advance: Advance, unit: Unit) -> int:
    """9.8, 15.7 Half as far again by road for mechanized units, fractions up; not for the Germans on the first turn."""
    jammed = advance.side == GERMAN and is_surprise(p)
    piece = p.data.counters[unit]
    bonus = advance.road_bonus and (piece.mechanized or piece.leads) and not jammed
    return (3 * advance.hexes + 1) // 2 if bonus else advance.hexes


@derived(Until.ANY_CHANGE)
def ways_ahead(p: Field, unit: Unit, first: tuple[Hex, ...], hexes: int, most: int) -> dict[Hex, Path]:
    """9.8 The hexes a unit may advance to, each with the cheapest way: the vacated hex whatever it costs, then as far
    as its allowance carries it; a zone stops it but in the vacated hex; beyond the printed number by road only."""
    budget, zones = allowance(p, unit, advancing=True), p.way(p.data.sides[unit])
    best: dict[tuple[int, int, bool], int] = {}
    found: dict[Hex, tuple[int, Path]] = {}
    ways = [Ahead((p.where[unit],), 0, FRESH, True)]
    for way in ways:
        here, length = way.path[-1], len(way.path) - 1
        may_stop = length and has_room(p, unit, here) and may_end_in(p, unit, here)
        if may_stop and (here not in found or way.spent < found[here][0]):
            found[here] = way.spent, way.path[1:]
        if length == most or (length > 1 and zones[here] & ZONE):
            continue
        for there in p.data.board.around(here) if length else first:
            after = _one_more(p, unit, way, there, budget)
            if after is None or (length >= hexes and not after.by_road):
                continue
            key = (there, length, after.by_road)
            if after.spent < best.get(key, budget + 1):
                best[key] = after.spent
                ways.append(after)
    return {hex: path for hex, (_, path) in sorted(found.items())}


class Ahead(NamedTuple):
    """A unit on its way ahead."""

    path: Path
    spent: int
    mode: int
    by_road: bool
    """Whether it has kept to the road."""


def _one_more(p: Field, unit: Unit, way: Ahead, there: Hex, budget: int) -> Ahead | None:
    """9.8 One hex farther, or None where that is not allowed."""
    data, board, here, side = p.data, p.data.board, way.path[-1], p.data.sides[unit]
    if there in way.path or there not in board.around(here) or p.way(side)[there] & BARRED:
        return None
    if p.closed[there] == side + 1 or not (may_be_in(p, unit, there) and may_enter(p, unit, there)):
        return None
    edge = 6 * here + board.direction(here, there)
    hexside, is_first = board.side_of[edge], len(way.path) == 1
    if not may_cross(p, unit, hexside):
        return None
    prices = prices_of(data, unit, data.turns[p.turn - 1].ground, UNBOUND)
    after = prices.step(way.spent, way.mode, data.ground[edge], 0, 0, p.sides[hexside])
    if after < 0 or (after >> 8 > budget and not is_first):
        return None
    halts = is_first and is_unbridged(p, hexside) and not may_ford_on(p, unit, hexside)
    by_road = way.by_road and bool(board.road[hexside]) and not p.blown[hexside]
    return Ahead((*way.path, there), min(after >> 8, budget), HALTED if halts else after & 255, by_road)


def is_unbridged(p: Field, hexside: Hexside) -> bool:
    board = p.data.board
    return bool(board.river[hexside]) and (not board.bridge[hexside] or bool(p.blown[hexside]))


def may_ford_on(p: Field, unit: Unit, hexside: Hexside) -> bool:
    """9.8 Over a river without a bridge only infantry that has not moved goes beyond the vacated hex; over the Meuse
    nobody."""
    meuse = way_across(p.data.board, hexside) in (MEUSE, MEUSE_BRIDGE)
    return p.data.counters[unit].fords and not p.done[unit] & HAS_MOVED and not meuse


def is_stopped(p: Field, unit: Unit, path: Path) -> bool:
    """9.8 Whether a unit that has advanced so far is in an enemy zone that stops it."""
    return len(path) > 1 and bool(p.way(p.data.sides[unit])[path[-1]] & ZONE)


def ways_of(p: Field, advance: Advance, unit: Unit) -> dict[Hex, Path]:
    """The hexes a unit may advance to for all that concerns it alone."""
    if advance.past != NO_NUMBER:
        return ways_past(p, unit, advance.past, advance.hexes, most_hexes(p, advance, unit))
    return ways_ahead(p, unit, advance.first, advance.hexes, most_hexes(p, advance, unit))


def destinations(p: Field, advance: Advance, unit: Unit) -> dict[Hex, Path]:
    """The hexes a unit may advance to; 36.1 a battalion of KG Peiper only where no battalion is left alone, or where
    another can follow it so that none is."""
    ways = ways_of(p, advance, unit)
    if unit not in p.data.battalions:
        return ways
    others = [other for other in followers(p, advance) if other != unit]
    after = [(other, hex) for other in others for hex in ways_of(p, advance, other)]
    return {
        hex: path
        for hex, path in ways.items()
        if keep_together(p, {unit: hex}) or any(keep_together(p, {unit: hex, other: end}) for other, end in after)
    }


def followers(p: Field, advance: Advance) -> list[Unit]:
    """36.1 The battalions of KG Peiper that could still advance."""
    return [unit for unit in on_map(p) if unit in advance.waiting and may_advance(p, unit)]


def can_rejoin(p: Field, advance: Advance) -> bool:
    """36.1 Whether a battalion is alone, and an advance can end that."""
    if keep_together(p, {}):
        return False
    return any(keep_together(p, {unit: hex}) for unit in followers(p, advance) for hex in ways_of(p, advance, unit))


def may_advance(p: Field, unit: Unit) -> bool:
    """9.8, 15.5 Whether a unit that fought may advance at all."""
    return p.where[unit] >= 0 and not p.data.counters[unit].artillery and not is_held_back(p, unit)


class ChooseAdvance(Regrouping[Advance], advance.ChooseAdvance[Field, Advance]):
    """9.8 Which unit advances next; any number of those that fought, artillery excepted."""

    prompt, rule, refusal = "choose-advance", "9.8", "cannot-advance"
    reasons = {DONE: ("must-stay-together", "36.1")}
    verb, done, destinations = ADVANCE, DONE, staticmethod(destinations)

    def arguments(self, p: Field, advance: Advance) -> dict[str, Argument]:
        return {"hex": advance.first[0] if advance.first else advance.past}

    def gathers(self) -> Sequence[Verb]:
        return (ADVANCE,)

    def able(self, p: Field, advance: Advance) -> list[Unit]:
        able = [unit for unit in advance.waiting if may_advance(p, unit)]
        if advance.past == NO_NUMBER:
            return able
        return [unit for unit in able if may_go_past(p, unit, advance.past, advance.waiting)]

    def may_stop(self, p: Field, advance: Advance) -> bool:
        return not can_rejoin(p, advance)


class ChooseWay(advance.ChooseWay[Field, Advance]):
    """9.8 How far it goes."""

    rule, verb, refusal = "9.8", ALONG, "cannot-advance-there"
    destinations = staticmethod(destinations)

    def pick(self, p: Field, advance: Advance, hex: Hex) -> Procedure | Then:
        path = self.chosen_way(p, advance, hex)
        start = p.where[advance.unit]
        arrive(p, advance.unit, path, together=True)
        p.tell(Event("advances", {"unit": advance.unit, "from": start, "hex": path[-1]}, "9.8"))
        advance.waiting = tuple(unit for unit in advance.waiting if unit != advance.unit)
        unit, advance.unit = advance.unit, NO_UNIT
        left = advance.hexes - len(path)
        if advance.converts and left > 0 and not is_stopped(p, unit, path):
            advance.step = 0
            return RoadMarch(side=advance.side, unit=unit, hexes=left)
        return Then.REPEAT


def settle(p: Field, advance: Advance) -> None:
    """24.3 Leaders who are left alone now are lost."""
    if "leaders" in p.data.options:
        lose_the_lone(p)


Advance.steps = (ChooseAdvance(), ChooseWay(), settle)
