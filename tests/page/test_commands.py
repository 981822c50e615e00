"""Several people on a side, each in a window of his own: formations given by link, and a phase ended by all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.driving import QUIET, Player
from tests.page.test_access import check
from tests.page.test_computer import choose_in_menu
from tests.server.serving import Server

ARMY = "5th Panzer Army"
WORDS = {
    "en": {
        "seats": "Who plays",
        "shared": "Several commanders",
        "whose": "commander-in-chief",
        "waits": "The phase waits for",
        "done": "I have done",
    },
    "it": {
        "seats": "Chi gioca",
        "shared": "Più comandanti",
        "whose": "comandante in capo",
        "waits": "La fase attende",
        "done": "Ho finito",
    },
}


def sit(made: Player, language: str, token: str) -> Player:
    settings = json.dumps({**QUIET, "language": language})
    made.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    made.enter()
    made.open(token)
    return made


def commands(player: Player) -> dict[str, Any]:
    """What a window has heard last of the commands of its side."""
    return [message for message in player.heard[player.tokens[0]] if message["is"] == "commands"][-1]


def army_of(player: Player, unit: int) -> str:
    return str(player.data["counters"][unit]["formation"][0])


def waits(player: Player) -> list[int]:
    return [each["number"] for each in commands(player)["commands"] if each["waited_for"]]


@pytest.mark.parametrize("language", list(WORDS))
def test_two_officers_of_a_side(player: Callable[..., Player], server: Server, language: str) -> None:
    words = WORDS[language]
    with server.owner() as owner:
        wanted = {"game": "bulge1944", "scenario": "campaign", "seed": "7", "automatic": False}
        table = owner.post("/api/tables", json=wanted).json()
    chief = sit(player(1366, 768), language, table["seats"][0])
    enemy = sit(player(800, 600), language, table["seats"][1])

    # The commander-in-chief gives an army away, and its link to a friend.
    choose_in_menu(chief, words["seats"])
    dialog = chief.page.get_by_role("dialog")
    dialog.get_by_text(words["shared"]).click()
    dialog.locator(f"input[value='{ARMY}']").check()
    check(chief, "the dialog of commands")
    dialog.locator("[data-part=give-command]").click()
    expect(dialog.locator("[data-command='1']")).to_contain_text("5")
    chief.page.keyboard.press("Escape")
    token = next(each["token"] for each in commands(chief)["commands"] if each["number"] == 1)
    officer = sit(player(390, 844), language, token)

    # Each is offered his own; another's is refused, with whose it is.
    assert {army_of(officer, unit) for unit in officer.options("move")} == {ARMY}
    other = chief.options("move")[0]
    assert army_of(chief, other) != ARMY
    place = officer.places[token][other]
    officer.click(place)
    expect(officer.page.locator(".toast").last).to_contain_text(words["whose"])

    # While one moves a unit, the other reads who has to decide.
    own = next(unit for unit in officer.options("move") if officer.where(unit) >= 0)
    officer.click(officer.where(own))
    officer.wait_until(lambda: bool((officer.latest[token]["asked"] or {}).get("units")), "the unit's question")
    expect(chief.page.locator(".prompt")).to_contain_text("5")
    officer.page.keyboard.press("Escape")
    chief.wait_until(lambda: bool(chief.latest[chief.tokens[0]]["asked"]["options"]), "the pick put back")

    # The phase ends when both have said so, or the commander-in-chief does not wait.
    code = chief.asked["code"]
    officer.page.locator("[data-part=end-phase]").click()
    chief.wait_until(lambda: waits(chief) == [0], "the officer's word")
    expect(officer.page.locator(".prompt")).to_contain_text(words["waits"])
    officer.page.locator("[data-part=not-ready]").click()
    chief.wait_until(lambda: waits(chief) == [0, 1], "the word taken back")
    chief.page.locator("[data-part=end-phase]").click()
    expect(chief.page.locator(".prompt")).to_contain_text(re.compile(words["waits"]))
    check(chief, "a phase that waits")
    assert chief.asked["code"] == code
    chief.page.locator("[data-part=end-for-all]").click()
    chief.wait_until(lambda: chief.latest[chief.tokens[0]]["asked"]["side"] == 1, "the other side's turn")

    heard = [message for message in enemy.heard[enemy.tokens[0]] if message["is"] == "commands"]
    assert not any(message["commands"] for message in heard)


@pytest.mark.parametrize(("language", "width", "height"), [("en", 1366, 768), ("it", 390, 844)])
def test_one_army_is_mine_and_the_computer_has_the_rest(
    player: Callable[..., Player], server: Server, language: str, width: int, height: int
) -> None:
    words = WORDS[language]
    with server.owner() as owner:
        wanted = {"game": "bulge1944", "scenario": "campaign", "seed": "7", "players": ["", "easy"]}
        table = owner.post("/api/tables", json=wanted).json()
    chief = sit(player(width, height), language, table["seats"][0])
    places = dict(enumerate(chief.places[chief.tokens[0]]))

    choose_in_menu(chief, words["seats"])
    dialog = chief.page.get_by_role("dialog")
    dialog.get_by_text(words["shared"]).click()
    dialog.locator("[data-parts-of='7th Army']").click()
    expect(dialog.locator("input[value='7th Army/LXXX']")).to_be_visible()
    dialog.locator(f"input[value='{ARMY}']").check()
    form = dialog.locator("[data-part=only-these]")
    form.locator("xpath=preceding-sibling::select").select_option("easy")
    check(chief, "the dialog with the parts of an army")
    form.click()
    expect(dialog.locator("[data-command='1']")).to_contain_text("6")
    chief.page.keyboard.press("Escape")

    # The computer moves its armies at once, says so, and waits; the person's own are still there to be moved.
    chips = chief.page.locator("[data-part=command-chips]")
    expect(chips.locator("[data-command='1'].ready")).to_be_visible(timeout=60_000)
    moved = {unit for unit, hex in enumerate(chief.places[chief.tokens[0]]) if places.get(unit, hex) != hex}
    assert moved
    assert ARMY not in {army_of(chief, unit) for unit in moved}
    assert {army_of(chief, unit) for unit in chief.options("move")} <= {ARMY, ""}
    check(chief, "a phase in which the computer has done")

    # Once the person has done too, the phase is over.
    code = chief.asked["code"]
    end = chief.page.locator("[data-part=end-phase]")
    expect(end).to_have_text(words["done"])
    end.click()
    (token,) = chief.tokens
    chief.wait_until(lambda: (asked := chief.latest[token]["asked"])["code"] != code or asked["side"] == 1, "the end")
