"""Older versions of the planner stay as they were, so that the new one can be measured by them."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

import pytest

from ardennes.engine.game import load_game
from ardennes.errors import ArdennesError
from ardennes.players import play_on, sit_down
from tests.situation import data_of

FROZEN = {
    1: {
        "bulge1944": (300, "c5cdcc697974f0e7"),
        "deadly_woods": (700, "833bd25b19c690f3"),
        "bitter_woods": (400, "db8b3596b81a7738"),
        "crossroads": (92, "92793b445470be70"),
    },
    2: {
        "bulge1944": (120, "69b8a50fac2cdd0c"),
        "deadly_woods": (200, "eb0a0ff802a4ce9a"),
        "bitter_woods": (120, "31ff73eee7ef8c97"),
    },
}
"""Answers of each older version against itself, a second a turn, and their digest: recorded before the next one was
begun. They change with rules and data only."""


def digest_of(game: str, call: str, most: int) -> str:
    played = load_game(game)
    p = played.start(data_of(game, played.first_scenario, frozenset()), "frozen")
    players = [sit_down(call, played, side, "mind") for side in (0, 1)]
    given = [answered.option for answered in islice(play_on(p, players), most)]
    return blake2b(repr(given).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize(("version", "game"), [(version, game) for version, games in FROZEN.items() for game in games])
def test_an_older_version_plays_as_it_did(version: int, game: str) -> None:
    most, digest = FROZEN[version][game]
    assert digest_of(game, f"planner:time=1,version={version}", most) == digest


def test_the_latest_version_plays_otherwise() -> None:
    most = 120
    played = {digest_of("bulge1944", f"planner:time=1{version}", most) for version in ("", ",version=1", ",version=2")}
    assert len(played) == 3


@pytest.mark.parametrize("version", ["0", "4", "old"])
def test_there_is_no_other_version(version: str) -> None:
    with pytest.raises(ArdennesError, match="version must be a number from 1 to 3"):
        sit_down(f"planner:version={version}", load_game("crossroads"), 0, "seed")
