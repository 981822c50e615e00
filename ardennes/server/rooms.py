"""All tables of a server."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.saves import SaveError, unpack
from ardennes.server.computers import PERSON, check_level
from ardennes.server.mistakes import Mistake, WrongLink
from ardennes.server.pool import Pool
from ardennes.server.room import Room
from ardennes.server.store import Store, TableRow
from ardennes.server.summary import stacks, summary

TOKEN_BYTES = 18


class Rooms:
    """All tables of this server; a room is opened when somebody comes in."""

    def __init__(self, store: Store, packs: Mapping[str, Path] | None = None) -> None:
        self.store = store
        self.packs = packs or {}
        """The data pack that new tables of a game are played with."""
        self.pool = Pool()
        self._open: dict[str, Room] = {}
        self._opening = asyncio.Lock()

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
    ) -> TableRow:
        """Sets up a table."""
        pack = self.packs.get(game)
        match = Match.new(
            game,
            scenario=scenario,
            options=options,
            seed=seed or secrets.token_hex(16),
            data=pack,
            automatic=automatic,
        )
        return self.add(match, name or match.game.info.title, players=players, pack=str(pack or ""))

    def add(self, match: Match, name: str, *, players: tuple[str, str] = (PERSON, PERSON), pack: str = "") -> TableRow:
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
        )
        self.store.add(row, match.records)
        return row

    def opened(self, save: bytes, name: str) -> TableRow:
        """A saved game on a table of its own, with our data or with the pack it was made with."""
        try:
            match, pack = Match.unpacked(save, name), ""
        except SaveError:
            header, _, _ = unpack(save, name)
            given = self.packs.get(header.game)
            if given is None:
                raise
            match, pack = Match.unpacked(save, name, given), str(given)
        return self.add(match, match.game.info.title, pack=pack)

    async def of_token(self, token: str) -> tuple[Room, int | None]:
        """The room a secret link leads to, and the side it sits at; None is a watcher."""
        row = await asyncio.to_thread(self.store.row_of_token, token)
        if row is None or row.deleted:
            raise WrongLink("wrong-link")
        side = row.seats.index(token) if token in row.seats else None
        return await self.room(row), side

    async def room(self, row: TableRow) -> Room:
        async with self._opening:
            if row.id not in self._open:
                self._open[row.id] = await asyncio.to_thread(Room, row, self.store, self.pool, self._load)
            return self._open[row.id]

    async def put_away(self, table_id: str) -> None:
        """Nobody thinks at a table that has been deleted."""
        room = self._open.get(table_id)
        if room is not None:
            await room.close()

    async def close(self) -> None:
        """The server stops; what was being thought is forgotten."""
        for room in self._open.values():
            await room.close()
        self.pool.close()

    def _load(self, row: TableRow) -> Match:
        header = row.header
        game = load_game(header.game)
        if game.info.rules_version != header.rules_version:
            raise Mistake("other-rules", table=row.name, version=header.rules_version)
        pack = Path(row.pack) if row.pack else None
        if pack is not None and not pack.is_dir():
            raise Mistake("pack-gone", table=row.name, pack=pack)
        kit = game.kit(header.scenario, header.options, pack)
        if kit.digest != header.data_digest:
            raise Mistake("pack-changed" if pack else "other-data", table=row.name, pack=pack)
        match = Match.replay(header, game.start(kit, header.seed), self.store.played(row.id))
        match.automatic, match.undone = list(row.automatic), list(row.undone)
        return match
