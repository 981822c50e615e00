"""Routes: the roads a map shows, as stops in hexes, and which of the stops a road must pass."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ardennes.geography.build.frame import Kilometres
from ardennes.geography.build.job import Job
from ardennes.geography.build.sites import Sites
from ardennes.geography.build.water import Rivers
from ardennes.hexes import GridError
from ardennes.hexes.grid import NOWHERE

BESIDE = 0.6
"""A place the map does not show counts as a shown one that is this near, in hexes, on the same bank."""


@dataclass(frozen=True)
class Stop:
    """A point a route passes: a place or a hex."""

    id: str
    point: Kilometres
    cell: int
    """NOWHERE beyond the map."""


@dataclass
class Way:
    """A route on its way to become links."""

    name: str
    road: str
    """Its class, in the game's words."""
    source: str
    stops: list[Stop]
    bridges: frozenset[str]
    must: list[bool] = field(default_factory=list)
    """Whether the road passes through the hex of each stop, or only by it."""


def ways_of(job: Job, rivers: Rivers, sites: Sites) -> list[Way]:
    """Every route of the map, the best class first."""
    rules, order = job.recipe.roads, job.recipe.vocabulary.road
    known = {road.id for road in job.ground.roads}
    for name in (*rules.leave_out, *rules.also):
        if name not in known:
            raise job.error("[roads] leave_out and also", f"the ground has no road {name!r}")
    ways = []
    for road in job.ground.roads:
        word = rules.classes.get(road.road_class, order[-1] if road.id in rules.also else "")
        if word and road.id not in rules.leave_out:
            stops = [_stop(job, sites, stop, f"road {road.id} of the ground") for stop in road.places]
            ways.append(Way(road.id, word, "", stops, frozenset(road.bridges)))
    for route in rules.route:
        where = f"[roads.route] {route.name}"
        stops = [_stop(job, sites, stop, f"{where}, stops") for stop in route.stops]
        for bridge in route.bridges:
            if bridge not in route.stops:
                raise job.error(f"{where}, bridges", f"{bridge!r} is none of its stops")
        ways.append(Way(route.name, route.road, route.source, stops, frozenset(route.bridges)))
    _choose_stops(job, ways, sites, rivers)
    return sorted(ways, key=lambda way: order.index(way.road))


def _stop(job: Job, sites: Sites, stop: str, where: str) -> Stop:
    site = sites.by_id.get(stop)
    if site:
        inside = int(job.frame.cells_at(site.point.reshape(1, 2))[0]) == site.cell
        return Stop(stop, site.point if inside else job.frame.centres[site.cell], site.cell)
    if stop in job.ground.places:
        return Stop(stop, job.frame.to_km(job.ground.places[stop].point)[0], NOWHERE)
    try:
        cell = job.frame.cell(job.frame.grid.parse(stop))
    except GridError:
        raise job.error(where, f"{stop!r} is neither a place of the ground nor a hex of this map") from None
    return Stop(stop, job.frame.centres[cell], cell)


def _choose_stops(job: Job, ways: list[Way], sites: Sites, rivers: Rivers) -> None:
    """A road must pass shown places, its own ends and junctions; other stops only shape its line."""
    visits = Counter(stop for way in ways for stop in {stop.id for stop in way.stops})
    shown = {site.place.id for site in sites.names.values()}
    marks = list({stop.id: stop for way in ways for stop in way.stops if stop.id in shown}.values())
    for way in ways:
        last = len(way.stops) - 1
        for index, stop in enumerate(way.stops):
            if stop.id not in shown and stop.id in sites.by_id:
                way.stops[index] = _stand_in(job, stop, marks, rivers)
            passed = stop.id in shown or stop.id not in sites.by_id or index in (0, last) or visits[stop.id] > 1
            way.must.append(passed and stop.cell != NOWHERE)


def _stand_in(job: Job, stop: Stop, shown: list[Stop], rivers: Rivers) -> Stop:
    """A stop the map does not show, in the hex of the nearest shown one if that is close and on the same bank."""
    near = [
        (round(float(np.hypot(*(other.point - stop.point))), 6), other.cell)
        for other in shown
        if abs(other.point[0] - stop.point[0]) < job.frame.km and not rivers.crossing(stop.cell, other.cell)
    ]
    away, cell = min(near, default=(job.frame.km, stop.cell))
    return Stop(stop.id, stop.point, cell) if away < BESIDE * job.frame.km else stop
