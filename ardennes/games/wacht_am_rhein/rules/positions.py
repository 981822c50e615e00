"""16.0 Improved Positions and Entrenchments: who holds them, and when they are lost."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import NO_POSITION, Field
from ardennes.numbers import Hex, Unit


def can_hold(p: Field, unit: Unit) -> bool:
    """16.31, errata 16.0 Guns, headquarters and units in March Mode hold no position."""
    piece = p.data.counters[unit]
    return not (piece.gun or piece.headquarters or p.march[unit])


def give_up(p: Field, hex: Hex) -> None:
    """16.36 A position without anybody to hold it is removed (WAR-R133)."""
    if p.positions[hex] != NO_POSITION and not any(can_hold(p, unit) for unit in p.units_in(hex)):
        p.set_position(hex, NO_POSITION)
        p.tell(Event("position-lost", {"hex": hex}, "16.36"))
