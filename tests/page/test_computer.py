"""Evenings alone: games against the computer in the page, from the lobby to the verdict."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Request, expect

from tests.page.driving import QUIET, Player
from tests.server.serving import Seat

Players = Callable[..., Player]
PATIENCE = 60_000
"""Milliseconds: a busy machine may think for long."""


def sit_against_computer(player: Player, game: str, *, side: str = "German", scenario: str = "", **more: str) -> None:
    """From the lobby to the table, with settings of one's own."""
    settings = json.dumps({**QUIET, "level": "easy", **more})
    player.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    player.enter()
    player.page.locator(".games").get_by_role("button", name=game).click()
    if scenario:
        player.page.get_by_role("radio", name=scenario).check()
    player.page.get_by_role("radio", name=f"I am {side}").check()
    player.page.get_by_role("button", name="Start").click()
    player.sit_down()


def answer_something(player: Player) -> None:
    """One answer by mouse: the last button there is, or else the first place on the map."""
    buttons = player.page.locator(".bar button[data-option]")
    if buttons.count():
        buttons.last.click()
        return
    option = player.asked["options"][0]
    kind, thing = player.data["verbs"][option >> 16]["kind"], option & 0xFFFF
    player.click(player.where(thing) if kind == "unit" else thing)


def play_until(player: Player, over: str) -> None:
    """Answers whatever is asked until the bar says something."""
    for _ in range(400):
        player.expect_prompt(f"German: |is thinking|is deciding|{over}")
        if re.search(over, player.prompt):
            return
        if player.prompt.startswith("German: "):
            answer_something(player)
        player.page.wait_for_timeout(120)
    raise AssertionError(f"the bar never said {over}")


def choose_in_menu(player: Player, name: str) -> None:
    player.page.get_by_role("button", name="Menu").click()
    player.page.locator(".sheet").get_by_role("button", name=name).click()


def test_three_clicks_to_a_game_against_the_computer(player: Players) -> None:
    german = player()
    german.enter()
    german.page.locator(".games").get_by_role("button", name="1944").click()
    german.page.get_by_role("button", name="Start").click()
    german.sit_down()
    german.expect_prompt("German: ")
    assert german.latest[german.tokens[0]]["players"] == ["", "normal"]


