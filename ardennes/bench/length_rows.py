"""A game of a hundred thousand answers: what it costs must not follow its length."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from time import process_time

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.shape import shape_among_games
from ardennes.bench.timing import Row, Rows, Stopwatch
from ardennes.engine.match import Match
from ardennes.server.protocol.requests import AnswerRequest
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from ardennes.server.windows import Window

RECORDS, FEW_RECORDS = 100_000, 3_000
"""How long the game is; shorter where a run is to be quick."""
CLICKS = 60
LOAD, UNDO, CLICK = 500_000.0, 10_000.0, 3_000.0
"""Microseconds that may be taken: to open the game, to take an answer back, to tell a window of a click."""
CHANGE_BYTES, FIRST_BYTES = 4_000, 120_000


def length_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """Load, undo, a click, and what a window is told."""
    with shape_among_games() as game:
        match = _played(game, FEW_RECORDS if stopwatch.quick else RECORDS)
        save = match.packed()
        at = f"at record {len(match.records):,}"
        yield _row(f"open a save, {at}", _timed(lambda: Match.unpacked(save)), LOAD, f"{len(save) / 1e6:.1f} MB")
        yield _undo_row(match, at)
        yield from _table_rows(match, at)


def _played(game: str, records: int) -> Match:
    """By random answers, to the middle of a phase."""
    match, rng = Match.new(game, seed="long", automatic=False), random.Random(1)
    while match.asked is not None and (len(match.records) < records or len(match.records) - match.settled < 200):
        match.apply(rng.choice(match.asked.options))
    return match


def _timed(work: Callable[[], object]) -> float:
    """Microseconds of our own on the processor."""
    start = process_time()
    work()
    return (process_time() - start) * 1e6


def _row(name: str, taken: float, at_most: float, detail: str = "") -> Row:
    target = f"at most {at_most / 1000:g} ms"
    return Row(name=name, microseconds=taken, target=target, met=taken <= at_most, detail=detail)


def _bytes_row(name: str, taken: float, size: float, at_most: int) -> Row:
    detail, target = f"{size / 1000:.1f} kB", f"at most {at_most / 1000:g} kB"
    return Row(name=name, microseconds=taken, target=target, met=size <= at_most, detail=detail)


def _undo_row(match: Match, at: str) -> Row:
    """The longest, of all that can be taken back."""
    twin = match.fork(len(match.records))
    since = len(twin.records) - twin.settled
    taken = [_timed(twin.undo) for _ in range(twin.undoable)]
    return _row(f"undo, {at}", max(taken), UNDO, f"the longest of {len(taken)}, {since} records since the barrier")


def _table_rows(match: Match, at: str) -> Rows:
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

    def __init__(self, side: int) -> None:
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
        seats = Reader(0), Reader(1)
        start = process_time()
        for seat in seats:
            room.enter(seat)
            await room.welcome(seat)
        shown = (process_time() - start) * 1e6 / len(seats)
        taken = await _clicks(room, seats)
        changes = [size for seat in seats for size in seat.sizes("change")]
        first = max(size for seat in seats for size in seat.sizes("table"))
        return [
            _row(f"open a table, {at}", opened, LOAD),
            _bytes_row(f"first message, {at}", shown, first, FIRST_BYTES),
            _row(f"a click for each of two windows, {at}", taken / len(seats), CLICK, "kept and told"),
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
