"""10.7 Losses: a counter is turned over, or leaves the game."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules import field
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.positions import give_up
from ardennes.numbers import Unit
from ardennes.rules import losses


def eliminate(p: Field, unit: Unit, rule: str) -> None:
    """10.71 A unit is out of the game; 16.36 a position without anybody to hold it goes with it."""
    hex = p.where[unit]
    p.tell(Event("eliminated", {"unit": unit, "hex": hex}, rule))
    field.eliminate(p, unit)
    if hex >= 0:
        give_up(p, hex)


def lose_step(p: Field, unit: Unit, rule: str) -> None:
    """10.71, 10.72 A full battalion is turned over; who has but one step is eliminated."""
    losses.lose_step(p, unit, rule, eliminate)
