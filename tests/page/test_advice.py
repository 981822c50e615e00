"""What would you do? And, after the game: why did it end like that?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.driving import QUIET, Player
from tests.page.test_access import check
from tests.server.serving import Server
from tests.server.test_advice import finished, uploaded

Players = Callable[..., Player]
THOUGHT = 40_000
"""Milliseconds a thinking process may take to start and to think, on a busy machine."""


def test_a_hint_says_what_to_do_and_does_it(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.expect_prompt("German: ")
    german.press("Hint")
    sheet = german.page.get_by_role("complementary", name="What would you do?")
    expect(sheet.locator("ol li").first).to_be_visible(timeout=THOUGHT)
    expect(sheet).to_contain_text(re.compile(r"chance to win.*%"))
    check(german, "hint")
    steps = sheet.locator("ol li").count()
    before = german.latest[german.tokens[0]]["records"]
    sheet.get_by_role("button", name="Do that").click()
    expect(sheet).to_be_hidden()
    for _ in range(50):
        if german.latest[german.tokens[0]]["records"] >= before + steps:
            break
        german.page.wait_for_timeout(100)
    assert german.latest[german.tokens[0]]["records"] >= before + steps


def test_a_hint_can_be_closed(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.press("Hint")
    sheet = german.page.get_by_role("complementary", name="What would you do?")
    expect(sheet.get_by_role("button", name="Do that")).to_be_visible(timeout=THOUGHT)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()


def test_the_analysis_leads_to_the_moments_that_mattered(player: Players, server: Server) -> None:
    match = finished()
    with server.owner() as owner:
        table = uploaded(owner, match)
    german = player()
    german.enter(lobby=False)
    german.open(table["seats"][0])
    german.press("Look at it again")
    panel = german.page.get_by_role("region", name="The game looked at again")
    curve = panel.get_by_role("img", name=re.compile("at the beginning"))
    expect(curve).to_be_visible(timeout=THOUGHT)
    expect(panel).to_contain_text("Where it swung")
    check(german, "analysis")
    panel.locator("li button").first.click()
    replay = german.page.get_by_role("region", name="Replay")
    expect(replay).to_be_visible()
    expect(replay).to_contain_text(re.compile(rf"of {len(match.records)}"))
    expect(curve.locator(".looked")).to_have_count(1)
    replay.get_by_role("button", name="Back to now").click()
    box = curve.bounding_box()
    assert box
    german.page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    expect(replay).to_be_visible()


def test_the_better_way_is_shown_on_the_map(player: Players, server: Server) -> None:
    """The costliest decisions, in both languages; one leads to its moment, with arrows for what was better."""
    with server.owner() as owner:
        table = uploaded(owner, finished())
    for language, title in (("en", "Costliest decisions"), ("it", "Le decisioni più care")):
        reader = player()
        settings = json.dumps({**QUIET, "language": language})
        reader.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
        reader.enter(lobby=False)
        reader.open(table["seats"][0])
        reader.page.locator("[data-part=analysis]").click()
        expect(reader.page.get_by_text(title).first).to_be_visible(timeout=THOUGHT)
        costly = reader.page.locator("[data-part^=costly] button")
        assert 1 <= costly.count() <= 6
        costly.first.focus()
        reader.page.keyboard.press("Enter")
        expect(reader.page.locator("[data-effect=better]").first).to_be_attached()
