"""What is kept, in which order, and what happens when two want to write at once."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.server.kept_tables import Change, Checkpoint, Summary, TableRow
from ardennes.server.rooms import Rooms
from ardennes.server.store import Stale, Store
from tests.server.serving import Seat, in_a_loop, new_table, serving


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{file}")
    yield opened
    opened.close()


def added(store: Store, played: tuple[Record, ...] = ()) -> TableRow:
    """A table of the smallest game, kept as if these had been played."""
    row = Rooms(store).new("crossroads", "dawn", (), "Table", "7")
    store.keep(row.id, change(0, 0, played)).result()
    kept = store.row(row.id)
    assert kept is not None
    return kept


def change(rev: int, first: int, played: tuple[Record, ...] = (), **more: Any) -> Change:
    return Change(rev=rev, first=first, played=played, summary=Summary(), **more)


def record(number: int) -> Record:
    return Record(0, number)


def test_what_the_computer_remembers_is_kept_for_each_side(store: Store) -> None:
    row, other = added(store), added(store)
    assert store.memory(row.id, 0) == b""
    store.keep_memory(row.id, 0, b"first").result()
    store.keep_memory(row.id, 1, b"other side").result()
    store.keep_memory(row.id, 0, b"second").result()
    assert [store.memory(row.id, side) for side in (0, 1)] == [b"second", b"other side"]
    assert store.memory(other.id, 0) == b""


def name(store: Store, row: TableRow) -> str:
    found = store.row(row.id)
    assert found is not None
    return found.name


def checkpoint(number: int) -> Checkpoint:
    return Checkpoint(number=number, rules_version=3, data_digest="data", digest="position", position=b"\0" * number)


# --- one table -----------------------------------------------------------------------------------


def test_what_a_room_knows_is_kept_with_the_records(store: Store) -> None:
    row = added(store)
    kept = {"draw_offered_by": 1, "undo_asked_by": 0, "automatic": (False, True), "undone": (record(4), record(3))}
    store.keep(row.id, change(1, 0, (record(1),), **kept)).result()
    found = store.row(row.id)
    assert found is not None
    assert (found.rev, found.draw_offered_by, found.undo_asked_by, found.automatic, found.undone) == (2, *kept.values())
    assert store.played(row.id) == [record(1)]


def test_an_undone_record_takes_later_checkpoints_with_it(store: Store) -> None:
    row = added(store, (record(0), record(1)))
    store.keep(row.id, change(1, 2, (record(2),), checkpoints=[checkpoint(3)])).result()
    store.keep(row.id, change(2, 3, (record(3), record(4)), checkpoints=[checkpoint(5)])).result()
    assert [found.number for found in store.checkpoints(row.id)] == [0, 3, 5]
    assert store.checkpoint(row.id) == checkpoint(5)
    assert store.checkpoint(row.id, 4) == checkpoint(3)
    assert store.checkpoints(row.id)[0].number == 0
    store.keep(row.id, change(3, 4)).result()
    assert store.checkpoints(row.id)[1:] == [checkpoint(3)]
    store.keep(row.id, change(4, 4, checkpoints=[checkpoint(4)])).result()
    store.keep(row.id, change(5, 4, checkpoints=[checkpoint(4)])).result()
    assert [found.number for found in store.checkpoints(row.id)] == [0, 3, 4]


def test_only_what_replaces_something_deletes_anything(store: Store) -> None:
    row = added(store)
    said: list[str] = []
    store.writer.submit(lambda cursor: cursor.connection.set_trace_callback(said.append)).result()

    def keep(made: Change) -> int:
        said.clear()
        store.keep(row.id, made).result()
        return sum(sql.startswith("DELETE") for sql in said)

    assert keep(change(1, 0, (record(0), record(1)), replaces=False, checkpoints=[checkpoint(2)])) == 0
    assert keep(change(2, 2, (record(2),), replaces=False)) == 0
    assert keep(change(3, 3, replaces=False, checkpoints=[checkpoint(3)])) == 1, "it may have been kept before"
    assert keep(change(4, 1, (record(7),))) == 2
    assert store.played(row.id) == [record(0), record(7)]
    assert [found.number for found in store.checkpoints(row.id)] == [0]
    with pytest.raises(sqlite3.IntegrityError):
        keep(change(5, 1, (record(8),), replaces=False))
    assert store.played(row.id) == [record(0), record(7)], "what is there is never overwritten by mistake"


def test_a_room_says_whether_it_replaces_anything(store: Store) -> None:
    """Played on, undone, done again, and played otherwise: the log on disk is the match's."""

    async def play(rooms: Rooms, row: TableRow) -> None:
        room, _ = await rooms.of_token(row.seats[0])
        draw = random.Random(5)
        for _ in range(100):
            match = room.match
            if match.asked is None:
                break
            acts: list[Callable[[], object]] = [partial(match.apply, draw.choice(match.asked.options))]
            acts += [match.undo] * bool(match.undoable) + [match.redo] * bool(match.redoable)
            await room.change(draw.choice(acts))
            assert store.played(row.id) == room.match.records
            assert all(kept.number <= len(room.match.records) for kept in store.checkpoints(row.id))
        await rooms.close()

    rooms = Rooms(store, open_dice=True)
    in_a_loop(play(rooms, rooms.new("crossroads", "dawn", (), "Table", "7")))


