"""What one process tells the others of a change is enough to follow it, without a question to the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from sqlalchemy import QueuePool

from ardennes.engine.saves import Record
from ardennes.numbers import Side
from ardennes.server.kept_tables import Change, TableRow, in_short
from ardennes.server.people.beginning import Beginning, set_up
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.sharing import Heard, Sharing, follow_news
from ardennes.server.store import Store
from ardennes.server.windows import Window
from tests.server.serving import in_a_loop
from tests.site.pairs import FIRST, SECOND, Pair, play

NOW = 5000.0


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def changes(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    """All that is kept, in order."""
    kept: list[Change] = []
    keep = store.keep

    def keep_and_note(table_id: str, change: Change) -> Any:
        kept.append(change)
        return keep(table_id, change)

    monkeypatch.setattr(store, "keep", keep_and_note)
    return kept


@pytest.fixture
def pair(store: Store) -> Pair:
    pair = Pair([store])
    pair.begin()
    return pair


def heard(changes: list[Change]) -> dict[int, Heard]:
    return {change.rev + 1: Heard(change.first, in_short(change)) for change in changes}


def shown(room: Room) -> tuple[Any, ...]:
    offers = (room.draw_offered_by, room.undo_asked_by, room.players, room.timer)
    return (room.rev, room.unseen, room.match.position.digest(), room.match.records, room.match.undone, offers)


async def acts(room: Room) -> None:
    """An answer, one that is taken back, a switch, an offer, a hand-over."""
    asked = room.match.asked
    assert asked is not None
    await room.change(partial(room.match.apply, asked.options[0], asked.side))
    await room.change(room.match.undo)
    await room.change(partial(room.match.let_answer_itself, Side(1 - asked.side), automatic=False))
    await room.change(partial(setattr, room, "draw_offered_by", SECOND))
    await play(room)


def test_all_that_changes_is_followed_without_asking(
    store: Store, pair: Pair, changes: list[Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def follow(one: Room, other: Room) -> None:
        await acts(one)
        monkeypatch.setattr(store, "latest", None)
        left = heard(changes)
        assert len(left) > 4
        assert follow_news(other, left)
        assert left == {}
        assert shown(other) == shown(one)
        assert other.match.automatic == one.match.automatic

    pair.at(follow, store, store)


def test_a_process_follows_at_once_and_does_not_listen_to_itself(
    store: Store, database: str, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by: list[str] = []

    def noting(sharing: Sharing, table_id: str, rev: int, news: Heard) -> None:
        heard_by.append(sharing._rooms.store.sender)
        hear(sharing, table_id, rev, news)

    hear = Sharing._hear
    monkeypatch.setattr(Sharing, "_hear", noting)
    other_store = Store(database)

    async def run() -> None:
        ours, theirs = Rooms(store), Rooms(other_store)
        try:
            for rooms in (ours, theirs):
                await rooms.start()
                while not (rooms.sharing and rooms.sharing.listening):
                    await asyncio.sleep(0.01)
            one, other = await ours.room(pair.row), await theirs.room(pair.row)
            other.enter(Window(SECOND, "en"))
            await play(one)
            while other.rev < one.rev:
                await asyncio.sleep(0.01)
            assert set(heard_by) == {other_store.sender}
            assert (other.closed, shown(other)) == (False, shown(one))
        finally:
            await ours.close()
            await theirs.close()

    in_a_loop(run())
    other_store.close()


@pytest.mark.parametrize("case", [(9.9, False, False), (10.0, False, True), (99.0, True, False)])
def test_a_room_where_nobody_is_does_not_follow(
    store: Store, pair: Pair, changes: list[Change], case: tuple[float, bool, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who comes back to it later is shown the table as it is kept."""
    since, there, gone = case
    monkeypatch.setattr("ardennes.server.room.monotonic", lambda: NOW)

    async def follow(one: Room, other: Room) -> None:
        await play(one)
        rooms = Rooms(store)
        assert rooms.sharing is not None
        rooms._open[other.id] = other
        other.last_used = NOW - since
        if there:
            other.enter(Window(SECOND, "en"))
        for rev, news in heard(changes).items():
            rooms.sharing._hear(other.id, rev, news)
        assert (rooms.open_rooms() == [], other.closed, other.rev < one.rev) == (gone, gone, gone)
        if gone:
            assert (await rooms.room(pair.row)).rev == one.rev
        await rooms.close()

    pair.at(follow, store, store)


def test_what_was_not_heard_is_asked_for(store: Store, pair: Pair, changes: list[Change]) -> None:
    async def follow(one: Room, other: Room) -> None:
        await acts(one)
        left = heard(changes)
        begun = min(left)
        del left[begun + 1]
        assert follow_news(other, left)
        assert other.rev == begun
        assert min(left) == begun + 2

    pair.at(follow, store, store)


def test_an_agreement_to_go_back_and_what_cannot_be_played_need_the_whole_table(
    store: Store, pair: Pair, changes: list[Change]
) -> None:
    async def follow(one: Room, other: Room) -> None:
        await play(one)
        assert follow_news(other, heard(changes))
        changes.clear()
        await one.change(partial(one.match.go_back_agreed, FIRST), first=one.match.agreed_back(FIRST))
        assert not follow_news(other, heard(changes)), "it stood for good here"
        strange = msgspec.structs.replace(changes[0], first=len(other.match.records), played=[Record(FIRST, 10**6)])
        assert not follow_news(other, heard([strange]))
        assert other.rev == changes[0].rev, "nothing of it has happened"

    pair.at(follow, store, store)


@pytest.mark.parametrize(("records", "told"), [(3, True), (3000, False)])
def test_only_what_a_notification_holds_is_told(pair: Pair, changes: list[Change], records: int, told: bool) -> None:
    async def act(room: Room) -> None:
        await play(room)

    pair.at(act)
    long = msgspec.structs.replace(changes[0], played=[Record(FIRST, 1)] * records)
    assert bool(in_short(long)) == told


def test_a_game_is_set_up_before_anybody_has_to_wait_for_its_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database ends a transaction in which nothing happens for two seconds, and a large game takes as long."""
    pair, pool = Pair([store]), store.engine.pool
    assert isinstance(pool, QueuePool)
    held: list[int] = []

    def noting(row: TableRow, shares: tuple[str, str]) -> Beginning:
        held.append(pool.checkedout())
        return set_up(row, shares)

    monkeypatch.setattr("ardennes.server.people.play.set_up", noting)
    before = pool.checkedout()
    pair.begin()
    assert held == [before]
