"""14.0 Kampfgruppe von der Heydte: dropped on turn 2 within five hexes of the Siegfried Line, if the wind allows."""

from __future__ import annotations

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules import hiding
from ardennes.games.bulge1944.rules.field import ELIMINATED, Field, expose_phantoms, take_control
from ardennes.games.bulge1944.rules.pieces import GERMAN
from ardennes.numbers import Hex, Unit

ON_TARGET, LOST = 6, 1
WEST = 4
"""Direction 4 of a pointy-topped hex is west; the scatter die goes on clockwise from there."""


def drop_hexes(p: Field) -> list[Hex]:
    """Vacant hexes within five of the Siegfried Line."""
    return [hex for hex in sorted(p.data.near_wall) if not p.units_in(hex)]


def drop(p: Field, unit: Unit, target: Hex) -> None:
    """6 lands on the spot, 1 is lost, anything else drifts to a neighbour; onto an enemy or off the map is lost too."""
    die = p.die()
    hex = target
    if die not in (ON_TARGET, LOST):
        hex = p.data.board.neighbour(target, (WEST + p.die() - 1) % 6)
    if die == LOST or hex not in p.data.board or p.enemy_in(hex, GERMAN) != NO_UNIT:
        p.tell(Event("drop-lost", {"unit": unit, "die": die, "hex": target}, "14.0"))
        p.put(unit, p.data.box(ELIMINATED))
        return
    p.put(unit, hex)
    p.steps[unit], p.entered[unit] = p.data.counters[unit].steps, p.turn
    hiding.hide_if_played(p, unit)
    p.tell(Event("drops", {"unit": unit, "die": die, "hex": hex}, "14.0"))
    take_control(p, unit, hex)
    expose_phantoms(p, unit, hex)
