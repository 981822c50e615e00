"""Orders to several units at once: a stack of The Deadly Woods goes elsewhere by one message, and back by one undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.engine.group_orders import GroupOrder, group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import is_about, object_of
from tests.page.driving import Player
from tests.server.serving import Server

pytestmark = pytest.mark.xdist_group("page")
GAME, STACK = "deadly_woods", "3809"


def before_movement() -> tuple[Match, dict[int, list[int]]]:
    """The first movement of the Germans: who may move, by hex."""
    match = Match.new(GAME, scenario="attack", seed="groups")
    match.apply(read_option(match.position.data, "done"))
    assert match.asked is not None
    stacks: dict[int, list[int]] = {}
    for option in match.asked.options:
        if is_about(option, match.game.acts[0].pick):
            stacks.setdefault(match.position.where[object_of(option)], []).append(object_of(option))
    return match, stacks


def goal_of(match: Match, units: list[int]) -> tuple[int, GroupOrder]:
    """A hex to which all of them can go, and the order that sends them there."""
    (act,), view = match.game.acts, match.position.view(0)
    for hex, many in group_reach(view, act, units).items():
        order = group_order(view, act, [(unit, hex) for unit in units], automatic=True)
        if many == len(units) and not order.short:
            return hex, order
    raise AssertionError("they cannot go anywhere together")


def sit_at(player: Callable[..., Player], server: Server, match: Match) -> Player:
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    both = player()
    both.enter(lobby=False)
    both.open("/".join(table["seats"]))
    both.expect_prompt("move")
    return both


def test_a_stack_moves_together_and_is_taken_back_as_one(player: Callable[..., Player], server: Server) -> None:
    match, stacks = before_movement()
    start = match.position.data.board.hex(STACK)
    units = stacks[start]
    goal, order = goal_of(match, units)
    told = match.fork(len(match.records)).apply_run([(option, ()) for option in order.options]).events
    both = sit_at(player, server, match)
    lines = both.page.locator(".log li:not(.end)")
    before, rev = lines.count(), both.rev
    both.page.mouse.click(*both.spot(start), button="right")
    both.page.locator("aside [data-part=together]").click()
    both.expect_prompt(f"Chosen: {len(units)}")
    both.click(goal)
    for unit in units:
        both.expect_at(unit, goal)
    assert both.rev == rev + 1, "one change"
    expect(lines).to_have_count(before + 1)
    both.page.locator(".log").get_by_role("button", name="Unfold").click()
    expect(lines).to_have_count(before + len(told))
    both.page.keyboard.press("u")
    for unit in units:
        both.expect_at(unit, start)
    expect(lines).to_have_count(before)


def test_stacks_chosen_one_by_one_move_together(player: Callable[..., Player], server: Server) -> None:
    match, stacks = before_movement()
    around = match.position.data.board.around
    one, other = next((hex, near) for hex in stacks for near in around(hex) if near in stacks)
    units = [*stacks[one], *stacks[other]]
    goal, _ = goal_of(match, units)
    both = sit_at(player, server, match)
    for hex, many in ((one, len(stacks[one])), (other, len(units)), (one, len(stacks[other])), (one, len(units))):
        both.page.keyboard.down("Shift")
        both.click(hex)
        both.page.keyboard.up("Shift")
        both.expect_prompt(f"Chosen: {many}\\.")
    both.click(goal)
    for unit in units:
        both.expect_at(unit, goal)
