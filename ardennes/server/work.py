"""Work beside the table: hints, overlays, the past, analyses, drawings. Each kind has a lane of its own.

A lane has few processes and a queue. Tables take turns in it, a seat may ask only so much at once, a question that
several ask is worked out once, and work that takes too long or that nobody waits for any more is stopped. None of it
runs in the server's own process or in those of the computer players, and it stands back behind both when cores are
short.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from litestar import Request

from ardennes.numbers import Side
from ardennes.server.mistakes import NobodyWaits, TooMany
from ardennes.server.pool import MOST_DEATHS, Pool, Thinkers, ThinkingFailed

if TYPE_CHECKING:
    from ardennes.server.room import Room

P = ParamSpec("P")
T = TypeVar("T")
Question = tuple[Callable[..., Any], tuple[Any, ...]]

IDLE = 300.0
"""Seconds after which a process that has nothing to do is ended."""
MOST_WAITING = 32
"""How many requests of a seat may wait for one answer."""
REMOTE_WORKERS = 32
"""Pieces of work of a lane that a site's workers may have at once, waiting in their queue."""
MOST_QUESTIONS = 16
"""Tables whose choices are explained at the same time."""


class TookTooLong(ThinkingFailed):
    """Work that would have kept others waiting without end."""

    status = 503


class Asker(NamedTuple):
    """Who wants something: tables take turns, and each seat has its quota."""

    table: str
    seat: str


def asker(room: Room, side: Side | None) -> Asker:
    """A seat at a table; all watchers of a table share a quota."""
    return Asker(room.id, f"{room.id}:{side}")


class _Job:
    """A question on its way, once for all who ask it."""

    def __init__(self, question: Question, asker: Asker, *, tells: bool) -> None:
        self.question, self.asker, self.tells = question, asker, tells
        self.waiting: Counter[str] = Counter()
        """How many requests of each seat wait for it now."""
        self.share = 0.0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[None] | None = None


