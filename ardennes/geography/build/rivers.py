"""Lays rivers along hexsides: each course becomes a chain of sides from its source, or the edge, to where it flows.

A chain follows the true course as closely as sides allow. A tributary ends where it first meets the chain of
the river it flows into, so two rivers never share a side and never cross. Pinned hexsides are passed through.
"""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
import shapely

from ardennes.geography.build.courses import Course, courses_of, stretches
from ardennes.geography.build.frame import Frame, Kilometres
from ardennes.geography.build.job import Job
from ardennes.geography.build.search import cheapest
from ardennes.geography.build.water import Rivers, Water

STRAY = 6.0
"""How dear it is to run beside the true course, per side and squared distance in hexes."""
STEP = 0.3
"""What every side costs, so that small bends are cut off."""
CORRIDOR = 1.6
"""How far from the true course a chain may run, in hexes."""


def lay_rivers(job: Job) -> Rivers:
    """All water of the map."""
    layer = _Layer(job)
    courses = courses_of(job)
    for course in courses:
        layer.lay(course)
    rivers = Rivers(job.frame, frozenset(course.name for course in courses if course.rule.barrier))
    for course in courses:
        _pour(job, course, rivers)
    for river, sides in sorted(job.pins.rivers.items()):
        for side in sides:
            if side not in rivers.by_side or rivers.by_side[side].river != river:
                where = "/".join(job.frame.label(cell) for cell in job.frame.side_cells[side])
                raise job.error(f"[pin] {where}, river", f"the {river} cannot be led along this hexside")
    return rivers


class _Layer:
    """Turns courses into chains of corners, one after the other."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.frame = job.frame
        self.taken: set[int] = set()
        """Corners that an earlier river passes."""

    def lay(self, course: Course) -> None:
        pinned = self.job.pins.rivers.get(course.name, [])
        for line, to_rim in stretches(self.frame, course):
            near = [side for side in pinned if self._away(line, self.frame.side_points[side][1]) < CORRIDOR]
            chain = _Stretch(self.job, line, self.taken).chain(near, [] if to_rim else self._mouths(course))
            if chain:
                self.taken.update(chain)
                course.chains.append(chain)

    def _mouths(self, course: Course) -> list[int]:
        return sorted({corner for chain in course.into.chains for corner in chain}) if course.into else []

    def _away(self, line: shapely.LineString, point: Kilometres) -> float:
        return float(line.distance(shapely.Point(point))) / self.frame.km


class _Stretch:
    """One stretch of a course on its way along the sides."""

    def __init__(self, job: Job, line: shapely.LineString, taken: set[int]) -> None:
        self.frame = job.frame
        self.line = line
        self.taken = taken
        self.prices = _prices(job.frame, line, job.pins.dry)
        self.path: list[int] = []
        self.used: set[int] = set()

    def chain(self, pinned: list[int], mouths: list[int]) -> list[int]:
        """The corners downstream, through every pinned side; empty if there is no room."""
        self.path = [self._nearest_corner(self.line.coords[0])]
        self.used = set(self.path)
        for _, side in sorted((self._km_at(self.frame.side_points[side][1]), side) for side in pinned):
            if not self._pass(side):
                return []
        goals = self._goals(mouths)
        if self.path[-1] not in goals:
            rest = cheapest({self.path[-1]: 0.0}, goals, self._steps)
            self.path += rest[1:] if rest else []
        return self.path if self.path[-1] in goals and len(self.path) > 1 else []

    def _pass(self, side: int) -> bool:
        """Leads the chain to a side and along it."""
        upper, lower = sorted(self.frame.side_corners[side], key=lambda corner: self._km_at(self.frame.corners[corner]))
        if self.path[-1] == lower:
            upper, lower = lower, upper
        if self.path[-1] != upper:
            self.used.discard(upper)
            self.used.add(lower)
            part = cheapest({self.path[-1]: 0.0}, {upper: 0.0}, self._steps)
            if part is None:
                return False
            self.path += part[1:]
        self.path.append(lower)
        self.used.update(self.path)
        return True

    def _steps(self, corner: int) -> list[tuple[int, float]]:
        if corner in self.taken:
            return []
        sides = [side for side in self.frame.corner_sides[corner] if side in self.prices]
        ways = [(self.frame.other_end(side, corner), self.prices[side]) for side in sides]
        return [(end, price) for end, price in ways if end not in self.used]

    def _goals(self, mouths: list[int]) -> dict[int, float]:
        """Where the chain may end: on the receiving river near the mouth, or at the corner nearest to its end."""
        if not mouths:
            return {self._nearest_corner(self.line.coords[-1]): 0.0}
        away = np.hypot(*(self.frame.corners[mouths] - np.array(self.line.coords[-1])).T) / self.frame.km
        near = [(mouth, float(far)) for mouth, far in zip(mouths, away, strict=True) if far < away.min() + 2 * CORRIDOR]
        return {mouth: round(STRAY * far**2, 6) for mouth, far in near}

    def _nearest_corner(self, point: tuple[float, ...]) -> int:
        corners = sorted({corner for side in self.prices for corner in self.frame.side_corners[side]} - self.taken)
        away = np.hypot(*(self.frame.corners[corners] - np.array(point)).T)
        return corners[int(np.argmin(np.round(away, 6)))]

    def _km_at(self, point: Kilometres) -> float:
        return float(self.line.project(shapely.Point(point)))


def _prices(frame: Frame, line: shapely.LineString, dry: set[int]) -> dict[int, float]:
    """What each side near the course costs."""
    west, south, east, north = line.bounds
    reach = CORRIDOR * frame.km
    x, y = frame.side_points[:, 1].T
    near = np.flatnonzero((x > west - reach) & (x < east + reach) & (y > south - reach) & (y < north + reach))
    shapely.prepare(line)
    away = shapely.distance(line, shapely.points(frame.side_points[near])) / frame.km
    cost = STEP + STRAY * (away**2).mean(axis=1)
    return {
        int(side): round(float(price), 6)
        for side, price, far in zip(near, cost, away.max(axis=1), strict=True)
        if far <= CORRIDOR and int(side) not in dry
    }


def _pour(job: Job, course: Course, rivers: Rivers) -> None:
    """Writes the chains of a course down as water on sides of the map, with its width and its banks."""
    frame, rule = job.frame, course.rule
    place = job.ground.places.get(rule.above)
    grows = course.km_at(job.pull(frame.to_km(place.point))[0]) if place else 0.0
    for chain in course.chains:
        steps = [(_between(frame, one, other), one) for one, other in pairwise(chain)]
        for inside, run in groupby(steps, key=lambda step: frame.inner_side(step[0])):
            sides = list(run)
            if inside and len(sides) >= job.recipe.rivers.shortest:
                for side, start in sides:
                    small = rule.upper and course.km_at(frame.side_points[side][1]) < grows
                    kind = rule.upper if small else rule.kind
                    rivers.by_side[side] = Water(course.name, kind, *_banks(frame, side, start))


def _between(frame: Frame, one: int, other: int) -> int:
    return next(side for side in frame.corner_sides[one] if frame.other_end(side, one) == other)


def _banks(frame: Frame, side: int, start: int) -> tuple[int, int]:
    """The cell on the left and the one on the right of a side, going along it from a corner."""
    one, other = frame.side_cells[side]
    along = frame.corners[frame.other_end(side, start)] - frame.corners[start]
    beside = frame.centres[one] - frame.corners[start]
    left = along[0] * beside[1] - along[1] * beside[0] > 0
    return (one, other) if left else (other, one)
