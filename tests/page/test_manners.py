"""Small manners of the table: nothing lies over what can be chosen, and nothing is offered that would show nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.driving import MAP, Player
from tests.page.test_camera import PHONE, seated
from tests.server.serving import new_table

Players = Callable[..., Player]


def test_a_card_lies_over_nothing_that_can_be_chosen(player: Players) -> None:
    german = seated(player, "crossroads", "noon", width=1366, height=768)
    card, hexes = german.page.locator(".card"), [german.where(unit) for unit in german.options("move")]
    for start in hexes:
        german.point_at(start)
        expect(card).to_be_visible()
        box = card.bounding_box()
        assert box
        for x, y in [german.spot(other) for other in hexes]:
            assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])


def test_what_has_just_been_clicked_is_not_explained(player: Players) -> None:
    german = seated(player, "crossroads", "noon", width=1366, height=768)
    start = german.where(german.options("move")[0])
    german.point_at(start)
    expect(german.page.locator(".card")).to_be_visible()
    german.click(start)
    german.expect_prompt("where does")
    expect(german.page.locator(".card")).to_have_count(0)
    empty = german.hex("0105")
    german.point_at(empty)
    expect(german.page.locator(".hex-line")).to_contain_text("0105")
    german.point_at(start)
    expect(german.page.locator(".card")).to_be_visible()


@pytest.mark.parametrize("game", ["bulge1944", "bitter_woods"])
def test_an_arrow_at_the_edge_lies_over_no_unit_that_can_be_chosen(player: Players, game: str) -> None:
    german = seated(player, game, width=1366, height=768)
    arrows = german.page.locator("[data-beyond]")
    expect(arrows.first).to_be_visible()
    offered = {german.where(unit) for unit in german.options("move")}
    for arrow in arrows.all():
        box = arrow.bounding_box()
        assert box
        for x, y in [german.spot(hex) for hex in offered if hex >= 0]:
            assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])


def test_an_arrow_at_the_edge_does_not_hide_behind_the_buttons_of_the_map(player: Players) -> None:
    german = seated(player, "bitter_woods", language="it", **PHONE)
    arrows = german.page.locator("[data-beyond]")
    expect(arrows.first).to_be_visible()
    tools = german.page.locator(".tools .buttons").bounding_box()
    assert tools
    for arrow in arrows.all():
        box = arrow.bounding_box()
        assert box
        beside = box["x"] > tools["x"] + tools["width"] or box["x"] + box["width"] < tools["x"]
        assert beside or box["y"] > tools["y"] + tools["height"] or box["y"] + box["height"] < tools["y"]


def test_nothing_is_offered_to_be_shown_again_before_the_other_side_has_played(player: Players) -> None:
    german = player()
    with german.server.owner() as owner:
        table = new_table(owner, game="crossroads", scenario="noon")
    german.enter(lobby=False)
    german.open(table["seats"][0])
    unit = german.options("move")[0]
    german.click(german.where(unit))
    german.expect_prompt("where does")
    expect(german.page.get_by_role("button", name="What happened since my last turn")).to_have_count(0)


@pytest.mark.parametrize("language", ["it"])
def test_on_a_phone_the_turn_is_told_in_one_line(player: Players, language: str) -> None:
    german = seated(player, "bulge1944", language=language, **PHONE)
    strip = german.page.locator(".strip")
    expect(strip.locator("[data-part=todo]")).to_be_visible()
    expect(strip.locator("[data-part=next]")).to_be_visible()
    assert (strip.bounding_box() or {"height": 99})["height"] < 40
    stages = strip.locator("[data-part=stages]")
    assert stages.evaluate("one => one.scrollWidth <= one.clientWidth"), "the phase is named in full"


@pytest.mark.parametrize("language", ["en", "it"])
def test_on_a_phone_nothing_is_cut_off_where_much_is_told(player: Players, language: str) -> None:
    """Attacks to make and the next of them in one line, told once; of a clock its value before its title."""
    german = seated(player, "deadly_woods", "attack", language=language, **PHONE)
    strip, width = german.page.locator(".strip"), PHONE["width"]
    for part in ("stages", "attack-list", "next"):
        box = strip.locator(f"[data-part={part}]").bounding_box()
        assert box
        assert box["x"] + box["width"] <= width, part
    expect(strip.locator("[data-part=todo]")).to_have_count(0)
    for value in german.page.locator(".clock b").all():
        box = value.bounding_box()
        assert box
        assert box["x"] + box["width"] <= width


def test_the_menu_closes_when_one_clicks_elsewhere(player: Players) -> None:
    german = seated(player, "crossroads", "noon")
    german.page.get_by_role("button", name="Menu", exact=True).click()
    sheet = german.page.locator("[data-part=menu] .sheet")
    expect(sheet).to_be_visible()
    german.page.locator(".prompt").click()
    expect(sheet).to_have_count(0)


def test_the_stack_viewer_does_not_lie_under_the_bar(player: Players) -> None:
    german = seated(player, "crossroads", "noon", width=1366, height=768)
    highest = min(map(german.where, german.options("move")), key=lambda hex: german.spot(hex)[1])
    german.page.mouse.click(*german.spot(highest), button="right")
    viewer = german.page.locator("main aside", has=german.page.get_by_role("button", name="Close"))
    expect(viewer).to_be_visible()
    bar = german.page.locator(".bar").bounding_box()
    assert bar
    german.wait_until(
        lambda: (viewer.bounding_box() or {"y": 0})["y"] >= bar["y"] + bar["height"], "a viewer below the bar"
    )


def test_why_an_option_cannot_be_taken_stands_apart(player: Players) -> None:
    owner = player()
    owner.enter()
    owner.page.locator(".games").get_by_role("button", name="1944").click()
    expect(owner.page.locator("form label", has_text="Phantoms")).to_contain_text(". (needs Hidden markers)")


WRITTEN = """
for (const kind of [CanvasRenderingContext2D, self.OffscreenCanvasRenderingContext2D]) {
  const write = kind?.prototype.fillText;
  if (write) kind.prototype.fillText = function (text, ...more) {
    (window.written ??= new Set()).add(text);
    return write.call(this, text, ...more);
  };
}
"""


def test_the_map_bears_the_numbers_of_the_scenario(player: Players) -> None:
    german = player(width=1366, height=768)
    german.page.add_init_script(WRITTEN)
    with german.server.owner() as owner:
        table = new_table(owner, game="wacht_am_rhein", scenario="bastogne")
    german.enter(lobby=False)
    german.open(table["seats"][0])
    german.page.mouse.move(*german.spot(german.hex("D0317")))
    for _ in range(12):
        german.page.mouse.wheel(0, -240)
    german.wait_until(lambda: german.page.evaluate("() => window.written?.has('D0317') ?? false"), "its number")
    assert not german.page.evaluate("() => [...window.written].filter(text => /^C\\\\d{4}$/.test(text))")


@pytest.mark.parametrize("language", ["en"])
def test_where_few_of_many_could_go_nothing_is_written(player: Players, language: str) -> None:
    german = seated(player, "bitter_woods", language=language, width=1366, height=768)
    page = german.page
    page.get_by_role("tab", name={"en": "Units", "it": "Unità"}[language]).click()
    page.locator(".row", has=page.locator(".able")).locator("button.name").first.click()
    expect(page.locator(".prompt")).to_contain_text({"en": "Where shall they go?", "it": "Dove"}[language])
    labels = dict(json.loads(page.locator(MAP).get_attribute("data-labels") or "[]"))
    shares = [[int(number) for number in label.split("/")] for label in labels.values()]
    assert shares
    assert all(2 * many >= all_of for many, all_of in shares)
