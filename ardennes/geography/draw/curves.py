"""Small geometry of lines in kilometres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ardennes.geography.draw.shapes import Line, Point


def measure(line: Sequence[Point]) -> float:
    """Length of a line."""
    return sum(math.dist(one, other) for one, other in pairwise(line))


def resampled(line: Sequence[Point], step: float) -> Line:
    """The same course in equal steps."""
    whole = measure(line)
    count = max(2, round(whole / step) + 1)
    gap = whole / (count - 1)
    found, wanted, walked = [line[0]], gap, 0.0
    for one, other in pairwise(line):
        leg = math.dist(one, other)
        while leg and walked + leg >= wanted - 1e-9 and len(found) < count - 1:
            share = (wanted - walked) / leg
            found.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
            wanted += gap
        walked += leg
    found.append(line[-1])
    return tuple(found)


def flattened(line: Line, reach: int) -> Line:
    """Each point moved to the mean of its neighbourhood: a course calm enough to write along."""
    calm = []
    for here in range(len(line)):
        near = line[max(0, here - reach) : here + reach + 1]
        calm.append((sum(point[0] for point in near) / len(near), sum(point[1] for point in near) / len(near)))
    return tuple(calm)


def curve(points: Sequence[Point], closed: bool = False, pieces: int = 6) -> Line:
    """A smooth course through the points (Catmull-Rom), as a fine polyline."""
    spots = list(points)
    if closed and spots[0] == spots[-1]:
        spots.pop()
    count = len(spots)
    if count < 3:
        return tuple(spots)
    found: list[Point] = []
    for here in range(count if closed else count - 1):
        before = spots[(here - 1) % count] if closed or here else spots[0]
        start, end = spots[here], spots[(here + 1) % count]
        after = spots[(here + 2) % count] if closed or here + 2 < count else end
        for piece in range(pieces):
            found.append(_between(before, start, end, after, piece / pieces))
    found.append(spots[0] if closed else spots[-1])
    return tuple(found)


def _between(before: Point, start: Point, end: Point, after: Point, share: float) -> Point:
    def mixed(axis: int) -> float:
        b, s, e, a = before[axis], start[axis], end[axis], after[axis]
        return 0.5 * (
            2 * s + (e - b) * share + (2 * b - 5 * s + 4 * e - a) * share**2 + (3 * s - b - 3 * e + a) * share**3
        )

    return mixed(0), mixed(1)


def bend(line: Sequence[Point]) -> float:
    """How crooked a line is: the sum of its turns, in radians."""
    total = 0.0
    headings = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(line) if a != b]
    for one, other in pairwise(headings):
        turn = abs(other - one) % (2 * math.pi)
        total += min(turn, 2 * math.pi - turn)
    return total


def jitter(column: int, row: int, salt: int = 0) -> float:
    """A number from 0 to 1 that belongs to a spot of the ground, always the same."""
    mixed = (column * 374761393 + row * 668265263 + salt * 974634713) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF
