"""The Deadly Woods in the page: how turn 1 opens (14.3), and a chit round in Italian, switched to in mid-game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from tests.page.driving import Player
from tests.page.hands import Mouse
from tests.server.serving import Server

GAME, SEED = "deadly_woods", "opening-0"
DATA: GameData = load_game(GAME).load_data("attack", ())


def sit_at(player: Player, server: Server, *said: str) -> Mouse:
    """Both seats of a table with known dice, on which this has been done."""
    match = Match.new(GAME, scenario="attack", seed=SEED)
    for words in said:
        match.apply(read_option(DATA, words))
    with server.owner() as owner:
        table = owner.post("/api/tables/upload", content=match.packed()).json()
    player.enter(lobby=False)
    player.open("/".join(table["seats"]))
    return Mouse(player)


def do(hands: Mouse, *said: str) -> None:
    for words in said:
        hands.choose(read_option(DATA, words))


def chances(hands: Mouse, words: str) -> list[str]:
    """The results a button promises when one points at it."""
    hands.page.locator(f".bar [data-option='{read_option(DATA, words)}']").hover()
    results = hands.page.locator("[data-result]")
    expect(results.first).to_be_visible()
    return [str(result.get_attribute("data-result")) for result in results.all()]


def speak_italian(hands: Mouse) -> None:
    page = hands.page
    page.locator("[data-part=menu] button").first.click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Language").select_option("it")
    expect(page.get_by_role("dialog")).to_contain_text("Impostazioni")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_surprise_attack_opens_turn_one(player: Callable[..., Player], server: Server) -> None:
    """Combat with conversion, movement, Allied traffic and reaction, the jump; then the cup is used."""
    both = player()
    hands = sit_at(both, server)
    log = both.page.locator(".log")
    expect(log).to_contain_text("German: Combat round.")
    do(hands, "attack 3421", "join 352VG-a", "join 352VG-b")
    assert len(chances(hands, "go")) > len(set(chances(hands, "go"))), "with the defender's artillery and without"
    do(hands, "go")
    both.expect_prompt("Allied.*Add artillery")
    alone = chances(hands, "go")
    assert len(alone) == len(set(alone)), "the defender sees what comes of each answer of his"
    do(hands, "go")
    both.expect_prompt("loss on both sides instead")
    do(hands, "convert", "hit 352VG-a", "done")
    expect(log).to_contain_text("German: Move round.")
    do(hands, "done", "at 2823", "activate 106-424", "done")
    both.expect_prompt("Allied: move a unit")
    do(hands, "done")
    both.expect_prompt("where does Battle Group von der Heydte jump")
    both.click(both.hex("3421"))
    both.expect_refusal("12.7")
    both.page.locator("#tab-turns").click()
    cup = both.page.locator("#tab-panel").get_by_role("list", name="In the cup")
    expect(cup.get_by_role("listitem")).to_have_count(4)
    do(hands, "at 2804")
    expect(cup.get_by_role("listitem")).not_to_have_count(4)


def test_a_chit_round_in_italian(player: Callable[..., Player], server: Server) -> None:
    both = player()
    opening = ("done", "done", "done", "done", "at 2804")
    hands = sit_at(both, server, *opening)
    log, panel = both.page.locator(".log"), both.page.locator("#tab-panel")
    expect(log).to_contain_text("Drawn: ")
    speak_italian(hands)
    expect(log).to_contain_text("Turno 1, 16–17 dic. Iniziativa: Tedeschi.")
    expect(log).to_contain_text(re.compile(r"Gruppo di combattimento von der Heydte .* \(dado \d\)"))
    expect(log).to_contain_text(re.compile("Pescata: (Rinforzi Alleati|[56]ª Armata Panzer)"))
    expect(log).not_to_contain_text("Drawn")
    both.page.locator("#tab-turns").click()
    expect(panel).to_contain_text("Il contenitore delle pedine azione")
    expect(panel).to_contain_text("Con la prima pedina Rinforzi")
    expect(panel).to_contain_text("2 pedine nel contenitore")
    both.page.locator("#tab-score").click()
    expect(panel).to_contain_text("lanci di paracadutisti riusciti")
    expect(panel.locator(".aims li")).to_contain_text(["0 su 5", "0 su 9"])
    expect(panel).to_contain_text("Vittoria improvvisa")
    both.page.locator("#tab-rules").click()
    panel.get_by_role("searchbox").fill("Peiper carburante")
    differs = panel.locator("article", has_text="8.5-a")
    expect(differs).to_contain_text("3508")
    expect(differs).to_contain_text("5407")
    both.page.locator("#tab-log").click()
    drawn = both.clock("track")[-1]
    for _ in range(12):
        if both.clock("track")[-1] != drawn:
            break
        options = both.asked["options"]
        hands.choose(next((option for option in options if option == read_option(DATA, "done")), options[0]))
    assert both.clock("track")[-1] != drawn, "the next chit has been drawn"
    expect(both.page.locator(".prompt")).to_contain_text(re.compile("^(Tedeschi|Alleati): "))


def test_long_italian_tracks_do_not_widen_a_phone(player: Callable[..., Player], server: Server) -> None:
    phone = player(width=390, height=780, has_touch=True, is_mobile=True, device_scale_factor=2)
    hands = sit_at(phone, server)
    speak_italian(hands)
    expect(phone.page.locator("header")).to_contain_text("Carburante di Peiper")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
