"""What lies beside the map: turns, score, units, rules, cups; the guided first turn; settings. In a real browser."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from ardennes.engine.game import game_folder
from ardennes.engine.match import Match
from tests.page.driving import MAP, Player
from tests.server.serving import Server, bearing, serving

Players = Callable[..., Player]
GAMES = Path(__file__).parent / "games"
TABS = ("log", "turns", "units", "score", "charts", "rules")


def upload(server: Server, game: str, records: int, **more: Any) -> dict[str, Any]:
    """A table on which some of a game has been played at random."""
    match, rng = Match.new(game, seed="panels", **more), random.Random(3)
    while match.asked is not None and len(match.records) < records:
        match.apply(rng.choice(list(match.asked.options)), match.asked.side)
    with server.owner() as owner:
        table: dict[str, Any] = owner.post("/api/tables/upload", content=match.packed()).json()
        return table


def course(server: Server, token: str) -> dict[str, Any]:
    with server.owner() as anyone:
        found: dict[str, Any] = anyone.get("/api/seat/history", headers=bearing(token)).json()
        return found


def show(player: Player, tab: str) -> Locator:
    player.page.locator(f"#tab-{tab}").click()
    return player.page.locator("#tab-panel")


def serious(player: Player) -> list[str]:
    found = Axe().run(player.page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]


# --- the guided first turn -----------------------------------------------------------------------------


def first_visit(player: Player, language: str = "en") -> None:
    """A browser that has never been here."""
    kept = {"welcomed": False, "speed": "off", "theme": "light", "language": language}
    player.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{json.dumps(kept)}')")
    player.enter()


def coach_says(player: Player, number: int) -> None:
    expect(player.page.locator(".coach .count")).to_have_text(re.compile(rf"^{number}/"))


def do_as_told(player: Player, tap: bool = False) -> None:
    """Presses Next, or whatever the ring is around once it rests."""
    onward = player.page.locator(".coach .primary")
    if onward.count():
        onward.click()
        return
    ring, before = player.page.locator(".ring"), None
    while (place := ring.get_attribute("style")) != before:  # what it is around may still be on its way
        before = place
        player.frames(3)
    box = ring.bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    (player.page.touchscreen.tap if tap else player.page.mouse.click)(*spot)


def has_answered(menu: Locator, count: Locator, said: str) -> bool:
    """Whether the guide goes on, or asks which unit of a stack is meant."""
    return menu.is_visible() or said not in count.all_inner_texts()


def follow_to_the_end(player: Player, steps: int) -> None:
    """Does as the guide tells, and chooses from a stack where several could be meant."""
    count, menu = player.page.locator(".coach .count"), player.page.locator(".menu[role=group]")
    for number in range(1, steps + 1):
        coach_says(player, number)
        said = count.inner_text()
        do_as_told(player)
        player.wait_until(partial(has_answered, menu, count, said), "what the guide asks for")
        if menu.is_visible():
            do_as_told(player)
    expect(player.page.locator(".coach")).to_have_count(0)


def test_a_guided_first_turn(player: Players) -> None:
    newcomer = player()
    first_visit(newcomer)
    offer = newcomer.page.locator("aside", has=newcomer.page.locator("#guide-offer"))
    expect(offer).to_contain_text("First time here?")
    offer.get_by_role("button", name="Crossroads").click()
    newcomer.sit_down()
    for number in range(1, 4):
        coach_says(newcomer, number)
        if number < 3:
            do_as_told(newcomer)
    assert serious(newcomer) == []

    newcomer.click(newcomer.hex("0701"))  # another unit than the guide asks for
    newcomer.expect_prompt("where does 1st Grenadiers go")
    expect(newcomer.page.locator(".coach")).to_contain_text("left the way of the guide")
    do_as_told(newcomer)  # undo
    coach_says(newcomer, 3)

    for number in range(3, 14):
        coach_says(newcomer, number)
        do_as_told(newcomer)
        if number == 5:
            newcomer.page.reload()
            newcomer.sit_down()
    expect(newcomer.page.locator(".coach")).to_have_count(0)
    expect(newcomer.page.locator(".log")).to_contain_text("2nd Rifles loses a step")


def test_the_guide_of_1944_on_a_phone_covers_nothing(player: Players) -> None:
    newcomer = player(390, 844, has_touch=True, is_mobile=True)
    first_visit(newcomer, "it")
    newcomer.page.get_by_role("button", name="1944").first.click()
    newcomer.sit_down()
    for number in range(1, 14):
        coach_says(newcomer, number)
        boxes = [newcomer.page.locator(part).bounding_box() for part in ("header", MAP, ".coach", ".bar")]
        edges = sorted((box["y"], box["y"] + box["height"]) for box in boxes if box)
        assert len(edges) == 4
        assert all(end <= begin + 1 for (_, end), (begin, _) in pairwise(edges))
        assert edges[-1][1] <= 844
        do_as_told(newcomer, tap=True)
    expect(newcomer.page.locator(".coach")).to_have_count(0)
    assert newcomer.where(newcomer.unit("1SS")) == newcomer.hex("1710")


def test_the_guide_of_bitter_woods_crosses_the_our(player: Players) -> None:
    """A turn by mouse: a move, a bridge begun, an attack with guns on both sides, a retreat, an advance, a crossing."""
    newcomer = player(1366, 768)
    first_visit(newcomer, "it")
    newcomer.page.get_by_role("button", name="Bitter Woods").first.click()
    newcomer.sit_down()
    follow_to_the_end(newcomer, 25)
    assert newcomer.where(newcomer.unit("28-110")) == newcomer.hex("1624")
    assert {newcomer.where(newcomer.unit(unit)) for unit in ("2-2", "2-3", "26-78")} == {newcomer.hex("1424")}


def test_the_guide_of_wacht_am_rhein_takes_hosingen(player: Players) -> None:
    """Two battalions move, guns of both sides fire, a company goes back, the victors enter the town."""
    newcomer = player(1366, 768)
    first_visit(newcomer)
    newcomer.page.get_by_role("button", name="Wacht am Rhein").first.click()
    newcomer.sit_down()
    follow_to_the_end(newcomer, 29)
    assert {newcomer.where(newcomer.unit(unit)) for unit in ("GE-1_39_26-I", "GE-1_78_26-I")} == {newcomer.hex("D1424")}
    assert newcomer.where(newcomer.unit("US-c35-I")) == newcomer.hex("D1526")


# --- beside the map ------------------------------------------------------------------------------------


def test_turns_score_and_units_of_1944(player: Players, server: Server) -> None:
    table = upload(server, "bulge1944", 220, options=("weather",))
    german = player()
    german.enter(lobby=False)
    german.open(table["seats"][0])
    said = course(server, table["seats"][0])

    turns = show(german, "turns")
    expect(turns.locator("[aria-current=step] .number")).to_have_text(str(said["turn"]))
    expect(turns.locator(".turns > li")).to_have_count(10)
    later = [thing for thing in said["coming"] if thing["turn"] == said["turn"] + 1 and thing["units"]]
    name = german.data["counters"][later[0]["units"][0]]["name"]
    turns.get_by_role("button", name=name, exact=True).click()
    expect(turns.locator("small")).to_have_text(name)

    score = show(german, "score")
    expect(score.locator(".figures strong").first).to_have_text(str(said["points"][0]))
    expect(score.locator("svg").first).to_have_attribute("aria-label", re.compile(f"German: {said['points'][0]}"))
    lost = score.get_by_role("region", name="Steps lost")
    for side, formations in zip(("German", "Allied"), said["lost"], strict=True):
        expect(lost.locator("caption", has_text=side)).to_have_text(f"{side}: {sum(formations.values())}")
    rolls = [throw["roll"] for throw in said["throws"] if throw["roll"]["what"] == "steps"]
    rolled, expected = (sum(roll[key] for roll in rolls if roll["side"] == 0) for key in ("rolled", "expected"))
    luck = score.get_by_role("region", name="steps taken from the enemy")
    figure = re.match(r"(\S+) rolled, (\S+) expected", luck.locator(".figures").first.inner_text())
    assert figure
    assert float(figure[1]) == rolled
    assert float(figure[2]) == pytest.approx(expected, abs=0.051)

    words = show(german, "units").get_by_role("region", name="The board in words")
    on_map = [unit for unit in range(len(german.data["counters"])) if german.where(unit) >= 0]
    text = words.inner_text()
    assert on_map
    assert all(german.data["counters"][unit]["name"] in text for unit in on_map)
    words.get_by_role("searchbox").fill("2nd panzer")
    expect(words.locator("li")).to_have_count(2)  # where it is, and that the other side has nothing of the name


def test_every_panel_is_accessible(player: Players, server: Server) -> None:
    table = upload(server, "bulge1944", 120)
    german = player()
    german.enter(lobby=False)
    german.open(table["seats"][0])
    german.page.locator("#tab-log").focus()
    for tab in TABS[1:]:
        german.page.keyboard.press("ArrowRight")
        expect(german.page.locator(f"#tab-{tab}")).to_be_focused()
        expect(german.page.locator("#tab-panel [role=status]")).to_have_count(0)
        assert serious(german) == [], tab
    german.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert serious(german) == []


def test_a_rule_with_its_options_its_ruling_and_its_neighbours(player: Players, server: Server) -> None:
    table = upload(server, "bulge1944", 0, options=("weather",))
    german = player()
    german.enter(lobby=False)
    german.open(table["seats"][0])
    german.page.locator(".bar .rule").first.click()
    rules = german.page.locator("#tab-panel")
    expect(rules.locator("h2")).to_have_text("Rule 10.0")
    expect(rules.locator("article").first).to_contain_text("Each turn a unit may be activated once to move")
    expect(rules.locator(".ruling").first).to_contain_text("How we read it:")

    rules.locator(".related").get_by_role("button", name="12.0").click()
    expect(rules).to_contain_text("With “Surplus armor hits are lost”: not played at this table.")
    rules.get_by_role("button", name="Back to the rule before").click()
    expect(rules.locator("h2")).to_have_text("Rule 10.0")

    rules.get_by_role("searchbox").fill("weather ROLL")
    found = rules.locator("article", has_text="18.1-a")
    expect(found).to_contain_text("Variable weather”: played at this table")
    marked = found.locator("mark").all_inner_texts()
    assert {mark.casefold() for mark in marked} >= {"weather", "roll"}
    rules.get_by_role("button", name="All rules").click()
    expect(rules.locator("details")).to_have_count(19)

    german.click(german.hex("0909"))  # nothing there: the refusal's number leads to its rule
    refused = german.page.locator(".toast .rule").last
    number = refused.inner_text()
    refused.click()
    expect(rules.locator("h2")).to_have_text(f"Rule {number}")


def test_settings_and_the_other_language(player: Players, server: Server) -> None:
    table = upload(server, "bulge1944", 5)
    german = player()
    german.enter(lobby=False)
    german.open(table["seats"][0])
    german.page.locator("[data-part=menu] button").first.click()
    german.page.get_by_role("button", name="Settings").click()
    dialog = german.page.get_by_role("dialog")
    dialog.get_by_label("Colour-blind-safe counters").check()
    dialog.get_by_label("Ask before rolling dice").check()
    assert serious(german) == []
    dialog.get_by_label("Language").select_option("it")
    expect(dialog.get_by_role("heading")).to_have_text("Impostazioni")
    german.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(german.page.get_by_role("banner")).to_contain_text("Punti risorsa")
    expect(german.page.get_by_role("banner")).to_contain_text(re.compile("Tempo.*coperto", re.IGNORECASE))
    expect(show(german, "turns")).to_contain_text("Tedeschi")
    expect(show(german, "turns")).to_contain_text("punti risorsa")
    expect(show(german, "units").locator("summary").first).to_contain_text("Rinforzi")
    kept = json.loads(german.page.evaluate("localStorage.getItem('ardennes-settings')"))
    assert (kept["colourBlind"], kept["confirmDice"], kept["language"]) == (True, True, "it")
    german.page.keyboard.press("?")
    expect(german.page.get_by_role("dialog")).to_contain_text("Tasti per scegliere")


# --- a game the page has never heard of ---------------------------------------------------------------


@pytest.fixture
def lottery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    shutil.copytree(GAMES, tmp_path / "games")
    shutil.copytree(game_folder("crossroads") / "map", tmp_path / "games/lottery/map")
    monkeypatch.setenv("ARDENNES_GAMES", str(tmp_path / "games"))
    with serving(tmp_path / "tables") as running:
        yield running


def test_a_cup_shows_what_is_in_it_and_what_was_drawn(browser: Browser, lottery: Server) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    clerk = Player(context.new_page(), lottery)
    clerk.enter()
    clerk.start("Lottery")
    panel = show(clerk, "turns")
    cup = panel.get_by_role("region", name="The cup of lots")
    expect(cup.locator(".cup li")).to_have_text([re.compile("blue lot.*×2"), "red lot"])
    expect(cup).to_contain_text("3 left")
    expect(cup).to_contain_text("nothing yet")
    expect(panel).to_contain_text("Tea is served.")
    for left in (2, 1, 0):
        clerk.press("Draw")
        expect(cup).to_contain_text(f"{left} left")
    drawn = clerk.latest[clerk.tokens[0]]["clocks"]["drawn"]
    expect(cup.locator("ol li")).to_have_text([f"{lot} lot" for lot in drawn])
    expect(cup.locator(".cup")).to_contain_text("empty")
    assert clerk.troubles == []
    context.close()
