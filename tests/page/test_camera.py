"""The camera's manners: where one looks first, what is pointed at, what comes back, and panels that give way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.page.driving import MAP, QUIET, Player, Wire
from tests.server.serving import new_table

Players = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LEGIBLE = 60
"""Pixels of a hex at which what is printed on its counters can be read."""


def seated(player: Players, game: str = "bulge1944", scenario: str = "", **more: Any) -> Player:
    """Both seats of a new table, as it is first looked at."""
    settings = {name: more.pop(name) for name in ("language", "theme", "dimMap", "speed") if name in more}
    made = player(**more)
    with made.server.owner() as owner:
        table = new_table(owner, game=game, scenario=scenario)
    kept = json.dumps({**QUIET, **settings})
    # The player's own script sets the settings at every start; a reload must find those that were changed.
    keep = "addEventListener('pagehide', () => (sessionStorage.kept = localStorage['ardennes-settings']))"
    made.page.add_init_script(f"localStorage['ardennes-settings'] = sessionStorage.kept ?? '{kept}'; {keep}")
    made.enter(lobby=False)
    made.page.goto(f"{made.server.base}/#/seat/{'/'.join(table['seats'])}")
    made.sit_down(whole_map=False)
    return made


def seen(player: Player, hex: int) -> bool:
    """Whether the map itself, and no panel, is to be seen where a hex is."""
    there = "([x, y, map]) => document.elementFromPoint(x, y)?.matches(map) ?? false"
    return bool(player.page.evaluate(there, [*player.spot(hex), MAP]))


def camera(player: Player) -> list[float]:
    return [float(number) for number in (player.page.locator(MAP).get_attribute("data-camera") or "").split()]


@pytest.mark.parametrize(("game", "scenario"), [("bulge1944", ""), ("deadly_woods", "attack")])
def test_the_first_look_is_the_front_and_can_be_read(player: Players, game: str, scenario: str) -> None:
    german = seated(player, game, scenario, width=1366, height=768)
    german.wait_until(lambda: camera(german)[2] * german.data["km_per_hex"] >= LEGIBLE, "a first look that can be read")
    sides = [
        german.data["counters"][unit]["side"] for unit in range(len(german.data["counters"])) if seen_unit(german, unit)
    ]
    assert sides.count(0) >= 5
    assert sides.count(1) >= 5


def test_the_first_look_waits_for_the_units(player: Players) -> None:
    """The map may be drawn before it is known who stands on it."""
    german = player(width=1366, height=768)
    wire = Wire(german)
    with german.server.owner() as owner:
        token = new_table(owner, game="bulge1944", scenario="")["seats"][0]
    german.enter(lobby=False)
    with wire.slow():
        german.page.goto(f"{german.server.base}/#/seat/{token}")
        german.page.locator(f"{MAP}[data-camera]").wait_for()
        german.frames(3)
    german.sit_down(whole_map=False)
    german.wait_until(lambda: camera(german)[2] * german.data["km_per_hex"] >= LEGIBLE, "a first look that can be read")


def seen_unit(player: Player, unit: int) -> bool:
    return player.where(unit) >= 0 and seen(player, player.where(unit))


@pytest.mark.parametrize(("hand", "language"), [("mouse", "en"), ("touch", "it"), ("keyboard", "it")])
def test_choices_out_of_sight_are_pointed_at(player: Players, hand: str, language: str) -> None:
    german = seated(player, language=language, **(PHONE if hand == "touch" else {"width": 1366, "height": 768}))
    arrow = german.page.locator("[data-beyond]").first
    hex = int(arrow.get_attribute("data-beyond") or -1)
    assert {"en": "choices out of sight", "it": "scelte fuori vista"}[language] in (arrow.get_attribute("title") or "")
    assert not seen(german, hex)
    {"mouse": arrow.click, "touch": arrow.tap, "keyboard": lambda: arrow.press("Enter")}[hand]()
    german.wait_until(lambda: seen(german, hex), "the flight there")


def test_the_side_panel_is_hidden_and_stays_so(player: Players) -> None:
    german = seated(player, "crossroads", "noon")
    german.page.keyboard.press("f")
    panel, canvas = german.page.locator("aside.panel"), german.page.locator(MAP)
    expect(panel).to_be_visible()
    wide = (canvas.bounding_box() or {"width": 0})["width"]
    german.page.keyboard.press("p")
    expect(panel).to_be_hidden()
    german.wait_until(lambda: (canvas.bounding_box() or {"width": 0})["width"] > wide + 300, "the wider map")
    german.page.reload()
    german.sit_down(whole_map=False)
    expect(panel).to_be_hidden()
    german.page.locator("[data-part=side-panel]").click()
    expect(panel).to_be_visible()


def test_a_whole_map_is_fitted_again_when_a_bar_opens(player: Players) -> None:
    german = seated(player, "crossroads", "noon")
    german.page.keyboard.press("f")
    before = camera(german)
    german.page.keyboard.press("p")
    german.wait_until(lambda: camera(german) != before, "another fit")
    box = german.page.locator(MAP).bounding_box()
    assert box
    labels = [hex for hex, label in enumerate(german.data["hexes"]["label"]) if label]
    spots = [german.spot(hex) for hex in labels]
    assert all(box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"] for x, y in spots)
    middle = sum(x for x, _ in spots) / len(spots)
    assert middle == pytest.approx(box["x"] + box["width"] / 2, abs=box["width"] / 8)


def test_the_panels_have_a_window_of_their_own(player: Players) -> None:
    german = seated(player, width=1366, height=768)
    german.page.get_by_role("button", name="Menu").click()
    with german.page.context.expect_page() as opened:
        german.page.locator("[data-part=second-window]").click()
    other = opened.value
    expect(other.locator("[data-panel]")).to_have_count(6)
    expect(german.page.locator("aside.panel")).to_be_hidden()
    german.page.locator(MAP).focus()
    german.page.keyboard.press("n")
    german.page.keyboard.press("Enter")
    german.expect_prompt("where does")
    unit, goal = german.asked["units"][0], german.options("to")[0]
    german.page.keyboard.press("f")
    german.click(goal)
    german.expect_at(unit, goal)
    line = other.locator("[data-panel=log] li", has_text="moves").last
    expect(line).to_be_visible()
    violations = [one for one in Axe().run(other).response["violations"] if one["impact"] in ("serious", "critical")]
    assert [one["id"] for one in violations] == []
    german.page.keyboard.press("+")
    german.page.keyboard.press("+")
    german.page.keyboard.press("+")
    before = camera(german)
    german.page.mouse.move(600, 500)
    german.page.mouse.down()
    german.page.mouse.move(1300, 500, steps=4)
    german.page.mouse.move(1360, 700, steps=4)
    german.page.mouse.up()
    assert camera(german) != before
    line.locator("button").first.click()
    german.wait_until(lambda: seen(german, goal), "the place in the other window")


@pytest.mark.parametrize("language", ["it"])
def test_the_view_comes_back_after_a_replay(player: Players, language: str) -> None:
    german = seated(player, "crossroads", "noon", language=language, speed="slow")
    german.click(german.hex("0703"))
    german.wait_until(lambda: bool(german.options("to")), "the pick")
    german.click(german.hex("0403"))
    german.wait_until(lambda: german.where(german.unit("Pz")) == german.hex("0403"), "the move")
    german.page.mouse.move(*german.spot(german.hex("0101")))
    for _ in range(4):
        german.page.mouse.wheel(0, -500)
        german.page.wait_for_timeout(50)
    before = camera(german)
    german.page.locator("[data-part=menu] button").first.click()
    german.page.locator(".sheet button").nth(1).click()
    german.wait_until(lambda: camera(german) != pytest.approx(before, abs=0.01), "the flight to what is shown")
    german.page.keyboard.press("Escape")
    expect(german.page.locator(".bar .clip")).to_have_count(0)
    german.wait_until(lambda: camera(german) == pytest.approx(before, abs=0.01), "the view that was left")


def test_odds_do_not_cover_their_target_on_a_phone(player: Players) -> None:
    german = seated(player, **PHONE)
    german.page.locator("button[title$='(f)']").tap()
    target = german.options("attack")[0]
    german.tap(target)
    german.expect_prompt("who attacks")
    german.tap(german.where(german.options("join")[0]))
    expect(german.page.locator("[data-chance]").first).to_be_visible()
    german.wait_until(lambda: seen(german, target), "the target beside the odds")
    (go,) = (option for option in german.asked["options"] if option >> 16 == german.verb("go"))
    box = german.page.locator(f".bar [data-option='{go}']").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def brightness(player: Player) -> float:
    """Of the middle of the map, where no counter stands out."""
    reading = """map => {
        const {data} = map.getContext("2d").getImageData(0, 0, map.width, map.height);
        let sum = 0;
        for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
        return sum / (data.length / 4) / 3;
    }"""
    return float(player.page.locator(MAP).evaluate(reading))


def test_a_dark_table_has_a_dimmed_map(player: Players) -> None:
    light, dark = seated(player, theme="dark", dimMap=False), seated(player, theme="dark", dimMap=True)
    light.wait_until(lambda: brightness(light) > 0, "the map")
    dark.wait_until(lambda: 0 < brightness(dark) < brightness(light) * 0.75, "the dimmed map")
    filters = [
        each.page.locator(".small canvas").evaluate("map => getComputedStyle(map).filter") for each in (light, dark)
    ]
    assert filters == ["none", "brightness(0.6)"], "the small map is as dark as the large one"


def test_trails_stay_after_a_move(player: Players) -> None:
    german = seated(player, "crossroads", "noon")
    canvas = german.page.locator(MAP)
    expect(canvas).to_have_attribute("data-trails", "0")
    german.click(german.hex("0703"))
    german.click(german.hex("0403"))
    german.expect_at(german.unit("Pz"), german.hex("0403"))
    expect(canvas).to_have_attribute("data-trails", "1")
    german.page.locator("[data-part=end-phase]").click()
    german.expect_prompt("guns")
    expect(canvas).to_have_attribute("data-trails", "1")
    german.page.keyboard.press("t")
    expect(canvas).to_have_attribute("data-trails", "0")
    german.page.reload()
    german.sit_down()
    german.page.keyboard.press("t")
    expect(canvas).to_have_attribute("data-trails", "1")


def test_the_replay_steps_from_one_thing_told_to_the_next(player: Players) -> None:
    german = seated(player, "crossroads", "noon")
    for unit, goal in (("Pz", "0403"), ("Gr1", "0602")):
        german.click(german.where(german.unit(unit)))
        german.expect_prompt("where does")
        german.click(german.hex(goal))
        german.expect_at(german.unit(unit), german.hex(goal))
    german.page.get_by_role("button", name="Menu").click()
    german.page.locator(".sheet").get_by_role("button", name="Replay", exact=True).click()
    slider = german.page.get_by_role("slider", name="Replay")
    lines = [line for message in german.heard[german.deciding] for line in message.get("log") or []]
    told = {line["record"] + 1 for line in lines if line.get("record", -1) >= 0}
    german.page.get_by_role("button", name="One back").click()
    expect(slider).to_have_value(
        str(max(moment for moment in told if moment < german.latest[german.deciding]["records"]))
    )
    german.page.get_by_role("button", name="One turn back").click()
    expect(slider).to_have_value("0")
    german.page.get_by_role("button", name="One on").click()
    expect(slider).to_have_value(str(min(told)))
