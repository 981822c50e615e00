"""Reach: where can a unit go? Checked against the plain version and scipy from every start before it is timed."""

from __future__ import annotations

from statistics import median
from types import ModuleType
from typing import Any

from ardennes.bench import plain
from ardennes.bench.bench_map import (
    BROKEN,
    CLEAR,
    KINDS,
    NO_ROAD,
    PRIMARY,
    ROADS,
    SECONDARY,
    TOWN,
    WOODS,
    BenchMap,
    kind_of,
)
from ardennes.bench.timing import (
    HEAPQ_AND_DICTS,
    INTERPRETED,
    SCIPY,
    Rows,
    Stopwatch,
    alone,
    beside,
    interpreted,
    kernels_are_compiled,
    optional,
)
from ardennes.kernels import reach
from ardennes.kernels.flags import BARRED, NEVER, ZONE
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import Hex, all_hexes, by_hex

FEWEST, MOST, STARTS = 200, 400, 60
"""Reach is timed on this many starts from which so many hexes are reached."""
MICROSECONDS = (15, 40)
"""How long a search may take, with one mode and with three."""
SIXTHS = 6


def one_mode(bench_map: BenchMap, kernel: ModuleType = reach) -> Prices:
    """Trucks: ground by its cost, half a point on any road, two more for a river."""
    prices: Prices = kernel.Prices(bench_map.ground, KINDS, whole=SIXTHS, stops=ZONE)
    for terrain, points in ((CLEAR, 1), (BROKEN, 2), (WOODS, 3), (TOWN, 1)):
        for road in range(ROADS):
            cost, river = (points, 2) if road == NO_ROAD else (0.5, 0)
            prices.set(int(cost * SIXTHS), kind_of(terrain, road, river=False))
            prices.set(int((cost + river) * SIXTHS), kind_of(terrain, road, river=True))
    return prices


