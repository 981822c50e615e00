"""Every game that can be played, with every scenario and set of options, goes through the battery."""

from __future__ import annotations

import math

import pytest

from tests.battery.configurations import Configuration, configurations, playable_games
from tests.battery.play import Report, play

GAMES_EACH = 304
"""Random games for each title, at the least, shared out among its configurations."""

ALL = [
    (configuration, math.ceil(GAMES_EACH / len(found)))
    for found in map(configurations, playable_games())
    for configuration in found
]


@pytest.mark.parametrize(("configuration", "games"), ALL, ids=[str(configuration) for configuration, _ in ALL])
def test_random_play(configuration: Configuration, games: int) -> None:
    report = Report()
    for number in range(games):
        play(configuration, str(number), report)
    assert report.games == games
    assert report.costly * 100 > report.answers, "too few moments were looked at closely"
