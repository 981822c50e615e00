"""18.4 German fuel shortage: dice put armor units out of supply for the turn."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import POOL, Field
from ardennes.games.bulge1944.rules.pieces import GERMAN, Piece

EARLY, LATE = range(5, 8), range(8, 11)
TABLES = ("west", "north")
"""The two tables of turns 8 to 10: 5th Panzer and 7th Army, 6th Panzer Army."""


def roll_shortage(p: Field) -> None:
    """One die on turns 5 to 7, one on each table on turns 8 to 10; units not on the map are spared."""
    for unit in p.data.land[GERMAN]:
        p.dry[unit] = 0
    if "fuel" not in p.data.options:
        return
    if p.turn in EARLY:
        die = p.die()
        _dry_up(p, die, lambda piece: piece.fuel_early == die)
    elif p.turn in LATE:
        for table in TABLES:
            die = p.die()
            _dry_up(p, die, lambda piece, name=f"{table} {die}": piece.fuel_late == name)


def _dry_up(p: Field, die: int, is_struck: object) -> None:
    assert callable(is_struck)
    pieces = p.data.counters

    def struck(piece: Piece) -> bool:
        return bool(is_struck(pieces[p.data.unit(piece.part_of)] if piece.part_of else piece))

    units = tuple(unit for unit in p.data.land[GERMAN] if struck(pieces[unit]) and seems_on_map(p, unit))
    for unit in units:
        p.dry[unit] = p.where[unit] >= 0
    p.forget()
    p.tell(Event("fuel-short" if units else "fuel-holds", {"die": die, "units": units}, "18.4"))


def seems_on_map(p: Field, unit: int) -> bool:
    """Whether a unit is on the map; with hidden markers nobody is told that one which is due still waits (18.6)."""
    due = p.where[unit] == p.data.box(POOL) and p.data.arrival(unit) <= p.turn
    return p.where[unit] >= 0 or (due and "hidden" in p.data.options)
