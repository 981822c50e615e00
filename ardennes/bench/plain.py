"""The same answers as a Python programmer would write them: the yardstick for the kernels."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from typing import NamedTuple


class Going(NamedTuple):
    """What a mover meets."""

    steps: Mapping[int, list[tuple[int, int, int, bool]]]
    """From each state: hex entered, state then, cost, whether the points spent before are rounded up."""
    barred: Collection[int]
    zone: Collection[int]
    whole: int
    modes: int


def reach(going: Going, start: int, budget: int) -> dict[int, int]:
    """Points spent on arrival in each state (hex and mode in one number), by Dijkstra's algorithm."""
    steps, barred, zone, whole, modes = going
    origin = start * modes
    best = {origin: 0}
    heap = [(0, origin)]
    while heap:
        spent, state = heappop(heap)
        if spent > best[state] or (state // modes in zone and state != origin):
            continue
        for there, target, cost, rounds in steps[state]:
            if there in barred:
                continue
            total = (-(-spent // whole) * whole if rounds else spent) + cost
            if total <= budget and total < best.get(target, budget + 1):
                best[target] = total
                heappush(heap, (total, target))
    return best


class Net(NamedTuple):
    """What supply may flow along."""

    roads: Mapping[int, Collection[int]]
    around: Mapping[int, Collection[int]]
    blocked: Collection[int]


def supply(net: Net, sources: Iterable[int], off: int) -> dict[int, int]:
    """The hex before each supplied hex on its line: along the roads, then so many hexes off them."""
    roads, around, blocked = net
    line = {source: -1 for source in sources if source not in blocked}
    queue = deque(line)
    while queue:
        hex = queue.popleft()
        for there in roads[hex]:
            if there not in line and there not in blocked:
                line[there] = hex
                queue.append(there)
    ring = list(line)
    for _ in range(off):
        beyond = []
        for hex in ring:
            for there in around[hex]:
                if there not in line and there not in blocked:
                    line[there] = hex
                    beyond.append(there)
        ring = beyond
    return line


def move_zone(counts: Counter[int], held: Mapping[int, list[int]], old: int, new: int) -> None:
    """A unit goes from one hex to another: the hexes it holds change."""
    for hex in held[old]:
        counts[hex] -= 1
        if not counts[hex]:
            del counts[hex]
    for hex in held[new]:
        counts[hex] += 1
