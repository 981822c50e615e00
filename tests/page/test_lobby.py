"""The lobby with more tables than fit on a page, in both languages, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Route, expect

from ardennes.server.store import Store
from tests.page.driving import Player
from tests.server.serving import Seat, Server, serving
from tests.server.test_lobby import add_tables

Players = Callable[..., Player]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Sixty tables, every tenth of them deleted."""
    folder = tmp_path_factory.mktemp("games")
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    add_tables(store, 60)
    store.close()
    with serving(folder) as running:
        yield running


def cards(player: Player) -> Locator:
    return player.page.locator(".tables > li")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_more_tables_come_when_they_are_asked_for(player: Players, width: int, height: int) -> None:
    owner = player(width, height)
    owner.enter()
    expect(cards(owner)).to_have_count(24)
    expect(owner.page.get_by_text("24 of 54")).to_be_visible()
    owner.page.get_by_role("button", name="Show more").click()
    expect(cards(owner)).to_have_count(48)
    owner.page.get_by_role("button", name="Show more").click()
    expect(cards(owner)).to_have_count(54)
    expect(owner.page.get_by_role("button", name="Show more")).to_have_count(0)
    assert owner.page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(owner.page).response["violations"] == []


def test_more_tables_come_however_slow_the_server_is(player: Players) -> None:
    """The lobby looks for news every few seconds, but never instead of what was asked for."""
    owner = player()
    owner.page.clock.install(time=0)
    owner.page.clock.pause_at(1000)
    owner.enter()
    expect(cards(owner)).to_have_count(24)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    owner.page.route(re.compile(r"/api/tables\?.*before=\w"), hold)
    with owner.page.expect_request(re.compile(r"before=\w")):
        owner.page.get_by_role("button", name="Show more").click()
    owner.page.clock.run_for(9000)
    held[0].continue_()
    expect(cards(owner)).to_have_count(48)


def test_a_search_is_made_on_the_server(player: Players) -> None:
    owner = player()
    owner.enter()
    search = owner.page.get_by_role("searchbox", name="Search by name or game")
    search.fill("élan 1")
    expect(cards(owner)).to_have_count(9)
    expect(owner.page.get_by_text("9 of 9")).to_be_visible()
    search.fill("nowhere")
    expect(owner.page.get_by_text("No table has these words in its name or game.")).to_be_visible()
    owner.page.get_by_label("Language").first.select_option("it")
    expect(owner.page.get_by_text("Nessun tavolo ha queste parole nel nome o nel gioco.")).to_be_visible()
    owner.page.get_by_role("searchbox").fill("")
    expect(owner.page.get_by_text("24 su 54")).to_be_visible()


def test_a_deleted_table_is_found_apart_and_brought_back(player: Players) -> None:
    owner = player()
    owner.enter()
    owner.page.get_by_role("button", name="Deleted (7)").click()
    expect(cards(owner)).to_have_count(7)
    expect(owner.page.get_by_role("heading", name="Deleted tables")).to_be_visible()
    expect(owner.page.get_by_role("link", name="Resume")).to_have_count(0)
    cards(owner).filter(has_text="Élan 59").get_by_role("button", name="Bring it back").click()
    expect(cards(owner)).to_have_count(6)
    owner.page.get_by_role("button", name="Your tables").click()
    expect(owner.page.get_by_text("24 of 55")).to_be_visible()
    expect(cards(owner).filter(has_text="Élan 59")).to_be_visible()
    cards(owner).filter(has_text="Élan 59").get_by_role("button", name="Delete").click()
    expect(owner.page.get_by_text("24 of 54")).to_be_visible()


def test_a_table_that_is_played_elsewhere_comes_to_the_top(player: Players) -> None:
    owner = player()
    owner.enter()
    owner.page.get_by_role("button", name="Show more").click()
    expect(cards(owner)).to_have_count(48)
    with owner.server.owner() as other:
        made = other.post("/api/tables", json={"game": "crossroads", "name": "Just now"}).json()
    expect(cards(owner).first).to_contain_text("Just now")
    expect(cards(owner)).to_have_count(49)
    with owner.server.owner() as other:
        other.post(f"/api/tables/{made['id']}/delete")
    expect(cards(owner)).to_have_count(48)


def test_another_browser_is_told_whose_lobby_it_is(player: Players) -> None:
    stranger = player()
    stranger.page.goto(stranger.server.base)
    expect(stranger.page.get_by_role("alert")).to_contain_text("The lobby is for whoever opened the link")
    stranger.troubles.clear()  # the browser reports the refusal on its console


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_start_is_always_in_view(player: Players, width: int, height: int) -> None:
    owner = player(width, height)
    owner.enter()
    start = owner.page.get_by_role("button", name="Start")
    expect(cards(owner)).to_have_count(24)
    expect(start).to_be_in_viewport(ratio=1)
    cards(owner).last.scroll_into_view_if_needed()
    expect(start).to_be_in_viewport(ratio=1)


def test_games_that_wait_for_me_come_first(player: Players) -> None:
    owner = player()
    owner.enter()
    first = owner.page.locator(".continue > li")
    expect(first).to_have_count(3)
    with owner.server.owner() as other:
        made = other.post("/api/tables", json={"game": "crossroads", "name": "Mine", "players": ["", "easy"]}).json()
    expect(first.first).to_contain_text("Mine")
    expect(first.first).to_contain_text("Your turn")
    expect(cards(owner).filter(has_text="Mine")).to_contain_text("Your turn")
    owner.page.get_by_label("Language").first.select_option("it")
    expect(first.first).to_contain_text("Tocca a te")
    first.first.get_by_role("link").click()
    owner.page.wait_for_url("**/#/seat*/**")
    with owner.server.owner() as other:
        other.post(f"/api/tables/{made['id']}/delete")


def test_finished_games_add_up_by_game_side_and_level(player: Players) -> None:
    owner = player()
    with owner.server.owner() as other:
        made = other.post("/api/tables", json={"game": "crossroads", "players": ["easy", ""]}).json()
    seat = Seat(owner.server, made["seats"][1])
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    seat.close()
    owner.enter()
    row = owner.page.get_by_role("row", name=re.compile("Crossroads"))
    expect(row).to_contain_text(re.compile(r"Allied\s*Easy\s*1\s*0 \(0%\)\s*0\s*1"))
    with owner.server.owner() as other:
        other.post(f"/api/tables/{made['id']}/delete")
    owner.page.reload()
    expect(row).to_be_visible()
    assert Axe().run(owner.page).response["violations"] == []
