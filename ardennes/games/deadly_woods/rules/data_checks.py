"""What must fit together in the data: counters, turn track, chits, tables and map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.engine.scenarios import OUT_OF_PLAY, SetUp, file_of, scenario_mistakes
from ardennes.games.deadly_woods.rules.pieces import (
    AREAS,
    COLUMNS,
    INFANTRY,
    MOTORIZED,
    RESULTS,
    ChartRow,
    Named,
    Piece,
    ResultRow,
    TrackSpace,
    WoodsScenario,
    read_strength,
)
from ardennes.rules.calendar import date_mistakes

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

UNITS, ASSETS, CHITS, CHART = "units.csv", "assets.csv", "chits.csv", "chart.csv"
TURNS, CRT, NAMED, MAP = "turns.csv", "crt.csv", "named.toml", "map/map.json"
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
ONE_OF_A_KIND = ("motorized", "greif", "plus-two", "delay", "air-supply", "traffic")
ENTRY = re.compile(r"[A-M]")


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
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
    yield from _named(contents)
    yield from _scenarios(game, contents)


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
        if contents.is_sound(TURNS) and piece.arrives > len(contents.rows(TURNS, TrackSpace)):
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
    last = len(contents.rows(TURNS, TrackSpace))
    both_sound = contents.is_sound(CHART) and contents.is_sound(TURNS)
    if both_sound and known != {(turn, side) for turn in range(1, last + 1) for side in (0, 1)}:
        yield Mistake(CHART, f"there must be a row for each side on turns 1 to {last}", field="turn")
    for number, row in rows.items():
        for name, count in Counter((*row.cup.split(), *row.hand.split())).items():
            if contents.is_sound(CHITS) and count > chits[row.side, name]:
                yield Mistake(CHART, f"{count} chits {name!r}, but {CHITS} has {chits[row.side, name]}", number, "cup")


def _tables(contents: Contents) -> Iterator[Mistake]:
    """The turn track and the Combat Results Table."""
    turns = contents.rows(TURNS, TrackSpace)
    if contents.is_sound(TURNS) and [turn.turn for turn in turns.values()] != list(range(1, len(turns) + 1)):
        yield Mistake(TURNS, "the turns must be numbered from 1 without gaps", field="turn")
    yield from date_mistakes(TURNS, turns)
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


def put(piece: Piece, hex: str) -> Piece:
    """A counter with a hex to start in, or out of play."""
    return msgspec.structs.replace(piece, place=hex, arrives=0)


def _scenarios(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """3.2, 3.3, 3.4 Set-ups that can be, and nobody who should have come before the first turn."""
    turns = len(contents.rows(TURNS, TrackSpace)) if contents.is_sound(TURNS) else None
    units = list(contents.rows(UNITS, Piece).values())
    set_up = SetUp(units, put, _start_hex, turns, one_to_a_hex=False, areas=_areas())
    yield from scenario_mistakes(game, contents, set_up)
    divisions = {piece.division for piece in units}
    for name in contents.scenarios:
        scenario = contents.scenario(name, WoodsScenario)
        if scenario.surrender is not None and scenario.surrender.division not in divisions:
            says = f"there is no division {scenario.surrender.division!r} in {UNITS}"
            yield Mistake(file_of(name), says, field="surrender.division")
        for piece in scenario.placed(units, put):
            if 0 < piece.arrives < scenario.first_turn and piece.special != "paradrop":
                says = f"{piece.id} arrives on turn {piece.arrives}, too early; give it a hex, or {OUT_OF_PLAY!r}"
                yield Mistake(file_of(name), says, field="set_up")


def _start_hex(piece: Piece) -> str:
    return "" if piece.arrives else piece.place


def _named(contents: Contents) -> Iterator[Mistake]:
    """What the rules name must be there."""
    named, board = contents.table(NAMED, Named), contents.board
    if named is None or board is None:
        return
    places = (("fuel_dump", named.fuel_dump), ("st_vith", named.st_vith), ("bastogne", named.bastogne))
    for field, place in (*places, *(("places", place) for place in named.places)):
        if board.find(place) is None:
            yield Mistake(NAMED, f"there is no {place} on the map", field=field)
    for field, pair in (("ouren_bridge", named.ouren_bridge), *(("bridges", pair) for pair in named.bridges)):
        one, other = map(board.find, pair)
        if one is None or other is None or other not in board.around(one) or not board.bridge[board.side(one, other)]:
            yield Mistake(NAMED, f"there is no bridge {'/'.join(pair)} on the map", field=field)
    if named.leashed_to not in [*ALLIED_ENTRIES]:
        yield Mistake(NAMED, f"there is no Allied entry area {named.leashed_to!r}", field="leashed_to")
    divisions = {piece.division for piece in contents.rows(UNITS, Piece).values()}
    for division in set(named.fast_divisions) - divisions if contents.is_sound(UNITS) else ():
        yield Mistake(NAMED, f"there is no division {division!r} in {UNITS}", field="fast_divisions")


def _areas() -> tuple[str, ...]:
    return (*NAMED_AREAS, *(f"entry-{letter}" for letter in ALLIED_ENTRIES + GERMAN_ENTRIES))


def _map(board: Board) -> Iterator[str]:
    """What the rules speak of must be on the map."""
    for area in _areas():
        if area not in board.area_names or not board.area(area):
            yield f"area {area!r} has no hexes"
            return
    in_areas = Counter(hex for area in AREAS for hex in board.area(area))
    for hex in board.hexes:
        if in_areas[hex] != 1:
            yield f"hex {board.label(hex)} must lie in one German army area"
            return