class Lane:
    """One kind of work."""

    def __init__(
        self,
        *,
        quota: int,
        seconds: float,
        workers: int = 1,
        grace: float = 1.0,
        kept: int = 0,
        nice: int = 10,
        idle: float = IDLE,
        deaths: int = MOST_DEATHS,
        pool: Thinkers | None = None,
    ) -> None:
        self.quota = quota
        """How many different questions of a seat may be in the lane at once."""
        self.seconds = seconds
        """How long a piece of work may take; then its process is ended, and whoever asked is told."""
        self.grace = grace
        """Seconds that work goes on when the last who waited has gone: many come back, and those who poll must."""
        self.kept = kept
        """How many answers are remembered."""
        self.idle = idle
        self.pool = pool or Pool(workers, nice, deaths)
        self._workers = workers
        self._jobs: dict[Question, _Job] = {}
        self._queues: OrderedDict[str, deque[_Job]] = OrderedDict()
        """By table; the first is the next in turn."""
        self._running: set[_Job] = set()
        self._answers: OrderedDict[Question, Any] = OrderedDict()

    # --- asking ----------------------------------------------------------------------------------

    async def ask(self, asker: Asker, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``function(*args)``, worked out in this lane. The same function of the same arguments is the same question,
        so whatever the answer depends on is among them."""
        assert not kwargs, "arguments go by position"
        question = function, args
        if question in self._answers:
            return cast(T, self._remembered(question))
        job = self._join(question, asker)
        await self._wait_for(job, asker, None)
        return cast(T, job.answer.result())

    async def poll(
        self,
        asker: Asker,
        patience: float,
        function: Callable[Concatenate[Callable[[float], None], P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T | float:
        """The same for work that takes long: ``function(tell, *args)``; after some seconds of patience, what share of
        it is done."""
        assert not kwargs, "arguments go by position"
        question = function, args
        if question in self._answers:
            return cast(T, self._remembered(question))
        job = self._join(question, asker, tells=True)
        await self._wait_for(job, asker, patience)
        return cast(T, job.answer.result()) if job.answer.done() else job.share

    def _remembered(self, question: Question) -> Any:
        self._answers.move_to_end(question)
        return self._answers[question]

    def _join(self, question: Question, asker: Asker, *, tells: bool = False) -> _Job:
        """The job that answers a question: one that is under way, or a new one in the queue of its table."""
        job = self._jobs.get(question)
        if job is None:
            if sum(other.asker.seat == asker.seat for other in self._jobs.values()) >= self.quota:
                raise TooMany("too-many-questions")
            job = self._jobs[question] = _Job(question, asker, tells=tells)
            self._queues.setdefault(asker.table, deque()).append(job)
            self._start_next()
        return job

    async def _wait_for(self, job: _Job, asker: Asker, patience: float | None) -> None:
        if job.waiting[asker.seat] >= MOST_WAITING:
            raise TooMany("too-many-questions")
        job.waiting[asker.seat] += 1
        try:
            await asyncio.wait([job.answer], timeout=patience)
        finally:
            job.waiting[asker.seat] -= 1
            if not job.waiting.total() and not job.answer.done():
                asyncio.get_running_loop().call_later(self.grace, self._drop_if_deserted, job)

    # --- working ---------------------------------------------------------------------------------

    def _start_next(self) -> None:
        while self._queues and len(self._running) < self._workers:
            table, queue = next(iter(self._queues.items()))
            job = queue.popleft()
            if queue:
                self._queues.move_to_end(table)
            else:
                del self._queues[table]
            self._running.add(job)
            job.task = asyncio.create_task(self._work_out(job))

    async def _work_out(self, job: _Job) -> None:
        def hear(share: float) -> None:
            job.share = share

        try:
            async with asyncio.timeout(self.seconds):
                answer = await self.pool.do(*job.question, hear if job.tells else None)
        except asyncio.CancelledError:
            job.answer.cancel()
        except Exception as error:
            late = isinstance(error, TimeoutError)
            job.answer.set_exception(TookTooLong("took-too-long", seconds=round(self.seconds)) if late else error)
            job.answer.exception()  # read here too: whoever asked may have gone
        else:
            self._remember(job.question, answer)
            job.answer.set_result(answer)
        finally:
            self._running.discard(job)
            self._forget(job)
            self._start_next()
            if not self._jobs:
                asyncio.get_running_loop().call_later(self.idle, self._end_if_idle)

    def _remember(self, question: Question, answer: Any) -> None:
        if self.kept:
            self._answers[question] = answer
            if len(self._answers) > self.kept:
                self._answers.popitem(last=False)

    def _forget(self, job: _Job) -> None:
        if self._jobs.get(job.question) is job:
            del self._jobs[job.question]

    def _drop_if_deserted(self, job: _Job) -> None:
        """Stops work that nobody waits for."""
        if job.waiting.total() or job.answer.done():
            return
        self._forget(job)
        if job.task is not None:
            job.task.cancel()
            return
        job.answer.cancel()
        queue = self._queues[job.asker.table]
        queue.remove(job)
        if not queue:
            del self._queues[job.asker.table]

    def _end_if_idle(self) -> None:
        if not self._jobs:
            self.pool.stop()

    def close(self) -> None:
        for job in self._running:
            if job.task is not None:
                job.task.cancel()
        self._queues.clear()
        self.pool.close()


class Lanes:
    """All work of a server besides play."""

    def __init__(self, workers: Thinkers | None = None) -> None:
        at_once = REMOTE_WORKERS if workers else 1
        self.hints = Lane(quota=2, seconds=300, kept=64, workers=at_once, pool=workers)
        self.looks = Lane(quota=8, seconds=60, grace=0.5, kept=512, nice=2)
        """Overlays and attacks that nobody has declared, which people wait for with the pointer in the air."""
        self.past = Lane(quota=4, seconds=300, kept=24)
        """Films, replays, and how the game went."""
        self.analyses = Lane(quota=1, seconds=3600, grace=10.0, kept=8, nice=15, workers=at_once, pool=workers)
        """Of finished games, one at a time; where there are workers elsewhere, as many as they can do."""
        self.checks = Lane(quota=1, seconds=3600, grace=3600.0, nice=15)
        """Of files that somebody brought: whether their logs lead to their positions."""
        self.drawings = Lane(quota=2, seconds=300, grace=5.0, idle=0.0, deaths=1)
        """Of maps; the process ends with its last drawing, for it has grown large."""
        self.questions = ThreadPoolExecutor(MOST_QUESTIONS, thread_name_prefix="question")
        """What a seat wants to know of its choices, for one table each; see :mod:`ardennes.server.choices`."""

    def close(self) -> None:
        self.questions.shutdown(wait=False, cancel_futures=True)
        for lane in (self.hints, self.looks, self.past, self.analyses, self.checks, self.drawings):
            lane.close()


async def while_connected(request: Request[Any, Any, Any], answer: Awaitable[T]) -> T:
    """Waits for an answer as long as whoever asked by HTTP is still there."""
    answering, leaving = asyncio.ensure_future(answer), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            return answering.result()
        raise NobodyWaits("nobody-waits")
    finally:
        for task in (answering, leaving):
            task.cancel()


async def _left(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
