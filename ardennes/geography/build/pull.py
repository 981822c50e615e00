"""Draws the ground along with pinned places, as if the map were printed on rubber.

A rulebook may print a place a hex or two from where it truly lies. The place is moved into its printed hex,
and what lies near it (other places, rivers, roads) moves along, less and less with the distance, so that
roads still meet and rivers still pass their towns.
"""

from __future__ import annotations

import numpy as np

from ardennes.geography.build.frame import Frame, Kilometres

INSIDE = 0.3
"""How far from a hex's centre, in hexes, a place still lies comfortably inside."""


class Pull:
    """Moves points of the ground; without anchors it moves nothing."""

    def __init__(self, frame: Frame, anchors: dict[int, Kilometres], radius_km: float) -> None:
        """``anchors`` are true positions by the cell in which they are pinned."""
        self.radius = radius_km
        cells = list(anchors)
        self.origins: Kilometres = np.array([anchors[cell] for cell in cells]).reshape(-1, 2)
        away = frame.centres[cells].reshape(-1, 2) - self.origins
        distance = np.hypot(away[:, 0], away[:, 1])
        keep = np.divide(INSIDE * frame.km, distance, out=np.ones_like(distance), where=distance > INSIDE * frame.km)
        self.shifts: Kilometres = away * (1 - keep)[:, None]

    def __call__(self, points: Kilometres) -> Kilometres:
        if not len(self.origins) or self.radius <= 0:
            return points
        moved = points.copy()
        for start in range(0, len(points), 4096):
            part = points[start : start + 4096]
            apart = part[:, None, :] - self.origins[None, :, :]
            distance = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 1e-6)
            near = np.clip(self.radius - distance, 0, None) / (self.radius * distance)
            weight = near**2
            rest = 1 / self.radius**2
            moved[start : start + 4096] = part + (weight @ self.shifts) / (weight.sum(axis=1) + rest)[:, None]
        return moved
