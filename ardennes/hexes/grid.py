"""A numbered hex grid laid over the ground.

Hexes stand in *lanes*: the straight files in which neighbours share a side (columns where hexes are
flat-topped, rows where they are pointy-topped). Every second lane is shifted by half a hex. A hex is
named by its lane and its place in the lane; printed numbers put one or the other first.

Inside the program a hex is a small integer, counted lane by lane. A direction is 0 to 5, clockwise on the
ground from the first one at or after north; a direction and its opposite are three apart. A hexside is a
small integer as well, the same seen from both of its hexes.
"""

from __future__ import annotations

import math
from array import array
from typing import Literal

import msgspec

from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES, Hex, Numbers

NOWHERE = Hex(-1)
"""What stands for a hex beyond the edge of the map, or for no hex at all."""

MOST_HEXES = 10_900
"""So many that their hexsides, three to a hex, still have small numbers."""

HALF_HEIGHT = math.sqrt(3) / 2


class GridError(ArdennesError):
    """A hex number or a grid description that makes no sense; the text says why."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sheet of a map printed on several, with its own numbers; a hex where sheets overlap has several."""

    letter: str
    """Stands before the number: the C of ``C3209``."""
    shift: tuple[int, int]
    """What to add to the sheet's lane and place numbers to get those of the whole map."""
    lanes: tuple[int, int]
    places: tuple[int, int]

    def has(self, lane: int, place: int) -> bool:
        """Whether the sheet shows this lane and place, given in the sheet's own numbers."""
        return self.lanes[0] <= lane <= self.lanes[1] and self.places[0] <= place <= self.places[1]


