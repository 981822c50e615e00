"""What a side may do between two answers, whoever is asked: standing orders, taking a decoy away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure, Question, advance, shown_to
from ardennes.numbers import Side


class Anytime(Procedure):
    """Stands in for an open procedure where a side acts between two answers."""

    side: Side


def anytime_offers(p: Position, side: Side) -> list[tuple[Question[Any, Any], Sequence[int]]]:
    """What a side may do between two answers, whoever is asked."""
    if not p.data.game.anytime:
        return []
    seen = shown_to(p, side)
    return [(question, question.offers(seen, Anytime(side=side))) for question in p.data.game.anytime]


def act_anytime(p: Position, side: Side, question: Question[Any, Any], option: int) -> None:
    """Carries out what a side does between two answers."""
    p.begin_record()
    question.answer(p, Anytime(side=side), option)
    p.forget()
    p.asked = advance(p)
