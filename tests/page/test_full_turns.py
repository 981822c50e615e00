"""Whole turns of both sides in the page: by mouse alone, by keyboard alone, and by finger on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.driving import Player
from tests.page.hands import PATIENCE, Finger, Hands, Keyboard, Mouse, play_a_turn

PHONE = {"width": 390, "height": 780, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
GAMES = {"1944: Battle of the Bulge": "The battle", "Crossroads": "Noon", "The Deadly Woods": "The German attack"}
WAYS = [(Mouse, {}), (Keyboard, {}), (Finger, PHONE)]
LOOKED_TOO_LATE = "no-fight-there"
"""The pointer rests on an enemy who is gone when the server comes to say what an attack on him would bring."""
LONG, LITTLE_PATIENCE = "The Deadly Woods", 3
"""Of many rounds, in each of which a few choices are enough; played with the keyboard alone, to keep the tests short.
How it opens is clicked in :mod:`tests.page.test_chits`."""


@pytest.mark.parametrize(
    ("game", "hands", "window"),
    [(game, *way) for game in GAMES for way in WAYS if game != LONG or way[0] is Keyboard],
)
def test_a_full_turn(player: Callable[..., Player], game: str, hands: type[Hands], window: dict[str, int]) -> None:
    both = player(**window)
    both.enter()
    both.start(game, GAMES[game])
    used = play_a_turn(hands(both), 7, LITTLE_PATIENCE if game == LONG else PATIENCE)
    assert {"move", "to"} <= set(used)
    told = [message for token in both.tokens for message in both.heard[token]]
    refused = [message for message in told if message["is"] == "refused"]
    assert [message for message in refused if message["code"] != LOOKED_TOO_LATE] == []
    assert both.clock("turn") == 2 or both.latest[both.tokens[0]]["over"]
    lines = {(line.get("record", -1), line["n"]): line for message in told for line in message.get("log", [])}
    assert {0, 1} <= {line.get("side") for line in lines.values()}
    if "width" not in window:
        expect(both.page.locator(".log")).to_contain_text("Turn 2")
