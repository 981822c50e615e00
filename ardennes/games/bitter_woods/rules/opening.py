"""15.0 Initial surprise: what the first turn allows, and what holds besides for a while."""

from __future__ import annotations

from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.field import Field, is_beside_enemy
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TWELFTHS

GUN_MOVES, VETERAN_MOVES, OTHER_MOVES = 1, 3, 2
"""15.2 The allowances of Allied units on the first turn that did not begin in a German zone of control."""
TRAFFIC_JAM = 1
"""15.7 What German mechanized units lose of theirs."""


def is_surprise(p: Field) -> bool:
    """Whether this is the turn of the surprise attack."""
    return p.turn == p.data.surprise


def allowance(p: Field, unit: int, *, advancing: bool = False) -> int:
    """5.2, 12.4, 15.2, 15.7 A unit's movement allowance now, in twelfths: values that replace the printed one, then
    what is taken off, then halved out of supply, fractions up."""
    points = p.face(unit).moves
    if is_surprise(p):
        if p.data.sides[unit] == ALLIED and not advancing:
            points = min(points, _first_moves(p, unit))
        elif p.data.counters[unit].side == GERMAN and p.data.counters[unit].mechanized:
            points = max(0, points - TRAFFIC_JAM)
    if not p.is_supplied(unit):
        points = (points + 1) // 2
    return points * TWELFTHS


def _first_moves(p: Field, unit: int) -> int:
    piece = p.data.counters[unit]
    if p.watched[unit]:
        return p.face(unit).moves
    if piece.artillery:
        return GUN_MOVES
    return VETERAN_MOVES if piece.division == p.data.named.veterans else OTHER_MOVES


def note_watched_guns(p: Field) -> None:
    """15.3 Allied artillery with a German unit beside it when Allied movement begins moves as far as it can."""
    for unit in p.on_map(ALLIED):
        if p.data.counters[unit].artillery and is_beside_enemy(p, unit):
            p.watched[unit] = 1


def is_held_back(p: Field, unit: int) -> bool:
    """15.5 The 1st SS Panzer Corps takes no part in the first turn; 3.0 the frozen regiment none until it is freed."""
    traits = p.data.counters[unit].words
    return ("held-back" in traits and is_surprise(p)) or ("frozen" in traits and is_frozen(p, unit))


def is_frozen(p: Field, unit: int) -> bool:
    return not p.watched[unit] and p.turn <= p.data.turn_named(p.data.named.turns.frozen_until)


def free_the_frozen(p: Field) -> None:
    """3.0 A German unit near it at the start of an Allied turn frees the frozen regiment."""
    for unit in p.on_map(ALLIED):
        if "frozen" in p.data.counters[unit].words:
            near = p.data.within[p.data.named.frozen_near][p.where[unit]]
            if not near.isdisjoint(p.hexes_of(GERMAN)):
                p.watched[unit] = 1


def may_be_attacked_by(p: Field, unit: int, hex: int) -> bool:
    """15.7 On the first turn an army attacks only the Allied units that face it."""
    if not is_surprise(p) or p.data.sides[unit] != GERMAN:
        return True
    army = army_of(p, unit)
    return all(army in p.data.sectors.get(other, frozenset()) for other in p.units_in(hex))
