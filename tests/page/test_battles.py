"""Battles shown where they happen: by mouse, with the keyboard and by finger, in either language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.page.driving import MAP, QUIET, Player
from tests.page.hands import Finger, Hands, Keyboard, Mouse

Players = Callable[..., Player]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WAYS: list[tuple[type[Hands], Mapping[str, Any], str]] = [
    (Mouse, {}, "en"),
    (Keyboard, {}, "it"),
    (Finger, PHONE, "it"),
]
WORDS = {"en": ("Battle", "the attackers lose"), "it": ("Combattimento", "gli attaccanti perdono")}
SLOW = {"speed": "slow"}


def sit(player: Player, game: str, scenario: str, seed: str = "1", **settings: Any) -> None:
    """Both seats of a new table in this window, with settings of one's own."""
    kept = json.dumps({**QUIET, **settings})
    player.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{kept}')")
    player.enter()
    body = json.dumps({"game": game, "scenario": scenario, "options": [], "name": "a table", "seed": seed})
    post = "body => fetch('/api/tables', {method: 'POST', body, headers: {'Content-Type': 'application/json'}})"
    table = player.page.evaluate(f"body => ({post})(body).then(reply => reply.json())", body)
    player.page.goto(f"{player.server.base}/#/seats/{'/'.join(table['seats'])}")
    player.sit_down()


def attack(hands: Hands) -> None:
    """The first attack of 1944 that is offered, with everybody who can take part; the dice are rolled."""
    player = hands.player
    hands.choose(option(player, "attack", player.options("attack")[0]))
    for unit in player.options("join"):
        hands.choose(option(player, "join", unit))
    while not fought(player):
        hands.choose(option(player, "go", 0))


def option(player: Player, verb: str, thing: int) -> int:
    return (player.verb(verb) << 16) + thing


def fought(player: Player) -> bool:
    lines = [line for message in player.heard[player.tokens[0]] for line in message.get("log", [])]
    return any(line.get("display", {}).get("kind") == "battle" for line in lines)


def card(player: Player) -> Locator:
    return player.page.locator("[data-part=result]")


@pytest.mark.parametrize(("hands", "window", "language"), WAYS)
def test_a_battle_is_seen_at_its_hex_and_can_be_skipped(
    player: Players, hands: type[Hands], window: dict[str, Any], language: str
) -> None:
    both = player(**window)
    sit(both, "bulge1944", "campaign", language=language, **SLOW)
    attack(hands(both))
    title, meaning = WORDS[language]
    expect(card(both)).to_contain_text(title)
    expect(card(both).locator(".meaning")).to_have_text(re.compile(meaning))
    assert card(both).locator("svg").count() >= 2
    strip = both.page.locator("[data-part=result-strip]")
    expect(strip).to_contain_text(meaning)
    box = strip.bounding_box()
    assert box
    assert (box["width"] > 300) == bool(window), "on a phone everybody reads the strip"
    skip(hands(both))
    expect(card(both)).to_have_count(0)
    expect(both.page.locator(".prompt")).to_contain_text(both.asked["prompt"])


def skip(hands: Hands) -> None:
    if isinstance(hands, Keyboard):
        hands.page.keyboard.press("Escape")
    else:
        hands.page.locator(MAP).click(position={"x": 150, "y": 200})


def test_dice_total_column_result_loss_and_retreat(player: Players) -> None:
    """The Deadly Woods: the die with what is added to it, the column after shifts, the result; then what came of it."""
    both = player()
    sit(both, "deadly_woods", "attack", seed="4", language="en", speed="off")  # all of it in the first attack
    hands = Mouse(both)
    seen: set[str] = set()
    while not {"DR", "loss", "retreat"} <= seen:
        hands.choose(next_answer(both))
        said = both.latest[both.tokens[0]]["log"]
        shown = [line["display"] for line in said if "display" in line]
        if shown and shown[-1]["kind"] == "battle":
            told = shown[-1]
            expect(card(both)).to_contain_text(told["column"])
            expect(card(both)).to_contain_text(told["result"])
            expect(card(both)).to_contain_text(told["meaning"])
            added = told["dice"][0].get("added", 0)
            if added:
                expect(card(both)).to_contain_text(f"= {told['dice'][0]['pips'][0] + added}")
            seen |= {"DR"} if told["result"].startswith("DR") else set()
        seen |= {one["kind"] for one in shown}


