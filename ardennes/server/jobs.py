"""Work as jobs in the site's own database: procrastinate keeps the queue, any machine may do the work.

Whoever asks puts a job into the queue and waits for its result, which a worker writes into the table ``results``. The
key of a job says what is asked, so that the same thing is worked out once, however many processes ask for it.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import procrastinate
import sqlalchemy as sa
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

from ardennes.server.kinds import KINDS, Kind, key_of, kind_of
from ardennes.server.pool import Hearing, ThinkingFailed
from ardennes.server.schema import results
from ardennes.server.store import Store
from ardennes.server.writer import DiskTrouble
from ardennes.shapes import worked_out

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
RESULTS, PROGRESS = "results", "progress"
"""The channels on which workers tell that something is worked out, and how far it is."""
BETWEEN_LOOKS = 5.0
"""Seconds after which somebody who waits looks by himself: news may be lost."""
KEPT_FOR = 24 * 3600.0
"""Seconds after which nobody wants a result any more."""
logger = logging.getLogger(__name__)


class Result(msgspec.Struct, frozen=True):
    """What came of a job."""

    answer: bytes = b""
    trouble: str = ""
    """Why there is no answer."""


def queue(database: sa.URL, **options: Any) -> procrastinate.App:
    """The queue in a database."""
    address = database.set(drivername="postgresql").render_as_string(hide_password=False)
    return procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=address, **options))


class Jobs:
    """What :class:`~ardennes.server.pool.Pool` does in processes of its own, done by whichever worker is free."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue = queue(store.engine.url, min_size=1, max_size=3)
        self._opening: asyncio.Task[Any] | None = None
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._hearing: dict[str, list[Callable[[Any], object]]] = {}

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs, "arguments go by position"
        found: T = await self.do(function, args)
        return found

    async def think(
        self,
        table: str,
        hear: Callable[[R], object],
        function: Callable[Concatenate[Callable[[R], None], P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        assert not kwargs, "arguments go by position"
        found: T = await self.do(function, args, hear)
        return found

    async def do(self, function: Callable[..., Any], args: tuple[Any, ...], hear: Hearing | None = None) -> Any:
        name = kind_of(function)
        kind = KINDS[name]
        payload = kind.encode(args)
        key = key_of(name, args, payload)
        done = asyncio.Event()
        self._waiting.setdefault(key, set()).add(done)
        if hear is not None:
            self._hearing.setdefault(key, []).append(hear)
        try:
            return await self._result(key, name, kind, payload, done)
        finally:
            self._leave(self._waiting, key, done)
            if hear is not None:
                self._leave(self._hearing, key, hear)

    async def _result(self, key: str, name: str, kind: Kind, payload: bytes, done: asyncio.Event) -> Any:
        """Waits for a result; asks again where both job and result are lost, or the database was away."""
        asked = False
        while (found := await asyncio.to_thread(self._kept, key)) is None:
            if not asked or not await self._is_under_way(key):
                await self._defer(key, name, kind, payload)
                asked = True
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), BETWEEN_LOOKS)
            done.clear()
        if found.trouble:
            raise ThinkingFailed("thinking-failed", reason=found.trouble)
        return msgspec.msgpack.decode(found.answer, type=worked_out(kind.gives))

    async def _defer(self, key: str, name: str, kind: Kind, payload: bytes) -> None:
        """Another process may have asked for the same already."""
        job = self._queue.configure_task(name, queue=name, lock=key, queueing_lock=key, priority=kind.priority)
        try:
            await self._opened()
            await job.defer_async(key=key, payload=base64.b64encode(payload).decode())
        except AlreadyEnqueued:
            return
        except ConnectorException as error:
            logger.warning("a job cannot be put into the queue: %s", error)
            raise DiskTrouble("database-away", reason=error) from None

    async def _is_under_way(self, key: str) -> bool:
        try:
            found = await self._queue.job_manager.list_jobs_async(lock=key)
        except ConnectorException as error:
            raise DiskTrouble("database-away", reason=error) from None
        return any(job.status in ("todo", "doing") for job in found)

    async def _opened(self) -> None:
        if self._opening is None or (self._opening.done() and self._opening.exception()):
            self._opening = asyncio.ensure_future(self._queue.open_async())
        await asyncio.shield(self._opening)

    def _kept(self, key: str) -> Result | None:
        with self._store.reading() as connection:
            payload = connection.scalar(sa.select(results.c.payload).where(results.c.key == key))
        return None if payload is None else msgspec.msgpack.decode(payload, type=worked_out(Result))

    # --- news ------------------------------------------------------------------------------------

    def hear_result(self, key: str) -> None:
        for done in self._waiting.get(key, ()):
            done.set()

    def hear_progress(self, news: str) -> None:
        """How far a job has come, for whoever follows it here."""
        key, _, told = news.partition(" ")
        followers = self._hearing.get(key)
        if followers:
            progress = msgspec.msgpack.decode(
                base64.b64decode(told), type=worked_out(KINDS[key.partition(":")[0]].tells)
            )
            for hear in list(followers):
                hear(progress)

    def forget_old(self) -> None:
        """Takes away the results that nobody wants any more."""
        statement = results.delete().where(results.c.created < time.time() - KEPT_FOR)
        with self._store.engine.begin() as connection:
            connection.execute(statement)

    # --- like a pool -----------------------------------------------------------------------------

    def rest(self, table: str) -> None:
        """Workers remember by themselves where a table thought last."""

    def stop(self) -> None:
        """There are no processes here to end."""

    def close(self) -> None:
        if self._opening is not None:
            self._closing = asyncio.ensure_future(self._queue.close_async())

    @staticmethod
    def _leave(places: dict[str, Any], key: str, one: object) -> None:
        there = places[key]
        there.remove(one)
        if not there:
            del places[key]
