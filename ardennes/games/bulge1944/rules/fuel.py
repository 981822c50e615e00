"""18.4 German fuel shortage: dice put armor units out of supply for the turn."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import POOL, Field
from ardennes.games.bulge1944.rules.pieces import GERMAN, BulgeData
from ardennes.numbers import Unit

TABLES = ("west", "north")
"""The two tables of turns 8 to 10: 5th Panzer and 7th Army, 6th Panzer Army."""


def roll_shortage(p: Field) -> None:
    """One die on turns 5 to 7, one on each table on turns 8 to 10; units not on the map are spared."""
    for unit in p.data.units[GERMAN]:
        p.dry[unit] = 0
    if "fuel" not in p.data.options:
        return
    for table in tables_on(p.data, p.turn):
        die = p.die()
        struck = [unit for unit in p.data.units[GERMAN] if is_on_table(p, unit, table, die)]
        units = tuple(unit for unit in struck if seems_on_map(p, unit))
        for unit in units:
            p.dry[unit] = p.where[unit] >= 0
        p.forget()
        p.tell(Event("fuel-short" if units else "fuel-holds", {"die": die, "units": units}, "18.4"))


def tables_on(data: BulgeData, turn: int) -> tuple[str, ...]:
    """The tables that are rolled on in a turn."""
    (first, last), (late, latest) = data.named.fuel_early, data.named.fuel_late
    return ("",) if first <= turn <= last else TABLES if late <= turn <= latest else ()


def is_on_table(p: Field, unit: Unit, table: str, die: int) -> bool:
    """Whether a die strikes a unit, on one of the late tables or else on the early one; 18.5 a part as the whole."""
    piece = p.data.counters[unit]
    whole = p.data.counters[p.data.unit(piece.part_of)] if piece.part_of else piece
    return whole.fuel_late == f"{table} {die}" if table else whole.fuel_early == die


def seems_on_map(p: Field, unit: Unit) -> bool:
    """Whether a unit is on the map; with hidden markers nobody is told that one which is due still waits (18.6)."""
    due = p.where[unit] == p.data.box(POOL) and p.data.arrival(unit) <= p.turn
    return p.where[unit] >= 0 or (due and "hidden" in p.data.options)
