"""24.5 150th Panzer Brigade: with this option its men in American uniforms slip out of enemy zones of control."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import HAS_LEFT, Field
from ardennes.numbers import Hex, Unit

OPTION = "brigade_150"
SLIPS_AT_MOST = 3
"""24.5 The die that lets a unit out of a rigid zone."""


def is_infiltrator(p: Field, unit: Unit) -> bool:
    """24.5 Units of the brigade, in the scenarios that give them this power (26.4b not in the Race)."""
    named = p.data.scenario_data.infiltrators
    return bool(named) and OPTION in p.data.options and p.data.counters[unit].formation in named


def is_caught(p: Field, unit: Unit) -> bool:
    """24.5 Whether an infiltrator has come into a rigid zone in this phase, from where it goes on only by a die."""
    return bool(p.done[unit] & HAS_LEFT) and p.in_rigid_zone(p.where[unit], p.data.sides[unit])


def slips_through(p: Field, unit: Unit, hex: Hex) -> bool:
    """24.5 One to three lets it go on; otherwise it moves no farther in this phase."""
    die = p.die()
    code = "infiltrates" if die <= SLIPS_AT_MOST else "is-stopped"
    p.tell(Event(code, {"unit": unit, "hex": hex, "die": die, "most": SLIPS_AT_MOST}, "24.5"))
    return die <= SLIPS_AT_MOST
