"""9.6 Losses: a counter is turned over, or leaves the game."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import ELIMINATED, Field, leave_hex
from ardennes.games.bitter_woods.rules.fuel_dumps import capture_dumps
from ardennes.games.bitter_woods.rules.leaders import are_alone, strip_reserves
from ardennes.numbers import NO_NUMBER, Unit
from ardennes.rules import losses


def eliminate(p: Field, unit: Unit, rule: str) -> None:
    """9.6 A unit is out of the game."""
    hex = p.where[unit]
    p.tell(Event("eliminated", {"unit": unit, "hex": hex}, rule))
    p.put(unit, p.data.box(ELIMINATED))
    if hex >= 0:
        leave_hex(p, hex, p.data.sides[unit])
    p.set_steps(unit, 0)
    capture_dumps(p)
    p.reserve[unit], p.shocked[unit], p.bridging[unit] = 0, 0, NO_NUMBER
    if "leaders" in p.data.options:
        if p.data.counters[unit].leads:
            strip_reserves(p, unit)
        lose_the_lone(p)


def lose_the_lone(p: Field) -> None:
    """24.3 A leader who is alone in an enemy zone is eliminated at once."""
    for leader in are_alone(p):
        if p.where[leader] >= 0:
            eliminate(p, leader, "24.3")


def lose_step(p: Field, unit: Unit, rule: str) -> None:
    """9.6 A full unit is turned over; a reduced one and artillery are eliminated."""
    losses.lose_step(p, unit, rule, eliminate)