def three_modes(bench_map: BenchMap) -> Prices:
    """A march column: thirds on primary roads, halves on secondary, rounded up when the road changes."""
    prices = Prices(bench_map.ground, KINDS, modes=ROADS, whole=SIXTHS, stops=ZONE)
    for mode in range(ROADS):
        for terrain, points in ((CLEAR, 1), (BROKEN, 2), (WOODS, 4), (TOWN, 2)):
            for road, cost in ((NO_ROAD, points * SIXTHS), (PRIMARY, SIXTHS // 3), (SECONDARY, SIXTHS // 2)):
                rounds = mode not in (NO_ROAD, road)
                prices.set(cost, kind_of(terrain, road, river=False), mode, road, round_up=rounds)
                if road != NO_ROAD:
                    prices.set(cost, kind_of(terrain, road, river=True), mode, road, round_up=rounds)
    return prices


class Contest:
    """One price list and allowance, answered by the kernel and by the others."""

    def __init__(self, bench_map: BenchMap, prices: Prices, budget: int) -> None:
        self.bench_map, self.prices, self.budget = bench_map, prices, budget
        self.search = Reach(bench_map.neighbours, bench_map.side_of, prices.modes)
        flags = bench_map.flags
        barred = {hex for hex, bits in by_hex(flags) if bits & BARRED}
        zone = {hex for hex, bits in by_hex(flags) if bits & ZONE}
        self.going = plain.Going(self._steps(), barred, zone, prices.whole, prices.modes)
        self.starts, self.reached = self._fair_starts()

    def _steps(self) -> dict[int, list[tuple[int, int, int, bool]]]:
        """The price list worked out for each hex and mode, as the plain version wants it."""
        bench_map, modes = self.bench_map, self.prices.modes
        steps: dict[int, list[tuple[int, int, int, bool]]] = {}
        for hex in all_hexes(bench_map.grid.size):
            for mode in range(modes):
                ways = steps[hex * modes + mode] = []
                for edge in range(6 * hex, 6 * hex + 6):
                    there, kind = bench_map.neighbours[edge], bench_map.ground[edge]
                    cost, then, rounds = self.prices.price(mode, kind, 0)
                    if there >= 0 and cost != NEVER:
                        ways.append((there, there * modes + then, cost, rounds))
        return steps

    def _fair_starts(self) -> tuple[list[int], list[int]]:
        """Units outside enemy zones that reach neither few nor very many hexes, and how many they reach."""
        starts: list[int] = []
        reached: list[int] = []
        for hex in self.bench_map.ours:
            self.by_kernel(hex)
            if FEWEST <= self.search.ends <= MOST and hex not in self.going.zone and len(starts) < STARTS:
                starts.append(hex)
                reached.append(self.search.ends)
        return starts, reached

    def by_kernel(self, start: int) -> int:
        return self.search.run(self.prices, self.bench_map.flags, self.bench_map.sides, start, self.budget)

    def by_hand(self, start: int) -> dict[int, int]:
        return plain.reach(self.going, start, self.budget)

    def check(self) -> None:
        modes = self.prices.modes
        for start in self.starts:
            self.by_kernel(start)
            if {hex * modes + mode: cost for hex, mode, cost in self.search.reached()} != self.by_hand(start):
                raise AssertionError(f"reach: kernel and plain version differ from hex {start}")

    def listed(self, start: int) -> list[tuple[Hex, Hex]]:
        self.by_kernel(start)
        return self.search.destinations()


def contests(bench_map: BenchMap) -> tuple[tuple[str, Contest], tuple[str, Contest]]:
    """What is timed, by name."""
    trucks = Contest(bench_map, one_mode(bench_map), 10 * SIXTHS)
    column = Contest(bench_map, three_modes(bench_map), 8 * SIXTHS)
    return ("reach, one mode", trucks), ("reach, three modes", column)


def reach_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """With one mode, and with three as on Wacht am Rhein's roads."""
    for (name, contest), most in zip(contests(bench_map), MICROSECONDS, strict=True):
        contest.check()
        starts = contest.starts
        taken = stopwatch.best_of_each(contest.by_kernel, starts)
        yield alone(name, taken, most, f"{median(contest.reached):.0f} hexes reached, median of {len(starts)} starts")
        yield beside(name, taken, HEAPQ_AND_DICTS, stopwatch.best_of_each(contest.by_hand, starts), at_least=10)
        if contest.prices.modes == 1:
            yield from scipy_row(contest, stopwatch, name, taken)
            if kernels_are_compiled():
                yield beside(name, taken, INTERPRETED, interpreted_time(contest, stopwatch))
        yield alone(f"{name}, and the list of (hex, cost)", stopwatch.best_of_each(contest.listed, starts))


def interpreted_time(contest: Contest, stopwatch: Stopwatch) -> float:
    """How long the kernel's source takes when Python runs it; a few starts tell."""
    bench_map, kernel = contest.bench_map, interpreted(reach)
    prices, search = one_mode(bench_map, kernel), kernel.Reach(bench_map.neighbours, bench_map.side_of)

    def run(start: int) -> None:
        search.run(prices, bench_map.flags, bench_map.sides, start, contest.budget)

    return stopwatch.best_of_each(run, contest.starts[:10])


def scipy_row(contest: Contest, stopwatch: Stopwatch, name: str, taken: float) -> Rows:
    """The same by scipy, on a matrix made ready for the present enemy zones; it has no modes and no rounding."""
    sparse, csgraph = optional("scipy.sparse"), optional("scipy.sparse.csgraph")
    if sparse is None or csgraph is None:
        return
    going, size, budget = contest.going, contest.bench_map.grid.size, contest.budget
    links = [
        (hex, there, cost)
        for hex, ways in going.steps.items()
        for there, _, cost, _ in ways
        if hex not in going.zone and there not in going.barred
    ]
    rows, columns, costs = zip(*links, strict=True)
    matrix = sparse.csr_matrix((costs, (rows, columns)), shape=(size, size))

    def by_scipy(start: int) -> Any:
        return csgraph.dijkstra(matrix, indices=start, limit=budget)

    for start in contest.starts:
        if {hex: cost for hex, cost in by_hex(by_scipy(start)) if cost <= budget} != contest.by_hand(start):
            raise AssertionError(f"reach: plain version and scipy differ from hex {start}")
    yield beside(name, taken, SCIPY, stopwatch.best_of_each(by_scipy, contest.starts))
