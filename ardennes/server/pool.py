"""Processes that think beside the server, one for each core, so that it never waits for them.

The thoughts of a table go to one process, which may remember what it planned. A table whose process is busy with
another one when it is its turn again moves to a process that is free; tables that share a process think in turn.
A process that dies is replaced and its work done again; one whose work nobody wants any more is stopped.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ardennes.errors import ArdennesError
from ardennes.server.mistakes import Mistake

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
Hearing = Callable[[Any], object]

MOST_DEATHS = 3
NICE = 5
"""How far the processes stand back behind the server itself, which people wait for."""


class Thinkers(Protocol):
    """Whoever works something out beside the server: processes of this machine, or workers anywhere."""

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...

    async def do(self, function: Callable[..., Any], args: tuple[Any, ...], hear: Hearing | None = None) -> Any: ...

    async def think(
        self,
        table: str,
        hear: Callable[[R], object],
        function: Callable[Concatenate[Callable[[R], None], P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T: ...

    def rest(self, table: str) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class ThinkingFailed(Mistake):
    """What was to be thought could not be; the text says why."""


class _Process:
    """One process and the line to it; started when it is first needed."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.turn = asyncio.Lock()
        self.jobs = 0
        """Done now, and waiting."""
        self._running: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None

    def start(self) -> Connection:
        """The line to the process, which is started where none runs."""
        if self._line is not None:
            return self._line
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._running = context.Process(target=_work, args=(theirs, self.nice), daemon=True, name="ardennes-thinker")
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


def _ask(line: Connection, function: Callable[..., Any], args: tuple[Any, ...], hear: Hearing | None) -> Any:
    """Waits for the answer; EOFError or OSError if the process dies meanwhile."""
    line.send((function, args, hear is not None))
    while True:
        kind, said = pickle.loads(line.recv_bytes())
        if kind == "refused":
            raise said
        if kind == "failed":
            raise ThinkingFailed("thinking-failed", reason=said)
        if kind == "done":
            return said
        if hear is not None:
            hear(said)


def _drop(asked: asyncio.Future[Any]) -> None:
    """Reads what nobody waits for any more, lest it be logged as a fault that nobody has seen."""
    if not asked.cancelled():
        asked.exception()


def _work(line: Connection, nice: int) -> None:
    """What a process does until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_end_with_the_server, daemon=True).start()

    def tell(what: object) -> None:
        line.send(("told", what))

    while True:
        try:
            request = line.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            function, args, telling = pickle.loads(request)
            answer = pickle.dumps(("done", function(tell, *args) if telling else function(*args)))
        except ArdennesError as error:
            answer = pickle.dumps(("refused", error))
        except Exception as error:
            answer = pickle.dumps(("failed", f"{type(error).__name__}: {error}"))
        try:
            line.send_bytes(answer)
        except OSError:
            return


def _end_with_the_server() -> None:
    """A thought does not go on when the server has been killed."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class Pool:
    """Some processes: as many as the machine has cores for us, where nothing else is said."""

    def __init__(self, size: int = 0, nice: int = NICE, deaths: int = MOST_DEATHS) -> None:
        wanted = size or cores()
        self._deaths = deaths
        """How often a process may die of the same work before it is given up."""
        self._processes = [_Process(nice) for _ in range(wanted)]
        self._waiting = ThreadPoolExecutor(wanted, thread_name_prefix="thinker")
        self._homes: dict[str, _Process] = {}
        """Where each table thought last."""
        self._awake: set[str] = set()
        """Tables in the middle of a row of thoughts, which stay where they are."""

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``function(*args)`` in the freest process. Cancelling it stops the process."""
        assert not kwargs, "arguments go by position"
        found: T = await self.do(function, args)
        return found

    async def do(self, function: Callable[..., Any], args: tuple[Any, ...], hear: Hearing | None = None) -> Any:
        """The same; with ``hear``, ``function(tell, *args)``."""
        return await self._do(self._freest(), function, args, hear)

    async def think(
        self,
        table: str,
        hear: Callable[[R], object],
        function: Callable[Concatenate[Callable[[R], None], P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """``function(tell, *args)`` in the process that thinks for this table; what it tells on the way is heard."""
        assert not kwargs, "arguments go by position"
        found: T = await self._do(self._home_of(table), function, args, hear)
        return found

    def rest(self, table: str) -> None:
        """A row of thoughts is over."""
        self._awake.discard(table)

    async def _do(
        self, process: _Process, function: Callable[..., Any], args: tuple[Any, ...], hear: Hearing | None
    ) -> Any:
        loop = asyncio.get_running_loop()
        heard: Hearing | None = partial(loop.call_soon_threadsafe, hear) if hear else None  # type: ignore[arg-type]
        process.jobs += 1
        try:
            async with process.turn:
                for _ in range(self._deaths):
                    asked = loop.run_in_executor(self._waiting, _ask, process.start(), function, args, heard)
                    try:
                        return await asyncio.shield(asked)
                    except (EOFError, OSError):
                        process.stop()
                    except asyncio.CancelledError:
                        process.stop()
                        asked.add_done_callback(_drop)
                        await asyncio.wait([asked])
                        raise
                    except ArdennesError:
                        raise
                    except Exception as error:  # what was said on the line cannot be understood
                        process.stop()
                        raise ThinkingFailed("thinking-failed", reason=error) from error
        finally:
            process.jobs -= 1
        raise ThinkingFailed("thinking-died")

    def _home_of(self, table: str) -> _Process:
        """Where a table thinks: where it did before, unless another process is freer when it begins anew."""
        home, freest = self._homes.get(table), self._freest()
        if home is None or (table not in self._awake and freest.jobs < home.jobs):
            home = self._homes[table] = freest
        self._awake.add(table)
        return home

    def _freest(self) -> _Process:
        """With the least to do now and soon; among equals one that runs already."""
        soon = [self._homes[table] for table in self._awake]
        return min(self._processes, key=lambda one: (one.jobs, soon.count(one), one.pid is None))

    @property
    def pids(self) -> list[int]:
        """Of the processes that run now."""
        return [process.pid for process in self._processes if process.pid is not None]

    def stop(self) -> None:
        """Ends all processes; they are started again when they are needed."""
        for process in self._processes:
            process.stop()

    def close(self) -> None:
        self.stop()
        self._waiting.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
