"""Two processes on one database are one server: seats at different ones play a whole game, whatever happens."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator

import httpx
import pytest

from ardennes.server.store import Store
from tests.kills import replayed
from tests.server.serving import WAIT, Seat, bearing, new_table
from tests.site.cluster import Cluster
from tests.site.sites import Process, play_on, same_table, site


@pytest.fixture(scope="module")
def url(cluster: Cluster, template: str) -> str:
    return cluster.url(cluster.new(template))


@pytest.fixture(scope="module")
def processes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    with site(url, tmp_path_factory.mktemp("site")) as started:
        yield started


@pytest.fixture
def table(processes: list[Process]) -> dict[str, str]:
    with processes[0].owner() as owner:
        return new_table(owner, scenario="noon")


@pytest.fixture
def seats(processes: list[Process], table: dict[str, list[str]]) -> Iterator[list[Seat]]:
    taken = [process.seat(token) for process, token in zip(processes, table["seats"], strict=True)]
    yield taken
    for seat in taken:
        seat.close()


def check(url: str, table: str, records: int) -> None:
    """What is kept is a game without a gap, which the rules play again."""
    store = Store(url)
    row = store.row(table)
    assert row is not None
    assert len(replayed(row, store).records) == row.summary.records == len(store.played(table)) == records
    store.close()


def test_seats_at_different_processes_play_a_whole_game(url: str, table: dict[str, str], seats: list[Seat]) -> None:
    done = play_on(seats, random.Random(3))
    shown = same_table(seats)
    assert shown["over"] is not None
    assert done > 20
    check(url, table["id"], shown["records"])


def test_changes_are_told_as_changes_not_as_a_whole_table(seats: list[Seat]) -> None:
    for seat in seats:
        seat.heard.clear()
    play_on(seats, random.Random(4), 12)
    other = seats[1]
    assert sum('"is":"change"' in text for text in other.heard) >= 12
    assert not any('"is":"table"' in text for text in other.heard)


def test_undo_and_redo_reach_the_other_process(seats: list[Seat]) -> None:
    deciding, other = seats[seats[0].asked["side"]], seats[1 - seats[0].asked["side"]]
    before = same_table(seats)
    while not deciding.undoable:
        deciding.ask("answer", option=deciding.asked["options"][0])
    after = same_table(seats)
    deciding.ask("undo")
    undone = same_table(seats)
    assert (undone["asked"], undone["records"]) == (before["asked"], before["records"])
    deciding.ask("redo")
    assert same_table(seats)["records"] == after["records"]
    assert other.rev == deciding.rev


def test_draw_offers_switches_and_hands_over_reach_the_other_process(
    processes: list[Process], table: dict[str, list[str]], seats: list[Seat]
) -> None:
    deciding, other = seats[seats[0].asked["side"]], seats[1 - seats[0].asked["side"]]
    rev, option = deciding.rev, deciding.asked["options"][0]
    for request in ({"do": "automatic", "on": False}, {"do": "draw", "offer": "offer"}):
        assert other.ask(**request)["is"] == "done"
    assert deciding.ask("answer", option=option, rev=rev)["is"] == "done", "they take nothing from an answer"
    shown = same_table(seats)
    side = seats.index(other)
    assert (shown["draw"], shown["automatic"][side]) == (side, False)
    assert deciding.ask("draw", offer="accept", rev=deciding.rev)["is"] == "done"
    assert same_table(seats)["over"]["winner"] is None


def test_what_both_agree_to_take_back_is_gone_in_both_processes(seats: list[Seat]) -> None:
    side = seats[0].asked["side"]
    own, other = seats[side], seats[1 - side]
    while own.asked["side"] == side:
        assert own.ask("answer", option=own.asked["options"][-1])["is"] == "done"
    before = same_table(seats)
    assert own.ask("ask_back", offer="offer")["is"] == "done"
    assert same_table(seats)["undo"] == side
    assert other.ask("ask_back", offer="accept", rev=other.rev)["is"] == "done"
    after = same_table(seats)
    assert (after["undo"], after["records"], after["asked"]["side"]) == (None, before["records"], side)
    assert own.ask("answer", option=own.asked["options"][-1], rev=own.rev)["is"] == "done"
    assert same_table(seats)["asked"]["side"] != side


def test_links_names_and_deletion_reach_the_other_process(
    processes: list[Process], table: dict[str, list[str]]
) -> None:
    seat, watcher = processes[1].seat(table["seats"][0]), processes[1].seat(table["watch"])
    with processes[0].owner() as owner:
        renewed = owner.post(f"/api/tables/{table['id']}/link", json={"side": 0}).json()
        assert "replaced by a new one" in seat.wait("closed")["text"]
        again = processes[1].seat(renewed["seats"][0])
        with httpx.Client(base_url=processes[1].base, timeout=WAIT) as client:
            assert client.get("/api/seat/words", headers=bearing(table["seats"][0])).status_code == 400
        owner.post(f"/api/tables/{table['id']}/delete", json={})
    for window in (again, watcher):
        assert "has been deleted" in window.wait("closed")["text"]


def test_two_who_answer_at_once_are_told_which_answer_counts(
    processes: list[Process], table: dict[str, list[str]]
) -> None:
    """Two windows of one seat at two processes: one answer is taken, and both windows show the same afterwards."""
    first = processes[0].seat(table["seats"][0])
    side = first.asked["side"]
    first.close()
    windows = [process.seat(table["seats"][side]) for process in processes]
    for _ in range(10):
        asked, rev = windows[0].asked, windows[0].rev
        if asked is None or asked["side"] != side:
            break
        for number, window in enumerate(windows):
            window.number += 1
            option = asked["options"][-number]
            window.socket.send(f'{{"id": {window.number}, "do": "answer", "option": {option}, "rev": {rev}}}')
        replies = []
        for window in windows:
            while (reply := window.wait("done", "refused", "change", "table")).get("to") != window.number:
                pass
            replies.append(reply["is"])
        assert sorted(replies) == ["done", "refused"]
        same_table(windows)


def test_a_process_that_hangs_holds_nobody_up(
    url: str, processes: list[Process], table: dict[str, list[str]], seats: list[Seat]
) -> None:
    play_on(seats, random.Random(6), 5)
    processes[1].send(signal.SIGSTOP)
    try:
        moved = [seats[0], processes[0].seat(table["seats"][1])]
        done = play_on(moved, random.Random(7), 10)
        assert done == 10
    finally:
        processes[1].send(signal.SIGCONT)
    while seats[1].rev < moved[1].rev:
        seats[1].wait("change", "table")
    assert same_table([moved[0], seats[1]])["records"] == same_table(moved)["records"]
    check(url, table["id"], same_table(moved)["records"])


def test_a_database_that_crashes_loses_nothing(
    cluster: Cluster, url: str, table: dict[str, str], seats: list[Seat]
) -> None:
    """Whoever asks meanwhile is told to try again, and stays at the table."""
    play_on(seats, random.Random(8), 5)
    before = same_table(seats)
    deciding = seats[before["asked"]["side"]]
    option = before["asked"]["options"][0]
    cluster.stop("immediate")
    try:
        refused = deciding.ask("answer", option=option, rev=deciding.rev)
        assert (refused["is"], "does not answer" in refused["text"]) == ("refused", True)
        assert deciding.ask("sync")["rev"] == before["rev"], "nothing has happened"
    finally:
        cluster.start()
    assert same_table(seats)["records"] == before["records"]
    play_on(seats, random.Random(9), 8)
    check(url, table["id"], same_table(seats)["records"])


def test_what_was_said_while_nobody_listened_is_seen(
    cluster: Cluster, url: str, table: dict[str, str], seats: list[Seat]
) -> None:
    """The line of a process is cut, and the table changed before it listens again: the windows are shown it all the
    same."""
    play_on(seats, random.Random(10), 3)
    before = same_table(seats)
    cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')")
    deciding = seats[before["asked"]["side"]]
    assert deciding.ask("answer", option=before["asked"]["options"][0])["is"] == "done"
    other = seats[1 - before["asked"]["side"]]
    while other.rev < deciding.rev:
        other.wait("change", "table")
    same_table(seats)


def test_health_and_readiness(cluster: Cluster, processes: list[Process]) -> None:
    with httpx.Client(base_url=processes[0].base, timeout=WAIT) as client:
        assert client.get("/healthz").status_code == 204
        assert client.get("/readyz").json()["database"] is True
        cluster.stop("immediate")
        try:
            assert client.get("/readyz").status_code == 503
            assert client.get("/healthz").status_code == 204
        finally:
            cluster.start()
        while client.get("/readyz").status_code != 200:
            pass


def test_a_request_that_changes_something_says_where_it_comes_from(processes: list[Process]) -> None:
    with processes[0].owner() as owner:
        del owner.headers["Origin"]
        assert owner.get("/api/tables").status_code == 200
        refused = owner.post("/api/tables", json={"game": "crossroads"})
        assert (refused.status_code, "Origin" in refused.json()["detail"]) == (401, True)
        other = owner.post("/api/tables", json={"game": "crossroads"}, headers={"Origin": "https://elsewhere.example"})
        assert other.status_code == 401


def test_folders_and_networks_of_the_machine_are_not_for_a_site(processes: list[Process]) -> None:
    with processes[0].owner() as owner:
        for path in ("/api/packs", "/api/network"):
            assert owner.get(path).status_code == 404
