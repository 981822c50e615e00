"""What must fit together in the data: counters, turn track, dice, scenarios and map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.scenarios import file_of
from ardennes.games.bulge1944.rules.pieces import (
    ALLIED_CODES,
    CARD,
    GERMAN_CODES,
    BulgeData,
    BulgeScenario,
    CombatDie,
    Named,
    Piece,
    TrackSpace,
)
from ardennes.rules.data_checks import (
    MAP,
    Wrong,
    arrival_mistakes,
    common_mistakes,
    turns_on,
)
from ardennes.rules.facts import areas_of
from ardennes.rules.names import TURNS, UNITS

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

SUPPORT, DICE, NAMED = "support.csv", "dice.toml", "named.toml"
AREAS = (*areas_of(BulgeData), "north-edge", "west-edge", "south-edge", "east-edge")
DICE_FORM = re.compile(r"[0-9]{1,2}(/[0-9]{1,2})*")
FUEL_FORM = re.compile(r"(|(west|north) [1-6])")
MOST_DICE = 12
FACES = 6


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    areas = (*ALLIED_CODES, *GERMAN_CODES, *AREAS)
    yield from common_mistakes(
        game,
        contents,
        _unit,
        areas=AREAS,
        vital_areas=areas,
        one_to_a_hex=True,
        is_placed=lambda piece: not piece.part_of,
    )
    units, support = contents.rows(UNITS, Piece), contents.rows(SUPPORT, Piece)
    for row, piece in support.items():
        if piece.land_unit or piece.stand_in:
            yield Mistake(SUPPORT, f"{piece.id}: kind {piece.kind!r} is no support", row, "kind")
    yield from _stacks(units)
    if contents.is_sound(UNITS):
        yield from _parts(units)
    yield from _track(contents, [piece for piece in support.values() if piece.kind == "air"])
    yield from _named(contents)
    if contents.board is not None:
        yield from _map(contents.board)
    for name in contents.scenarios:
        for field, says in _objective(contents.scenario(name, BulgeScenario), contents):
            yield Mistake(file_of(name), says, field=field)


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
    yield from arrival_mistakes(piece, contents.board, turns_on(contents), entries, "an entry hex of the map")


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
    for row, turn in contents.rows(TURNS, TrackSpace).items():
        if contents.is_sound(SUPPORT) and turn.air > len(squadrons):
            yield Mistake(TURNS, f"{turn.air} air units, but {SUPPORT} has {len(squadrons)}", row, "air")
    die = contents.table(DICE, CombatDie)
    if die is not None and sum(die.faces) != FACES:
        yield Mistake(DICE, f"the die has {sum(die.faces)} faces instead of {FACES}")


def _named(contents: Contents) -> Iterator[Mistake]:
    """18.4 Turns from one to another that the rules name are part of the track."""
    named, turns = contents.table(NAMED, Named), turns_on(contents)
    if named is None:
        return
    for field, (first, last) in (("fuel_early", named.fuel_early), ("fuel_late", named.fuel_late)):
        if first > last or (turns is not None and last > turns):
            yield Mistake(NAMED, f"turns {first} to {last} are no part of the track", field=field)


def _map(board: Board) -> Iterator[Mistake]:
    """2.0 What the rules speak of must be on the map."""
    for code in (*ALLIED_CODES, *GERMAN_CODES):
        if code not in board.area_names or len(board.area(code)) != 1:
            yield Mistake(MAP, f"area {code!r} must be one hex")
    for layer, words in (("terrain", {"", "clear", "forest", "rough"}), ("place", {"", "city", "town"})):
        if set(board.vocabulary[layer]) != words:
            yield Mistake(MAP, f"vocabulary: {layer} must be {', '.join(sorted(words - {''}))}")


def _objective(goal: BulgeScenario, contents: Contents) -> Iterator[Wrong]:
    """15.0, 16.0, 19.0 Cards that there are, and as many towns as are needed."""
    if bool(goal.cards) != bool(goal.card_is) or bool(goal.cards) != bool(goal.standard):
        yield "cards", "cards, card_is and standard go together"
    for field, cards in (("cards", goal.cards), ("standard", (goal.standard,) if goal.standard else ())):
        for card in cards:
            known = contents.scenarios.get(card)
            if card not in CARD.words or (known is not None and contents.scenario(card, BulgeScenario).cards):
                yield field, f"there is no objective card {card!r}; there are {', '.join(CARD.words)}"
    if goal.last_turn is None and not goal.cards:
        yield "last_turn", "last_turn is missing"
    if goal.needed > len(goal.towns):
        yield "needed", f"{goal.needed} towns are needed, {len(goal.towns)} are named"