def test_nothing_is_written_on_an_older_revision_or_at_a_deleted_table(store: Store) -> None:
    row = added(store, (record(0),))
    with pytest.raises(Stale):
        store.keep(row.id, change(0, 0, (record(9),), checkpoints=[checkpoint(1)])).result()
    store.set_deleted(row.id, True)
    with pytest.raises(Stale):
        store.keep(row.id, change(1, 1, (record(9),))).result()
    store.set_deleted(row.id, False)
    assert store.played(row.id) == [record(0)]
    assert [found.number for found in store.checkpoints(row.id)] == [0]
    store.keep(row.id, change(1, 1, (record(1),))).result()


def test_two_stores_on_one_file_keep_one_order(file: Path, store: Store) -> None:
    """Each acts on what it last saw, as two servers would: every accepted act stands, the others left no trace."""
    row = added(store)
    accepted: dict[int, list[int]] = {1: []}

    def act(seed: int) -> None:
        dice, own = random.Random(seed), Store(f"sqlite:///{file}")
        done = 0
        while done < 40:
            seen = own.row(row.id)
            assert seen is not None
            now = [played.option for played in own.played(row.id)]
            first = dice.randint(max(0, len(now) - 2), len(now))
            new = tuple(record(dice.randrange(1000)) for _ in range(dice.randint(0, 2)))
            try:
                own.keep(row.id, change(seen.rev, first, new)).result()
            except Stale:
                continue
            done += 1
            accepted[seen.rev + 1] = [*now[:first], *(played.option for played in new)]
        own.close()

    with ThreadPoolExecutor(2) as both:
        for acting in [both.submit(act, seed) for seed in (1, 2)]:
            acting.result()
    found = store.row(row.id)
    assert found is not None
    assert sorted(accepted) == list(range(1, found.rev + 1)), "no revision was given twice"
    assert [played.option for played in store.played(row.id)] == accepted[found.rev]


# --- all tables ----------------------------------------------------------------------------------


class Busy:
    """A change that holds the writer up until others wait; `said` is what the database was told."""

    def __init__(self, store: Store) -> None:
        self.said: list[str] = []
        self._writing, self._free = threading.Event(), threading.Event()
        self._done = store.writer.submit(self._hold)
        self._writing.wait()

    def _hold(self, cursor: Any) -> None:
        cursor.connection.set_trace_callback(self.said.append)
        cursor.execute("UPDATE tables SET name = 'busy'")
        self._writing.set()
        self._free.wait()

    def go_on(self) -> None:
        self._free.set()
        self._done.result()


