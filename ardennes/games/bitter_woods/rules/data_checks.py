"""What must fit together in the data: counters, turn track, tables, named turns and map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.engine.scenarios import SetUp, scenario_mistakes
from ardennes.games.bitter_woods.rules.pieces import (
    COLUMNS,
    FIRST_ROW,
    LAST_ROW,
    RESULT,
    Named,
    Piece,
    ResultRow,
    SectorRow,
    ShortageRow,
    TrackSpace,
    read_faces,
)
from ardennes.rules.calendar import track_mistakes
from ardennes.rules.data_checks import Wrong, area_mistakes, arrival_mistakes, turns_on, unit_mistakes

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

UNITS, TURNS, CRT, ANGRIFF = "units.csv", "turns.csv", "crt.csv", "angriff.csv"
SHORTAGE, SECTORS, NAMED = "shortage.csv", "sectors.csv", "named.toml"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
ANGRIFF_COLUMNS = 3
RULED_AREAS = (
    *("north-edge", "south-edge", "east-edge", "west-edge", "shared-road", "boundary-6th-5th", "boundary-5th-7th"),
    *("boundary-ends", "north-of-6th-5th", "south-of-6th-5th", "north-of-5th-7th", "south-of-5th-7th"),
    *("west-of-meuse", "across-meuse-north-of-vireux", "meuse-draw-zone", "permanent-forts", "fort-sites"),
    *("victory-towns", "allied-strategic-towns", "liege", "german-supply", "allied-supply"),
    *(f"entry-{letter}" for letter in LETTERS),
)


def put(piece: Piece, place: str) -> Piece:
    """A counter that a scenario sets up."""
    return msgspec.structs.replace(piece, place=place, arrives=0)


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from counters_mistakes(contents, {UNITS: Piece})
    yield from unit_mistakes(contents, UNITS, Piece, partial(_unit, contents))
    yield from track_mistakes(contents, TURNS, TrackSpace)
    yield from _tables(contents)
    yield from _names(contents)
    if contents.board is not None:
        yield from area_mistakes(contents.board, RULED_AREAS)
    units = [piece for piece in contents.rows(UNITS, Piece).values() if not piece.only]
    set_up = SetUp(units, put, _start_hex, turns_on(contents, TURNS), one_to_a_hex=False, areas=RULED_AREAS)
    yield from scenario_mistakes(game, contents, set_up)


def _start_hex(piece: Piece) -> str:
    return "" if piece.arrives else piece.place


def _unit(contents: Contents, piece: Piece) -> Iterator[Wrong]:
    """2.2, 9.6, 10.1, 16.1 One counter."""
    try:
        faces = read_faces(piece.strength)
    except ValueError as error:
        yield "strength", str(error)
        return
    if len(faces) != (2 if piece.fighter else 1):
        yield "strength", "units have a full and a reduced side, artillery and leaders one (9.6)"
    if piece.artillery and not piece.range:
        yield "range", "artillery has a range (10.1)"
    if piece.place and (piece.arrives or not piece.only):
        board, turns = contents.board, turns_on(contents, TURNS)
        yield from arrival_mistakes(piece, board, turns, [*LETTERS], "a boxed letter (16.1)")


def _tables(contents: Contents) -> Iterator[Mistake]:
    """9.2, 12.6, 23.0 Every die has its row, every column its result."""
    for file, columns in ((CRT, len(COLUMNS)), (ANGRIFF, ANGRIFF_COLUMNS)):
        rows = contents.rows(file, ResultRow)
        if contents.is_sound(file) and sorted(row.die for row in rows.values()) != [*range(FIRST_ROW, LAST_ROW + 1)]:
            yield Mistake(file, f"there must be a row for each die from {FIRST_ROW} to {LAST_ROW}", field="die")
        for number, row in rows.items():
            results = row.results.split()
            if len(results) != columns:
                yield Mistake(file, f"{columns} results expected, {len(results)} found", number, "results")
            for text in results if file == CRT else ():
                if not RESULT.fullmatch(text):
                    yield Mistake(file, f"{text!r} is no result of the table (9.5)", number, "results")
    dice = sorted(row.die for row in contents.rows(SHORTAGE, ShortageRow).values())
    if contents.is_sound(SHORTAGE) and dice != [1, 2, 3, 4, 5, 6]:
        yield Mistake(SHORTAGE, "there must be a row for each die from 1 to 6", field="die")


def _names(contents: Contents) -> Iterator[Mistake]:
    """Units and turns that are named must be there."""
    known = {piece.id for piece in contents.rows(UNITS, Piece).values()}
    if contents.is_sound(UNITS):
        for number, row in contents.rows(SECTORS, SectorRow).items():
            if row.unit not in known:
                yield Mistake(SECTORS, f"there is no unit {row.unit!r}", number, "unit")
    named, turns = contents.table(NAMED, Named), {space.name for space in contents.rows(TURNS, TrackSpace).values()}
    if named is not None and contents.is_sound(TURNS):
        for field, turn in msgspec.structs.asdict(named.turns).items():
            if turn not in turns:
                yield Mistake(NAMED, f"there is no turn {turn!r} on the track", field=f"turns.{field}")