def next_answer(player: Player) -> int:
    """Attacks wherever it can, with everybody, and passes over the rest."""
    options = player.asked["options"]
    verbs = [verb["name"] for verb in player.data["verbs"]]
    wanted = ("attack", "join", "go", "hit", "back", "retreat", "advance", "draw", "done")
    named = {verbs[choice >> 16]: choice for choice in reversed(options)}
    return next((named[verb] for verb in wanted if verb in named), options[-1])


def test_the_computers_battles_play_the_same_way(player: Players) -> None:
    """What the other side did is shown again with its battles, one after the other; a space goes on to the next."""
    both = player()
    sit(both, "bulge1944", "campaign", language="en", speed="off")
    attack(Mouse(both))
    token = both.tokens[0]
    both.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{json.dumps({**QUIET, **SLOW})}')")
    both.page.goto(f"{both.server.base}/#/seat/{token}")
    both.page.reload()
    both.sit_down()
    line = both.page.locator(".log li", has_text="Attack dice").first
    line.hover()
    line.get_by_role("button", name="Show again from here").click()
    expect(card(both)).to_contain_text("Battle")
    effects = both.page.locator("[data-part=effects] path.attack")
    assert effects.count() >= 1
    both.page.keyboard.press("Space")
    expect(card(both)).to_have_count(0)


def test_reduced_motion_shows_results_without_movement(player: Players) -> None:
    both = player(reduced_motion="reduce")
    sit(both, "bulge1944", "campaign", language="en", speed="off")
    attack(Mouse(both))
    expect(card(both)).to_have_class(re.compile("still"))
    assert card(both).evaluate("card => getComputedStyle(card).animationName") == "none"
    assert not both.page.locator(".bar").get_by_role("button", name="Skip").count(), "play goes on meanwhile"
    violations = Axe().run(both.page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []


def test_a_drawn_chit_is_shown(player: Players) -> None:
    both = player()
    sit(both, "deadly_woods", "attack", language="it", speed="off")
    hands = Mouse(both)
    while not any(line.get("display", {}).get("kind") == "draw" for line in both.latest[both.tokens[0]]["log"]):
        hands.choose(next_quiet(both))
    expect(card(both)).to_contain_text("Pescata")
    expect(card(both).locator("canvas")).to_have_count(1)


def next_quiet(player: Player) -> int:
    """Ends whatever can be ended."""
    options = player.asked["options"]
    verbs = [verb["name"] for verb in player.data["verbs"]]
    ends = [choice for choice in options if verbs[choice >> 16] == "done"]
    return ends[0] if ends else options[-1]


def test_sounds_are_off_until_wanted(player: Players) -> None:
    """No sound is made before somebody asks for it in the settings."""
    for wanted in (False, True):
        both = player()
        both.page.add_init_script(
            "window.heard = 0; const Real = AudioContext;"
            "window.AudioContext = class extends Real { constructor() { super(); window.heard += 1; } }"
        )
        sit(both, "bulge1944", "campaign", language="en", speed="off")
        both.page.get_by_role("button", name="Menu").click()
        both.page.locator(".sheet").get_by_role("button", name="Settings").click()
        box = both.page.get_by_label("Sounds of dice and battles")
        expect(box).not_to_be_checked()
        if wanted:
            box.check()
        both.page.keyboard.press("Escape")
        attack(Mouse(both))
        expect(card(both)).to_be_visible()
        assert both.page.evaluate("window.heard") == int(wanted)
