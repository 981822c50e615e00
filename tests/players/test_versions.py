"""Older versions of the planner stay as they were, so that the new one can be measured by them."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

import pytest

from ardennes.engine.game import load_game
from ardennes.errors import ArdennesError
from ardennes.players import play_on, sit_down
from tests.situation import data_of

FIRST = {
    "bulge1944": (300, "c5cdcc697974f0e7"),
    "deadly_woods": (700, "833bd25b19c690f3"),
    "bitter_woods": (400, "db8b3596b81a7738"),
    "crossroads": (92, "92793b445470be70"),
}
"""Answers of the first version against itself, a second a turn, and their digest: recorded before the second was begun.
They change with rules and data only."""


def digest_of(game: str, call: str, most: int) -> str:
    played = load_game(game)
    p = played.start(data_of(game, played.first_scenario, frozenset()), "frozen")
    players = [sit_down(call, played, side, "mind") for side in (0, 1)]
    given = [answered.option for answered in islice(play_on(p, players), most)]
    return blake2b(repr(given).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("game", FIRST)
def test_the_first_version_plays_as_it_did(game: str) -> None:
    most, digest = FIRST[game]
    assert digest_of(game, "planner:time=1,version=1", most) == digest


def test_the_latest_version_plays_otherwise() -> None:
    most, digest = FIRST["bulge1944"]
    assert digest_of("bulge1944", "planner:time=1", most) != digest


@pytest.mark.parametrize("version", ["0", "3", "old"])
def test_there_is_no_other_version(version: str) -> None:
    with pytest.raises(ArdennesError, match="version must be a number from 1 to 2"):
        sit_down(f"planner:version={version}", load_game("crossroads"), 0, "seed")
