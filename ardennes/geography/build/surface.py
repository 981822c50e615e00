"""Hex terrain by share: the wooded and rugged ground of each hex is measured, then the rules pick by rank.

A point every 200 m stands for the ground around it. A hex takes the mean of the points inside it. The rules of
a map name shares, not thresholds, so that a map has as much forest as its designer would give it wherever its
edges lie.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from ardennes.geography.build.frame import Frame, Kilometres
from ardennes.geography.build.job import Job
from ardennes.geography.features import COVER, OPEN_COVER, Ground
from ardennes.geography.relief import REFINED

POINT_KM = 0.2
TREES_AS_METRES = 60.0
"""In the joint measure, how many metres of relief full tree cover counts for."""


def lay_terrain(job: Job) -> dict[int, str]:
    """The terrain of every cell on the map; pinned cells keep theirs and count towards the shares."""
    frame, rules, pinned = job.frame, job.recipe.terrain, job.pins.terrain
    measures = _measures(frame, job.ground)
    terrain = dict(pinned)
    for rule in rules.rules:
        wanted = round(len(frame.cells) * rule.percent / 100) - sum(word == rule.terrain for word in pinned.values())
        free = [cell for cell in frame.cells if cell not in terrain]
        ranked = sorted(free, key=lambda cell: (-round(float(measures[rule.measure][cell]), 4), cell))
        terrain.update(dict.fromkeys(ranked[: max(0, wanted)], rule.terrain))
    return {cell: terrain.get(cell, rules.otherwise) for cell in frame.cells}


def _measures(frame: Frame, ground: Ground) -> dict[str, npt.NDArray[np.float64]]:
    """Mean relief in metres and mean tree cover of each cell."""
    low, high = frame.centres.min(axis=0), frame.centres.max(axis=0)
    east = np.arange(low[0], high[0], POINT_KM)
    north = np.arange(low[1], high[1], POINT_KM)
    points = np.column_stack([axis.ravel() for axis in np.meshgrid(east, north)])
    cells = frame.cells_at(points)
    inside = cells >= 0
    points, cells = points[inside], cells[inside]
    count = np.maximum(np.bincount(cells, minlength=frame.size), 1)
    relief = np.bincount(cells, _relief(frame, ground, points), minlength=frame.size) / count
    cover = np.bincount(cells, _cover(frame, ground, points), minlength=frame.size) / count
    return {"relief": relief, "cover": cover, "relief+cover": relief + TREES_AS_METRES * cover}


def _relief(frame: Frame, ground: Ground, points: Kilometres) -> npt.NDArray[np.float64]:
    relief, fine = ground.relief, ground.relief.cell / REFINED
    per_lat, per_lon = frame.grid.km_per_degree
    lat, lon = frame.grid.lat0 + points[:, 1] / per_lat, frame.grid.lon0 + points[:, 0] / per_lon
    rows, columns = relief.local_relief.shape
    row = np.clip(((relief.north - lat) / fine).astype(int), 0, rows - 1)
    column = np.clip(((lon - relief.west) / fine).astype(int), 0, columns - 1)
    local: npt.NDArray[np.float64] = relief.local_relief[row, column].astype(float)
    return local


def _cover(frame: Frame, ground: Ground, points: Kilometres) -> npt.NDArray[np.float64]:
    cover = np.full(len(points), OPEN_COVER)
    for wood in sorted(ground.woods, key=lambda wood: COVER[wood.density]):
        cover[_within(frame, wood.rings, points)] = COVER[wood.density]
    for clearing in ground.clearings:
        if clearing.kind == "clearing":
            cover[_within(frame, clearing.rings, points)] = OPEN_COVER
    return cover


def _within(
    frame: Frame, rings: tuple[tuple[tuple[float, float], ...], ...], points: Kilometres
) -> npt.NDArray[np.int64]:
    """The numbers of the points inside a shape."""
    outer, *holes = [frame.to_km(ring) for ring in rings]
    shape = shapely.Polygon(outer, holes)
    west, south, east, north = shape.bounds
    x, y = points[:, 0], points[:, 1]
    near = np.flatnonzero((x >= west) & (x <= east) & (y >= south) & (y <= north))
    shapely.prepare(shape)
    inside: npt.NDArray[np.int64] = near[shapely.contains_xy(shape, x[near], y[near])]
    return inside
