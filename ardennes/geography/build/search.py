"""The cheapest way through a graph, the same on every machine: ties go to the lower number."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

Steps = Callable[[int], Iterable[tuple[int, float]]]
"""From a node to its neighbours and what the step costs."""


def cheapest(starts: dict[int, float], goals: dict[int, float], steps: Steps) -> list[int] | None:
    """The nodes of the cheapest way from a start to a goal, each of which may cost something itself."""
    best = dict(starts)
    before: dict[int, int] = {}
    queue = [(cost, node) for node, cost in starts.items()]
    heapq.heapify(queue)
    done: set[int] = set()
    end, end_cost = -1, float("inf")
    while queue:
        cost, node = heapq.heappop(queue)
        if cost >= end_cost:
            break
        if node in done:
            continue
        done.add(node)
        if node in goals and cost + goals[node] < end_cost:
            end, end_cost = node, cost + goals[node]
        for other, price in steps(node):
            total = round(cost + price, 6)
            if total < best.get(other, float("inf")):
                best[other], before[other] = total, node
                heapq.heappush(queue, (total, other))
    if end < 0:
        return None
    path = [end]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path[::-1]
