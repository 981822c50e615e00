"""The parts of the benchmark, in the order of the report. A new part is one more function and one more line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.c_rows import c_rows
from ardennes.bench.env_rows import env_rows
from ardennes.bench.length_rows import length_rows
from ardennes.bench.memory_rows import memory_rows
from ardennes.bench.play_rows import play_rows
from ardennes.bench.position_rows import position_rows
from ardennes.bench.reach_rows import reach_rows
from ardennes.bench.series_rows import series_rows
from ardennes.bench.supply_rows import supply_rows
from ardennes.bench.timing import Row, Rows, Stopwatch
from ardennes.bench.zone_rows import zone_rows


class Part(msgspec.Struct, frozen=True):
    """One part: what it is about, and the rows it measures."""

    title: str
    rows: Callable[[BenchMap, Stopwatch], Rows]


PARTS = (
    Part("reach", reach_rows),
    Part("supply", supply_rows),
    Part("zones of control", zone_rows),
    Part("kernels beside C", c_rows),
    Part("position", position_rows),
    Part("random play", play_rows),
    Part("length of the game", length_rows),
    Part("memory", memory_rows),
    Part("environment", env_rows),
    Part("series", series_rows),
)


def measure(*, quick: bool = False) -> Iterator[tuple[Part, list[Row]]]:
    """Measures part by part."""
    bench_map, stopwatch = BenchMap(), Stopwatch(quick=quick)
    for part in PARTS:
        yield part, list(part.rows(bench_map, stopwatch))
