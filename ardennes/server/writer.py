"""Threads that write for all tables, so that a disk's pace bounds no table.

SQLite has one writer, and what waits is committed together. PostgreSQL commits together what several connections bring.
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
CONNECTIONS = 4
"""That write to a database which has many writers, one change at a time each."""
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
PASSING_STATES = ("08", "25P03", "40", "53", "55", "57")
"""Of PostgreSQL: connection lost, idle in a transaction, transactions in conflict, no resources, locked, shut down."""
DATABASE_ERRORS = (sa.exc.DBAPIError, sqlite3.Error)
logger = logging.getLogger(__name__)


class DiskTrouble(Mistake):
    """The disk or the file does not do what it should. Nothing was written; it may be better in a moment."""

    status = 503


def explained(error: Exception) -> Exception:
    """The sentence for what the disk, the file or the database did, or for what somebody sent that it cannot hold (a
    character without a meaning, a number beyond all bounds); any other error stays what it is."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if "DataError" in {kind.__name__ for kind in type(cause).__mro__}:
        return Mistake("request-makes-no-sense", reason=str(cause).partition("\n")[0])
    code = TROUBLES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if code is None and (isinstance(error, sa.exc.TimeoutError) or _is_away(cause)):
        code = "database-away"
    return error if code is None else DiskTrouble(code, reason=cause)


def _is_away(cause: BaseException | None) -> bool:
    """Whether a database server has gone, or has ended what we were at: the same may well be done in a moment. Its
    driver need not be installed, so its errors are known by the state that only such a server tells."""
    if cause is None or not hasattr(cause, "sqlstate"):
        return False
    lost = {kind.__name__ for kind in type(cause).__mro__} & {"OperationalError", "InterfaceError"}
    return bool(lost) if cause.sqlstate is None else str(cause.sqlstate).startswith(PASSING_STATES)


@contextmanager
def explaining(*, at_terminal: bool = False) -> Iterator[None]:
    """Whatever the disk or the file does wrong in here is said in a sentence; logged, too, unless who keeps the
    server reads that sentence at his terminal."""
    try:
        yield
    except (*DATABASE_ERRORS, sa.exc.TimeoutError) as error:
        found = explained(error)
        if isinstance(found, DiskTrouble) and not at_terminal:
            logger.warning("%s", str(error).partition("\n")[0])
        raise found from None


class _Job(NamedTuple):
    change: Callable[[Any], None]
    done: Future[None]


class Writer:
    """Takes the changes of all tables and has them committed."""

    def __init__(self, engine: sa.Engine) -> None:
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        one_writer = engine.dialect.name == "sqlite"
        kind = _Together if one_writer else _OneByOne
        self._threads = [kind(engine, self._waiting) for _ in range(1 if one_writer else CONNECTIONS)]
        for thread in self._threads:
            thread.start()

    def submit(self, change: Callable[[Any], None]) -> Future[None]:
        """Lets a change be written; it gets a cursor. Once submitted it cannot be called off."""
        job = _Job(change, Future())
        job.done.set_running_or_notify_cancel()
        self._waiting.put(job)
        return job.done

    def close(self) -> None:
        """Writes what still waits and stops."""
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()


class _WritingThread(threading.Thread):
    """A connection of its own, and the jobs that are next."""

    begin = "BEGIN"

    def __init__(self, engine: sa.Engine, waiting: queue.SimpleQueue[_Job | None]) -> None:
        super().__init__(name="writer", daemon=True)
        self._engine, self._waiting = engine, waiting
        self._connection: sa.Connection | None = None

    def run(self) -> None:
        while (job := self._waiting.get()) is not None:
            self._write(self._with_others(job))
        self._disconnect()

    def _with_others(self, job: _Job) -> list[_Job]:
        """What is committed together with a job."""
        return [job]

    def _attempt(self, cursor: Any, job: _Job) -> Exception | None:
        """Why a change cannot be made; it is as if it had not been tried then. Raises what takes the transaction with
        it."""
        raise NotImplementedError

    def _write(self, jobs: list[_Job]) -> None:
        try:
            cursor = self._begun()
        except Exception as error:
            self._fail(jobs, error)
            return
        try:
            failures = [self._attempt(cursor, job) for job in jobs]
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
            if not isinstance(failure, Mistake):
                logger.error("%s: a change cannot be written (%s)", self._engine.url.database, failure)
            job.done.set_exception(explained(failure))

    def _fail(self, jobs: list[_Job], error: Exception) -> None:
        logger.error("%s: nothing can be written (%s)", self._engine.url.database, error)
        self._disconnect()
        for job in jobs:
            job.done.set_exception(explained(error))

    def _begun(self) -> Any:
        """A cursor in a new transaction."""
        cursor = self._connected()
        cursor.execute(self.begin)
        return cursor

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


class _OneByOne(_WritingThread):
    """One change is one transaction. Tables that other processes change too are so never held for each other."""

    def _begun(self) -> Any:
        """The database may have been started anew since the last change."""
        if self._connection is not None:
            try:
                return super()._begun()
            except Exception:
                self._disconnect()
        return super()._begun()

    def _attempt(self, cursor: Any, job: _Job) -> Exception | None:
        try:
            job.change(cursor)
        except Exception as error:
            try:
                cursor.execute("ROLLBACK")
            except Exception:
                raise error from None
            return error
        return None


class _Together(_WritingThread):
    """All that waits is one transaction, with a savepoint for each change."""

    begin = "BEGIN IMMEDIATE"

    def __init__(self, engine: sa.Engine, waiting: queue.SimpleQueue[_Job | None]) -> None:
        super().__init__(engine, waiting)
        self._file = engine.url.database
        self._inode = _inode(self._file)

    def _with_others(self, job: _Job) -> list[_Job]:
        jobs = [job]
        while len(jobs) < MOST_TOGETHER and not self._waiting.empty():
            following = self._waiting.get()
            if following is None:
                self._waiting.put(None)
                break
            jobs.append(following)
        return jobs

    def _connected(self) -> Any:
        """A cursor on the file under our name: what was moved away or replaced could be written to, and lost."""
        inode = _inode(self._file)
        if inode != self._inode:
            self._disconnect()
            self._engine.dispose()
            self._inode = inode
        if self._file and inode is None:
            raise DiskTrouble("file-gone")
        return super()._connected()

    def _attempt(self, cursor: Any, job: _Job) -> Exception | None:
        """Where the disk is full, SQLite gives all of the transaction up."""
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


def _inode(file: str | None) -> tuple[int, int] | None:
    """Which file has this name now, if any."""
    try:
        found = os.stat(file or "")
    except OSError:
        return None
    return found.st_dev, found.st_ino
