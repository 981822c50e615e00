"""The real server in a process of its own, with games and tables for the bench."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec

from ardennes.bench.shape import SHAPE
from ardennes.engine.game import game_folders, game_info, load_game
from ardennes.errors import ArdennesError
from ardennes.server.pictures import digest_of_drawing, draw

PATIENCE = 60.0


class Server:
    """``ardennes play --no-browser`` on a free port, asked as its owner."""

    def __init__(self, folder: Path, games: Path | None = None) -> None:
        start = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "--no-browser", "--open-dice"]
        surroundings = {**os.environ, **({"ARDENNES_GAMES": str(games)} if games else {})}
        self.process = subprocess.Popen(
            [*start, "--port", str(free_port()), "--data-dir", str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        link = re.search(r"http://\S+", said)
        if link is None:
            raise ArdennesError(f"the server for the bench does not start; it said {said.strip()!r}")
        self.base, _, key = link[0].partition("/#/enter/")
        self._opener = build_opener(HTTPCookieProcessor())
        self.ask("/api/enter", msgspec.json.encode({"key": key}))

    def ask(self, path: str, body: bytes | None = None, *, token: str = "") -> Any:
        """What the server answers, as its owner's browser would hear it; with the link of a seat where one is named."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        with self._opener.open(Request(self.base + path, body, headers), timeout=PATIENCE) as reply:
            return msgspec.json.decode(reply.read() or b"null")

    def new_table(self, game: str) -> dict[str, Any]:
        table: dict[str, Any] = self.ask("/api/tables", msgspec.json.encode({"game": game, "seed": "bench"}))
        return table

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until_answered(port: int) -> None:
    """Waits until somebody listens on a port."""
    deadline = monotonic() + PATIENCE
    while True:
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        if monotonic() > deadline:
            raise ArdennesError(f"nobody answers on port {port}")
        sleep(0.05)


def largest_game() -> str:
    """Of the complete games, the one with the most counters."""
    complete = [load_game(name) for name in game_folders() if game_info(name).stage == "complete"]
    return max(complete, key=lambda game: len(game.load_data(game.first_scenario, ()).counters)).id


def draw_shape(games: Path) -> None:
    """Draws its map beforehand, as those of finished games are."""
    draw(bool, str(games / SHAPE), digest_of_drawing(games / SHAPE))
