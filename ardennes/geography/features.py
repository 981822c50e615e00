"""The real Ardennes, latitude 49.4 to 50.8 and longitude 4.4 to 6.8, as it was in the winter of 1944.

Everything a map is made of: places, rivers, roads, woods, open ground, the Westwall, borders, the front by
date and the heights. Coordinates of lines and rings are (longitude, latitude) in degrees, in the order the
feature runs: rivers downstream, fronts and the Westwall from north to south. Every feature says where it
comes from in ``source``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ardennes.geography.relief import Relief

Point = tuple[float, float]
"""Longitude, latitude."""
Polyline = tuple[Point, ...]

PlaceRank = Literal["city", "town", "village", "farm", "crossroads", "bridge"]
WaterWidth = Literal["major", "river", "stream"]
RoadClass = Literal["primary", "secondary"]
WoodDensity = Literal["forest", "woods", "mixed"]
ClearingKind = Literal["clearing", "open_country"]
WallBelt = Literal["main", "main_extension", "second", "captured"]
BoundaryKind = Literal[
    "state_border", "district", "army_boundary", "army_boundary_alternative", "army_area", "army_group_boundary"
]

FRAME_LAT = (49.4, 50.8)
FRAME_LON = (4.4, 6.8)

COVER: dict[WoodDensity, float] = {"forest": 0.90, "woods": 0.65, "mixed": 0.40}
"""Share of the ground under trees, by density."""
OPEN_COVER = 0.05
"""The same outside every wood, and inside a clearing."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A settlement, or a crossroads, farm or bridge that the battle made known."""

    id: str
    name: str
    """The name soldiers and histories use, written so that it can be searched."""
    name_local: str
    lat: float
    lon: float
    country: Literal["BE", "DE", "FR", "LU", "NL"]
    rank: PlaceRank
    river: str = ""
    """The rivers it lies on, separated by ``;``; empty for none."""
    games: str = ""
    """The games whose rulebook names it, separated by ``;``: 1944, TDW, BW, WaR."""
    note: str = ""
    source: str

    @property
    def rivers(self) -> tuple[str, ...]:
        return tuple(name for name in self.river.split(";") if name)

    @property
    def point(self) -> Point:
        return self.lon, self.lat


class River(msgspec.Struct, frozen=True, kw_only=True):
    """One course of water, downstream. A river cut by the frame is two of the same name."""

    name: str = ""
    """Empty for a nameless stream."""
    width: WaterWidth
    line: Polyline
    source: str


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A route of 1944 through named places."""

    id: str
    road_class: RoadClass
    name: str
    places: tuple[str, ...]
    bridges: tuple[str, ...] = ()
    """Those of its places where it crosses a river."""
    note: str = ""
    source: str


class Wood(msgspec.Struct, frozen=True, kw_only=True):
    """Wooded ground. Where two overlap the denser counts."""

    name: str
    density: WoodDensity
    rings: tuple[Polyline, ...]
    note: str = ""
    source: str


class Clearing(msgspec.Struct, frozen=True, kw_only=True):
    """Open ground: a ``clearing`` is cut out of the woods, ``open_country`` is a name for a landscape."""

    name: str
    kind: ClearingKind
    rings: tuple[Polyline, ...]
    note: str = ""
    source: str


class Wall(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of the Westwall, from north to south, the German side on the left."""

    name: str
    belt: WallBelt
    """``captured`` runs over the main belt where it was American on 16 December."""
    line: Polyline
    held_from: str = ""
    held_to: str = ""
    note: str = ""
    source: str


class Pocket(msgspec.Struct, frozen=True, kw_only=True):
    """Ground held by one side behind the other's line."""

    date: str
    time: str
    name: str
    holder: Literal["US", "German"]
    closed: bool
    """False for a salient drawn for reference that was open to the rear."""
    ring: Polyline
    note: str = ""
    source: str


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """The front on one day: from north to south with the German side on the left."""

    date: str
    time: Literal["dawn", "evening"]
    line: Polyline
    pockets: tuple[Pocket, ...] = ()
    note: str = ""
    source: str


class FrontFact(msgspec.Struct, frozen=True, kw_only=True):
    """Who held a place on a day: what the front lines are checked against."""

    place: str
    date: str
    holder: Literal["US", "German"]
    source: str


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """A border between states or a boundary between armies: a line, or the rings of an area."""

    name: str
    kind: BoundaryKind
    game: str = ""
    """The game that needs it, or ``history``."""
    line: Polyline = ()
    rings: tuple[Polyline, ...] = ()
    army: str = ""
    rule: str = ""
    hexes: str = ""
    status: str = ""
    confidence: str = ""
    date_from: str = msgspec.field(default="", name="from")
    date_to: str = msgspec.field(default="", name="to")
    note: str = ""
    source: str


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A name that belongs to a stretch of country, for the drawing."""

    name: str
    kind: Literal["country", "landscape", "forest"]
    lat: float
    lon: float
    size: float
    """Height of its letters in kilometres."""
    turn: float
    """Degrees clockwise by which the name is turned."""
    source: str


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The whole dataset."""

    places: dict[str, Place]
    """By id."""
    rivers: tuple[River, ...]
    roads: tuple[Road, ...]
    woods: tuple[Wood, ...]
    clearings: tuple[Clearing, ...]
    westwall: tuple[Wall, ...]
    fronts: dict[str, Front]
    """By date, ``1944-12-16`` (dawn), ``1944-12-16 evening``, then one evening each."""
    front_facts: tuple[FrontFact, ...]
    boundaries: tuple[Boundary, ...]
    """Army boundaries and areas, for games and for history."""
    borders: tuple[Boundary, ...]
    """State borders and districts."""
    regions: tuple[Region, ...]
    relief: Relief

    def named_rivers(self, name: str) -> tuple[River, ...]:
        return tuple(river for river in self.rivers if river.name == name)
