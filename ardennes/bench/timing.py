"""Taking the time, and the rows of the report."""

from __future__ import annotations

import gc
import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time
from types import ModuleType
from typing import TypeVar

import msgspec

from ardennes.kernels import reach

T = TypeVar("T")

HEAPQ_AND_DICTS = "plain Python (heapq, dict)"
SETS_AND_DICTS = "plain Python (set, dict)"
SCIPY = "scipy.sparse.csgraph"
INTERPRETED = "the same source, interpreted"
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
        self.quick = quick
        self.seconds = 0.15 if quick else 0.5
        """How long one thing is timed."""
        self.play_seconds = 0.3 if quick else 2.0

    def best(self, work: Callable[[], object], count: int = 1) -> float:
        """Microseconds for one of the ``count`` things that the work does, at best."""
        rounds = 1
        while self._time(work, rounds) < SHORTEST_ROUND:
            rounds *= 2
        return min(self._times(lambda: [self._time(work, rounds)])[0]) / rounds / count * 1e6

    def best_of_each(self, work: Callable[[T], object], items: Sequence[T]) -> float:
        """Microseconds for one item on average, each taken at its best, so that long and short work fare alike."""

        def once_each() -> list[float]:
            taken = []
            for item in items:
                start = perf_counter()
                work(item)
                taken.append(perf_counter() - start)
            return taken

        return mean(min(times) for times in self._times(once_each)) * 1e6

    def each(self, play: Callable[[int], int]) -> float:
        """Microseconds for one action of games that differ in length: ``play(seed)`` returns how many it had.

        No game is played twice, so there is no best; instead only our own time on the processor counts.
        """
        actions, seed, start = 0, 0, process_time()
        while (taken := process_time() - start) < self.play_seconds or not actions:
            actions += play(seed)
            seed += 1
        return taken / actions * 1e6

    def each_in_turn(self, plays: Sequence[Callable[[int], int]]) -> list[float]:
        """The same of several, game by game in turn: whatever else the machine does strikes all alike."""
        taken, actions, seeds = [0.0] * len(plays), [0] * len(plays), [0] * len(plays)
        while min(taken) < self.play_seconds:
            shortest = taken.index(min(taken))
            start = process_time()
            actions[shortest] += plays[shortest](seeds[shortest])
            taken[shortest] += process_time() - start
            seeds[shortest] += 1
        return [seconds / count * 1e6 for seconds, count in zip(taken, actions, strict=True)]

    def _times(self, measure: Callable[[], list[float]]) -> list[list[float]]:
        """The times of each thing measured, over and over, without the garbage collector's stops."""
        found: list[list[float]] = []
        collecting, end = gc.isenabled(), perf_counter() + self.seconds
        gc.disable()
        try:
            while perf_counter() < end or len(found) < FEWEST_REPEATS:
                found.append(measure())
        finally:
            if collecting:
                gc.enable()
        return [list(times) for times in zip(*found, strict=True)]

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


def kernels_are_compiled() -> bool:
    return not (reach.__file__ or "").endswith(".py")


def interpreted(module: ModuleType) -> ModuleType:
    """A kernel's own source, run by Python even where the kernel is compiled."""
    name = f"interpreted_{module.__name__.rpartition('.')[2]}"
    source = Path(module.__file__ or "").parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise ImportError(f"{source} cannot be loaded")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


Rows = Iterator[Row]
