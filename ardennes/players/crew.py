"""Playouts over all cores: helpers of one thinking process, each of which plays out what it is given.

A thinking process of a server may have no children of its own kind, so a helper is a plain program that reads playouts
and writes what they came to. It ends when whoever started it does. The same playouts come to the same on any number of
helpers, and in this process too, because worlds are opened from the same bytes.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO, NamedTuple

from ardennes.engine.advice import AnyAdvice
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position
from ardennes.engine.procedure import advance
from ardennes.engine.saves import decode_position, encode_position
from ardennes.players.advisers import advice_for
from ardennes.players.thinking import Playout, play_out


class Box(NamedTuple):
    """Which game a helper must open to play."""

    game: str
    scenario: str
    options: tuple[str, ...]
    pack: str
    version: int


class Work(NamedTuple):
    """What one helper is given at a time."""

    box: Box
    worlds: tuple[bytes, ...]
    playouts: tuple[Playout, ...]


class Helpers:
    """Started when they are first needed; called as a crew."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._running: list[subprocess.Popen[bytes]] = []

    def crew_for(self, data: GameData, advice: AnyAdvice) -> Callable[..., list[tuple[float, int]]]:
        """Whoever plays out positions of a game."""
        pack = str(data.pack_folder or "")
        box = Box(data.game.id, data.scenario, tuple(sorted(data.options)), pack, advice.version)

        def crew(worlds: Sequence[Position], playouts: Sequence[Playout]) -> list[tuple[float, int]]:
            return self._play(box, tuple(map(encode_position, worlds)), playouts)

        return crew

    def _play(self, box: Box, worlds: tuple[bytes, ...], playouts: Sequence[Playout]) -> list[tuple[float, int]]:
        """Helper by helper every so many of them, all at once; a lone one would be no help."""
        if self.count == 1:
            return played(Work(box, worlds, tuple(playouts)))
        self._start()
        shares = [tuple(playouts[first :: self.count]) for first in range(self.count)]
        for helper, share in zip(self._running, shares, strict=True):
            if share:
                _send(helper.stdin, Work(box, worlds, share))
        found: list[tuple[float, int]] = [(0.0, 0)] * len(playouts)
        for first, (helper, share) in enumerate(zip(self._running, shares, strict=True)):
            if share:
                found[first :: self.count] = pickle.load(helper.stdout)  # type: ignore[arg-type]
        return found

    def _start(self) -> None:
        """All of them; anew where one has died."""
        if any(helper.poll() is not None for helper in self._running):
            self.stop()
        while len(self._running) < self.count:
            command = [sys.executable, "-c", f"from {__name__} import main; main()"]
            self._running.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))

    def stop(self) -> None:
        for helper in self._running:
            helper.kill()
            helper.communicate()
        self._running.clear()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=2)
def helpers(count: int) -> Helpers:
    """Those of this process."""
    found = Helpers(count)
    atexit.register(found.stop)
    return found


# --- in a helper -------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _data_of(box: Box) -> GameData:
    return load_game(box.game).load_data(box.scenario, frozenset(box.options), Path(box.pack) if box.pack else None)


@lru_cache(maxsize=16)
def _world(box: Box, world: bytes) -> Position:
    p = decode_position(_data_of(box), world)
    advice = advice_for(p.data, box.version)
    assert advice is not None
    opened: Position = advice.reveal_all(p)
    opened.asked = advance(opened)
    return opened


def played(work: Work) -> list[tuple[float, int]]:
    """What playouts come to."""
    advice = advice_for(_data_of(work.box), work.box.version)
    assert advice is not None
    return [play_out(advice, _world(work.box, work.worlds[each.world]), each) for each in work.playouts]


def _send(line: IO[bytes] | None, what: object) -> None:
    assert line is not None
    pickle.dump(what, line)
    line.flush()


def main() -> None:
    """Plays out what comes in until nothing more can come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            work = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, played(work))
