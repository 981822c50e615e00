"""The first German player turn of Bastogne, played through the page: every click and key of the player is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.bastogne import GERMAN, german_movement
from tests.page.driving import MAP, Player
from tests.page.hands import Hands, Keyboard, Mouse
from tests.server.serving import Seat, Server

pytestmark = pytest.mark.xdist_group("page")
MOST_ANSWERS = 250
RECORDED = {
    "2P": "D1126",
    "116P": "D0319",
    "212": "D3012",
    "276": "D2716",
    "352": "D2220",
    "560": "D0520",
    "26": "D1424",
    "5FJ": "D2220",
}
"""Where each division is sent: against the Americans nearest to it."""
COUNT = """
    window.answers = 0;
    const count = (event) => event.repeat || (window.answers += 1);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, count, true);
"""
FIRST_WANTED = ("go", "apply")
"""Answers that bring a battle on."""


class Game:
    """The German at the page; the Allies answer at once, over the wire."""

    def __init__(self, german: Player, allied: Seat) -> None:
        self.german, self.allied, self.page = german, allied, german.page

    @property
    def answers(self) -> int:
        return int(self.page.evaluate("window.answers"))

    def is_german_turn(self) -> bool:
        """Whether the German has still something to decide in the first Game-Turn; the Allies decide until he has."""
        for _ in range(1200):
            if self.german.clock("turn") > 1:
                return False
            if self.german.deciding:
                return True
            self.allied.ask("sync")
            if self.allied.asked["options"]:
                self.allied.ask("answer", rev=self.allied.rev, option=usual(self.german, self.allied.asked))
            self.page.wait_for_timeout(25)
        raise AssertionError("nobody decides")


def usual(player: Player, asked: dict[str, Any]) -> int:
    """What brings play on: the end of something, or else the first that is offered."""
    names = [verb["name"] for verb in player.data["verbs"]]
    wanted = [option for option in asked["options"] if names[option >> 16] in (*FIRST_WANTED, "done")]
    return int((wanted or asked["options"])[0])


@pytest.fixture
def game(player: Callable[..., Player], server: Server) -> Game:
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=german_movement().packed()).json()
    german = player(1366, 768)
    german.page.add_init_script(COUNT)
    german.enter(lobby=False)
    german.open(table["seats"][GERMAN])
    return Game(german, Seat(server, table["seats"][1 - GERMAN]))


def fight(game: Game, hands: Hands) -> int:
    """Makes attack after attack with everybody and the guns that help, until the German turn is over; how many."""
    german, attacks = game.german, 0
    names = [verb["name"] for verb in german.data["verbs"]]
    while game.is_german_turn():
        asked = german.asked
        offered = {names[option >> 16]: option for option in reversed(asked["options"])}
        wanted = next((offered[name] for name in ("help", "all") if name in offered), None)
        if asked["code"] == "choose-target" and "attack" in offered:
            attacks += 1
            wanted = offered["attack"]
        if asked["code"] == "declare-attack" and "go" in offered and wanted is None:
            wanted = offered["go"]
        everybody = game.page.locator("[data-part=all]")
        if wanted == offered.get("all") is not None and everybody.count():
            rev = german.rev
            everybody.click() if isinstance(hands, Mouse) else game.page.keyboard.press("a")
            german.wait_until(lambda rev=rev: german.rev > rev, "all who can")  # type: ignore[misc]
            continue
        hands.choose(usual(german, asked) if wanted is None else wanted)
    return attacks


def test_a_turn_by_mouse_takes_no_more_than_250_clicks(game: Game) -> None:
    german, page = game.german, game.page
    page.locator("#tab-units").click()
    for formation, goal in RECORDED.items():
        rev = german.rev
        page.locator(f"[data-formation='{formation}']").first.click()
        expect(page.locator("[data-part=stay]")).to_be_visible()
        german.click(german.hex(goal))
        german.wait_until(lambda rev=rev: german.rev > rev, "the march")  # type: ignore[misc]
    heard = [line for message in german.heard[german.tokens[0]] for line in message.get("log", [])]
    moved = {line["units"][0] for line in heard if line.get("way")}
    assert len(moved) > 50
    attacks = fight(game, Mouse(german))
    assert attacks >= 5
    assert game.answers <= MOST_ANSWERS, f"{game.answers} clicks and keys, {attacks} attacks"


def test_a_turn_by_keyboard(game: Game) -> None:
    german, page = game.german, game.page
    rev = german.rev
    page.locator(MAP).focus()
    page.keyboard.press("n")
    page.keyboard.press("g")
    expect(page.locator("[data-part=stay]")).to_be_visible()
    page.keyboard.press("d")
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    german.wait_until(lambda: german.rev > rev, "the march")
    fight(game, Keyboard(german))
    assert german.clock("turn") == 2, "he has come to the end of his turn"
    refused = [message for message in german.heard[german.tokens[0]] if message["is"] == "refused"]
    assert [json.dumps(message) for message in refused if message["code"] != "no-fight-there"] == []
