"""How plans are compared: work goes to those that do something else, and a lead must be more than luck."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.game import load_game
from ardennes.games.crossroads.ai.advice import CrossroadsAdvice, CrossroadsPlan
from ardennes.players.thinking import Budget, Candidate, Thinking
from tests.situation import data_of


def thinking(answers: int) -> Thinking:
    data = data_of("crossroads", "noon", frozenset())
    p = load_game("crossroads").start(data, "dice")
    return Thinking(CrossroadsAdvice(data), [p], 0, random.Random("mind"), Budget(answers))


def test_a_plan_that_does_the_same_costs_one_look_and_is_not_told() -> None:
    one, two = thinking(4000), thinking(4000)
    alone = one.best_of([CrossroadsPlan(), CrossroadsPlan(name="same"), CrossroadsPlan(name="same too")], 1.0)
    assert [candidate.plan.name for candidate in alone] == ["usual"]
    beside = two.best_of([CrossroadsPlan(), CrossroadsPlan(name="same"), CrossroadsPlan(name="far", close=-0.3)], 1.0)
    assert sorted(candidate.plan.name for candidate in beside) == ["far", "usual"]
    assert one.budget.spent < two.budget.spent


def test_plans_that_end_the_game_alike_are_still_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the last turn one playout says little: won or lost, by whatever plan."""
    monkeypatch.setattr(CrossroadsAdvice, "judge", lambda *_: 0.0)
    tried = thinking(4000).best_of([CrossroadsPlan(), CrossroadsPlan(name="far", close=-0.3)], 1.0)
    assert [len(candidate.scores) for candidate in tried] == [32, 32]


@pytest.mark.parametrize(
    ("scores", "better"),
    [
        ([0.53, 0.53, 0.53, 0.53], True),
        ([0.53, 0.53, 0.53], False),
        ([0.51, 0.51, 0.51, 0.51], False),
        ([0.90, 0.20, 0.85, 0.25], False),
    ],
    ids=["steady lead", "too few looks", "too small", "luck"],
)
def test_what_replaces_the_usual_plan(scores: list[float], better: bool) -> None:
    default, other = Candidate(CrossroadsPlan()), Candidate(CrossroadsPlan(name="other"))
    default.scores, other.scores = [0.5] * len(scores), scores
    assert thinking(1)._is_better(other, default) is better


def test_a_game_may_ask_for_a_smaller_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CrossroadsAdvice, "least_lead", 0.002)
    default, other = Candidate(CrossroadsPlan()), Candidate(CrossroadsPlan(name="other"))
    default.scores, other.scores = [0.5] * 4, [0.51] * 4
    assert thinking(1)._is_better(other, default)
