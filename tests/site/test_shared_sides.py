"""Several commanders of a side on a site: at different processes, with workers, with accounts, and by notices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest

from ardennes.numbers import SIDES
from ardennes.server.commands import CHIEF
from ardennes.server.people.accounts import Account, Accounts
from ardennes.server.people.attending import attend_due
from ardennes.server.people.notices import Notices
from ardennes.server.people.play import People
from ardennes.server.protocol.seat import GiveCommand
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.schema import present
from ardennes.server.store import Store
from tests.server.serving import WAIT, Seat, in_a_loop, new_table
from tests.server.test_commands import ARMY, DATA, MOVE, answer, army_of, ask, give, heard, self_asked, units
from tests.site.cluster import Cluster
from tests.site.pairs import Watch
from tests.site.people import People as Browsers
from tests.site.sites import Process, WorkerProcess, site

DELAY = 120.0


@pytest.fixture(scope="module")
def url(cluster: Cluster, template: str) -> str:
    return cluster.url(cluster.new(template))


@pytest.fixture(scope="module")
def processes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    with site(url, tmp_path_factory.mktemp("site")) as started:
        yield started


class Apart:
    """The commander-in-chief at one process, an officer at the other."""

    def __init__(self, processes: list[Process], **wanted: Any) -> None:
        self.first, self.second = processes
        with self.first.owner() as owner:
            self.table = new_table(owner, game="bulge1944", scenario="campaign", **wanted)
        self.link = self.table["seats"][0]
        give(self.first, self.link, ARMY)
        self.chief = self.first.seat(self.link)
        (self.officer_link,) = [each["token"] for each in heard(self.chief)["commands"] if each["number"]]
        self.officer = self.second.seat(self.officer_link)


@pytest.fixture
def apart(processes: list[Process]) -> Iterator[Apart]:
    made = Apart(processes)
    yield made
    made.chief.close()
    made.officer.close()
    with made.first.owner() as owner:
        owner.post(f"/api/tables/{made.table['id']}/delete")


def soon(found: Any, *, seconds: float = WAIT) -> Any:
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)
    return value


def said(seat: Seat) -> list[int]:
    return [each["number"] for each in heard(seat)["commands"] if each["ready"]]


def end_of(seat: Seat) -> int:
    return int(self_asked(seat)["remaining"]["option"])


def test_what_another_did_at_another_process_stands(apart: Apart) -> None:
    own = units(apart.officer)[0]
    before = len(units(apart.chief))
    assert answer(apart.officer, MOVE + own)["is"] == "done"
    assert answer(apart.officer, self_asked(apart.officer)["options"][0])["is"] == "done"
    soon(lambda: self_asked(apart.chief)["options"] == [] or len(units(apart.chief)) <= before)
    refused = soon(lambda: (told := apart.chief.ask("undo", rev=apart.chief.rev))["is"] == "refused" and told)
    assert refused["code"] == "not-your-answer"
    assert "5th Panzer Army" in refused["text"]


def test_a_phase_ends_by_words_said_at_different_processes(apart: Apart) -> None:
    before = self_asked(apart.chief)["code"]
    assert answer(apart.officer, end_of(apart.officer))["is"] == "done"
    soon(lambda: said(apart.chief) == [1])
    assert self_asked(apart.chief)["code"] == before
    assert apart.officer.ask("ready", on=False, rev=apart.officer.rev)["is"] == "done"
    soon(lambda: said(apart.chief) == [])
    answer(apart.officer, end_of(apart.officer))
    soon(lambda: said(apart.chief) == [1])
    assert answer(apart.chief, end_of(apart.chief))["is"] == "done"
    soon(lambda: self_asked(apart.officer)["side"] == 1 or self_asked(apart.officer)["code"] != before)
    assert said(apart.officer) == []


def test_a_command_taken_back_at_one_process_shows_its_officer_out_at_the_other(apart: Apart) -> None:
    give(apart.first, apart.link, ARMY, number=1, renew=True)
    assert "link" in apart.officer.wait("closed")["text"]
    (link,) = [each["token"] for each in heard(apart.chief)["commands"] if each["number"]]
    assert link != apart.officer_link
    again = apart.second.seat(link)
    assert {army_of(unit) for unit in units(again)} == {ARMY}
    give(apart.first, apart.link, number=1)
    assert "link" in again.wait("closed")["text"]
    assert ARMY in {army_of(unit) for unit in units(apart.chief)}
    again.close()


def test_the_computer_thinks_on_a_worker_while_a_person_of_its_side_plays(apart: Apart, url: str) -> None:
    """What the person does meanwhile neither stops the thought nor is disturbed by it."""
    places = list(apart.chief.ask("sync")["columns"]["where"])
    ask(apart.second, apart.officer_link, "player", player="normal")
    worker = WorkerProcess(url, gone=2.0)
    try:
        moved = set()
        while 1 not in said(apart.chief):
            own = [unit for unit in units(apart.chief) if unit not in moved and army_of(unit) != ARMY]
            if len(moved) < 4 and own:
                moved.add(own[0])
                if answer(apart.chief, MOVE + own[0])["is"] == "done":
                    time.sleep(0.2)
                    assert apart.chief.ask("undo", rev=apart.chief.rev)["is"] in ("done", "refused")
            time.sleep(0.1)
    finally:
        worker.kill()
    pairs = enumerate(zip(places, apart.chief.ask("sync")["columns"]["where"], strict=True))
    moved_here = [unit for unit, (old, new) in pairs if old != new and DATA.counters[unit].side == SIDES[0]]
    assert {army_of(unit) for unit in moved_here} == {ARMY}
    assert self_asked(apart.chief)["side"] == 0


# --- accounts and notices --------------------------------------------------------------------------


def test_a_command_becomes_the_seat_of_an_account(apart: Apart, url: str) -> None:
    with Browsers(apart.second, url) as browsers:
        friend, stranger = browsers.sign_up(), browsers.sign_up()
        taken = friend.post("/api/mine/take", json={"token": apart.officer_link})
        assert taken.status_code == 201, taken.text
        assert (taken.json()["token"], taken.json()["my_turn"]) == (apart.officer_link, True)
        assert stranger.post("/api/mine/take", json={"token": apart.officer_link}).status_code == 400
        answer(apart.officer, end_of(apart.officer))
        assert mine(friend, apart)["my_turn"] is False, "he has done with the phase"
        give(apart.first, apart.link, ARMY, number=1, renew=True)
        assert mine(friend, apart) == {}, "with its link the seat is gone"


def mine(browser: httpx.Client, apart: Apart) -> dict[str, Any]:
    found = [each for each in browser.get("/api/mine").json() if each["id"] == apart.table["id"]]
    return dict(found[0]) if found else {}


class Staffed:
    """A table with a commander-in-chief, an officer and an enemy, all with accounts."""

    def __init__(self, store: Store) -> None:
        self.store, self.people = store, People(store.engine, store.clock)
        self.row = Rooms(store, open_dice=True).new("bulge1944", "campaign", (), "", seed="7")
        accounts = Accounts(store.engine)
        self.chief, self.officer, self.enemy = (accounts.add(name, "en") for name in ("Ada", "Bo", "Cy"))

    def begin(self) -> None:
        self.at(lambda room: room.officers.give(SIDES[0], GiveCommand((ARMY,))))
        for side, number, account in ((0, 0, self.chief), (0, 1, self.officer), (1, 0, self.enemy)):
            self.people.take_seat(self.row.id, SIDES[side], number, account.id)

    def at(self, work: Any) -> None:
        async def run() -> None:
            rooms = Rooms(self.store)
            room = await rooms.room(self.row)
            await work(room)
            await rooms.close()

        in_a_loop(run())

    def say(self, number: int, *, on: bool = True) -> None:
        async def word(room: Room) -> None:
            async with room.lock:
                await room.officers.say_ready(SIDES[0], number, on=on)

        self.at(word)

    def told(self) -> list[int]:
        """How often each has been told of his turn, and it still stands."""
        bell = Notices(self.store.engine, self.store.clock)
        who: list[Account] = [self.chief, self.officer, self.enemy]
        return [sum(line.kind == "turn" for line in bell.shown(each.id, "en")) for each in who]


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def staffed(database: str, watch: Watch) -> Iterator[Staffed]:
    store = Store(database)
    store.clock = watch
    made = Staffed(store)
    made.begin()
    yield made
    store.close()


def attend(staffed: Staffed, watch: Watch) -> list[int]:
    watch.now += DELAY + 1
    attend_due(staffed.store.engine, watch.now, DELAY)
    return staffed.told()


def hand_over(staffed: Staffed) -> None:
    """The enemy's turn, and back, up to a phase in which both commanders can do something."""

    async def go_on(room: Room) -> None:
        match, officers = room.match, room.officers
        assert match.asked is not None
        if officers.staff(match.asked.side).end(match) is not None:
            await officers.say_ready(match.asked.side, CHIEF, for_all=True)
        else:
            await room.change(partial(match.apply, match.asked.options[0], match.asked.side))

    async def both(room: Room) -> None:
        async with room.lock:
            for side in (SIDES[0], SIDES[1]):
                while room.match.asked is not None and room.match.asked.side == side:
                    await go_on(room)
            while room.officers.waits_for() != {0, 1}:
                await go_on(room)

    staffed.at(both)


