"""Style for people: characters are prices, levels foresee more or less, and a beginner with hints gets on."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.engine.advice import CHARACTERS
from ardennes.engine.game import load_game
from ardennes.engine.procedure import answer
from ardennes.errors import ArdennesError
from ardennes.players import OPPONENTS, call_of, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.planner import PlannerPlayer
from ardennes.players.replies import Mixture
from tests.situation import data_of

GAMES = {"bulge1944": "", "deadly_woods": "", "bitter_woods": "", "crossroads": "", "wacht_am_rhein": "bastogne"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_every_game_knows_every_character(name: str, side: int) -> None:
    game = load_game(name)
    p = game.start(data_of(name, GAMES[name] or game.first_scenario, frozenset()), "dice")
    advice = advice_for(p.data)
    assert advice is not None
    for plan in advice.plans(p, side)[:3]:  # type: ignore[arg-type]
        natures = [advice.in_character(plan, character) for character in ("", *CHARACTERS)]
        assert natures[0] == plan
        assert len({repr(msgspec.structs.asdict(each)) for each in natures}) == len(natures)
        assert {each.name for each in natures} == {plan.name}, "it is told as what it is"


def test_a_bold_player_wants_steps_and_a_cautious_one_keeps_them() -> None:
    p = load_game("bulge1944").start(data_of("bulge1944", "campaign", frozenset()), "dice")
    advice = advice_for(p.data)
    assert advice is not None
    plans = {}
    for character in ("", *CHARACTERS):
        mind = sit_down(f"planner:time=0.001,character={character}", p.data.game, 0, "mind")  # type: ignore[arg-type]
        assert isinstance(mind, PlannerPlayer)
        mind.choose(p.view(0))  # type: ignore[arg-type]
        plans[character] = mind._plan
    assert plans["bold"].harm > plans[""].harm > plans["cautious"].harm
    assert plans["bold"].blood < plans[""].blood < plans["cautious"].blood
    assert plans["tricky"].raid > plans[""].raid
    assert all(plan.course for plan in plans.values()), "each within an operation"


def test_whom_people_can_choose() -> None:
    assert {"easy", "hard-bold", "master-tricky"} <= set(OPPONENTS)
    for opponent in OPPONENTS:
        assert sit_down(call_of(opponent), load_game("crossroads"), 0, "seed")  # type: ignore[arg-type]
    for wrong in ("", "godlike", "hard-", "hard-mean", "bold"):
        with pytest.raises(ArdennesError, match="there is no level"):
            call_of(wrong)
    with pytest.raises(ArdennesError, match="character must be one of cautious, bold, tricky"):
        sit_down("planner:character=mean", load_game("crossroads"), 0, "seed")  # type: ignore[arg-type]


def test_levels_differ_in_what_they_foresee() -> None:
    game = load_game("crossroads")
    several = {}
    for call in ("level=normal", "level=hard", "level=master", "level=normal,version=2"):
        mind = sit_down(f"planner:{call}", game, 0, "mind")  # type: ignore[arg-type]
        assert isinstance(mind, PlannerPlayer)
        mind._mixture = Mixture(3)
        several[call] = mind._reckons_with_several
    assert several == {
        "level=normal": False,
        "level=hard": True,
        "level=master": True,
        "level=normal,version=2": True,
    }


@pytest.mark.parametrize("name", ["deadly_woods", "bitter_woods"])
def test_a_beginner_makes_no_attack_below_the_table(name: str) -> None:
    game = load_game(name)
    p = game.start(data_of(name, game.first_scenario, frozenset()), "dice")
    mind = sit_down("planner:level=easy", game, 0, "mind")  # type: ignore[arg-type]
    assert isinstance(mind, PlannerPlayer)
    other = sit_down("greedy", game, 1, "other")  # type: ignore[arg-type]
    while mind._plan is None or not mind._plan.noise:
        assert p.asked is not None
        answer(p, (mind, other)[p.asked.side].choose(p.view(p.asked.side)))
    assert not mind._plan.below_table


def test_a_pupil_follows_every_second_hint() -> None:
    game = load_game("crossroads")
    p = game.start(data_of("crossroads", "noon", frozenset()), "dice")
    minds = [sit_down("pupil:time=0.05", game, 0, "mind"), sit_down("random", game, 1, "other")]  # type: ignore[arg-type]
    while p.asked is not None:
        answer(p, minds[p.asked.side].choose(p.view(p.asked.side)))
    assert p.over is not None
    assert minds[0]._adviser._stage >= 0, "it was asked"  # type: ignore[attr-defined]
