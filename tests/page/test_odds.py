"""The odds first in a sentence, and beside the map where there is room, in both languages and by any hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.driving import MAP, Player
from tests.page.hands import Hands
from tests.page.test_battles import WAYS, option, sit

Players = Callable[..., Player]
SENTENCE = {
    "en": r"\d+% to destroy the defender.*steps lost on average: defender \d\.\d, attacker \d\.\d",
    "it": r"\d+% di distruggere il difensore.*livelli persi in media: difensore \d,\d, attaccante \d,\d",
}


def is_free(player: Player, hex: int) -> bool:
    """Whether the map itself lies at a hex, and no panel."""
    there = "([x, y, map]) => document.elementFromPoint(x, y)?.matches(map) ?? false"
    return bool(player.page.evaluate(there, [*player.spot(hex), MAP]))


@pytest.mark.parametrize(("hands", "window", "language"), WAYS)
def test_a_sentence_comes_first(player: Players, hands: type[Hands], window: dict[str, Any], language: str) -> None:
    both = player(**window)
    sit(both, "bulge1944", "campaign", language=language)
    hand = hands(both)
    hand.choose(option(both, "attack", both.options("attack")[0]))
    hand.choose(option(both, "join", both.options("join")[0]))
    summary = both.page.locator("[data-part=summary]")
    expect(summary).to_be_visible()
    expect(summary).to_have_text(re.compile(SENTENCE[language]))
    sheet = both.page.locator("aside", has=summary)
    assert sheet.evaluate("sheet => sheet.querySelector('p, ul, table, fieldset').dataset.part") == "summary"
    map_box, box = both.page.locator(MAP).bounding_box(), sheet.bounding_box()
    assert map_box
    assert box
    target = both.asked["hexes"][0]
    both.wait_until(lambda: is_free(both, target), "a target that no panel lies over")
    covers = box["x"] < map_box["x"] + map_box["width"]
    assert covers == bool(window), "on a desktop no panel lies over the map"
