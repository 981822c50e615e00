"""Clocks of tables that last for weeks: whatever process is asked, and whichever of them dies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from ardennes.engine.texts import Refused
from ardennes.numbers import Side
from ardennes.server.mistakes import Mistake
from ardennes.server.pace import DAY, HOUR, VACATION, Timer
from ardennes.server.people.accounts import Accounts
from ardennes.server.room import Room
from ardennes.server.room_terms import claim, give_time, time_left
from ardennes.server.rooms import Rooms
from ardennes.server.schema import vacations
from ardennes.server.store import Stale, Store
from tests.server.serving import Seat
from tests.site.pairs import FIRST, NOON, PACE, SECOND, Pair, Watch, play
from tests.site.sites import Process, site


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def stores(database: str, watch: Watch) -> Iterator[list[Store]]:
    """Two processes' stores on one database, with one clock."""
    opened = [Store(database) for _ in range(2)]
    for store in opened:
        store.clock = watch
    yield opened
    for store in opened:
        store.close()


@pytest.fixture
def pair(stores: list[Store]) -> Pair:
    return Pair(stores)


def test_no_time_counts_before_the_second_has_come(pair: Pair, watch: Watch) -> None:
    watch.now += 5 * DAY
    assert pair.timer.left_at(watch.now) == (PACE.bank, PACE.bank)
    pair.begin()
    assert (pair.timer.side, pair.timer.since, pair.timer.begun) == (FIRST, watch.now, True)


def test_answers_cost_time_and_hand_overs_bring_some(pair: Pair, watch: Watch) -> None:
    pair.begin()
    watch.now += 3 * HOUR

    async def answer_once(room: Room) -> None:
        asked = room.match.asked
        assert asked is not None
        await room.change(partial(room.match.apply, asked.options[0], asked.side))
        if room.match.asked is not None and room.match.asked.side == FIRST:
            assert room.timer == pair.timer
            told = time_left(room)
            assert told is not None
            assert (told.left, told.running) == ((7 * HOUR, 10 * HOUR), FIRST)
        await play(room)

    pair.at(answer_once)
    assert (pair.timer.side, pair.timer.left) == (SECOND, (8 * HOUR, 10 * HOUR))
    watch.now += HOUR
    pair.at(play, pair.stores[1])
    assert (pair.timer.side, pair.timer.left) == (FIRST, (8 * HOUR, 10 * HOUR)), "another process goes on with it"


def test_undoing_an_answer_within_a_turn_costs_what_it_took(pair: Pair, watch: Watch) -> None:
    pair.begin()

    async def there_and_back(room: Room) -> None:
        asked = room.match.asked
        assert asked is not None
        await room.change(partial(room.match.apply, asked.options[0], asked.side))
        watch.now += HOUR
        await room.change(room.match.undo)
        told = time_left(room)
        assert told is not None
        assert told.left == (9 * HOUR, 10 * HOUR)

    pair.at(there_and_back)
    assert pair.timer.left_at(watch.now) == (9 * HOUR, 10 * HOUR)


def test_the_computers_time_is_not_counted(pair: Pair, watch: Watch) -> None:
    pair.begin()

    async def computer_takes_over(room: Room) -> None:
        watch.now += HOUR
        room.computer.wake = lambda: None  # type: ignore[method-assign]
        await room.seat(FIRST, "easy")
        assert room.timer is not None
        assert room.timer.side is None
        watch.now += DAY
        await room.seat(FIRST, "")

    pair.at(computer_takes_over)
    assert pair.timer.side == FIRST
    assert pair.timer.left_at(watch.now) == (10 * HOUR, 10 * HOUR), "an hour used, and one gained for handing over"


def test_who_is_out_of_time_loses_when_the_other_says_so(pair: Pair, watch: Watch) -> None:
    pair.begin()
    held = VACATION

    async def too_soon(room: Room) -> None:
        with pytest.raises(Mistake, match="still has time"):
            await claim(room, SECOND)

    async def on_vacation(room: Room) -> None:
        with pytest.raises(Mistake, match="on vacation"):
            await claim(room, SECOND)

    pair.at(too_soon)
    watch.now += PACE.bank + held - 1
    pair.at(on_vacation)
    watch.now += 1
    pair.at(too_soon_for_oneself)
    pair.at(partial_claim)
    row = pair.stores[1].row(pair.row.id)
    assert row is not None
    assert (row.summary.over, row.summary.winner) == (True, SECOND)
    assert "run out of time" in row.summary.verdict_in("en")
    assert "tempo scaduto" in row.summary.verdict_in("it")
    assert pair.timer.side is None
    taken = pair.stores[0].vacation(pair.row.id, FIRST)
    assert taken == [(NOON + PACE.bank, NOON + PACE.bank + held)]


async def too_soon_for_oneself(room: Room) -> None:
    with pytest.raises(Mistake, match="still has time"):
        await claim(room, FIRST)


async def partial_claim(room: Room) -> None:
    await claim(room, SECOND)


