"""A quick hand is ahead of the table: what is clicked while an answer is on its way is done, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.driving import Player, Wire
from tests.page.test_camera import seated

Players = Callable[..., Player]


@pytest.fixture
def german(player: Players) -> tuple[Player, Wire]:
    made = player()
    wire = Wire(made)
    return seated(lambda **_: made, "crossroads", "noon"), wire


def pick(german: Player) -> tuple[int, list[int]]:
    """A unit is chosen; it, and the hexes it can go to."""
    unit = german.options("move")[0]
    german.click(german.where(unit))
    german.expect_prompt("where does")
    return unit, german.options("to")


def near(german: Player, unit: int, hexes: list[int]) -> list[int]:
    """Some hexes, the nearest to a unit first."""
    x, y = german.centre(german.where(unit))

    def far(hex: int) -> float:
        east, north = german.centre(hex)
        return (east - x) ** 2 + (north - y) ** 2

    return sorted(hexes, key=far)


def test_clicks_ahead_of_the_table_are_done_in_turn(german: tuple[Player, Wire]) -> None:
    hand, wire = german
    unit, hexes = pick(hand)
    goal = near(hand, unit, hexes)[0]
    hand.page.keyboard.press("u")
    hand.expect_prompt("move a unit")
    with wire.slow():
        hand.click(hand.where(unit))
        hand.click(goal)
        hand.page.wait_for_timeout(100)
    hand.wait_until(lambda: hand.where(unit) == goal, "the move")


def test_a_button_is_heard_while_an_answer_is_on_its_way(german: tuple[Player, Wire]) -> None:
    hand, wire = german
    unit, hexes = pick(hand)
    goal = near(hand, unit, hexes)[0]
    with wire.slow():
        hand.click(goal)
        hand.press("Stop the unit here")
        hand.page.wait_for_timeout(100)
    hand.expect_prompt("move a unit")
    assert hand.where(unit) == goal


def test_a_button_never_answers_another_question(german: tuple[Player, Wire]) -> None:
    hand, wire = german
    unit, _ = pick(hand)
    hand.page.keyboard.press("u")
    hand.expect_prompt("move a unit")
    with wire.slow():
        hand.click(hand.where(unit))
        hand.press("End the movement")
        hand.page.wait_for_timeout(100)
    expect(hand.page.locator(".toast.refused")).to_contain_text("choose again")
    hand.expect_prompt("where does")
    assert hand.asked["units"] == [unit]


def test_units_that_cannot_be_chosen_any_more_are_told_why(german: tuple[Player, Wire]) -> None:
    hand, wire = german
    unit, _ = pick(hand)
    hand.page.keyboard.press("u")
    hand.expect_prompt("move a unit")
    other = next(one for one in hand.options("move") if hand.where(one) != hand.where(unit))
    hand.point_at(hand.where(other))
    with wire.slow():
        hand.click(hand.where(unit))
        hand.point_at(hand.where(other))
        hand.page.keyboard.press("g")
        hand.page.wait_for_timeout(100)
    expect(hand.page.locator(".toast.refused")).to_be_visible()
    hand.expect_prompt("where does")


def test_a_click_means_what_lay_there_when_the_button_went_down(german: tuple[Player, Wire]) -> None:
    hand, _ = german
    unit = hand.options("move")[0]
    hand.page.mouse.move(*hand.spot(hand.where(unit)))
    hand.page.mouse.down()
    hand.page.keyboard.press("+")
    hand.page.keyboard.press("+")
    hand.frames(2)
    hand.page.mouse.up()
    hand.expect_prompt("where does")
    assert hand.asked["units"] == [unit]
