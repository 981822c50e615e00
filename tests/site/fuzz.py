"""Messages and requests that nobody in his right mind would send, to a real site: `python -m tests.site.fuzz`.

Nothing may crash it, no reply may be a failure of the server's own, no secret may be in any, and whatever was accepted
must be allowed by the rules: the log of every table is played again at the end.
"""

from __future__ import annotations

import argparse
import json
import random
import string
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ardennes.engine.verifying import verify_log
from ardennes.server.pool import Pool
from ardennes.server.protocol.requests import Request
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from tests.server.serving import WAIT, bearing
from tests.site.cluster import running
from tests.site.people import People, Person, joined
from tests.site.sites import Process, site

WORDS = [str(kind.__struct_config__.tag) for kind in get_args(Request)]
"""What a window may say to a table."""
PATHS = [
    "/api/me",
    "/api/me/export",
    "/api/mine",
    "/api/mine/take",
    "/api/mine/{table}/note",
    "/api/mine/{table}/mute",
    "/api/mine/{table}/rematch",
    "/api/challenges",
    "/api/contests",
    "/api/contests/{table}",
    "/api/contests/{table}/enter",
    "/api/contests/{table}/leave",
    "/api/challenges/{table}/join",
    "/api/challenges/{table}/withdraw",
    "/api/players/{name}",
    "/api/players/{name}/report",
    "/api/players/{name}/block",
    "/api/ladder/{name}",
    "/api/moderation/reports",
    "/api/moderation/players/{name}/suspend",
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/download",
    "/api/tables/{table}/fork",
    "/api/tables/{table}/link",
    "/api/seat/data",
    "/api/seat/words",
    "/api/seat/say",
    "/api/seat/said",
    "/api/seat/dice",
    "/api/seat/save",
    "/api/seat/player",
    "/api/seat/replay",
    "/api/seat/history",
    "/api/seat/hint",
    "/api/session/link",
    "/api/session/code",
    "/api/session/finish",
    "/api/account/begin",
    "/api/account/finish",
    "/api/enter",
    "/api/rules/{name}",
    "/api/guide/{name}",
    "/assets/{name}",
]
FIELDS = ["name", "text", "token", "note", "game", "scenario", "options", "side", "rated", "share", "until", "at", "on"]
FIELDS += ["ceremony", "credential", "code", "key", "player", "table", "said", "invite", "language", "zone"]
FIELDS += ["places", "pace"]
TABLES = 4
SOON = 0.02
"""Seconds for replies that may not come."""
AGAIN = (ConnectionClosed, OSError, TimeoutError)


class Leak(AssertionError):
    """A reply that should not have been."""


