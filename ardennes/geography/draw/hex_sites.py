"""Where in its hex a place stands and a road runs: near the truth, and never in doubt which hex is meant."""

from __future__ import annotations

import math
from functools import cached_property

from ardennes.geography.draw.chains import straightest_pairs
from ardennes.geography.draw.curves import curve
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.project import to_km
from ardennes.geography.draw.shapes import Line, Point
from ardennes.geography.features import Ground
from ardennes.hexes.grid import NOWHERE

OFF_CENTRE = 0.22
"""How far from the centre of its hex a place may stand, as a share of a hex."""
OFF_MIDDLE = 0.22
"""How far from the middle of a hexside a road may cross it, as a share of a hex."""
SAME_PLACE_HEXES = 3.0
"""A place of the ground this near with the same name is the one meant."""


class Sites:
    """Spots inside the hexes of a map."""

    def __init__(self, shape: HexShape, ground: Ground) -> None:
        self.shape, self.board = shape, shape.board
        self._by_name: dict[str, list[Point]] = {}
        for place in ground.places.values():
            for name in (place.name, place.name_local):
                self._by_name.setdefault(name.casefold(), []).append(to_km(place.point))
        self._spots: dict[int, Point] = {}

    def spot(self, hex: int) -> Point:
        """Where the hex's place, or its crossing of roads, is drawn."""
        if hex not in self._spots:
            self._spots[hex] = self._place_spot(hex) if self.board.name(hex) else self._crossing_spot(hex)
        return self._spots[hex]

    def _place_spot(self, hex: int) -> Point:
        centre = self.shape.centre(hex)
        near = self._by_name.get(self.board.name(hex).casefold(), [])
        true = min(near, key=lambda point: math.dist(point, centre), default=centre)
        away = math.dist(true, centre)
        if away > SAME_PLACE_HEXES * self.shape.size:
            return centre
        pull = min(1.0, OFF_CENTRE * self.shape.size / away) if away else 0.0
        return centre[0] + (true[0] - centre[0]) * pull, centre[1] + (true[1] - centre[1]) * pull

    def _crossing_spot(self, hex: int) -> Point:
        centre = self.shape.centre(hex)
        ways = [self.shape.middle(hex, direction) for direction in self.roads(hex)]
        if len(ways) < 2:
            return centre
        mean = sum(way[0] for way in ways) / len(ways), sum(way[1] for way in ways) / len(ways)
        return (centre[0] + mean[0]) / 2, (centre[1] + mean[1]) / 2

    def roads(self, hex: int) -> list[int]:
        """The directions in which a road leaves the hex."""
        return [
            direction
            for direction in range(6)
            if self.board.neighbour(hex, direction) != NOWHERE
            and self.board.road[self.board.side_of[6 * hex + direction]]
        ]

    def crossing(self, hex: int, direction: int) -> Point:
        """Where a road crosses a hexside: near its middle, towards the straight way."""
        other = self.board.neighbour(hex, direction)
        one_end, other_end = self.shape.edge(hex, direction)
        middle = self.shape.middle(hex, direction)
        here, there = self.spot(hex), self.spot(other)
        along = other_end[0] - one_end[0], other_end[1] - one_end[1]
        length = math.hypot(*along)
        aim = (here[0] + there[0]) / 2 - middle[0], (here[1] + there[1]) / 2 - middle[1]
        share = (aim[0] * along[0] + aim[1] * along[1]) / length
        share = max(-OFF_MIDDLE * self.shape.size, min(OFF_MIDDLE * self.shape.size, share)) / length
        return middle[0] + along[0] * share, middle[1] + along[1] * share

    # --- courses of roads ------------------------------------------------------------------------

    @cached_property
    def partners(self) -> dict[tuple[int, int, int], int]:
        """By hex, road class and direction: the direction in which the same road goes on."""
        found: dict[tuple[int, int, int], int] = {}
        for hex in self.shape.hexes:
            by_class: dict[int, dict[int, Point]] = {}
            for direction in self.roads(hex):
                code = self.board.road[self.board.side_of[6 * hex + direction]]
                by_class.setdefault(code, {})[direction] = self.crossing(hex, direction)
            for code, ends in by_class.items():
                for one, other in straightest_pairs(self.spot(hex), ends).items():
                    found[hex, code, one] = other
        return found

    def road_courses(self, code: int) -> list[Line]:
        """Smooth courses of every road of a class."""
        sides = [(hex, direction) for hex, direction, side in self.shape.open_sides() if self.board.road[side] == code]
        walked: set[int] = set()
        courses = []
        for hex, direction in sides:
            if self.board.side_of[6 * hex + direction] not in walked:
                ahead = self._walk(hex, direction, code, walked)
                back_from = self.partners.get((hex, code, direction))
                behind = self._walk(hex, back_from, code, walked) if back_from is not None else []
                points = [*reversed(behind), self.spot(hex), *ahead]
                courses.append(curve(points, pieces=5))
        return courses

    def _walk(self, hex: int, direction: int, code: int, walked: set[int]) -> list[Point]:
        """Crossings and spots along a road after leaving a hex."""
        points: list[Point] = []
        way: int | None = direction
        while way is not None:
            side = self.board.side_of[6 * hex + way]
            other = self.board.neighbour(hex, way)
            if side in walked:
                break
            walked.add(side)
            points.append(self.crossing(hex, way))
            if other not in self.shape.drawn:
                break
            points.append(self.spot(other))
            way = self.partners.get((other, code, (way + 3) % 6))
            hex = other
        return points
