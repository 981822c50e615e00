"""9.0 Stacking: three combat units in a hex, of them one in March Mode."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import HAS_LEFT, STACK, Field, eliminate
from ardennes.games.wacht_am_rhein.rules.pieces import SACRIFICE
from ardennes.games.wacht_am_rhein.rules.positions import give_up
from ardennes.kernels.flags import NO_END
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import stacking


def combat_units(p: Field, units: Iterable[Unit]) -> list[Unit]:
    """9.14, 9.5 Those of some units that count in a stack: headquarters stack for free."""
    counters = p.data.counters
    return [unit for unit in units if counters[unit].counts]


def has_room(p: Field, unit: Unit, hex: Hex) -> bool:
    """9.11 Whether a unit, and its mate in a team (9.25), may end a Movement Phase in a hex with those who are
    there."""
    if not p.data.counters[unit].counts:
        return True
    coming = p.team_of(unit)
    return len(combat_units(p, [other for other in p.units_in(hex) if other not in coming])) + len(coming) <= STACK


@derived(Until.SIDE_MOVES)
def full_hexes(p: Field, side: Side) -> tuple[Hex, ...]:
    """9.11 The hexes where no other combat unit of a side may end its move."""
    way = p.way(side)
    return tuple([hex for hex in p.stacks.with_at_least(STACK) if way[hex] & NO_END])


@derived(Until.SIDE_MOVES)
def almost_full(p: Field, side: Side) -> tuple[Hex, ...]:
    """9.25 The hexes of a side where two more would be too many."""
    stacks = [hex for hex in p.stacks.with_at_least(STACK - 1) if p.side_in(hex) == side]
    return tuple([hex for hex in stacks if len(combat_units(p, p.units_in(hex))) >= STACK - 1])


def crowds(p: Field, side: Side) -> list[Hex]:
    """9.12 The hexes with too many units of a side; 13.1 in a bonus turn of those that somebody moved into."""
    full = [hex for hex in full_hexes(p, side) if len(combat_units(p, p.units_in(hex))) > STACK]
    return sorted(hex for hex in full if not p.bonus or any(p.done[unit] & HAS_LEFT for unit in p.units_in(hex)))


class Overstacked(stacking.Overstacked):
    """9.12 Too many units stand in some hexes at the end of a Movement Phase."""


class ChooseSacrifice(stacking.ChooseSacrifice[Field, Overstacked]):
    """9.12 The owner chooses who is eliminated."""

    rule, verb, refusal = "9.12", SACRIFICE, "not-overstacked"

    def illegal_stacks(self, p: Field, overstacked: Overstacked) -> list[Hex]:
        return crowds(p, overstacked.side)

    def candidates(self, p: Field, hex: Hex) -> list[Unit]:
        return combat_units(p, p.units_in(hex))

    def pick(self, p: Field, overstacked: Overstacked, unit: Unit) -> None:
        hex = p.where[unit]
        p.tell(Event("sacrificed", {"unit": unit, "hex": hex}, "9.12"))
        eliminate(p, unit)
        give_up(p, hex)


Overstacked.steps = (ChooseSacrifice(),)
