"""The ways of an advance in Wacht am Rhein are drawn before one chooses, and bent by hand (10.94)."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.driving import MAP, Player
from tests.page.test_bitter_woods import sit_at
from tests.server.serving import Server
from tests.wacht_am_rhein.battles import Battle, battle

Players = Callable[..., Player]


def beaten() -> Battle:
    """A battalion has gone back three hexes, and a tank battalion is about to advance."""
    match = battle("J1 D0833, Pz D0734, A1 D0834").dice(1)
    match.attack("D0834", "J1", "Pz").do("apply", "back", "to D0835", "back", "to D0836", "back", "to D0837")
    match.do("advance Pz")
    return match


@pytest.mark.parametrize(("language", "by_this_way"), [("en", "By this way"), ("it", "Per questa via")])
def test_the_ways_of_an_advance_are_drawn_and_chosen(
    player: Players, server: Server, language: str, by_this_way: str
) -> None:
    match = beaten()
    table = sit_at(player(1366, 768), server, match, language=language)
    tank, start = table.unit("GE-1_3_2P-T-IV"), table.hex("D0734")
    assert match.asked is not None
    ways = [[start, *match.about(option).path] for option in match.asked.options]
    table.wait_until(
        lambda: json.loads(table.page.locator(MAP).get_attribute("data-paths") or "[]") == ways, "all ways on the map"
    )
    table.page.get_by_role("button", name=by_this_way).click()
    for label in ("D0935", "D0936"):
        table.click(table.hex(label))
        expect(table.page.get_by_role("group", name=by_this_way)).to_contain_text(label)
    table.page.locator(".way .primary").click()
    table.wait_until(lambda: table.where(tank) == table.hex("D0936"), "the advance")
