"""The computer of a site thinks on workers: once for all processes, and whatever becomes of a worker."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from ardennes.errors import ArdennesError
from ardennes.server.computers import Situation
from ardennes.server.kinds import KINDS, key_of, kind_of
from ardennes.server.people.glicko import Advantage, Game, Rating
from ardennes.server.store import Store
from ardennes.server.worker import GRANTS, check_kinds
from tests.server.serving import WAIT, Seat, bearing, new_table
from tests.site.cluster import Cluster
from tests.site.sites import Process, WorkerProcess, site

NewTable = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def url(cluster: Cluster, template: str) -> str:
    name = cluster.new(template)
    cluster.execute(*(grant.format(role="thinker") for grant in ("CREATE ROLE {role} LOGIN", *GRANTS)), database=name)
    return cluster.url(name)


@pytest.fixture(scope="module")
def as_worker(url: str) -> str:
    """The URL with the role of workers."""
    return url.replace("postgres@", "thinker@")


@pytest.fixture(scope="module")
def processes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    with site(url, tmp_path_factory.mktemp("site")) as started:
        yield started


@pytest.fixture
def worker(as_worker: str) -> Iterator[WorkerProcess]:
    started = WorkerProcess(as_worker, gone=2.0)
    yield started
    started.kill()


def until(found: Callable[[], Any], seconds: float = WAIT) -> Any:
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)
    return value


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.text(query))]


@pytest.fixture
def new(processes: list[Process]) -> Iterator[NewTable]:
    """Sets a table up; when the test is over it is deleted, so that nobody thinks about it any more."""
    made: list[str] = []

    def table(*players: str) -> dict[str, Any]:
        with processes[0].owner() as owner:
            told = new_table(owner, scenario="noon", players=players or ["", ""])
        made.append(told["id"])
        return told

    yield table
    with processes[0].owner() as owner:
        for table_id in made:
            owner.post(f"/api/tables/{table_id}/delete", json={})


def wait_for_person(seat: Seat) -> None:
    while seat.asked is not None and seat.asked["side"] == 0:
        seat.wait("change", "table")


def test_a_worker_thinks_for_the_computer_and_both_processes_show_it(
    url: str, processes: list[Process], worker: WorkerProcess, new: NewTable
) -> None:
    table = new("easy", "")
    seats = [process.seat(table["seats"][1]) for process in processes]
    for seat in seats:
        wait_for_person(seat)
        assert seat.rev > 0
    assert seats[0].rev == seats[1].rev
    asked = rows(url, f"SELECT key FROM results WHERE starts_with(key, 'think:{table['id']}:')")
    assert asked
    store = Store(url)
    row = store.row(table["id"])
    assert row is not None
    assert row.rev - row.unseen[1] == seats[0].rev == len(asked), "each thought was answered once"
    store.close()


def test_a_thought_is_asked_for_once_and_waits_for_a_worker(
    url: str, processes: list[Process], as_worker: str, new: NewTable
) -> None:
    """Nobody works yet: both processes want the same thought, and the queue has it once."""
    table = new("easy", "")
    seats = [process.seat(table["seats"][1]) for process in processes]
    jobs = f"SELECT status, lock, queueing_lock FROM procrastinate_jobs WHERE starts_with(lock, 'think:{table['id']}:')"
    ((status, lock, queueing_lock),) = until(lambda: rows(url, jobs))
    assert (status, lock) == ("todo", queueing_lock)
    worker = WorkerProcess(as_worker)
    for seat in seats:
        wait_for_person(seat)
    worker.kill()


def test_the_thought_of_a_killed_worker_is_taken_over(
    url: str, processes: list[Process], as_worker: str, new: NewTable
) -> None:
    """A worker is killed in mid-thought; the next one takes the job over when the first has been silent for so long."""
    first = WorkerProcess(as_worker, gone=2.0)
    table = new("hard", "")
    seat = processes[1].seat(table["seats"][1])
    doing = f"SELECT 1 FROM procrastinate_jobs WHERE status = 'doing' AND starts_with(lock, 'think:{table['id']}:')"
    until(lambda: rows(url, doing))
    first.kill()
    assert rows(url, f"SELECT 1 FROM results WHERE starts_with(key, 'think:{table['id']}:')") == []
    second = WorkerProcess(as_worker, gone=2.0)
    until(lambda: rows(url, f"SELECT 1 FROM results WHERE starts_with(key, 'think:{table['id']}:')"), 6 * WAIT)
    while seat.rev == 0:
        seat.wait("change", "table")
    second.kill()


def test_a_hint_and_how_far_a_thought_is_come_from_the_worker(
    url: str, processes: list[Process], worker: WorkerProcess, new: NewTable
) -> None:
    table = new()
    with processes[0].owner() as owner:
        found = owner.get("/api/seat/hint", headers=bearing(table["seats"][0]))
        assert found.json()["options"]
    assert rows(url, f"SELECT key FROM results WHERE starts_with(key, 'hint:{table['id']}:')")
    thinking = new("hard", "")
    seat = processes[1].seat(thinking["seats"][1])
    while (told := seat.wait("thinking"))["progress"] is None:
        pass
    assert 0.0 <= told["progress"][0] <= 1.0


def test_what_has_passed_is_not_thought_of(url: str, processes: list[Process], as_worker: str, new: NewTable) -> None:
    """The table has changed before a worker comes: the job ends at once, and leaves no result."""
    with processes[0].owner() as owner:
        table = new("hard", "")
        seat = processes[0].seat(table["seats"][1])
        jobs = f"SELECT lock FROM procrastinate_jobs WHERE starts_with(lock, 'think:{table['id']}:')"
        ((stale,),) = until(lambda: rows(url, jobs))
        for player in ("", "easy"):
            owner.post("/api/seat/player", json={"player": player}, headers=bearing(table["seats"][0]))
        mine = processes[0].seat(table["seats"][0])
        owner.post("/api/seat/player", json={"player": ""}, headers=bearing(table["seats"][0]))
        assert mine.ask("answer", option=mine.asked["options"][0])["is"] == "done"
    worker = WorkerProcess(as_worker)
    until(lambda: not rows(url, jobs))
    assert stale not in {key for (key,) in rows(url, "SELECT key FROM results")}
    assert seat.ask("sync")["records"] >= 1
    worker.kill()


# --- what a worker may ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT header FROM tables",
        "SELECT first FROM tables",
        "SELECT * FROM records",
        "SELECT * FROM checkpoints",
        "UPDATE tables SET rev = rev",
        "INSERT INTO records VALUES ('x', 0, '')",
        "DELETE FROM results",
        "UPDATE results SET payload = ''",
    ],
)
def test_the_role_of_workers_neither_reads_games_nor_writes_them(as_worker: str, statement: str) -> None:
    engine = sa.create_engine(as_worker, poolclass=sa.NullPool)
    with engine.begin() as connection, pytest.raises(sa.exc.ProgrammingError, match="permission denied"):
        connection.execute(sa.text(statement))


def test_every_kind_of_work_goes_there_and_back_as_it_was() -> None:
    told = Situation(
        table="t", rev=3, call="c", game="g", scenario="s", options=("o",), pack="", side=1, automatic=True, view=b"\0v"
    )
    game = Game(Rating(1520.25, 80.5, 0.06, 3, 1e9), Rating(), Advantage(12.5), 0.5, 1e9 + 1)
    others: dict[str, tuple[Any, ...]] = {"analyse": (b"save", ""), "rate": (game,)}
    for name, kind in KINDS.items():
        arguments = others.get(name, (told,))
        payload = base64.b64decode(base64.b64encode(kind.encode(arguments)))
        assert kind.decode(payload) == arguments
        assert key_of(name, arguments, payload) == key_of(name, arguments, kind.encode(arguments))
        assert kind_of(kind.function) == name
    assert key_of("think", (told,), b"") == "think:t:3:1:c"
    other = msgspec.structs.replace(told, rev=4)
    assert key_of("think", (other,), b"") != key_of("think", (told,), b"")


def test_unknown_kinds_are_named() -> None:
    assert check_kinds([]) == list(KINDS)
    with pytest.raises(ArdennesError, match="--kinds cook: there are think"):
        check_kinds(["think", "cook"])
