"""6.0 Movement, in Tactical Mode or March Mode (7.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from ardennes.bench.wacht_shape.rules.field import Field
from ardennes.bench.wacht_shape.rules.pieces import (
    CHANGE_OF_MODE,
    DONE,
    IN_MARCH,
    MARCH,
    MOVE,
    PARTS,
    STAY,
    TACTICAL,
    TO,
)
from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then, shown_to
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.kernels.flags import BARRED, SOFT_ZONE, ZONE
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Unit, by_unit
from ardennes.rules import moving
from ardennes.rules.moving import OpenMode
from ardennes.rules.walk import Going, Mover, Relaxation, unhindered


class Movement(SideProcedure):
    """6.0-a The Movement Phase of a side: its units move one after another, each once."""


class Move(SideProcedure):
    """6.0-b One unit on its way."""

    unit: Unit
    spent: int = 0


def make_ready(p: Field, movement: Movement) -> None:
    """Every unit of the side that can move at all may move once."""
    for unit, piece in by_unit(p.data.counters):
        p.ready[unit] = piece.side == movement.side and piece.moves > 0


class ChooseUnit(Question[Field, Movement]):
    prompt, rule = "choose-unit", "6.0-a"
    reasons = {MOVE: ("cannot-move", "6.0-b")}

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        return [*compress(p.data.choices, p.ready), DONE]

    def answer(self, p: Field, movement: Movement, option: int) -> Procedure | Then | None:
        return Then.NEXT if option == DONE else set_out(p, object_of(option))


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """6.0 Where the unit goes. 7.11 It takes up March Mode before it goes, or leaves it."""

    prompt, rule, rules = "choose-destination", "6.12", ("6.12",)
    to = TO

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": allowance(p, move.unit) - move.spent}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        options = searched(p, move).destination_hexes(TO)
        if can_change_mode(p, move):
            options.append(TACTICAL if p.march[move.unit] else MARCH)
        options.append(STAY)
        return options

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        unit = move.unit
        if option in (MARCH, TACTICAL):
            p.set_march(unit, option == MARCH)
            move.spent += CHANGE_OF_MODE
            said = "takes-march-mode" if option == MARCH else "leaves-march-mode"
            p.tell(Event(said, {"unit": unit, "hex": p.where[unit]}, "7.11-a"))
            return None
        if option != STAY:
            go_to(p, move, object_of(option))
        return Then.END

    def modes(self, p: Field, move: Move) -> list[OpenMode]:
        return [OpenMode(going(p, move), p.data.search, mover(p, move))]

    def set_aside(self, p: Field, move: Move, going: Going) -> Iterator[Relaxation]:
        """What may be in the way: zones (8.31), other units (6.21, 9.21)."""
        yield Relaxation("zone-in-the-way", "8.31", unhindered(going, ZONE | SOFT_ZONE))
        yield Relaxation("unit-in-the-way", "6.21", unhindered(going, ZONE | SOFT_ZONE | BARRED | IN_MARCH))

    def about(self, p: Field, move: Move, option: int) -> About:
        if not is_about(option, TO):
            return About(cost=0 if option == STAY else CHANGE_OF_MODE, rules=("7.11-a",))
        return super().about(p, move, option)

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        if option in (MARCH, TACTICAL):
            return Refusal("no-change-of-mode", {"unit": move.unit}, "7.13")
        return super().why_not(p, move, option)


def set_out(p: Field, unit: Unit) -> Move:
    """6.0-b A unit begins the one move it has."""
    p.ready[unit] = 0
    return Move(side=p.data.counters[unit].side, unit=unit)


def go_to(p: Field, move: Move, there: Hex) -> None:
    """6.0-a It walks there by the cheapest way or the player's own."""
    here = p.where[move.unit]
    p.chosen_path_or(tuple(searched(shown_to(p, move.side), move).path_to(there)[1:]))
    p.put(move.unit, there)
    p.tell(Event("moved", {"unit": move.unit, "from": here, "hex": there}, "6.0-a"))


def march(p: Field, movement: Movement, unit: Unit, hex: Hex) -> list[Procedure]:
    """The whole move of a unit in the mode it is in."""
    move = set_out(p, unit)
    p.forget()
    go_to(p, move, hex)
    return []


def allowance(p: Field, unit: Unit) -> int:
    return p.data.counters[unit].moves * PARTS


def can_change_mode(p: Field, move: Move) -> bool:
    """7.11, 7.13, 7.31, 9.21 Once in a move and before its first hex, with four points, outside enemy zones; March Mode
    not in Woods without a road, nor beside another unit in it, and never for headquarters."""
    unit, data = move.unit, p.data
    piece, hex = data.counters[unit], p.where[unit]
    if move.spent or piece.moves * PARTS < CHANGE_OF_MODE or piece.is_headquarters or p.in_enemy_zone(unit):
        return False
    return bool(p.march[unit]) or not (hex in data.no_march_here or p.way(move.side)[hex] & IN_MARCH)


def mover(p: Field, move: Move) -> Mover:
    return Mover(p.where[move.unit], allowance(p, move.unit), move.spent)


def going(p: Field, move: Move) -> Going:
    """What the unit meets on its way."""
    data = p.data
    prices = data.prices[p.march[move.unit]][move.unit]
    return Going(data.board, data.ground, prices, p.way(move.side), data.plain_hexsides)


def searched(p: Field, move: Move) -> Reach:
    """Where the unit could go; searched once for a question and its answer, if nobody has searched in between."""
    search, data, known = p.data.search, p.data, p.caches[ANY_CHANGE]
    if known.get(search) != search.runs:
        prices = data.prices[p.march[move.unit]][move.unit]
        search.run(
            prices, p.way(move.side), data.plain_hexsides, p.where[move.unit], allowance(p, move.unit), move.spent
        )
        known[search] = search.runs
    return search


Movement.steps = (make_ready, ChooseUnit())
Move.steps = (ChooseDestination(),)
