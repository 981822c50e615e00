"""A few processes that think beside the server, so that it never waits for them.

Work that belongs together (the same table's opponent) goes to the same process, which may remember what it planned.
A process that dies is replaced and its work done again; one whose work nobody wants any more is stopped.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from ardennes.errors import ArdennesError

P = ParamSpec("P")
T = TypeVar("T")

MOST_PROCESSES = 4
MOST_DEATHS = 3


class ThinkingFailed(ArdennesError):
    """What was to be thought could not be; the text says why."""


class _Process:
    """One process and the line to it; started when it is first needed."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.tables: set[str] = set()
        self._running: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None

    def start(self) -> Connection:
        """The line to the process, which is started where none runs."""
        if self._line is not None:
            return self._line
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._running = context.Process(target=_work, args=(theirs,), daemon=True, name="ardennes-thinker")
        self._running.start()
        theirs.close()
        self._line = ours
        return ours

    def stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.join()
        if self._line is not None:
            self._line.close()
            self._line = None

    @property
    def pid(self) -> int | None:
        return self._running.pid if self._running is not None else None


def _ask(line: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """Waits for the answer; EOFError or OSError if the process dies meanwhile."""
    line.send((function, args))
    answer: tuple[bool, Any] = line.recv()
    return answer


def _work(line: Connection) -> None:
    """What a process does until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            function, args = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer = True, function(*args)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        try:
            line.send(answer)
        except OSError:
            return


class Pool:
    """Some processes, never more than the machine can spare."""

    def __init__(self, size: int = 0) -> None:
        wanted = size or min(MOST_PROCESSES, max(1, (os.cpu_count() or 2) - 1))
        self._processes = [_Process() for _ in range(wanted)]
        self._waiting = ThreadPoolExecutor(wanted, thread_name_prefix="thinker")

    async def run(self, table: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``function(*args)`` in the process that thinks for this table. Cancelling it stops the process."""
        assert not kwargs, "arguments go by position"
        process = self._process_of(table)
        async with process.turn:
            for _ in range(MOST_DEATHS):
                line = process.start()
                asked = asyncio.get_running_loop().run_in_executor(self._waiting, _ask, line, function, args)
                try:
                    done, answer = await asyncio.shield(asked)
                except (EOFError, OSError):
                    process.stop()
                    continue
                except asyncio.CancelledError:
                    process.stop()
                    await asyncio.wait([asked])
                    asked.exception()
                    raise
                if not done:
                    raise ThinkingFailed(str(answer))
                found: T = answer
                return found
        raise ThinkingFailed("the process that thinks died again and again")

    def _process_of(self, table: str) -> _Process:
        for process in self._processes:
            if table in process.tables:
                return process
        freest = min(self._processes, key=lambda process: (process.turn.locked(), len(process.tables)))
        freest.tables.add(table)
        return freest

    @property
    def pids(self) -> list[int]:
        """Of the processes that run now."""
        return [process.pid for process in self._processes if process.pid is not None]

    def close(self) -> None:
        for process in self._processes:
            process.stop()
        self._waiting.shutdown(wait=False, cancel_futures=True)
