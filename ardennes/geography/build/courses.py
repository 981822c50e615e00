"""The courses of the rivers a map shows: in kilometres, downstream, each knowing the river it flows into."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import shapely
import shapely.ops

from ardennes.geography.build.frame import Frame, Kilometres
from ardennes.geography.build.job import Job
from ardennes.geography.build.recipe import RiverRule
from ardennes.geography.features import FRAME_LAT, FRAME_LON, Polyline

FRAME_RIM = 0.02
"""A course that ends within so many degrees of the ground's frame is cut off there."""
MOUTH_KM = 1.6
"""A river flows into the one this near its end."""


@dataclass(eq=False)
class Course:
    """One course of water on the ground, and the chains of sides it becomes."""

    name: str
    rule: RiverRule
    line: Kilometres
    leaves: bool = False
    """Whether it flows out of the ground that is known."""
    into: Course | None = None
    chains: list[list[int]] = field(default_factory=list)
    """Corners in downstream order, one chain for each stretch on the frame."""

    @property
    def shape(self) -> shapely.LineString:
        return shapely.LineString(self.line)

    @property
    def length(self) -> float:
        return float(self.shape.length)

    def km_at(self, point: Kilometres) -> float:
        """How far from its source the course passes nearest to a point."""
        return float(self.shape.project(shapely.Point(point)))


def courses_of(job: Job) -> list[Course]:
    """Every course the map shows, a river always before those that flow into it, nameless streams last."""
    rules = job.recipe.rivers
    shown = {rule.name: rule for rule in rules.show}
    courses = []
    for river in job.ground.rivers:
        rule = shown.get(river.name, RiverRule(name="", kind=rules.streams))
        course = Course(river.name, rule, _beyond_frame(job.frame, river.line), _outward(river.line[-1]) is not None)
        if river.name in shown or (not river.name and rules.streams and course.length >= rules.streams_km):
            course.line = job.pull(_from_source(course))
            courses.append(course)
    for missing in sorted(set(shown) - {course.name for course in courses}):
        raise job.error("[rivers.show] name", f"the ground has no river {missing!r}")
    for rule in rules.show:
        if rule.above and rule.above not in job.ground.places:
            raise job.error(f"[rivers.show] {rule.name}, above", f"the ground has no place {rule.above!r}")
    return _receivers_first(job, _with_receivers(job, courses))


def stretches(frame: Frame, course: Course) -> list[tuple[shapely.LineString, bool]]:
    """The parts of a course on the frame, and whether each ends at its rim."""
    inside = shapely.intersection(course.shape, _hull(frame))
    parts = [part for part in shapely.get_parts(inside) if isinstance(part, shapely.LineString)]
    whole = shapely.line_merge(shapely.MultiLineString(parts)) if len(parts) > 1 else inside
    mouth = shapely.Point(course.line[-1])
    return [
        (part, shapely.Point(part.coords[-1]).distance(mouth) > 1e-6)
        for part in shapely.get_parts(whole)
        if isinstance(part, shapely.LineString) and part.length > frame.km / 2
    ]


def _with_receivers(job: Job, courses: list[Course]) -> list[Course]:
    """Finds where each course flows; a nameless stream into water the map does not show is left out."""
    hull = _hull(job.frame)
    while True:
        for course in courses:
            course.into = None if course.leaves else _receiver(course, courses)
        stray = [course for course in courses if not course.leaves and not course.into and _ends_in(course, hull)]
        for course in stray:
            if course.name:
                raise job.error(f"[rivers.show] {course.name}", "it flows into water that this map does not show")
        if not stray:
            return courses
        courses = [course for course in courses if course not in stray]


def _ends_in(course: Course, hull: shapely.Polygon) -> bool:
    return bool(shapely.contains(hull, shapely.Point(course.line[-1])))


def _receivers_first(job: Job, courses: list[Course]) -> list[Course]:
    ordered: list[Course] = []
    waiting = courses
    while waiting:
        ready = [course for course in waiting if course.into is None or course.into in ordered]
        if not ready:
            raise job.error("[rivers.show]", f"the {waiting[0].name} flows in a circle")
        named = [course for course in ready if course.name]
        ordered += sorted(named or ready, key=lambda course: -course.length)
        waiting = [course for course in waiting if course not in ordered]
    return ordered


def _receiver(course: Course, courses: list[Course]) -> Course | None:
    """The river at whose banks a course ends; a named one never flows into a nameless stream."""
    mouth = shapely.Point(course.line[-1])
    near = [
        (float(other.shape.distance(mouth)), index)
        for index, other in enumerate(courses)
        if other is not course
        and (other.name or not course.name)
        and shapely.Point(other.line[-1]).distance(mouth) > MOUTH_KM / 4
    ]
    away, index = min(near, default=(MOUTH_KM, 0))
    return courses[index] if away < MOUTH_KM else None


def _beyond_frame(frame: Frame, degrees: Polyline) -> Kilometres:
    """A course that the frame of the ground cuts off, led on straight outward: the map may reach a little further."""
    line = frame.to_km(degrees)
    further = {end: line[end] + 3 * frame.km * np.array(way) for end in (0, -1) if (way := _outward(degrees[end]))}
    return np.vstack([further.get(0, line[:0]), line, further.get(-1, line[:0])])


def _outward(point: tuple[float, float]) -> tuple[int, int] | None:
    """The way out of the ground's frame for a point at its rim, east and north."""
    lon, lat = point
    near, way = min(
        (lat - FRAME_LAT[0], (0, -1)),
        (FRAME_LAT[1] - lat, (0, 1)),
        (lon - FRAME_LON[0], (-1, 0)),
        (FRAME_LON[1] - lon, (1, 0)),
    )
    return way if near < FRAME_RIM else None


def _from_source(course: Course) -> Kilometres:
    if course.rule.source_km <= 0:
        return course.line
    rest = shapely.ops.substring(course.shape, course.rule.source_km, course.length)
    line: Kilometres = np.array(rest.coords)
    return line


def _hull(frame: Frame) -> shapely.Polygon:
    """The outline of map and margin, half a hex short of the outermost cells."""
    (low, high), (first, last) = frame.wide.lanes, frame.wide.places
    corners = [(low + 1, first + 1), (low + 1, last - 0.5), (high - 1, last - 0.5), (high - 1, first + 1)]
    return shapely.Polygon([frame.wide.lane_place_km(lane, along) for lane, along in corners])
