"""What must fit together in the data: counters, turn track, dice, objectives and map."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.games.bulge1944.rules.pieces import CARDS, STANDARD, CombatDie, Objective, Objectives, Piece, Turn

UNITS, SUPPORT, TURNS, DICE, OBJECTIVES = "units.csv", "support.csv", "turns.csv", "dice.toml", "objectives.toml"
MAP = "map/map.json"
ALLIED_CODES = ("N1", "N2", "N3", "N4", "W1", "W2", "S1", "S2", "S3", "S4", "S5")
GERMAN_CODES = ("E5", "E6", "E7")
AREAS = ("siegfried-line", "xxx-corps", "north-edge", "west-edge", "south-edge", "east-edge")
DICE_FORM = re.compile(r"[0-9]{1,2}(/[0-9]{1,2})*")
FUEL_FORM = re.compile(r"(|(west|north) [1-6])")
MOST_DICE = 12
FACES = 6


def mistakes(contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from counters_mistakes(contents, {UNITS: Piece, SUPPORT: Piece})
    units, support = contents.rows(UNITS, Piece), contents.rows(SUPPORT, Piece)
    for row, piece in units.items():
        if not piece.land_unit:
            yield Mistake(UNITS, f"{piece.id}: kind {piece.kind!r} belongs into {SUPPORT}", row, "kind")
        else:
            for field, says in _unit(piece, contents):
                yield Mistake(UNITS, f"{piece.id}: {says}", row, field)
    for row, piece in support.items():
        if piece.land_unit or piece.stand_in:
            yield Mistake(SUPPORT, f"{piece.id}: kind {piece.kind!r} is no support", row, "kind")
    yield from _stacks(units)
    if contents.is_sound(UNITS):
        yield from _parts(units)
    yield from _track(contents, [piece for piece in support.values() if piece.kind == "air"])
    if contents.board is not None:
        for says in _map(contents.board):
            yield Mistake(MAP, says)
    yield from _objectives(contents)


def _unit(piece: Piece, contents: Contents) -> Iterator[tuple[str, str]]:
    """4.0, 6.0, 9.0 One land unit: field and sentence."""
    if piece.steps < 1:
        yield "steps", "a unit needs at least one step"
    numbers = piece.dice.split("/")
    if not DICE_FORM.fullmatch(piece.dice):
        yield "dice", f"dice {piece.dice!r} is not a number, or numbers with strokes between"
    elif len(numbers) > max(1, piece.steps) or max(map(int, numbers)) > MOST_DICE:
        yield "dice", f"dice {piece.dice!r}: at most one number a step, and at most {MOST_DICE} dice"
    if not FUEL_FORM.fullmatch(piece.fuel_late):
        yield "fuel_late", f"fuel_late {piece.fuel_late!r} is not west or north with a die roll, as in 'west 3'"
    turns, board = contents.rows(TURNS, Turn), contents.board
    if piece.arrives is None and not piece.part_of:
        yield "arrives", "it has no turn of arrival (0 is the set-up) and is not part of a unit"
    elif piece.arrives and contents.is_sound(TURNS) and piece.arrives > len(turns):
        yield "arrives", f"there is no turn {piece.arrives} on the track"
    if board is None or piece.arrives is None:
        return
    if piece.arrives == 0 and not board.has_label(piece.place):
        yield "place", f"place {piece.place!r} is not a hex of the map"
    if piece.arrives and piece.special != "paradrop":
        for code in piece.place.split() or [""]:
            if code not in (*ALLIED_CODES, *GERMAN_CODES):
                yield "place", f"place {code!r} is not an entry hex of the map"


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
    turns = contents.rows(TURNS, Turn)
    if contents.is_sound(TURNS) and [turn.turn for turn in turns.values()] != list(range(1, len(turns) + 1)):
        yield Mistake(TURNS, "the turns must be numbered from 1 without gaps", field="turn")
    for row, turn in turns.items():
        if contents.is_sound(SUPPORT) and turn.air > len(squadrons):
            yield Mistake(TURNS, f"{turn.air} air units, but {SUPPORT} has {len(squadrons)}", row, "air")
    die = contents.table(DICE, CombatDie)
    if die is not None and sum(die.faces) != FACES:
        yield Mistake(DICE, f"the die has {sum(die.faces)} faces instead of {FACES}")


def _map(board: Board) -> Iterator[str]:
    """2.0 What the rules speak of must be on the map."""
    for code in (*ALLIED_CODES, *GERMAN_CODES):
        if code not in board.area_names or len(board.area(code)) != 1:
            yield f"area {code!r} must be one hex"
    for area in AREAS:
        if area not in board.area_names or not board.area(area):
            yield f"area {area!r} has no hexes"
    for layer, words in (("terrain", {"", "clear", "forest", "rough"}), ("place", {"", "city", "town"})):
        if set(board.vocabulary[layer]) != words:
            yield f"vocabulary: {layer} must be {', '.join(sorted(words - {''}))}"


def _objectives(contents: Contents) -> Iterator[Mistake]:
    """15.0, 16.0, 19.0 Turns, towns and exits that there are."""
    objectives, board = contents.table(OBJECTIVES, Objectives), contents.board
    if objectives is None:
        return
    names = {board.name(hex) for hex in board.hexes if board.place[hex]} if board is not None else None
    for card in (STANDARD, *CARDS):
        goal: Objective = getattr(objectives, card)
        if contents.is_sound(TURNS) and goal.turns > len(contents.rows(TURNS, Turn)):
            yield Mistake(OBJECTIVES, f"{card}: {goal.turns} turns, more than {TURNS} has", field=f"{card}.turns")
        for town in (*goal.worth, *goal.towns):
            if names is not None and town not in names:
                yield Mistake(OBJECTIVES, f"{card}: there is no town {town!r} on the map", field=card)
        for code in goal.exits:
            if code not in ALLIED_CODES:
                yield Mistake(OBJECTIVES, f"{card}: there is no exit {code!r}", field=f"{card}.exits")
        if goal.needed > len(goal.towns):
            says = f"{card}: {goal.needed} towns are needed, {len(goal.towns)} are named"
            yield Mistake(OBJECTIVES, says, field=f"{card}.needed")
