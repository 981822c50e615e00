"""Friends at home: the owner's switch, links with the address there and as QR codes, and links taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.page.driving import Player
from tests.page.hands import Mouse
from tests.server.serving import Server, new_table, serving

HOME = "127.0.0.2"
"""Another address of this machine, in place of the one at home."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games"), "--lan-address", HOME) as running:
        yield running


def links_of(owner: Player, name: str) -> Locator:
    """The dialog with the links of a table."""
    owner.page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Links…").click()
    return owner.page.get_by_role("dialog")


def test_a_friend_at_home_plays_by_the_link_of_the_code_until_it_is_taken_back(player: Callable[..., Player]) -> None:
    owner, friend = player(), player(390, 844)
    with owner.server.owner() as client:
        new_table(client, name="At home")
    owner.enter()
    switch = owner.page.locator("main").get_by_role("switch", name="Friends at home can join")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(owner.page.get_by_role("status").filter(has_text=f"http://{HOME}:")).to_be_visible()
    chair = links_of(owner, "At home").get_by_role("region").first
    chair.get_by_role("button", name="QR code").click()
    code = chair.get_by_role("img")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    link = chair.locator("figcaption").inner_text()
    assert re.fullmatch(rf"http://{HOME}:\d+/#/seat/\S+", link)
    assert [one["id"] for one in Axe().run(owner.page).response["violations"] if one["impact"] == "critical"] == []

    friend.page.goto(link)
    friend.sit_down()
    Mouse(friend).choose(friend.asked["options"][0])

    chair.get_by_role("button", name="New link").click()
    expect(chair.locator("figcaption")).not_to_have_text(link)
    expect(friend.page.get_by_role("alert")).to_contain_text("replaced by a new one")

    friend.page.goto("about:blank")
    friend.page.goto(chair.locator("figcaption").inner_text())
    friend.sit_down()
    owner.page.get_by_role("dialog").get_by_role("switch").click()
    expect(owner.page.get_by_role("dialog").get_by_role("status")).to_have_text("Off: links open on this machine only.")
    expect(friend.page.locator(".lost")).to_be_visible()
    friend.troubles.clear()


def test_the_windows_of_a_deleted_table_say_so(player: Callable[..., Player]) -> None:
    owner, friend = player(), player()
    with owner.server.owner() as client:
        table = new_table(client, name="To go")
        friend.open(table["seats"][1])
        client.post(f"/api/tables/{table['id']}/delete")
    expect(friend.page.get_by_role("alert")).to_have_text("This table has been deleted.")
