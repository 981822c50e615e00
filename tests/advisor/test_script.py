"""The shared half of a script: which of its answers a question gets, and what it does by the rules themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ardennes.advisor.choices import best, first, least, things
from ardennes.advisor.plan import Plan
from ardennes.advisor.script import GameScript, because
from ardennes.engine.texts import Text
from ardennes.games.crossroads.rules.field import ATTACK, DONE, FIRE, JOIN, MOVE, Field
from tests.crossroads.fields import field
from tests.players.test_acts import open_world, played


class Timid(GameScript[Field, Plan]):
    """Only says what it is asked for."""

    def wanted(self, p: Field, attack: Any, options: Sequence[int]) -> Sequence[int]:
        return [JOIN + p.data.unit("Gr1"), JOIN + p.data.unit("Pz")]


def test_things_are_the_objects_of_a_verb() -> None:
    assert things([MOVE + 3, DONE + 0, MOVE + 5], MOVE) == [3, 5]
    assert things([DONE + 0], MOVE) == []


@pytest.mark.parametrize(
    ("choice", "chosen"),
    [
        (best(lambda *asked: -abs(asked[-1] - 4), MOVE), MOVE + 3),
        (best(lambda *_: None, MOVE), DONE),
        (best(lambda *asked: 0 if asked[-1] == 5 else None, MOVE), MOVE + 5),
        (least(lambda *asked: -asked[-1], MOVE), MOVE + 5),
        (first(MOVE), MOVE + 3),
        (first(MOVE, when=lambda *_: False), DONE),
        (first(JOIN), DONE),
    ],
)
def test_choices_by_worth(choice: Any, chosen: int) -> None:
    match = field("Pz 0603, Gr1 0504, Rif1 0503", "german movement")
    assert choice(None, match.position, [MOVE + 3, MOVE + 5, DONE + 0]) == chosen


def test_a_choice_uses_the_verb_of_the_question() -> None:
    match = field("Pz 0603, Gr1 0504, Gr2 0402, Rif1 0503", "german combat")
    assert match.asked is not None
    choice: Any = best(lambda *asked: asked[-1])
    assert choice(None, match.position, match.asked.options) == ATTACK + match.hex("0503")


def test_an_attack_is_declared_one_thing_after_another() -> None:
    """Wanted is who shall take part, in order; then the attack is let go."""
    match = field("Pz 0603, Gr1 0504, Gr2 0402, Rif1 0503", "german combat")
    match.do("attack 0503")
    script = Timid(0, Plan())
    for unit in ("Gr1", "Pz"):
        assert script.choose(match.position) == JOIN + match.position.data.unit(unit)
        match.do(f"join {unit}")
    assert match.asked is not None
    assert len(match.asked.options) > 1
    assert script.choose(match.position) == FIRE


def test_a_question_nobody_answers_is_named() -> None:
    match = field("Pz 0603, Gr1 0504, Rif1 0503", "german movement")
    with pytest.raises(NotImplementedError, match="Timid has no answer to ChooseUnit"):
        Timid(0, Plan()).choose(match.position)


def test_reasons_are_told_when_asked_for() -> None:
    script = Timid(0, Plan())
    assert script.reasons == ()
    script.why = because(Text("plan-usual"))
    assert script.reasons == (Text("plan-usual"),)


def test_what_is_done_by_the_rules_is_what_would_be_answered() -> None:
    advice, world = open_world("crossroads", "dawn", ())
    assert played(advice, world, 0, by_acts=True) == played(advice, world, 0, by_acts=False)
