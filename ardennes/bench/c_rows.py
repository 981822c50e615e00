"""Kernels beside plain C: ``kernels.c`` has two of them as one would write them by hand, and the machine's own compiler
makes a library of it while the benchmark runs."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sysconfig
import tempfile
from array import array
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from ardennes.bench.bench_map import KINDS, BenchMap
from ardennes.bench.reach_rows import Contest, contests
from ardennes.bench.supply_rows import BLOCKS, NAME, OFF_THE_ROAD, ROAD, SupplyTask
from ardennes.bench.timing import Row, Rows, Stopwatch, alone, beside
from ardennes.kernels.flags import BARRED, COLUMNS, EVERY_FLAG
from ardennes.kernels.reach import MOST_POINTS, Prices

SOURCE = Path(__file__).with_name("kernels.c")
PLAIN_C = "plain C"
MOST_TIMES = 1.2
"""How much longer than C a kernel may take."""


class Map(ctypes.Structure):
    """What the C functions read, as ``kernels.c`` declares it."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("hexes", "modes", "whole", "barred", "stops", "no_end", "heeds")),
        *((name, ctypes.c_void_p) for name in ("neighbours", "side_of", "ground", "sides", "flags", "table")),
    ]


def compiler() -> str | None:
    """The C compiler of this machine."""
    usual = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((command.split()[0] for command in usual if command and shutil.which(command.split()[0])), None)


def c_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """Reach and supply. Without a compiler there is nothing to compare with, and the rows say so."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        in_c = _compiled(Path(folder))
        races = [*(reach_race(*named) for named in contests(bench_map)), supply_race(bench_map)]
        for race in races:
            yield race.row(in_c, stopwatch)


def _compiled(folder: Path) -> ctypes.CDLL | None:
    command, library = compiler(), folder / "kernels.so"
    if command is None:
        return None
    subprocess.run([command, "-O3", "-shared", "-fPIC", str(SOURCE), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


class Race(msgspec.Struct, frozen=True, kw_only=True):
    """A kernel and its like in C, which do the same work: so many things at a time."""

    name: str
    by_kernel: Callable[[], int]
    by_c: Callable[[ctypes.CDLL, ctypes.c_void_p], int]
    tables: Tables
    count: int = 1

    def row(self, in_c: ctypes.CDLL | None, stopwatch: Stopwatch) -> Row:
        name, found = f"kernel beside C: {self.name}", self.by_kernel()
        microseconds = stopwatch.best(self.by_kernel, self.count)
        if in_c is None:
            return alone(name, microseconds, detail="this machine has no C compiler: not compared")
        in_c.open_search.restype = ctypes.c_void_p
        scratch = ctypes.c_void_p(in_c.open_search(self.tables.pointer, MOST_POINTS))
        if found != self.by_c(in_c, scratch):
            raise AssertionError(f"{name}: they differ")
        taken = stopwatch.best(partial(self.by_c, in_c, scratch), self.count)
        in_c.close_search(scratch)
        row = beside(name, microseconds, PLAIN_C, taken)
        target = f"at most {MOST_TIMES:g} times as long"
        return msgspec.structs.replace(row, target=target, met=microseconds <= MOST_TIMES * taken)


def reach_race(name: str, contest: Contest) -> Race:
    tables, starts = Tables(contest.bench_map, contest.prices), array("i", contest.starts)

    def by_kernel() -> int:
        return sum(map(contest.by_kernel, contest.starts))

    def by_c(library: ctypes.CDLL, scratch: ctypes.c_void_p) -> int:
        return int(library.reach_all(tables.pointer, scratch, address(starts), len(starts), contest.budget))

    return Race(name=name, by_kernel=by_kernel, by_c=by_c, tables=tables, count=len(starts))


def supply_race(bench_map: BenchMap) -> Race:
    task, tables = SupplyTask(bench_map), Tables(bench_map, None, BLOCKS)
    links, sources = array("B", task.links), array("i", task.sources)

    def by_c(library: ctypes.CDLL, scratch: ctypes.c_void_p) -> int:
        begin = (ROAD, address(sources), len(sources), OFF_THE_ROAD)
        return int(library.flood(tables.pointer, scratch, address(links), address(links), *begin))

    return Race(name=NAME, by_kernel=task.by_kernel, by_c=by_c, tables=tables)


class Tables:
    """A map and a price list where C finds them."""

    def __init__(self, bench_map: BenchMap, prices: Prices | None, barred: int = BARRED) -> None:
        self.ground, self.sides = array("B", bench_map.ground), array("B", bench_map.sides)
        self.prices = array("I", _entries(prices)) if prices is not None else array("I")
        columns = (bench_map.neighbours, bench_map.side_of, self.ground, self.sides, bench_map.flags, self.prices)
        self.columns = columns
        of_prices = (
            (prices.modes, prices.whole, barred, prices.stops, prices.no_end) if prices else (1, 1, barred, 0, 0)
        )
        numbers = (bench_map.grid.size, *of_prices, EVERY_FLAG)
        self.map = Map(*numbers, *(address(column) for column in columns))
        self.pointer = ctypes.byref(self.map)


def _entries(prices: Prices) -> list[int]:
    """The price list as one number for each mode, column and kind of step."""
    found = []
    for mode in range(prices.modes):
        for column in range(COLUMNS):
            for kind in range(256):
                cost, then, rounds = prices.price(mode, kind, column) if kind < KINDS else (0xFFFF, 0, False)
                found.append(cost | then << 16 | rounds << 24)
    return found


def address(column: array[int]) -> ctypes.c_void_p:
    return ctypes.c_void_p(column.buffer_info()[0])
