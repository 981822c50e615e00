"""Some hundred requests that no page sends, by a plain socket: each gets one sentence, none breaks anything."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator

import httpx
import pytest
from litestar import Litestar, get
from litestar.testing import TestClient

from ardennes.server.failures import FAILURE_HANDLERS
from ardennes.server.limits import Door
from tests.server.serving import WAIT, Seat, Server, entering, new_table

DEEP = b"[" * 100_000
DEEP_OBJECT = b'{"a":' * 50_000
JSON = b"Content-Type: application/json\r\n"
HANDSHAKE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
BODIES = (
    b"",
    b"null",
    b"[]",
    b"{",
    b'"x"',
    b"1e999",
    b"9" * 5000,
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b'{"key":1}',
    b'{"key":null}',
    b'{"key":"\xff"}',
    b'{"key":"\\ud800"}',
    b'{"key":"\xe2\x82\xac"}',
    b'{"key":"\\u0000"}',
    b'{"key":"x","more":1}',
    b'{"key":"' + b"x" * 200_000 + b'"}',
    b'{"key":' + DEEP,
    DEEP,
    DEEP_OBJECT,
)


class Stranger:
    """Sends whatever it likes, with the owner's cookie and the link of a seat; waits for the answer."""

    def __init__(self, server: Server, owner: httpx.Client) -> None:
        self.place = server.base.removeprefix("http://")
        self.table = new_table(owner)
        self.server = server
        self.link = f"Authorization: Bearer {self.table['seats'][0]}\r\n".encode()
        self.cookie = f"Cookie: ardennes-owner={server.key}\r\n".encode()

    def ask(
        self,
        path: bytes = b"/api/games",
        method: bytes = b"GET",
        headers: bytes = b"",
        body: bytes | None = None,
        host: bytes | None = None,
    ) -> tuple[int, str]:
        """The status, and the sentence that goes with it."""
        name = self.place.encode() if host is None else host
        length = b"" if body is None else b"Content-Length: %d\r\n" % len(body)
        closing = b"" if b"Upgrade" in headers else b"Connection: close\r\n"
        sent = method + b" " + path + b" HTTP/1.1\r\nHost: " + name + b"\r\n" + closing + headers + length + b"\r\n"
        return self.send(sent + (body or b""))

    def send(self, data: bytes) -> tuple[int, str]:
        host, _, port = self.place.partition(":")
        with socket.create_connection((host, int(port)), timeout=WAIT) as line:
            line.sendall(data)
            heard = b"".join(iter(lambda: line.recv(65536), b""))
        head, _, body = heard.partition(b"\r\n\r\n")
        found = re.match(rb"HTTP/1.1 (\d+)", head)
        assert found, f"{data[:200]!r} was answered with {heard[:200]!r}"
        told = json.loads(body) if body.startswith(b'{"detail"') else {}
        return int(found[1]), told.get("detail", "")

    def expect_sentence(self, *odd: bytes, **asked: bytes) -> None:
        status, sentence = self.ask(**asked)  # type: ignore[arg-type]
        assert 400 <= status < 500, (odd, status)
        assert sentence, (odd, status)

    def expect_no_failure(self, *odd: bytes, **asked: bytes) -> None:
        """It may be answered; if not, by a sentence."""
        status, sentence = self.ask(**asked)  # type: ignore[arg-type]
        assert status < 400 or (status < 500 and sentence), (odd, status)


@pytest.fixture
def stranger(server: Server, owner: httpx.Client) -> Iterator[Stranger]:
    """Whatever he has sent, the table plays on, and the server has nothing to complain of."""
    stranger = Stranger(server, owner)
    yield stranger
    seat = Seat(server, stranger.table["seats"][0])
    assert seat.ask("answer", option=seat.asked["options"][0])["is"] == "done"
    assert "Traceback" not in "".join(server.log)


# --- headers -------------------------------------------------------------------------------------


def test_odd_names(stranger: Stranger) -> None:
    odd = [
        b"",
        b"[",
        b"]",
        b"[::1",
        b"[::1]:x",
        b"[v1.x]",
        b"\xff\xfe",
        b"\xe2\x84\xaa",
        b"evil.example",
        b"127.0.0.1.",
        b"::1",
    ]
    odd += [b"127.0.0.1:99999999", b"127.0.0.1:-1", b"127.0.0.1:\xb2", b"127.0.0.1:0", b"x@127.0.0.1"]
    odd += [b"127.0.0.1/x", b"127.0.0.1#x", b"127.0.0.1?x", b"127.0.0.1,evil", b"0.0.0.0", b"x" * 5000]
    for host in odd:
        stranger.expect_sentence(host, host=host)
        stranger.expect_sentence(host, path=b"/live", headers=HANDSHAKE, host=host)


