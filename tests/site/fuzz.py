"""Messages and requests that nobody in his right mind would send, to a real site: `python -m tests.site.fuzz`.

Nothing may crash it, no reply may be a failure of the server's own, no secret may be in any, and whatever was accepted
must be allowed by the rules: the log of every table is played again at the end.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ardennes.engine.verifying import verify_log
from ardennes.server.pool import Pool
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from tests.server.serving import WAIT, bearing, entering
from tests.site.cluster import running
from tests.site.nonsense import Nonsense
from tests.site.people import People, Person, joined
from tests.site.sites import Process, site

GAMES = [
    {"scenario": "noon"},
    {"scenario": "noon", "rated": True, "share": "ab" * 16},
    {"game": "bulge1944", "scenario": "campaign"},
    {"game": "deadly_woods", "scenario": "attack"},
    {"game": "bitter_woods", "scenario": "southern_shoulder"},
    {"game": "wacht_am_rhein", "scenario": "bastogne"},
]
"""A table of each at any time; another as soon as one is over."""
VOLLEY = 12
"""Messages that a window sends in one breath; some are told that it was too much."""
BY_HTTP = 3
"""Requests after each volley."""
LAST = 4711
"""The number of a message that is always answered, after all before it."""
END = json.dumps({"do": "no such thing", "id": LAST})
AGAIN = (ConnectionClosed, OSError)
TELLING = ("/dice", "/save", "/download", "/export")
"""Where whoever may ask is told secrets, of games that are over."""
LEAST_A_REPORT = 60.0
"""Seconds."""


class Wrong(AssertionError):
    """A reply that should not have been."""


class Table:
    """A game, and what nobody may be told while it is played."""

    def __init__(self, table_id: str, players: list[Person], tokens: list[str], secrets: list[str]) -> None:
        self.id, self.players, self.tokens, self.secrets = table_id, players, tokens, secrets
        self.over = False


class Chair:
    """A window at a seat, or a watcher's."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token = table, token
        self.socket: ClientConnection | None = None
        self.options, self.rev = [0], 0

    def hear(self, told: dict[str, Any]) -> None:
        if told.get("is") in ("table", "change"):
            self.rev = told["rev"]
            self.options = list((told["asked"] or {}).get("options") or [0])
            self.table.over |= bool(told["over"])


