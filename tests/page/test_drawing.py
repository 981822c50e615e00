"""Who opens a map that nobody has drawn yet sees its hexes at once and how far the drawing is, and can play."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.driving import MAP, Player
from tests.server.serving import children, new_table, serving

DRAWING = ".map [role=status].drawing"
COLOURS = """canvas => {
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
}"""


def test_a_table_has_its_own_map_and_not_that_of_the_last_one(player: Callable[..., Player]) -> None:
    """The address is the same for every seat; only the link in the header tells them apart."""
    visitor = player()
    visitor.enter()
    with visitor.server.owner() as owner:
        seats = [new_table(owner, game=game, scenario="")["seats"][0] for game in ("bulge1944", "crossroads")]
    drawn = "link => fetch('/api/seat/board', {headers: {Authorization: `Bearer ${link}`}}).then(reply => reply.text())"
    first, second = (visitor.page.evaluate(drawn, link) for link in seats)
    assert "Bastogne" in first
    assert "Bastogne" not in second
    assert visitor.page.evaluate(drawn, seats[0]) == first


@pytest.fixture
def cold(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A player whose server has no drawings."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(tmp_path / "games") as server:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        someone = Player(context.new_page(), server)
        yield someone
        assert someone.troubles == []
        context.close()


def open_undrawn(someone: Player, language: str) -> str:
    with someone.server.owner() as owner:
        token: str = new_table(owner, game="deadly_woods", scenario="")["seats"][0]
    someone.page.add_init_script(f"""
        const settings = JSON.parse(localStorage.getItem("ardennes-settings"));
        localStorage.setItem("ardennes-settings", JSON.stringify({{...settings, language: "{language}"}}));
    """)
    someone.open(token)
    return token


def test_the_hexes_are_there_before_the_map(cold: Player) -> None:
    token = open_undrawn(cold, "en")
    status = cold.page.locator(DRAWING)
    expect(status).to_contain_text("Drawing the map")
    expect(status).to_contain_text("%")
    camera = cold.page.locator(MAP).get_attribute("data-camera")
    plain = cold.page.locator(MAP).evaluate(COLOURS)
    assert cold.latest[token]["asked"], "nothing can be played"
    expect(status).to_have_count(0, timeout=120_000)
    cold.page.wait_for_timeout(300)
    assert cold.page.locator(MAP).evaluate(COLOURS) > plain
    assert cold.page.locator(MAP).get_attribute("data-camera") == camera, "the map jumps"


def test_a_drawing_that_fails_is_tried_again_without_a_word_from_the_player(cold: Player) -> None:
    token = open_undrawn(cold, "en")
    (drawing,) = children(cold.server.process.pid)
    os.kill(drawing, signal.SIGKILL)
    expect(cold.page.locator(".toast")).to_contain_text("The map could not be drawn")
    plain = cold.page.locator(MAP).evaluate(COLOURS)
    expect(cold.page.locator(DRAWING)).to_contain_text("Drawing the map")
    assert cold.latest[token]["asked"], "nothing can be played"
    expect(cold.page.locator(DRAWING)).to_have_count(0, timeout=120_000)
    cold.page.wait_for_timeout(300)
    assert cold.page.locator(MAP).evaluate(COLOURS) > plain
    (told,) = cold.troubles
    assert "503" in told
    cold.troubles.clear()


def test_a_map_that_cannot_be_drawn_does_not_keep_anybody_from_the_table(cold: Player, tmp_path: Path) -> None:
    """The cache is a file instead of a folder until the page has heard that nothing can be drawn."""
    (tmp_path / "cache").touch()
    token = open_undrawn(cold, "it")
    expect(cold.page.locator(".toast").first).to_contain_text("La mappa non si è potuta disegnare")
    assert cold.latest[token]["asked"], "nothing can be played"
    (tmp_path / "cache").unlink()
    expect(cold.page.locator(DRAWING)).to_have_count(0, timeout=120_000)
    assert all("503" in told for told in cold.troubles)
    cold.troubles.clear()


def test_it_is_said_in_italian_too(cold: Player) -> None:
    open_undrawn(cold, "it")
    expect(cold.page.locator(DRAWING)).to_contain_text("Si disegna la mappa")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_how_far_the_drawing_is_hides_no_words(cold: Player, width: int, height: int) -> None:
    """Those that greet whoever sits down for the first time."""
    cold.page.set_viewport_size({"width": width, "height": height})
    cold.page.add_init_script("localStorage.removeItem('ardennes-settings')")
    with cold.server.owner() as owner:
        cold.open(new_table(owner, game="deadly_woods", scenario="")["seats"][0])
    status, words = (cold.page.locator(place).bounding_box() for place in (DRAWING, ".coach"))
    assert status
    assert words
    below, above = sorted((status, words), key=lambda box: -box["y"])
    assert above["y"] + above["height"] <= below["y"]
