"""What must fit together in the data: counters, turn track, chits, tables and map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterator
from functools import partial
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
from ardennes.rules.calendar import track_mistakes
from ardennes.rules.data_checks import MAP, Wrong, area_mistakes, arrival_mistakes, turns_on, unit_mistakes

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

UNITS, ASSETS, CHITS, CHART = "units.csv", "assets.csv", "chits.csv", "chart.csv"
TURNS, CRT, NAMED = "turns.csv", "crt.csv", "named.toml"
ALLIED_ENTRIES, GERMAN_ENTRIES = "ABCDEFGHIJ", "KLM"
RULED_AREAS = (
    *("german-supply", "allied-supply", "british", "westwall", "west-of-meuse", "vp", "german-at-start"),
    *AREAS,
    *(f"entry-{letter}" for letter in ALLIED_ENTRIES + GERMAN_ENTRIES),
)
ONE_OF_A_KIND = ("motorized", "greif", "plus-two", "delay", "air-supply", "traffic")
GUNS = ("artillery", "nebelwerfer")
KINDS = {UNITS: INFANTRY | MOTORIZED, ASSETS: {*ONE_OF_A_KIND, *GUNS, "engineer"}, CHITS: {"chit"}}


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from counters_mistakes(contents, {UNITS: Piece, ASSETS: Piece, CHITS: Piece})
    for file, kinds in KINDS.items():
        yield from unit_mistakes(contents, file, Piece, partial(_kind, kinds))
    yield from unit_mistakes(contents, UNITS, Piece, partial(_unit, contents))
    yield from _assets(contents)
    yield from _chart(contents)
    yield from _tables(contents)
    if contents.board is not None:
        yield from _map(contents.board)
    yield from _named(contents)
    yield from _scenarios(game, contents)


def _kind(kinds: Container[str], piece: Piece) -> Iterator[Wrong]:
    if piece.kind not in kinds:
        yield "kind", f"kind {piece.kind!r} does not belong here"


def _unit(contents: Contents, piece: Piece) -> Iterator[Wrong]:
    """2.3.1.1, 3.2, 14.8 One combat unit."""
    try:
        steps = read_strength(piece.strength)
    except ValueError as error:
        yield "strength", str(error)
        return
    if not 1 <= len(steps) <= 3:
        yield "strength", "a unit has one to three steps"
    if len(steps) == 3 and not steps[-1].circled:
        yield "strength", "a third step has no zone of control and stands in brackets (2.3.1.1)"
    letters = GERMAN_ENTRIES if piece.side == 0 else ALLIED_ENTRIES
    jumps = piece.special == "paradrop"
    if piece.arrives and not jumps and not piece.box:
        yield "box", "a reinforcement needs its box, first or second (14.8)"
    yield from arrival_mistakes(
        piece,
        contents.board,
        None if jumps else turns_on(contents, TURNS),
        () if jumps else [*letters],
        "an entry area of its side (2.2.1)",
    )


def _assets(contents: Contents) -> Iterator[Mistake]:
    """2.4 Assets: guns with a strength, and one of each marker."""
    found = contents.rows(ASSETS, Piece)
    for row, piece in found.items():
        if piece.kind in GUNS and not piece.guns:
            yield Mistake(ASSETS, f"{piece.id}: guns are missing", row, "guns")
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
    yield from track_mistakes(contents, TURNS, TrackSpace)
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
    units = list(contents.rows(UNITS, Piece).values())
    set_up = SetUp(units, put, _start_hex, turns_on(contents, TURNS), one_to_a_hex=False, areas=RULED_AREAS)
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
    towns = (*(("places", place) for place in named.places), *(("corps_of_town", town) for town in named.corps_of_town))
    for field, place in (*places, *towns):
        if board.find(place) is None:
            yield Mistake(NAMED, f"there is no {place} on the map", field=field)
    for field, pair in (("ouren_bridge", named.ouren_bridge), *(("bridges", pair) for pair in named.bridges)):
        one, other = map(board.find, pair)
        if one is None or other is None or other not in board.around(one) or not board.bridge[board.side(one, other)]:
            yield Mistake(NAMED, f"there is no bridge {'/'.join(pair)} on the map", field=field)
    for field in ("leashed_to", "pattons_detour"):
        if getattr(named, field) not in [*ALLIED_ENTRIES]:
            yield Mistake(NAMED, f"there is no Allied entry area {getattr(named, field)!r}", field=field)
    if contents.is_sound(UNITS):
        yield from _named_formations(named, contents.rows(UNITS, Piece).values())


def _named_formations(named: Named, units: Collection[Piece]) -> Iterator[Mistake]:
    """Corps and divisions that the rules name are among the units."""
    corps, divisions = {piece.formation for piece in units}, {piece.division for piece in units}
    raised = {name for allowed in named.corps_of_town.values() for name in allowed}
    for field, what, wanted, known in (
        ("pattons_corps", "corps", {named.pattons_corps}, corps),
        ("montys_corps", "corps", {named.montys_corps}, corps),
        ("corps_of_town", "corps", raised, corps),
        ("fast_divisions", "division", set(named.fast_divisions), divisions),
        ("slow_divisions", "division", set(named.slow_divisions), divisions),
    ):
        for name in sorted(wanted - known):
            yield Mistake(NAMED, f"there is no {what} {name!r} in {UNITS}", field=field)


def _map(board: Board) -> Iterator[Mistake]:
    """What the rules speak of must be on the map."""
    missing = list(area_mistakes(board, RULED_AREAS))
    if missing:
        yield from missing
        return
    in_areas = Counter(hex for area in AREAS for hex in board.area(area))
    for hex in board.hexes:
        if in_areas[hex] != 1:
            yield Mistake(MAP, f"hex {board.label(hex)} must lie in one German army area")
            return
