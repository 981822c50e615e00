"""What follows from a unit's coming to a hex and leaving it, however it moves."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.boundaries import note_boundary_end
from ardennes.games.bitter_woods.rules.field import FORT, LOST_FORT, Field, leave_hex
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.reserves import note_contact
from ardennes.games.bitter_woods.rules.victory import check_exits


def come_to(p: Field, unit: int, hex: int) -> None:
    """8.2 A town loses its works to the Germans; 12.3 Liège changes hands; 5.4 a boundary ends."""
    side = p.data.sides[unit]
    if hex in p.data.liege:
        p.liege[hex] = side
    if side == GERMAN and p.works[hex] == FORT:
        p.works[hex] = LOST_FORT
        p.tell(Event("fort-lost", {"hex": hex}, "8.2"))
    note_boundary_end(p, unit, hex)


def arrive(p: Field, unit: int, path: Sequence[int]) -> None:
    """A unit goes hex by hex to the end of a path; 17.1 the Germans may win by it."""
    start = p.where[unit]
    for there in path:
        come_to(p, unit, there)
    p.put(unit, path[-1])
    if start >= 0:
        leave_hex(p, start, p.data.sides[unit])
    note_contact(p)
    check_exits(p)
