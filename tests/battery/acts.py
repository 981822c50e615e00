"""What a game does at once is what the same orders bring about when they are given answer by answer."""

from __future__ import annotations

import random

from ardennes.engine.acts import Act, OpenAct, perform
from ardennes.engine.match import Match
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer

MOST_ORDERS = 3


def check_acts(match: Match, rng: random.Random) -> int:
    """Some acts that could begin now, at once and by questions; how many were compared."""
    return sum(_check_act(match.position, act, rng) for act in match.game.acts)


def _check_act(p: Position, act: Act, rng: random.Random) -> int:
    picks, compared = _options(p, act.pick), 0
    for pick in rng.sample(picks, min(MOST_ORDERS, len(picks))):
        asked, at_once = p.copy(), p.copy()
        by_questions, by_act = OpenAct(asked), OpenAct(at_once)
        answer(asked, pick)
        goals = _options(asked, act.go)
        if not goals:
            continue
        goal = rng.choice(goals)
        perform(at_once, act, object_of(pick), object_of(goal))
        if not asked.revealed:
            answer(asked, goal)
        if by_act.is_over(at_once) and not by_questions.is_over(asked):
            answer(asked, act.stop)
        assert at_once.digest() == asked.digest(), "an act leads elsewhere than its answers"
        assert _question(at_once) == _question(asked), "an act leads to another question than its answers"
        compared += 1
    return compared


def _options(p: Position, verb: Verb) -> list[int]:
    return [option for option in p.asked.options if is_about(option, verb)] if p.asked is not None else []


def _question(p: Position) -> object:
    return p.asked and (type(p.asked.question), p.asked.side, list(p.asked.options))
