"""Orders to several units at once: a stack of The Deadly Woods goes elsewhere by one message, and back by one undo."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ardennes.engine.group_orders import group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import is_about, object_of
from tests.page.driving import Player
from tests.server.serving import Server

pytestmark = pytest.mark.xdist_group("page")
GAME, STACK = "deadly_woods", "3809"


def test_a_stack_moves_together_and_is_taken_back_as_one(player: Callable[..., Player], server: Server) -> None:
    match = Match.new(GAME, scenario="attack", seed="groups")
    data = match.position.data
    match.apply(read_option(data, "done"))
    (act,), start = match.game.acts, data.board.hex(STACK)
    assert match.asked is not None
    picks = [option for option in match.asked.options if is_about(option, act.pick)]
    units = [object_of(pick) for pick in picks if match.position.where[object_of(pick)] == start]
    view = match.position.view(match.asked.side)
    reach = group_reach(view, act, units)
    goal = next(
        hex
        for hex, many in reach.items()
        if many == len(units) and not group_order(view, act, units, hex, automatic=True).short
    )
    steps = [(option, ()) for option in group_order(view, act, units, goal, automatic=True).options]
    told = match.fork(len(match.records)).apply_run(steps).events
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    both = player()
    sent: list[str] = []
    both.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    both.enter()
    both.open("/".join(table["seats"]))
    both.expect_prompt("move")
    lines = both.page.locator(".log li:not(.end)")
    before = lines.count()
    both.page.mouse.click(*both.spot(start), button="right")
    both.page.locator("aside [data-part=together]").click()
    both.expect_prompt(f"Where shall the {len(units)} units go?")
    both.click(goal)
    for unit in units:
        both.expect_at(unit, goal)
    asked = [json.loads(text)["do"] for text in sent if '"do"' in text]
    assert asked.count("run") == 1
    assert "answer" not in asked
    expect(lines).to_have_count(before + 1)
    both.page.locator(".log").get_by_role("button", name="Unfold").click()
    expect(lines).to_have_count(before + len(told))
    both.page.keyboard.press("u")
    for unit in units:
        both.expect_at(unit, start)
    expect(lines).to_have_count(before)
