"""One side asks to take back an answer, and the other lets it, or does not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.engine.texts import Refused
from ardennes.numbers import Side
from ardennes.server.kept_tables import TableRow
from ardennes.server.mistakes import Mistake
from ardennes.server.pace import HOUR, Pace, Timer
from ardennes.server.people.clocks import begin_clock
from ardennes.server.room import Room
from ardennes.server.room_terms import ask_back
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from tests.server.serving import Seat, Server, bearing, in_a_loop, new_table

GERMAN, ALLIED = 0, 1


def at_table(server: Server, owner: httpx.Client) -> tuple[Seat, Seat, dict[str, Any]]:
    """The Germans have ended their movement."""
    table = new_table(owner, scenario="noon")
    german, allied = (Seat(server, token) for token in table["seats"])
    while german.asked["side"] == GERMAN:
        assert german.ask("answer", option=german.asked["options"][-1], rev=german.rev)["is"] == "done"
    while allied.rev < german.rev:
        allied.wait("change", "table")
    return german, allied, table


def test_what_is_asked_for_is_shown_to_both_and_agreed_to(server: Server, owner: httpx.Client) -> None:
    german, allied, _ = at_table(server, owner)
    records = german.ask("sync")["records"]
    assert german.ask("ask_back", offer="offer")["is"] == "done"
    assert [seat.ask("sync")["undo"] for seat in (german, allied)] == [GERMAN, GERMAN]
    assert german.ask("ask_back", offer="accept")["text"] == "Nobody has asked to take anything back."
    assert allied.ask("ask_back", offer="accept", rev=allied.rev)["is"] == "done"
    shown = [seat.ask("sync") for seat in (german, allied)]
    assert [(each["undo"], each["asked"]["side"], each["records"]) for each in shown] == [(None, GERMAN, records)] * 2
    assert "By agreement" in shown[1]["log"][-1]["text"]
    assert german.ask("answer", option=german.asked["options"][-1], rev=german.rev)["is"] == "done"


@pytest.mark.parametrize("by", [GERMAN, ALLIED])
def test_either_side_can_end_the_asking(server: Server, owner: httpx.Client, by: int) -> None:
    seats = at_table(server, owner)[:2]
    records = seats[0].ask("sync")["records"]
    seats[0].ask("ask_back", offer="offer")
    assert seats[by].ask("ask_back", offer="decline")["is"] == "done"
    shown = seats[1].ask("sync")
    assert (shown["undo"], shown["records"]) == (None, records)
    assert seats[1].ask("ask_back", offer="accept")["text"] == "Nobody has asked to take anything back."


def test_any_new_answer_ends_it_and_an_order_does_not(server: Server, owner: httpx.Client) -> None:
    german, allied, _ = at_table(server, owner)
    german.ask("ask_back", offer="offer")
    rev = allied.ask("sync")["rev"]
    for order in german.table["anytime"][:1]:
        assert german.ask("anytime", option=order)["is"] == "done"
        assert allied.ask("sync")["undo"] == GERMAN
    assert allied.ask("answer", option=allied.asked["options"][0])["is"] == "done"
    assert allied.ask("sync")["undo"] is None
    german.ask("ask_back", offer="offer")
    assert "has changed" in allied.ask("ask_back", offer="accept", rev=rev)["text"], "it was seen as it stood before"


def test_what_can_be_taken_back_without_asking_is_not_asked_for(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    german, allied = (Seat(server, token) for token in table["seats"])
    assert "Nobody can let you" in german.ask("ask_back", offer="offer")["text"], "nothing was answered"
    assert "Nobody can let you" in allied.ask("ask_back", offer="offer")["text"]
    german.ask("answer", option=german.asked["options"][0])
    assert german.ask("ask_back", offer="offer")["text"] == "You can take that back without asking anybody."


def test_a_computer_is_not_asked_and_a_watcher_does_not_ask(server: Server, owner: httpx.Client) -> None:
    german, allied, table = at_table(server, owner)
    watcher = Seat(server, table["watch"])
    assert "only watches" in watcher.ask("ask_back", offer="offer")["text"]
    assert german.ask("resign")["is"] == "done"
    assert allied.ask("ask_back", offer="offer")["text"] == "The game is over."
    table = new_table(owner, scenario="noon")
    owner.post("/api/seat/player", json={"player": "easy"}, headers=bearing(table["seats"][0]))
    assert Seat(server, table["seats"][1]).ask("ask_back", offer="offer")["text"].startswith("The computer plays")


# --- kept ----------------------------------------------------------------------------------------


def opened(store: Store, row: TableRow, *acts: Callable[[Room], Awaitable[None]]) -> Room:
    """The room of a table after these acts; it is closed again."""

    async def run() -> Room:
        rooms = Rooms(store)
        try:
            room = await rooms.room(row)
            for act in acts:
                await act(room)
            return room
        finally:
            await rooms.close()

    return in_a_loop(run())


async def end_of_turn(room: Room) -> None:
    """The side that is asked answers until the other is."""
    asked = room.match.asked
    assert asked is not None
    side = asked.side
    while (asked := room.match.asked) is not None and asked.side == side:
        await room.change(partial(room.match.apply, asked.options[-1], asked.side))


def asks(side: int, offer: str) -> Callable[[Room], Awaitable[None]]:
    return lambda room: ask_back(room, Side(side), offer, -1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield store
    store.close()


def test_it_outlives_a_restart_and_the_agreement_is_kept_with_its_checkpoints(store: Store) -> None:
    row = Rooms(store, open_dice=True).new("crossroads", "noon", (), "", seed="7")
    opened(store, row, end_of_turn, asks(GERMAN, "offer"))
    kept = store.row(row.id)
    assert kept is not None
    assert kept.undo_asked_by == 0
    room = opened(store, row, asks(ALLIED, "accept"))
    kept = store.row(row.id)
    assert kept is not None
    assert kept.undo_asked_by is None
    again = opened(store, row, end_of_turn)
    assert [record.kind for record in again.match.records].count("back") == 1
    assert all(each.number <= len(again.match.records) for each in store.checkpoints(row.id))
    assert room.match.position.digest() == again.match.at(len(room.match.records)).position.digest()
    assert again.match.position.digest() == opened(store, row).match.position.digest()


def test_what_cannot_be_kept_has_not_happened(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    row = Rooms(store, open_dice=True).new("crossroads", "noon", (), "", seed="7")

    async def agree_in_vain(room: Room) -> None:
        before = room.match.position.digest(), list(room.match.records), room.undo_asked_by
        monkeypatch.setattr(store, "keep", failing)
        with pytest.raises(Mistake):
            await asks(ALLIED, "accept")(room)
        monkeypatch.undo()
        assert (room.match.position.digest(), room.match.records, room.undo_asked_by) == before
        await asks(ALLIED, "accept")(room)
        with pytest.raises(Refused):
            await asks(ALLIED, "offer")(room)

    opened(store, row, end_of_turn, asks(GERMAN, "offer"), agree_in_vain)


def failing(*_: object) -> None:
    raise OSError("no space left")


def test_the_clock_goes_back_with_the_turn(store: Store) -> None:
    pace, now = Pace(name="fast", bank=10 * HOUR, increment=HOUR, cap=20 * HOUR), [1_000_000.0]
    store.clock = lambda: now[0]
    row = Rooms(store, open_dice=True).new("crossroads", "noon", (), "", seed="7", timer=Timer.of(pace))
    with store.engine.begin() as connection:
        begin_clock(connection, row.id, now[0], 120.0)
    now[0] += HOUR
    timer = opened(store, row, end_of_turn).timer
    assert timer is not None
    assert timer.left == (10 * HOUR, 10 * HOUR), "an hour used, an hour gained"
    now[0] += HOUR
    room = opened(store, row, asks(GERMAN, "offer"), asks(ALLIED, "accept"))
    assert room.timer is not None
    assert (room.timer.side, room.timer.left) == (0, (9 * HOUR, 9 * HOUR)), "nobody gains by what was taken back"
