"""What a site does by itself: looks after tables that are due, and sends what is to be sent.

These are jobs of procrastinate, done by whichever web process is free: they need addresses and tables, which the role
of workers may not see. What is due stands in our own tables; a job only says that somebody should look. So a job that
is lost, or done twice, does no harm.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
import sqlalchemy as sa
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import DeleteJobCondition

from ardennes.errors import ArdennesError
from ardennes.numbers import ENEMY_OF, SIDES
from ardennes.server.jobs import queue
from ardennes.server.mistakes import Mistake
from ardennes.server.people.attending import Attended, attend_due
from ardennes.server.people.channels import MOST_FAILURES, Channel, Channels, Letter
from ardennes.server.people.contests import Contests
from ardennes.server.people.notices import KEPT_FOR, LINK, Event, ring, still_stands, words
from ardennes.server.people.outgoing import Refusing
from ardennes.server.room_terms import claim
from ardennes.server.schema import accounts, channels, deliveries, notices, present, tables
from ardennes.server.site import Site
from ardennes.server.store import Store
from ardennes.server.writer import DATABASE_ERRORS
from ardennes.shapes import worked_out

if TYPE_CHECKING:
    from ardennes.server.rooms import Rooms

CHORES: Final = "chores"
EVERY: Final = "* * * * * */5"
"""Looks each five seconds, whichever process does."""
GONE: Final = 20.0
BETWEEN_TRIES: Final = 3.0
BETWEEN_SIGNS: Final = 20.0
BETWEEN_FAILURES: Final = 60.0
MOST_LINES: Final = 30
logger = logging.getLogger(__name__)


class Chores:
    """Those of one process."""

    def __init__(self, store: Store, rooms: Rooms, ways: Channels, site: Site) -> None:
        self._store, self._rooms, self._ways, self._site = store, rooms, ways, site
        self._contests = Contests(store.engine, store.clock, store.notice_after)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._say_who_is_here())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _work(self) -> None:
        """A database that is away comes back."""
        while True:
            app = queue(self._store.engine.url, min_size=1, max_size=3)
            look = app.task(name="look", queue=CHORES, queueing_lock="look")(self._look)
            app.periodic(cron=EVERY)(look)
            app.task(name="send", queue=CHORES)(self.send)
            self._queue = app
            try:
                async with app.open_async():
                    await app.run_worker_async(
                        queues=[CHORES],
                        concurrency=4,
                        delete_jobs=DeleteJobCondition.ALWAYS,
                        install_signal_handlers=False,
                        update_heartbeat_interval=5.0,
                        stalled_worker_timeout=GONE * 10,
                        shutdown_graceful_timeout=1.0,
                    )
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger.warning("the chores wait for the database: %s", error)
            await asyncio.sleep(BETWEEN_TRIES)

    # --- looking ---------------------------------------------------------------------------------

    async def _look(self, timestamp: int) -> None:
        """What is due, and what another process has left in the middle."""
        with suppress(ConnectorException):
            for job in await self._queue.job_manager.get_stalled_jobs(queue=CHORES, seconds_since_heartbeat=GONE):
                await self._queue.job_manager.retry_job(job)
        for channel in await self.look():
            with suppress(AlreadyEnqueued, ConnectorException):
                name = f"send:{channel}"
                await self._queue.configure_task("send", queue=CHORES, queueing_lock=name, lock=name).defer_async(
                    channel=channel
                )

    async def look(self) -> list[str]:
        """Attends to tables and contests; the channels by which something is to be sent now."""
        await asyncio.to_thread(self._contests.begin_full)
        for attended in await asyncio.to_thread(
            attend_due, self._store.engine, self._store.clock(), self._store.notice_after
        ):
            try:
                await self._wake(attended)
            except ArdennesError as error:
                logger.warning("table %s cannot be attended to: %s", attended.table_id, error)
        return await asyncio.to_thread(self._channels_due)

    async def _wake(self, attended: Attended) -> None:
        """Opens the table, if somebody must answer there who has no window, or has no time left."""
        row = await asyncio.to_thread(self._store.row, attended.table_id)
        if row is None or not (attended.is_out or attended.wakes):
            return
        room = await self._rooms.room(row)
        room.computer.wake()
        if attended.is_out and room.match.asked is not None:
            async with room.lock:
                with suppress(Mistake):
                    await claim(room, ENEMY_OF[room.match.asked.side])

    def _channels_due(self) -> list[str]:
        now = self._store.clock()
        with self._store.engine.begin() as connection:
            old = notices.c.created < now - KEPT_FOR
            connection.execute(deliveries.delete().where(deliveries.c.notice.in_(sa.select(notices.c.id).where(old))))
            connection.execute(notices.delete().where(old))
            return list(connection.scalars(sa.select(deliveries.c.channel).where(deliveries.c.at <= now).distinct()))

    # --- sending ---------------------------------------------------------------------------------

    async def send(self, channel: str) -> None:
        """All that is due by a channel, in one letter."""
        found = await asyncio.to_thread(self._letter, channel)
        if found is None:
            return
        way, letter, told = found
        try:
            await asyncio.to_thread(self._ways.send, way, letter, self._site)
        except (OSError, Refusing, Mistake, ValueError) as error:
            logger.warning("a notice cannot be sent by %s: %s", way.kind, type(error).__name__)
            await asyncio.to_thread(self._failed, way, told)
        else:
            await asyncio.to_thread(self._sent, way, told)

    def _letter(self, channel_id: str) -> tuple[Channel, Letter, list[str]] | None:
        """What is still to be told. What was answered or seen meanwhile is withdrawn."""
        now, events, told = self._store.clock(), [], []
        joined = deliveries.join(notices, notices.c.id == deliveries.c.notice)
        joined = joined.outerjoin(tables, tables.c.id == notices.c.table_id)
        columns = (
            notices.c.id,
            notices.c.data,
            notices.c.seen,
            notices.c.table_id,
            tables.c.turn_since,
            tables.c.deleted,
            tables.c.summary,
        )
        due = sa.and_(deliveries.c.channel == channel_id, deliveries.c.at <= now)
        with self._store.engine.begin() as connection:
            row = connection.execute(channels.select().where(channels.c.id == channel_id)).mappings().first()
            if row is None:
                return None
            query = sa.select(*columns).select_from(joined).where(due).order_by(notices.c.created)
            for each in connection.execute(query).mappings().all():
                event = msgspec.json.decode(each["data"], type=worked_out(Event))
                told.append(each["id"])
                if not each["seen"] and still_stands(event, each if each["table_id"] else None):
                    events.append(event)
            language = connection.scalar(sa.select(accounts.c.language).where(accounts.c.id == row["account"])) or ""
            if not events or row["off"]:
                this = sa.and_(deliveries.c.channel == channel_id, deliveries.c.notice.in_(told))
                connection.execute(deliveries.delete().where(this))
                return None
        lines = [words(event, language) for event in events[:MOST_LINES]]
        subject = lines[0] if len(lines) == 1 else Mistake("notices-many", many=len(events)).told(language)
        one = events[0].table_id if len({event.table_id for event in events}) == 1 else None
        link = f"{self._site.public}{LINK}{one}" if one else f"{self._site.public}/"
        return Channel.of(row), Letter(subject, lines, link, Mistake("notices-stop").told(language)), told

    def _sent(self, way: Channel, told: list[str]) -> None:
        with self._store.engine.begin() as connection:
            this = sa.and_(deliveries.c.channel == way.id, deliveries.c.notice.in_(told))
            connection.execute(deliveries.delete().where(this))
            connection.execute(channels.update().where(channels.c.id == way.id).values(failures=0))

    def _failed(self, way: Channel, told: list[str]) -> None:
        """Tried again later; after too many failures in a row it is switched off, and the bell says so."""
        now, failures = self._store.clock(), way.failures + 1
        this = sa.and_(deliveries.c.channel == way.id, deliveries.c.notice.in_(told))
        with self._store.engine.begin() as connection:
            off = "failures" if failures >= MOST_FAILURES else ""
            connection.execute(channels.update().where(channels.c.id == way.id).values(failures=failures, off=off))
            if off:
                connection.execute(deliveries.delete().where(deliveries.c.channel == way.id))
                ring(connection, [Event(account=way.account, kind="channel", name=way.kind)], now)
            else:
                later = now + BETWEEN_FAILURES * 2**failures
                connection.execute(deliveries.update().where(this).values(at=later))

    # --- who is here -----------------------------------------------------------------------------

    async def _say_who_is_here(self) -> None:
        """At which seats windows of this process are open; others ask the database."""
        while True:
            here = [
                {"table_id": room.id, "side": side, "number": number, "at": self._store.clock()}
                for room in self._rooms.open_rooms()
                for side in SIDES
                for number in {window.number for window in room.windows.at(side)}
            ]
            try:
                if here:
                    await asyncio.to_thread(self.keep_present, here)
            except DATABASE_ERRORS as error:
                logger.info("who is here cannot be kept: %s", type(error).__name__)
            await asyncio.sleep(BETWEEN_SIGNS)

    def keep_present(self, here: list[dict[str, Any]]) -> None:
        statement = sa.dialects.postgresql.insert(present)
        newest = statement.on_conflict_do_update(
            index_elements=["table_id", "side", "number"], set_={"at": statement.excluded.at}
        )
        with self._store.engine.begin() as connection:
            connection.execute(newest, here)
