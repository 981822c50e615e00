"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.reopening import Kept, reopen
from ardennes.engine.shared_data import shared_data
from ardennes.server.doors import OWNER_COOKIE
from ardennes.server.store import Store

WAIT = 120.0
T = TypeVar("T")


def free_port() -> int:
    """One that nobody else on this machine uses, unlike the usual one."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def command(pid: int) -> str:
    """What a process runs; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def children(pid: int) -> list[int]:
    """The processes a process has started to think in."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    pids = [int(child) for path in lists for child in path.read_text().split()]
    return [child for child in pids if "spawn_main" in command(child)]


def in_a_thread(work: Callable[[], T]) -> T:
    """For work with a loop of its own: the browser's driver has one running in the tests' thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    return in_a_thread(lambda: asyncio.run(work))


class Server:
    """``ardennes play --no-browser`` with its games in a folder; seeds are taken as named, unless dice are secret."""

    def __init__(self, folder: Path, *options: str, under: Sequence[str] = (), secret_dice: bool = False) -> None:
        self.folder = folder
        command = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "--no-browser"]
        command += [] if secret_dice else ["--open-dice"]
        command += ["--port", str(free_port()), "--data-dir", str(folder), *options]
        command = [*under, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.log: list[str] = []
        """What it has said since, and its warnings: read all the while, because a pipe that is full would stop it."""
        self._listen(self.process.stderr)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said {line!r} {self.log}"
        self._listen(self.process.stdout)
        self.start_link = found[0]
        self.base, _, self.key = self.start_link.partition("/#/enter/")

    def _listen(self, stream: Iterable[str] | None) -> None:
        threading.Thread(target=lambda: self.log.extend(stream or ()), daemon=True).start()

    def said(self, pattern: str) -> re.Match[str]:
        """Something that it prints sooner or later."""
        end = time.monotonic() + WAIT
        while not (found := re.search(pattern, "".join(self.log))):
            assert time.monotonic() < end, self.log
            time.sleep(0.02)
        return found

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)

    @contextmanager
    def owner(self) -> Iterator[httpx.Client]:
        """The browser of whoever started the server."""
        with httpx.Client(base_url=self.base, timeout=WAIT) as client:
            assert client.post("/api/enter", json={"key": self.key}).status_code == 204
            yield client


@contextmanager
def serving(folder: Path, *options: str, under: Sequence[str] = (), secret_dice: bool = False) -> Iterator[Server]:
    """Until it is left; ``under`` is a command that begins it."""
    server = Server(folder, *options, under=under, secret_dice=secret_dice)
    try:
        yield server
    finally:
        server.kill()


def new_table(owner: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A table for two people, where nothing else is wanted."""
    reply = owner.post("/api/tables", json={"game": "crossroads", "scenario": "dawn", "seed": "7", **wanted})
    assert reply.status_code == 201, reply.text
    table: dict[str, Any] = reply.json()
    return table


def kept_match(server: Server, table: str) -> Match:
    """A table as it is on disk, with all that is secret."""
    store = Store(f"sqlite:///{server.folder / 'tables.sqlite'}")
    row = store.row(table)
    assert row is not None
    kept = Kept(row.header, tuple(each.read() for each in store.checkpoints(table)), store.played(table))
    store.close()
    return reopen(shared_data(load_game(row.header.game), row.header.scenario, row.header.options), kept)


def bearing(token: str) -> dict[str, str]:
    """The header that has the secret of a seat's link."""
    return {"Authorization": f"Bearer {token}"}


def address_of(server: Server | str) -> str:
    """Where a server is, or the address itself."""
    return server if isinstance(server, str) else server.base


def opened(server: Server | str, *first: dict[str, Any], key: str = "") -> ClientConnection:
    """A socket of a page, and what it says first; with the owner's key, of his browser."""
    base = address_of(server)
    address = f"{base.replace('http', 'ws')}/live"
    cookie = {"Cookie": f"{OWNER_COOKIE}={key}"} if key else {}
    socket: ClientConnection = connect(address, max_size=None, origin=base, additional_headers=cookie, legacy=True)  # type: ignore[arg-type, call-arg]
    for message in first:
        socket.send(json.dumps(message))
    return socket


def entering(server: Server | str, token: str, language: str = "en", key: str = "") -> ClientConnection:
    """A socket that has said which link it has."""
    return opened(server, {"do": "enter", "token": token, "language": language}, key=key)


class Seat:
    """A window at a seat, as the page would be; of a friend's browser, or with the key of the owner's."""

    def __init__(self, server: Server | str, token: str, key: str = "") -> None:
        self.socket = entering(server, token, key=key)
        self.heard: list[str] = []
        self.table = self.wait("table")
        self.number = 0

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            text = self.socket.recv(timeout=WAIT)
            assert isinstance(text, str)
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["is"] in kinds:
                if message["is"] in ("table", "change"):
                    self.asked, self.rev, self.undoable = message["asked"], message["rev"], message["undoable"]
                return message

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer; changes heard on the way are taken in."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "do": do, **more}))
        while True:
            reply = self.wait("done", "reply", "refused", "change", "table")
            if reply.get("to") == self.number or (do in ("sync", "language") and reply["is"] == "table"):
                return reply

    def close(self) -> None:
        self.socket.close()


class BareSocket:
    """A socket without the manners of a browser: it need not read, and may be gone at any moment."""

    def __init__(self, server: Server | str, receive_buffer: int = 0) -> None:
        self._origin = address_of(server)
        host, _, port = self._origin.removeprefix("http://").partition(":")
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(WAIT)
        self.socket.connect((host, int(port)))

    def upgrade(self, *, wait: bool = True) -> None:
        """Asks for a WebSocket, and hears that it is one."""
        lines = (
            "GET /live HTTP/1.1",
            f"Host: {self._origin.removeprefix('http://')}",
            f"Origin: {self._origin}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        if wait:
            assert b"101" in self.socket.recv(4096)

    def send(self, message: dict[str, Any]) -> None:
        self.frame(1, json.dumps(message).encode())

    def frame(self, opcode: int, payload: bytes) -> None:
        """A whole message in one frame, of any kind and content; masked with zeros."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.socket.sendall(bytes([0x80 | opcode]) + length + bytes(4) + payload)

    def drop(self) -> None:
        """Gone at once, without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
