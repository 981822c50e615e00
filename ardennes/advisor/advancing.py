"""Advance after combat: who gains most by it goes, and goes where he gains most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ardennes.advisor.choices import things
from ardennes.advisor.fields import Fields
from ardennes.advisor.pressing import NOT_WORTH_A_MOVE
from ardennes.engine.procedure import P
from ardennes.numbers import Hex, Unit
from ardennes.rules.advance import Advance, AdvanceQuestion


class Sight(Protocol):
    """What a script sees in a phase."""

    fields: Fields[Any, Any, Any]


def choose_advance(sight: Sight, p: P, options: Sequence[int]) -> int:
    """Who gains most; nobody where that is not enough."""
    question, _ = _asked(p)
    units = [unit for unit in things(options, question.verb) if sight.fields.fights(unit)]
    gains = {unit: _best_way(sight, p, unit)[0] for unit in units}
    best = max(gains, key=lambda unit: (gains[unit], unit), default=None)
    if best is not None and (question.done not in options or gains[best] > NOT_WORTH_A_MOVE):
        return question.verb + int(best)
    return options[0] if question.done is None else question.done + 0


def choose_way(sight: Sight, p: P, options: Sequence[int]) -> int:
    question, advance = _asked(p)
    return question.verb + _best_way(sight, p, advance.unit)[1]


def _best_way(sight: Sight, p: P, unit: Unit) -> tuple[float, Hex]:
    question, advance = _asked(p)
    return sight.fields.best_gain(unit, list(question.destinations(p, advance, unit)))


def _asked(p: P) -> tuple[AdvanceQuestion[P, Any], Advance]:
    assert p.asked is not None
    question, advance = p.asked.question, p.stack[-1]
    assert isinstance(question, AdvanceQuestion)
    assert isinstance(advance, Advance)
    return question, advance