def test_the_notice_of_a_turn_goes_to_those_still_asked(staffed: Staffed, watch: Watch) -> None:
    hand_over(staffed)
    row = staffed.store.row(staffed.row.id)
    assert row is not None
    assert row.summary.waiting == (0, 1)
    assert attend(staffed, watch) == [1, 1, 0]
    assert attend(staffed, watch) == [1, 1, 0], "once"
    staffed.say(1)
    assert attend(staffed, watch) == [1, 0, 0]


def test_who_has_done_is_no_longer_told_and_who_is_asked_later_is(staffed: Staffed, watch: Watch) -> None:
    hand_over(staffed)
    staffed.say(1)
    assert attend(staffed, watch) == [1, 0, 0]
    staffed.say(1, on=False)
    assert attend(staffed, watch) == [1, 1, 0]
    staffed.say(0)
    assert staffed.told() == [0, 1, 0], "withdrawn when answered"


def test_who_has_his_window_open_is_not_told(staffed: Staffed, watch: Watch) -> None:
    hand_over(staffed)
    with staffed.store.engine.begin() as connection:
        here = {"table_id": staffed.row.id, "side": 0, "number": 0, "at": watch.now + DELAY}
        connection.execute(present.insert().values(here))
    assert attend(staffed, watch) == [0, 1, 0]
