"""The odds of an attack in a sentence: how likely the hex is left, what is lost on average, and the best answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ardennes.engine.match import Match
from ardennes.languages import LANGUAGES
from ardennes.players import sit_down
from ardennes.rules.fighting import Attack, Effect, prospects

ATTACK = Attack(side=0, target=1)
POSITION: Any = None
EFFECTS = {"hold": Effect(attacker=1), "hurt": Effect(defender=1), "gone": Effect(defender=2, clears=True)}


def outcomes(*chances: int) -> dict[str, Fraction]:
    return {result: Fraction(chance, 6) for result, chance in zip(EFFECTS, chances, strict=True)}


def effect(_: Any, attack: Attack, result: str) -> Effect:
    return EFFECTS[result]


def test_sum_of_the_results() -> None:
    found = prospects(POSITION, [("", ATTACK)], lambda *_: outcomes(1, 1, 4), effect, "odds-destroy")
    assert found.summary
    assert found.summary.code == "odds-destroy"
    assert found.summary.args == {"chance": 67, "least": 67, "loss": 15, "cost": 2}
    assert found.chances["gone"] == pytest.approx(2 / 3)


def test_best_answer_is_told_where_it_matters() -> None:
    answers = [("", ATTACK), ("guns", Attack(side=0, target=2))]
    by_target = {1: outcomes(1, 1, 4), 2: outcomes(2, 2, 2)}
    found = prospects(POSITION, answers, lambda _, attack: by_target[attack.target], effect, "odds-destroy")
    assert found.summary
    assert found.summary.code == "odds-destroy-answered"
    assert (found.summary.args["chance"], found.summary.args["least"]) == (67, 33)
    assert found.chances["guns: gone"] == pytest.approx(1 / 3)


def test_nothing_is_summed_up_where_no_die_is_rolled() -> None:
    assert prospects(POSITION, [("", ATTACK)], lambda *_: {}, effect, "odds-destroy").summary is None


@pytest.mark.parametrize("game", ["crossroads", "bulge1944", "deadly_woods"])
def test_every_game_has_the_sentence(game: str) -> None:
    """Met in play, in every language; no chance is more than all."""
    match = Match.new(game, seed="3")
    players = [sit_down("greedy", match.game, side, "1") for side in (0, 1)]
    summaries = []
    while match.asked is not None and len(match.records) < 80:
        abouts = [match.about(option) for option in match.asked.options[:3]]
        summaries += [about.summary for about in abouts if about.summary is not None]
        match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
    assert summaries
    for summary in summaries:
        assert isinstance(summary.args["chance"], int)
        assert 0 <= summary.args["chance"] <= 100
        assert all("%" in match.sentence(summary, language) for language in LANGUAGES)
    assert "," in match.sentence(summaries[0], "it").partition("difensore ")[2]
