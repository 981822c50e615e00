"""The home network: friends get in where the owner lets them, under the address announced, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ardennes.server.network import Network
from tests.server.homes import Home, home
from tests.server.serving import WAIT, Seat, bearing, new_table, serving


@pytest.fixture(scope="module")
def house() -> Iterator[Home]:
    with home() as found:
        yield found


def reached(house: Home, url: str) -> bool:
    with house.friend():
        try:
            return httpx.get(f"{url}/api/games", timeout=5).status_code == 200
        except httpx.TransportError:
            return False


def test_a_friend_at_home_opens_his_link_and_plays(house: Home, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with house.host():
            server = stack.enter_context(serving(tmp_path, "--lan", *house.options))
            owner = stack.enter_context(server.owner())
            table = new_table(owner)
            url = owner.get("/api/network").json()["url"]
        assert url.startswith(f"http://{house.address}:")
        assert server.said(r"http://(\S+)/#/enter/\S+\n")[1] == url.removeprefix("http://")
        assert "▄" in "".join(server.log), "the code for a telephone"
        with house.friend():
            assert "<script" in httpx.get(url).text
            assert httpx.get(f"{url}/api/seat/data", headers=bearing(table["seats"][0])).status_code == 200
            assert httpx.get(f"{url}/api/tables").status_code == 401
            seat = Seat(url, table["seats"][0])
            assert seat.ask("answer", option=seat.asked["options"][0])["is"] == "done"


def test_only_names_that_were_announced_are_answered(house: Home, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with house.host():
            server = stack.enter_context(serving(tmp_path, "--lan", *house.options, "--name", "Games.Example"))
            owner = stack.enter_context(server.owner())
            url = owner.get("/api/network").json()["url"]
            assert owner.get("/api/games").status_code == 200
        with house.friend():
            for host in ("10.44.12.9", "home.local", "evil.example", "0.0.0.0"):
                assert httpx.get(f"{url}/api/games", headers={"Host": host}).status_code == 401
            for host in (house.address, "games.example"):
                reply = httpx.get(f"{url}/api/games", headers={"Host": host, "Origin": f"https://{host}"})
                assert reply.status_code == 200


def test_without_being_asked_it_listens_on_this_machine_alone(house: Home, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with house.host():
            server = stack.enter_context(serving(tmp_path))
            owner = stack.enter_context(server.owner())
            assert owner.get("/api/network").json() == {"url": ""}
            port = server.base.rpartition(":")[2]
        assert not reached(house, f"http://{house.address}:{port}")


def test_the_switch_lets_friends_in_and_cuts_them_off(house: Home, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with house.host():
            server = stack.enter_context(serving(tmp_path, *house.options))
            owner = stack.enter_context(server.owner())
            token = new_table(owner)["seats"][0]
            refused = httpx.post(f"{server.base}/api/network", json={"on": True}, headers=bearing(token))
            assert refused.status_code == 401, "only the owner may"
        for _ in range(2):
            with house.host():
                url = owner.post("/api/network", json={"on": True}).json()["url"]
                assert owner.post("/api/network", json={"on": True}).json()["url"] == url
                assert owner.get("/api/network").json()["url"] == url
                at_home = Seat(server, token)
            with house.friend():
                friend = Seat(url, token)
                assert friend.ask("sync")["presence"] == [2, 0]
            with house.host():
                assert owner.post("/api/network", json={"on": False}).json() == {"url": ""}
            with pytest.raises(ConnectionClosed):
                friend.wait("never")
            assert not reached(house, url)
            assert at_home.ask("sync")["presence"] == [1, 0]
            at_home.close()
        with house.host():
            host = url.removeprefix("http://")
            assert owner.get("/api/games", headers={"Host": host}).status_code == 401, "no longer announced"


def test_the_owner_may_switch_it_off_from_his_sofa(house: Home, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with house.host():
            server = stack.enter_context(serving(tmp_path, "--lan", *house.options))
            owner = stack.enter_context(server.owner())
            url = owner.get("/api/network").json()["url"]
        with house.friend(), httpx.Client(base_url=url, timeout=WAIT) as sofa:
            assert sofa.post("/api/enter", json={"key": server.key}).status_code == 204
            assert sofa.post("/api/network", json={"on": False}).json() == {"url": ""}
        assert not reached(house, url)
        with house.host():
            assert owner.post("/api/network", json={"on": True}).json()["url"] == url
        assert reached(house, url)


def test_an_address_of_another_machine_is_no_home(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan-address", "192.0.2.7") as server, server.owner() as owner:
        refused = owner.post("/api/network", json={"on": True}, headers={"Accept-Language": "it"})
        assert refused.status_code == 400
        assert "Non si può ascoltare su 192.0.2.7" in refused.json()["detail"]
        assert owner.get("/api/network").json() == {"url": ""}
        assert owner.get("/api/games").status_code == 200


def test_a_port_that_is_taken_there_is_no_hindrance() -> None:
    first, second = Network(0, address="127.0.0.3"), Network(0, address="127.0.0.3")
    first.listen()
    second.port = int(first.url.rpartition(":")[2])
    second.listen()
    assert first.url != second.url
    assert second.url.startswith("http://127.0.0.3:")
    for network in (first, second):
        assert network._listener is not None
        network._listener.close()


def test_links_become_pictures_for_the_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        picture = owner.post("/api/qr", json={"link": "http://192.168.1.5:1944/#/seat/secret"})
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<?xml")
        assert picture.headers["cache-control"] == "no-store"
        assert httpx.post(f"{server.base}/api/qr", json={"link": "x"}).status_code == 401
        for link in ("", "x" * 401):
            assert owner.post("/api/qr", json={"link": link}).status_code == 400
