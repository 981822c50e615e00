"""One thread writes for all tables: whatever waits is committed together, so that a disk's pace bounds no table.

A change is done when its future is: it is on disk then. One that fails takes nothing with it.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import sqlalchemy as sa

from ardennes.server.mistakes import Mistake

MOST_TOGETHER = 200
TROUBLES = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_READONLY: "folder-not-writable",
    sqlite3.SQLITE_CANTOPEN: "folder-not-writable",
    sqlite3.SQLITE_PERM: "folder-not-writable",
    sqlite3.SQLITE_BUSY: "database-busy",
    sqlite3.SQLITE_LOCKED: "database-busy",
    sqlite3.SQLITE_NOTADB: "no-database",
    sqlite3.SQLITE_CORRUPT: "database-damaged",
    sqlite3.SQLITE_IOERR: "disk-fails",
}
logger = logging.getLogger(__name__)


class DiskTrouble(Mistake):
    """The disk or the file does not do what it should. Nothing was written; it may be better in a moment."""

    status = 503


def explained(error: Exception) -> Exception:
    """The sentence for what the disk or the file did; any other error stays what it is."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    code = TROUBLES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if code is None:
        return error
    logger.error("the database cannot be used: %s", cause)
    return DiskTrouble(code, reason=cause)


class _Job(NamedTuple):
    change: Callable[[Any], None]
    done: Future[None]


class Writer:
    """Takes the changes of all tables and commits those that wait in one transaction, a savepoint for each."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._connection: sa.Connection | None = None
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, change: Callable[[Any], None]) -> Future[None]:
        """Lets a change be written; it gets a cursor. Once submitted it cannot be called off."""
        job = _Job(change, Future())
        job.done.set_running_or_notify_cancel()
        self._waiting.put(job)
        return job.done

    def close(self) -> None:
        """Writes what still waits and stops."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._waiting.get()) is not None:
            jobs = [job]
            while len(jobs) < MOST_TOGETHER and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                jobs.append(following)
            self._write(jobs)
        self._disconnect()

    def _write(self, jobs: list[_Job]) -> None:
        try:
            cursor = self._connected()
            cursor.execute(self._begin)
        except Exception as error:
            self._fail(jobs, error)
            return
        try:
            failures = [_attempt(cursor, job) for job in jobs]
            cursor.execute("COMMIT")
        except Exception as error:
            self._disconnect()
            if len(jobs) == 1:
                self._fail(jobs, error)
            for job in jobs if len(jobs) > 1 else ():
                self._write([job])
            return
        for job, failure in zip(jobs, failures, strict=True):
            if failure is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(explained(failure))

    def _fail(self, jobs: list[_Job], error: Exception) -> None:
        self._disconnect()
        for job in jobs:
            job.done.set_exception(explained(error))

    def _connected(self) -> Any:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._cursor = self._connection.connection.cursor()
        return self._cursor

    def _disconnect(self) -> None:
        """Whatever is not committed is gone with the connection; the next change opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()


def _attempt(cursor: Any, job: _Job) -> Exception | None:
    """Why a change cannot be made; it is as if it had not been tried then."""
    cursor.execute("SAVEPOINT change")
    try:
        job.change(cursor)
    except Exception as error:
        cursor.execute("ROLLBACK TO change")
        cursor.execute("RELEASE change")
        return error
    cursor.execute("RELEASE change")
    return None
