"""16.0 Improved Positions and Entrenchments: who holds them, and when they are lost."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHING, IMPROVING, NO_POSITION, Field
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.table import hexes_with

UNDER_WAY = (IMPROVING, ENTRENCHING)
DISTURBS = 3
"""errata 16.0 An enemy who comes so near ends the digging."""


def can_hold(p: Field, unit: Unit) -> bool:
    """16.31, errata 16.0 Guns, headquarters and units in March Mode hold no position."""
    return p.data.holders[unit] and not p.march[unit]


def give_up(p: Field, hex: Hex) -> None:
    """16.36 A position without anybody to hold it is removed (WAR-R133)."""
    if p.positions[hex] != NO_POSITION and not any(can_hold(p, unit) for unit in p.units_in(hex)):
        p.set_position(hex, NO_POSITION)
        p.tell(Event("position-lost", {"hex": hex}, "16.36"))


@derived(Until.SIDE_MOVES)
def sites_of(p: Field, side: Side) -> list[Hex]:
    """16.13 The hexes where a side is digging."""
    return [hex for hex in hexes_with(p.positions, *UNDER_WAY) if p.side_in(hex) == side]


@derived(Until.ENEMY_MOVES)
def touchy_hexes(p: Field, side: Side) -> frozenset[Hex]:
    """errata 16.0 Where a unit of a side would disturb enemies who are digging."""
    near = p.data.within[DISTURBS]
    return frozenset().union(*(near[hex] for hex in sites_of(p, ENEMY_OF[side])))


def disturb(p: Field, side: Side, path: Iterable[Hex]) -> None:
    """errata 16.0, WAR-R130 A unit that comes within three hexes of enemies who are digging ends that, by moving,
    retreating or advancing; who stands there already does not. With an option only within two (WAR-R49)."""
    steps = touchy_hexes(p, side).intersection(path)
    near = p.data.within[DISTURBS - ("digging_at_three" in p.data.options)]
    for hex in sites_of(p, ENEMY_OF[side]) if steps else ():
        if not steps.isdisjoint(near[hex]):
            p.set_position(hex, NO_POSITION)
            p.tell(Event("position-lost", {"hex": hex}, "16.0-e2"))
