"""Contests: everybody plays everybody else once with each side, and all of it begins at once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from ardennes.engine.dice import mixed
from ardennes.numbers import Side
from ardennes.server.kept_tables import Summary
from ardennes.server.pace import PACES, Timer
from ardennes.server.people.accounts import Account, Accounts
from ardennes.server.people.contests import Contests, Paired, standings
from ardennes.server.people.notices import Notices
from ardennes.server.people.play import People as Play
from ardennes.server.people.ratings import Ratings
from ardennes.server.rooms import Rooms
from ardennes.server.schema import tables
from ardennes.server.store import Store
from tests.server.serving import in_a_loop
from tests.site.pairs import Watch
from tests.site.people import People, Person
from tests.site.sites import Process, site

NAMES = ("Ada", "Bo", "Cy")


class Group:
    """Three people, and a contest that the first of them has made."""

    def __init__(self, store: Store) -> None:
        self.store, self.contests = store, Contests(store.engine, store.clock)
        accounts = Accounts(store.engine)
        self.players: list[Account] = [accounts.add(name, "en") for name in NAMES]
        timer = Timer.of(msgspec.structs.replace(PACES["fast"], automatic=True))
        self.rooms = Rooms(store, open_dice=True)
        prepared = [self.rooms.new("crossroads", "noon", (), "Cup", timer=timer) for _ in range(6)]
        self.id = self.contests.add(prepared, self.players[0], 3, "Cup", "aa")

    def begin(self) -> None:
        for player, share in zip(self.players[1:], ("bb", "cc"), strict=True):
            self.contests.enter(self.id, player, share)
        assert self.contests.begin_full() == [self.id]

    @property
    def games(self) -> list[Paired]:
        return self.contests.one(self.id).games


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    opened.clock = Watch()
    yield opened
    opened.close()


@pytest.fixture
def group(store: Store) -> Group:
    return Group(store)


def test_everybody_plays_everybody_else_once_with_each_side(group: Group) -> None:
    group.begin()
    wanted = {(one.id, other.id) for one in group.players for other in group.players if one is not other}
    assert Counter(game.players for game in group.games) == Counter(wanted)
    for game in group.games:
        row = group.store.row(game.table)
        assert row is not None
        assert row.rated
        assert row.timer is not None
        assert (row.timer.begun, row.timer.pace.automatic, row.timer.side) == (True, True, row.summary.deciding)
    for player in group.players:
        assert len(Play(group.store.engine).mine(player.id)) == 4


def test_the_dice_are_promised_before_and_follow_from_both_shares(group: Group) -> None:
    before = dict(group.contests.promises(group.contests.one(group.id)))
    seeds = {table: row.header.seed for table in before if (row := group.store.row(table))}
    group.begin()
    shares = {player.id: share for player, share in zip(group.players, ("aa", "bb", "cc"), strict=True)}
    for game in group.games:
        row = group.store.row(game.table)
        assert row is not None
        assert row.header.commitment == before[game.table]
        own = tuple(shares[account] for account in game.players)
        assert row.header.dice_seed == mixed(seeds[game.table], own)


def test_nothing_begins_before_the_last_place_is_taken(group: Group) -> None:
    group.contests.enter(group.id, group.players[1], "")
    assert group.contests.begin_full() == []
    assert not group.contests.one(group.id).begun
    assert Play(group.store.engine).mine(group.players[0].id) == []


def test_two_processes_begin_it_once_and_all_hear_of_it_once(group: Group, database: str) -> None:
    for player in group.players[1:]:
        group.contests.enter(group.id, player, "")
    other = Store(database)
    begun: list[list[str]] = []
    several = [group.contests, Contests(other.engine, group.store.clock)]
    threads = [threading.Thread(target=lambda each=each: begun.append(each.begin_full())) for each in several]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert sorted(begun) == [[], [group.id]]
    bell = Notices(group.store.engine, group.store.clock)
    for player in group.players:
        assert [line.text for line in bell.shown(player.id, "en")] == ["The contest Cup has begun."]


def test_whoever_leaves_makes_room_and_its_maker_ends_it(group: Group) -> None:
    group.contests.enter(group.id, group.players[1], "")
    assert group.contests.leave(group.id, group.players[1].id) == []
    assert list(group.contests.one(group.id).entered.values()) == ["Ada"]
    assert len(group.contests.leave(group.id, group.players[0].id)) == 6
    assert group.contests.all() == []


def test_who_may_not_enter(group: Group) -> None:
    enter = group.contests.enter
    with pytest.raises(Exception, match="entered this contest already"):
        enter(group.id, group.players[0], "")
    Play(group.store.engine).block(group.players[0].id, group.players[1].id, blocked=True)
    with pytest.raises(Exception, match="no such contest"):
        enter(group.id, group.players[1], "")
    Play(group.store.engine).block(group.players[0].id, group.players[1].id, blocked=False)
    group.begin()
    late = Accounts(group.store.engine).add("Late", "en")
    for refused in (partial(enter, group.id, late, ""), partial(group.contests.leave, group.id, group.players[0].id)):
        with pytest.raises(Exception, match="no such contest"):
            refused()


def test_whoever_does_not_finish_his_games_is_not_let_in(group: Group) -> None:
    group.begin()
    mine = {game.table for game in group.games if group.players[0].id in game.players}
    waits = msgspec.json.encode(Summary(deciding=0))
    with group.store.engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id.in_(mine)).values(updated=0.0, summary=waits))
    with pytest.raises(Exception, match="Finish more of your games"):
        group.contests.check_may_make(group.players[0])


def test_its_games_are_rated_and_make_the_table_of_results(group: Group) -> None:
    group.begin()

    async def resign(table: str, side: Side) -> None:
        rooms = Rooms(group.store)
        row = group.store.row(table)
        assert row is not None
        room = await rooms.room(row)
        await room.change(partial(room.match.resign, side))
        await rooms.close()

    game = group.games[0]
    in_a_loop(resign(game.table, Side(1)))
    found = [(line.place, line.name, line.points, line.won, line.lost, line.playing) for line in standings(group.games)]
    assert found[0] == (1, game.names[0], 1.0, 1, 0, 3)
    assert (2, game.names[1], 0.0, 0, 1, 3) in found[1:]
    assert Ratings(group.store.engine).count_all_again() == 1
    assert not group.contests.one(group.id).over


def line(winner: Side | None, *names: str) -> Paired:
    pair = (names[0], names[1])
    return Paired(table="", players=pair, names=pair, summary=Summary(over=True, winner=winner))


def test_who_has_the_same_points_and_wins_shares_a_place() -> None:
    games = [line(Side(0), "a", "b"), line(Side(1), "a", "b"), line(None, "a", "c"), line(None, "c", "b")]
    told = [(each.place, each.name, each.points, each.won, each.drawn, each.lost) for each in standings(games)]
    assert told == [(1, "a", 1.5, 1, 1, 1), (1, "b", 1.5, 1, 1, 1), (3, "c", 1.0, 0, 2, 0)]


# --- over HTTP ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def process(cluster: Any, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, str]]:
    url = str(cluster.url(cluster.new(template)))
    with site(url, tmp_path_factory.mktemp("site"), 1) as (started,):
        yield started, url


def test_three_people_make_and_enter_one(process: tuple[Process, str]) -> None:
    with People(*process) as people:
        host, *others = persons = [people.sign_up() for _ in range(3)]
        made = _post(host, "/api/contests", game="crossroads", scenario="noon", name=" Cup ", share="aa")
        assert (made["name"], made["places"], made["players"], made["mine"]) == ("Cup", 3, [host.name], True)
        assert len(made["promises"]) == 6
        assert [each["id"] for each in others[0].get("/api/contests").json()] == [made["id"]]
        for person in others:
            told = _post(person, f"/api/contests/{made['id']}/enter", share="bb")
        assert (told["begun"], len(told["games"])) == (True, 6)
        for person in persons:
            own = person.get("/api/mine").json()
            assert Counter(table["side"] for table in own) == {0: 2, 1: 2}, "both sides equally often"
            assert all(table["rated"] for table in own)
        with process[0].browser() as stranger:
            shown = stranger.get(f"/api/contests/{made['id']}").json()
            assert [entry["points"] for entry in shown["lines"]] == [0, 0, 0]
            assert "token" not in str(shown)
            assert stranger.get("/api/contests/x").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "why"),
    [({"pace": ""}, "needs a clock"), ({"places": 2}, "places"), ({"places": 7}, "places"), ({"game": "x"}, "x")],
)
def test_what_is_no_contest_is_refused(process: tuple[Process, str], wanted: dict[str, Any], why: str) -> None:
    with People(*process) as people:
        reply = people.sign_up().post("/api/contests", json={"game": "crossroads", "scenario": "noon", **wanted})
        assert reply.status_code in (400, 404), reply.text
        assert why in reply.text


def test_nobody_has_more_than_a_few_that_wait(process: tuple[Process, str]) -> None:
    with People(*process) as people:
        host = people.sign_up()
        made = [_post(host, "/api/contests", game="crossroads", scenario="noon") for _ in range(3)]
        assert "3 contests" in host.post("/api/contests", json={"game": "crossroads"}).text
        for each in made:
            assert host.post(f"/api/contests/{each['id']}/leave").status_code == 201
        engine = sa.create_engine(process[1], poolclass=sa.NullPool)
        with engine.connect() as connection:
            left = sa.select(sa.func.count()).where(tables.c.id.in_([p["table"] for p in made[0]["promises"]]))
            assert connection.scalar(left.where(~tables.c.deleted)) == 0


def _post(person: Person | httpx.Client, path: str, **wanted: Any) -> dict[str, Any]:
    reply = person.post(path, json=wanted)
    assert reply.status_code == 201, reply.text
    return dict(reply.json())
