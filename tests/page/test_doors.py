"""How a browser comes in, and that no secret ever stands in an address it asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from ardennes.engine.game import load_game
from ardennes.engine.packs import export
from tests.page.driving import Player
from tests.server.serving import new_table, serving


def addresses(player: Player) -> list[str]:
    """All a server or a proxy would log."""
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    player.page.on("websocket", lambda socket: asked.append(socket.url))
    return asked


def test_the_start_link_opens_the_lobby_and_leaves_no_key_behind(player: Callable[..., Player]) -> None:
    owner = player()
    asked = addresses(owner)
    owner.enter()
    expect(owner.page.locator("#tables-title")).to_be_visible()
    expect(owner.page.locator(".trouble")).to_have_count(0)
    assert owner.page.url == f"{owner.server.base}/"
    owner.start("Crossroads")
    secrets = [owner.server.key, *owner.tokens]
    assert len(secrets) == 3
    assert any(address.endswith("/live") for address in asked)
    assert not [address for address in asked if any(secret in address for secret in secrets)]


def test_a_start_link_of_an_earlier_version_still_opens(player: Callable[..., Player]) -> None:
    owner = player()
    owner.page.goto(f"{owner.server.base}/enter?key={owner.server.key}")
    expect(owner.page.locator("#tables-title")).to_be_visible()
    assert owner.page.url == f"{owner.server.base}/"
    with owner.page.expect_response("**/api/tables*") as listed:
        owner.page.reload()
    assert listed.value.status == 200


def test_a_wrong_start_link_says_so(player: Callable[..., Player]) -> None:
    guesser = player()
    guesser.page.goto(f"{guesser.server.base}/#/enter/guess")
    expect(guesser.page.get_by_role("alert")).to_have_text("That is not the link that the program printed.")
    guesser.troubles.clear()


def test_the_map_of_a_data_pack_is_shown_to_whoever_has_a_link(player: Callable[..., Player], tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    export(load_game("crossroads"), pack)
    own_map = pack / "map/map.json"
    own_map.write_text(own_map.read_text().replace("East farm", "Eastern farm"))
    with serving(tmp_path / "games", "--data", str(pack)) as running, running.owner() as owner:
        friend = player()
        friend.server = running
        token = new_table(owner)["seats"][0]
        with friend.page.expect_response("**/api/seat/board/page.jpg*", timeout=60_000) as picture:
            friend.open(token)
        assert picture.value.status == 200
