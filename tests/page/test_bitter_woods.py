"""What a turn of Bitter Woods asks is seen: markers, ways before the choice, lists; and its opening in Italian."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.engine.match import Match
from ardennes.engine.options import is_about, object_of
from ardennes.games.bitter_woods.rules.air import MOST_SUGGESTED
from ardennes.games.bitter_woods.rules.pieces import ATTACK
from ardennes.players import sit_down
from tests.page.driving import MAP, QUIET, Player
from tests.page.hands import Mouse
from tests.server.serving import Server

Players = Callable[..., Player]
WANTED = ("choose-interdiction", "choose-retreat", "choose-attack", "choose-site")


@pytest.fixture(scope="module")
def moments() -> dict[str, Match]:
    """A game where questions are put for the first time after a bridge was blown."""
    match = Match.new("bitter_woods", seed="7")
    players = [sit_down("greedy", match.game, side, "7") for side in (0, 1)]
    found: dict[str, Match] = {}
    while match.asked is not None and len(found) < len(WANTED):
        code = match.prompt().code
        if code in WANTED and code not in found and any(match.position.blown):  # type: ignore[attr-defined]
            found[code] = match.fork(len(match.records))
        match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
    return found


def speaking(player: Player, language: str) -> None:
    settings = json.dumps({**QUIET, "language": language})
    player.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")


def sit_at(player: Player, server: Server, match: Match, *, whole_map: bool = False, language: str = "en") -> Player:
    """At the seat that is asked, of a table that goes on from there."""
    assert match.asked is not None
    speaking(player, language)
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    player.enter(lobby=False)
    player.page.goto(f"{server.base}/#/seat/{table['seats'][match.asked.side]}")
    player.sit_down(whole_map=whole_map)
    return player


def in_sight(player: Player, hex: int) -> bool:
    box = player.page.locator(MAP).bounding_box()
    assert box
    x, y = player.spot(hex)
    return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


def test_a_retreat_is_flown_to_and_its_ways_are_drawn(
    player: Players, server: Server, moments: dict[str, Match]
) -> None:
    match = moments["choose-retreat"]
    assert match.asked is not None
    ways = [match.about(option).path for option in match.asked.options]
    assert any(len(way) > 1 for way in ways)
    side = sit_at(player(1366, 768), server, match)
    unit = side.asked["units"][0]
    side.wait_until(lambda: in_sight(side, side.where(unit)), "a look at the unit")
    wanted = [[side.where(unit), *way] for way in ways]
    side.wait_until(
        lambda: json.loads(side.page.locator(MAP).get_attribute("data-paths") or "[]") == wanted, "all ways on the map"
    )
    side.click(object_of(match.asked.options[0]))
    side.wait_until(lambda: side.where(unit) == object_of(match.asked.options[0]), "the retreat")
    expect(side.page.locator(MAP)).to_have_attribute("data-paths", "[]")


@pytest.mark.parametrize(("language", "words"), [("en", "the bridge is blown"), ("it", "il ponte è saltato")])
def test_blown_bridges_lie_on_the_map(
    player: Players, server: Server, moments: dict[str, Match], language: str, words: str
) -> None:
    match = moments["choose-attack"]
    blown = [side for side, value in enumerate(match.position.blown) if value]  # type: ignore[attr-defined]
    table = sit_at(player(1920, 1080), server, match, whole_map=True, language=language)
    table.wait_until(lambda: int(table.page.locator(MAP).get_attribute("data-signs") or 0) >= len(blown), "the markers")
    table.point_at(table.hexes_of(blown[0])[0])
    expect(table.page.locator(".hex-line")).to_contain_text(words)


def test_interdiction_has_a_list_of_likely_hexes(player: Players, server: Server, moments: dict[str, Match]) -> None:
    side = sit_at(player(), server, moments["choose-interdiction"])
    side.page.locator("[data-part=todo]").click()
    listed = side.page.locator("[data-todo-hex]")
    expect(listed).to_have_count(MOST_SUGGESTED)
    expect(side.page.locator("[data-beyond]")).to_have_count(0)
    wanted = int(listed.first.get_attribute("data-todo-hex") or -1)
    listed.first.click()
    side.wait_until(lambda: in_sight(side, wanted), "a look at the hex")
    rev = side.rev
    side.page.keyboard.press("Enter")
    side.wait_until(lambda: side.rev > rev, "the aircraft")
    expect(side.page.locator(".log")).to_contain_text(re.compile("[Ii]nterdict"))


def test_bridges_have_a_list(player: Players, server: Server, moments: dict[str, Match]) -> None:
    side = sit_at(player(), server, moments["choose-site"])
    sites = side.options("bridge")
    side.page.locator("[data-part=todo]").click()
    listed = side.page.locator("[data-todo-hexside]")
    expect(listed).to_have_count(len(sites))
    wanted = int(listed.last.get_attribute("data-todo-hexside") or -1)
    listed.last.click()
    side.wait_until(lambda: in_sight(side, side.hexes_of(wanted)[0]), "a look at the bridge")
    rev = side.rev
    side.page.keyboard.press("Enter")
    side.wait_until(lambda: side.rev > rev, "the work")


def test_attacks_are_listed_with_defenders_and_odds(player: Players, server: Server, moments: dict[str, Match]) -> None:
    side = sit_at(player(1366, 768), server, moments["choose-attack"])
    expect(side.page.locator("[data-part=todo]")).to_have_count(0)
    side.page.locator("[data-part=attack-list]").click()
    attacks = side.page.locator("[data-attack]")
    targets = side.options("attack")
    expect(attacks).to_have_count(len(targets))
    for hex, attack in zip(targets, attacks.all(), strict=True):
        expect(attack).to_contain_text("% to clear the hex")
        expect(attack.locator(".there > *")).to_have_count(min(3, len(side.stack(hex))))


def test_the_order_of_battle_names_corps_as_they_are_called(player: Players, server: Server) -> None:
    both = player(1366, 768)
    both.enter()
    both.start("Bitter Woods", "The campaign, 16–26")
    both.page.locator("#tab-units").click()
    names = [name.strip() for name in both.page.locator("[data-formation]").all_inner_texts()]
    assert names[:6] == ["I SS · 1SS", "I SS · 12SS", "I SS · 277", "I SS · 12", "I SS · 3FJ", "I SS"]


def test_an_attack_is_declared_as_it_was_weighed(player: Players, server: Server, moments: dict[str, Match]) -> None:
    match = moments["choose-attack"]
    assert match.asked is not None
    view, what_ifs = match.position.view(match.asked.side), match.game.what_ifs
    hexes = [object_of(option) for option in match.asked.options if is_about(option, ATTACK)]
    target = next(hex for hex in hexes if len(what_ifs.foretell(view, match.asked.side, hex, None).chosen) > 1)
    side = sit_at(player(1366, 768), server, match, whole_map=True)
    side.page.mouse.click(*side.spot(target), button="right")
    side.page.locator(".fights button").first.click()
    expect(side.page.locator("[data-part=declare]")).to_be_visible()
    chosen = side.page.locator("[data-taking] input:checked").count()
    assert chosen > 1
    rev = side.rev
    side.page.locator("[data-part=declare]").click()
    side.expect_prompt("who attacks")
    assert side.rev == rev + 1, "one message"
    expect(side.page.locator(".picked button")).to_have_count(chosen)


def test_the_opening_in_italian(player: Players) -> None:
    both = player(1366, 768)
    speaking(both, "it")
    both.enter()
    both.page.locator(".games").get_by_role("button", name="Bitter Woods").click()
    both.page.get_by_role("radio", name="Entrambe le parti qui").check()
    both.page.get_by_role("button", name="Inizia").click()
    both.sit_down()
    both.expect_prompt("Tedeschi: ")
    expect(both.page.locator("[data-part=todo]")).to_contain_text("unità possono muovere")
    expect(both.page.locator("[data-part=end-phase]")).to_have_text("Chiudi il movimento")
    expect(both.page.locator(".log")).to_contain_text("dic 1944")
    hands = Mouse(both)
    hands.choose(next(option for option in both.asked["options"] if option >> 16 == both.verb("move")))
    both.expect_prompt("dove va")
    unit = both.asked["units"][0]
    hands.choose(next(option for option in both.asked["options"] if option >> 16 == both.verb("to")))
    expect(both.page.locator(".log")).to_contain_text("muove da")
    assert both.where(unit) >= 0
