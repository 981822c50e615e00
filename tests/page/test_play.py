"""Games are played in the page as people play them: by mouse, by keyboard, by finger, alone and against each other."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.engine.match import Match
from tests.page.driving import MAP, Player

Players = Callable[..., Player]


def test_a_turn_of_crossroads_by_mouse(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.click(german.hex("0703"))
    german.expect_prompt("where does Panzer battalion go")

    german.click(german.hex("0101"))
    german.expect_refusal("3.3")

    german.click(german.hex("0705"))  # thinks again: another unit
    german.expect_prompt("where does 2nd Grenadiers go")
    german.page.get_by_role("button", name="Undo").click()
    german.expect_prompt("move a unit")

    german.click(german.hex("0703"))
    german.click(german.hex("0403"))
    german.expect_at(german.unit("Pz"), german.hex("0403"))
    expect(german.page.locator(".log")).to_contain_text("Panzer battalion moves from 0703")

    german.press("End the movement")
    german.expect_prompt("Do the guns answer")
    german.press("Stay silent")
    expect(german.page.locator(".log")).to_contain_text(re.compile(r"attack 0304 at .*die \d"))
    german.expect_prompt("Allied: ")


def battle_beside_the_engine(player: Players) -> tuple[Player, Match]:
    """1944 in the page, and the same beginning in the engine."""
    german = player()
    german.begin("bulge1944", "campaign")
    return german, Match.new("bulge1944", seed="any")


def chances_shown(player: Player) -> dict[str | None, float]:
    rows = player.page.locator("[data-chance]").all()
    return {row.get_attribute("data-result"): float(row.get_attribute("data-chance") or 0) for row in rows}


def test_odds_shown_are_the_engines(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.click(german.hex("0703"))
    german.click(german.hex("0403"))
    german.expect_prompt("move a unit")
    german.press("End the movement")
    german.expect_prompt("Do the guns answer")
    german.page.locator(".bar").get_by_role("button", name="Guns answer").hover()
    expect(german.page.locator("aside h2").first).to_have_text("Guns answer")
    shown = chances_shown(german)
    match = Match.new("crossroads", scenario="noon", seed="any")
    verbs = match.game.verbs
    for verb, thing in (("move", german.unit("Pz")), ("to", german.hex("0403")), ("done", 0)):
        match.apply(verbs.named(verb) + thing)
    assert shown == pytest.approx(match.about(verbs.named("guns") + 0).chances)


def test_odds_shown_in_1944_are_the_engines(player: Players) -> None:
    german, match = battle_beside_the_engine(player)
    verbs = match.game.verbs
    target = german.options("attack")[0]
    german.click(target)
    german.expect_prompt("who attacks")
    match.apply(verbs.named("attack") + target)
    attacker = german.options("join")[0]
    german.click(german.where(attacker))
    match.apply(verbs.named("join") + attacker)
    german.page.locator(".bar").get_by_role("button", name="Attack").hover()
    expect(german.page.locator("aside h2").first).to_have_text("Attack")
    assert chances_shown(german) == pytest.approx(match.about(verbs.named("go") + 0).chances)


def test_refusals_in_1944_name_the_engines_rule(player: Players) -> None:
    german, match = battle_beside_the_engine(player)
    unit, far = german.options("move")[0], german.hex("0812")
    german.click(german.where(unit))
    german.expect_prompt("where does")
    match.apply(match.game.verbs.named("move") + unit)
    refusal = match.refusal(match.game.verbs.named("to") + far, 0)
    assert refusal is not None
    assert refusal.rule
    german.click(far)
    german.expect_refusal(refusal.rule)
    said = match.sentence(refusal).removeprefix(f"{refusal.rule}: ")
    expect(german.page.locator(".toast.refused").last).to_contain_text(said)


def test_a_turn_by_keyboard(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    canvas = german.page.locator(MAP)
    canvas.focus()
    canvas.press("Tab")
    canvas.press("Enter")
    german.expect_prompt("where does")
    moving, target = german.asked["units"][0], german.options("to")[0]
    german.page.keyboard.press("Escape")
    german.expect_prompt("move a unit")
    canvas.press("Enter")
    german.expect_prompt("where does")
    canvas.press("Tab")
    canvas.press("Enter")
    german.expect_at(moving, target)
    german.page.keyboard.press("u")
    german.expect_prompt("where does")
    german.page.keyboard.press("r")
    german.expect_prompt("move a unit")
    german.page.keyboard.press("?")
    expect(german.page.get_by_role("dialog", name="Help")).to_be_visible()
    german.page.keyboard.press("Escape")
    expect(german.page.get_by_role("dialog", name="Help")).to_be_hidden()
    german.page.keyboard.press("1")  # no digit ends a phase
    german.page.keyboard.press("e")
    german.expect_prompt("Allied: ")


def test_activations_and_an_attack_in_1944(player: Players) -> None:
    german = player()
    german.begin("bulge1944", "campaign")
    for _ in range(2):
        unit = german.options("move")[0]
        german.click(german.where(unit))
        german.expect_prompt("where does")
        target = german.options("to")[0]
        german.point_at(target)
        german.click(target)
        german.expect_at(unit, target)
    german.click(german.options("attack")[0])
    german.expect_prompt("who attacks")
    german.click(german.where(german.options("join")[0]))
    expect(german.page.locator(".picked button")).to_have_count(1)
    expect(german.page.locator("aside").first).to_contain_text("attack dice")
    german.page.locator(".picked button").click()
    expect(german.page.locator(".picked button")).to_have_count(0)
    german.click(german.where(german.options("join")[0]))
    german.press("Attack")
    expect(german.page.locator(".log")).to_contain_text(re.compile(r"the defender loses \d"))


def test_reload_in_the_middle_of_a_decision(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.click(german.hex("0703"))
    german.expect_prompt("where does Panzer battalion go")
    german.page.reload()
    german.sit_down()
    german.expect_prompt("where does Panzer battalion go")
    german.click(german.hex("0403"))
    german.expect_prompt("move a unit")


def test_the_ground_stays_where_it_is_when_the_map_gets_a_line_smaller(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    hex, canvas = german.hex("0403"), german.page.locator(MAP)
    before, high = german.spot(hex), (canvas.bounding_box() or {"height": 0})["height"]
    german.page.set_viewport_size({"width": 1280, "height": 750})
    german.wait_until(lambda: (canvas.bounding_box() or {"height": high})["height"] < high, "the smaller map")
    german.page.wait_for_timeout(200)
    assert german.spot(hex) == pytest.approx(before, abs=1)
    german.click(german.hex("0703"))
    german.expect_prompt("where does Panzer battalion go")


def test_two_seats_and_hidden_counters(player: Players) -> None:
    """Nothing the other side may not know is in any message its page receives."""
    german = player()
    german.enter()
    german.start("Crossroads", "Dawn", "I play German")
    tables = german.page.evaluate("fetch('/api/tables').then(reply => reply.json()).then(page => page.tables)")
    table = next(table for table in tables if german.tokens[0] in table["seats"])
    allied = player()
    allied.open(table["seats"][1])
    allied.expect_prompt("German is deciding")
    hidden = [german.unit(id) for id in ("Pz", "Gr1", "Gr2", "Sham1", "Sham2")]
    german.click(german.where(german.unit("Gr1")))
    german.expect_prompt("where does 1st Grenadiers go")
    target = german.options("to")[0]
    german.click(target)
    german.expect_at(german.unit("Gr1"), target)
    expect(allied.page.locator(".log")).to_contain_text("German counter")

    (token,) = allied.tokens
    assert {allied.where(unit, token) for unit in hidden} <= {-1, -2}
    for id in ("1st Grenadiers", "Panzer battalion", "Loudspeaker", "Straw"):
        assert not any(id in frame for frame in allied.raw)
    assert all(not message["asked"]["options"] for message in allied.heard[token] if message.get("asked"))


def test_hot_seat_with_secrets_has_a_curtain(player: Players) -> None:
    both = player()
    both.begin("crossroads", "dawn")
    both.press("End the movement")
    both.page.get_by_role("button", name="I am Allied").click()
    both.expect_prompt("Allied: ")


def test_on_a_phone(player: Players) -> None:
    german = player(390, 780, has_touch=True, is_mobile=True, device_scale_factor=2)
    german.begin("crossroads", "noon")
    german.tap(german.hex("0703"))
    german.expect_prompt("where does Panzer battalion go")
    german.tap(german.hex("0403"))
    german.expect_prompt("move a unit")
    assert german.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    german.page.get_by_role("button", name="Log").first.click()
    expect(german.page.locator(".log")).to_be_visible()


def test_saves_replay_and_rules(player: Players) -> None:
    german = player()
    german.begin("crossroads", "noon")
    german.click(german.hex("0703"))
    german.click(german.hex("0403"))
    german.expect_prompt("move a unit")
    german.page.locator(".prompt button").click()
    expect(german.page.get_by_role("tabpanel")).to_contain_text("2.2")
    german.page.get_by_role("button", name="Menu").click()
    german.page.get_by_role("button", name="Replay").click()
    german.page.get_by_role("slider", name="Replay").fill("0")
    expect(german.page.get_by_text("After 0 of")).to_be_visible()
    before = german.page.url
    german.page.get_by_role("button", name="Play on from here").click()
    german.page.wait_for_url(lambda url: url != before)
    german.expect_prompt("move a unit")
    german.enter()
    with german.page.expect_download() as download:
        german.page.get_by_role("button", name="Download").first.click()
    german.page.locator("input[type=file]").set_input_files(download.value.path())
    german.sit_down()
    german.expect_prompt("move a unit")
