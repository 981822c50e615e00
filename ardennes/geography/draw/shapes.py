"""What a picture is made of: layers of styled shapes in kilometres east and north of the grid's origin.

Nothing here knows how a shape gets onto paper; SVG, PNG and the canvas of the page all read the same list.
Widths, sizes and dashes are kilometres too, so a picture looks the same at any magnification.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]
"""Kilometres east, kilometres north."""
Line = tuple[Point, ...]
Font = Literal["serif", "serif-bold", "serif-italic", "sans", "sans-bold", "sans-light"]


class Extent(msgspec.Struct, frozen=True):
    """A piece of ground with sides to the north, east, south and west."""

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        return self.east - self.west

    @property
    def height(self) -> float:
        return self.north - self.south

    def grown(self, by: float) -> Extent:
        return Extent(self.west - by, self.south - by, self.east + by, self.north + by)

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        east, north = point
        return self.west + margin <= east <= self.east - margin and self.south + margin <= north <= self.north - margin


class Style(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Colours are ``#rrggbb``; an empty colour is not painted."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: Literal["round", "butt"] = "round"


class Path(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="path"):
    """Lines or areas; with ``curved`` they run smoothly through their points."""

    lines: tuple[Line, ...]
    style: Style
    closed: bool = False
    curved: bool = False


class Stamps(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="stamps"):
    """The same small figure many times: trees, hachures, dragon's teeth."""

    figure: Line
    """Closed outline of size one around (0, 0)."""
    at: tuple[tuple[float, float, float, float], ...]
    """East, north, size and clockwise turn in degrees."""
    style: Style


class Disc(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="disc"):
    centre: Point
    radius: float
    style: Style


class Text(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="text"):
    """One line of type; ``at`` is on the base line."""

    text: str
    at: Point
    size: float
    font: Font = "serif"
    fill: str
    anchor: Literal["start", "middle", "end"] = "start"
    halo: str = ""
    halo_width: float = 0.0
    spacing: float = 0.0
    turn: float = 0.0
    """Degrees clockwise."""
    opacity: float = 1.0


class TextAlong(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="text-along"):
    """Type that follows a line, centred on its middle."""

    text: str
    line: Line
    size: float
    font: Font = "serif-italic"
    fill: str
    halo: str = ""
    halo_width: float = 0.0
    spacing: float = 0.0
    lift: float = 0.0
    """How far above the line the base line stands."""


class Image(msgspec.Struct, frozen=True, kw_only=True, tag="image"):
    """A painted piece of ground: the shaded relief."""

    kind: Literal["image/png", "image/jpeg"]
    data: bytes
    extent: Extent


Shape = Path | Stamps | Disc | Text | TextAlong | Image


class Layer(msgspec.Struct, kw_only=True):
    """Shapes that belong together; a page may switch a layer off."""

    id: str
    shapes: list[Shape] = msgspec.field(default_factory=list)
    opacity: float = 1.0
    blend: Literal["normal", "multiply"] = "normal"
    clip: Extent | None = None


class Picture(msgspec.Struct, kw_only=True):
    """All of it, bottom layer first."""

    title: str
    extent: Extent
    paper: str
    layers: list[Layer]

    def layer(self, name: str) -> Layer:
        """The layer of that id; KeyError if there is none."""
        for layer in self.layers:
            if layer.id == name:
                return layer
        raise KeyError(name)