class Fuzzer:
    """People at a table of each game, who watches them, a moderator, a stranger: all of them out of their minds."""

    def __init__(self, process: Process, url: str, dice: random.Random) -> None:
        self.process, self.dice, self.nonsense = process, dice, Nonsense(dice)
        self.done: Counter[str] = Counter()
        self._stack = ExitStack()
        self._engine = sa.create_engine(url)
        self._people = self._stack.enter_context(People(process, url))
        self.stranger = self._stack.enter_context(process.browser())
        self._owner = self._stack.enter_context(process.owner())
        self._victim = self._people.sign_up()
        self._askers = [self._people.sign_up(), self._people.sign_up("moderator"), self.stranger]
        self._chairs = [self._chairs_at(more) for more in GAMES]

    def __enter__(self) -> Fuzzer:
        return self

    def __exit__(self, *gone: object) -> None:
        for chair in (chair for chairs in self._chairs for chair in chairs):
            _leave(chair)
        self._stack.close()
        self._engine.dispose()

    @property
    def count(self) -> int:
        return self.done.total() - self.done["too often"] - self.done["tables"]

    def _chairs_at(self, more: dict[str, Any]) -> list[Chair]:
        """Two seats at a new table, one of them with two windows, and the watchers' chair."""
        players = [self._people.sign_up(), self._people.sign_up()]
        tokens = joined(*players, **more)
        (mine,) = players[0].get("/api/mine").json()
        watch = self._owner.get(f"/api/tables/{mine['id']}").json()["watch"]
        with self._engine.connect() as connection:
            found = connection.scalar(sa.text("SELECT header FROM tables WHERE id = :id"), {"id": mine["id"]})
        header = json.loads(found or "{}")
        secrets = [header[name] for name in ("seed", "salt") if header[name]]
        if mine["side"] == 1:
            players.reverse()
        table = Table(mine["id"], players, [*tokens, watch], secrets)
        self.done["tables"] += 1
        return [Chair(table, token) for token in (*tokens, tokens[0], watch)]

    # --- one of them -----------------------------------------------------------------------------

    def step(self) -> None:
        """A window says a dozen things, and somebody asks a few by HTTP."""
        number = self.dice.randrange(len(GAMES))
        chairs = self._chairs[number]
        asked = [chair for chair in chairs if len(chair.options) > 1] if self.dice.random() < 0.7 else []
        self._speak(self.dice.choice(asked or chairs))
        for _ in range(BY_HTTP):
            self._ask(self.dice.choice(chairs))
        if chairs[0].table.over and self.dice.random() < 0.1:
            for chair in chairs:
                _leave(chair)
            self._chairs[number] = self._chairs_at(GAMES[number])

    def _speak(self, chair: Chair) -> None:
        try:
            if chair.socket is None:
                chair.socket = entering(self.process.base, chair.token)
                self._hear(chair, "table")
            for _ in range(VOLLEY):
                chair.socket.send(self.nonsense.message(chair.options, chair.rev))
                self.done["socket"] += 1
            chair.socket.send(END)
            self._hear(chair, "refused", LAST)
        except AGAIN:
            _leave(chair)

    def _hear(self, chair: Chair, kind: str, number: int | None = None) -> None:
        """All that is said, up to this."""
        assert chair.socket is not None
        while True:
            heard = str(chair.socket.recv(timeout=WAIT))
            told = json.loads(heard)
            chair.hear(told)
            self._check(heard, chair.token)
            self.done["too often"] += told.get("code") == "message" and "wait a moment" in told["text"]
            if told["is"] == kind and (number is None or told.get("to") == number):
                return

    def _ask(self, chair: Chair) -> None:
        side = self.dice.randrange(2)
        asker = self.dice.choice([*self._askers, chair.table.players[side], chair.table.players[side]])
        tables = [chairs[0].table.id for chairs in self._chairs]
        sent = self.nonsense.sent(tables, self._victim.name, chair.options)
        headers = bearing(self.dice.choice([chair.token, chair.token, "wrong"])) if self.dice.random() < 0.5 else {}
        body = {} if sent.method == "GET" else {"content": sent.content}
        try:
            address = httpx.URL(self.process.base).join(sent.path)
            reply = asker.request(sent.method, address, headers={**headers, "Content-Type": "application/json"}, **body)
        except httpx.TimeoutException:
            raise Wrong(f"{sent}: no answer") from None
        except (httpx.InvalidURL, ValueError, TypeError):
            return
        self.done[f"http {reply.status_code // 100}xx"] += 1
        if reply.status_code >= 500:
            raise Wrong(f"{sent}: {reply.status_code} {reply.text[:300]}")
        may_be_told = address.path.endswith(TELLING) and reply.is_success
        own = chair.table.tokens[side] if asker is chair.table.players[side] else ""
        self._check("" if may_be_told else reply.text, chair.token, own)

    def _check(self, heard: str, *known: str) -> None:
        if "made a mistake" in heard or "Something went wrong" in heard:
            raise Wrong(f"the server failed: {heard[:300]}")
        for table in (chairs[0].table for chairs in self._chairs) if hasattr(self, "_chairs") else ():
            others = [each for each in table.tokens if each not in known]
            for secret in (*(() if table.over else table.secrets), *others):
                if secret in heard:
                    raise Wrong(f"a secret was told: {heard[:300]}")


def _leave(chair: Chair) -> None:
    if chair.socket is not None:
        with suppress(*AGAIN):
            chair.socket.close()
        chair.socket = None


def check_logs(url: str) -> int:
    """Plays the log of every table again; how many answers there were."""
    store = Store(url)
    rooms, answers = Rooms(store), 0
    try:
        with store.engine.connect() as connection:
            ids = list(connection.scalars(sa.text("SELECT id FROM tables")))
        for table_id in ids:
            answers += verify_log(rooms.match_of(table_id))
    finally:
        if isinstance(rooms.pool, Pool):
            rooms.pool.close()
        rooms.lanes.close()
        store.close()
    return answers


@contextmanager
def fuzzed(url: str, folder: Path, messages: int, seed: int) -> Iterator[Counter[str]]:
    """So many messages and requests, and what came of them."""
    with site(url, folder, 1) as (process,):
        with Fuzzer(process, url, random.Random(seed)) as fuzzer:
            reported = time.monotonic()
            while fuzzer.count < messages:
                fuzzer.step()
                if time.monotonic() > reported + LEAST_A_REPORT:
                    assert fuzzer.stranger.get("/readyz").status_code == 200
                    reported = time.monotonic()
                    print(f"{fuzzer.count}: {dict(fuzzer.done)}", flush=True)
            assert fuzzer.stranger.get("/readyz").status_code == 200
            yield fuzzer.done
        failures = [line for line in process.log if "Traceback" in line or "failed" in line]
        assert failures == [], failures[:5]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.site.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    with running() as cluster, tempfile.TemporaryDirectory() as folder:
        url = cluster.url(cluster.new())
        Store(url).close()
        with fuzzed(url, Path(folder), wanted.messages, wanted.seed) as done:
            print(dict(done))
        print(f"{check_logs(url)} accepted answers, all of them allowed")


if __name__ == "__main__":
    main()
