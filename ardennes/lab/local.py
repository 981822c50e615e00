"""Plays the games of a plan on the cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ardennes.lab.plan import Plan
from ardennes.lab.playing import play_game
from ardennes.lab.rows import Crash, Played

AHEAD = 3
"""Games waiting for each worker: enough that none is ever idle."""
MOST_TRIES = 2
"""A game during which workers die as often as that is given up."""


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(plan: Plan, numbers: Iterable[int], jobs: int = 0) -> Iterator[Played]:
    """Plays the games with these numbers, as they come in; ``jobs`` 0 is one worker for each core."""
    workers = jobs or cores()
    if workers == 1:
        for number in numbers:
            yield play_game(plan, number)
        return
    left, suspects = list(numbers), dict[int, int]()
    while left:
        # When a worker dies, all games under way are lost. Those are played anew first, each by itself, so that the one
        # that kills its worker is found.
        alone = left[0] in suspects
        done: set[int] = set()
        with _Crew(1 if alone else workers) as crew:
            for played in crew.play(plan, left[:1] if alone else left):
                done.add(played.number)
                yield played
        for number in crew.lost:
            suspects[number] = suspects.get(number, 0) + 1
            if suspects[number] == MOST_TRIES:
                done.add(number)
                yield Played(number=number, seconds=0.0, crash=Crash(error="the worker that played it died, twice"))
        left = sorted(set(left) - done, key=lambda number: (number not in suspects, number))


class _Crew:
    """Worker processes for as long as none of them dies."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.lost: set[int] = set()
        """Games that were under way when a worker died."""
        # Processes are started afresh: a fork would copy the display's thread in the middle of its work.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, context, initializer=_leave_interrupts_to_the_master)
        self._elsewhere = set(multiprocessing.active_children())

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        """Also in the middle of games, which nobody will ask for any more."""
        for child in set(multiprocessing.active_children()) - self._elsewhere:
            child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def play(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Played]:
        waiting = iter(numbers)
        flying: dict[Future[Played], int] = {}
        try:
            while True:
                for number in islice(waiting, self.workers * AHEAD - len(flying)):
                    flying[self._pool.submit(play_game, plan, number)] = number
                if not flying:
                    return
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    del flying[future]
                    yield played
        except BrokenProcessPool:
            self.lost = set(flying.values())


def _leave_interrupts_to_the_master() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
