"""Every question of every game is answered, under all options, until the game is over."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.procedure import answer
from ardennes.players import sit_down
from ardennes.players.lookahead import look_ahead
from tests.situation import data_of

MOST_ANSWERS = 4000
TABLES = [
    ("campaign", ()),
    ("secret_card", ("weather", "hidden", "phantoms", "free_setup", "fuel", "alternate_units")),
    ("random_card", ("hidden", "fourth_card", "surplus_lost")),
    ("autumn_mist", ("weather", "germans_wait")),
    ("plan_martin", ("alternate_units", "fuel")),
    ("spoiling_attack", ("hidden", "fuel")),
]
ASKED_OF_1944 = {
    "ChooseCard", "ChooseUnitToPlace", "ChooseReinforcement", "ChooseEntry", "ChooseActivation", "ChooseDestination",
    "Announce", "AnswerWithSupport", "TakeHit", "ChooseHidden",
}  # fmt: skip


def play(name: str, scenario: str, options: tuple[str, ...], minds: tuple[str, str]) -> set[str]:
    """Plays a game to its end and says which questions were asked."""
    game = load_game(name)
    p = game.start(data_of(name, scenario, frozenset(options)), "dice")
    players = [sit_down(mind, game, side, "mind") for side, mind in enumerate(minds)]
    met = set()
    for _ in range(MOST_ANSWERS):
        if p.asked is None:
            return met
        met.add(type(p.asked.question).__name__)
        answer(p, players[p.asked.side].choose(p.view(p.asked.side)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("minds", [("greedy", "greedy"), ("planner:level=easy", "planner:time=0.02")])
def test_every_question_of_1944(minds: tuple[str, str]) -> None:
    met: set[str] = set()
    for scenario, options in TABLES:
        met |= play("bulge1944", scenario, options, minds)
    assert met >= ASKED_OF_1944


@pytest.mark.parametrize("scenario", ["dawn", "noon"])
def test_crossroads(scenario: str) -> None:
    met = play("crossroads", scenario, (), ("planner:time=0.05", "planner:time=0.05"))
    met |= play("crossroads", scenario, ("muddy",), ("greedy", "planner:level=easy"))
    assert {"ChooseUnit", "ChooseDestination", "ChooseTarget", "ChooseAttackers"} <= met


def test_looking_ahead_needs_no_advice() -> None:
    """What players fall back on in a game that gives none: it plays any game to its end by the standing alone."""
    game = load_game("crossroads")
    p = game.start(data_of("crossroads", "noon", frozenset()), "dice")
    chance = random.Random("mind")
    while (asked := p.asked) is not None:
        option = look_ahead(p.view(asked.side), asked.side, chance, tries=1, further=4)
        assert option in asked.options
        answer(p, option)
    assert p.over is not None
