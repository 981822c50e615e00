"""Areas: named sets of hexes such as army areas, entry and supply hexes, victory hexes and the map's edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from ardennes.geography.build.frame import Frame
from ardennes.geography.build.job import Job
from ardennes.geography.build.recipe import AreaRule, BuildError
from ardennes.geography.build.roads import Links
from ardennes.geography.build.sites import Sites
from ardennes.geography.build.water import Rivers
from ardennes.hexes import GridError

IN_HEX = 0.12
"""The share of a hex's width that a wall must run through to count as in the hex."""


@dataclass
class Surveyor:
    """Finds the cells an area rule means."""

    job: Job
    rivers: Rivers
    sites: Sites
    links: Links

    @property
    def frame(self) -> Frame:
        return self.job.frame

    def survey(self) -> dict[str, list[int]]:
        areas: dict[str, set[int]] = {}
        for rule in self.job.recipe.areas:
            if rule.name in areas:
                raise self._error(rule, "name", "the area is there twice")
            for name in (rule.inside, *rule.also, *rule.without):
                if name and name not in areas:
                    raise self._error(rule, "inside, also or without", f"there is no area {name!r} before this one")
            inside = areas[rule.inside] if rule.inside else set(self.frame.cells)
            found = self._union(rule, inside).union(*(areas[name] for name in rule.also)) & inside
            for name in rule.without:
                found -= areas[name]
            if rule.exits:
                found &= self.links.ends
            if not found:
                raise self._error(rule, "hexes", "the area is empty")
            areas[rule.name] = found
        return {name: sorted(found) for name, found in areas.items()}

    def _union(self, rule: AreaRule, inside: set[int]) -> set[int]:
        found = self._listed(rule)
        if rule.box:
            found |= self._box(rule)
        if rule.edge:
            found |= self._edge(rule.edge)
        for place in rule.places:
            if place not in self.sites.by_id:
                raise self._error(rule, "places", f"{place!r} is not on this map")
            found.add(self.sites.by_id[place].cell)
        if rule.boundary:
            found |= self._inside_boundary(rule)
        if rule.spread_from:
            found |= self._spread(rule, inside)
        if rule.beside:
            found |= {cell for cell in self.frame.cells if self.rivers.touching(cell, rule.beside)}
        if rule.belt:
            found |= self._belt(rule)
        if rule.route:
            found |= set(self._route(rule, rule.route))
        for north, route in ((True, rule.north_of), (False, rule.south_of)):
            if route:
                found |= self._beyond_route(self._route(rule, route), north)
        return found

    def _error(self, rule: AreaRule, field: str, text: str) -> BuildError:
        return self.job.error(f"[areas] {rule.name}, {field}", text)

    def _cell(self, rule: AreaRule, field: str, label: str) -> int:
        try:
            return self.frame.cell(self.frame.grid.parse(label))
        except GridError as error:
            raise self._error(rule, field, str(error)) from None

    def _listed(self, rule: AreaRule) -> set[int]:
        found: set[int] = set()
        for word in rule.hexes.split():
            first, _, last = word.partition("-")
            start = self._cell(rule, "hexes", first)
            end = self._cell(rule, "hexes", last) if last else start
            if self.frame.wide.lane_place(start)[0] != self.frame.wide.lane_place(end)[0] or end < start:
                raise self._error(rule, "hexes", f"{word} does not run along a lane of hexes")
            found.update(range(start, end + 1))
        return found

    def _box(self, rule: AreaRule) -> set[int]:
        if len(rule.box) != 2:
            raise self._error(rule, "box", "two opposite corners are needed")
        corners = [self.frame.wide.lane_place(self._cell(rule, "box", label)) for label in rule.box]
        (low, high), (first, last) = (sorted(pair) for pair in zip(*corners, strict=True))
        places = ((cell, *self.frame.wide.lane_place(cell)) for cell in self.frame.cells)
        return {cell for cell, lane, place in places if low <= lane <= high and first <= place <= last}

    def _edge(self, edge: str) -> set[int]:
        """The rim of the map that faces this way; a corner hex belongs to both of its edges."""
        grid = self.frame.grid
        middle = np.array(self.frame.centres[self.frame.cells]).mean(axis=0)
        toward = np.array({"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}[edge])
        where = {cell: self.frame.wide.lane_place(cell) for cell in self.frame.cells}
        rims = [[cell for cell in where if where[cell][0] == lane] for lane in grid.lanes]
        rims += [[cell for cell in where if where[cell][1] == place] for place in grid.places]
        outward = [float((self.frame.centres[cells].mean(axis=0) - middle) @ toward) for cells in rims]
        return set(rims[int(np.argmax(outward))])

    def _inside_boundary(self, rule: AreaRule) -> set[int]:
        for boundary in self.job.ground.boundaries:
            if boundary.name == rule.boundary and boundary.rings:
                shape = shapely.Polygon(self.frame.to_km(boundary.rings[0]))
                cells = np.array(self.frame.cells)
                x, y = self.frame.centres[cells].T
                return {int(cell) for cell in cells[shapely.contains_xy(shape, x, y)]}
        raise self._error(rule, "boundary", f"the ground has no army area {rule.boundary!r}")

    def _route(self, rule: AreaRule, name: str) -> list[int]:
        if name not in self.links.paths:
            raise self._error(rule, "route, north_of or south_of", f"this map has no route {name!r}")
        return self.links.paths[name]

    def _beyond_route(self, path: list[int], north: bool) -> set[int]:
        """The cells north or south of a road that runs from east to west, level with its ends beyond them."""
        east, height = self.frame.centres[sorted(path, key=lambda cell: float(self.frame.centres[cell][0]))].T
        cells = [cell for cell in self.frame.cells if cell not in path]
        level = np.interp(self.frame.centres[cells][:, 0], east, height)
        return {cell for cell, y in zip(cells, level, strict=True) if (self.frame.centres[cell][1] > y) == north}

    def _spread(self, rule: AreaRule, inside: set[int]) -> set[int]:
        """Floods from one hex up to rivers that part the map; a gap in them is a mistake."""
        walls = {side: water for side, water in self.rivers.by_side.items() if water.river in rule.not_over}
        for name in rule.not_over:
            if all(water.river != name for water in walls.values()):
                raise self._error(rule, "not_over", f"this map has no river {name!r}")
        queue = [self._cell(rule, "spread_from", rule.spread_from)]
        found = set(queue)
        while queue:
            cell = queue.pop()
            beyond = [other for other in self.frame.neighbours(cell) if self.frame.side(cell, other) not in walls]
            fresh = {other for other in beyond if other in inside} - found
            found |= fresh
            queue += sorted(fresh)
        for side, water in walls.items():
            if {water.left, water.right} <= found:
                where = "/".join(self.frame.label(cell) for cell in self.frame.side_cells[side])
                raise self._error(rule, "not_over", f"the {water.river} does not hold it back: both sides of {where}")
        return found

    def _belt(self, rule: AreaRule) -> set[int]:
        lines = [wall.line for wall in self.job.ground.westwall if wall.belt in rule.belt]
        found = set()
        for line in lines:
            shape = shapely.LineString(self.frame.to_km(line))
            steps = np.arange(0, shape.length, self.frame.km * 0.04)
            points = shapely.get_coordinates(shapely.line_interpolate_point(shape, steps))
            cells, counts = np.unique(self.frame.cells_at(points), return_counts=True)
            for cell, count in zip(cells, counts, strict=True):
                if cell >= 0 and self.frame.on_map[cell] and count * 0.04 >= IN_HEX:
                    found.add(int(cell))
        return found