def test_what_waits_is_committed_together_and_one_bad_change_fails_alone(store: Store) -> None:
    rows = [added(store) for _ in range(5)]
    busy = Busy(store)
    waiting = [store.keep(row.id, change(1, 0, (record(number),))) for number, row in enumerate(rows)]
    stale = store.keep(rows[0].id, change(1, 0, (record(9),)))
    broken = store.writer.submit(lambda cursor: cursor.execute("INSERT INTO records VALUES ('nobody', 1, x'')"))
    last = store.keep(rows[0].id, change(2, 1, (record(5),)))
    busy.go_on()
    for done in (*waiting, last):
        done.result()
    with pytest.raises(Stale):
        stale.result()
    with pytest.raises(sqlite3.IntegrityError):
        broken.result()
    assert busy.said.count("COMMIT") == 2, "the change that held the writer up, then all others"
    assert [played.option for row in rows for played in store.played(row.id)] == [0, 5, 1, 2, 3, 4]


def test_a_transaction_that_is_lost_is_written_again_change_by_change(store: Store) -> None:
    """SQLite gives up a whole transaction by itself where the disk is full; only what does not fit is refused."""
    rows = [added(store) for _ in range(3)]
    busy = Busy(store)

    def lose(cursor: Any) -> None:
        cursor.execute("ROLLBACK")
        raise ValueError("lost")

    waiting = [store.keep(row.id, change(1, 0, (record(1),))) for row in rows[:2]]
    lost = store.writer.submit(lose)
    waiting.append(store.keep(rows[2].id, change(1, 0, (record(1),))))
    busy.go_on()
    for done in waiting:
        done.result()
    assert lost.exception() is not None
    assert [store.played(row.id) for row in rows] == [[record(1)]] * 3


def test_readers_do_not_wait_for_the_writer(store: Store) -> None:
    row = added(store, (record(0),))
    busy = Busy(store)
    assert name(store, row) == "Table"
    assert store.played(row.id) == [record(0)]
    busy.go_on()
    assert name(store, row) == "busy"


def test_what_was_submitted_before_the_end_is_written(file: Path, store: Store) -> None:
    row = added(store)
    waiting = [store.keep(row.id, change(rev, rev - 1, (record(rev),))) for rev in range(1, 50)]
    store.close()
    assert all(done.result() is None for done in waiting)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (49,)


# --- a restart -----------------------------------------------------------------------------------


def test_a_restart_forgets_nothing(tmp_path: Path) -> None:
    """Revision, draw offer, automatic answers and what can be done again are as they were."""
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, scenario="noon")
        first, second = (Seat(running, token) for token in table["seats"])
        deciding, other = (first, second) if first.asked["side"] == 0 else (second, first)
        while deciding.undoable < 2:
            assert deciding.ask("answer", option=deciding.asked["options"][0])["is"] == "done"
        assert deciding.ask("undo")["is"] == "done"
        assert other.ask("automatic", on=False)["is"] == "done"
        assert other.ask("draw", offer="offer")["is"] == "done"
        before = deciding.ask("sync")
        assert before["redoable"] == 1
        assert before["rev"] > 2
    told = ("rev", "draw", "automatic", "redoable", "undoable", "columns", "records")
    with serving(tmp_path) as running:
        seat = Seat(running, table["seats"][before["asked"]["side"]])
        assert {name: seat.table[name] for name in told} == {name: before[name] for name in told}
        assert seat.ask("redo")["is"] == "done"
        assert seat.ask("sync")["records"] > before["records"]


def test_a_table_that_somebody_else_has_changed_is_shown_as_it_stands(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, scenario="noon")
        seats = [Seat(running, token) for token in table["seats"]]
        seat = seats[seats[0].asked["side"]]
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        row = store.row(table["id"])
        assert row is not None
        match = Match.new("crossroads", scenario="noon", seed="7")
        match.apply(seat.asked["options"][0])
        played = tuple(match.records)
        store.keep(row.id, change(row.rev, 0, played, draw_offered_by=1)).result()
        refused = seat.ask("answer", option=seat.asked["options"][-1])
        assert (refused["is"], refused["code"]) == ("refused", "error")
        assert "has changed" in refused["text"]
        now = seat.ask("sync")
        assert (now["rev"], now["records"], now["draw"]) == (row.rev + 1, len(played), 1)
        assert store.played(row.id) == list(played)
        store.close()
        seat = seats[now["asked"]["side"]]
        seat.ask("sync")
        assert seat.ask("answer", option=seat.asked["options"][0])["is"] == "done"
