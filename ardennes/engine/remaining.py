"""What remains to be done in a phase, before one ends it; and where in the sequence of play that is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ardennes.engine.acts import foresee
from ardennes.engine.options import Kind, Verb
from ardennes.engine.position import Position
from ardennes.engine.texts import Text
from ardennes.numbers import Hex, Hexside, Unit


class Remaining(msgspec.Struct, frozen=True):
    """What would be given up with the answer that ends a phase."""

    option: int
    """The answer that ends it."""
    offers: tuple[tuple[Verb, int], ...]
    """The verbs that are offered besides, and how many things each is offered for."""
    unspent: Text | None
    units: tuple[Unit, ...]
    """Who could still act."""
    hexes: tuple[Hex, ...]
    """Where something could still be done."""
    hexsides: tuple[Hexside, ...]
    final: bool
    """Whether nothing brings one back: the other side is asked next, dice fall or something comes to light."""


def remaining(view: Position, *, automatic: bool) -> Remaining | None:
    """What remains where the question that stands can end a phase, on the view of the side that is asked."""
    asked = view.asked
    if asked is None or asked.question.ends is None:
        return None
    option = int(asked.question.ends)
    others = [view.data.game.verbs.split(other) for other in asked.options if other != option]
    if len(others) == len(asked.options) or not others:
        return None
    things: dict[Kind, tuple[Any, ...]] = {
        kind: tuple(dict.fromkeys(thing for verb, thing in others if verb.kind is kind)) for kind in Kind
    }
    return Remaining(
        option=option,
        offers=tuple(Counter(verb for verb, _ in others).items()),
        unspent=asked.question.unspent(view, view.stack[-1]),
        units=things[Kind.UNIT],
        hexes=tuple(asked.question.suggested(view, view.stack[-1])) or things[Kind.HEX],
        hexsides=things[Kind.HEXSIDE],
        final=not foresee(view.copy(), option, automatic=automatic),
    )


def stages(view: Position) -> list[Text]:
    """Where in the sequence of play one is, from the whole to its part."""
    found = (procedure.stage(view) for procedure in view.stack)
    return [stage for stage in found if stage is not None]
