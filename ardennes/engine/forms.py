"""Forms: numbers that a side is asked for one after another, to be filled in together."""

from __future__ import annotations

import msgspec

from ardennes.engine.acts import foresee
from ardennes.engine.options import Kind, Verb
from ardennes.engine.position import Position
from ardennes.engine.procedure import Asked
from ardennes.engine.texts import Text

NOTHING = 0


class NumberField(msgspec.Struct, frozen=True):
    """One of the numbers."""

    prompt: Text
    verb: Verb
    most: int
    """The largest that could be given if the others were nought."""


def number_form(view: Position) -> list[NumberField]:
    """The questions for numbers that stand and follow, as they would be put to a side that gives nought to each; on its
    view."""
    found: list[NumberField] = []
    p = view
    while p.asked is not None and p.asked.side == view.viewer and (field := _field(p, p.asked)) is not None:
        found.append(field)
        p = p.copy()
        if not foresee(p, field.verb + NOTHING):
            break
    return found


def _field(p: Position, asked: Asked) -> NumberField | None:
    """The question as a field; None where something else than a number can be answered, or nought cannot."""
    verb, _ = p.data.game.verbs.split(asked.options[0])
    things = [thing for each, thing in map(p.data.game.verbs.split, asked.options) if each == verb]
    if verb.kind is not Kind.NUMBER or len(things) < len(asked.options) or NOTHING not in things:
        return None
    arguments = {"side": asked.side, **asked.question.arguments(p, p.stack[-1])}
    return NumberField(Text(asked.question.prompt, arguments), verb, max(things))
