"""6.0 Stacking: how many units may stand in a hex, and what becomes of those that are too many."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.derived import Until, derived
from ardennes.games.bitter_woods.rules.allies import get_along
from ardennes.games.bitter_woods.rules.field import HAS_FAILED, Field
from ardennes.games.bitter_woods.rules.leaders import may_share
from ardennes.games.bitter_woods.rules.pieces import SACRIFICE
from ardennes.games.bitter_woods.rules.removal import eliminate
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import stacking

LIMIT = 3
THIRDS = 3
"""36.7 A battalion of KG Peiper is a third of a unit."""
SHARING = 4
"""6.1 The counters of the Panzer Lehr Division."""


def may_stack(p: Field, units: Iterable[Unit]) -> bool:
    """6.1 Three units of any type; the whole Panzer Lehr Division; 36.7 battalions of KG Peiper count a third each."""
    counters = p.data.counters
    counted = [counters[unit] for unit in units if counters[unit].counts]
    battalions = sum("battalion" in piece.words for piece in counted)
    if THIRDS * (len(counted) - battalions) + battalions <= THIRDS * LIMIT:
        return True
    return len(counted) == SHARING and all(piece.division == p.data.named.sharing_division for piece in counted)


def has_room(p: Field, unit: Unit, hex: Hex, *, forced: bool = False) -> bool:
    """6.1 Whether a unit may end a move or an advance in a hex, or a retreat that it is forced to; 24.3 one leader in
    each; 28.2 of its own will not with units of the other nation."""
    counters, others = p.data.counters, [other for other in p.units_in(hex) if other != unit]
    if counters[unit].leads:
        fits = may_share(p, unit, hex)
    else:
        fits = may_stack(p, [unit, *others])
    return fits and (forced or get_along(p, unit, others))


@derived(Until.SIDE_MOVES)
def full_hexes(p: Field, side: Side) -> tuple[Hex, ...]:
    """6.1 The hexes where no other unit that counts may end its move, apart from one that shares; 36.7 and
    those with battalions of KG Peiper, which a closer look has to decide."""
    data, where = p.data, p.where
    stacks = [hex for hex in p.stacks.with_at_least(LIMIT) if p.side_in(hex) == side]
    full = [hex for hex in stacks if len([unit for unit in p.units_in(hex) if unit in data.counted]) >= LIMIT]
    uncertain = [where[unit] for unit in data.battalions if where[unit] >= 0 and data.sides[unit] == side]
    return tuple(sorted({*full, *uncertain}))


class Overstacked(stacking.Overstacked):
    """6.1 Too many units stand in some hexes at the end of a phase."""


class ChooseSacrifice(stacking.ChooseSacrifice[Field, Overstacked]):
    """6.1 The owner chooses who is eliminated; 22.2 those whom a failed challenge has left there before others."""

    rule, verb, refusal = "6.1", SACRIFICE, "not-overstacked"

    def illegal_stacks(self, p: Field, overstacked: Overstacked) -> list[Hex]:
        return crowds(p, overstacked.side)

    def candidates(self, p: Field, hex: Hex) -> list[Unit]:
        counted = [unit for unit in p.units_in(hex) if p.data.counters[unit].counts]
        return [unit for unit in counted if p.done[unit] & HAS_FAILED] or counted

    def pick(self, p: Field, overstacked: Overstacked, unit: Unit) -> None:
        eliminate(p, unit, "6.1")


def crowds(p: Field, side: Side) -> list[Hex]:
    """6.1 The hexes with too many units of a side."""
    return sorted(hex for hex in full_hexes(p, side) if not may_stack(p, p.units_in(hex)))


Overstacked.steps = (ChooseSacrifice(),)
