"""Looking over the map in the page: overlays and their legend, what-if attacks, ways bent by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ardennes.engine.match import Match
from ardennes.engine.what_if import fights_around
from tests.page.driving import MAP, Player

Players = Callable[..., Player]
SERIOUS = ("serious", "critical")


def at_table(player: Player, game: str, scenario: str, side: int = 0) -> Player:
    """Sits down at a new table, the other seat being empty."""
    with player.server.owner() as owner:
        table = owner.post("/api/tables", json={"game": game, "scenario": scenario, "seed": "3"}).json()
    player.open(table["seats"][side])
    return player


def pixels(player: Player, hex: int) -> list[int]:
    """The colours of a small square of the map, left of the middle of a hex."""
    player.page.wait_for_timeout(250)
    script = """([selector, x, y]) => {
        const canvas = document.querySelector(selector);
        const box = canvas.getBoundingClientRect();
        const ratio = canvas.width / box.width;
        const [left, top] = [(x - box.left) * ratio, (y - box.top) * ratio];
        return [...canvas.getContext("2d").getImageData(left - 22, top - 6, 12, 12).data];
    }"""
    found: list[int] = player.page.evaluate(script, [MAP, *player.spot(hex)])
    return found


def sent(player: Player, wanted: str) -> list[dict[str, Any]]:
    """Replies that have something in them."""
    return [message for message in player.heard[player.tokens[0]] if wanted in message]


def chances(player: Player) -> dict[str, float]:
    rows = player.page.locator("[data-chance]")
    return {str(row.get_attribute("data-result")): float(row.get_attribute("data-chance") or 0) for row in rows.all()}


def no_serious_findings(player: Player) -> None:
    found = Axe().run(player.page).response["violations"]
    assert [finding["id"] for finding in found if finding["impact"] in SERIOUS] == []


def test_overlays_are_switched_drawn_and_explained(player: Players) -> None:
    german = at_table(player(), "bulge1944", "campaign")
    page, front = german.page, german.where(german.unit("14Cav"))
    beside = next(hex for hex in empty_around(german, front))
    page.mouse.move(5, 5)
    assert not sent(german, "overlay"), "nothing is asked while no overlay is on"
    before = pixels(german, beside)
    page.keyboard.press("o")
    page.get_by_label("Zones of control").check()
    expect(page.get_by_text("zone of control, Allied")).to_be_visible()
    assert pixels(german, beside) != before, "nothing was drawn"
    page.get_by_label("Supply").check()
    page.keyboard.press("Shift+Digit4")
    expect(page.get_by_label("What wins")).to_be_checked()
    expect(page.get_by_text("exits that win")).to_be_visible()
    page.get_by_label("Front of history").check()
    expect(page.get_by_text("the front on the evening of December 16, 1944")).to_be_visible()
    no_serious_findings(german)

    german.point_at(german.where(german.unit("1SS")))
    expect(page.get_by_text("supply line of 1st SS Panzer Division")).to_be_visible()
    page.reload()
    german.sit_down()
    page.keyboard.press("o")
    expect(page.get_by_label("Zones of control")).to_be_checked()
    page.get_by_label("Zones of control").uncheck()
    expect(page.get_by_text("zone of control, Allied")).to_be_hidden()


def empty_around(player: Player, hex: int) -> list[int]:
    taken = set(player.latest[player.tokens[0]]["columns"]["where"])
    sides = player.data["hexsides"]
    pairs = [pair for pair in zip(sides["one"], sides["other"], strict=True) if hex in pair]
    return [other for pair in pairs for other in pair if other not in taken]


def test_hex_under_the_pointer_is_named(player: Players) -> None:
    german = at_table(player(), "crossroads", "noon")
    german.point_at(german.hex("0303"))
    expect(german.page.locator(".hex-line")).to_contain_text("Croix-du-Bois")
    german.point_at(german.hex("0202"))
    expect(german.page.locator(".hex-line")).to_contain_text("woods")


def test_pointing_at_a_counter_names_it_and_foretells_an_attack(player: Players) -> None:
    german = at_table(player(), "bulge1944", "campaign")
    page, here = german.page, german.where(german.unit("14Cav"))
    german.point_at(here)
    expect(page.locator(".card")).to_contain_text("14th Cavalry Group")
    expect(page.get_by_text("If all attack who can")).to_be_visible()
    match = Match.new("bulge1944", scenario="campaign", seed="3")
    foretold = match.game.what_ifs.foretell(match.position.view(0), 0, here, None)
    assert chances(german) == pytest.approx(foretold.about.chances)
    page.mouse.move(5, 5)
    expect(page.locator(".card")).to_have_count(0)


def test_what_if_tells_the_engines_odds_in_either_direction(player: Players) -> None:
    allied = at_table(player(), "bulge1944", "campaign", side=1)
    page, here = allied.page, allied.where(allied.unit("14Cav"))
    allied.expect_prompt("deciding")
    page.mouse.click(*allied.spot(here), button="right")
    match = Match.new("bulge1944", scenario="campaign", seed="3")
    view, what_ifs = match.position.view(1), match.game.what_ifs
    fights = fights_around(view, here)
    expect(page.get_by_role("button", name="What if")).to_have_count(len(fights))
    for number, fight in enumerate(fights[:2]):
        if number:
            page.get_by_label("Which attack").select_option(str(number))
        else:
            page.get_by_role("button", name="What if").first.click()
        foretold = what_ifs.foretell(view, *fight, None)
        expect(page.locator("[data-taking] input:checked")).to_have_count(len(foretold.chosen))
        expect(page.locator("[data-chance]")).to_have_count(len(foretold.about.chances))
        told = pytest.approx(foretold.about.chances)
        allied.wait_until(lambda told=told: chances(allied) == told, "the odds of this attack")
    page.get_by_label("Which attack").select_option("0")
    expect(page.locator("[data-taking] input:checked")).to_have_count(3)
    page.locator("[data-taking] input").first.uncheck()
    expect(page.locator("[data-taking] input:checked")).to_have_count(2)
    every = what_ifs.foretell(view, 0, here, None)
    fewer = what_ifs.foretell(view, 0, here, every.chosen[1:])
    expect(page.locator("[data-chance]")).to_have_count(len(fewer.about.chances))
    allied.wait_until(lambda: chances(allied) == pytest.approx(fewer.about.chances), "the odds with fewer")
    no_serious_findings(allied)
    page.keyboard.press("Escape")
    expect(page.locator("[data-taking]")).to_have_count(0)


def test_what_if_by_keyboard(player: Players) -> None:
    german = at_table(player(), "bulge1944", "campaign")
    german.page.locator(MAP).focus()
    german.page.keyboard.press("Tab")
    german.page.keyboard.press("w")
    expect(german.page.get_by_text("Nobody could attack here")).to_be_visible()
    for _ in range(60):
        german.page.keyboard.press("Tab")
        if "1810" in german.page.locator(".hex-line").inner_text():
            break
    german.page.keyboard.press("w")
    expect(german.page.get_by_role("complementary", name="What if")).to_be_focused()
    german.page.keyboard.press("Tab")
    german.page.keyboard.press("Tab")
    expect(german.page.get_by_label("Which attack")).to_be_focused()


def test_attackers_are_switched_in_the_sheet_of_the_attack(player: Players) -> None:
    german = at_table(player(), "bulge1944", "campaign")
    page, here = german.page, german.where(german.unit("14Cav"))
    german.click(here)
    german.expect_prompt("who attacks")
    able = german.options("join")
    german.click(german.where(able[0]))
    parts = page.locator("[data-taking]")
    expect(parts.locator("input:checked")).to_have_count(1)
    first = chances(german)
    parts.locator("input:not(:checked)").first.check()
    expect(page.locator("[data-taking] input:checked")).to_have_count(2)
    expect(page.locator(".picked button")).to_have_count(2)
    page.wait_for_timeout(200)
    assert chances(german) != first
    page.locator("[data-taking] input:checked").first.uncheck()
    expect(page.locator("[data-taking] input:checked")).to_have_count(1)


@pytest.mark.parametrize("hand", ["shift", "drag", "keyboard"])
def test_way_is_bent_hex_by_hex(player: Players, hand: str) -> None:
    german = at_table(player(), "crossroads", "noon")
    page, goal, around = german.page, german.hex("0503"), german.hex("0704")
    german.click(german.hex("0703"))
    german.expect_prompt("where does")
    german.point_at(goal)
    way = page.get_by_role("group", name="By this way")
    expect(way).to_be_visible()
    if hand == "shift":
        page.keyboard.down("Shift")
        german.click(around)
        page.keyboard.up("Shift")
    elif hand == "drag":
        page.mouse.move(*german.spot(german.hex("0703")))
        page.keyboard.down("Shift")
        page.mouse.down()
        page.mouse.move(*german.spot(around), steps=4)
        page.mouse.up()
        page.keyboard.up("Shift")
    else:
        page.locator(MAP).focus()
        page.mouse.move(*german.spot(around))
        page.keyboard.press("b")
    expect(way).to_contain_text("0704")
    german.click(goal)
    log = page.locator(".log")
    expect(log).to_contain_text("moves from 0703 East farm to 0704")
    expect(log).to_contain_text(re.compile(r"to 0704 *→ 0603 *→ 0503[^.]*\."))
    german.expect_prompt("1½ MP left")
    expect(way).not_to_contain_text("0704")


def test_way_that_is_not_allowed_names_its_rule_and_can_be_dropped(player: Players) -> None:
    german = at_table(player(), "crossroads", "noon")
    page = german.page
    german.click(german.hex("0703"))
    german.expect_prompt("where does")
    way = page.get_by_role("group", name="By this way")
    expect(way).to_be_visible()
    page.keyboard.down("Shift")
    for label in ("0704", "0604", "0605"):
        german.click(german.hex(label))
        expect(way).to_contain_text(label)
    german.click(german.hex("0601"))
    page.keyboard.up("Shift")
    german.expect_refusal("3.1")
    expect(way).not_to_contain_text("0601")
    page.keyboard.press("Backspace")
    expect(way).not_to_contain_text("0605")
    page.keyboard.press("Escape")
    expect(way).not_to_contain_text("0704")
    german.expect_prompt("where does")


def test_way_on_a_phone(player: Players) -> None:
    german = at_table(player(390, 844, has_touch=True, is_mobile=True), "crossroads", "noon")
    german.tap(german.hex("0703"))
    german.expect_prompt("where does")
    german.page.get_by_role("button", name="By this way").tap()
    for label in ("0704", "0603"):
        german.tap(german.hex(label))
        expect(german.page.get_by_role("group", name="By this way")).to_contain_text(label)
    german.page.get_by_role("button", name="Go there").tap()
    german.expect_prompt("2 MP left")
    assert german.where(german.unit("Pz")) == german.hex("0603")
    no_serious_findings(german)


def test_what_if_on_a_phone(player: Players) -> None:
    allied = at_table(player(390, 844, has_touch=True, is_mobile=True), "bulge1944", "campaign", side=1)
    page = allied.page
    x, y = allied.spot(allied.where(allied.unit("14Cav")))
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.get_by_role("button", name="What if").first.wait_for()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_role("button", name="What if").first.tap()
    expect(page.locator("[data-taking] input:checked")).to_have_count(3)
    box = page.get_by_role("complementary", name="What if").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390, "the sheet hangs out of the screen"
    page.locator("[data-taking]").first.tap()
    expect(page.locator("[data-taking] input:checked")).to_have_count(2)
