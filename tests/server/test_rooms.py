"""Rooms open beside each other, close when nobody needs them, and there is never more than one for a table."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import weakref
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ardennes.engine.match import Match
from ardennes.errors import ArdennesError
from ardennes.server.choices import EXPLAIN
from ardennes.server.kept_tables import TableRow
from ardennes.server.mistakes import Mistake, WrongLink
from ardennes.server.protocol.requests import (
    AboutRequest,
    AnswerRequest,
    ChoiceRequest,
    CostsRequest,
    DrawRequest,
    GroupRequest,
    WhyRequest,
)
from ardennes.server.protocol.table import Reply
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from ardennes.server.windows import Window
from ardennes.server.work import MOST_QUESTIONS
from tests.server.serving import WAIT, Seat, in_a_loop, new_table, serving


class GatedRooms(Rooms):
    """Rooms of which some cannot be opened before a gate is."""

    def __init__(self, store: Store, **settings: Any) -> None:
        super().__init__(store, **settings)
        self.gates: dict[str, threading.Event] = {}
        self.loaded: list[str] = []

    def _load(self, table_id: str) -> tuple[TableRow, Match]:
        self.loaded.append(table_id)
        found = super()._load(table_id)
        if table_id in self.gates:
            assert self.gates[table_id].wait(WAIT)
        return found


def with_rooms(folder: Path, work: Callable[[GatedRooms], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Lets something be done with the rooms of a store of its own."""
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")

    async def run() -> None:
        rooms = GatedRooms(store, **settings)
        try:
            await asyncio.wait_for(work(rooms), 6 * WAIT)
        finally:
            await rooms.close()

    try:
        in_a_loop(run())
    finally:
        store.close()


def table(rooms: Rooms, **wanted: Any) -> TableRow:
    return rooms.new("crossroads", "noon", (), "", "7", **wanted)


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


def first_option(room: Room) -> int:
    assert room.match.asked is not None
    return int(room.match.asked.options[0])


def said(window: Window) -> list[dict[str, Any]]:
    """The replies a window has been sent."""
    messages: list[dict[str, Any]] = [json.loads(text) for text in window._queue]
    return [message for message in messages if "to" in message]


