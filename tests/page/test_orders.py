"""Orders in a large game: a stack, a box or a formation of Bastogne goes where it is sent, shown before it is done, and
marches on over turns."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from tests.page.driving import MAP, QUIET, Player
from tests.server.serving import Server

pytestmark = pytest.mark.xdist_group("page")
GAME = "wacht_am_rhein"
LANGUAGES = {
    "en": {"chosen": "Chosen: ", "short": "do not get there", "march": "March on", "stay": "They stay"},
    "it": {"chosen": "Scelte: ", "short": "non ci arrivano", "march": "Prosegui la marcia", "stay": "Restano qui"},
}


def german_movement() -> Match:
    """The first German movement phase of Bastogne, all set up as proposed."""
    match = Match.new(GAME, scenario="bastogne", seed="orders")
    while match.prompt().code != "choose-move" or match.asked is None or match.asked.side != 0:
        match.apply(read_option(match.position.data, "done"))
    return match


@pytest.fixture(scope="module")
def save() -> bytes:
    return german_movement().packed()


@pytest.fixture
def sit(player: Callable[..., Player], server: Server, save: bytes) -> Callable[..., Player]:
    """Opens the seats of a table at that moment."""

    def open_table(language: str = "en", width: int = 1366, height: int = 768) -> Player:
        with server.owner() as owner:
            table = owner.post("/api/tables/upload", content=save).json()
        both = player(width, height)
        settings = json.dumps({**QUIET, "language": language})
        both.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
        both.enter()
        both.open("/".join(table["seats"]))
        return both

    return open_table


def formation_of(both: Player, name: str) -> list[int]:
    """The units of a formation that can move."""
    counters = both.data["counters"]
    return [unit for unit in both.options("move") if counters[unit]["formation"][-1] == name and both.where(unit) >= 0]


def ghosts(both: Player) -> dict[int, int]:
    """Where an order would take each, as it is drawn."""
    return dict(json.loads(both.page.locator(MAP).get_attribute("data-ghosts") or "[]"))


def choose_stack(both: Player, hex: int) -> None:
    both.page.mouse.click(*both.spot(hex), button="right")
    both.page.locator("aside [data-part=together]").click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_formation_is_sent_far_away_and_marches_on(sit: Callable[..., Player], language: str) -> None:
    both, words = sit(language), LANGUAGES[language]
    units = formation_of(both, "2P")
    stack = max((both.where(unit) for unit in units), key=lambda hex: sum(both.where(unit) == hex for unit in units))
    choose_stack(both, stack)
    both.page.locator("[data-part=whole-formation]").click()
    both.expect_prompt(f"{words['chosen']}{len(units)}")
    goal = both.hex("D1434")
    both.point_at(goal)
    both.wait_until(lambda: len(ghosts(both)) > 0, "ghosts")
    shown = ghosts(both)
    expect(both.page.locator("[data-part=foreseen]")).to_contain_text("D1434")
    rev, before = both.rev, {unit: both.where(unit) for unit in units}
    both.click(goal)
    both.wait_until(lambda: both.rev > rev, "the run")
    assert both.rev == rev + 1, "one change"
    assert {unit: both.where(unit) for unit in shown} == shown, "each ends where its ghost was"
    assert any(both.where(unit) != before[unit] for unit in units)
    expect(both.page.locator(".toast").last).to_contain_text(words["short"])
    left = len(units) - len(shown)
    expect(both.page.locator("[data-part=march-on]")).to_contain_text(f"{words['march']} ({left})")
    both.page.keyboard.press("u")
    both.wait_until(lambda: both.rev > rev + 1, "undo")
    assert {unit: both.where(unit) for unit in units} == before, "one undo"
    expect(both.page.locator("[data-part=march-on]")).to_contain_text(f"{words['march']} ({len(units)})")
    both.page.keyboard.press("m")
    both.wait_until(lambda: {unit: both.where(unit) for unit in shown} == shown, "the march")


def test_a_box_takes_all(sit: Callable[..., Player]) -> None:
    both = sit()
    units = [unit for unit in both.options("move") if both.where(unit) >= 0]
    assert len(units) > 100
    canvas = both.page.locator(MAP).bounding_box()
    assert canvas
    both.page.locator("[data-part=box]").click()
    both.page.mouse.move(canvas["x"] + 2, canvas["y"] + 2)
    both.page.mouse.down()
    both.page.mouse.move(canvas["x"] + canvas["width"] - 2, canvas["y"] + canvas["height"] - 2)
    both.page.mouse.up()
    both.expect_prompt(f"Chosen: {len(units)}")
    assert both.page.locator(".toast").count() == 0


def test_another_way_to_go_is_chosen_in_the_bar(sit: Callable[..., Player]) -> None:
    """7.11 They take up March Mode on the way."""
    both = sit()
    units = formation_of(both, "2P")
    choose_stack(both, both.where(units[0]))
    march, to = (both.page.locator(f"[data-verb={verb}]") for verb in ("march", "to"))
    expect(to).to_have_attribute("aria-pressed", "true")
    march.click()
    expect(march).to_have_attribute("aria-pressed", "true")
    goal = both.hex("D1226")
    both.point_at(goal)
    both.wait_until(lambda: len(ghosts(both)) > 0, "ghosts")
    unit = next(iter(ghosts(both)))
    both.click(goal)
    marching = both.verb("march")
    both.wait_until(lambda: unit not in both.options("move"), "the move")
    sent = [json.loads(frame) for frame in both.sent if '"run"' in frame]
    assert any(step[0] >> 16 == marching for step in sent[-1]["steps"])


def test_who_stays_is_not_asked_about_again(sit: Callable[..., Player]) -> None:
    both = sit()
    both.page.keyboard.press("n")
    canvas = both.page.locator(MAP)
    first = int(canvas.get_attribute("data-cursor") or -1)
    staying = [unit for unit in both.options("move") if both.where(unit) == first]
    choose_stack(both, first) if len(staying) > 1 else both.page.keyboard.press("g")
    both.page.keyboard.press("s")
    for _ in range(len(both.options("move")) - len(staying)):
        both.page.keyboard.press("n")
        assert int(canvas.get_attribute("data-cursor") or -1) != first


def test_a_march_can_be_forgotten(sit: Callable[..., Player]) -> None:
    both = sit()
    units = formation_of(both, "2P")
    choose_stack(both, both.where(units[0]))
    rev = both.rev
    both.click(both.hex("D1434"))
    both.wait_until(lambda: both.rev > rev, "the run")
    both.page.keyboard.press("u")
    both.wait_until(lambda: both.rev > rev + 1, "undo")
    expect(both.page.locator("[data-part=march-on]")).to_have_count(1)
    choose_stack(both, both.where(units[0]))
    both.page.locator("[data-part=forget-march]").click()
    both.page.keyboard.press("Escape")
    expect(both.page.locator("[data-part=march-on]")).to_have_count(0)
