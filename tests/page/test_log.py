"""The log of a long game: its end at once, earlier lines when one scrolls there, and never all of it on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.server.log import lines_of
from tests.page.driving import Player
from tests.server.serving import Server
from tests.server.test_long_games import played

pytestmark = pytest.mark.xdist_group("page")
MOST_LINES = 260


def test_log_of_a_long_game_comes_as_one_scrolls(server: Server, player: Callable[..., Player]) -> None:
    match = played()
    first = lines_of(match, -1, 0, match.game.catalogue())[0].text
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    both = player()
    both.enter(lobby=False)
    both.open(table["seats"][0])
    page = both.page
    panel, lines = page.locator("#tab-panel"), page.locator(".log li")
    last = lines.last.inner_text()
    expect(lines.last).to_be_in_viewport()
    expect(page.locator(".log")).not_to_contain_text(first)
    panel.hover()
    seen = set[str]()
    while first not in lines.first.inner_text():
        before = lines.first.inner_text(), lines.count()
        seen.update(before[:1])
        page.mouse.wheel(0, -4000)
        page.wait_for_function(
            "([text, count]) => { const lines = document.querySelectorAll('.log li');"
            " return lines[0].innerText !== text || lines.length !== count ||"
            " document.querySelector('#tab-panel').scrollTop > 300 }",
            arg=list(before),
        )
        assert lines.count() <= MOST_LINES
    assert len(seen) > 5
    while lines.last.inner_text() != last:
        page.mouse.wheel(0, 4000)
        assert lines.count() <= MOST_LINES
    page.mouse.wheel(0, 100_000)
    expect(lines.last).to_be_in_viewport()
