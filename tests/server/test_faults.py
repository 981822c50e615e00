"""What disk and folder can do to a server, for real: a sentence each, nothing half done, play goes on."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ardennes.engine.saves import Record
from ardennes.server.store import Store
from ardennes.server.writer import DiskTrouble
from tests.server.serving import WAIT, Seat, Server, bearing, free_port, new_table, serving
from tests.server.test_store import added, change

HEED_PERMISSIONS = """
import ctypes, os, sys
DROP_BOUNDING_CAPABILITY, OVERRIDE_PERMISSIONS, OVERRIDE_READING = 24, 1, 2
for capability in (OVERRIDE_PERMISSIONS, OVERRIDE_READING):
    ctypes.CDLL(None).prctl(DROP_BOUNDING_CAPABILITY, capability, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
HEEDING_PERMISSIONS = [sys.executable, "-c", HEED_PERMISSIONS]
"""Root heeds none; a process without these two capabilities does, whoever runs it."""
DISK_FAILS = "The server's disk does not work (disk I/O error): nothing was changed."
NOT_WRITABLE = "The server may not write in the folder of its games: nothing was changed. Allow it, then go on."


def start(folder: Path) -> subprocess.CompletedProcess[str]:
    """A start that fails: what it says."""
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "--no-browser"]
    command = [*HEEDING_PERMISSIONS, *command, "--port", str(free_port()), "--data-dir", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=3 * WAIT)


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """No file of the server may grow: every write fails as on a disk that does not work."""
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


def answer(seat: Seat) -> dict[str, Any]:
    return seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)


# --- while it runs -------------------------------------------------------------------------------


def test_play_goes_on_when_the_disk_works_again(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, scenario="noon")
        seat = next(seat for token in table["seats"] if (seat := Seat(running, token)).asked["options"])
        assert answer(seat)["is"] == "done"
        assert answer(seat)["is"] == "done"
        assert seat.ask("undo")["is"] == "done"
        before = seat.ask("sync")
        with no_room(running):
            assert answer(seat)["text"] == DISK_FAILS
            assert seat.ask("draw", offer="offer")["text"] == DISK_FAILS
            assert seat.ask("redo")["text"] == DISK_FAILS
            assert seat.ask("sync") == before
            refused = owner.post("/api/tables?language=it", json={"game": "crossroads", "scenario": "dawn"})
            assert refused.status_code == 503
            assert refused.json()["detail"].startswith("Il disco del server non funziona")
            assert owner.post(f"/api/tables/{table['id']}/rename", json={"name": "Other"}).status_code == 503
            assert owner.get("/api/tables").json()["tables"][0]["name"] == table["name"]
        assert seat.ask("redo")["is"] == "done"
        assert answer(seat)["is"] == "done"
        after = seat.ask("sync")
        assert after["rev"] == before["rev"] + 2
    with serving(tmp_path) as running:
        assert Seat(running, table["seats"][seat.asked["side"]]).table["columns"] == after["columns"]


def test_the_computer_goes_on_when_the_disk_works_again(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, players=["easy", "easy"])
        watching = Seat(running, table["watch"])
        watching.wait("change")
        with no_room(running):
            while watching.wait("thinking")["trouble"] != DISK_FAILS:
                pass
        watching.wait("change")


def test_neither_a_seat_nor_a_draw_that_could_not_be_kept_stops_the_computer(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        playing, offered = new_table(owner, players=["easy", "easy"]), new_table(owner, players=["", "easy"])
        offering = Seat(running, offered["seats"][0])
        watching = Seat(running, playing["watch"])
        offering.ask("draw", offer="offer")
        with no_room(running):
            taken = owner.post("/api/seat/player", json={"player": ""}, headers=bearing(playing["seats"][0]))
            assert taken.status_code == 503
            while watching.wait("thinking", "change")["is"] == "change":
                pass
        assert watching.wait("change")["players"] == ["easy", "easy"]
        while offering.wait("presence")["draw"] is not None:
            pass


def test_another_program_that_holds_the_file_is_named(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        seat = Seat(running, new_table(owner)["seats"][0])
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert answer(seat)["text"].startswith("Another program holds the file of the games")
        assert owner.get("/api/tables").json()["total"] == 1, "reading is not held up"
        other.execute("ROLLBACK")
        other.close()
        assert answer(seat)["is"] == "done"


def test_a_file_that_is_moved_away_takes_nothing_with_it(tmp_path: Path) -> None:
    """An open file can still be written to when it is gone; what was acknowledged would be lost with it."""
    file, away = tmp_path / "tables.sqlite", tmp_path / "away.sqlite"
    with serving(tmp_path) as running, running.owner() as owner:
        seat = Seat(running, new_table(owner)["seats"][0])
        assert answer(seat)["is"] == "done"
        file.rename(away)
        assert answer(seat)["text"].startswith("The file of the games is gone: nothing was changed.")
        away.rename(file)
        assert answer(seat)["is"] == "done"


def test_a_folder_that_cannot_be_entered_any_more_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with serving(folder, under=HEEDING_PERMISSIONS) as running, running.owner() as owner:
        tables = [new_table(owner) for _ in range(2)]
        seat = Seat(running, tables[0]["seats"][0])
        folder.chmod(0)
        assert answer(seat)["text"].startswith("The file of the games is gone")
        assert owner.post("/api/tables", json={"game": "crossroads"}).status_code == 503
        folder.chmod(0o700)
        assert answer(seat)["is"] == "done"
        assert Seat(running, tables[1]["seats"][0]).asked


# --- at the start --------------------------------------------------------------------------------


def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with serving(folder):
        pass
    folder.chmod(0o500)
    said = start(folder)
    folder.chmod(0o700)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == f"ardennes: {folder}: games cannot be kept there (Permission denied)\n"


def test_a_file_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    file = tmp_path / "tables.sqlite"
    file.chmod(0o400)
    said = start(tmp_path)
    assert said.returncode == 1
    assert said.stderr == f"ardennes: {file}: {NOT_WRITABLE}\n"


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_text("My shopping list\n" * 100)
    said = start(tmp_path)
    assert said.returncode == 1
    assert said.stderr == f"ardennes: {file}: The file of the games is no database.\n"
    assert file.read_text() == "My shopping list\n" * 100
    file.unlink()
    file.mkdir()
    assert "Traceback" not in start(tmp_path).stderr


# --- in the store --------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield opened
    opened.close()


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """The file may not grow: the disk is full for it."""

    def limit(connection: Any, _: object = None) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    sa.event.listen(store.engine, "connect", limit)
    store.engine.dispose()
    store.writer.submit(lambda cursor: limit(cursor.connection)).result()
    yield
    sa.event.remove(store.engine, "connect", limit)
    store.engine.dispose()
    store.writer.submit(lambda cursor: cursor.execute("PRAGMA max_page_count = 1000000")).result()


def test_what_does_not_fit_on_a_full_disk_leaves_no_trace(store: Store) -> None:
    rows = [added(store) for _ in range(3)]
    large = tuple(Record(0, number, tuple(range(1000))) for number in range(200))
    with full_disk(store):
        waiting = [store.keep(row.id, change(1, 0, large)) for row in rows[:2]]
        small = store.keep(rows[2].id, change(1, 0, (Record(0, 1),)))
        for full in waiting:
            with pytest.raises(DiskTrouble, match="The server's disk is full: nothing was changed"):
                full.result()
        assert small.result() is None
        assert [len(store.played(row.id)) for row in rows] == [0, 0, 1]
    store.keep(rows[0].id, change(1, 0, large)).result()
    assert store.played(rows[0].id) == list(large)
