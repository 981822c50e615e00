"""What a side can still win at hexes, and for how long."""

from __future__ import annotations

from ardennes.games.bulge1944.ai.memory import town_worth
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import GERMAN, GERMAN_CODES
from ardennes.games.bulge1944.rules.victory import objective
from ardennes.numbers import Hex, Side


def turns_after(p: Field, side: Side) -> int:
    """How many turns the enemy still has after this one."""
    return objective(p).turns - p.turn + (side == GERMAN)


def goals_of(p: Field, side: Side) -> dict[Hex, float]:
    """What a side can still win at hexes, exits apart."""
    worth = town_worth(p)
    if side == GERMAN:
        return {hex: value for hex, value in worth.items() if p.control[hex] != GERMAN}
    taken, lost = {hex: value for hex, value in worth.items() if p.control[hex] == GERMAN}, objective(p).lost_supply_hex
    return {**taken, **({p.data.code(code): -float(lost) for code in GERMAN_CODES} if lost else {})}
