"""The order book of a side: marches that last several turns, and answers given in advance. It is kept with the table,
so that it outlives the window, the browser and the server; the other side never hears of it.

A march goes on only while nothing unforeseen has happened to the unit. Afterwards it waits until its player renews it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.engine.options import OBJECT_BITS, Verb, is_about
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.saves import Record
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side, Unit, by_unit
from ardennes.server.log import label
from ardennes.server.protocol.requests import OrdersRequest
from ardennes.server.protocol.table import MarchShown, Orders, Surprise

OFF_MAP = ""
MOST_MARCHES = 1000
MOST_STANDING = 100


class March(msgspec.Struct, frozen=True, kw_only=True):
    """Where a unit is to go, and how it was when it last went there. Names outlive a change of the data."""

    goal: str
    verb: str
    """The verb that sends it; empty for the usual one."""
    start: str
    """The hex where it was when it was sent, and the turn."""
    begun: int
    at: str
    """Where its last march left it, and in which turn."""
    marched: int
    steps: int
    beside_enemy: bool


class OrderBook(msgspec.Struct, frozen=True):
    """By the unit's id its march; by the question's name the name of the order that answers it."""

    marches: dict[str, March] = {}
    standing: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self.marches or self.standing)


Books = dict[Side, OrderBook]


# --- changes -------------------------------------------------------------------------------------


def changed(book: OrderBook, view: Position, side: Side, request: OrdersRequest) -> OrderBook:
    """The book after a player has written in it. What makes no sense is left out."""
    ids, acts = _ids(view, side), view.data.game.acts
    marches, standing = dict(book.marches), dict(book.standing)
    for unit in request.forget:
        marches.pop(ids.get(unit, ""), None)
    for unit in request.renew:
        if (former := marches.get(ids.get(unit, ""))) is not None:
            marches[ids[unit]] = _from_here(former, view, unit)
    for order in request.marches:
        verb = _verb(view.data.game, order.go)
        if order.unit in ids and order.goal in view.data.board and acts:
            marches[ids[order.unit]] = _begun(view, order.unit, Hex(order.goal), verb)
    for code in request.cancel:
        standing.pop(code, None)
    standing.update(request.standing)
    if len(marches) > MOST_MARCHES or len(standing) > MOST_STANDING:
        return book
    return OrderBook(marches, standing)


def has_marched(game: AnyGame, side: Side, records: Sequence[Record]) -> bool:
    """Whether a side has sent units on their way by these records; nobody is driven from his hex so."""
    verbs = _verbs(game)
    return any(record.side == side and any(is_about(record.option, verb) for verb in verbs) for record in records)


def followed(book: OrderBook, view: Position, *, goes: bool) -> OrderBook:
    """The book after something was played. Who is elsewhere because his side ``goes`` goes on from there; who has
    arrived or is no more has no order left."""
    marches: dict[str, March] = {}
    for unit, march in _marches(book, view):
        place = _place(view, unit)
        if place == march.goal or (place == OFF_MAP and march.at != OFF_MAP):
            continue
        marches[view.data.counters[unit].id] = _from_here(march, view, unit) if goes and place != march.at else march
    return book if marches == book.marches else OrderBook(marches, book.standing)


def ordered_answer(book: OrderBook, view: Position) -> int | None:
    """What is to be answered to the question that stands, without asking."""
    assert view.asked is not None
    question = view.asked.question
    name = book.standing.get(question.prompt)
    return None if name is None else dict(question.standing_orders(view, view.stack[-1])).get(name)


def _begun(view: Position, unit: Unit, goal: Hex, verb: str) -> March:
    place, turn = _place(view, unit), _turn(view)
    return March(
        goal=view.data.board.label(goal),
        verb=verb,
        start=place,
        begun=turn,
        at=place,
        marched=turn,
        steps=_steps(view, unit),
        beside_enemy=_is_beside_enemy(view, unit),
    )


def _from_here(march: March, view: Position, unit: Unit) -> March:
    return msgspec.structs.replace(
        march,
        at=_place(view, unit),
        marched=_turn(view),
        steps=_steps(view, unit),
        beside_enemy=_is_beside_enemy(view, unit),
    )


# --- what is shown -------------------------------------------------------------------------------


def shown(book: OrderBook, view: Position, language: str) -> Orders:
    """The book as its side reads it now."""
    game = view.data.game
    catalogue = game.catalogue(language)
    return Orders(
        marches=[_shown(march, view, unit) for unit, march in _marches(book, view)],
        standing=[(code, label(catalogue, name, name)) for code, name in book.standing.items()],
    )


def _shown(march: March, view: Position, unit: Unit) -> MarchShown:
    board = view.data.board
    goal = board.hex(march.goal)
    here, start = view.where[unit], board.find(march.start)
    left = distance(board.grid, here, goal) if here in board else None
    whole = distance(board.grid, start, goal) if start is not None else None
    return MarchShown(
        unit=unit,
        goal=goal,
        go=next((verb >> OBJECT_BITS for verb in _verbs(view.data.game) if verb.name == march.verb), -1),
        left=left,
        whole=whole,
        arrives=_arrives(march, left, whole),
        stopped=surprise(march, view, unit),
    )


def _arrives(march: March, left: int | None, whole: int | None) -> int | None:
    """The turn in which it will be there if it goes on as it has gone so far; None where nobody can tell."""
    if left is None or whole is None or left >= whole:
        return None
    turns = march.marched - march.begun + 1
    return march.marched + ceil(left * turns / (whole - left))


def surprise(march: March, view: Position, unit: Unit) -> Surprise:
    """What has happened to a unit since it last marched."""
    if _place(view, unit) != march.at:
        return "moved"
    if _steps(view, unit) < march.steps:
        return "loss"
    return "enemy" if _is_beside_enemy(view, unit) and not march.beside_enemy else ""


# --- helpers -------------------------------------------------------------------------------------


def _marches(book: OrderBook, view: Position) -> list[tuple[Unit, March]]:
    """Those of units and hexes that there are."""
    numbers = {counter.id: unit for unit, counter in by_unit(view.data.counters)}
    known = view.data.board.has_label
    return [(numbers[id], march) for id, march in book.marches.items() if id in numbers and known(march.goal)]


def _ids(view: Position, side: Side) -> dict[Unit, str]:
    return {unit: counter.id for unit, counter in by_unit(view.data.counters) if counter.side == side}


def _verbs(game: AnyGame) -> list[Verb]:
    return [verb for act in game.acts for verb in (act.go, *act.others)]


def _verb(game: AnyGame, number: int) -> str:
    return next((verb.name for verb in _verbs(game) if verb >> OBJECT_BITS == number), "")


def _place(view: Position, unit: Unit) -> str:
    here = view.where[unit]
    return view.data.board.label(here) if here in view.data.board else OFF_MAP


def _turn(view: Position) -> int:
    return int(getattr(view, "turn", 0))


def _steps(view: Position, unit: Unit) -> int:
    """What a unit has left to lose, in games that count it so."""
    steps: Any = getattr(view, "steps", None)
    return int(steps[unit]) if steps is not None else 0


def _is_beside_enemy(view: Position, unit: Unit) -> bool:
    board, here, counters = view.data.board, view.where[unit], view.data.counters
    if here not in board:
        return False
    tops = [view.top[hex] for hex in board.around(here)]
    return any(other != NO_UNIT and counters[other].side != counters[unit].side for other in tops)
