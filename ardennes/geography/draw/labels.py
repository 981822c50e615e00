"""Finds room for names: each tries the spots around its symbol and takes the one that hides least."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ardennes.geography.draw.curves import bend, flattened, measure, resampled
from ardennes.geography.draw.fonts import length
from ardennes.geography.draw.shapes import Extent, Font, Line, Point, Text, TextAlong

Box = tuple[float, float, float, float]
"""West, south, east, north."""

CAPITALS, DEPTH = 0.70, 0.20
"""Height of a capital and depth of a tail, as a share of the type size."""
SPOTS: tuple[tuple[float, float, float], ...] = (
    (1, 0, 0.0),
    (0.75, 0.9, 0.12),
    (0.75, -0.9, 0.15),
    (-1, 0, 0.25),
    (-0.75, 0.9, 0.3),
    (-0.75, -0.9, 0.33),
    (0, 1, 0.35),
    (0, -1, 0.4),
)
"""Where a name may stand round its symbol: east, north, and how little we like it."""
HIDES_A_NAME = 60.0
"""What it costs to cover a square of another name as high as the type."""


class Labels:
    """The room that is left on a picture."""

    def __init__(self, extent: Extent, cell: float = 2.0) -> None:
        self.extent, self.cell = extent, cell
        self._taken: dict[tuple[int, int], list[tuple[Box, float]]] = defaultdict(list)

    # --- what is in the way ----------------------------------------------------------------------

    def take(self, box: Box, weight: float) -> None:
        """Marks ground that names had better not cover; ``weight`` says how badly."""
        for cell in self._cells(box):
            self._taken[cell].append((box, weight))

    def take_line(self, line: Sequence[Point], width: float, weight: float) -> None:
        half = width / 2
        for east, north in resampled(line, max(width, 0.3)):
            self.take((east - half, north - half, east + half, north + half), weight)

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for column in range(math.floor(box[0] / self.cell), math.floor(box[2] / self.cell) + 1):
            for row in range(math.floor(box[1] / self.cell), math.floor(box[3] / self.cell) + 1):
                yield column, row

    def cost(self, box: Box) -> float:
        """What covering this box would hide."""
        seen: set[int] = set()
        total = 0.0
        for cell in self._cells(box):
            for entry in self._taken.get(cell, ()):
                if id(entry) not in seen:
                    other, weight = entry
                    east = min(box[2], other[2]) - max(box[0], other[0])
                    north = min(box[3], other[3]) - max(box[1], other[1])
                    if east > 0 and north > 0:
                        seen.add(id(entry))
                        total += weight * east * north
        return total

    # --- names -----------------------------------------------------------------------------------

    def name(
        self,
        text: str,
        at: Point,
        *,
        size: float,
        clear: float,
        font: Font,
        fill: str,
        halo: str,
        limit: float = math.inf,
        spots: Sequence[tuple[float, float, float]] = SPOTS,
    ) -> Text | None:
        """A name beside a symbol of radius ``clear``; nothing when every spot hides more than ``limit``."""
        wide = length(text, font, size)
        best: tuple[float, Point, Box] | None = None
        for east, north, dislike in spots:
            start = at[0] + east * clear + (0.14 * size * east) + (0 if east > 0 else -wide if east < 0 else -wide / 2)
            rise = (CAPITALS * size) / 2
            base = at[1] - rise + north * (clear * 0.8 + rise + 0.1 * size)
            box = (start, base - DEPTH * size, start + wide, base + CAPITALS * size)
            if not (self.extent.holds(box[:2]) and self.extent.holds(box[2:])):
                continue
            cost = dislike + self.cost(box) / size**2
            if best is None or cost < best[0]:
                best = cost, (start, base), box
        if best is None or best[0] > limit:
            return None
        _, spot, box = best
        self.take(box, HIDES_A_NAME)
        return Text(text=text, at=spot, size=size, font=font, fill=fill, halo=halo, halo_width=0.13 * size)

    def along(
        self,
        text: str,
        course: Line,
        *,
        size: float,
        fill: str,
        halo: str,
        apart: float,
        lift: float,
        limit: float = 12.0,
    ) -> list[TextAlong]:
        """A river's name along it, again every ``apart`` kilometres where there is a calm stretch."""
        spacing = 0.08 * size
        needed = length(text, "serif-italic", size, spacing) * 1.25
        step = size / 3
        spots = [point for point in resampled(course, step) if self.extent.holds(point)]
        window = round(needed / step)
        written: list[TextAlong] = []
        if len(spots) <= window:
            return written
        calm = flattened(flattened(tuple(spots), 5), 4)
        choices = sorted(
            (cost, start)
            for start in range(0, len(calm) - window, 2)
            if (cost := self._along_cost(calm[start : start + window + 1], size, lift)) < limit
        )
        used: list[int] = []
        for _, start in choices:
            if all(abs(start - other) * step > apart for other in used):
                used.append(start)
                part = calm[start : start + window + 1]
                line = part if part[-1][0] >= part[0][0] else part[::-1]
                for box in self._along_boxes(line, size, lift):
                    self.take(box, HIDES_A_NAME)
                written.append(
                    TextAlong(
                        text=text,
                        line=resampled(_prolonged(line, size), size),
                        size=size,
                        fill=fill,
                        halo=halo,
                        halo_width=0.1 * size,
                        spacing=spacing,
                        lift=lift,
                    )
                )
        return written

    def _along_cost(self, part: Line, size: float, lift: float) -> float:
        """Crooked stretches, steep ones and those under other names are bad."""
        straight = math.dist(part[0], part[-1]) / max(measure(part), 1e-9)
        if straight < 0.93 or bend(part) > 1.9:
            return math.inf
        steep = abs(part[-1][1] - part[0][1]) / max(math.dist(part[0], part[-1]), 1e-9)
        line = part if part[-1][0] >= part[0][0] else part[::-1]
        hidden = sum(self.cost(box) for box in self._along_boxes(line, size, lift)) / size**2
        return 1.6 * bend(part) + 1.5 * steep**2 + hidden

    def _along_boxes(self, line: Line, size: float, lift: float) -> list[Box]:
        half = size / 2
        boxes = []
        for one, other in zip(line[::2], line[2::2], strict=False):
            away = math.dist(one, other) or 1.0
            rise = lift + 0.35 * size
            east = (one[0] + other[0]) / 2 - (other[1] - one[1]) / away * rise
            north = (one[1] + other[1]) / 2 + (other[0] - one[0]) / away * rise
            boxes.append((east - half, north - half, east + half, north + half))
        return boxes


def _prolonged(line: Line, by: float) -> Line:
    """The line with straight ends added, so that no letter falls off."""
    (first, second), (before, last) = line[:2], line[-2:]
    start, end = math.dist(first, second) or 1.0, math.dist(before, last) or 1.0
    head = first[0] + (first[0] - second[0]) / start * by, first[1] + (first[1] - second[1]) / start * by
    tail = last[0] + (last[0] - before[0]) / end * by, last[1] + (last[1] - before[1]) / end * by
    return (head, *line, tail)
