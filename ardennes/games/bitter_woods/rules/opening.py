"""15.0 Initial surprise: what the first turn allows, and what holds besides for a while."""

from __future__ import annotations

from ardennes.engine.derived import Until, derived
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.details import lost_for_garrison
from ardennes.games.bitter_woods.rules.events import allowance_by_event, is_halved_by_event
from ardennes.games.bitter_woods.rules.field import HAS_EXPLOITED, Field
from ardennes.games.bitter_woods.rules.orders import ordered_allowance, ordered_to_hold
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TWELFTHS
from ardennes.numbers import Hex, Unit

GUN_MOVES, VETERAN_MOVES, OTHER_MOVES = 1, 3, 2
"""15.2 The allowances of Allied units on the first turn that did not begin in a German zone of control."""
TRAFFIC_JAM = 1
"""15.7 What German mechanized units lose of theirs."""


def is_surprise(p: Field) -> bool:
    """Whether this is the turn of the surprise attack."""
    return p.turn == p.data.surprise


def allowance(p: Field, unit: Unit, *, advancing: bool = False) -> int:
    """5.2, 12.4, 15.2, 15.7, 35.0 A unit's movement allowance now, in twelfths: values that replace the printed one,
    then what is taken off, then halved out of supply, fractions up."""
    points = p.face(unit).moves
    if p.happened:
        points = allowance_by_event(p, unit, points)
    if is_surprise(p):
        if p.data.sides[unit] == ALLIED and not advancing:
            points = min(points, _first_moves(p, unit))
        elif p.data.counters[unit].side == GERMAN and p.data.counters[unit].mechanized:
            points = max(0, points - TRAFFIC_JAM)
    if p.garrison_missing and not advancing:
        points = max(0, points - lost_for_garrison(p, unit))
    if p.data.orders:
        points = ordered_allowance(p, unit, points)
    if not p.is_supplied(unit):
        points = (points + 1) // 2
    if p.happened and is_halved_by_event(p, unit):
        points = (points + 1) // 2
    return points * TWELFTHS


def _first_moves(p: Field, unit: Unit) -> int:
    """15.2 What an Allied unit has on the first turn; 34.0 leaders everything, where that is played."""
    piece = p.data.counters[unit]
    if p.watched[unit] or (piece.kind == "leader" and "fast_leaders" in p.data.options):
        return p.face(unit).moves
    if piece.artillery:
        return GUN_MOVES
    return VETERAN_MOVES if piece.division == p.data.named.veterans else OTHER_MOVES


def note_watched_guns(p: Field) -> None:
    """15.3 Allied artillery with a German unit beside it when Allied movement begins moves as far as it can."""
    for unit in p.on_map(ALLIED):
        if p.data.counters[unit].artillery and p.is_beside_enemy(unit):
            p.watched[unit] = 1


@derived(Until.ANY_CHANGE)
def held_back(p: Field) -> frozenset[int]:
    """15.5 The 1st SS Panzer Corps takes no part in the first turn; 3.0 the frozen regiment none until it is freed;
    2.9 others by the orders of a scenario."""
    held = ordered_to_hold(p) if p.data.orders else frozenset()
    if is_surprise(p):
        held |= p.data.held_at_first
    frozen = [unit for unit in p.data.frozen if is_frozen(p, unit)]
    return held.union(frozen) if frozen else held


def is_held_back(p: Field, unit: Unit) -> bool:
    return unit in held_back(p)


def is_frozen(p: Field, unit: Unit) -> bool:
    return not p.watched[unit] and p.turn <= p.data.turn_named(p.data.named.turns.frozen_until)


def free_the_frozen(p: Field) -> None:
    """3.0 A German unit near it at the start of an Allied turn frees the frozen regiment."""
    for unit in p.on_map(ALLIED):
        if "frozen" in p.data.counters[unit].words:
            near = p.data.within[p.data.named.frozen_near][p.where[unit]]
            if not near.isdisjoint(p.hexes_of(GERMAN)):
                p.watched[unit] = 1


def is_peipers_day(p: Field, unit: Unit) -> bool:
    """27.1 Whether a unit is KG Peiper on the one turn of its special abilities; aircraft do not hinder it then."""
    if "peiper_and_skorzeny" not in p.data.options or "peiper" not in p.data.counters[unit].words:
        return False
    return p.turn == p.data.turn_named(p.data.named.turns.peiper)


def is_last_attacker(p: Field, unit: Unit) -> bool:
    """27.1, 36.0 Whether a unit came out of reserve on Peiper's day, and may attack once more."""
    return is_peipers_day(p, unit) and p.where[unit] >= 0 and bool(p.done[unit] & HAS_EXPLOITED)


def may_be_attacked_by(p: Field, unit: Unit, hex: Hex) -> bool:
    """15.7 On the first turn an army attacks only the Allied units that face it."""
    if not is_surprise(p) or p.data.sides[unit] != GERMAN:
        return True
    army = army_of(p, unit)
    return all(army in p.data.sectors.get(other, frozenset()) for other in p.units_in(hex))
