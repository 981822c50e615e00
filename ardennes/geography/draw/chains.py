"""Joins hexsides into courses of water, and links from hex to hex into roads."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from ardennes.geography.draw.curves import jitter
from ardennes.geography.draw.shapes import Line, Point

Node = TypeVar("Node", bound=Hashable)


def joined(links: Iterable[tuple[Node, Node]]) -> Iterator[list[Node]]:
    """Runs of links from one end or fork to the next; rings come last."""
    around: dict[Node, list[Node]] = defaultdict(list)
    for one, other in links:
        around[one].append(other)
        around[other].append(one)
    walked: set[frozenset[Node]] = set()

    def walk(start: Node, step: Node) -> list[Node]:
        run = [start, step]
        walked.add(frozenset((start, step)))
        while len(around[run[-1]]) == 2:
            ahead = [node for node in around[run[-1]] if frozenset((run[-1], node)) not in walked]
            if not ahead:
                break
            walked.add(frozenset((run[-1], ahead[0])))
            run.append(ahead[0])
        return run

    ends_first = sorted(around, key=lambda node: len(around[node]) == 2)
    for node in ends_first:
        for other in around[node]:
            if frozenset((node, other)) not in walked:
                yield walk(node, other)


def meandering(corners: Line, sway: float) -> Line:
    """A course along hexsides that wanders a little to either side, always the same way."""
    found: list[Point] = []
    for one, other in itertools.pairwise(corners):
        east, north = other[0] - one[0], other[1] - one[1]
        found.append(one)
        seed = (round((one[0] + other[0]) * 50), round((one[1] + other[1]) * 50))
        first = 1 if jitter(*seed) > 0.5 else -1
        for share, sign in ((0.3, first), (0.7, -first)):
            off = sign * sway * (0.45 + 0.55 * jitter(*seed, salt=round(share * 10)))
            found.append((one[0] + share * east - off * north, one[1] + share * north + off * east))
    found.append(corners[-1])
    return tuple(found)


def straightest_pairs(here: Point, ends: dict[int, Point]) -> dict[int, int]:
    """Which two ways through a crossing belong together: the straightest first."""
    choices = sorted((_turn(ends[one], here, ends[other]), one, other) for one in ends for other in ends if one < other)
    partner: dict[int, int] = {}
    for turn, one, other in choices:
        if turn < math.radians(100) and one not in partner and other not in partner:
            partner[one], partner[other] = other, one
    return partner


def _turn(before: Point, here: Point, after: Point) -> float:
    """By how much a traveller turns: 0 is straight on."""
    into = math.atan2(here[1] - before[1], here[0] - before[0])
    out = math.atan2(after[1] - here[1], after[0] - here[0])
    turn = abs(out - into) % (2 * math.pi)
    return min(turn, 2 * math.pi - turn)