def test_odd_origins(stranger: Stranger) -> None:
    odd = [
        b"",
        b"null",
        b"//",
        b"[",
        b"[::1",
        b"http://[",
        b"http://[::1",
        b"http://[v1.x]",
        b"\xff",
        b"http://\xe2\x84\xaa",
    ]
    odd += [b"http://evil.example", stranger.place.encode(), b"http://x@" + stranger.place.encode(), b"x" * 5000]
    for origin in odd:
        stranger.expect_sentence(origin, headers=b"Origin: " + origin + b"\r\n")
        stranger.expect_sentence(origin, path=b"/live", headers=HANDSHAKE + b"Origin: " + origin + b"\r\n")


def test_odd_links(stranger: Stranger) -> None:
    for link in (
        b"",
        b"Bearer",
        b"Bearer ",
        b"Bearer \xff\xfe",
        b"\xff",
        b"Basic x",
        b"Bearer " + b"x" * 9000,
        b"Bearer x y",
    ):
        stranger.expect_sentence(link, path=b"/api/seat/data", headers=b"Authorization: " + link + b"\r\n")


def test_odd_cookies(stranger: Stranger) -> None:
    values = [b"\xff", b"\xe2\x82\xac", b"", b'"\\377"', b'"\\400"', b"%ff", b"x" * 9000, b";ardennes-owner=x"]
    for cookie in (*(b"ardennes-owner=" + value for value in values), b"ardennes-owner", b"=;=;", b"\xff"):
        stranger.expect_sentence(cookie, path=b"/api/tables", headers=b"Cookie: " + cookie + b"\r\n")


# --- addresses -----------------------------------------------------------------------------------


def test_odd_addresses(stranger: Stranger) -> None:
    names = [
        b"%00",
        b"..",
        b"..%2f..%2fx",
        b"%2e%2e/index.html",
        b"%ff",
        b"x%",
        b"%u1234",
        b"\\x",
        b"x" * 5000,
        b"/etc/passwd",
    ]
    for start in (b"/assets/", b"/api/board/", b"/api/rules/", b"/api/guide/", b"/", b"/api/", b"/table/"):
        for name in names:
            stranger.expect_sentence(name, path=start + name, headers=stranger.cookie + stranger.link)
    for path in (b"*", b"//", b"http://evil/", b"/assets", b"/assets/", b"/" + b"x/" * 10_000, b"/live"):
        stranger.expect_no_failure(path, path=path)


def test_sockets_at_odd_addresses(stranger: Stranger) -> None:
    odd = (b"/", b"/x", b"/live/x", b"/live%00", b"/%ff", b"*", b"//", b"/api/games", b"/assets/x", b"/" + b"x/" * 3000)
    for path in odd:
        assert stranger.ask(path, headers=HANDSHAKE) == (404, "There is nothing at this address."), path
    told = stranger.ask(b"/x", headers=HANDSHAKE + b"Accept-Language: it\r\nAccept-Language: it\r\n")
    assert told == (404, "A questo indirizzo non c'è niente.")
    assert "ERROR" not in "".join(stranger.server.log)


def test_odd_tables(stranger: Stranger) -> None:
    for table in (b"%00", b"x", b"%ff", b"..%2f", b"x" * 5000):
        for act in (b"rename", b"delete", b"restore", b"fork", b"nothing"):
            path = b"/api/tables/" + table + b"/" + act
            body = b'{"name":"x","at":0}'
            stranger.expect_sentence(path, path=path, method=b"POST", headers=JSON + stranger.cookie, body=body)
        stranger.expect_sentence(table, path=b"/api/tables/" + table + b"/download", headers=stranger.cookie)


def test_odd_languages(stranger: Stranger) -> None:
    for language in (b"%00", b"%ff", b"..%2f..%2fx", b"x" * 5000, b"", b"EN", b"en%00", b"it&language=en"):
        asks = [b"/api/games", b"/api/rules/crossroads", b"/api/guide/crossroads", b"/api/tables", b"/api/seat/data"]
        for path in (*asks, b"/api/seat/words", b"/api/seat/history", b"/api/nothing"):
            headers = stranger.cookie + stranger.link
            stranger.expect_no_failure(path, language, path=path + b"?language=" + language, headers=headers)


def test_odd_queries(stranger: Stranger) -> None:
    numbers = [
        b"",
        b"x",
        b"1.5",
        b"1e3",
        b"true",
        b"0x10",
        b"%D9%A1",
        b"%ff",
        b"%00",
        b"9" * 5000,
        b"9" * 30,
        b"-1",
        b"1&to=2",
    ]
    for number in numbers:
        path = b"/api/seat/replay?to=" + number
        stranger.expect_sentence(path, path=path, headers=stranger.link)
        path = b"/api/seat/clip?start=" + number
        stranger.expect_no_failure(path, path=path, headers=stranger.link)
    for query in (b"%ff=%ff&&&=", b"=", b"&", b"language[]=x", b"?" * 1000, b"x" * 20_000):
        stranger.expect_no_failure(query, path=b"/api/games?" + query)
    for query in (b"case=" + b"1." * 20_000, b"search=" + b"a+" * 20_000, b"case=%F0%9F%98%80&search=%00"):
        stranger.expect_no_failure(query, path=b"/api/rules/crossroads?" + query)


