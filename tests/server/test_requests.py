"""Whatever a window sends, and whatever goes wrong with it: its sender hears one sentence, and the table goes on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import pytest

from ardennes.engine.notation import read_option
from ardennes.server.protocol.requests import (
    AboutRequest,
    AnswerRequest,
    AutomaticRequest,
    DrawRequest,
    LookRequest,
    Request,
    RunRequest,
    Step,
    SyncRequest,
)
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.seats import NotUnderstood, understood
from ardennes.server.store import Store
from ardennes.server.windows import Window
from tests.server.serving import WAIT, BareSocket, Seat, Server, T, new_table

ACTS = ["answer", "anytime", "about", "costs", "why", "overlay", "line", "fights", "what_if", "undo", "redo", "back"]
ACTS += ["take_back", "run", "group", "resign", "draw", "language", "automatic", "sync", "enter"]
NUMBERS = [-1, 0, 1, 7, 65535, 65536, (1 << 31) - 1, 1 << 31, -(1 << 31), -(1 << 40), 1 << 63, 1 << 64, 10**300]
WORDS = ["", "x", "offer", "zones", "it", "\u0000", "\ud800", "ÄÖ" * 40, "x" * 500]
LISTS: list[Any] = [[], [0], [[0]], [[7, [7]]], [[0, [], 0]], [1 << 70], list(range(600)), {}, {"a": {}}, [None], ["x"]]
VALUES: list[Any] = [None, True, False, 1.5, -0.0, 1e308, *NUMBERS, *WORDS, *LISTS]
FIELDS = ["id", "rev", "option", "options", "to", "path", "steps", "name", "unit", "hex", "side", "language", "offer"]
FIELDS += ["on"]
PLAIN: dict[str, Any] = {"option": -1, "options": [-1], "to": -1, "before": -1, "steps": [], "name": "", "unit": -1}
PLAIN |= {"hex": -1, "side": -1, "language": "", "offer": "decline"}
"""What the fields have that a request needs."""
KINDS: dict[str, Any] = {str(kind.__struct_config__.tag): kind for kind in get_args(Request)}


def random_message(dice: Random) -> str:
    """A request of any kind with anything in it; sometimes cut, sometimes with something between."""
    message: dict[str, Any] = {"do": dice.choice([*ACTS, *VALUES])} if dice.random() < 0.95 else {}
    for field in dice.sample([*FIELDS, "more"], dice.randint(0, 4)):
        message[field] = dice.choice(VALUES)
    text = json.dumps(message)
    if dice.random() < 0.1:
        cut = dice.randrange(len(text) + 1)
        text = text[:cut] + dice.choice(["", "[" * 2000, '{"a":' * 600, "\\", '"', "1e999"]) + text[cut:]
    return text


def whole(seat: Seat) -> dict[str, Any]:
    """The whole table, as soon as the seat may ask for it again."""
    deadline = time.monotonic() + WAIT
    while (reply := seat.ask("sync"))["is"] != "table":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return reply


@pytest.mark.parametrize("seed", range(4))
def test_no_message_breaks_anything_or_is_accepted_against_the_rules(
    server: Server, owner: httpx.Client, seed: int
) -> None:
    """The seat that is not asked, and a watcher, send hundreds of messages: nothing at the table changes but what they
    may change, a draw offered, an order or the end by their own hand."""
    dice, table = Random(seed), new_table(owner, scenario="noon")
    german, allied, watcher = (Seat(server, token) for token in (*table["seats"], table["watch"]))
    before = german.ask("sync")
    for sender in (allied, watcher):
        for _ in range(150):
            text = random_message(dice)
            if not any(word in text for word in ("resign", "anytime")):
                sender.socket.send(text)
        assert whole(sender)["columns"] == before["columns"]
    after = german.ask("sync")
    for part in ("rev", "asked", "log", "records", "over", "clocks"):
        assert after[part] == before[part]
    assert german.ask("answer", option=german.asked["options"][0], rev=german.rev)["is"] == "done"


@pytest.mark.parametrize("do", [do for do, kind in KINDS.items() if kind not in get_args(LookRequest)])
def test_each_request_survives_every_value_in_every_field(do: str, here: Table) -> None:
    needed = {field: value for field, value in PLAIN.items() if field in KINDS[do].__struct_fields__}
    for field in FIELDS:
        for value in VALUES:
            request = understood(json.dumps({"do": do, **needed, field: value}))
            if not isinstance(request, NotUnderstood):
                here.ask(request)
    assert "ERROR" not in here.logged()
    here.ask(SyncRequest())
    assert here.latest["is"] == "table"


def test_binary_frames_and_broken_text_harm_only_their_own_window(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner)
    seat = Seat(server, table["seats"][0])
    for opcode, payload in (
        (2, b"\x00\xff"),
        (2, json.dumps({"do": "resign"}).encode()),
        (1, b"\xff\xfe"),
        (9, b"x" * 100),
    ):
        guest = BareSocket(server)
        guest.upgrade()
        guest.send({"do": "enter", "token": table["seats"][0]})
        guest.frame(opcode, payload)
        guest.frame(1, b'{"do":"sync"}')
        assert guest.socket.recv(10)
        guest.drop()
    assert seat.ask("sync")["over"] is None


def test_a_binary_message_is_refused_and_the_socket_goes_on(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    seat.socket.send(json.dumps({"do": "resign"}).encode())
    assert "makes no sense" in seat.wait("refused")["text"]
    assert seat.ask("sync")["over"] is None


def test_a_refusal_finds_whoever_waits_for_it(server: Server, owner: httpx.Client) -> None:
    seat = Seat(server, new_table(owner)["seats"][0])
    seat.socket.send(json.dumps({"id": 77, "do": "answer", "option": "x"}))
    assert seat.wait("refused")["to"] == 77


# --- what goes wrong inside ----------------------------------------------------------------------


class Table:
    """A room over a real store, and a window at the seat that is asked."""

    def __init__(self, folder: Path, log: pytest.LogCaptureFixture) -> None:
        self.file = folder / "tables.sqlite"
        self.store = Store(f"sqlite:///{self.file}")
        self._thread = ThreadPoolExecutor(1)
        self._runner = self._thread.submit(asyncio.Runner).result()
        self.rooms = self._run(self._rooms())
        self.room: Room = self._run(self.rooms.room(self.rooms.new("crossroads", "noon", (), "", "7")))
        self.window = Window(0, "en")
        self._run(self._enter())
        self._log = log

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """In a thread of its own: the browser's driver has a loop running in the tests' one."""
        return self._thread.submit(self._runner.run, work).result()

    async def _rooms(self) -> Rooms:
        return Rooms(self.store)

    async def _enter(self) -> None:
        self.room.enter(self.window)
        await self.room.welcome(self.window)

    def ask(self, request: Request) -> dict[str, Any]:
        self.window._queue.clear()
        self.window._characters = 0
        self._run(self.room.handle(self.window, request))
        return self.latest

    def answer(self) -> dict[str, Any]:
        asked = self.room.match.asked
        assert asked is not None
        return self.ask(AnswerRequest(option=int(asked.options[0]), rev=self.room.rev))

    @property
    def latest(self) -> dict[str, Any]:
        messages: list[dict[str, Any]] = [json.loads(text) for text in self.window._queue]
        return [message for message in messages if message["is"] not in ("presence", "orders")][-1]

    def logged(self) -> str:
        return self._log.text

    def close(self) -> None:
        self._run(self.rooms.close())
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()
        self.store.close()


@pytest.fixture
def here(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Table]:
    with closing(Table(tmp_path, caplog)) as table:
        yield table


def test_a_mistake_of_the_programs_is_logged_and_told_and_the_table_goes_on(
    here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake in a rule")

    before = here.room.match.position.digest()
    with monkeypatch.context() as patch:
        patch.setattr(here.room.match, "about", broken)
        patch.setattr(here.room.match, "apply", broken)
        for request in (AboutRequest(-1, id=3), AnswerRequest(-1, id=3)):
            reply = here.ask(request)
            assert (reply["is"], reply["to"]) == ("refused", 3)
            assert reply["text"] == "The server made a mistake; nothing has changed. The table goes on."
    assert "ZeroDivisionError: a mistake in a rule" in here.logged()
    assert "Traceback" in here.logged()
    assert here.room.match.position.digest() == before
    assert here.answer()["is"] == "done"


def test_an_answer_that_fails_halfway_has_not_happened(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer itself is carried out, and what answers itself after it fails."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    before = here.room.match.position.digest()
    with monkeypatch.context() as patch:
        patch.setattr(here.room.match, "_answer_forced", broken)
        assert here.answer()["code"] == "error"
    assert (here.room.match.position.digest(), here.room.rev) == (before, 0)
    assert here.answer()["is"] == "done"
    assert here.store.played(here.room.id) == here.room.match.records


def test_a_run_that_fails_halfway_has_not_happened(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first answers are carried out, and the rules fail at the next."""
    match = here.room.match
    steps = tuple(Step(int(read_option(match.position.data, said))) for said in ("move Pz", "to 0603", "done"))
    before, real, calls = match.position.digest(), match._carry_out, []

    def broken(*args: Any, **more: Any) -> None:
        calls.append(args)
        if len(calls) == 3:
            raise ZeroDivisionError
        real(*args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(match, "_carry_out", broken)
        assert here.ask(RunRequest(steps, rev=here.room.rev))["code"] == "error"
    assert len(calls) == 3
    assert (here.room.match.position.digest(), here.room.match.records, here.room.rev) == (before, [], 0)
    assert here.ask(RunRequest(steps, rev=here.room.rev))["done"] == 3
    assert here.store.played(here.room.id) == here.room.match.records


def test_a_change_that_cannot_be_told_stands_and_is_shown_with_the_next(
    here: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("ardennes.server.wire.scene", broken)
        assert here.answer()["is"] == "done"
    assert "ZeroDivisionError" in here.logged()
    assert here.store.played(here.room.id) == here.room.match.records
    here.answer()
    assert any(json.loads(text)["is"] == "table" for text in here.window._queue)


def test_what_cannot_be_kept_has_not_happened(here: Table) -> None:
    """The database loses a table, then another, and gets them back: nothing has changed meanwhile, and play goes on."""
    here.answer()
    before, rev = here.room.match.position.digest(), here.room.rev
    with closing(sqlite3.connect(here.file)) as other:
        other.execute("ALTER TABLE records RENAME TO lost")
        reply = here.answer()
        assert reply["text"] == "That could not be kept, so it has not happened. Try again."
        other.execute("ALTER TABLE lost RENAME TO records")
        other.execute("ALTER TABLE tables RENAME TO lost")
        assert here.ask(DrawRequest("offer"))["is"] == "refused"
        assert here.room.draw_offered_by is None
        assert here.ask(AutomaticRequest(on=False))["is"] == "refused"
        assert here.room.match.automatic == [True, True]
        assert here.answer()["is"] == "refused"
        assert (here.room.match.position.digest(), here.room.rev) == (before, rev)
        other.execute("ALTER TABLE lost RENAME TO tables")
    assert here.answer()["is"] == "done"
    assert here.store.played(here.room.id) == here.room.match.records