def test_of_two_claims_at_once_one_ends_the_game(pair: Pair, watch: Watch) -> None:
    pair.begin()
    watch.now += PACE.bank + VACATION

    async def both(first: Room, second: Room) -> list[Any]:
        return await asyncio.gather(claim(first, SECOND), claim(second, SECOND), return_exceptions=True)

    outcomes = pair.at(both, *pair.stores)
    assert sorted(type(outcome) for outcome in outcomes if outcome is not None) in ([Stale], [Refused])
    assert [record.kind for record in pair.stores[0].played(pair.row.id)].count("time") == 1


def test_an_answer_that_comes_first_leaves_nothing_to_claim(pair: Pair, watch: Watch) -> None:
    pair.begin()
    watch.now += PACE.bank + VACATION + HOUR

    async def late(first: Room, second: Room) -> None:
        await play(first)
        with pytest.raises(Stale):
            await claim(second, SECOND)
        with pytest.raises(Mistake, match="still has time"):
            await claim(second, SECOND)

    pair.at(late, *pair.stores)
    assert pair.timer.left == (PACE.increment, PACE.bank), "nobody claimed: the game goes on"


def test_vacation_is_taken_by_itself_and_once_for_all_tables(pair: Pair, watch: Watch) -> None:
    pair.begin()
    watch.now += PACE.bank + 3 * DAY
    pair.at(play)
    assert pair.stores[0].vacation(pair.row.id, FIRST) == [(NOON + PACE.bank, watch.now)]
    assert pair.stores[0].vacation(pair.row.id, SECOND) == []
    assert pair.timer.left[FIRST] == PACE.increment
    with pair.stores[0].engine.begin() as connection:
        spent = {"account": pair.players[1].id, "begun": NOON - VACATION, "ended": NOON}
        connection.execute(vacations.insert().values(spent))
    watch.now += PACE.bank + 1
    pair.at(partial(_claim, side=FIRST))
    row = pair.stores[0].row(pair.row.id)
    assert row is not None
    assert row.summary.winner == FIRST, "the other had no vacation left"


async def _claim(room: Room, side: Side) -> None:
    await claim(room, side)


def test_a_guest_has_no_vacation(stores: list[Store], watch: Watch) -> None:
    timer = msgspec.structs.replace(Timer.of(PACE), begun=True, side=FIRST, since=watch.now)
    pair = Pair.__new__(Pair)
    pair.stores, pair.row = stores, Rooms(stores[0]).new("crossroads", "noon", (), "", timer=timer)
    watch.now += PACE.bank
    pair.at(partial(_claim, side=SECOND))
    assert pair.timer.side is None


def test_time_can_be_given_but_not_in_a_contest(pair: Pair, stores: list[Store], watch: Watch) -> None:
    pair.begin()
    watch.now += PACE.bank + DAY
    pair.at(partial(_give, side=SECOND))
    assert pair.timer.left_at(watch.now) == (5 * HOUR, PACE.bank)
    contest = msgspec.structs.replace(pair.timer, pace=msgspec.structs.replace(PACE, automatic=True))

    async def in_a_contest(room: Room) -> None:
        room.timer = contest
        with pytest.raises(Mistake, match="contest"):
            await give_time(room, SECOND, 5)

    pair.at(in_a_contest)


async def _give(room: Room, side: Side) -> None:
    await give_time(room, side, 5)


# --- two real processes ----------------------------------------------------------------------------


@pytest.fixture
def processes(database: str, tmp_path: Any) -> Iterator[list[Process]]:
    with site(database, tmp_path) as started:
        yield started


def test_a_clock_goes_on_where_another_process_was_killed(database: str, processes: list[Process]) -> None:
    accounts = Accounts(sa.create_engine(database, poolclass=sa.NullPool))
    browsers = []
    for name, process in zip(("Ada", "Bo"), processes, strict=True):
        browser = process.browser()
        browser.cookies.set("ardennes-session", accounts.sign_in(accounts.add(name, "en").id))
        browsers.append(browser)
    host, guest = browsers
    wrong = host.post("/api/challenges", json={"game": "crossroads", "scenario": "noon", "pace": "hasty"})
    assert (wrong.status_code, "hasty" in wrong.json()["detail"]) == (400, True)
    made = host.post("/api/challenges", json={"game": "crossroads", "scenario": "noon", "pace": "slow"})
    assert made.json()["pace"] == "slow"
    joined = guest.post(f"/api/challenges/{made.json()['id']}/join").json()
    (mine,) = host.get("/api/mine").json()
    assert mine["out"] - mine["turn_since"] == 10 * DAY
    seats = [processes[0].seat(mine["token"]), processes[1].seat(joined["token"])]
    assert seats[1].ask("give_time", hours=500)["is"] == "refused"
    assert "still has time" in seats[1].ask("claim", rev=seats[1].rev)["text"]
    processes[0].kill()
    assert seats[1].ask("give_time", hours=2.0)["is"] == "done"
    again = Seat(processes[1].base, mine["token"])
    running = again.table["time"]
    assert (running["running"], running["begun"]) == (0, True)
    assert running["left"][0] == pytest.approx(10 * DAY + 2 * HOUR, abs=60)
    assert running["left"][1] == 10 * DAY
    rematch = guest.post(f"/api/mine/{mine['id']}/rematch")
    assert rematch.status_code == 400
    assert again.ask("resign")["is"] == "done"
    assert guest.post(f"/api/mine/{mine['id']}/rematch").json()["pace"] == "slow"
    for browser in browsers:
        browser.close()
