"""Supply: which hexes can be supplied, along the roads from the map's edge and four hexes off them?"""

from __future__ import annotations

from typing import Any

from ardennes.bench import plain
from ardennes.bench.bench_map import LANES, BenchMap
from ardennes.bench.timing import SCIPY, SETS_AND_DICTS, Rows, Stopwatch, alone, beside, optional
from ardennes.kernels.flags import BARRED, ZONE
from ardennes.kernels.flood import ANY_LINK, Flood
from ardennes.numbers import by_hex

NAME = "supply, whole map"
ROAD = 1
OFF_THE_ROAD = 4
BLOCKS = BARRED | ZONE


class SupplyTask:
    """Supply from nothing, for the whole map."""

    def __init__(self, bench_map: BenchMap) -> None:
        board, hexes = bench_map.board, range(bench_map.grid.size)
        self.bench_map = bench_map
        self.links = bytes(ROAD if road else 0 for road in board.road)
        around = {hex: board.around(hex) for hex in hexes}
        roads = {hex: [there for there in around[hex] if self.links[board.side(hex, there)]] for hex in hexes}
        blocked = {hex for hex, bits in by_hex(bench_map.flags) if bits & BLOCKS}
        self.sources = [hex for hex in hexes if bench_map.grid.lane_place(hex)[0] >= LANES - 1 and roads[hex]]
        self.flood = Flood(bench_map.neighbours, bench_map.side_of, self.links)
        self.net = plain.Net(roads, around, blocked)

    def by_kernel(self) -> int:
        flags, sides = self.bench_map.flags, self.bench_map.sides
        self.flood.run(self.sources, ROAD, flags, sides, BLOCKS)
        return self.flood.spread(ANY_LINK, flags, sides, BLOCKS, limit=OFF_THE_ROAD)

    def by_hand(self) -> dict[int, int]:
        return plain.supply(self.net, self.sources, OFF_THE_ROAD)


def supply_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """By the kernel and by the others."""
    task = SupplyTask(bench_map)
    task.by_kernel()
    if set(task.flood.reached()) != task.by_hand().keys():
        raise AssertionError("supply: kernel and plain version differ")
    taken = stopwatch.best(task.by_kernel)
    yield alone(NAME, taken, detail=f"{task.flood.count} hexes supplied from {len(task.sources)} road hexes")
    yield beside(NAME, taken, SETS_AND_DICTS, stopwatch.best(task.by_hand))
    yield from scipy_row(task.net, task.sources, stopwatch, taken)


def scipy_row(net: plain.Net, sources: list[int], stopwatch: Stopwatch, taken: float) -> Rows:
    """The same by scipy, on matrices made ready for the present enemies."""
    sparse, csgraph, numpy = optional("scipy.sparse"), optional("scipy.sparse.csgraph"), optional("numpy")
    if sparse is None or csgraph is None or numpy is None:
        return

    def matrix(links: Any) -> Any:
        pairs = [(hex, there) for hex, ways in links.items() for there in ways if there not in net.blocked]
        rows, columns = zip(*pairs, strict=True)
        return sparse.csr_matrix(([1] * len(pairs), (rows, columns)), shape=(len(links),) * 2)

    by_road, anywhere = matrix(net.roads), matrix(net.around)
    free = [hex for hex in sources if hex not in net.blocked]

    def by_scipy() -> Any:
        along = csgraph.dijkstra(by_road, indices=free, min_only=True, unweighted=True)
        on_road = numpy.flatnonzero(numpy.isfinite(along))
        return csgraph.dijkstra(anywhere, indices=on_road, min_only=True, unweighted=True, limit=OFF_THE_ROAD)

    if set(numpy.flatnonzero(numpy.isfinite(by_scipy())).tolist()) != plain.supply(net, sources, OFF_THE_ROAD).keys():
        raise AssertionError("supply: plain version and scipy differ")
    yield beside(NAME, taken, SCIPY, stopwatch.best(by_scipy))
