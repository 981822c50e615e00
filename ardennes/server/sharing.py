"""Several processes serve the same tables: each hears what the others write, and brings its open rooms up to date.

Nobody owns a table. Whoever writes compares the revision in the same transaction, so a room that has heard nothing yet
loses no more than a try. The database itself carries the news (LISTEN and NOTIFY); what is lost on the way, while the
database was away, a sweep finds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ardennes.engine.checkpoints import APART
from ardennes.engine.saves import Record, SaveError
from ardennes.server.clip import Showing
from ardennes.server.jobs import PROGRESS, RESULTS, Jobs
from ardennes.server.kept_tables import Glance, News, TableRow
from ardennes.server.mistakes import WrongLink
from ardennes.server.numbers import SEATS
from ardennes.server.store import CHANNEL
from ardennes.server.writer import DiskTrouble

if TYPE_CHECKING:
    from ardennes.server.room import Room
    from ardennes.server.rooms import Rooms

BETWEEN_SWEEPS = 10.0
BETWEEN_CLEARINGS = 3600.0
BETWEEN_TRIES = 0.5
"""Seconds until a lost line is opened again."""
UNATTENDED = 10.0
"""Seconds after which a room with no window is closed rather than brought up to date."""
MOST_KEPT = 1000
"""News of one table that nobody has read yet."""
logger = logging.getLogger(__name__)
_news = msgspec.msgpack.Decoder(News)


class Listener:
    """A connection of its own on which the database tells the news; opened again whenever it is lost. The event loop
    waits for it as for every socket, because to wake a thread for each of the news would cost more than to read it."""

    def __init__(
        self, engine: sa.Engine, channels: Mapping[str, Callable[[str], object]], begun: Callable[[], object]
    ) -> None:
        self._engine, self._channels, self._begun = engine, channels, begun
        self.listening = False

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                logger.warning("the line to the database is lost: %s", error)
                await asyncio.sleep(BETWEEN_TRIES)

    async def _listen(self) -> None:
        connection = await asyncio.to_thread(self._opened)
        line: Any = connection.connection.driver_connection
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()
        loop.add_reader(line.fileno(), self._read, line.pgconn, lost)
        self.listening = True
        try:
            self._begun()
            await lost
        finally:
            self.listening = False
            loop.remove_reader(line.fileno())
            connection.invalidate()
            connection.close()

    def _opened(self) -> sa.Connection:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        for channel in self._channels:
            connection.exec_driver_sql(f"LISTEN {channel}")
        return connection

    def _read(self, line: Any, lost: asyncio.Future[None]) -> None:
        """What has come, as libpq's own functions tell it."""
        try:
            line.consume_input()
            while (news := line.notifies()) is not None:
                self._channels[news.relname.decode()](news.extra.decode())
        except Exception as error:
            if not lost.done():
                lost.set_exception(error)


class Heard(NamedTuple):
    """A change that somebody has told of: from which record on, and all of it where it was short enough."""

    first: int
    news: str


