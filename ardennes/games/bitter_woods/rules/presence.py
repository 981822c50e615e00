"""What follows from a unit's coming to a hex and leaving it, however it moves."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.boundaries import note_boundary_end
from ardennes.games.bitter_woods.rules.events import enter_company_hex
from ardennes.games.bitter_woods.rules.field import FORT, HAS_LEFT, LOST_FORT, NO_WORKS, Field, leave_hex
from ardennes.games.bitter_woods.rules.fuel_dumps import capture_dumps, enter_dump_hex, note_threats
from ardennes.games.bitter_woods.rules.orders import note_entry
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.removal import lose_the_lone
from ardennes.games.bitter_woods.rules.reserves import note_contact
from ardennes.games.bitter_woods.rules.victory import check_exits
from ardennes.numbers import Hex, Unit


def come_to(p: Field, unit: Unit, hex: Hex) -> None:
    """8.2 A town loses its works to the Germans; 12.3 Liège changes hands; 5.4 a boundary ends; 2.9 or
    an order does; 25.2 a fuel dump may be there."""
    side = p.data.sides[unit]
    if hex in p.data.liege:
        p.liege[hex] = side
    if side == GERMAN and p.works[hex] == FORT:
        p.works[hex] = NO_WORKS if "forts_again" in p.data.options else LOST_FORT
        p.tell(Event("fort-lost", {"hex": hex}, "8.2"))
    note_boundary_end(p, unit, hex)
    if p.happened and side != GERMAN:
        enter_company_hex(p, hex)
    if p.data.orders:
        note_entry(p, unit, hex)
    if p.data.dump_sites:
        enter_dump_hex(p, unit, hex)


def arrive(p: Field, unit: Unit, path: Sequence[Hex], *, together: bool = False) -> None:
    """A unit goes hex by hex to the end of a path; 17.1 the Germans may win by it. 24.3 Leaders who are left alone are
    lost, unless others follow ``together`` with it."""
    start = p.where[unit]
    for there in path:
        come_to(p, unit, there)
    p.put(unit, path[-1])
    if start >= 0:
        leave_hex(p, start, p.data.sides[unit])
    note_contact(p)
    if p.data.dump_sites:
        capture_dumps(p)
        note_threats(p, path[:-1] if p.data.sides[unit] == GERMAN else ())
    if "leaders" in p.data.options:
        p.done[unit] |= HAS_LEFT
        if not together:
            lose_the_lone(p)
    check_exits(p)