def test_a_whole_game_of_crossroads_against_the_computer(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.click(german.hex("0703"))
    german.expect_prompt("where does Panzer battalion go")
    german.click(german.hex("0403"))
    german.expect_prompt("move a unit")
    play_until(german, "wins|draw")
    expect(german.page.locator(".log .second").first).to_be_visible()
    german.enter()
    card = german.page.locator(".tables li").first
    expect(card).to_contain_text("finished")
    expect(card).to_contain_text("Allied: Computer, easy")
    expect(card.locator("rect").first).to_be_attached()


def test_first_turns_of_1944_are_shown_step_by_step_and_again(player: Players) -> None:
    german = player()
    sit_against_computer(german, "1944", speed="slow")
    german.expect_prompt("German: move a unit")
    unit = german.options("move")[0]
    german.click(german.where(unit))
    german.expect_prompt("where does")
    target = german.options("to")[0]
    german.click(target)
    german.expect_at(unit, target)
    skip = german.page.locator(".bar").get_by_role("button", name="Skip")
    for _ in range(2):
        for _ in range(20):
            if not german.prompt.startswith("German: "):
                break
            answer_something(german)
            german.page.wait_for_timeout(200)
        skip.wait_for(timeout=PATIENCE)
        expect(german.page.locator(".prompt")).to_have_text(re.compile(r"\w+"))
        skip.click()
        expect(german.page.locator(".prompt")).to_contain_text("German: ", timeout=PATIENCE)
    told = [line["text"] for line in german.latest[german.tokens[0]]["log"]]
    german.page.get_by_role("button", name="What happened since my last turn").click()
    skip.wait_for(timeout=PATIENCE)
    expect(german.page.locator(".prompt")).to_have_text(re.compile(r"\w+"))
    assert german.prompt.strip() in german.page.locator(".log").inner_text() or german.prompt.strip() in told
    german.page.keyboard.press("Escape")
    german.expect_prompt("German: ")


def test_whoever_comes_back_is_shown_what_happened(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.expect_prompt("German: ")
    (token,) = german.tokens
    german.page.evaluate("location.hash = '#/'")
    card = german.page.locator(".tables li").first
    expect(card).to_contain_text("Turn 1")
    elsewhere = Seat(german.server, token)
    own_turn = elsewhere.asked["code"]
    elsewhere.ask("answer", option=elsewhere.asked["options"][-1])
    while elsewhere.ask("sync")["asked"]["code"] != own_turn:
        if elsewhere.asked["side"] == 0:  # the computer attacks, and asks how the defender answers
            elsewhere.ask("answer", option=elsewhere.asked["options"][-1])
        else:
            elsewhere.wait("change")
    expect(card).to_contain_text("Turn 2", timeout=10_000)
    card.get_by_role("link", name="Resume").click()
    german.expect_prompt("German: ")
    german.page.locator(".toast").get_by_role("button", name="Show me").click()
    expect(german.page.locator(".toast")).to_be_hidden()
    german.expect_prompt("German: ")


def test_replay_plays_on_its_own_and_pauses(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon", speed="slow")
    german.press("End the movement")
    german.page.locator(".bar").get_by_role("button", name="Skip").click(timeout=PATIENCE)
    german.expect_prompt("German: ")
    choose_in_menu(german, "Replay")
    bar = german.page.get_by_role("region", name="Replay")
    bar.get_by_role("slider").fill("1")
    expect(bar).to_contain_text("After 1 of")
    bar.get_by_role("button", name="Play", exact=True).click()
    expect(bar).to_contain_text(re.compile(r"After ([2-9]|\d\d) of"))
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Play", exact=True)).to_be_visible()
    bar.get_by_role("button", name="Back to now").click()
    german.expect_prompt("German: ")


def test_reload_while_the_computer_thinks_and_another_takes_its_seat(player: Players) -> None:
    allied = player()
    sit_against_computer(allied, "1944", side="Allied", level="hard", speed="slow")
    allied.expect_prompt(r"The computer \(German\) is thinking")
    allied.page.reload()
    allied.sit_down()
    allied.expect_prompt(r"The computer \(German\) is thinking")
    choose_in_menu(allied, "Who plays")
    allied.page.get_by_role("combobox", name="German").select_option("easy")
    allied.page.keyboard.press("Escape")
    skip = allied.page.locator(".bar").get_by_role("button", name="Skip")
    skip.wait_for(timeout=PATIENCE)
    expect(allied.page.get_by_text("It considers: ")).to_be_visible()
    skip.click()
    expect(allied.page.locator(".prompt")).to_contain_text("Allied: ", timeout=PATIENCE)


def test_the_computer_is_seen_thinking(player: Players) -> None:
    """While it thinks, plans and chances come in, and a bar shows how far it is; whoever likes can do without."""
    allied = player()
    sit_against_computer(allied, "1944", side="Allied", level="hard")
    bar = allied.page.get_by_role("progressbar", name="How far it has thought")
    bar.wait_for(timeout=PATIENCE)
    box = allied.page.locator("details", has_text="It considers")
    expect(box).to_contain_text(re.compile(r"([2-9]|1\d) plans tried"), timeout=PATIENCE)
    expect(box.get_by_role("listitem").nth(1)).to_contain_text("% to win")
    early = float(bar.get_attribute("value") or 0)
    allied.wait_until(lambda: float(bar.get_attribute("value") or 0) > early, "more of the thought")
    choose_in_menu(allied, "Settings")
    allied.page.get_by_label("Show what the computer considers").uncheck()
    allied.page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(bar).to_be_visible()


def test_questions_with_one_answer_can_be_answered_oneself(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.wait_until(lambda: german.latest[german.tokens[0]]["automatic"] == [True, True], "the usual way")
    choose_in_menu(german, "Settings")
    german.page.get_by_label("Questions with one answer answer themselves").uncheck()
    german.page.keyboard.press("Escape")
    german.wait_until(lambda: german.latest[german.tokens[0]]["automatic"] == [False, True], "the change")


def test_a_seat_changes_hands_in_the_middle(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.expect_prompt("German: ")
    choose_in_menu(german, "Who plays")
    german.page.get_by_role("combobox", name="Allied").select_option("")
    german.page.get_by_role("button", name="Play both sides here").click()
    german.sit_down()
    assert len(german.tokens) == 2
    german.expect_prompt("German: ")
    german.press("End the movement")
    german.expect_prompt("Allied: ")


def test_a_draw_offered_to_the_computer_is_answered(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.expect_prompt("German: ")
    choose_in_menu(german, "Offer a draw")
    expect(german.page.locator(".toast")).to_contain_text("declines the draw")


def test_another_language_fetches_neither_map_nor_counters_again(player: Players) -> None:
    german = player()
    sit_against_computer(german, "Crossroads", scenario="Noon")
    german.expect_prompt("German: ")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    german.page.on("request", note)
    choose_in_menu(german, "Settings")
    german.page.get_by_label("Language").select_option("it")
    german.page.keyboard.press("Escape")
    german.expect_prompt("muovi")
    assert not [url for url in asked if "/data" in url or "/board" in url]
    german.click(german.hex("0703"))
    german.expect_prompt("dove muove Battaglione Panzer")