class Sharing:
    """Brings the open rooms of this process up to date with what the others do."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self.jobs = rooms, Jobs(rooms.store)
        self._listener: Listener | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._sweep_due = asyncio.Event()
        self._heard: dict[str, dict[int, Heard]] = {}
        """By table and revision, what has changed."""
        self._beside: set[str] = set()
        """Tables of which something else than play has changed."""
        self._refreshing: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        channels = {CHANNEL: self._hear_all, RESULTS: self.jobs.hear_result, PROGRESS: self.jobs.hear_progress}
        self._listener = Listener(self._rooms.store.engine, channels, self._sweep_due.set)
        self._tasks = [asyncio.create_task(self._listener.run()), asyncio.create_task(self._sweep_now_and_then())]

    @property
    def listening(self) -> bool:
        return self._listener is not None and self._listener.listening

    async def stop(self) -> None:
        tasks = [*self._refreshing.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    # --- news ------------------------------------------------------------------------------------

    def _hear_all(self, news: str) -> None:
        """What we have sent, or concerns no open table, is no news."""
        table_id, rev, first, sender, *told = news.split(" ")
        if sender != self._rooms.store.sender and self._rooms.is_open(table_id):
            self._hear(table_id, int(rev), Heard(int(first), "".join(told)))

    def _hear(self, table_id: str, rev: int, news: Heard) -> None:
        """Somebody has changed a table. What can be followed is followed at once."""
        if self._rooms.is_at(table_id, rev):
            return
        room = self._rooms.room_if_open(table_id)
        if room is not None and self._rooms.let_go(room, UNATTENDED):
            return
        heard = self._heard.setdefault(table_id, {})
        if rev:
            heard[rev] = news
        else:
            self._beside.add(table_id)
        if len(heard) > MOST_KEPT:
            heard.clear()
        if room is None or not rev or not self._followed(room, heard):
            self._refresh(table_id)

    def _followed(self, room: Room, heard: dict[int, Heard]) -> bool:
        """Whether nobody is at work in a room, so that it could be brought up to date by what was heard alone."""
        if room.id in self._refreshing or room.lock.locked():
            return False
        try:
            return follow_news(room, heard) and not heard
        except Exception:
            logger.exception("table %s cannot follow what was heard", room.id)
            return False

    async def _sweep_now_and_then(self) -> None:
        """Whatever was not heard is seen here. At once where the line has been opened."""
        old_forgotten = 0.0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sweep_due.wait(), BETWEEN_SWEEPS)
            self._sweep_due.clear()
            try:
                await self._sweep()
                if time.monotonic() > old_forgotten + BETWEEN_CLEARINGS:
                    await asyncio.to_thread(self.jobs.forget_old)
                    old_forgotten = time.monotonic()
            except DiskTrouble:
                continue
            except Exception:
                logger.exception("the tables cannot be compared with what is kept")

    async def _sweep(self) -> None:
        rooms = {room.id: room for room in self._rooms.open_rooms()}
        for table_id in self._heard.keys() - rooms.keys():
            del self._heard[table_id]
        known = {table_id: Glance.of(room.row)._replace(rev=room.rev) for table_id, room in rooms.items()}
        kept = await asyncio.to_thread(self._rooms.store.glance, known) if known else {}
        for table_id, seen in known.items():
            if kept.get(table_id) != seen and not self._rooms.let_go(rooms[table_id], UNATTENDED):
                self._heard.pop(table_id, None)
                self._refresh(table_id, whole=True)

    def _refresh(self, table_id: str, *, whole: bool = False) -> None:
        """One after another at each table; what is heard meanwhile is seen by the next."""
        earlier = self._refreshing.get(table_id)
        task = asyncio.create_task(self._refresh_after(earlier, table_id, whole=whole))
        self._refreshing[table_id] = task
        task.add_done_callback(lambda done: self._refreshing.get(table_id) is done and self._refreshing.pop(table_id))

    async def _refresh_after(self, earlier: asyncio.Task[None] | None, table_id: str, *, whole: bool) -> None:
        if earlier is not None:
            await asyncio.wait([earlier])
        room = await self._rooms.opened_already(table_id)
        if room is None or room.closed:
            return
        try:
            async with room.lock:
                present = await self._bring_up_to_date(room, whole=whole)
        except (DiskTrouble, asyncio.CancelledError):
            return
        except Exception:
            logger.exception("table %s cannot be brought up to date", room.id)
            return
        if not present:
            await self._rooms.put_away(table_id)

    async def _bring_up_to_date(self, room: Room, *, whole: bool) -> bool:
        """Whether the table is still there."""
        heard = self._heard.setdefault(room.id, {})
        for rev in [rev for rev in heard if rev <= room.rev]:
            del heard[rev]
        beside = room.id in self._beside
        self._beside.discard(room.id)
        if not whole and not follow_news(room, heard):
            with suppress(WrongLink):
                await room.reload()
            return True
        if not heard and not whole:
            return await _look_beside_play(room) if beside else True
        store, settled = room.store, room.match.settled
        first = min((each.first for each in heard.values()), default=settled)
        latest = await asyncio.to_thread(store.latest, room.id, first)
        if latest is None or latest[0].deleted:
            return False
        row, played = latest
        missed = [rev for rev in range(room.rev + 1, row.rev + 1) if rev not in heard]
        if missed and not whole:
            return True  # What is newer than the news is told in a moment.
        if missed or first < settled or _is_other_game(room, row) or not follow(room, row, first, played):
            with suppress(WrongLink):
                await room.reload()
        room.computer.wake()
        return await _look_beside_play(room) if beside or whole else True


def follow_news(room: Room, heard: dict[int, Heard]) -> bool:
    """Follows one change after the other as far as all of it was told, and what is left must be asked for; whether the
    table could be followed."""
    while (told := heard.get(room.rev + 1)) is not None and told.news:
        news, rev = _news.decode(b64decode(told.news)), room.rev + 1
        if news.first < room.match.settled or not follow(room, news.row(room.row, rev), news.first, list(news.played)):
            return False
        del heard[rev]
        room.computer.wake()
    return True


async def _look_beside_play(room: Room) -> bool:
    """Its name, links or whether it is deleted may have changed; whether it is still there."""
    row = await asyncio.to_thread(room.store.row, room.id)
    if row is None or row.deleted:
        return False
    room.orders.take_over(await asyncio.to_thread(room.store.order_books, room.id))
    await room.officers.look_again()
    if row.rev == room.rev:
        _take_over(room, row)
        room.tell_presence()
        room.orders.tell_to_all()
    return True


def _is_other_game(room: Room, row: TableRow) -> bool:
    """Whether it goes on under other rules or with other dice."""
    kept = room.match.header
    return (kept.rules_version, kept.data_digest, kept.dice_seed) != (
        row.header.rules_version,
        row.header.data_digest,
        row.header.dice_seed,
    )


def _take_over(room: Room, row: TableRow) -> None:
    """The data pack is found on this machine, whatever others have found."""
    room.match.header = row.header
    room.take_over(msgspec.structs.replace(row, pack=room.row.pack, lost_pack=room.row.lost_pack, stacks=()))


def follow(room: Room, row: TableRow, first: int, played: list[Record]) -> bool:
    """Plays what others have played, with what they drew, and tells the windows as if it had been done here; whether
    that could be done."""
    match = room.match
    before, count, revs = match.asked, len(match.records), {side: room.rev_of(side) for side in SEATS}
    pairs = zip(match.records[first:], played, strict=False)
    same = first + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    new = played[same - first :]
    showing = None
    try:
        match.go_back_to(same)
        if new and new[0].run and same == count:
            showing = Showing(match, new[0].side, {window.side for window in room.windows})
        for answer in _answers(new):
            match.catch_up(answer, known=True)
            if showing is not None:
                showing.take()
    except SaveError:
        logger.exception("table %s: what others have played cannot be played here", room.id)
        return False
    match.undone, match.automatic = list(row.undone), list(row.automatic)
    room.kept_at = match.keeper.last.number
    match.keeper.thinned.clear()
    _take_over(room, row)
    told = {side for side in SEATS if room.rev_of(side) != revs[side]}
    if told:
        room.note_question(before, new, told, cut=same < count)
        room.scenes.tell_change(same, showing, told)
        room.orders.tell_of_marches()
        room.officers.tell()
    else:
        room.tell_presence()
    match.forget_events(len(match.records) - APART)
    return True


def _answers(records: list[Record]) -> list[list[Record]]:
    """Each answer with what then answered itself."""
    groups: list[list[Record]] = []
    for record in records:
        if record.kind == "forced" and groups:
            groups[-1].append(record)
        else:
            groups.append([record])
    return groups
