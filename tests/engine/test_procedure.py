"""Procedures: plain data that can be stopped, saved and resumed at every question."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import Onward, Procedure, Question, Then, about, advance, answer, calls, why_not
from ardennes.engine.saves import decode_position, encode_position
from ardennes.engine.texts import Refused
from ardennes.games.crossroads.rules.field import DONE, MOVE

LOG: list[str] = []


class Ask(Question[Position, Any]):
    """Asks as long as there is something in the list of what to offer."""

    prompt, rule = "ask", "1.1"

    def __init__(self, *offered: int, leads: object = None) -> None:
        self.offered, self.leads = offered, leads

    def offers(self, p: Position, own: Any) -> tuple[int, ...]:
        return self.offered

    def answer(self, p: Position, own: Any, option: int) -> Any:
        LOG.append(f"answer {option}")
        return self.leads


class Outer(Procedure):
    side: int = 0


class Inner(Procedure):
    side: int = 0


def note(word: str, leads: object = None) -> Any:
    def work(p: Position, procedure: Procedure) -> Any:
        LOG.append(word)
        return leads

    return work


def run(outer: tuple[Any, ...], inner: tuple[Any, ...] = ()) -> Position:
    LOG.clear()
    Outer.steps, Inner.steps = outer, inner
    p = load_game("crossroads").position_type(load_game("crossroads").load_data("noon", ()))
    p.open(Outer())
    return p


def test_steps_run_in_order_until_a_question() -> None:
    p = run((note("one"), note("two"), Ask(5, 6), note("three")))
    assert LOG == ["one", "two"]
    assert p.asked is not None
    assert (p.asked.side, list(p.asked.options)) == (0, [5, 6])


def test_question_is_put_again_until_it_is_left() -> None:
    p = run((Ask(5), note("after")))
    answer(p, 5)
    assert p.asked is not None
    assert LOG == ["answer 5"]
    p = run((Ask(5, leads=Then.NEXT), note("after")))
    answer(p, 5)
    assert p.asked is None
    assert LOG == ["answer 5", "after"]
    assert p.stack == []


def test_question_with_nothing_to_offer_is_not_put() -> None:
    p = run((Ask(), note("after"), Ask(7)))
    assert LOG == ["after"]
    assert p.asked is not None
    assert list(p.asked.options) == [7]


def test_called_procedure_runs_first() -> None:
    p = run((note("one"), calls(Inner), note("three")), (note("two"),))
    assert LOG == ["one", "two", "three"]
    assert p.asked is None


def test_answer_may_open_a_procedure_and_is_then_asked_again() -> None:
    p = run((Ask(5, leads=Inner()),), (note("inside"),))
    answer(p, 5)
    assert LOG == ["answer 5", "inside"]
    assert [type(procedure) for procedure in p.stack] == [Outer]
    assert p.asked is not None


def test_answer_may_open_a_procedure_and_go_on() -> None:
    p = run((Ask(5, leads=Onward(Inner())), note("after")), (note("inside"),))
    answer(p, 5)
    assert LOG == ["answer 5", "inside", "after"]
    assert p.asked is None


def test_end_leaves_out_the_rest() -> None:
    run((calls(Inner), note("after")), (note("inside", Then.END), note("never")))
    assert LOG == ["inside", "after"]


def test_end_ends_the_procedure_that_says_so_and_none_that_looks_like_it() -> None:
    p = run((Ask(5, leads=Outer()),))
    answer(p, 5)
    Outer.steps = (Ask(5, leads=Then.END),)
    p.asked = advance(p)
    lower, upper = p.stack
    assert lower == upper
    answer(p, 5)
    assert len(p.stack) == 1
    assert p.stack[0] is lower


def test_repeat_begins_again() -> None:
    p = run((note("begin"), Ask(5, leads=Then.REPEAT)))
    answer(p, 5)
    assert LOG == ["begin", "answer 5", "begin"]
    assert p.asked is not None


def test_endless_procedure_is_noticed() -> None:
    with pytest.raises(RuntimeError, match="Outer never comes to a question"):
        run((note("round", Then.REPEAT),))


def test_what_is_not_offered_is_refused() -> None:
    p = run((Ask(0, 1),))
    with pytest.raises(Refused):
        answer(p, 2)
    with pytest.raises(Refused):
        about(p, 2)
    assert why_not(p, 2).code == "not-offered"
    assert why_not(p, 2).rule == "1.1"
    assert why_not(p, 1 << 40).code == "no-such-option"
    with pytest.raises(ValueError, match="is allowed"):
        why_not(p, 1)
    p = run((note("done"),))
    assert why_not(p, 0).code == "game-is-over"
    with pytest.raises(Refused):
        answer(p, 0)


def test_reasons_by_verb() -> None:
    class Reasoned(Ask):
        reasons: ClassVar[Any] = {MOVE: ("cannot-move", "2.2")}

    p = run((Reasoned(DONE),))
    refusal = why_not(p, MOVE + 3)
    assert (refusal.code, refusal.rule, refusal.args) == ("cannot-move", "2.2", {"unit": 3})


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(["dawn", "noon"]))
def test_saved_and_resumed_at_every_question_the_game_is_the_same(seed: int, scenario: str) -> None:
    rng = random.Random(seed)
    straight = Match.new("crossroads", scenario=scenario, seed=str(seed), automatic=False).position
    halting = decode_position(straight.data, encode_position(straight))
    halting.asked = advance(halting)
    while straight.asked is not None:
        assert halting.asked is not None
        assert list(halting.asked.options) == list(straight.asked.options)
        option = rng.choice(list(straight.asked.options))
        answer(straight, option)
        answer(halting, option)
        assert halting.events == straight.events
        assert halting.outcomes == straight.outcomes
        assert halting.digest() == straight.digest()
        halting = decode_position(straight.data, encode_position(halting))
        halting.asked = advance(halting)
    assert halting.over == straight.over


def test_question_may_always_be_for_the_same_side() -> None:
    class AskSecond(Ask):
        asked_side = 1

    p = run((AskSecond(5),))
    assert p.asked is not None
    assert p.asked.side == 1


def test_step_opens_a_procedure_for_its_own_side_or_another() -> None:
    p = run((calls(Inner), calls(Inner, 1)), (Ask(5, leads=Then.NEXT),))
    sides = []
    while p.asked is not None:
        sides.append(p.asked.side)
        answer(p, 5)
    assert sides == [0, 1]


def test_what_interrupts_is_run_before_what_an_answer_opens() -> None:
    """Several in the order they came; then what was opened, and what stood."""

    def answered(p: Position, own: Any, option: int) -> Procedure:
        p.interrupt(First())
        p.interrupt(Second())
        return Inner()

    class First(Procedure):
        side: int = 1
        steps = (note("first"), Ask(1))

    class Second(Procedure):
        side: int = 0
        steps = (note("second"),)

    question = Ask(DONE)
    question.answer = answered  # type: ignore[method-assign]
    p = run((question, note("after")), (note("opened"), Ask(2)))
    answer(p, DONE)
    assert LOG == ["first"]
    assert p.asked is not None
    assert (p.asked.side, p.interruptions) == (1, ())
    assert [type(procedure).__name__ for procedure in p.stack] == ["Outer", "Inner", "Second", "First"]
