"""What players rely on: secrets are kept, and a power cut costs nothing that was acknowledged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.hidden import HidingPosition
from ardennes.engine.match import Match
from ardennes.engine.position import NO_UNIT
from tests.page.driving import Player
from tests.page.hands import Mouse, play_a_turn
from tests.server.serving import Server, free_port, kept_match, serving

Players = Callable[..., Player]


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [("1944: Battle of the Bulge", "The battle", ("Hidden markers", "Phantoms")), ("Crossroads", "Dawn", ())],
)
def test_no_message_tells_what_is_hidden(
    player: Players, server: Server, game: str, scenario: str, options: tuple[str, ...]
) -> None:
    """Two browsers play a turn; every frame one received is held against the truth of its moment."""
    german = player()
    german.enter()
    german.start(game, scenario, "I play German, a friend", options)
    link = table_of(german)
    allied = player()
    allied.open(link["seats"][1])
    play_a_turn(Mouse(german), seed=3)
    if allied.deciding:
        play_a_turn(Mouse(allied), seed=4)
    for seen, side in ((allied, 1), (german, 0)):
        assert list(leaks(seen, side, kept_match(server, link["id"]))) == []
    assert secrets_at(kept_match(server, link["id"]).fork(0), 1), "there was something to hide"


def test_a_friends_game_with_secrets_is_not_downloaded(player: Players) -> None:
    owner, friend = player(), player()
    owner.enter()
    owner.start("Crossroads", "Dawn", "I play German, a friend")
    friend.open(table_of(owner)["seats"][1])
    owner.enter()
    owner.page.get_by_role("button", name="Download").first.click()
    expect(owner.page.get_by_text("Somebody else plays in this game, and it has secrets")).to_be_visible()
    owner.troubles.clear()  # the browser reports the refusal on its console


def table_of(owner: Player) -> dict[str, Any]:
    tables = owner.page.evaluate("fetch('/api/tables').then(reply => reply.json()).then(page => page.tables)")
    found: dict[str, Any] = next(table for table in tables if owner.tokens[0] in table["seats"])
    return found


def secrets_at(match: Match, side: int) -> set[int]:
    """The enemy's units that lie face down for a side."""
    position = match.position
    assert isinstance(position, HidingPosition)
    counters = position.data.counters
    return {unit for unit, mask in enumerate(position.mask) if mask != NO_UNIT and counters[unit].side != side}


def leaks(player: Player, side: int, truth: Match) -> Iterator[str]:
    """Where a frame says what its reader may not know: the place or the name of a unit never turned up till then."""
    secrets = [secrets_at(now, side) for now in truth.steps()]
    never_seen = [set.intersection(*secrets[: moment + 1]) for moment in range(len(secrets))]
    (token,) = player.tokens
    places = [NOWHERE] * len(player.data["counters"])  # Who is here may be told before the table is.
    moment = 0
    for message in player.heard[token]:
        moment = message.get("records", moment)
        if message["is"] == "table":
            places = list(message["columns"]["where"])
        for unit, place in message["columns"].get("where", []) if message["is"] == "change" else []:
            places[unit] = place
        frame = json.dumps(message, ensure_ascii=False)
        for unit in never_seen[moment]:
            if places[unit] >= 0 and unit in secrets[moment]:
                yield f"record {moment}: {player.data['counters'][unit]['name']} is shown at {places[unit]}"
            if re.search(rf"\b{re.escape(player.data['counters'][unit]['name'])}\b", frame):
                yield f"record {moment}: {player.data['counters'][unit]['name']} is named"


# --- power cuts ----------------------------------------------------------------------------------


@pytest.fixture
def powered(tmp_path: Path) -> Iterator[Callable[[], Server]]:
    """Starts the server again and again, on the same port with the same games."""
    port, running = str(free_port()), []

    def start() -> Server:
        running.append(serving(tmp_path, "--port", port))
        return running[-1].__enter__()

    yield start
    for server in running:
        server.__exit__(None, None, None)


def test_the_page_goes_on_after_power_cuts(browser: Browser, powered: Callable[[], Server]) -> None:
    """Killed between two actions and in the midst of one: the page comes back to all that was acknowledged."""
    server = powered()
    german = Player(browser.new_page(viewport={"width": 1280, "height": 800}), server)
    german.enter()
    german.start("Crossroads", "Noon")
    panzers, here, there = german.unit("Pz"), german.hex("0703"), german.hex("0403")
    german.click(here)
    german.expect_prompt("where does Panzer battalion go")

    server.kill()
    expect(german.page.get_by_text("Reconnecting")).to_be_visible()
    server = powered()
    german.expect_prompt("where does Panzer battalion go")

    before = acknowledgements(german)
    german.click(there)  # nobody waits for the answer
    server.kill()
    german.page.wait_for_timeout(200)
    acknowledged = acknowledgements(german) > before
    server = powered()
    expect(german.page.get_by_text("Reconnecting")).to_be_hidden(timeout=20_000)
    assert german.where(panzers) == there or not acknowledged
    if german.where(panzers) == here:
        german.click(there)
    german.expect_at(panzers, there)
    german.page.close()


def acknowledgements(player: Player) -> int:
    return sum(message["is"] == "done" for message in player.heard[player.tokens[0]])
