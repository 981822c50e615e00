"""15.0 The exits: an armor division that can leave the map in supply wins at once, so it is looked for, and stopped."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ardennes.games.bulge1944.advice_fields import ARMOR, Distances
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.movement import EXIT_COST, begin_move
from ardennes.games.bulge1944.pieces import ALLIED, GERMAN, SIXTHS
from ardennes.games.bulge1944.supply import ARMOR_MOVES_LESS, is_supplied, supply_line
from ardennes.games.bulge1944.victory import exits
from ardennes.games.bulge1944.walking import AS_ARMOR, search

LOOK_AHEAD = 2
"""Turns of movement within which a division is a danger to an exit."""
FADES = 2.0
"""Movement points beyond this turn's over which a danger fades."""
CUT_OFF = 0.3
"""What is left of the danger of a division out of supply."""
PLACES_TRIED = 3
"""Hexes that are tried out for each unit that could stop a division."""
STRONGER = 0.01
"""What a step of the unit that stops it counts."""


def way_out(p: Field, distances: Distances) -> tuple[int, int] | None:
    """A division that has not moved and an exit it can leave by now, in supply."""
    for unit, goals in _spearheads(p, distances, 1):
        if p.moved[unit]:
            continue
        home = p.where[unit]
        for manner in begin_move(p, unit).manners:
            found = search(p, unit, manner)
            near = [goal for goal in goals if goal == home or 0 <= found.cost_of(goal) <= manner[2] - EXIT_COST]
            for goal in near:
                if _supplied_at(p, unit, goal):
                    return unit, goal
    return None


def _spearheads(p: Field, distances: Distances, turns: float) -> Iterator[tuple[int, list[int]]]:
    """Armor divisions with the exits they are near to, on an empty map."""
    goals, table = exits(p), distances.turns[ARMOR]
    for unit in p.on_map(GERMAN) if goals else ():
        if p.kit.counters[unit].armor_division:
            near = [goal for goal in goals if table[p.where[unit], goal] <= turns]
            if near:
                yield unit, near


def _supplied_at(p: Field, unit: int, hex: int) -> bool:
    home = p.where[unit]
    if hex != home:
        p.put(unit, hex)
    supplied = is_supplied(p, unit)
    if hex != home:
        p.put(unit, home)
    return supplied


def dangers(p: Field, distances: Distances) -> dict[int, tuple[float, tuple[int, ...]]]:
    """For each spearhead, how near it is to leaving by the nearest exit that it could be supplied at, from nothing to
    one; and the way it would go."""
    kit, found = p.kit, {}
    for unit, goals in _spearheads(p, distances, LOOK_AHEAD):
        moves = kit.counters[unit].moves * SIXTHS
        supplied = is_supplied(p, unit)
        allowance = moves if supplied else moves - ARMOR_MOVES_LESS * SIXTHS
        kit.search.run(kit.prices_of[unit][AS_ARMOR], p.way(GERMAN), kit.still, p.where[unit], LOOK_AHEAD * moves)
        ways = sorted(
            (cost, goal, tuple(kit.search.path_to(goal))) for goal in goals if (cost := kit.search.cost_of(goal)) >= 0
        )
        worst, path = 0.0, ways[0][2] if ways else ()
        for cost, goal, way in ways:
            over = max(0.0, (cost + EXIT_COST - allowance) / SIXTHS)
            danger = math.exp(-over / FADES) * (1.0 if supplied else CUT_OFF)
            if danger > worst and (over > 0 or _supplied_at(p, unit, goal)):
                worst, path = danger, way
        if path:
            found[unit] = worst, path
    return found


def total(found: dict[int, tuple[float, tuple[int, ...]]]) -> float:
    """The chance, roughly, that one of them gets out."""
    stopped = 1.0
    for danger, _ in found.values():
        stopped *= 1 - 0.9 * danger
    return 1 - stopped


def stopping_move(p: Field, distances: Distances, least: float) -> tuple[int, int] | None:
    """The Allied move that takes most of the danger away, across the path of a division or its line of supply; None
    where none takes away ``least``."""
    found = dangers(p, distances)
    before = total(found)
    if before < least:
        return None
    board = p.kit.board
    touched: dict[int, float] = {}
    for unit, (danger, path) in found.items():
        if danger < least:
            continue
        for hex in {*path[1:], *supply_line(p, unit)}:
            for near in (hex, *board.around(hex)):
                touched[near] = touched.get(near, 0.0) + danger
    best, choice = least, None
    for unit in p.on_map(ALLIED):
        if p.moved[unit]:
            continue
        home = p.where[unit]
        for hex in _most_touched(touched, _reached(p, unit)):
            p.put(unit, hex)
            gain = before - total(dangers(p, distances)) + STRONGER * p.steps[unit]
            p.put(unit, home)
            if gain > best:
                best, choice = gain, (unit, hex)
    return choice


def _reached(p: Field, unit: int) -> set[int]:
    return {hex for manner in begin_move(p, unit).manners for hex in search(p, unit, manner).destination_hexes()}


def _most_touched(touched: dict[int, float], hexes: Iterable[int]) -> list[int]:
    return sorted(touched.keys() & set(hexes), key=lambda hex: (-touched[hex], hex))[:PLACES_TRIED]
