"""A turn cannot be lost by a click: the end of a phase asks, has a place of its own, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.driving import MAP, QUIET, Player
from tests.server.serving import new_table

Players = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
END, ASKED = ".bar [data-part=end-phase]", "dialog[open]"
WAYS = [("mouse", "en"), ("mouse", "it"), ("touch", "en"), ("touch", "it"), ("keyboard", "en"), ("keyboard", "it")]
SAID = {"en": "3 units can move", "it": "3 unità possono muovere"}


def asking(player: Players, language: str = "en", **window: Any) -> Player:
    """Crossroads before its first move, with a question before every end."""
    made = player(**window)
    with made.server.owner() as owner:
        table = new_table(owner, scenario="noon")
    settings = json.dumps({**QUIET, "askEnd": True, "language": language})
    made.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    made.enter(lobby=False)
    made.open("/".join(table["seats"]))
    return made


def press(player: Player, hand: str, selector: str, key: str = "") -> None:
    found = player.page.locator(selector)
    if hand == "keyboard" and key:
        player.page.keyboard.press(key)
    elif hand == "keyboard":
        found.focus()
        player.page.keyboard.press("Enter")
    elif hand == "touch":
        found.tap()
    else:
        found.click()


@pytest.mark.parametrize(("hand", "language"), WAYS)
def test_an_end_asks_while_something_remains(player: Players, hand: str, language: str) -> None:
    german = asking(player, language, **(PHONE if hand == "touch" else {}))
    page, before = german.page, german.rev
    expect(page.locator("[data-part=todo]")).to_contain_text(SAID[language])
    press(german, hand, END, "e")
    expect(page.locator(f"{ASKED} [data-part=remaining]")).to_contain_text(SAID[language])
    expect(page.locator(f"{ASKED} [data-part=go-on]")).to_be_focused()
    assert page.locator(f"{ASKED} [data-todo]").count() == 3

    press(german, hand, f"{ASKED} [data-todo='{german.unit('Gr1')}']")
    expect(page.locator(ASKED)).to_have_count(0)
    expect(page.locator(MAP)).to_have_attribute("data-cursor", str(german.where(german.unit("Gr1"))))

    press(german, hand, END, "e")
    press(german, hand, f"{ASKED} [data-part=go-on]")
    expect(page.locator(ASKED)).to_have_count(0)
    assert german.rev == before

    press(german, hand, END, "e")
    press(german, hand, f"{ASKED} [data-part=end]")
    german.wait_until(lambda: german.rev > before, "the end of the phase")


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_the_end_of_a_phase_stands_where_no_other_button_does(player: Players, window: dict[str, Any]) -> None:
    german = asking(player, **window)
    end = german.page.locator(END).bounding_box()
    german.page.locator(MAP).focus()
    german.page.keyboard.press("n")
    german.page.keyboard.press("Enter")
    german.expect_prompt("where does")
    (done,) = (option for option in german.asked["options"] if option >> 16 == german.verb("done"))
    move = german.page.locator(f".bar [data-option='{done}']").bounding_box()
    assert end is not None
    assert move is not None
    assert move["x"] + move["width"] <= end["x"], "one lies beside the other, whatever their height"


def test_a_double_click_ends_a_move_and_no_phase(player: Players) -> None:
    german = asking(player)
    german.click(german.hex("0703"))
    german.expect_prompt("where does")
    german.page.locator(".bar").get_by_role("button", name="Stop the unit here").dblclick()
    german.expect_prompt("move a unit")
    expect(german.page.locator(ASKED)).to_have_count(0)


def test_no_digit_ends_a_phase_and_no_key_does_twice(player: Players) -> None:
    german = asking(player)
    before = german.rev
    for key in "123456789":
        german.page.keyboard.press(key)
    german.page.keyboard.down("e")
    german.page.keyboard.down("e")  # the key is held: the browser repeats it
    german.page.keyboard.up("e")
    expect(german.page.locator(ASKED)).to_be_visible()
    german.page.keyboard.press("Enter")  # a second press goes on playing
    expect(german.page.locator(ASKED)).to_have_count(0)
    assert german.rev == before


def test_escape_puts_back_what_was_picked_and_nothing_else(player: Players) -> None:
    german = asking(player)
    german.click(german.hex("0703"))
    german.expect_prompt("where does")
    german.page.keyboard.press("Escape")
    german.expect_prompt("move a unit")
    german.click(german.hex("0703"))
    german.click(german.hex("0403"))
    german.expect_at(german.unit("Pz"), german.hex("0403"))
    before = german.rev
    german.page.keyboard.press("Escape")
    expect(german.page.locator(".toast").last).to_contain_text("Undo (u) takes back")
    assert german.rev == before


def test_the_question_can_be_turned_off_where_it_is_asked(player: Players) -> None:
    german = asking(player)
    german.page.locator(END).click()
    german.page.locator(f"{ASKED} input[type=checkbox]").check()
    kept = json.loads(german.page.evaluate("localStorage.getItem('ardennes-settings')"))
    assert kept["askEnd"] is False
    german.page.locator(f"{ASKED} [data-part=go-on]").click()
    german.page.locator(END).click()
    german.expect_prompt("Allied: ")


def test_a_phase_ended_by_mistake_is_taken_back(player: Players) -> None:
    german = player()
    german.enter()
    german.start("The Deadly Woods", "The German attack")
    german.expect_prompt("attack a hex")
    german.page.locator(END).click()
    german.expect_prompt("move")
    undo = german.page.locator("[data-part=undo]")
    expect(undo).to_have_attribute("title", "Undo: End the round (u)")
    undo.click()
    german.expect_prompt("attack a hex")


@pytest.mark.parametrize(("language", "said"), [("en", "Nothing in 0101"), ("it", "Niente in 0101")])
def test_an_empty_hex_says_what_is_asked(player: Players, language: str, said: str) -> None:
    german = asking(player, language)
    german.click(german.hex("0101"))
    expect(german.page.locator(".toast.refused").last).to_contain_text(said)
    expect(german.page.locator(".toast.refused").last).to_contain_text(german.asked["prompt"])


@pytest.mark.parametrize("language", ["en"])
def test_who_is_only_picked_has_not_moved(player: Players, language: str) -> None:
    german = asking(player, language)
    moved = next(badge["title"] for badge in german.data["style"]["counter"]["badges"] if badge["column"] == "moved")
    german.click(german.hex("0703"))
    german.wait_until(lambda: german.asked["units"] == [german.unit("Pz")], "the pick")
    german.page.mouse.click(*german.spot(german.hex("0703")), button="right")
    viewer = german.page.locator(".map aside").last
    expect(viewer).to_be_visible()
    expect(viewer).not_to_contain_text(moved)