class Fuzzer:
    """Two people at each of a few tables, rated and not, and a stranger: all of them out of their minds."""

    def __init__(self, process: Process, url: str, dice: random.Random) -> None:
        self.process, self.url, self.dice = process, url, dice
        self.done: Counter[str] = Counter()
        self._sockets: dict[str, ClientConnection] = {}
        self._stack = ExitStack()
        people = self._stack.enter_context(People(process, url))
        self.persons: list[Person] = [people.sign_up() for _ in range(4)]
        self.stranger = self._stack.enter_context(process.browser())
        pairs = [(self.persons[number % 4], self.persons[(number + 1) % 4]) for number in range(TABLES)]
        self.tokens = [joined(*pair, rated=number % 2 == 0, share="ab" * 16) for number, pair in enumerate(pairs)]
        self.tables = [each["id"] for person in self.persons for each in person.get("/api/mine").json()]
        self.secrets = self._secrets()
        self._options: dict[str, list[int]] = {}

    def __enter__(self) -> Fuzzer:
        return self

    def __exit__(self, *gone: object) -> None:
        for socket in self._sockets.values():
            socket.close()
        self._stack.close()

    def _secrets(self) -> list[str]:
        """What no reply may say while the games are played: seeds, salts and hashes of sessions."""
        engine = sa.create_engine(self.url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            headers = [json.loads(header) for (header,) in connection.execute(sa.text("SELECT header FROM tables"))]
            public_keys = [str(row[0]) for row in connection.execute(sa.text("SELECT hash FROM tokens"))]
        return [header[name] for header in headers for name in ("seed", "salt") if header[name]] + public_keys

    # --- one of them -----------------------------------------------------------------------------

    def step(self) -> None:
        if self.dice.random() < 0.7:
            self._say_to_a_table()
        else:
            self._ask_by_http()

    def _say_to_a_table(self) -> None:
        token = self.dice.choice(self.dice.choice(self.tokens))
        text = self._message(token)
        try:
            socket = self._socket(token)
            socket.send(text)
            wait = WAIT if text == SYNC else SOON
            for _ in range(3):
                heard = str(socket.recv(timeout=wait))
                self._check(heard, token)
                self._remember(token, heard)
                wait = SOON
        except TimeoutError:
            pass
        except AGAIN:
            self._sockets.pop(token, None)
        self.done["socket"] += 1

    def _socket(self, token: str) -> ClientConnection:
        if token not in self._sockets:
            address = f"{self.process.base.replace('http', 'ws', 1)}/live"
            socket: ClientConnection = connect(address, max_size=None, origin=self.process.base, legacy=True)  # type: ignore[arg-type, call-arg]
            socket.send(json.dumps({"do": "enter", "token": token, "language": "en"}))
            self._sockets[token] = socket
            heard = str(socket.recv(timeout=WAIT))
            self._remember(token, heard)
        return self._sockets[token]

    def _remember(self, token: str, heard: str) -> None:
        told = json.loads(heard)
        asked = told.get("asked") or {}
        if "options" in asked:
            self._options[token] = list(asked["options"]) or [0]

    def _message(self, token: str) -> str:
        dice = self.dice
        options = self._options.get(token) or [0]
        kind = dice.random()
        if kind < 0.25:
            return json.dumps({"do": "answer", "id": 1, "option": dice.choice(options), "path": []})
        if kind < 0.3:
            return "".join(dice.choices(string.printable + "\u202e\x00é", k=dice.randrange(300)))
        if kind < 0.32:
            return SYNC
        fields = {self._field(): self._value() for _ in range(dice.randrange(5))}
        message = json.dumps({"do": dice.choice([*WORDS, "leap", ""]), "id": dice.randrange(-1, 9), **fields})
        if kind > 0.9:
            at = dice.randrange(len(message))
            message = message[:at] + dice.choice(string.printable) + message[at + 1 :]
        return message

    def _field(self) -> str:
        return self.dice.choice(
            ["option", "options", "path", "rev", "steps", "to", "offer", "unit", "hex", "side", "go"]
        )

    def _ask_by_http(self) -> None:
        dice = self.dice
        browser = dice.choice([*self.persons, self.stranger])
        name = dice.choice([self.persons[0].name, "../x", "%00", "<b>", "x" * 200, "Nobody"])
        path = dice.choice(PATHS).format(table=dice.choice([*self.tables, "none", "'--"]), name=name)
        method = dice.choice(["GET", "GET", "POST", "POST", "DELETE", "PATCH", "PUT"])
        if path == "/api/me" and method == "DELETE":
            return
        headers = bearing(dice.choice([*dice.choice(self.tokens), "wrong"])) if dice.random() < 0.5 else {}
        body: dict[str, Any] = {}
        if method != "GET":
            fields = {dice.choice(FIELDS): self._value() for _ in range(dice.randrange(6))}
            text = json.dumps(fields)
            body["content"] = text if dice.random() < 0.9 else text[: dice.randrange(len(text))]
            headers["Content-Type"] = "application/json"
        query = (
            f"?{dice.choice(['at', 'to', 'language', 'after', 'start'])}={self._value()}" if dice.random() < 0.3 else ""
        )
        try:
            reply = browser.request(method, httpx.URL(self.process.base).join(path + query), headers=headers, **body)
        except (httpx.InvalidURL, ValueError, TypeError):
            return
        self.done[f"http {reply.status_code // 100}xx"] += 1
        if reply.status_code >= 500:
            raise Leak(f"{method} {path} {body}: {reply.status_code} {reply.text[:300]}")
        over = path.endswith(("/dice", "/save", "/download", "/export"))
        self._check("" if over and reply.is_success else reply.text, "")

    def _value(self) -> Any:
        dice = self.dice
        return dice.choice(
            [
                dice.randrange(-5, 5),
                dice.randrange(-(2**70), 2**70),
                dice.choice(self._options.get(dice.choice(dice.choice(self.tokens)), [1])),
                dice.random(),
                None,
                True,
                "",
                "".join(dice.choices(string.printable, k=dice.randrange(100))),
                "\ud800".encode("utf-8", "replace").decode(),
                [dice.randrange(99)] * dice.randrange(9),
                [[1, [2]]],
                {"a": [None]},
                "crossroads",
                "en",
            ]
        )

    def _check(self, heard: str, token: str) -> None:
        if "made a mistake" in heard or "Something went wrong" in heard:
            raise Leak(f"the server failed: {heard[:300]}")
        others = [each for pair in self.tokens for each in pair if each != token]
        for secret in (*self.secrets, *(others if token else ())):
            if secret in heard:
                raise Leak(f"a secret was told: {heard[:300]}")


SYNC = json.dumps({"do": "sync", "id": 7})


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
    """So many messages, and what came of them."""
    with site(url, folder, 1) as (process,):
        with Fuzzer(process, url, random.Random(seed)) as fuzzer:
            for number in range(messages):
                fuzzer.step()
                if number % 1000 == 999:
                    assert fuzzer.stranger.get("/healthz").status_code == 204
            assert fuzzer.stranger.get("/readyz").status_code == 200
            yield fuzzer.done
        failures = [line for line in process.log if "Traceback" in line or "failed" in line]
        assert failures == [], failures[:5]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
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
