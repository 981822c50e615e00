"""A game of a hundred thousand answers: what it costs must not follow its length."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.shape import shape_among_games
from ardennes.bench.timing import Row, Rows, Stopwatch
from ardennes.engine.match import Match

RECORDS, FEW_RECORDS = 100_000, 3_000
"""How long the game is; shorter where a run is to be quick."""
LOAD, UNDO = 500_000.0, 10_000.0
"""Microseconds that may be taken: to open the game, to take an answer back."""


def length_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """Load, undo, a click, and what a window is told."""
    with shape_among_games() as game:
        match = _played(game, FEW_RECORDS if stopwatch.quick else RECORDS)
        save = match.packed()
        at = f"at record {len(match.records):,}"
        yield timed_row(f"open a save, {at}", _timed(lambda: Match.unpacked(save)), LOAD, f"{len(save) / 1e6:.1f} MB")
        yield _undo_row(match, at)
        from ardennes.bench.length_table import table_rows

        yield from table_rows(match, at)


def _played(game: str, records: int) -> Match:
    """By random answers, to the middle of a phase."""
    match, rng = Match.new(game, seed="long", automatic=False), random.Random(1)
    while match.asked is not None and (len(match.records) < records or len(match.records) - match.settled < 200):
        match.apply(rng.choice(match.asked.options))
    return match


def _timed(work: Callable[[], object]) -> float:
    """Microseconds of our own on the processor."""
    start = process_time()
    work()
    return (process_time() - start) * 1e6


def timed_row(name: str, taken: float, at_most: float, detail: str = "") -> Row:
    target = f"at most {at_most / 1000:g} ms"
    return Row(name=name, microseconds=taken, target=target, met=taken <= at_most, detail=detail)


def _undo_row(match: Match, at: str) -> Row:
    """The longest, of all that can be taken back."""
    twin = match.fork(len(match.records))
    since = len(twin.records) - twin.settled
    taken = [_timed(twin.undo) for _ in range(twin.undoable)]
    return timed_row(f"undo, {at}", max(taken), UNDO, f"the longest of {len(taken)}, {since} records since the barrier")
