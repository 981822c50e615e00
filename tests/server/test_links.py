"""Links that are taken back, and tables that are: who is there is told so, and nothing is answered any more."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import WAIT, Seat, Server, bearing, entering, new_table


def leads_nowhere(server: Server, token: str) -> bool:
    """Neither by socket nor by header."""
    with entering(server, token) as socket:
        closed = json.loads(socket.recv(timeout=WAIT))["is"] == "closed"
    return closed and httpx.get(f"{server.base}/api/seat/data", headers=bearing(token)).status_code == 400


@pytest.mark.parametrize("side", [0, 1, None])
def test_a_new_link_replaces_the_old_one_at_once(server: Server, owner: httpx.Client, side: int | None) -> None:
    table = new_table(owner)
    links = [*table["seats"], table["watch"]]
    chair = 2 if side is None else side
    windows = [Seat(server, link) for link in links]
    windows[chair].ask("language", language="it")
    changed = owner.post(f"/api/tables/{table['id']}/link", json={"side": side}).json()
    new = [*changed["seats"], changed["watch"]]
    assert [old == link for old, link in zip(links, new, strict=True)] == [number != chair for number in range(3)]
    assert "sostituito" in windows[chair].wait("closed")["text"]
    with pytest.raises(ConnectionClosed):
        windows[chair].wait("table")
    assert leads_nowhere(server, links[chair])
    for number, window in enumerate(windows):
        if number != chair:
            assert window.ask("sync")["is"] == "table"
    assert Seat(server, new[chair]).table["columns"]


def test_only_the_owner_takes_links_back(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    address = f"{server.base}/api/tables/{table['id']}/link"
    assert httpx.post(address, json={"side": 0}, headers=bearing(table["seats"][0])).status_code == 401
    for body in ({"side": 2}, {}, {"side": 0, "more": 1}):
        assert owner.post(address, json=body).status_code == 400
    assert owner.post(f"{server.base}/api/tables/none/link", json={"side": 0}).status_code == 404
    assert Seat(server, table["seats"][0]).asked


def test_links_taken_back_stay_so_after_the_room_was_closed(server: Server, owner: httpx.Client) -> None:
    """Nobody is there: the link is renewed in what is kept."""
    table = new_table(owner)
    changed = owner.post(f"/api/tables/{table['id']}/link", json={"side": 1}).json()
    assert leads_nowhere(server, table["seats"][1])
    assert Seat(server, changed["seats"][1]).table["columns"]


def test_a_deleted_table_takes_no_answers_until_it_is_brought_back(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, players=["", "easy"])
    seat = Seat(server, table["seats"][0])
    seat.ask("answer", option=seat.asked["options"][0])
    before = seat.ask("sync")
    owner.post(f"/api/tables/{table['id']}/delete")
    assert seat.wait("closed")["text"] == "This table has been deleted."
    with pytest.raises(ConnectionClosed):
        seat.ask("answer", option=before["asked"]["options"][0])
    assert all(leads_nowhere(server, token) for token in (*table["seats"], table["watch"]))
    reply = owner.post("/api/seat/player", json={"player": "easy"}, headers=bearing(table["seats"][0]))
    assert reply.status_code == 400
    owner.post(f"/api/tables/{table['id']}/restore")
    again = Seat(server, table["seats"][0])
    assert (again.table["columns"], again.table["asked"]) == (before["columns"], before["asked"])
    assert again.ask("answer", option=again.asked["options"][0])["is"] == "done"


def test_a_table_is_whole_again_though_its_game_was_fetched_while_it_was_deleted(
    server: Server, owner: httpx.Client
) -> None:
    table = new_table(owner)
    owner.post(f"/api/tables/{table['id']}/delete")
    assert owner.get(f"/api/tables/{table['id']}/download").status_code == 200
    assert leads_nowhere(server, table["seats"][0])
    owner.post(f"/api/tables/{table['id']}/restore")
    assert Seat(server, table["seats"][0]).asked
