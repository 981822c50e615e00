"""All tables of a server. A room is opened when somebody comes to a table, and closed when nobody has been there for
a while: it is only a copy of what the store keeps."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ardennes.engine.checkpoints import APART
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.packed_records import PackedRecords
from ardennes.engine.reopening import beginnings, reopen
from ardennes.engine.saves import Kept, SaveError, unpack
from ardennes.engine.shared_data import shared_data
from ardennes.errors import ArdennesError
from ardennes.numbers import Side
from ardennes.server.commands import CHIEF
from ardennes.server.computers import PERSON, check_level
from ardennes.server.kept_commands import place_of_token
from ardennes.server.kept_tables import Checkpoint, TableRow
from ardennes.server.memory import give_back_memory
from ardennes.server.mistakes import Mistake, NotThere, WrongLink
from ardennes.server.pace import Timer
from ardennes.server.past import leads_to_its_positions
from ardennes.server.pool import Pool, Thinkers
from ardennes.server.room import Room
from ardennes.server.store import Stale, Store
from ardennes.server.summary import stacks, summary
from ardennes.server.work import Asker, Lanes

if TYPE_CHECKING:
    from ardennes.server.sharing import Sharing

TOKEN_BYTES = 18
OPENERS = 4
"""Rooms that can be opened at the same time, each in a thread."""
IDLE_SECONDS = 15 * 60.0
"""After which a room without windows and thoughts is closed."""
PENDING, FAILED = "pending", "failed"
"""What is known of the log of a file that somebody brought; nothing is said of one that is sound."""
logger = logging.getLogger(__name__)
WORTH_COLLECTING = 0.25
"""Memory is given back when more rooms have been closed than this share of those that are open."""


class Rooms:
    """All tables of this server, and never more than one room for each."""

    def __init__(
        self,
        store: Store,
        packs: Mapping[str, Path] | None = None,
        *,
        open_dice: bool = False,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.store = store
        self.open_dice = open_dice
        """Whether whoever names a seed may know the dice: for demonstrations and tests."""
        self.packs = packs or {}
        """The data pack that new tables of a game are played with."""
        self.sharing = _sharing(self) if store.is_shared else None
        """Where other processes serve the same tables."""
        self.pool: Thinkers = self.sharing.jobs if self.sharing else Pool()
        self.lanes = Lanes(self.sharing.jobs if self.sharing else None)
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._openers = ThreadPoolExecutor(OPENERS, thread_name_prefix="opener")
        self._idle_seconds = idle_seconds
        self._closed = 0
        """Rooms, since memory was last given back."""
        self._watch: asyncio.Task[None] | None = None
        self._checks: set[asyncio.Task[None]] = set()

    def new(
        self,
        game: str,
        scenario: str,
        options: Iterable[str],
        name: str,
        seed: str = "",
        *,
        players: tuple[str, str] = (PERSON, PERSON),
        automatic: bool = True,
        known_dice: bool = False,
        pack: Path | None = None,
        timer: Timer | None = None,
    ) -> TableRow:
        """Sets up a table. A seed that somebody names is mixed with a secret, unless the dice are to be known."""
        pack, known = pack or self.packs.get(game), bool(seed) and (known_dice or self.open_dice)
        match = Match.new(
            game,
            scenario=scenario,
            options=options,
            seed=seed if known else f"{seed}{_secret()}",
            salt=_secret(),
            pack=pack,
            automatic=automatic,
        )
        match.header = msgspec.structs.replace(match.header, known_dice=known)
        return self.add(match, name or match.game.info.title, players=players, pack=str(pack or ""), timer=timer)

    def add(
        self,
        match: Match,
        name: str,
        *,
        players: tuple[str, str] = (PERSON, PERSON),
        pack: str = "",
        timer: Timer | None = None,
    ) -> TableRow:
        """Puts a match on a table of its own, with new links."""
        now = time.time()
        row = TableRow(
            id=secrets.token_urlsafe(6),
            name=name,
            header=match.header,
            seats=(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)),
            watch=secrets.token_urlsafe(TOKEN_BYTES),
            created=now,
            updated=now,
            deleted=False,
            summary=summary(match),
            players=(check_level(players[0]), check_level(players[1])),
            pack=pack,
            automatic=(match.automatic[0], match.automatic[1]),
            stacks=stacks(match),
            timer=timer,
        )
        self.store.add(row, match.records, [Checkpoint.of(kept) for kept in match.checkpoints]).result()
        return row

    def opened(self, save: bytes, name: str) -> TableRow:
        """A saved game on a table of its own, with our data or with the pack it was made with."""
        try:
            match, pack = Match.unpacked(save, name), ""
        except SaveError:
            given = self.packs.get(unpack(save, name).header.game)
            if given is None:
                raise
            match, pack = Match.unpacked(save, name, given), str(given)
        whole = match.traced_from <= match.begun_at
        match.header = msgspec.structs.replace(match.header, log_check="" if whole else PENDING)
        self.go_on_in_secret(match)
        return self.add(match, match.game.info.title, pack=pack)

    def match_of(self, table_id: str) -> Match:
        """The game of a table as it is kept, beside the room that plays it."""
        return self._load(table_id)[1]

    def save_of(self, table_id: str) -> bytes:
        """A table as a file; with its seed where the game is over."""
        match = self.match_of(table_id)
        return match.packed(with_seed=match.over is not None)

    def go_on_in_secret(self, match: Match) -> None:
        """Somebody has this game's log, and may have its seed: from now on it has other dice."""
        if match.over is None and not (self.open_dice and match.header.seed):
            match.reseed(_secret(), _secret())

    async def of_token(self, token: str) -> tuple[Room, Side | None]:
        """The room a secret link leads to, and the side it sits at; None is a watcher."""
        room, side, _ = await self.place_of_token(token)
        return room, side

    async def place_of_token(self, token: str) -> tuple[Room, Side | None, int]:
        """The same with the number of the command, where several play a side."""
        row, place = await asyncio.to_thread(self.store.row_of_token, token), None
        if row is None:
            place = await asyncio.to_thread(place_of_token, self.store, token)
            row = await asyncio.to_thread(self.store.row, place.table_id) if place is not None else None
        if row is None or row.deleted:
            raise WrongLink("wrong-link")
        room = await self.room(row)
        # Looked up in the room again: table and link may have gone while it was being opened.
        command = room.officers.staff(place.side).commands.get(place.number) if place is not None else None
        known = (*room.row.seats, room.row.watch, *([command.token] if command else []))
        if room.row.deleted or token not in known:
            raise WrongLink("wrong-link")
        if command is not None:
            return room, command.side, command.number
        return room, Side(room.row.seats.index(token)) if token in room.row.seats else None, CHIEF

    async def renew_link(self, table_id: str, side: Side | None) -> None:
        """Gives a seat, or the watchers' chair, a new link; whoever came by the old one is shown out."""
        await asyncio.to_thread(self.store.set_link, table_id, side, secrets.token_urlsafe(TOKEN_BYTES))
        room = await self.opened_already(table_id)
        row = await asyncio.to_thread(self.store.row, table_id)
        if room is not None and row is not None:
            room.change_links(row, side)

    def rename(self, table_id: str, name: str) -> None:
        """Whoever opens the table from now on reads the new name."""
        self.store.rename(table_id, name)
        room = self._open.get(table_id)
        if room is not None:
            room.row = msgspec.structs.replace(room.row, name=name)

    async def room(self, row: TableRow) -> Room:
        """The room of a table; opened once for all who come while it is being opened."""
        room = self._open.get(row.id)
        while room is None or room.closed:
            if row.id not in self._opening:
                self._opening[row.id] = asyncio.create_task(self._open_room(row.id))
            room = await asyncio.shield(self._opening[row.id])
        room.last_used = time.monotonic()
        return room

    async def _open_room(self, table_id: str) -> Room:
        """Opened beside all others, from the row as it is kept now. What cannot be opened is not kept."""
        try:
            loop = asyncio.get_running_loop()
            room = self._open[table_id] = await loop.run_in_executor(self._openers, self._opened_room, table_id)
        finally:
            del self._opening[table_id]
        if self._watch is None:
            self._watch = asyncio.create_task(self._watch_for_idle())
        if room.match.header.log_check == PENDING:
            check = asyncio.create_task(self._check_log(room))
            self._checks.add(check)
            check.add_done_callback(self._checks.discard)
        return room

    async def _check_log(self, room: Room) -> None:
        """Has the whole log of a file played again, while the table is played on."""
        who, save = Asker(room.id, f"{room.id}:log"), room.match.packed(with_seed=False)
        try:
            sound = await self.lanes.checks.ask(who, leads_to_its_positions, save, room.row.pack)
        except ArdennesError:
            logger.exception("table %s: its log cannot be checked", room.id)
        else:
            await room.set_log_check("" if sound else FAILED)

    def is_open(self, table_id: str) -> bool:
        """Whether there is a room for a table, or will be in a moment."""
        return table_id in self._open or table_id in self._opening

    def is_at(self, table_id: str, rev: int) -> bool:
        """Whether the room of a table has come to a revision: so it has to one that was written here."""
        room = self._open.get(table_id)
        return room is not None and 0 < rev <= room.rev

    def open_rooms(self) -> list[Room]:
        """Those of tables at which somebody is, or was a while ago."""
        return list(self._open.values())

    def room_if_open(self, table_id: str) -> Room | None:
        return self._open.get(table_id)

    def let_go(self, room: Room, seconds: float) -> bool:
        """Closes a room where nobody has been for so long; whether it is closed."""
        if room.is_idle(seconds) and self._open.get(room.id) is room:
            del self._open[room.id]
            room.closed = True
            self._closed += 1
        return room.closed

    async def put_away(self, table_id: str) -> None:
        """The table has been deleted: whoever is there is told so, and its room is closed."""
        room = await self.opened_already(table_id)
        if room is not None:
            del self._open[table_id]
            await room.close(Mistake("table-deleted"))

    async def opened_already(self, table_id: str) -> Room | None:
        """The room of a table if there is one, or will be in a moment."""
        opening = self._opening.get(table_id)
        if opening is not None:
            await asyncio.wait([opening])
        return self._open.get(table_id)

    async def _watch_for_idle(self) -> None:
        """Gives back the memory of rooms that nobody needs."""
        while True:
            await asyncio.sleep(min(60.0, self._idle_seconds / 2))
            self._close_idle()
            # To look for memory takes time in which nobody is answered: not for one room among hundreds.
            if self._closed > len(self._open) * WORTH_COLLECTING:
                self._closed = 0
                await asyncio.to_thread(give_back_memory)

    def _close_idle(self) -> None:
        for room in self.open_rooms():
            self.let_go(room, self._idle_seconds)

    async def start(self) -> None:
        if self.sharing is not None:
            self.sharing.start()

    async def close(self) -> None:
        """The server stops; what was being thought is forgotten."""
        if self.sharing is not None:
            await self.sharing.stop()
        if self._watch is not None:
            self._watch.cancel()
        for check in self._checks:
            check.cancel()
        for room in self._open.values():
            await room.close()
        self._openers.shutdown(wait=False, cancel_futures=True)
        self.pool.close()
        self.lanes.close()

    def _opened_room(self, table_id: str) -> Room:
        return Room(table_id, self.store, self.pool, self.lanes, self._load)

    def _load(self, table_id: str) -> tuple[TableRow, Match]:
        """The game as it is kept now; what was taken up under other rules is kept at once."""
        while True:
            with suppress(Stale):  # Another process has just taken it up, or played on.
                return self._taken_up(table_id)

    def _taken_up(self, table_id: str) -> tuple[TableRow, Match]:
        found = self.store.of_one_revision(
            table_id, lambda: (self.store.played(table_id), self.store.checkpoints(table_id))
        )
        if found is None:
            raise NotThere("no-such-table", table=table_id)
        row, (records, made) = found
        if row.pack and not Path(row.pack).is_dir():
            row = msgspec.structs.replace(row, pack="", lost_pack=Path(row.pack).name)
        row = msgspec.structs.replace(row, stacks=())  # The lobby shows them, and asks the store.
        header = row.header
        kept = Kept(header, tuple(each.read() for each in made), records)
        try:
            pack = Path(row.pack) if row.pack else None
            data = shared_data(load_game(header.game), header.scenario, header.options, pack)
            match = reopen(data, kept, lost_pack=row.lost_pack)
        except ArdennesError as error:
            raise Mistake("table-not-opened", table=row.name, reason=error) from None
        if not header.salt or row.summary.verdict:
            # Made before the dice were secret, or over and told until the rules changed: somebody may have the seed.
            self.go_on_in_secret(match)
        match.find_unseen()
        taken_up = list(match.beginnings) != beginnings(kept) or match.records != kept.records
        if taken_up or match.header != header:
            checkpoints = [Checkpoint.of(each) for each in match.checkpoints]
            self.store.take_up(row.id, row.rev, match.header, match.records, checkpoints)
            row = msgspec.structs.replace(row, rev=row.rev + 1, header=match.header, undone=())
        match.undone = list(row.undone)
        match.automatic = list(row.automatic)
        first = max(0, len(match.records) - APART)  # What windows are shown when they come.
        match.recall(first)
        match.forget_events(first)
        match.records = PackedRecords(match.records)
        return row, match


def _sharing(rooms: Rooms) -> Sharing:
    """A household needs none of what is imported here."""
    from ardennes.server.sharing import Sharing

    return Sharing(rooms)


def _secret() -> str:
    return secrets.token_hex(16)
