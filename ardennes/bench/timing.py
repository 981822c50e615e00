"""Taking the time, and the rows of the report."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from time import perf_counter
from types import ModuleType

import msgspec

HEAPQ_AND_DICTS = "plain Python (heapq, dict)"
SETS_AND_DICTS = "plain Python (set, dict)"
SCIPY = "scipy.sparse.csgraph"
SHORTEST_ROUND = 0.0005
FEWEST_REPEATS = 3


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the report: how long a thing takes, beside what, and whether that is fast enough."""

    name: str
    microseconds: float
    reference: str | None = None
    """What it is compared with, measured in the same run."""
    reference_microseconds: float | None = None
    ratio: float | None = None
    """How many times faster than the reference."""
    target: str | None = None
    met: bool | None = None
    detail: str = ""


def alone(name: str, microseconds: float, at_most: float | None = None, detail: str = "") -> Row:
    """A row for itself, with the time it may take."""
    if at_most is None:
        return Row(name=name, microseconds=microseconds, detail=detail)
    target = f"at most {at_most:g} µs"
    return Row(name=name, microseconds=microseconds, target=target, met=microseconds <= at_most, detail=detail)


def beside(name: str, microseconds: float, reference: str, other: float, at_least: float | None = None) -> Row:
    """A row beside a reference, with the number of times it should be faster."""
    ratio = other / microseconds
    return Row(
        name=name,
        microseconds=microseconds,
        reference=reference,
        reference_microseconds=other,
        ratio=ratio,
        target=None if at_least is None else f"at least {at_least:g} times",
        met=None if at_least is None else ratio >= at_least,
    )


class Stopwatch:
    """Times work again and again and keeps the best: everything else on the machine only makes it slower."""

    def __init__(self, *, quick: bool = False) -> None:
        self.seconds = 0.05 if quick else 0.4
        """How long one thing is timed, in many short rounds: a short round is sooner left alone by the machine."""
        self.play_seconds = 0.3 if quick else 2.0

    def best(self, work: Callable[[], object], count: int = 1) -> float:
        """Microseconds for one of the ``count`` things that the work does."""
        rounds, taken = 1, self._time(work, 1)
        while taken < SHORTEST_ROUND:
            rounds *= 2
            taken = self._time(work, rounds)
        best, left = taken, self.seconds
        for _ in range(FEWEST_REPEATS):
            best = min(best, self._time(work, rounds))
        while left > 0:
            taken = self._time(work, rounds)
            best, left = min(best, taken), left - taken
        return best / rounds / count * 1e6

    def each(self, play: Callable[[int], int]) -> float:
        """Microseconds for one action of games that differ in length: ``play(seed)`` returns how many it had."""
        actions, seed, start = 0, 0, perf_counter()
        while (taken := perf_counter() - start) < self.play_seconds or not actions:
            actions += play(seed)
            seed += 1
        return taken / actions * 1e6

    @staticmethod
    def _time(work: Callable[[], object], rounds: int) -> float:
        start = perf_counter()
        for _ in range(rounds):
            work()
        return perf_counter() - start


def optional(name: str) -> ModuleType | None:
    """A module that may not be installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


Rows = Iterator[Row]
