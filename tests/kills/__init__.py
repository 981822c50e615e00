"""The power goes while many tables are being played: what was acknowledged is there afterwards, and nothing else.

Each kill is a real server's, at a moment nobody chose. Between two of them the file is read as the next server would.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.server.kept_tables import TableRow
from ardennes.server.store import Store
from tests.server.serving import Seat, new_table, serving

TABLES = 6
LONGEST = 0.4
"""Seconds of play before a kill, at most."""


class DatabaseGone(Exception):
    """The server has said so: whether the last act was kept is not known."""


class Table:
    """What a table's players know: what the server acknowledged, and what was on its way."""

    def __init__(self, told: dict[str, Any], seed: str) -> None:
        self.id, self.seats = told["id"], told["seats"]
        self.chosen: list[int] = []
        self.rev = 0
        self.on_its_way: list[int] | None = None
        self.over = False
        self._dice = random.Random(seed)

    def play(self, seats: list[Seat]) -> None:
        """Answers, and takes back now and then, until the power goes or the game is over."""
        try:
            while (asked := seats[0].asked) is not None:
                self._act(seats[asked["side"]])
                seats[1 - asked["side"]].wait("change", "table")
            self.over = True
        except (ConnectionClosed, DatabaseGone):
            return

    def _act(self, seat: Seat) -> None:
        undoable = seat.undoable and self._dice.random() < 0.2
        option = self._dice.choice(seat.asked["options"])
        self.on_its_way = self.chosen[:-1] if undoable else [*self.chosen, option]
        reply = seat.ask("undo") if undoable else seat.ask("answer", option=option)
        if "does not answer" in reply.get("text", ""):
            raise DatabaseGone
        assert reply["is"] == "done", reply
        self.chosen, self.rev, self.on_its_way = self.on_its_way, reply["rev"], None

    def check(self, store: Store) -> None:
        """The file says what the players know, or one step more: the one that was on its way."""
        row = store.row(self.id)
        assert row is not None
        records = store.played(self.id)
        chosen = [record.option for record in records if record.kind == "answer"]
        known = {self.rev: self.chosen, **({} if self.on_its_way is None else {self.rev + 1: self.on_its_way})}
        assert known.get(row.rev) == chosen, f"revision {row.rev} is not one of {sorted(known)}, or has other answers"
        self.chosen, self.rev, self.on_its_way = chosen, row.rev, None
        assert len(replayed(row, store).records) == row.summary.records == len(records)


def replayed(row: TableRow, store: Store) -> Match:
    """The game as the rules play it again; they refuse a log with a gap."""
    game = load_game(row.header.game)
    data = game.load_data(row.header.scenario, row.header.options)
    return Match.replay(row.header, game.start(data, row.header.seed), store.played(row.id))


class Kills:
    """One folder, one server after another."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.folder, self.seed = folder, seed
        self.database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.tables: list[Table] = []
        self.acknowledged = 0
        self._dice = random.Random(seed)

    def once(self) -> None:
        """Lets all tables be played, kills the server in the middle of it, and looks what is left."""
        with serving(self.folder) as server, server.owner() as owner:
            self._set_up(owner)
            self._play_until(server.kill, lambda table: [Seat(server, token) for token in table.seats])
        self._check()

    def _play_until(self, kill: Callable[[], None], sit_down: Callable[[Table], list[Seat]]) -> None:
        before = sum(table.rev for table in self.tables)
        seated = [sit_down(table) for table in self.tables]
        with ThreadPoolExecutor(TABLES) as players:
            playing = [players.submit(table.play, seats) for table, seats in zip(self.tables, seated, strict=True)]
            time.sleep(self._dice.uniform(0.0, LONGEST))
            kill()
        for game in playing:
            game.result()
        for seat in [seat for seats in seated for seat in seats]:
            seat.close()
        self.acknowledged += sum(table.rev for table in self.tables) - before

    def _check(self) -> None:
        store = Store(self.database)
        for table in self.tables:
            table.check(store)
        store.close()

    def _set_up(self, owner: httpx.Client) -> None:
        self.tables = [table for table in self.tables if not table.over]
        while len(self.tables) < TABLES:
            seed = f"{self.seed}-{self._dice.random()}"
            self.tables.append(Table(new_table(owner, scenario="noon", seed=seed), seed))
