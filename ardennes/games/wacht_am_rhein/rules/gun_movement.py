"""11.9 Artillery movement as the errata suggest it: with this option guns move only in March Mode, but for
self-propelled ones, and who is in March Mode is Out of Battery."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wacht_am_rhein.rules.field import FIRED, Field
from ardennes.games.wacht_am_rhein.rules.formations import allowance
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, PARTS
from ardennes.games.wacht_am_rhein.rules.terrain import CHANGE_OF_MODE
from ardennes.numbers import Hex, Side, Unit

OPTION = "gun_movement"
ROUTED_GUNS_MARCH = "routed_guns_march"
SELF_PROPELLED = "SPA"
IN_BATTERY = 6 * PARTS
"""11.93 Points that a self-propelled gun may spend in Tactical Mode without going Out of Battery."""


def is_played(p: Field) -> bool:
    return OPTION in p.data.options


def only_marches(p: Field, unit: Unit) -> bool:
    """11.91 A gun that is not self-propelled never moves in Tactical Mode: it takes up March Mode before it goes."""
    piece = p.data.counters[unit]
    return piece.gun and is_played(p) and piece.type != SELF_PROPELLED and not p.march[unit]


def marches_when_out(p: Field, unit: Unit) -> bool:
    """11.91, WAR-R159 With an option of its own, a gun that is not self-propelled and goes Out of Battery by retreat or
    advance is in March Mode then, as its other side says."""
    piece = p.data.counters[unit]
    return piece.gun and ROUTED_GUNS_MARCH in p.data.options and piece.type != SELF_PROPELLED


def cannot_march(p: Field, unit: Unit) -> bool:
    """7.13, 7.21, 9.21 Whether such a gun has to stay for want of points, because of the enemy, the ground or another
    column; 11.92 out of the Woods in which it started the game it may go."""
    here = p.where[unit]
    if here < 0 or not only_marches(p, unit):
        return False
    if allowance(p, unit) - p.spent[unit] < CHANGE_OF_MODE or p.in_enemy_zone(here, p.data.sides[unit]):
        return True
    on_road = p.data.march_hexes[here] or p.rooted[unit] == here
    return not on_road or any(p.march[other] for other in p.units_in(here))


def stays_tactical(p: Field, unit: Unit) -> bool:
    """11.93 A self-propelled gun that has fired in this Game-Turn does not take up March Mode in it."""
    piece = p.data.counters[unit]
    return is_played(p) and piece.type == SELF_PROPELLED and bool(p.fought[unit] & FIRED)


def goes_out(p: Field, unit: Unit, side: Side, entered: Sequence[Hex], spent: int) -> bool:
    """6.32 Whether a gun that has moved is Out of Battery: a German one at once, others when they enter a second hex;
    11.93 with this option a self-propelled one when it spends its seventh point."""
    if is_played(p):
        return spent > IN_BATTERY
    return bool(entered) if side == GERMAN else len(entered) > 1


def take_root(p: Field) -> None:
    """11.92 Which guns start the game in Woods without a road."""
    for side in (GERMAN, ALLIED):
        for unit in p.data.guns[side] if is_played(p) else ():
            if p.where[unit] in p.data.no_march:
                p.rooted[unit] = p.where[unit]
