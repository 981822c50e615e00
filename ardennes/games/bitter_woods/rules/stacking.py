"""6.0 Stacking: how many units may stand in a hex, and what becomes of those that are too many."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.derived import Until, derived
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Argument
from ardennes.games.bitter_woods.rules.field import Field, eliminate
from ardennes.games.bitter_woods.rules.pieces import SACRIFICE, Piece
from ardennes.rules.picking import Pick

LIMIT = 3
SHARING = 4
"""6.1 The counters of the Panzer Lehr Division."""


def counts(piece: Piece) -> bool:
    """6.1 Whether a unit counts: not the Jagdtigers, leaders, army artillery and companies."""
    return piece.kind not in ("leader", "army-artillery", "company") and "stacks-free" not in piece.words


def may_stack(p: Field, units: Iterable[int]) -> bool:
    """6.1 Three units of any type; the whole Panzer Lehr Division."""
    counted = [p.data.counters[unit] for unit in units if counts(p.data.counters[unit])]
    if len(counted) <= LIMIT:
        return True
    return len(counted) == SHARING and all(piece.division == p.data.named.sharing_division for piece in counted)


def has_room(p: Field, unit: int, hex: int) -> bool:
    """6.1 Whether a unit may end a move, a retreat or an advance in a hex."""
    return may_stack(p, [unit, *(other for other in p.units_in(hex) if other != unit)])


@derived(Until.SIDE_MOVES)
def full_hexes(p: Field, side: int) -> tuple[int, ...]:
    """6.1 The hexes where no other unit that counts may end its move, apart from one that shares."""
    found = []
    for hex in p.hexes_of(side):
        if len([unit for unit in p.units_in(hex) if counts(p.data.counters[unit])]) >= LIMIT:
            found.append(hex)
    return tuple(found)


class Overstacked(Procedure):
    """6.1 Too many units stand in some hexes at the end of a phase."""

    side: int


class ChooseSacrifice(Pick[Field, Overstacked]):
    """6.1 The owner chooses who is eliminated."""

    prompt, rule = "choose-sacrifice", "6.1"
    reasons = {SACRIFICE: ("not-overstacked", "6.1")}
    verb = SACRIFICE

    def arguments(self, p: Field, overstacked: Overstacked) -> dict[str, Argument]:
        return {"hexes": tuple(crowds(p, overstacked.side))}

    def choices(self, p: Field, overstacked: Overstacked) -> list[int]:
        return [
            unit for hex in crowds(p, overstacked.side) for unit in p.units_in(hex) if counts(p.data.counters[unit])
        ]

    def pick(self, p: Field, overstacked: Overstacked, unit: int) -> None:
        eliminate(p, unit, "6.1")


def crowds(p: Field, side: int) -> list[int]:
    """6.1 The hexes with too many units of a side."""
    return sorted(hex for hex in full_hexes(p, side) if not may_stack(p, p.units_in(hex)))


Overstacked.steps = (ChooseSacrifice(),)
