"""Lays roads as links from hex to hex: each route becomes a path through the hexes of its stops.

Between two stops a path keeps to the true line of the road, follows a road that is already there, and crosses
water only where the route has a bridge. Where three hexes would all be linked with each other the weakest link
goes: the road bends through the third hex instead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely

from ardennes.geography.build.job import Job
from ardennes.geography.build.routes import Stop, Way, ways_of
from ardennes.geography.build.search import cheapest
from ardennes.geography.build.sites import Sites
from ardennes.geography.build.water import Rivers
from ardennes.hexes.grid import NOWHERE

STRAY = 2.5
"""How dear it is to leave the true line, per hex and squared distance in hexes."""
SHARED = 0.75
"""What a step along a road already there costs; a new one costs 1."""
BRIDGE, FALSE_BRIDGE = 0.4, 5.0
"""What it costs to cross water where the route has a bridge, and where it has none."""
CORRIDOR = 2.2
"""How far from its true line a road may run, in hexes."""
SAMPLE = 0.1


@dataclass
class Links:
    """Roads by side: the class, where it comes from, and the routes that use it."""

    road: dict[int, str] = field(default_factory=dict)
    source: dict[int, str] = field(default_factory=dict)
    routes: dict[int, set[str]] = field(default_factory=dict)
    paths: dict[str, list[int]] = field(default_factory=dict)
    """The cells each route passes through."""
    ends: set[int] = field(default_factory=set)
    """The cells where routes end, on the map or at its edge."""


def lay_roads(job: Job, rivers: Rivers, sites: Sites) -> Links:
    """All roads of the map."""
    layer = _Layer(job, rivers)
    ways = ways_of(job, rivers, sites)
    for way in ways:
        layer.lay(way)
    layer.open_triangles()
    layer.prune({stop.cell for way in ways for stop, must in zip(way.stops, way.must, strict=True) if must})
    return layer.links


class _Layer:
    """Lays one route after the other."""

    def __init__(self, job: Job, rivers: Rivers) -> None:
        self.job = job
        self.frame = job.frame
        self.rivers = rivers
        self.order = job.recipe.vocabulary.road
        self.links = Links()
        for side, (road, source) in job.pins.roads.items():
            self.links.road[side], self.links.source[side] = road, source

    def lay(self, way: Way) -> None:
        for path in self._paths(way):
            self.links.ends |= {path[0], path[-1]}
            self.links.paths.setdefault(way.name, []).extend(path)
            for one, other in pairwise(path):
                self._link(self.frame.side(one, other), way)

    def _link(self, side: int, way: Way) -> None:
        links = self.links
        links.routes.setdefault(side, set()).add(way.name)
        if side not in links.road or self.order.index(way.road) < self.order.index(links.road[side]):
            links.road[side] = way.road
            links.source.setdefault(side, way.source)

    # --- paths -----------------------------------------------------------------------------------

    def _paths(self, way: Way) -> list[list[int]]:
        """The way's paths on the map: one, or several where it leaves the map and comes back."""
        paths: list[list[int]] = []
        run: list[tuple[int, int]] = []
        for index, stop in enumerate(way.stops):
            if way.must[index]:
                run.append((stop.cell, index))
            following = way.stops[index + 1] if index + 1 < len(way.stops) else stop
            if (stop.cell == NOWHERE) != (following.cell == NOWHERE):
                edge = self._edge_cell(stop, following)
                run += [(edge, index)] if edge != NOWHERE else []
                if following.cell == NOWHERE:
                    paths.append(self._join(way, run))
                    run = []
        paths.append(self._join(way, run))
        return [path for path in paths if path]

    def _edge_cell(self, one: Stop, other: Stop) -> int:
        """Where the line between a stop on the map and one beyond it crosses the edge."""
        inner, outer = (one, other) if one.cell != NOWHERE else (other, one)
        steps = max(2, int(np.hypot(*(outer.point - inner.point)) / (SAMPLE * self.frame.km)))
        line = inner.point + (outer.point - inner.point) * np.linspace(0, 1, steps)[:, None]
        on_map = [int(cell) for cell in self.frame.cells_at(line) if cell != NOWHERE and self.frame.on_map[cell]]
        return on_map[-1] if on_map else NOWHERE

    def _join(self, way: Way, run: list[tuple[int, int]]) -> list[int]:
        """One path through all cells of a run, each given with the index of the stop at or before it."""
        path: list[int] = []
        for (start, first), (goal, last) in pairwise(run):
            if start == goal:
                continue
            leg = self._leg(way, (start, first), (goal, last))
            if leg is None:
                stops = f"from {way.stops[first].id} to {way.stops[last].id}"
                raise self.job.error(f"road {way.name}", f"no way {stops} but over a river without a bridge")
            path += leg if not path else leg[1:]
        return path

    def _leg(self, way: Way, begin: tuple[int, int], end: tuple[int, int]) -> list[int] | None:
        (start, first), (goal, last) = begin, end
        centres = self.frame.centres
        between = [stop.point for stop in way.stops[first + 1 : last]]
        line = shapely.LineString([centres[start], *between, centres[goal]])
        bridges = {stop.cell for stop in way.stops[first : last + 2] if stop.id in way.bridges}
        distances: dict[int, float] = {}

        def away(cell: int) -> float:
            if cell not in distances:
                distances[cell] = float(line.distance(shapely.Point(centres[cell]))) / self.frame.km
            return distances[cell]

        def steps(cell: int) -> list[tuple[int, float]]:
            found = []
            for other in self.frame.neighbours(cell):
                if away(other) <= CORRIDOR:
                    price = self._price(cell, other, bridges)
                    if price is not None:
                        found.append((other, price + STRAY * away(other) ** 2))
            return found

        return cheapest({start: 0.0}, {goal: 0.0}, steps)

    def _price(self, cell: int, other: int, bridges: set[int]) -> float | None:
        """What the step costs beside the distance from the line; None where no road can go."""
        side = self.frame.side(cell, other)
        if side in self.job.pins.closed:
            return None
        if side in self.links.road:
            return SHARED
        water = self.rivers.by_side.get(side)
        if water is None:
            return 1.0
        if cell in bridges or other in bridges:
            return 1.0 + BRIDGE
        return None if water.river in self.rivers.barriers else 1.0 + FALSE_BRIDGE

    # --- tidying ---------------------------------------------------------------------------------

    def open_triangles(self) -> None:
        """Removes the weakest of three links that join three hexes with each other."""
        for side in sorted(self.links.road):
            one, other = self.frame.side_cells[side]
            for third in sorted(set(self.frame.neighbours(one)) & set(self.frame.neighbours(other))):
                around = [side, self.frame.side(one, third), self.frame.side(other, third)]
                loose = [link for link in around if link not in self.job.pins.roads]
                if loose and all(link in self.links.road for link in around):
                    del self.links.road[max(loose, key=self._weakness)]

    def _weakness(self, side: int) -> tuple[int, bool, int, int]:
        links = self.links
        return self.order.index(links.road[side]), side in self.rivers.by_side, -len(links.routes.get(side, ())), side

    def prune(self, stops: set[int]) -> None:
        """Takes away what leads to nothing after a triangle was opened."""
        keep = self.links.ends | stops
        while True:
            degree = Counter(cell for side in self.links.road for cell in self.frame.side_cells[side])
            blind = {cell for cell, count in degree.items() if count == 1 and cell not in keep}
            loose = [side for side in self.links.road if blind & set(self.frame.side_cells[side])]
            if not loose:
                return
            for side in loose:
                del self.links.road[side]
