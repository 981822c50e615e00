"""26.0 Surrender (option): weak units that are cut off and surrounded give up."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.removal import lose_step
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

SURRENDER = 6
"""26.0 The die with which units surrender."""
WEAK = 3
"""26.0 The highest unmodified endurance rating of units that do."""


def roll_for_surrender(p: Field, side: Side) -> None:
    """26.0 In its own turn, once supply has been checked, a die for each hex of a side where units are ready to
    surrender; each of them loses a step."""
    if "surrender" not in p.data.options or p.turn < p.data.turn_named(p.data.named.turns.surrender_from):
        return
    for hex in sorted(p.hexes_of(side)):
        units = ready_to_surrender(p, side, hex)
        if units:
            roll = p.die()
            p.tell(Event("asked-to-surrender", {"hex": hex, "units": tuple(units), "die": roll}, "26.0"))
            for unit in units if roll == SURRENDER else ():
                lose_step(p, unit, "26.0")


def ready_to_surrender(p: Field, side: Side, hex: Hex) -> list[Unit]:
    """26.0 The units out of supply in a surrounded hex, if all units there have an unmodified endurance rating of 3 or
    less."""
    here = sorted(unit for unit in p.units_in(hex) if p.data.counters[unit].combat_unit)
    units = [unit for unit in here if not p.is_supplied(unit)]
    weak = all(p.face(unit).endurance <= WEAK for unit in here)
    return units if units and weak and is_surrounded(p, side, hex) else []


def is_surrounded(p: Field, side: Side, hex: Hex) -> bool:
    """26.0 Whether every hex around is held by the enemy or in an enemy zone, friends there or not."""
    around = p.data.board.around(hex)
    return all(p.side_in(there) == ENEMY_OF[side] or p.in_enemy_zone(there, side) for there in around)
