"""What goes to a thinking process comes back the same: every option, every answer, every text of every game."""

from __future__ import annotations

import asyncio
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.options import Verb
from ardennes.engine.procedure import About
from ardennes.engine.texts import Text
from ardennes.players import Considering, Thought
from ardennes.players.hints import Hint
from ardennes.server.advice import advise
from ardennes.server.computers import Choice, Decision, decide, situation
from ardennes.server.pool import Pool
from tests.battery.configurations import Configuration, configurations, in_rotation, playable_games
from tests.server.serving import bearing
from tests.server.test_advice import uploaded

GAMES = playable_games()
ANSWERS, TABLES = 12, 24
"""At so many tables of each game, scenarios and option sets in rotation; together they pass through every question of a
first turn."""


def same(*things: object) -> list[object]:
    """Runs in the other process."""
    return list(things)


def played(configuration: Configuration, answers: int) -> Iterator[Match]:
    match = Match.new(configuration.game, scenario=configuration.scenario, options=configuration.options, seed="1")
    draw = random.Random(str(configuration))
    for _ in range(answers):
        if match.asked is None:
            return
        yield match
        match.apply(draw.choice(match.asked.options))


def what_crosses(match: Match) -> list[object]:
    """All that the server and its processes may tell each other at this question."""
    assert match.asked is not None
    prompt = Text(match.asked.question.prompt, {"option": match.asked.options[-1]}, match.asked.question.rule)
    found: list[object] = [match.asked.options, match.events[-1:], prompt]
    for option in match.asked.options[:3]:
        about: About = match.about(option)
        thought = Thought(prompt, about.notes, 0.5)
        found += [
            Decision((Choice(option, (thought,)),)),
            Considering(0.5, (thought,)),
            Hint(options=(option,), about=about, chance=0.5, thoughts=(thought,)),
        ]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_travels_as_its_code(game: str) -> None:
    for verb in load_game(game).verbs:
        back = pickle.loads(pickle.dumps((verb, verb + 1)))
        assert back == (verb, verb + 1)
        assert not isinstance(back[0], Verb)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_and_offered_survives_the_trip(game: str) -> None:
    told: list[object] = []
    for configuration in in_rotation(game, min(TABLES, len(configurations(game)))):
        for match in played(configuration, ANSWERS):
            told += what_crosses(match)
    assert pickle.loads(pickle.dumps(told)) == told

    async def ask() -> list[object]:
        pool = Pool(1)
        try:
            return await pool.run(same, *told)
        finally:
            pool.close()

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(ask())).result() == told


@pytest.mark.parametrize("game", GAMES)
def test_hints_and_thoughts_of_a_real_adviser_survive_the_trip(game: str) -> None:
    for configuration in configurations(game)[-2:]:
        for number, match in enumerate(played(configuration, 40)):
            if number % 13 == 5:
                assert match.asked is not None
                side = match.asked.side
                told = situation(match, side, "easy", f"{configuration}", "")
                for found in (advise(told), decide(bool, told)):
                    assert pickle.loads(pickle.dumps(found)) == found


def test_the_defender_asked_about_his_guns_gets_a_hint(owner: httpx.Client) -> None:
    for seed in map(str, range(30)):
        match, draw = Match.new("crossroads", scenario="noon", seed=seed), random.Random(seed)
        while match.asked is not None and match.asked.question.prompt != "answer-guns":
            match.apply(draw.choice(match.asked.options))
        if match.asked is not None:
            break
    assert match.asked is not None, "nobody ever was asked about guns"
    token = uploaded(owner, match)["seats"][match.asked.side]
    reply = owner.get("/api/seat/hint", headers=bearing(token))
    assert reply.status_code == 200, reply.text
    assert reply.json()["options"][0] in match.asked.options