def test_odd_methods(stranger: Stranger) -> None:
    for method in (b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"TRACE", b"CONNECT", b"FLY", b"get", b"G" * 500):
        for path in (b"/", b"/api/games", b"/api/tables", b"/api/seat/data", b"/live", b"/assets/x", b"/api/enter"):
            headers = stranger.cookie + stranger.link
            stranger.expect_no_failure(method, path, path=path, method=method, headers=headers)


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act", ["enter", "tables", "tables/upload", "tables/{}/rename", "tables/{}/fork", "seat/player"]
)
def test_odd_bodies(stranger: Stranger, act: str) -> None:
    path = f"/api/{act.format(stranger.table['id'])}".encode()
    for body in BODIES:
        headers = JSON + stranger.link + stranger.cookie
        stranger.expect_sentence(body[:60], path=path, method=b"POST", headers=headers, body=body)


def test_odd_wishes(stranger: Stranger) -> None:
    wishes = [b'{"game":1}', b'{"game":"\\u0000"}', b'{"game":"..%2f"}', b'{"game":"chess"}', b'{"game":null}']
    more = [
        b'"scenario":"\\u0000"',
        b'"options":["x"]',
        b'"options":"x"',
        b'"players":["x"]',
        b'"players":["\\u0000",""]',
    ]
    wishes += [b'{"game":"crossroads",' + wish + b"}" for wish in (*more, b'"automatic":7', b'"name":{}', b'"seed":7')]
    for body in wishes:
        stranger.expect_sentence(body, path=b"/api/tables", method=b"POST", headers=JSON + stranger.cookie, body=body)
    fork = f"/api/tables/{stranger.table['id']}/fork".encode()
    for number in (b"-1", b"1e400", b"9" * 6000, b"9" * 30, b'"1"', b"1.5", b"true", b"null", b"[]"):
        body = b'{"at":' + number + b"}"
        stranger.expect_sentence(body[:60], path=fork, method=b"POST", headers=JSON + stranger.cookie, body=body)


def test_odd_kinds_of_bodies(stranger: Stranger) -> None:
    kinds = [
        b"text/plain",
        b"multipart/form-data",
        b"multipart/form-data; boundary=",
        b"application/msgpack",
        b"\xff",
        b"",
    ]
    kinds += [
        b"application/x-www-form-urlencoded",
        b"application/json; charset=\xff",
        b"application/json; charset=utf-16",
    ]
    for kind in kinds:
        for body in (b"key=x", b"{}", b"\xff\x00", b"--\r\n", DEEP):
            headers = b"Content-Type: " + kind + b"\r\n"
            stranger.expect_sentence(kind, body[:9], path=b"/api/enter", method=b"POST", headers=headers, body=body)


def test_what_is_no_request_at_all(stranger: Stranger) -> None:
    for data in (
        b"\r\n\r\nx\r\n\r\n",
        b"\xff" * 100 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
    ):
        status, _ = stranger.send(data)
        assert 400 <= status < 500, data


@pytest.mark.parametrize(
    "text", ["[" * 4000, '{"do":' * 600, '{"do":"answer","option":' + "9" * 4000, '{"do":"\\ud800"}']
)
def test_odd_messages_at_a_table(stranger: Stranger, text: str) -> None:
    seat = Seat(stranger.server, stranger.table["seats"][0])
    seat.socket.send(text)
    assert seat.wait("refused")["text"]
    seat.socket.send(text.encode())
    assert seat.ask("sync")["is"] == "table"


@pytest.mark.parametrize("token", ["", "\0", "€", "x" * 3000, "\ud83d\ude00", "' or 1=1 --"])
def test_odd_tokens_in_the_first_message(stranger: Stranger, token: str) -> None:
    with entering(stranger.server, token, "it\0") as line:
        assert json.loads(line.recv(timeout=WAIT))["is"] == "closed"


# --- what is really broken -----------------------------------------------------------------------


def test_a_failure_is_logged_with_its_trace_and_told_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    @get("/broken", sync_to_thread=False)
    def broken() -> None:
        raise ZeroDivisionError("in the cellar")

    app = Litestar([broken], exception_handlers=FAILURE_HANDLERS, state={"door": Door()}, logging_config=None)  # type: ignore[arg-type]
    with TestClient(app, raise_server_exceptions=False) as client:
        reply = client.get("/broken", params={"key": "secret"}, headers={"Accept-Language": "it"})
    assert reply.status_code == 500
    assert reply.json() == {"detail": "Nel server qualcosa è andato storto: il suo registro dice che cosa."}
    assert "GET /broken failed" in caplog.text
    assert "ZeroDivisionError: in the cellar" in caplog.text
    assert "secret" not in caplog.text
