"""Looking things up: charts beside the map, the search in the rules, and games that cannot be played yet."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from ardennes.engine.game import game_folder
from tests.page.driving import Player
from tests.server.serving import Server, serving

Players = Callable[..., Player]


def faults(player: Player) -> list[str]:
    """What a screen reader would stumble over."""
    found = Axe().run(player.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def test_charts_mark_the_column_of_the_attack(player: Players) -> None:
    german = player(1366, 768)
    german.enter()
    german.start("Crossroads", "Noon")
    page = german.page
    page.get_by_role("tab", name="Charts").click()
    for title in ("Sequence of play", "Combat table", "Terrain"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    now = page.locator("[data-chart=sequence] td[aria-current]")
    expect(now.first).to_have_text("German player turn")
    assert faults(german) == []
    german.press("End the movement")
    expect(page.locator("[data-chart=sequence] td[aria-current]").first).to_have_text("Allied player turn")


def test_charts_by_keyboard_with_their_sources(player: Players) -> None:
    german = player(1366, 768)
    german.enter()
    german.start("1944")
    page = german.page
    page.get_by_role("tab", name="Log").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Charts")).to_be_focused()
    expect(page.locator("[data-chart=turns] th[aria-current]")).to_have_text("1")
    expect(page.locator("[data-chart=terrain]")).to_contain_text("enemy zone of control")
    page.get_by_text("Where these values come from").first.click()
    expect(page.locator(".charts details[open] p").first).to_contain_text("reconstructed")
    assert faults(german) == []


def test_charts_in_italian(player: Players) -> None:
    owner = player(1920, 1080)
    owner.enter()
    owner.page.get_by_label("Language").first.select_option("it")
    owner.page.locator(".games").get_by_role("button", name="The Deadly Woods").click()
    owner.page.get_by_role("button", name="Inizia").click()
    owner.sit_down()
    owner.page.get_by_role("tab", name="Tabelle").click()
    for title in ("Sequenza di gioco", "Tracciato dei turni", "Terreno", "Tabella di combattimento"):
        expect(owner.page.get_by_role("heading", name=title)).to_be_visible()
    expect(owner.page.locator("[data-chart=turns]")).to_contain_text("iniziativa")


@pytest.mark.parametrize(("question", "title"), [("how do I win", "Sudden death"), ("zones of control", "ZOC")])
def test_a_question_finds_its_rules(player: Players, question: str, title: str) -> None:
    owner = player(390, 844)
    owner.enter()
    owner.start("1944")
    page = owner.page
    page.get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Rules").click()
    chapter = page.locator("summary", has_text="Movement and zones of control")
    expect(chapter).to_contain_text(re.compile(r"11\s+Movement"))
    page.get_by_role("searchbox", name="Search the rules").fill(question)
    expect(page.locator("article h3").first).to_contain_text(title)


@pytest.fixture
def unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with a game more that has its map and its ledger, but cannot be played."""
    folder = tmp_path / "games/unfinished"
    shutil.copytree(game_folder("crossroads") / "map", folder / "map")
    shutil.copy(game_folder("deadly_woods") / "ledger.csv", folder)
    (folder / "game.toml").write_text('title = "Unfinished"\nsides = ["Red", "Blue"]\nstage = "map"\n')
    monkeypatch.setenv("ARDENNES_GAMES", str(folder.parent))
    with serving(tmp_path / "tables") as running:
        yield running


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_game_that_is_not_playable_yet_can_be_looked_at(
    browser: Browser, unfinished: Server, width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    owner = Player(context.new_page(), unfinished)
    owner.enter()
    page = owner.page
    page.locator(".games").get_by_role("button", name="Unfinished").click()
    expect(page.get_by_role("heading", name="Unfinished")).to_be_visible()
    canvas = page.get_by_role("application")
    expect(canvas).to_have_attribute("data-scale", re.compile(r"\d"))
    before = float(canvas.get_attribute("data-scale") or 0)
    page.get_by_role("button", name="Closer").click()
    expect(canvas).not_to_have_attribute("data-scale", f"{before:.2f}")
    canvas.focus()
    page.keyboard.press("f")
    expect(canvas).to_have_attribute("data-scale", f"{before:.2f}")
    if width < 760:
        page.get_by_role("button", name="Rules").click()
    page.get_by_role("searchbox", name="Search the rules").fill("retreating")
    expect(page.locator("article h3").first).to_contain_text("etreat")
    assert faults(owner) == []
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    assert owner.troubles == []
    context.close()


@pytest.mark.parametrize("language", ["it"])
def test_a_coach_speaks_after_my_turn_when_he_is_asked_to(player: Players, language: str) -> None:
    owner = player(1366, 768)
    with owner.server.owner() as client:
        table = client.post(
            "/api/tables", json={"game": "crossroads", "scenario": "noon", "players": ["", "easy"]}
        ).json()
    settings = {"welcomed": True, "speed": "off", "theme": "light", "language": language}
    settings |= {"coach": True, "askEnd": False}
    owner.page.add_init_script(f"localStorage.setItem('ardennes-settings', '{json.dumps(settings)}')")
    owner.open(table["seats"][0])
    owner.press({"en": "End the movement", "it": "Chiudi il movimento"}[language])
    word = owner.page.get_by_role("complementary").filter(
        has_text={"en": "Your last turn:", "it": "Il tuo ultimo turno:"}[language]
    )
    expect(word).to_contain_text(
        {"en": "would have begun with: Move", "it": "avrebbe cominciato così: Muovi"}[language]
    )
    assert faults(owner) == []
    word.get_by_role("button").click()
    expect(word).to_have_count(0)
