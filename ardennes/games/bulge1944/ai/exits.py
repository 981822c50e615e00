"""15.0 The exits: an armor division that can leave the map in supply wins at once, so it is looked for, and stopped."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ardennes.advisor.guards import let_in_by
from ardennes.games.bulge1944.ai.ground import ARMOR, DIVISION, Ground
from ardennes.games.bulge1944.ai.memory import destinations, remembered
from ardennes.games.bulge1944.rules.field import ELIMINATED, Field
from ardennes.games.bulge1944.rules.movement import EXIT_COST, first_manners
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SIXTHS
from ardennes.games.bulge1944.rules.supply import ARMOR_MOVES_LESS, is_supplied
from ardennes.games.bulge1944.rules.victory import exits
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, search
from ardennes.numbers import Hex, Unit
from ardennes.rules.supply import line_from

LOOK_AHEAD = 2
"""Turns of movement within which a division is a danger to an exit."""
FADES = 2.0
"""Movement points beyond this turn's over which a danger fades."""
CUT_OFF = 0.3
"""What is left of the danger of a division out of supply."""
STRONGER = 0.01
"""What a step of the unit that stops it counts."""
WEAK = 2
"""Steps up to which a unit may be gone before a division sets out."""

Way = tuple[float, tuple[Hex, ...]]
"""How near a division is to leaving by it, from nothing to one, and its hexes."""


def way_out(p: Field, ground: Ground) -> tuple[Unit, Hex] | None:
    """A division that has not moved and an exit it can leave by now, in supply."""
    for unit, goals in _spearheads(p, ground, 1):
        if p.moved[unit]:
            continue
        home = p.where[unit]
        for movement_mode in first_manners(p, unit):
            found = search(p, unit, movement_mode)
            near = [goal for goal in goals if goal == home or 0 <= found.cost_of(goal) <= movement_mode[2] - EXIT_COST]
            for goal in near:
                if _supplied_at(p, unit, goal):
                    return unit, goal
    return None


def _spearheads(p: Field, ground: Ground, turns: int) -> Iterator[tuple[Unit, tuple[Hex, ...]]]:
    """Armor divisions with the exits they are near to, on an empty map."""
    goals = exits(p)
    if goals:
        near, where = _near(ground, tuple(goals), turns), p.where
        for unit in p.on_map(GERMAN):
            if ground.kinds[unit] == DIVISION and near[where[unit]]:
                yield unit, near[where[unit]]


@lru_cache(maxsize=16)
def _near(ground: Ground, goals: tuple[Hex, ...], turns: int) -> list[tuple[Hex, ...]]:
    """For every hex the goals that armor is so many turns from."""
    rows = zip(*(ground.distances.turns_to(ARMOR, goal).tolist() for goal in goals), strict=True)
    return [tuple(goal for goal, far in zip(goals, row, strict=True) if far <= turns) for row in rows]


def _supplied_at(p: Field, unit: Unit, hex: Hex) -> bool:
    home = p.where[unit]
    if hex != home:
        p.put(unit, hex)
    supplied = is_supplied(p, unit)
    if hex != home:
        p.put(unit, home)
    return supplied


def dangers(p: Field, ground: Ground) -> dict[Unit, Way]:
    """For each spearhead, how near it is to leaving by the nearest exit that it could be supplied at, from nothing to
    one; and the way it would go."""
    looked_at = {unit: _ways(p, unit, goals) for unit, goals in _spearheads(p, ground, LOOK_AHEAD)}
    return {unit: max(ways, key=lambda way: way[0]) for unit, ways in looked_at.items() if ways}


@remembered()
def _ways(p: Field, unit: Unit, goals: tuple[Hex, ...]) -> list[Way]:
    """For each of these exits that is not closed, how near a spearhead is to leaving by it, and its way."""
    data, search = p.data, p.data.search
    moves = data.counters[unit].moves * SIXTHS
    supplied = is_supplied(p, unit)
    allowance = moves if supplied else moves - ARMOR_MOVES_LESS * SIXTHS
    search.run(data.prices_of[unit][AS_ARMOR], p.way(GERMAN), data.printed_sides, p.where[unit], LOOK_AHEAD * moves)
    open_ways = [(cost, goal, tuple(search.path_to(goal))) for goal in goals if (cost := search.cost_of(goal)) >= 0]
    ways: list[Way] = []
    for cost, goal, path in sorted(open_ways):
        over = max(0.0, (cost + EXIT_COST - allowance) / SIXTHS)
        danger = math.exp(-over / FADES) * (1.0 if supplied else CUT_OFF)
        ways.append((danger if over > 0 or _supplied_at(p, unit, goal) else 0.0, path))
    return ways


