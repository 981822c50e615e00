"""The end of a game: a card with the result, curve, losses and luck; rematch, swapped sides, watching it again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.page.driving import Player
from tests.page.hands import Finger, Hands, Keyboard, Mouse
from tests.page.test_battles import WAYS, sit

Players = Callable[..., Player]
WORDS = {
    "en": {"resign": "Resign", "result": "Allied wins", "lost": "Steps lost", "show": "The result"},
    "it": {"resign": "Abbandona", "result": "Alleati", "lost": "Livelli perduti", "show": "Il risultato"},
}


def press(hands: Hands, button: Locator) -> None:
    """By mouse, by finger, or with the keyboard."""
    if isinstance(hands, Keyboard):
        button.focus()
        hands.page.keyboard.press("Enter")
    elif isinstance(hands, Finger):
        button.tap()
    else:
        button.click()


def give_up(hands: Hands, language: str) -> Locator:
    """The German player resigns."""
    page, words = hands.page, WORDS[language]
    page.on("dialog", lambda dialog: dialog.accept())
    press(hands, page.get_by_role("button", name="Menu", exact=True))
    press(hands, page.locator(".sheet").get_by_role("button", name=words["resign"]))
    return page.locator("[data-part=end]")


@pytest.mark.parametrize(("hands", "window", "language"), WAYS)
def test_the_card_tells_how_it_went(player: Players, hands: type[Hands], window: dict[str, Any], language: str) -> None:
    both, words = player(**window), WORDS[language]
    sit(both, "crossroads", "noon", language=language)
    card = give_up(hands(both), language)
    expect(card).to_contain_text(words["result"])
    expect(card).to_contain_text(words["lost"])
    expect(card.locator("svg")).to_be_visible()
    serious = [one["id"] for one in Axe().run(both.page).response["violations"] if one["impact"] != "minor"]
    assert not set(serious) - {"region", "heading-order"}
    both.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(both.page.locator(".prompt strong")).to_have_text(re.compile(rf"{words['result']}\.$"))
    press(hands(both), both.page.locator(".bar").get_by_role("button", name=words["show"]))
    expect(card).to_be_visible()


def test_rematch_and_swapped_sides(player: Players) -> None:
    """The same game again, against the same computer; the second time from the other side."""
    german = player()
    german.enter()
    german.start("Crossroads", "Noon", seating="I am German")
    for button, side in (("Rematch", 0), ("Swap sides", 1)):
        card = give_up(Mouse(german), "en")
        before = german.tokens
        card.get_by_role("button", name=button).click()
        german.wait_until(lambda before=before: german.tokens != before, "another table")
        german.sit_down()
        assert german.data["side"] == side
        assert german.data["scenario"] == "noon"
        assert [bool(level) for level in german.latest[german.tokens[0]]["players"]] == [side == 1, side == 0]


def test_secrets_are_told_and_the_game_is_watched_again(player: Players) -> None:
    """What lay face down is seen by everybody once the game is over, in the replay too."""
    both = player()
    sit(both, "crossroads", "dawn", language="en")
    seat = both.tokens[1]
    hidden = [unit for unit, place in enumerate(both.places[seat]) if place == -2]
    assert hidden
    card = give_up(Mouse(both), "en")
    both.wait_until(lambda: all(both.places[seat][unit] != -2 for unit in hidden), "the truth")
    expect(card).to_contain_text("nothing is hidden any more")
    card.get_by_role("button", name="Watch it again").click()
    expect(card).to_have_count(0)


def test_pictures_to_keep(player: Players) -> None:
    """The map as it is seen, from the menu; the whole game in motion, from the card."""
    both = player()
    sit(both, "crossroads", "noon", language="en")
    both.page.get_by_role("button", name="Menu").click()
    with both.page.expect_download() as still:
        both.page.locator(".sheet").get_by_role("button", name="Save a picture of the map").click()
    assert Path(still.value.path()).read_bytes().startswith(b"\x89PNG")
    card = give_up(Mouse(both), "en")
    with both.page.expect_download() as moving:
        card.get_by_role("button", name="Save it as an animated picture").click()
    assert Path(moving.value.path()).read_bytes()[8:12] == b"WEBP"