def test_a_room_that_opens_slowly_delays_no_other(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        slow, quick = table(rooms), table(rooms)
        gate = rooms.gates[slow.id] = threading.Event()
        opening = asyncio.create_task(rooms.room(slow))
        assert (await rooms.room(quick)).id == quick.id
        assert not opening.done()
        gate.set()
        assert (await opening).id == slow.id

    with_rooms(tmp_path, work)


CHOICES: dict[str, ChoiceRequest] = {
    "about": AboutRequest(0, id=1),
    "costs": CostsRequest(id=1),
    "why": WhyRequest((0,), id=1),
    "group": GroupRequest(id=1),
}


@pytest.mark.parametrize("do", CHOICES)
def test_a_slow_question_about_choices_delays_no_other_table(
    do: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not done before the other table has been answered, and the window's replies keep their order."""
    gate = threading.Event()

    def slow(*_: object) -> Reply:
        assert gate.wait(WAIT)
        return Reply()

    async def work(rooms: GatedRooms) -> None:
        slow_room, quick_room = [await rooms.room(table(rooms)) for _ in range(2)]
        asking, answering = Window(0, "en"), Window(0, "en")
        slow_room.enter(asking)
        quick_room.enter(answering)
        with monkeypatch.context() as patch:
            patch.setitem(EXPLAIN, do, slow)
            waiting = asyncio.create_task(slow_room.handle(asking, CHOICES[do]))
            for id in (2, 3):
                await quick_room.handle(answering, AnswerRequest(first_option(quick_room), id=id))
            assert [message["is"] for message in said(answering)] == ["done", "done"]
            next_answer = asyncio.create_task(slow_room.handle(asking, AnswerRequest(first_option(slow_room), id=2)))
            assert not said(asking)
            gate.set()
            await asyncio.gather(waiting, next_answer)
        assert [message["to"] for message in said(asking)] == [1, 2]

    with_rooms(tmp_path, work)


def test_more_slow_questions_than_threads_leave_answers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def slow(*_: object) -> Reply:
        assert gate.wait(WAIT)
        return Reply()

    async def work(rooms: GatedRooms) -> None:
        busy, quick_room = (
            [await rooms.room(table(rooms)) for _ in range(MOST_QUESTIONS + 2)],
            await rooms.room(table(rooms)),
        )
        window = Window(0, "en")
        quick_room.enter(window)
        with monkeypatch.context() as patch:
            patch.setitem(EXPLAIN, "costs", slow)
            waiting = [asyncio.create_task(room.handle(Window(0, "en"), CostsRequest())) for room in busy]
            await quick_room.handle(window, AnswerRequest(first_option(quick_room)))
            assert said(window)[0]["is"] == "done"
            gate.set()
            await asyncio.gather(*waiting)

    with_rooms(tmp_path, work)


def test_whoever_comes_while_a_room_is_opened_gets_the_same(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        row = table(rooms)
        found = await asyncio.gather(*(rooms.room(row) for _ in range(20)))
        assert len(set(map(id, found))) == 1
        assert rooms.loaded == [row.id]

    with_rooms(tmp_path, work)


def test_whoever_stops_waiting_for_a_room_takes_it_from_nobody(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        row = table(rooms)
        gate = rooms.gates[row.id] = threading.Event()
        impatient, patient = (asyncio.create_task(rooms.room(row)) for _ in range(2))
        await until(lambda: bool(rooms.loaded))
        impatient.cancel()
        gate.set()
        assert (await patient).id == row.id

    with_rooms(tmp_path, work)


def test_a_room_that_cannot_be_opened_is_not_kept(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        row, sound = table(rooms), rooms._load

        def broken(table_id: str) -> tuple[TableRow, Match]:
            raise Mistake("table-not-opened", table=row.name, reason="none")

        rooms._load = broken  # type: ignore[method-assign]
        for _ in range(3):
            with pytest.raises(ArdennesError, match="cannot be opened"):
                await rooms.room(row)
        rooms._load = sound  # type: ignore[method-assign]
        assert (await rooms.room(row)).id == row.id

    with_rooms(tmp_path, work)


def test_two_hundred_idle_rooms_are_closed_and_forgotten(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        rows = [table(rooms) for _ in range(200)]
        matches = [weakref.ref((await rooms.room(row)).match) for row in rows]
        await until(lambda: all(match() is None for match in matches))
        assert not rooms._open
        assert (await rooms.room(rows[0])).id == rows[0].id

    with_rooms(tmp_path, work, idle_seconds=0.2)


def test_a_room_with_a_window_or_a_thought_is_not_closed(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        window, asked = Window(0, "en"), Window(1, "en")
        looked_at = await rooms.room(table(rooms))
        looked_at.enter(window)
        thinking = await rooms.room(table(rooms, players=("easy", "")))
        thinking.enter(asked)
        await thinking.welcome(asked)
        thinking.leave(asked)
        assert thinking.computer.busy
        while thinking.computer.busy:
            assert thinking.id in rooms._open
            await asyncio.sleep(0.02)
        await until(lambda: thinking.id not in rooms._open)
        assert rooms._open[looked_at.id] is looked_at
        looked_at.leave(window)
        await until(lambda: looked_at.closed)

    with_rooms(tmp_path, work, idle_seconds=0.05)


def test_there_are_never_two_rooms_for_a_table(tmp_path: Path) -> None:
    """Windows come, answer and go while rooms are closed as fast as they can be; every answer counts once."""

    async def visit(rooms: Rooms, row: TableRow, met: weakref.WeakSet[Room]) -> None:
        for _ in range(12):
            room = await rooms.room(row)
            met.add(room)
            assert [other for other in met if not other.closed] == [room]
            window = Window(0, "en")
            room.enter(window)
            await room.welcome(window)
            await room.handle(window, DrawRequest("offer"))
            await room.handle(window, DrawRequest("decline"))
            room.leave(window)
            await asyncio.sleep(0.003)

    async def work(rooms: GatedRooms) -> None:
        rows = [table(rooms) for _ in range(3)]
        await asyncio.gather(*(visit(rooms, row, weakref.WeakSet()) for row in rows for _ in range(1)))
        assert len(rooms.loaded) > len(rows), "some were closed on the way"

    with_rooms(tmp_path, work, idle_seconds=0.002)


def test_the_room_of_a_deleted_table_goes_also_while_it_opens(tmp_path: Path) -> None:
    async def work(rooms: GatedRooms) -> None:
        row = table(rooms)
        gate = rooms.gates[row.id] = threading.Event()
        opening = asyncio.create_task(rooms.of_token(row.seats[0]))
        await until(lambda: bool(rooms.loaded))
        await asyncio.to_thread(rooms.store.set_deleted, row.id, True)
        away = asyncio.create_task(rooms.put_away(row.id))
        await asyncio.sleep(0)
        gate.set()
        (found,) = await asyncio.gather(opening, return_exceptions=True)
        await away
        assert isinstance(found, WrongLink) or (isinstance(found, tuple) and found[0].closed)
        with pytest.raises(WrongLink):
            await rooms.of_token(row.seats[0])

    with_rooms(tmp_path, work)


def test_windows_of_a_deleted_table_are_told_so(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        kept = new_table(owner)
        seat = Seat(server, kept["seats"][0])
        owner.post(f"/api/tables/{kept['id']}/delete")
        assert seat.wait("closed")["text"] == "This table has been deleted."
        owner.post(f"/api/tables/{kept['id']}/restore")
        assert Seat(server, kept["seats"][0]).table["presence"] == [1, 0]
