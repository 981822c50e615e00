"""Every game that can be played goes through the battery; ``python -m tests.battery`` does it for longer."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.engine.match import Match
from tests.battery.configurations import configurations, in_rotation, playable_games
from tests.battery.play import Report, play
from tests.battery.walks import check_reach, hooks, walkers

GAMES, PARTS = 24, 4
"""Random games for each title, over scenarios and option sets in rotation, and the tests that share them."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", playable_games())
def test_random_play(game: str, part: int) -> None:
    report, total = Report(), getattr(hooks(game), "GAMES", GAMES)
    each = total // PARTS
    games = list(enumerate(in_rotation(game, total)))[part * each : (part + 1) * each]
    for number, configuration in games:
        play(configuration, str(number), report)
    assert report.games == len(games)
    assert report.costly * 100 > report.answers, "too few moments were looked at closely"


@pytest.mark.parametrize("game", playable_games())
def test_the_hooks_find_who_is_on_its_way(game: str) -> None:
    match, rng = Match.new(game, seed="hooks"), Random("hooks")
    found: list[object] = []
    while not found:
        assert match.asked is not None, f"nobody moves in a whole game, as tests/{game}/battery_hooks.py sees it"
        match.apply(rng.choice(list(match.asked.options)))
        for walker in walkers(match.position):
            check_reach(*walker, rng)
            found.append(walker)


@pytest.mark.parametrize("game", playable_games())
def test_the_rotation_comes_to_every_configuration(game: str) -> None:
    every = configurations(game)
    assert sorted(map(str, in_rotation(game, len(every)))) == sorted(map(str, every))
