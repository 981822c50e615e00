"""What must fit together in the data: counters, turn track, dice, scenarios and map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.engine.scenarios import SetUp, file_of, scenario_mistakes
from ardennes.games.bulge1944.rules.pieces import (
    ALLIED_CODES,
    CARD,
    GERMAN_CODES,
    BulgeScenario,
    CombatDie,
    Piece,
    Turn,
)
from ardennes.rules.calendar import track_mistakes
from ardennes.rules.data_checks import MAP, Wrong, area_mistakes, arrival_mistakes, turns_on, unit_mistakes

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

UNITS, SUPPORT, TURNS, DICE = "units.csv", "support.csv", "turns.csv", "dice.toml"
AREAS = ("siegfried-line", "xxx-corps", "north-edge", "west-edge", "south-edge", "east-edge")
DICE_FORM = re.compile(r"[0-9]{1,2}(/[0-9]{1,2})*")
FUEL_FORM = re.compile(r"(|(west|north) [1-6])")
MOST_DICE = 12
FACES = 6


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from counters_mistakes(contents, {UNITS: Piece, SUPPORT: Piece})
    yield from unit_mistakes(contents, UNITS, Piece, partial(_unit, contents))
    units, support = contents.rows(UNITS, Piece), contents.rows(SUPPORT, Piece)
    for row, piece in support.items():
        if piece.land_unit or piece.stand_in:
            yield Mistake(SUPPORT, f"{piece.id}: kind {piece.kind!r} is no support", row, "kind")
    yield from _stacks(units)
    if contents.is_sound(UNITS):
        yield from _parts(units)
    yield from _track(contents, [piece for piece in support.values() if piece.kind == "air"])
    if contents.board is not None:
        yield from _map(contents.board)
    yield from _scenarios(game, contents, units)


def _unit(contents: Contents, piece: Piece) -> Iterator[Wrong]:
    """4.0, 6.0, 9.0 One land unit."""
    if not piece.land_unit:
        yield "kind", f"kind {piece.kind!r} belongs into {SUPPORT}"
        return
    if piece.steps < 1:
        yield "steps", "a unit needs at least one step"
    numbers = piece.dice.split("/")
    if not DICE_FORM.fullmatch(piece.dice):
        yield "dice", f"dice {piece.dice!r} is not a number, or numbers with strokes between"
    elif len(numbers) > max(1, piece.steps) or max(map(int, numbers)) > MOST_DICE:
        yield "dice", f"dice {piece.dice!r}: at most one number a step, and at most {MOST_DICE} dice"
    if not FUEL_FORM.fullmatch(piece.fuel_late):
        yield "fuel_late", f"fuel_late {piece.fuel_late!r} is not west or north with a die roll, as in 'west 3'"
    if piece.arrives is None and not piece.part_of:
        yield "arrives", "it has no turn of arrival (0 is the set-up) and is not part of a unit"
    entries = () if piece.special == "paradrop" else (*ALLIED_CODES, *GERMAN_CODES)
    yield from arrival_mistakes(piece, contents.board, turns_on(contents, TURNS), entries, "an entry hex of the map")


def _stacks(units: dict[int, Piece]) -> Iterator[Mistake]:
    """11.0 One unit to a hex."""
    taken: dict[str, str] = {}
    for row, piece in units.items():
        if piece.arrives == 0 and piece.place and taken.setdefault(piece.place, piece.id) != piece.id:
            yield Mistake(UNITS, f"{piece.id} and {taken[piece.place]} both start in {piece.place}", row, "place")


def _parts(units: dict[int, Piece]) -> Iterator[Mistake]:
    """18.5 A unit breaks down into two, which have its steps together."""
    by_id = {piece.id: piece for piece in units.values()}
    for row, piece in units.items():
        if piece.part_of and (piece.part_of not in by_id or by_id[piece.part_of].part_of):
            says = f"{piece.id}: part_of {piece.part_of!r} is no unit that can break down"
            yield Mistake(UNITS, says, row, "part_of")
        parts = [part for part in units.values() if part.part_of == piece.id]
        if parts and (len(parts) != 2 or sum(part.steps for part in parts) != piece.steps):
            says = f"{piece.id}: it must break down into two parts that have its {piece.steps} steps together"
            yield Mistake(UNITS, says, row, "steps")
        if parts and any(part.side != piece.side for part in parts):
            yield Mistake(UNITS, f"{piece.id}: its parts belong to the other side", row, "side")


def _track(contents: Contents, squadrons: list[Piece]) -> Iterator[Mistake]:
    """8.0 The turn track, and the faces of the combat die (1.0)."""
    yield from track_mistakes(contents, TURNS, Turn)
    for row, turn in contents.rows(TURNS, Turn).items():
        if contents.is_sound(SUPPORT) and turn.air > len(squadrons):
            yield Mistake(TURNS, f"{turn.air} air units, but {SUPPORT} has {len(squadrons)}", row, "air")
    die = contents.table(DICE, CombatDie)
    if die is not None and sum(die.faces) != FACES:
        yield Mistake(DICE, f"the die has {sum(die.faces)} faces instead of {FACES}")


def _map(board: Board) -> Iterator[Mistake]:
    """2.0 What the rules speak of must be on the map."""
    for code in (*ALLIED_CODES, *GERMAN_CODES):
        if code not in board.area_names or len(board.area(code)) != 1:
            yield Mistake(MAP, f"area {code!r} must be one hex")
    yield from area_mistakes(board, AREAS)
    for layer, words in (("terrain", {"", "clear", "forest", "rough"}), ("place", {"", "city", "town"})):
        if set(board.vocabulary[layer]) != words:
            yield Mistake(MAP, f"vocabulary: {layer} must be {', '.join(sorted(words - {''}))}")


def put(piece: Piece, hex: str) -> Piece:
    """A counter with a hex to start in, or out of play."""
    return msgspec.structs.replace(piece, place=hex, arrives=0 if hex else None)


def _scenarios(game: AnyGame, contents: Contents, units: dict[int, Piece]) -> Iterator[Mistake]:
    """15.0, 16.0, 19.0 Set-ups that can be, and turns, towns, exits and cards that there are."""
    turns = turns_on(contents, TURNS)
    whole = [piece for piece in units.values() if not piece.part_of]
    areas = (*ALLIED_CODES, *GERMAN_CODES, *AREAS)
    yield from scenario_mistakes(game, contents, SetUp(whole, put, _start_hex, turns, one_to_a_hex=True, areas=areas))
    for name in contents.scenarios:
        for field, says in _objective(contents.scenario(name, BulgeScenario), contents):
            yield Mistake(file_of(name), says, field=field)


def _start_hex(piece: Piece) -> str:
    return piece.place if piece.arrives == 0 else ""


def _objective(goal: BulgeScenario, contents: Contents) -> Iterator[Wrong]:
    if bool(goal.cards) != bool(goal.card_is) or bool(goal.cards) != bool(goal.standard):
        yield "cards", "cards, card_is and standard go together"
    for field, cards in (("cards", goal.cards), ("standard", (goal.standard,) if goal.standard else ())):
        for card in cards:
            known = contents.scenarios.get(card)
            if card not in CARD.words or (known is not None and contents.scenario(card, BulgeScenario).cards):
                yield field, f"there is no objective card {card!r}; there are {', '.join(CARD.words)}"
    if goal.last_turn is None and not goal.cards:
        yield "last_turn", "last_turn is missing"
    board = contents.board
    names = {board.name(hex) for hex in board.hexes if board.place[hex]} if board is not None else None
    for field, towns in (("worth", goal.worth), ("towns", goal.towns)):
        for town in towns:
            if names is not None and town not in names:
                yield field, f"there is no town {town!r} on the map"
    for code in goal.exits:
        if code not in ALLIED_CODES:
            yield "exits", f"there is no exit {code!r}"
    if goal.needed > len(goal.towns):
        yield "needed", f"{goal.needed} towns are needed, {len(goal.towns)} are named"
