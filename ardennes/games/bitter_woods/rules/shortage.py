"""12.6 German supply shortage: two dice say which mechanized units are out of supply for a turn."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.events import is_supplied_by_event
from ardennes.games.bitter_woods.rules.field import IN_SUPPLY, SHORT, Field
from ardennes.games.bitter_woods.rules.fuel_dumps import has_fuel_of
from ardennes.games.bitter_woods.rules.pieces import GERMAN, ShortageRow
from ardennes.numbers import Unit

NO_SHORTAGE = 2
"""The highest first die with which nobody goes short."""


def end_shortage(p: Field) -> None:
    """12.6 A shortage ends with the turn."""
    for unit in p.on_map(GERMAN):
        if p.supply[unit] == SHORT:
            p.supply[unit] = IN_SUPPLY


def roll_for_shortage(p: Field) -> None:
    """12.6 One die says whether there is a shortage, a second who suffers it; 25.2 not an army whose dump is
    captured."""
    first = p.die()
    if first <= NO_SHORTAGE:
        p.tell(Event("no-shortage", {"die": first}, "12.6"))
        return
    row = p.data.shortage[p.die() - 1]
    if has_fuel_of(p, row.army):
        p.tell(Event(f"no-shortage-{row.army}", {"die": first, "second": row.die}, "25.2"))
        return
    short = [unit for unit in p.on_map(GERMAN) if goes_short(p, row, unit) and not is_supplied_by_event(p, unit)]
    for unit in short:
        p.supply[unit] = SHORT
    p.tell(Event("shortage", {"die": first, "second": row.die, "units": tuple(short), "n": len(short)}, "12.6"))


def goes_short(p: Field, row: ShortageRow, unit: Unit) -> bool:
    """12.6 Whether a row of the table names a unit: some divisions and units of an army, all others, or all of it."""
    piece = p.data.counters[unit]
    if not piece.mechanized or army_of(p, unit) != row.army:
        return False
    if row.others:
        rows = [other for other in p.data.shortage if other.army == row.army and (other.divisions or other.units)]
        return not any(_names(other, piece.division, piece.id) for other in rows)
    return _names(row, piece.division, piece.id) if row.divisions or row.units else True


def _names(row: ShortageRow, division: str, id: str) -> bool:
    return division in row.divisions.split() or id in row.units.split()
