"""A map of 1,110 counters: blocks from afar, symbols nearer, everything close by; and what stands out of so many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ardennes.bench.shape import SHAPE, shape_games
from ardennes.bench.web_server import draw_shape
from tests.page.driving import MAP, Player
from tests.server.serving import new_table, serving

PIXELS = """(canvas, [x, y, wide]) => {
    const {data} = canvas.getContext("2d").getImageData(x, y, wide, wide);
    const colours = [];
    for (let at = 0; at < data.length; at += 4) colours.push(Array.from(data.slice(at, at + 3)).join());
    return colours;
}"""
CHOSEN = "47,127,214"


@pytest.fixture
def someone(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """At a table of Wacht am Rhein's shape, with the whole map before him."""
    monkeypatch.setenv("ARDENNES_GAMES", str(shape_games()))
    draw_shape(shape_games())
    with serving(tmp_path) as server:
        with server.owner() as owner:
            token: str = new_table(owner, game=SHAPE, scenario="all")["seats"][0]
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        player = Player(context.new_page(), server)
        player.open(token)
        player.page.keyboard.press("f")
        yield player
        assert player.troubles == []
        context.close()


def lone_unit(player: Player) -> int:
    """One of the side to move with nobody within two hexes, so that nothing is drawn over it."""
    places = player.places[player.tokens[0]]
    spots = [player.centre(hex) for hex in places]
    far = 3 * player.data["km_per_hex"]

    def is_alone(unit: int) -> bool:
        x, y = spots[unit]
        return sum(abs(x - other_x) < far and abs(y - other_y) < far for other_x, other_y in spots) == 1

    return next(unit for unit in player.options("move") if is_alone(unit))


def pixels(player: Player, hex: int, wide: int) -> list[str]:
    """The colours of a square around the middle of a hex."""
    box = player.page.locator(MAP).bounding_box()
    assert box
    x, y = player.spot(hex)
    corner = [round(x - box["x"]) - wide // 2, round(y - box["y"]) - wide // 2, wide]
    found: list[str] = player.page.locator(MAP).evaluate(PIXELS, corner)
    return found


def cardboard(player: Player, unit: int) -> str:
    """The colour of a counter, as pixels have it."""
    colour = player.data["counters"][unit]["face"]["colour"]
    return ",".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


def test_from_afar_a_stack_is_a_plain_block(someone: Player) -> None:
    unit = lone_unit(someone)
    assert set(pixels(someone, someone.where(unit), 3)) == {cardboard(someone, unit)}


def test_nearer_counters_show_what_they_are(someone: Player) -> None:
    unit = lone_unit(someone)
    hex = someone.where(unit)
    someone.page.mouse.move(*someone.spot(hex))
    for _ in range(12):
        someone.page.mouse.wheel(0, -120)
    someone.wait_until(lambda: len(set(pixels(someone, hex, 20))) > 20, "a symbol on the counter")


def test_where_hundreds_can_be_chosen_nothing_glows_and_who_has_moved_stands_back(someone: Player) -> None:
    unit = lone_unit(someone)
    hex, colour = someone.where(unit), cardboard(someone, unit)
    assert len(someone.options("move")) > 60
    assert CHOSEN not in pixels(someone, hex, 12)
    someone.click(hex)
    someone.wait_until(lambda: CHOSEN in pixels(someone, hex, 12), "the unit that was chosen")
    someone.page.get_by_role("button", name="Stay").click()
    expect(someone.page.locator(".prompt")).to_contain_text("which unit moves")
    someone.wait_until(lambda: colour not in pixels(someone, hex, 3), "a counter that stands back")
    assert CHOSEN not in pixels(someone, hex, 12)
