"""What must fit together in the data: counters, turn track, chits, tables and map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.scenarios import OUT_OF_PLAY, file_of
from ardennes.games.deadly_woods.rules.pieces import (
    ALLIED_ENTRIES,
    AREAS,
    COLUMNS,
    GERMAN_ENTRIES,
    INFANTRY,
    MOTORIZED,
    RESULTS,
    ChartRow,
    Piece,
    TrackSpace,
    WoodsData,
    WoodsScenario,
    read_strength,
)
from ardennes.numbers import SIDES
from ardennes.rules.data_checks import (
    MAP,
    Wrong,
    area_mistakes,
    arrival_mistakes,
    common_mistakes,
    results_mistakes,
    turns_on,
    unit_mistakes,
)
from ardennes.rules.facts import areas_of
from ardennes.rules.names import TURNS, UNITS

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

ASSETS, CHITS, CHART, CRT = "assets.csv", "chits.csv", "chart.csv", "crt.csv"
DICE = range(1, 9)
"""11.3.2, 16.1 A die, and what may be added to it."""
RULED_AREAS = (
    *areas_of(WoodsData),
    *AREAS,
    *(f"entry-{letter}" for letter in ALLIED_ENTRIES + GERMAN_ENTRIES),
)
ONE_OF_A_KIND = ("motorized", "greif", "plus-two", "delay", "air-supply", "traffic")
GUNS = ("artillery", "nebelwerfer")
KINDS = {UNITS: INFANTRY | MOTORIZED, ASSETS: {*ONE_OF_A_KIND, *GUNS, "engineer"}, CHITS: {"chit"}}


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from common_mistakes(game, contents, _unit, areas=RULED_AREAS)
    for file, kinds in KINDS.items():
        yield from unit_mistakes(contents, file, Piece, partial(_kind, kinds))
    yield from _assets(contents)
    yield from _chart(contents)
    yield from results_mistakes(contents, CRT, DICE, len(COLUMNS), RESULTS.__contains__)
    if contents.board is not None:
        yield from _map(contents.board)
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
        None if jumps else turns_on(contents),
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
    if both_sound and known != {(turn, side) for turn in range(1, last + 1) for side in SIDES}:
        yield Mistake(CHART, f"there must be a row for each side on turns 1 to {last}", field="turn")
    for number, row in rows.items():
        for name, count in Counter((*row.cup.split(), *row.hand.split())).items():
            if contents.is_sound(CHITS) and count > chits[row.side, name]:
                yield Mistake(CHART, f"{count} chits {name!r}, but {CHITS} has {chits[row.side, name]}", number, "cup")


def _scenarios(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """3.2 Nobody should have come before the first turn."""
    units = contents.rows(UNITS, Piece).values()
    for name in contents.scenarios:
        scenario = contents.scenario(name, WoodsScenario)
        for piece in scenario.placed(units, game.start_in):
            if 0 < piece.arrives < scenario.first_turn and piece.special != "paradrop":
                says = f"{piece.id} arrives on turn {piece.arrives}, too early; give it a hex, or {OUT_OF_PLAY!r}"
                yield Mistake(file_of(name), says, field="set_up")


def _map(board: Board) -> Iterator[Mistake]:
    """9.1 The army areas share the map among them."""
    if any(area_mistakes(board, AREAS)):
        return
    in_areas = Counter(hex for area in AREAS for hex in board.area(area))
    for hex in board.hexes:
        if in_areas[hex] != 1:
            yield Mistake(MAP, f"hex {board.label(hex)} must lie in one German army area")
            return
