"""One thread writes for all tables: whatever waits is committed together, so that a disk's pace bounds no table.

A change is done when its future is: it is on disk then. One that fails takes nothing with it.
"""

from __future__ import annotations

import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
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
DATABASE_ERRORS = (sa.exc.DBAPIError, sqlite3.Error)
logger = logging.getLogger(__name__)


class DiskTrouble(Mistake):
    """The disk or the file does not do what it should. Nothing was written; it may be better in a moment."""

    status = 503


def explained(error: Exception) -> Exception:
    """The sentence for what the disk or the file did; any other error stays what it is."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    code = TROUBLES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return error if code is None else DiskTrouble(code, reason=cause)


@contextmanager
def explaining() -> Iterator[None]:
    """Whatever the disk or the file does wrong in here is said in a sentence."""
    try:
        yield
    except DATABASE_ERRORS as error:
        raise explained(error) from None


class _Job(NamedTuple):
    change: Callable[[Any], None]
    done: Future[None]


class Writer:
    """Takes the changes of all tables and commits those that wait in one transaction, a savepoint for each."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine, self._file = engine, engine.url.database if engine.dialect.name == "sqlite" else None
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._connection: sa.Connection | None = None
        self._inode = _inode(self._file)
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
                continue
            if isinstance(failure, DATABASE_ERRORS):
                logger.error("%s: a change cannot be written (%s)", self._file, failure)
            job.done.set_exception(explained(failure))

    def _fail(self, jobs: list[_Job], error: Exception) -> None:
        logger.error("%s: nothing can be written (%s)", self._file, error)
        self._disconnect()
        for job in jobs:
            job.done.set_exception(explained(error))

    def _connected(self) -> Any:
        """A cursor on the file under our name: what was moved away or replaced could be written to, and lost."""
        inode = _inode(self._file)
        if inode != self._inode:
            self._disconnect()
            self._engine.dispose()
            self._inode = inode
        if self._file and inode is None:
            raise DiskTrouble("file-gone")
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


def _inode(file: str | None) -> tuple[int, int] | None:
    """Which file has this name now, if any."""
    try:
        found = os.stat(file or "")
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _attempt(cursor: Any, job: _Job) -> Exception | None:
    """Why a change cannot be made; it is as if it had not been tried then. Raises what takes the transaction with it:
    where the disk is full, SQLite gives all of it up."""
    cursor.execute("SAVEPOINT change")
    try:
        job.change(cursor)
    except Exception as error:
        try:
            cursor.execute("ROLLBACK TO change")
            cursor.execute("RELEASE change")
        except DATABASE_ERRORS:
            raise error from None
        return error
    cursor.execute("RELEASE change")
    return None
