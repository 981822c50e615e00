"""Duties: who must do what, by when. And standing orders: reactions given in advance.

A duty is plain data in the position. The game says how it is met and offers "end of phase" only when none is
open; a duty whose means are gone lapses, and the log says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ardennes.engine.texts import Event
from ardennes.numbers import Side, Unit

if TYPE_CHECKING:
    from ardennes.engine.position import Position

    Subject = Any
    """A unit, hex or hexside, as the game says for each kind."""
else:
    Subject = int


class Duty(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a side owes."""

    side: Side
    kind: str
    subject: Subject
    """The unit, hex or hexside it is about."""
    due: int
    """The turn in which it must be met."""
    rule: str = ""
    others: tuple[Unit, ...] = ()
    """The units that are party to it, of either side."""


class Order(msgspec.Struct, frozen=True):
    """A standing order: what a side has decided to do when the moment comes."""

    side: Side
    kind: str
    subject: Subject


def owe(p: Position, duty: Duty) -> None:
    """Takes on a duty, once."""
    if duty not in p.duties:
        p.duties += (duty,)


def open_duties(p: Position, side: Side, kind: str, turn: int) -> list[Duty]:
    """What this side must still do of a kind, by this turn."""
    return [duty for duty in p.duties if duty.side == side and duty.kind == kind and duty.due <= turn]


def meet(p: Position, duty: Duty) -> None:
    """Strikes a duty off."""
    p.duties = tuple(other for other in p.duties if other != duty)


def lapse(p: Position, duty: Duty) -> None:
    """Strikes off a duty that cannot be met any more; the log says so."""
    meet(p, duty)
    p.tell(Event(f"lapsed-{duty.kind}", {"side": duty.side, "subject": duty.subject}, duty.rule))


def stands(p: Position, order: Order) -> bool:
    """Whether this order has been given."""
    return order in p.orders


def give(p: Position, order: Order) -> None:
    if order not in p.orders:
        p.orders += (order,)


def withdraw(p: Position, order: Order) -> None:
    p.orders = tuple(other for other in p.orders if other != order)
