"""A long game at a table of the server: opening it, what a window is told first, and a click."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from time import process_time

from ardennes.bench.length_rows import LOAD, timed_row
from ardennes.bench.timing import Row, Rows
from ardennes.engine.match import Match
from ardennes.numbers import Side
from ardennes.server.protocol.requests import AnswerRequest
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from ardennes.server.windows import Window

CLICKS = 60
CLICK = 3_000.0
"""Microseconds that telling a window of a click may take."""
CHANGE_BYTES, FIRST_BYTES = 4_000, 120_000


def table_rows(match: Match, at: str) -> Rows:
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        store = Store(f"sqlite:///{Path(folder) / 'tables.sqlite'}")
        try:
            # In a thread of its own: a loop may run in this one, where a browser is driven beside.
            with ThreadPoolExecutor(1) as own:
                yield from own.submit(asyncio.run, _at_the_table(match, at, store)).result()
        finally:
            store.close()


class Reader(Window):
    """A window that keeps what it is sent."""

    def __init__(self, side: Side) -> None:
        super().__init__(side, "en")
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)

    def sizes(self, kind: str) -> list[int]:
        """Of the messages of a kind, in bytes."""
        return [len(text.encode()) for text in self.heard if text.startswith(f'{{"is":"{kind}"')]


async def _at_the_table(match: Match, at: str, store: Store) -> list[Row]:
    rooms = Rooms(store, open_dice=True)
    try:
        row = rooms.add(match, "long")
        start = process_time()
        room = await rooms.room(row)
        opened = (process_time() - start) * 1e6
        seats = Reader(Side(0)), Reader(Side(1))
        start = process_time()
        for seat in seats:
            room.enter(seat)
            await room.welcome(seat)
        shown = (process_time() - start) * 1e6 / len(seats)
        taken = await _clicks(room, seats)
        changes = [size for seat in seats for size in seat.sizes("change")]
        first = max(size for seat in seats for size in seat.sizes("table"))
        return [
            timed_row(f"open a table, {at}", opened, LOAD),
            _bytes_row(f"first message, {at}", shown, first, FIRST_BYTES),
            timed_row(f"a click for each of two windows, {at}", taken / len(seats), CLICK, "kept and told"),
            _bytes_row(f"a change on the wire, {at}", taken, fmean(changes), CHANGE_BYTES),
        ]
    finally:
        await rooms.close()


async def _clicks(room: Room, seats: Sequence[Reader]) -> float:
    """Microseconds of an answer, kept and told."""
    rng, start = random.Random(2), process_time()
    for _ in range(CLICKS):
        assert room.match.asked is not None
        asked = room.match.asked
        await room.handle(seats[asked.side], AnswerRequest(option=int(rng.choice(asked.options))))
    return (process_time() - start) * 1e6 / CLICKS


def _bytes_row(name: str, taken: float, size: float, at_most: int) -> Row:
    detail, target = f"{size / 1000:.1f} kB", f"at most {at_most / 1000:g} kB"
    return Row(name=name, microseconds=taken, target=target, met=size <= at_most, detail=detail)
