"""Every screen is checked by axe-core, in light and in dark: nothing serious may be found."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.page.driving import QUIET, Player

Players = Callable[..., Player]
SERIOUS = ("serious", "critical")
TABS = ("Turns", "Units", "Score", "Rules", "Log")
DIALOGS = {"Settings": "Settings", "Help": "Help"}
PHONE = {"width": 390, "height": 780, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def check(player: Player, screen: str) -> None:
    violations = Axe().run(player.page).response["violations"]
    found = [f"{one['id']}: {one['nodes'][0]['html']}" for one in violations if one["impact"] in SERIOUS]
    assert found == [], screen


def dressed(made: Player, theme: str, **more: object) -> Player:
    settings = json.dumps({**QUIET, "theme": theme, **more})
    made.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    return made


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby_and_table(player: Players, theme: str) -> None:
    german = dressed(player(), theme)
    page = german.page
    german.enter()
    page.get_by_role("button", name="Start").wait_for()
    check(german, "lobby")
    german.start("1944: Battle of the Bulge", "The battle")
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        check(german, tab)
    for entry, dialog in DIALOGS.items():
        page.get_by_role("button", name="Menu").click()
        page.locator(".sheet").get_by_role("button", name=entry).click()
        expect(page.get_by_role("dialog", name=dialog)).to_be_visible()
        check(german, dialog)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Overlays").click()
    check(german, "overlays")
    page.get_by_role("button", name="Overlays").click()
    german.point_at(german.options("attack")[0])
    expect(page.locator("[data-chance]").first).to_be_visible()
    check(german, "odds")
    here = german.where(german.options("move")[0])
    page.mouse.click(*german.spot(here), button="right")
    expect(page.locator(f"aside[aria-label*='{german.data['hexes']['label'][here]}']")).to_be_visible()
    check(german, "stack")
    page.keyboard.press("Escape")
    german.click(german.where(german.options("move")[0]))
    german.expect_prompt("where does")
    german.click(german.options("to")[0])
    page.get_by_role("button", name="Menu").click()
    check(german, "menu")
    page.locator(".sheet").get_by_role("button", name="Replay", exact=True).click()
    page.get_by_role("slider", name="Replay").fill("0")
    check(german, "replay")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_curtain_guide_and_dead_link(player: Players, theme: str) -> None:
    both = dressed(player(), theme, welcomed=False)
    both.enter()
    both.start("Crossroads", "Dawn")
    check(both, "first visit")
    both.page.get_by_role("button", name="Close").first.click()
    both.press("End the movement")
    both.page.get_by_role("button", name="I am Allied").wait_for()
    check(both, "curtain")
    both.page.goto(f"{both.server.base}/#/seat/nowhere")
    expect(both.page.get_by_role("alert")).to_be_visible()
    check(both, "a link that leads nowhere")
    both.troubles.clear()  # the browser reports the link on its console


def test_on_a_phone(player: Players) -> None:
    german = player(**PHONE)
    german.enter()
    german.page.get_by_role("button", name="Start").wait_for()
    check(german, "lobby on a phone")
    german.start("1944: Battle of the Bulge", "The battle")
    check(german, "table on a phone")
    german.page.get_by_role("button", name="Log").first.click()
    check(german, "panel on a phone")
