"""Who gets in: keys and links in headers and first messages, never in addresses; and whom wrong ones keep out."""

from __future__ import annotations

import json
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ardennes.server.limits import WRONG_LINKS, Bucket
from ardennes.server.live import MOST_SILENT, NO_WAY_IN, SAID_NOTHING
from tests.server.serving import WAIT, Seat, Server, bearing, entering, new_table, opened, serving

# --- the owner -----------------------------------------------------------------------------------


def test_the_lobby_belongs_to_whoever_has_the_start_link(server: Server, owner: httpx.Client) -> None:
    stranger = httpx.get(f"{server.base}/api/tables")
    assert stranger.status_code == 401
    assert httpx.post(f"{server.base}/api/enter", json={"key": "guess"}).status_code == 401
    assert owner.get("/api/tables").status_code == 200


def test_a_start_link_of_old_is_answered_by_the_page_and_by_no_cookie(server: Server) -> None:
    """Its key is in the query, which the page moves behind the #: only then it opens anything."""
    reply = httpx.get(f"{server.base}/enter?key={server.key}")
    assert "<script" in reply.text
    assert "set-cookie" not in reply.headers


# --- our own page --------------------------------------------------------------------------------


def test_other_sites_and_other_names_are_not_answered(server: Server) -> None:
    assert httpx.get(f"{server.base}/api/games", headers={"Host": "evil.example"}).status_code == 401
    assert httpx.get(f"{server.base}/api/games", headers={"Origin": "http://evil.example"}).status_code == 401


def test_pictures_and_scripts_of_another_site_are_refused_but_anybody_may_link_to_us(server: Server) -> None:
    """Browsers send no Origin with them, but say where they come from."""
    for site in ("cross-site", "same-site"):
        embedded = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Accept-Language": "it"}
        refused = httpx.get(f"{server.base}/api/games", headers=embedded)
        assert (refused.status_code, refused.json()["detail"]) == (
            401,
            "Alle richieste di un altro sito non si risponde.",
        )
        followed = httpx.get(server.base, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"})
        assert followed.status_code == 200
    for site in ("same-origin", "none"):
        assert httpx.get(f"{server.base}/api/games", headers={"Sec-Fetch-Site": site}).status_code == 200


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"{server.base.replace('http', 'ws')}/live", origin="http://evil.example")  # type: ignore[arg-type]


def test_pages_may_load_nothing_from_elsewhere(owner: httpx.Client) -> None:
    policy = owner.get("/api/games").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


# --- seats ---------------------------------------------------------------------------------------


def test_a_link_in_an_address_opens_nothing(server: Server, owner: httpx.Client) -> None:
    """Whatever stands in a path or a query ends up in the log of a proxy."""
    token = new_table(owner)["seats"][0]
    for address in (f"/api/seat/{token}/data", f"/api/seat/data?token={token}", f"/table/{token}"):
        assert owner.get(address).status_code in (401, 404)
    with pytest.raises(InvalidStatus):
        connect(f"{server.base.replace('http', 'ws')}/live/{token}", origin=server.base)  # type: ignore[arg-type]
    assert owner.get("/api/seat/data", headers=bearing(token)).status_code == 200


def test_an_unknown_link_leads_nowhere(server: Server) -> None:
    with entering(server, "none", "it") as socket:
        closed = json.loads(socket.recv(timeout=WAIT))
        assert closed == {"is": "closed", "text": "Questo link non porta a nessun tavolo."}
        with pytest.raises(ConnectionClosed) as end:
            socket.recv(timeout=WAIT)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == NO_WAY_IN


@pytest.mark.parametrize("first", ["", "?", "[]", "[" * 4000, "x" * 5000, '{"do":"sync"}', '{"do":"enter"}'])
def test_whoever_does_not_say_first_where_he_wants_to_go_does_not_get_in(server: Server, first: str) -> None:
    with opened(server) as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=WAIT))["is"] == "closed"


def test_a_socket_that_says_nothing_is_closed_and_was_never_in_the_room(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["watch"])
    silent = opened(server)
    assert seat.ask("sync")["watching"] == 1
    with pytest.raises(ConnectionClosed) as end:
        silent.recv(timeout=60)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == SAID_NOTHING


def test_silent_sockets_make_room_for_those_who_come_after(server: Server, owner: httpx.Client) -> None:
    token = new_table(owner)["seats"][0]
    silent = [opened(server) for _ in range(MOST_SILENT + 1)]
    with pytest.raises(ConnectionClosed):
        silent[0].recv(timeout=5)
    assert Seat(server, token).asked["options"]
    for socket in silent:
        socket.close()


# --- wrong links and keys ------------------------------------------------------------------------


def wrong_tries(guesser: httpx.Client, most: int = 20 * WRONG_LINKS, **headers: str) -> list[int]:
    """What a guesser hears until he is told to wait, or gives up."""
    heard: list[int] = []
    while 429 not in heard and len(heard) < most:
        guess = f"{len(heard)}"
        tries = (
            guesser.get("/api/seat/data", headers={**headers, **bearing(guess)}),
            guesser.post("/api/enter", json={"key": guess}, headers=headers),
            guesser.get("/api/tables", headers={**headers, "Cookie": f"ardennes-owner={guess}"}),
        )
        heard += [reply.status_code for reply in tries]
    return heard


def test_links_and_keys_cannot_be_guessed_by_trying_many(tmp_path: Path) -> None:
    with serving(tmp_path) as running, httpx.Client(base_url=running.base) as guesser:
        heard = wrong_tries(guesser)
        assert set(heard) == {400, 401, 429}
        assert heard.index(429) >= WRONG_LINKS
        refused = guesser.get("/api/seat/data", headers={**bearing("x"), "Accept-Language": "it"})
        assert (refused.status_code, refused.json()["detail"][:10]) == (429, "Da lì sono")
        with entering(running, "none") as socket:
            assert "Too many" in json.loads(socket.recv(timeout=WAIT))["text"]


def test_nobody_shuts_the_door_on_the_owner_or_a_right_link(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner, httpx.Client(base_url=running.base) as guesser:
        token = new_table(owner)["seats"][0]
        assert 429 in wrong_tries(guesser)
        assert owner.get("/api/tables").status_code == 200
        assert owner.get("/api/seat/data", headers=bearing(token)).status_code == 200
        assert Seat(running, token).asked
        with running.owner() as again:
            assert again.get("/api/tables").status_code == 200


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host", "CF-Connecting-IP"]
)
def test_no_header_says_where_a_guesser_calls_from(tmp_path: Path, header: str) -> None:
    with serving(tmp_path) as running, httpx.Client(base_url=running.base) as guesser:
        heard = []
        for number in range(2 * WRONG_LINKS):
            headers = {**bearing("x"), header: f"10.0.0.{number}"}
            heard.append(guesser.get("/api/seat/data", headers=headers).status_code)
        assert heard[-1] == 429


def test_requests_of_another_site_are_refused_before_they_count(tmp_path: Path) -> None:
    with serving(tmp_path) as running, httpx.Client(base_url=running.base) as guesser:
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}):
            assert set(wrong_tries(guesser, 4 * WRONG_LINKS, **headers)) == {401}
        assert guesser.get("/api/seat/data", headers=bearing("x")).status_code == 400


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2, 20)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    time.sleep(0.2)
    assert bucket.take()
