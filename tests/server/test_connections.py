"""Connections that ask nothing, ask byte by byte or do not read: cut off in time, and never so many that one who asks
is kept out."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import uvicorn

from ardennes.server import connections
from ardennes.server.app import LARGEST_BODY, make_app
from ardennes.server.network import Network
from ardennes.server.run import listening
from ardennes.server.sockets import settings
from ardennes.server.store import Store
from tests.server.serving import WAIT, Seat, bearing, new_table, serving

FEW_FILES = ("sh", "-c", 'ulimit -n 256; exec "$@"', "sh")
MORE_THAN_FILES = 500
SLOW_HEADERS = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
SLOW_BODY = (
    b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
)
SILENT_SOCKET = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SEARCH = b"GET /api/rules/bulge1944?search=a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
Place = tuple[str, int]


def line_to(place: Place, data: bytes = b"", receive_buffer: int = 0) -> socket.socket:
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(WAIT)
    line.connect(place)
    line.sendall(data)
    return line


def place_of(base: str) -> Place:
    host, _, port = base.removeprefix("http://").partition(":")
    return host, int(port)


def heard(line: socket.socket) -> bytes:
    """All that is said until the other end closes."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def send_without_end(line: socket.socket) -> None:
    while True:
        time.sleep(0.05)
        line.sendall(b"x")


# --- how long ------------------------------------------------------------------------------------


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A server that waits for nobody."""
    for name in ("SECONDS_TO_ASK", "SECONDS_TO_SEND", "SECONDS_TO_READ"):
        monkeypatch.setattr(connections, name, 0.5)
    store, door = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), listening(0)
    app = make_app(store, "key", Network(door.getsockname()[1]))
    running = uvicorn.Server(settings(app, timeout_keep_alive=3600))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        yield door.getsockname()
    finally:
        running.should_exit = True
        thread.join()
        door.close()
        store.close()


def drip(line: socket.socket, data: bytes) -> bytes:
    """Sends a byte now and then until the other end has had enough; what it said."""
    line.settimeout(0.1)
    for number in range(int(WAIT / 0.1)):
        try:
            line.sendall(data[number % len(data) :][:1])
            return heard(line)
        except TimeoutError:
            continue
        except OSError:
            return b""
    raise AssertionError("it goes on for ever")


@pytest.mark.filterwarnings("ignore::litestar.utils.deprecation.LitestarDeprecationWarning")
@pytest.mark.parametrize("begun", [b"", SLOW_HEADERS, SLOW_BODY], ids=["nothing", "headers", "body"])
def test_a_request_that_does_not_come_is_given_up(hasty: Place, begun: bytes, caplog: pytest.LogCaptureFixture) -> None:
    silent = heard(line_to(hasty, begun))
    assert silent.startswith(b"HTTP/1.1 408 ")
    assert json.loads(silent.partition(b"\r\n\r\n")[2]) == {"detail": "The rest of the request has not come in time."}
    assert b"408" in drip(line_to(hasty, begun), b"x" * 10)
    assert "Traceback" not in caplog.text


@pytest.mark.filterwarnings("ignore::litestar.utils.deprecation.LitestarDeprecationWarning")
def test_the_next_request_of_a_connection_has_as_long_and_speaks_its_language(hasty: Place) -> None:
    line = line_to(hasty, b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: it\r\n\r\n")
    assert b" 200 " in line.recv(65536)
    assert b"Il resto della richiesta" in heard(line)


@pytest.mark.filterwarnings("ignore::litestar.utils.deprecation.LitestarDeprecationWarning")
def test_who_does_not_read_the_answers_is_cut_off(hasty: Place) -> None:
    line = line_to(hasty, receive_buffer=4096)
    with suppress(TimeoutError):
        line.settimeout(0.5)
        line.sendall(SEARCH * 2000)
    line.settimeout(WAIT)
    with pytest.raises(ConnectionError):
        send_without_end(line)


# --- how many ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun", [b"", SLOW_BODY, SILENT_SOCKET, SEARCH * 3], ids=["nothing", "body", "socket", "answers unread"]
)
def test_nobody_can_use_up_the_descriptors(tmp_path: Path, begun: bytes) -> None:
    """More connections than the server may have files, all at once and from the address the players have."""
    with serving(tmp_path, under=FEW_FILES) as server, server.owner() as owner:
        table = new_table(owner)
        crowd = [line_to(place_of(server.base), begun, 4096) for _ in range(MORE_THAN_FILES)]
        seats = [Seat(server, token) for token in table["seats"]]
        seat = seats[seats[0].asked["side"]]
        assert seat.ask("answer", option=seat.asked["options"][0])["is"] == "done"
        assert httpx.get(f"{server.base}/api/seat/data", headers=bearing(table["watch"]), timeout=WAIT).is_success
        assert httpx.get(f"{server.base}/api/games", timeout=WAIT).is_success
        for line in crowd:
            line.close()
        assert "Traceback" not in "".join(server.log)
        assert "out of system resource" not in "".join(server.log)


def test_large_requests_are_cut_short(tmp_path: Path) -> None:
    """However much is announced, little of it is read: anybody may send one, and all at once."""
    with serving(tmp_path) as server:
        begun = SLOW_BODY.replace(b"Length: 50", b"Length: 9000000").replace(b"{", b"[" * LARGEST_BODY)
        line = line_to(place_of(server.base), begun + b"[")
        assert line.recv(65536).startswith(b"HTTP/1.1 413 ")
