"""Several enemies: how likely each model is, whom playouts meet, and what is learnt from what the enemy does."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ardennes.engine.game import load_game
from ardennes.errors import ArdennesError
from ardennes.games.crossroads.ai.advice import CrossroadsAdvice, CrossroadsPlan
from ardennes.players import play_on, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.replies import EACH_AT_LEAST, Mixture, worse_half
from ardennes.players.thinking import FRESH_PLAYOUTS, PLAYOUTS_TO_CHANGE, Budget, Candidate, Thinking
from tests.situation import data_of


def test_the_usual_model_is_the_likeliest_until_something_is_seen() -> None:
    shares = Mixture(3).shares
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1] == shares[2] > EACH_AT_LEAST


def test_playouts_meet_each_model_as_often_as_it_is_likely() -> None:
    mixture = Mixture(3)
    met = Counter(mixture.model(playout) for playout in range(200))
    assert mixture.model(0) == 0
    for model, share in enumerate(mixture.shares):
        assert met[model] == pytest.approx(200 * share, abs=3)


def test_what_was_foretold_makes_a_model_likelier_but_none_is_forgotten() -> None:
    mixture = Mixture(3)
    before = mixture.shares
    for _ in range(20):
        mixture.learn([0.4, 0.9, 0.4])
    assert mixture.shares[1] > before[1]
    assert mixture.shares[1] > 0.75
    assert min(mixture.shares) >= EACH_AT_LEAST


def test_one_model_is_certain() -> None:
    assert Mixture(1).shares == (1.0,)
    assert {Mixture(1).model(playout) for playout in range(9)} == {0}


def test_the_worse_half() -> None:
    assert worse_half([(0, 0.9), (1, 0.2), (2, 0.6), (0, 0.1), (1, 0.4)]) == {1, 0}
    assert worse_half([(0, 0.9)]) == {0}


def thinking(**wanted: object) -> Thinking:
    data = data_of("crossroads", "noon", frozenset())
    p = load_game("crossroads").start(data, "dice")
    return Thinking(CrossroadsAdvice(data), [p], 0, random.Random("mind"), Budget(4000), **wanted)  # type: ignore[arg-type]


def test_fear_counts_the_worse_half_more() -> None:
    """A plan that gains against the reply that hurts and loses less against the other."""
    default, other = Candidate(CrossroadsPlan()), Candidate(CrossroadsPlan(name="other"))
    mixture = Mixture(2)
    met = [mixture.model(number) for number in range(16)]
    default.scores = [0.3 if model else 0.7 for model in met]
    other.scores = [0.5 if model else 0.6 for model in met]
    assert not thinking(mixture=mixture)._is_better(other, default)
    assert thinking(mixture=mixture, fears=True)._is_better(other, default)


def test_a_change_must_hold_true_on_dice_it_was_not_found_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better in the playouts that found it, no better in those that follow."""
    best, child = Candidate(CrossroadsPlan()), Candidate(CrossroadsPlan(name="lucky"))
    for confirms, kept in ((False, True), (True, False)):
        mind = thinking(confirms=confirms)
        monkeypatch.setattr(mind, "_play", lambda *_: 0.5)
        best.scores, child.scores = [0.5] * PLAYOUTS_TO_CHANGE, [0.7] * PLAYOUTS_TO_CHANGE
        assert mind._holds_true(child, best) is kept
    assert len(child.scores) == len(best.scores) == PLAYOUTS_TO_CHANGE + FRESH_PLAYOUTS


@pytest.mark.parametrize("name", ["bulge1944", "deadly_woods", "bitter_woods"])
def test_each_side_has_three_models(name: str) -> None:
    game = load_game(name)
    p = game.start(data_of(name, game.first_scenario, frozenset()), "dice")
    advice = advice_for(p.data)
    assert advice is not None
    for side in (0, 1):
        models = advice.replies(p, side)
        assert models[0] == advice.plans(p, side)[0]
        assert len({plan.name for plan in models}) == len(models) >= 3


def test_who_plays_by_a_model_is_recognized() -> None:
    """After some turns of the raider the raid is likelier than before, work being counted, not time."""
    game = load_game("bulge1944")
    p = game.start(data_of("bulge1944", "campaign", frozenset()), "dice")
    mind, raider = sit_down("planner:time=1", game, 0, "mind"), sit_down("script:plan=raid", game, 1, "raider")
    for _ in play_on(p, [mind, raider]):
        if p.turn == 5:
            break
    names = [plan.name for plan in advice_for(p.data).replies(p, 1)]  # type: ignore[union-attr]
    shares = dict(zip(names, mind._mixture.shares, strict=True))  # type: ignore[attr-defined]
    assert shares["raid"] > Mixture(3).shares[names.index("raid")]


def test_a_script_at_any_prices() -> None:
    game = load_game("bulge1944")
    p = game.start(data_of("bulge1944", "campaign", frozenset()), "dice")
    assert p.asked is not None
    with pytest.raises(ArdennesError, match="no plan 'wild'"):
        sit_down("script:plan=wild", game, p.asked.side, "seed").choose(p.view(p.asked.side))
    with pytest.raises(ArdennesError, match="is no price of a plan"):
        sit_down("script:luck=2", game, p.asked.side, "seed").choose(p.view(p.asked.side))
    assert sit_down("script:pull=x2,harm=0.1", game, p.asked.side, "seed").choose(p.view(p.asked.side))
