"""Everything has room: no bar covers another, nothing is cut off, and what takes part is shown."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.page.driving import QUIET, Player
from tests.page.test_camera import PHONE, seated, seen
from tests.server.serving import new_table

Players = Callable[..., Player]
IN_FRONT = """one => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one === there || one.contains(there);
}"""


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not beside and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def started_again(player: Player) -> Locator:
    """The replay of a table where a unit has moved."""
    unit = player.options("move")[0]
    player.click(player.where(unit))
    player.expect_prompt("where does")
    player.click(player.options("to")[0])
    player.wait_until(lambda: player.rev > 1, "the move")
    player.page.get_by_role("button", name="Menu", exact=True).click()
    player.page.locator(".sheet").get_by_role("button", name="Replay", exact=True).click()
    return player.page.get_by_role("region", name="Replay")


def test_on_a_phone_nothing_lies_over_the_replay(player: Players) -> None:
    german = seated(player, "crossroads", "noon", **PHONE)
    replay = started_again(german)
    for part in [*replay.get_by_role("button").all(), replay.get_by_role("slider")]:
        expect(part).to_be_in_viewport(ratio=1)
        german.wait_until(lambda part=part: bool(part.evaluate(IN_FRONT)), "a part in front of everything")
    assert not overlap(replay, german.page.locator(".bar"))
    replay.get_by_role("button", name="Back to now").tap()
    expect(replay).to_have_count(0)


def test_the_replay_does_not_lie_over_the_small_map(player: Players) -> None:
    german = seated(player, "crossroads", "noon", width=1366, height=768)
    replay = started_again(german)
    small = german.page.get_by_role("button", name="Small map")
    expect(small).to_be_visible()
    german.wait_until(lambda: not overlap(replay, small), "a small map above the replay")
    assert not overlap(replay, german.page.locator(".tools .buttons"))


@pytest.mark.parametrize(
    ("game", "scenario", "part"), [("bulge1944", "campaign", "todo"), ("deadly_woods", "attack", "attack-list")]
)
def test_on_a_phone_what_remains_is_told_in_numbers(player: Players, game: str, scenario: str, part: str) -> None:
    german = seated(player, game, scenario, language="it", **PHONE)
    chip = german.page.locator(f".strip [data-part={part}]")
    expect(chip).to_be_visible()
    assert chip.evaluate("one => one.scrollWidth <= one.clientWidth"), "it is not cut off"
    remaining = german.asked["remaining"]
    left = len(remaining["units"]) or len(remaining["hexes"])
    expect(chip.locator(".brief")).to_contain_text(str(left))
    in_full = {"todo": remaining["text"], "attack-list": f"{left} da attaccare, 0 combattuti"}
    expect(chip).to_have_accessible_name(f"{in_full[part]} ▾")


def test_guns_that_could_support_leave_room_for_the_map(player: Players) -> None:
    """Four of them, with long names, at a common window."""
    german = seated(player, "deadly_woods", "attack", language="it", width=1366, height=768)
    target = german.hex("3513")
    german.wait_until(lambda: seen(german, target), "Bleialf in sight")
    german.click(target)
    german.page.locator("[data-part=all]").click()
    pieces = german.page.locator(".bar .pieces button")
    expect(pieces).to_have_count(4)
    for piece in pieces.all():
        expect(piece).to_be_in_viewport(ratio=1)
    bar = german.page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] < 200
    first = german.page.locator(".bar .answers").bounding_box()
    last = pieces.last.bounding_box()
    assert first
    assert last
    assert last["y"] > first["y"], "below the question and its answers"


@pytest.mark.parametrize("language", ["en", "it"])
def test_who_attacks_without_having_been_chosen_is_shown(player: Players, language: str) -> None:
    """The only unit that can attack joins by itself."""
    german = seated(player, "bulge1944", "campaign", language=language, width=1366, height=768)
    german.click(german.hex("1712"))
    taking = german.page.locator("[data-taking]", has=german.page.get_by_role("checkbox", disabled=True))
    expect(taking).to_have_count(1)
    expect(taking.get_by_role("checkbox")).to_be_checked()
    expect(taking).to_contain_text({"en": "62nd Volksgrenadier", "it": "62ª Divisione Volksgrenadier"}[language])
    expect(taking).to_contain_text({"en": "no choice", "it": "nessuna scelta"}[language])
    assert german.page.locator(".picked").count() == 0, "there is nothing to take back"


def test_a_coach_hides_nothing_that_can_be_chosen(player: Players) -> None:
    owner = player(1366, 768)
    with owner.server.owner() as client:
        table = new_table(client, game="crossroads", scenario="noon", players=["", "easy"])
    settings = json.dumps({**QUIET, "coach": True})
    owner.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{settings}')")
    owner.page.goto(f"{owner.server.base}/#/seat/{table['seats'][0]}")
    owner.sit_down(whole_map=False)
    owner.press("End the movement")
    expect(owner.page.get_by_role("complementary", name="Your last turn:")).to_be_visible()
    for unit in owner.options("move"):
        owner.wait_until(lambda unit=unit: seen(owner, owner.where(unit)), "a unit in sight")


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [("en", "how do I win", {"wins", "Sudden", "death", "victory"}), ("it", "zona di controllo", {"ZOC", "zona"})],
)
def test_words_that_were_meant_are_marked_and_no_others(
    player: Players, language: str, question: str, words: set[str]
) -> None:
    german = seated(player, "bulge1944", "campaign", language=language, width=1366, height=768)
    page = german.page
    page.get_by_role("tab", name={"en": "Rules", "it": "Regole"}[language]).click()
    page.get_by_role("searchbox").fill(question)
    marks = page.locator("article").first.locator("mark")
    expect(marks.first).to_be_visible()
    found = {mark.casefold() for mark in page.locator("article mark").all_inner_texts()}
    assert not found & {"how", "do", "i", "di", "si", "come"}
    assert {mark.casefold() for mark in marks.all_inner_texts()} <= {word.casefold() for word in words}


def test_a_game_that_can_be_played_is_not_called_unfinished(player: Players) -> None:
    owner = player()
    owner.enter()
    owner.page.goto(f"{owner.server.base}/#/game/crossroads")
    expect(owner.page.get_by_role("heading", name="Crossroads")).to_be_visible()
    expect(owner.page.get_by_text("The map, and the rules in our words.")).to_be_visible()
    expect(owner.page.get_by_text("Not playable yet")).to_have_count(0)
