"""What must fit together in the data: counters, turn track, chits, tables and map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.games.deadly_woods.rules.pieces import (
    AREAS,
    COLUMNS,
    INFANTRY,
    MOTORIZED,
    RESULTS,
    ChartRow,
    Piece,
    ResultRow,
    Turn,
    read_strength,
)

UNITS, ASSETS, CHITS, CHART = "units.csv", "assets.csv", "chits.csv", "chart.csv"
TURNS, CRT, MAP = "turns.csv", "crt.csv", "map/map.json"
ALLIED_ENTRIES, GERMAN_ENTRIES = "ABCDEFGHIJ", "KLM"
NAMED_AREAS = (
    "german-supply",
    "allied-supply",
    "british",
    "westwall",
    "west-of-meuse",
    "vp",
    "german-at-start",
    *AREAS,
)
NAMED_BRIDGES = ("3315/3215", "4025/3926", "3923/3823", "3622/3623", "3419/3320")
NAMED_PLACES = ("St. Vith", "Bastogne", "Luxembourg", "Eupen", "3508", "3406")
ONE_OF_A_KIND = ("motorized", "greif", "plus-two", "delay", "air-supply", "traffic")
LAST_TURN = 12
ENTRY = re.compile(r"[A-M]")


def mistakes(contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from counters_mistakes(contents, {UNITS: Piece, ASSETS: Piece, CHITS: Piece})
    for file, kinds in ((UNITS, INFANTRY | MOTORIZED), (CHITS, {"chit"})):
        for row, piece in contents.rows(file, Piece).items():
            if piece.kind not in kinds:
                yield Mistake(file, f"{piece.id}: kind {piece.kind!r} does not belong here", row, "kind")
    for row, piece in contents.rows(UNITS, Piece).items():
        for field, says in _unit(piece, contents):
            yield Mistake(UNITS, f"{piece.id}: {says}", row, field)
    yield from _assets(contents)
    yield from _chart(contents)
    yield from _tables(contents)
    if contents.board is not None:
        for says in _map(contents.board):
            yield Mistake(MAP, says)


def _unit(piece: Piece, contents: Contents) -> Iterator[tuple[str, str]]:
    """2.3.1.1, 3.2, 14.8 One combat unit: field and sentence."""
    try:
        steps = read_strength(piece.strength)
    except ValueError as error:
        yield "strength", str(error)
        return
    if not 1 <= len(steps) <= 3:
        yield "strength", "a unit has one to three steps"
    if len(steps) == 3 and not steps[-1].circled:
        yield "strength", "a third step has no zone of control and stands in brackets (2.3.1.1)"
    board = contents.board
    if board is None:
        return
    if not piece.arrives and not board.has_label(piece.place):
        yield "place", f"place {piece.place!r} is not a hex of the map"
    if piece.arrives and piece.special != "paradrop":
        letters = GERMAN_ENTRIES if piece.side == 0 else ALLIED_ENTRIES
        if not ENTRY.fullmatch(piece.place) or piece.place not in letters:
            yield "place", f"place {piece.place!r} is not an entry area of its side (2.2.1)"
        if not piece.box:
            yield "box", "a reinforcement needs its box, first or second (14.8)"
        if piece.arrives > LAST_TURN:
            yield "arrives", f"there is no turn {piece.arrives}"


def _assets(contents: Contents) -> Iterator[Mistake]:
    """2.4 Assets: guns with a strength, and one of each marker."""
    found = contents.rows(ASSETS, Piece)
    for row, piece in found.items():
        if piece.kind in ("artillery", "nebelwerfer") and not piece.guns:
            yield Mistake(ASSETS, f"{piece.id}: guns are missing", row, "guns")
        if piece.kind in (INFANTRY | MOTORIZED | {"chit"}) - {"delay"}:
            yield Mistake(ASSETS, f"{piece.id}: kind {piece.kind!r} is no asset", row, "kind")
    counts: Counter[str] = Counter(piece.kind for piece in found.values())
    for kind in ONE_OF_A_KIND if contents.is_sound(ASSETS) else ():
        if counts[kind] != 1:
            yield Mistake(ASSETS, f"there must be one asset of kind {kind!r}, there are {counts[kind]}", field="kind")


def _chart(contents: Contents) -> Iterator[Mistake]:
    """17.0 Every turn has its chits, and there are enough of them."""
    rows = contents.rows(CHART, ChartRow)
    chits = Counter((piece.side, piece.chit) for piece in contents.rows(CHITS, Piece).values())
    known = {(row.turn, row.side) for row in rows.values()}
    if contents.is_sound(CHART) and known != {(turn, side) for turn in range(1, LAST_TURN + 1) for side in (0, 1)}:
        yield Mistake(CHART, f"there must be a row for each side on turns 1 to {LAST_TURN}", field="turn")
    for number, row in rows.items():
        for name, count in Counter((*row.cup.split(), *row.hand.split())).items():
            if contents.is_sound(CHITS) and count > chits[row.side, name]:
                yield Mistake(CHART, f"{count} chits {name!r}, but {CHITS} has {chits[row.side, name]}", number, "cup")


def _tables(contents: Contents) -> Iterator[Mistake]:
    """The turn track and the Combat Results Table."""
    turns = contents.rows(TURNS, Turn)
    if contents.is_sound(TURNS) and [turn.turn for turn in turns.values()] != list(range(1, LAST_TURN + 1)):
        yield Mistake(TURNS, f"the turns must be numbered from 1 to {LAST_TURN} without gaps", field="turn")
    rows = contents.rows(CRT, ResultRow)
    if contents.is_sound(CRT) and [row.die for row in rows.values()] != list(range(1, len(rows) + 1)):
        yield Mistake(CRT, "the die rolls must be numbered from 1 without gaps", field="die")
    if contents.is_sound(CRT) and len(rows) < 8:
        yield Mistake(CRT, "rows up to a roll of 8 are needed (11.3.2, 16.1)", field="die")
    for number, row in rows.items():
        results = row.results.split()
        if len(results) != len(COLUMNS):
            yield Mistake(CRT, f"{len(results)} results instead of {len(COLUMNS)}", number, "results")
        for result in set(results) - set(RESULTS):
            yield Mistake(CRT, f"result {result!r} is none of {', '.join(RESULTS)}", number, "results")


def _map(board: Board) -> Iterator[str]:
    """What the rules speak of must be on the map."""
    for area in (*NAMED_AREAS, *(f"entry-{letter}" for letter in ALLIED_ENTRIES + GERMAN_ENTRIES)):
        if area not in board.area_names or not board.area(area):
            yield f"area {area!r} has no hexes"
            return
    for place in NAMED_PLACES:
        if board.find(place) is None:
            yield f"there is no {place}"
    for pair in NAMED_BRIDGES:
        one, other = (board.find(label) for label in pair.split("/"))
        if one is None or other is None or other not in board.around(one) or not board.bridge[board.side(one, other)]:
            yield f"there is no bridge {pair}"
    in_areas = Counter(hex for area in AREAS for hex in board.area(area))
    for hex in board.hexes:
        if in_areas[hex] != 1:
            yield f"hex {board.label(hex)} must lie in one German army area"
            return
