"""Every game that can be played, with every scenario and set of options, goes through the battery."""

from __future__ import annotations

import time

import pytest

from tests.battery.configurations import Configuration, playable_games, rotation
from tests.battery.play import Report, play

GAMES_EACH = 152
"""Random games for each title, shared out among its configurations, as long as the time lasts."""
SECONDS_EACH = 35.0

ALL = [(configuration, 1 / len(found)) for found in map(rotation, playable_games()) for configuration in found]


@pytest.mark.parametrize(("configuration", "share"), ALL, ids=[str(configuration) for configuration, _ in ALL])
def test_random_play(configuration: Configuration, share: float) -> None:
    report, until = Report(), time.monotonic() + SECONDS_EACH * share
    while report.games == 0 or (report.games < GAMES_EACH * share and time.monotonic() < until):
        play(configuration, str(report.games), report)
    assert report.answers
    assert report.costly, "no moment was looked at closely"
