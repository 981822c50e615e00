"""Stacks and hands: fanned out, moved together, boxed, dragged and dropped, and all who can join with one press."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.driving import MAP, QUIET, Player
from tests.page.test_groups import STACK, before_movement, goal_of
from tests.server.serving import Server, new_table

Players = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
FAN = ".menu[role=group]"


def before_the_stack(player: Players, server: Server, language: str = "en", **window: Any) -> Player:
    """The Deadly Woods before the first German movement, close to a stack."""
    match, _ = before_movement()
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    return seated(player, table, language, **window)


def seated(player: Players, table: dict[str, Any], language: str = "en", **window: Any) -> Player:
    made = player(**window)
    settings = json.dumps({**QUIET, "language": language})
    made.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    made.enter(lobby=False)
    made.open("/".join(table["seats"]))
    return made


def at_noon(player: Players, language: str = "en", **window: Any) -> Player:
    made_by = player
    with player().server.owner() as owner:
        table = new_table(owner, scenario="noon")
    return seated(made_by, table, language, **window)


@pytest.mark.parametrize(("hand", "language"), [("mouse", "en"), ("mouse", "it"), ("touch", "it"), ("keyboard", "en")])
def test_a_stack_fans_out_and_each_unit_is_one_click_away(
    player: Players, server: Server, hand: str, language: str
) -> None:
    both = before_the_stack(player, server, language, **(PHONE if hand == "touch" else {}))
    match, stacks = before_movement()
    start = match.position.data.board.hex(STACK)
    if hand == "keyboard":
        canvas = both.page.locator(MAP)
        for _ in range(200):
            if canvas.evaluate("map => (map.focus(), map.dataset.cursor)") == str(start):
                break
            both.page.keyboard.press("Tab")
        both.page.keyboard.press("Enter")
    elif hand == "touch":
        both.tap(start)
    else:
        both.click(start)
    fan = both.page.locator(FAN)
    expect(fan.locator(".piece canvas")).to_have_count(len(stacks[start]))
    unit = stacks[start][0]
    choice = fan.locator(f"[data-option='{(both.verb('move') << 16) + unit}']")
    box = choice.locator("canvas").bounding_box()
    assert box
    assert box["width"] >= 56, "large enough to be read"
    {"mouse": choice.click, "touch": choice.tap, "keyboard": lambda: choice.press("Enter")}[hand]()
    both.wait_until(lambda: both.asked["units"] == [unit], "the pick")


@pytest.mark.parametrize("by_tool", [True, False], ids=["tool", "shift"])
def test_a_box_chooses_the_units_in_it(player: Players, server: Server, by_tool: bool) -> None:
    both = before_the_stack(player, server)
    match, stacks = before_movement()
    start = match.position.data.board.hex(STACK)
    units = stacks[start]
    goal, _ = goal_of(match, units)
    for _ in range(3):
        both.page.mouse.move(*both.spot(start))
        both.page.mouse.wheel(0, -400)
        both.page.wait_for_timeout(200)
    x, y = both.spot(start)
    if by_tool:
        both.page.locator("[data-part=box]").click()
    else:
        both.page.keyboard.down("Shift")
    both.page.mouse.move(x - 18, y - 18)
    both.page.mouse.down()
    both.page.mouse.move(x + 4, y + 4, steps=4)
    both.page.mouse.move(x + 18, y + 18, steps=4)
    both.page.mouse.up()
    both.page.keyboard.up("Shift")
    both.expect_prompt(f"Chosen: {len(units)}")
    both.page.keyboard.press("f")
    both.click(goal)
    for unit in units:
        both.expect_at(unit, goal)


@pytest.mark.parametrize("language", ["it"])
def test_a_counter_is_dragged_to_where_it_goes(player: Players, language: str) -> None:
    german = at_noon(player, language)
    unit, goal = german.unit("Pz"), german.hex("0403")
    german.page.mouse.move(*german.spot(german.hex("0703")))
    german.page.mouse.down()
    german.page.mouse.move(*german.spot(german.hex("0603")), steps=6)
    german.wait_until(lambda: german.asked["units"] == [unit], "the pick")
    german.page.mouse.move(*german.spot(goal), steps=6)
    german.page.mouse.up()
    german.wait_until(lambda: german.where(unit) == goal, "the move")


def test_a_counter_let_go_where_it_stood_has_not_been_picked(player: Players) -> None:
    german = at_noon(player)
    x, y = german.spot(german.hex("0703"))
    german.page.mouse.move(x, y)
    german.page.mouse.down()
    german.page.mouse.move(*german.spot(german.hex("0603")), steps=6)
    german.wait_until(lambda: german.asked["units"] == [german.unit("Pz")], "the pick")
    german.page.mouse.move(x + 3, y + 3, steps=6)
    german.page.mouse.up()
    german.expect_prompt("move a unit")
    assert german.where(german.unit("Pz")) == german.hex("0703")


def test_a_finger_drags_who_has_been_picked(player: Players) -> None:
    german = at_noon(player, **PHONE)
    unit, goal = german.unit("Pz"), german.hex("0403")
    german.tap(german.hex("0703"))
    german.expect_prompt("where does")
    finger = german.page.context.new_cdp_session(german.page)
    (x, y), (to_x, to_y) = german.spot(german.hex("0703")), german.spot(goal)
    way = [(x + (to_x - x) * part / 8, y + (to_y - y) * part / 8) for part in range(9)]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for here, there in way[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": here, "y": there}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    german.wait_until(lambda: german.where(unit) == goal, "the move")


@pytest.mark.parametrize(("hand", "language"), [("mouse", "en"), ("keyboard", "it"), ("touch", "it")])
def test_all_who_can_take_part_do_so_by_one_press(player: Players, server: Server, hand: str, language: str) -> None:
    with server.owner() as owner:
        table = new_table(owner, game="bulge1944", scenario="")
    german = seated(player, table, language, **(PHONE if hand == "touch" else {}))
    for target in german.options("attack"):
        german.tap(target) if hand == "touch" else german.click(target)
        german.wait_until(lambda hex=target: german.asked["hexes"] == [hex], "the target")
        joining = german.options("join")
        if len(joining) > 1:
            break
        german.page.keyboard.press("Escape")
        german.wait_until(lambda: bool(german.options("attack")), "another target")
    everybody = german.page.locator("[data-part=all]")
    expect(everybody).to_contain_text({"en": "All", "it": "Tutte"}[language])
    {"mouse": everybody.click, "touch": everybody.tap, "keyboard": lambda: german.page.keyboard.press("a")}[hand]()
    expect(german.page.locator(".picked button")).to_have_count(len(joining))
    german.page.keyboard.press("u")  # one run, one undo
    expect(german.page.locator(".picked button")).to_have_count(0)


@pytest.mark.parametrize("language", ["en"])
def test_the_next_unit_is_one_key_away(player: Players, language: str) -> None:
    german = at_noon(player, language)
    canvas, able = german.page.locator(MAP), {str(german.where(unit)) for unit in german.options("move")}
    visited = []
    for _ in range(len(able)):
        german.page.keyboard.press("n")
        german.wait_until(lambda: canvas.get_attribute("data-cursor") not in [*visited, "-1"], "the next unit")
        visited.append(canvas.get_attribute("data-cursor"))
    assert set(visited) == able
    german.page.keyboard.press("Shift+N")
    expect(canvas).to_have_attribute("data-cursor", str(visited[-2]))
    german.page.keyboard.press("Enter")
    german.wait_until(lambda: [str(german.where(unit)) for unit in german.asked["units"]] == [visited[-2]], "the pick")
    german.page.keyboard.press("n")  # who has only been picked is put back
    german.wait_until(lambda: bool(german.options("move")), "the choice of a unit")


def test_units_are_chosen_together_by_keys(player: Players, server: Server) -> None:
    both = before_the_stack(player, server)
    both.page.keyboard.press("n")
    both.page.keyboard.press("g")
    both.expect_prompt(r"Chosen: \d")
