"""A worker of a site: takes jobs out of the queue and works them out in processes of its own.

It is told views, and may write nothing but results. What a worker that was killed had under way is taken up by another.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from procrastinate import JobContext
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import DeleteJobCondition

from ardennes.errors import ArdennesError
from ardennes.server.computers import Situation
from ardennes.server.database import database
from ardennes.server.jobs import PROGRESS, RESULTS, Result, queue
from ardennes.server.kinds import KINDS
from ardennes.server.pool import MOST_DEATHS, Pool, cores
from ardennes.server.schema import results, tables

BETWEEN_LOOKS = 2.0
"""Seconds after which it is looked again whether anybody still wants what is being worked out."""
LONGEST_NEWS = 7900
"""Bytes that PostgreSQL carries in one."""
logger = logging.getLogger(__name__)


class Patience(NamedTuple):
    """How soon a worker that is gone is noticed, in seconds."""

    beat: float = 5.0
    """Between two signs of life."""
    gone: float = 20.0
    """Without one: what the worker had under way is given to others."""


def check_kinds(names: Iterable[str]) -> list[str]:
    """The kinds of work named; all there are where none is."""
    wanted = list(names) or list(KINDS)
    unknown = [name for name in wanted if name not in KINDS]
    if unknown:
        raise ArdennesError(f"--kinds {unknown[0]}: there are {', '.join(KINDS)}")
    return wanted


class Worker:
    """Works until it is stopped."""

    def __init__(
        self, url: str, kinds: Iterable[str] = (), processes: int = 0, patience: Patience | None = None
    ) -> None:
        self._kinds, self._size = check_kinds(kinds), processes or cores()
        self._patience = patience or Patience()
        self._engine = database(url)
        self._pool = Pool(self._size)
        self._queue = queue(self._engine.url, min_size=1, max_size=4)
        for name in self._kinds:
            self._queue.task(name=name, queue=name, pass_context=True)(self._do)

    async def run(self) -> None:
        async with self._queue.open_async():
            taking_over = asyncio.create_task(self._take_over_now_and_then())
            try:
                await self._queue.run_worker_async(
                    queues=self._kinds,
                    concurrency=self._size,
                    delete_jobs=DeleteJobCondition.ALWAYS,
                    update_heartbeat_interval=self._patience.beat,
                    stalled_worker_timeout=self._patience.gone * 10,
                    shutdown_graceful_timeout=1.0,
                )
            finally:
                taking_over.cancel()
                self._pool.close()
                self._engine.dispose()

    # --- one job ---------------------------------------------------------------------------------

    async def _do(self, context: JobContext, key: str, payload: str) -> None:
        """Works a job out, unless nobody wants it any more or somebody has done it already."""
        name = key.partition(":")[0]
        kind = KINDS[name]
        arguments = kind.decode(base64.b64decode(payload))
        if not await asyncio.to_thread(self._is_wanted, key, arguments[0]):
            return
        if context.job.attempts >= MOST_DEATHS:
            await self._keep(key, Result(trouble="every worker that tried it died of it"))
            return
        hear = self._teller(key) if kind.tells else None
        working = asyncio.ensure_future(self._pool.do(kind.function, arguments, hear))
        try:
            while not (await asyncio.wait([working], timeout=BETWEEN_LOOKS))[0]:
                if not await asyncio.to_thread(self._is_wanted, key, arguments[0]):
                    return
            result = Result(msgspec.msgpack.encode(working.result()))
        except ArdennesError as error:
            result = Result(trouble=str(error))
        finally:
            working.cancel()
            await asyncio.wait([working])
        await self._keep(key, result)

    def _is_wanted(self, key: str, told: Any) -> bool:
        """Whether the table still stands as it was, and there is no result."""
        with self._engine.connect() as connection:
            if connection.scalar(sa.select(results.c.key).where(results.c.key == key)) is not None:
                return False
            if not isinstance(told, Situation):
                return True
            table_id = told.table.partition(":")[0]
            there = sa.and_(tables.c.id == table_id, ~tables.c.deleted)
            found = connection.execute(sa.select(tables.c.rev, tables.c.unseen).where(there)).first()
        if told.units is not None:
            return found is not None  # Others of the side play on meanwhile.
        return found is not None and found.rev - int(found.unseen.split(",")[told.side]) == told.rev

    def _teller(self, key: str) -> Any:
        """Tells how far a job has come to whoever follows it. It may be lost; nobody waits for it."""

        def tell(progress: object) -> None:
            news = f"{key} {base64.b64encode(msgspec.msgpack.encode(progress)).decode()}"
            if len(news) <= LONGEST_NEWS:
                telling.append(asyncio.create_task(asyncio.to_thread(self._notify, PROGRESS, news)))
                del telling[:-1]

        telling: list[asyncio.Task[None]] = []
        return tell

    def _notify(self, channel: str, news: str) -> None:
        with suppress(sa.exc.DBAPIError), self._engine.begin() as connection:
            connection.execute(sa.select(sa.func.pg_notify(channel, news)))

    async def _keep(self, key: str, result: Result) -> None:
        await asyncio.to_thread(self._write, key, msgspec.msgpack.encode(result))

    def _write(self, key: str, payload: bytes) -> None:
        """Once: whoever comes second has worked for nothing."""
        statement = sa.dialects.postgresql.insert(results).values(key=key, payload=payload, created=time.time())
        with self._engine.begin() as connection:
            connection.execute(statement.on_conflict_do_nothing())
            connection.execute(sa.select(sa.func.pg_notify(RESULTS, key)))

    # --- others' jobs ----------------------------------------------------------------------------

    async def _take_over_now_and_then(self) -> None:
        """Puts the jobs of workers that are gone into the queue again."""
        manager = self._queue.job_manager
        while True:
            await asyncio.sleep(self._patience.beat)
            try:
                for job in await manager.get_stalled_jobs(seconds_since_heartbeat=self._patience.gone):
                    logger.warning("job %s is taken over", job.lock)
                    await manager.retry_job(job)
            except ConnectorException as error:
                logger.warning("the queue cannot be looked at: %s", error)


GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT (id, rev, unseen, deleted) ON tables TO {role}",
    "GRANT SELECT, INSERT ON results TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON procrastinate_jobs, procrastinate_events, procrastinate_workers,"
    " procrastinate_periodic_defers TO {role}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
)
"""All that the role of workers may do."""
