"""Zones of control: kept up as a unit moves, and from nothing for all units."""

from __future__ import annotations

from array import array
from collections import Counter

from ardennes.bench import plain
from ardennes.bench.bench_map import UNITS, BenchMap
from ardennes.bench.timing import SETS_AND_DICTS, Rows, Stopwatch, alone, beside
from ardennes.kernels.flags import ZONE, no_flags
from ardennes.numbers import all_hexes, by_hex


def zone_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """A move is a zone lifted and a zone laid."""
    size, zones, sides = bench_map.grid.size, bench_map.zones, bench_map.sides
    counts, flags = array("H", [0]) * size, no_flags(size)
    kinds, where = bytes(UNITS), bench_map.where
    out = [(hex, bench_map.board.around(hex)[0]) for hex in bench_map.ours[:100]]
    moves = out + [(new, old) for old, new in out]
    zones.rebuild(where, kinds, counts, flags, ZONE, sides)
    held: dict[int, list[int]] = {hex: bench_map.zone_of(hex) for hex in all_hexes(size)}
    counter = Counter(there for hex in where for there in held[hex])
    if {hex: count for hex, count in by_hex(counts) if count} != dict(counter):
        raise AssertionError("zones: kernel and plain version differ")

    def by_kernel() -> None:
        for old, new in moves:
            zones.leave(old, 0, counts, flags, ZONE, sides)
            zones.enter(new, 0, counts, flags, ZONE, sides)

    def by_hand() -> None:
        for old, new in moves:
            plain.move_zone(counter, held, old, new)

    taken = stopwatch.best(by_kernel, len(moves))
    yield alone("zone upkeep, one move", taken)
    yield beside("zone upkeep, one move", taken, SETS_AND_DICTS, stopwatch.best(by_hand, len(moves)))
    whole = stopwatch.best(lambda: zones.rebuild(where, kinds, counts, flags, ZONE, sides))
    plainly = stopwatch.best(lambda: Counter(there for hex in where for there in held[hex]))
    yield beside(f"zones from nothing, {UNITS} units", whole, SETS_AND_DICTS, plainly)