def total(found: Iterable[float]) -> float:
    """The chance, roughly, that one of them gets out."""
    stopped = 1.0
    for danger in found:
        stopped *= 1 - 0.9 * danger
    return 1 - stopped


@remembered(lambda p: (p.card, p.moved.tobytes(), p.steps.tobytes()))
def stopping_move(p: Field, ground: Ground, least: float, frail: float, places: int) -> tuple[Unit, Hex] | None:
    """The Allied move that takes most of the danger at all exits away, across the path of a division or its line of
    supply; None where none takes away ``least``."""
    found = Exits(p, ground, frail)
    before = found.danger(p, math.inf)
    if before < least:
        return None
    touched = found.touched()
    best, choice = least, None
    for unit in p.on_map(ALLIED):
        if p.moved[unit]:
            continue
        home, strength = p.where[unit], STRONGER * p.steps[unit]
        for hex in _most_touched(touched, destinations(p, unit), places):
            p.put(unit, hex)
            gain = before - found.danger(p, before + strength - best) + strength
            p.put(unit, home)
            if gain > best:
                best, choice = gain, (unit, hex)
    return choice


def let_in(p: Field, ground: Ground, frail: float, moves: Sequence[tuple[Unit, Hex]]) -> float:
    """How much more danger there would be at the exits after some moves."""
    found = Exits(p, ground, frail)
    return let_in_by(p, moves, lambda position: found.danger(position, math.inf))


class Exits:
    """The danger at all exits, as the Allies stand in a position, and as they would with a weak unit less that bars the
    way of a division which has no more than a turn to go: ``frail`` is what is to be feared for its last step, its
    square for two."""

    def __init__(self, p: Field, ground: Ground, frail: float) -> None:
        self._p, self._heads = p, list(_spearheads(p, ground, LOOK_AHEAD))
        self._near = list(_spearheads(p, ground, 1)) if frail else []
        self._without: list[tuple[Unit, float]] = []
        if self._near:
            as_it_is = _in_all(p, self._near, math.inf)
            for unit in p.on_map(ALLIED):
                if p.steps[unit] <= WEAK and _in_all(_less(p, unit), self._near, math.inf) > as_it_is:
                    self._without.append((unit, frail ** p.steps[unit]))

    def danger(self, p: Field, enough: float) -> float:
        """In a position; no more is looked at once it is ``enough``."""
        found = _in_all(p, self._heads, enough)
        for unit, weight in self._without:
            if found > enough:
                break
            found += weight * _in_all(_less(p, unit), self._near, math.inf)
        return found

    def touched(self) -> dict[Hex, float]:
        """How much of the danger comes by each hex or beside it, or is supplied that way."""
        found = _touched(self._p, self._heads)
        for unit, weight in self._without:
            for hex, danger in _touched(_less(self._p, unit), self._near).items():
                found[hex] = found.get(hex, 0.0) + weight * danger
        return found


def _less(p: Field, unit: Unit) -> Field:
    """The position without a unit."""
    less = p.copy()
    less.put(unit, p.data.box(ELIMINATED))
    return less


def _in_all(p: Field, heads: Iterable[tuple[Unit, tuple[Hex, ...]]], enough: float) -> float:
    """The dangers of all spearheads at all exits, so that closing one of two ways counts too; no more is looked at once
    it is ``enough``."""
    found = 0.0
    for unit, goals in heads:
        found += sum(danger for danger, _ in _ways(p, unit, goals))
        if found > enough:
            break
    return found


def _touched(p: Field, heads: Iterable[tuple[Unit, tuple[Hex, ...]]]) -> dict[Hex, float]:
    """How much of the danger comes by each hex or beside it, or is supplied that way."""
    board = p.data.board
    touched: dict[Hex, float] = {}
    for unit, goals in heads:
        by: dict[Hex, float] = {}
        for danger, path in _ways(p, unit, goals):
            for hex in path[1:]:
                by[hex] = by.get(hex, 0.0) + danger
        whole = max(by.values(), default=0.0)
        if whole:
            by.update(dict.fromkeys(line_from(p, unit), whole))
        for hex, danger in by.items():
            for near in (hex, *board.around(hex)):
                touched[near] = touched.get(near, 0.0) + danger
    return touched


def _most_touched(touched: dict[Hex, float], hexes: Iterable[Hex], places: int) -> list[Hex]:
    return sorted(touched.keys() & set(hexes), key=lambda hex: (-touched[hex], hex))[:places]
