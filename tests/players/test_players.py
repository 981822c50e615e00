"""Opponents at the table: what they may know, that a seed decides all they do, and how much work they do for it."""

from __future__ import annotations

import pytest

from ardennes.engine.game import AnyGame, load_game
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.errors import ArdennesError
from ardennes.players import evaluate, play_on, player_names, sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.planner import PlannerPlayer
from tests.situation import data_of

MINDS = ("random", "greedy", "planner:time=0.05", "planner:level=easy", "planner:level=normal,time=0.05")
HIDDEN = frozenset(("hidden", "phantoms", "weather"))


def new_game(
    name: str, seed: str, scenario: str = "", options: frozenset[str] = frozenset()
) -> tuple[AnyGame, Position]:
    game = load_game(name)
    return game, game.start(data_of(name, scenario or game.first_scenario, options), seed)


def answers_of(game: AnyGame, p: Position, mind: str, side: int, *, most: int, seed: str = "mind") -> list[int]:
    """What a player of one side answers against random play of the other, as long as it lasts."""
    player, other = sit_down(mind, game, side, seed), sit_down("random", game, 1 - side, "other")
    given = []
    while (asked := p.asked) is not None and len(given) < most:
        option = (player if asked.side == side else other).choose(p.view(asked.side))
        if asked.side == side:
            given.append(option)
        answer(p, option)
    return given


# --- how they are called ---------------------------------------------------------------------------


def test_the_names() -> None:
    assert {"random", "greedy", "planner"} <= set(player_names())


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("wizard", "no player 'wizard'"),
        ("planner:speed=3", "no setting 'speed=3'"),
        ("planner:time=soon", "number of seconds"),
        ("planner:time=-1", "number of seconds"),
        ("planner:level=godlike", "easy, normal, hard, master"),
        ("greedy:time=3", "no setting 'time=3'"),
    ],
)
def test_a_call_that_means_nothing(call: str, says: str) -> None:
    with pytest.raises(ArdennesError, match=says):
        sit_down(call, load_game("crossroads"), 0, "seed")


# --- determinism and work --------------------------------------------------------------------------


@pytest.mark.parametrize("mind", MINDS)
@pytest.mark.parametrize("side", [0, 1])
def test_the_same_seed_plays_the_same(mind: str, side: int) -> None:
    played = [answers_of(*new_game("bulge1944", "dice"), mind, side, most=60) for _ in range(2)]
    assert played[0] == played[1]
    assert len(played[0]) == 60


def test_another_seed_plays_otherwise() -> None:
    played = [
        answers_of(*new_game("bulge1944", "dice"), "planner:level=easy", 0, most=60, seed=seed)
        for seed in ("a", "b", "c")
    ]
    assert len({tuple(each) for each in played}) > 1


@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_work_stays_within_the_time_given(seconds: float) -> None:
    """Work is counted, not clocked: a turn may overrun its share by the playouts that were begun, no more."""
    game, p = new_game("bulge1944", "dice")
    player = sit_down(f"planner:time={seconds}", game, 0, "mind")
    assert isinstance(player, PlannerPlayer)
    while p.asked is not None and p.asked.side == 0:
        answer(p, player.choose(p.view(0)))
    advice = advice_for(p.data)
    assert advice is not None
    assert 0 < player.work <= seconds * advice.answers_a_second * 1.1 + 12 * 150


def test_more_time_is_more_work_and_easy_does_none() -> None:
    done = {}
    for call in ("planner:time=0.2", "planner:time=0.8", "planner:time=0.8,level=easy"):
        game, p = new_game("bulge1944", "dice")
        player = sit_down(call, game, 0, "mind")
        assert isinstance(player, PlannerPlayer)
        player.choose(p.view(0))
        done[call] = player.work
    few, many, none = done.values()
    assert none == 0 < few < many


# --- fairness --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", ["greedy", "planner:time=0.05", "planner:level=easy"])
@pytest.mark.parametrize("side", [0, 1])
def test_players_cannot_tell_truths_apart_that_look_the_same(mind: str, side: int) -> None:
    """Two truths behind one view get the same answer, again and again in the course of a game."""
    game, start = new_game("bulge1944", "dice", "secret_card", HIDDEN)
    random_play = sit_down("random", game, 0, "r"), sit_down("random", game, 1, "r")
    for _ in range(150):
        assert start.asked is not None
        answer(start, random_play[start.asked.side].choose(start.view(start.asked.side)))
    compared = 0
    while compared < 12 and start.asked is not None:
        asked = start.asked
        if asked.side == side:
            view = start.view(side)
            twins = [view.determinize(name) for name in ("one", "other")]
            assert twins[0].view(side).digest() == twins[1].view(side).digest()
            minds = [sit_down(mind, game, side, "mind") for _ in twins]
            first, second = (player.choose(twin.view(side)) for player, twin in zip(minds, twins, strict=True))
            assert first == second, "what is hidden shows in the answer"
            compared += 1
        for _ in range(5):
            if start.asked is not None:
                answer(start, random_play[start.asked.side].choose(start.view(start.asked.side)))
    assert compared == 12


def test_the_judgement_of_a_view_knows_no_secret() -> None:
    _, p = new_game("bulge1944", "dice", "secret_card", HIDDEN)
    view = p.view(1)
    assert evaluate(view.determinize("one").view(1), 1) == evaluate(view.determinize("other").view(1), 1)


# --- strength and thoughts -------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
def test_greedy_beats_chance(side: int) -> None:
    won = 0
    for seed in ("a", "b", "c"):
        game, p = new_game("bulge1944", seed)
        minds = [sit_down("greedy" if each == side else "random", game, each, seed) for each in (0, 1)]
        assert {answered.side for answered in play_on(p, minds)} == {0, 1}
        assert p.over is not None
        won += p.over.winner == side
    assert won == 3


def test_judgement_lies_between_nothing_and_one_and_adds_up() -> None:
    for name in ("bulge1944", "crossroads"):
        _, p = new_game(name, "dice")
        german = evaluate(p, 0)
        assert 0 < german < 1
        assert evaluate(p, 1) == pytest.approx(1 - german)


def test_thoughts_are_whole_sentences_in_both_languages() -> None:
    game, p = new_game("bulge1944", "dice")
    player = sit_down("planner:time=0.3", game, 0, "mind")
    heard = set()
    while p.asked is not None and p.asked.side == 0:
        answer(p, player.choose(p.view(0)))
        for thought in player.thoughts:
            heard.update((thought.what.code, *(reason.code for reason in thought.reasons)))
            for text in (thought.what, *thought.reasons):
                for language in ("en", "it"):
                    assert text.code in game.catalogue(language).sentences
            assert thought.chance is None or 0 <= thought.chance <= 1
    assert {"advice-attack", "advice-odds", "advice-move", "plan-usual"} <= heard