class Grid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a map numbers its hexes and where they lie.

    ``ground`` turns grid coordinates into kilometres east and north of (``lat0``, ``lon0``):
    ``east = a*u + c*v + e`` and ``north = b*u + d*v + f`` where ``u = lane * sqrt(3)/2`` and
    ``v = place + (0.5 in shifted lanes)``, in units of one hex from side to opposite side.
    """

    lanes: tuple[int, int]
    """First and last lane number."""
    places: tuple[int, int]
    """First and last place number in a lane."""
    shifted: Literal["odd", "even"]
    """The lanes that lie half a hex further along."""
    order: Literal["lane-place", "place-lane"]
    """Which of the two numbers is printed first."""
    ground: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    lat0: float = 50.1
    lon0: float = 5.8
    km_per_degree: tuple[float, float] = (111.23, 71.5009)
    """Kilometres per degree of latitude and of longitude."""
    digits: int = 2
    sheets: tuple[Sheet, ...] = ()
    """The sheets of a map that is printed on several; where they overlap the first one names the hex."""

    def wrong(self) -> str:
        """What makes no sense about this description; nothing if all is well."""
        (a, b), (c, d), _ = self.ground
        if self.lane_count < 1 or self.place_count < 1:
            return "it ends before it begins"
        if self.size > MOST_HEXES:
            return f"{self.size} hexes are more than {MOST_HEXES}"
        if not (1 <= self.digits <= 4 and min(self.lanes[0], self.places[0]) >= 0):
            return "numbers have 1 to 4 digits and no sign"
        if max(self.lanes[1], self.places[1]) >= 10**self.digits and not self.sheets:
            return f"its numbers need more than {self.digits} digits"
        if a * d == b * c:
            return "its ground is a line, not a plane"
        for sheet in self.sheets:
            if not self._holds(sheet):
                return f"sheet {sheet.letter!r} is empty, or goes beyond the map"
        return ""

    def _holds(self, sheet: Sheet) -> bool:
        corners = [self.index(sheet.lanes[end] + sheet.shift[0], sheet.places[end] + sheet.shift[1]) for end in SIDES]
        return sheet.lanes[0] <= sheet.lanes[1] and sheet.places[0] <= sheet.places[1] and NOWHERE not in corners

    # --- numbers ---------------------------------------------------------------------------------

    @property
    def lane_count(self) -> int:
        return self.lanes[1] - self.lanes[0] + 1

    @property
    def place_count(self) -> int:
        return self.places[1] - self.places[0] + 1

    @property
    def size(self) -> int:
        return self.lane_count * self.place_count

    def index(self, lane: int, place: int) -> Hex:
        """The hex at this lane and place, or NOWHERE when it is beyond the edge."""
        if self.lanes[0] <= lane <= self.lanes[1] and self.places[0] <= place <= self.places[1]:
            return Hex((lane - self.lanes[0]) * self.place_count + place - self.places[0])
        return NOWHERE

    def lane_place(self, hex: int) -> tuple[int, int]:
        lane, place = divmod(hex, self.place_count)
        return lane + self.lanes[0], place + self.places[0]

    def label(self, hex: int) -> str:
        """The printed number; where map sheets overlap, that of the first sheet.

        >>> grid = Grid(lanes=(1, 42), places=(1, 31), shifted="even", order="lane-place",
        ...             ground=((1, 0), (0, -1), (0, 0)))
        >>> grid.label(grid.parse("3508"))
        '3508'
        """
        return self.labels(hex)[0]

    def labels(self, hex: int) -> tuple[str, ...]:
        """Every printed number of the hex: more than one where map sheets overlap."""
        lane, place = self.lane_place(hex)
        if not self.sheets:
            return (self._number(lane, place),)
        own = [(sheet, lane - sheet.shift[0], place - sheet.shift[1]) for sheet in self.sheets]
        return tuple(sheet.letter + self._number(*numbers) for sheet, *numbers in own if sheet.has(*numbers))

    def _number(self, lane: int, place: int) -> str:
        first, second = (lane, place) if self.order == "lane-place" else (place, lane)
        return f"{first:0{self.digits}d}{second:0{self.digits}d}"

    def parse(self, label: str) -> Hex:
        """The hex with this printed number; GridError if it has none on this grid.

        >>> sheets = (Sheet(letter="C", shift=(0, 0), lanes=(1, 38), places=(1, 51)),
        ...           Sheet(letter="D", shift=(34, 0), lanes=(1, 38), places=(1, 51)))
        >>> grid = Grid(lanes=(1, 72), places=(1, 51), shifted="even", order="lane-place", sheets=sheets,
        ...             ground=((0, -1), (-1, 0), (0, 0)))
        >>> grid.labels(grid.parse("D0144"))
        ('C3544', 'D0144')
        """
        letter, number = ("", label) if not self.sheets else (label[:1], label[1:])
        sheet = next((sheet for sheet in self.sheets if sheet.letter == letter), None)
        if (self.sheets and not sheet) or len(number) != 2 * self.digits or not (number.isascii() and number.isdigit()):
            before = f"one of the letters {' '.join(sheet.letter for sheet in self.sheets)} and " if self.sheets else ""
            raise GridError(f"{label!r} is not a hex number: {before}{2 * self.digits} digits expected")
        first, second = int(number[: self.digits]), int(number[self.digits :])
        lane, place = (first, second) if self.order == "lane-place" else (second, first)
        if sheet and not sheet.has(lane, place):
            raise GridError(f"hex {label} is not on this map")
        hex = self.index(lane + sheet.shift[0], place + sheet.shift[1]) if sheet else self.index(lane, place)
        if hex == NOWHERE:
            raise GridError(f"hex {label} is not on this map")
        return hex

    def numbers(self) -> dict[str, Hex]:
        """The hex of every printed number; where map sheets overlap several numbers are one hex.

        >>> grid = Grid(lanes=(1, 2), places=(1, 2), shifted="odd", order="place-lane",
        ...             ground=((0, -1), (1, 0), (0, 0)))
        >>> grid.numbers()
        {'0101': 0, '0201': 1, '0102': 2, '0202': 3}
        """
        found: dict[str, Hex] = {}
        for sheet in self.sheets or (Sheet(letter="", shift=(0, 0), lanes=self.lanes, places=self.places),):
            places = [f"{place:0{self.digits}d}" for place in range(sheet.places[0], sheet.places[1] + 1)]
            for number in range(sheet.lanes[0], sheet.lanes[1] + 1):
                start = self.index(number + sheet.shift[0], sheet.places[0] + sheet.shift[1])
                lane = f"{number:0{self.digits}d}"
                if self.order == "lane-place":
                    labels = [sheet.letter + lane + place for place in places]
                else:
                    labels = [sheet.letter + place + lane for place in places]
                found.update(zip(labels, map(Hex, range(start, start + len(labels))), strict=True))
        return found

    # --- the ground ------------------------------------------------------------------------------

    def is_shifted(self, lane: int) -> bool:
        return lane % 2 == (1 if self.shifted == "odd" else 0)

    def centre_km(self, hex: int) -> tuple[float, float]:
        """Kilometres east and north of the grid's origin."""
        lane, place = self.lane_place(hex)
        return self.lane_place_km(lane, place + (0.5 if self.is_shifted(lane) else 0.0))

    def lane_place_km(self, lane: float, along: float) -> tuple[float, float]:
        (a, b), (c, d), (e, f) = self.ground
        u = lane * HALF_HEIGHT
        return a * u + c * along + e, b * u + d * along + f

    def km(self, lat: float, lon: float) -> tuple[float, float]:
        return (lon - self.lon0) * self.km_per_degree[1], (lat - self.lat0) * self.km_per_degree[0]

    def lat_lon(self, east: float, north: float) -> tuple[float, float]:
        return self.lat0 + north / self.km_per_degree[0], self.lon0 + east / self.km_per_degree[1]

    def at_km(self, east: float, north: float) -> Hex:
        """The hex that covers a point of the ground, or NOWHERE."""
        (a, b), (c, d), (e, f) = self.ground
        det = a * d - b * c
        u = (d * (east - e) - c * (north - f)) / det
        v = (a * (north - f) - b * (east - e)) / det
        middle = u / HALF_HEIGHT
        best, best_distance = NOWHERE, math.inf
        for lane in (math.floor(middle), math.floor(middle) + 1):
            place = round(v - (0.5 if self.is_shifted(lane) else 0.0))
            along = place + (0.5 if self.is_shifted(lane) else 0.0)
            away = (u - lane * HALF_HEIGHT) ** 2 + (v - along) ** 2
            if away < best_distance:
                best, best_distance = self.index(lane, place), away
        return best

    @property
    def km_per_hex(self) -> float:
        """From the centre of a hex to the centre of its neighbour."""
        return math.hypot(*self.ground[1])

    # --- neighbours ------------------------------------------------------------------------------

    def steps(self, shifted: bool) -> list[tuple[int, int]]:
        """Lane and place offsets to the six neighbours, clockwise on the ground from north."""
        along = [-1, 0] if not shifted else [0, 1]
        offsets = [(0, -1), (0, 1)] + [(lane, place) for lane in (-1, 1) for place in along]

        def bearing(offset: tuple[int, int]) -> float:
            half = offset[1] + (0.5 if offset[0] else 0.0) * (-1 if shifted else 1)
            here = self.lane_place_km(0, 0)
            there = self.lane_place_km(offset[0], half)
            angle = math.degrees(math.atan2(there[0] - here[0], there[1] - here[1])) % 360
            return 0.0 if angle > 359 else angle + 1

        return sorted(offsets, key=bearing)

    def neighbours(self) -> Numbers[int, Hex]:
        """Six entries a hex, by direction; NOWHERE beyond the edge."""
        table: Numbers[int, Hex] = Numbers("h", [NOWHERE]) * (6 * self.size)
        steps = {shifted: self.steps(shifted) for shifted in (False, True)}
        for lane in range(self.lanes[0], self.lanes[1] + 1):
            start = self.index(lane, self.places[0])
            for direction, (across, along) in enumerate(steps[self.is_shifted(lane)]):
                first, last = max(0, -along), self.place_count - max(0, along)
                target = self.index(lane + across, self.places[0] + first + along)
                if target != NOWHERE:
                    whole_lane = array("h", range(target, target + last - first))
                    table[6 * (start + first) + direction : 6 * (start + last) : 6] = whole_lane
        return table
