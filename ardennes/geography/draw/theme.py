"""The look of our maps: a muted winter palette on warm paper, and one hierarchy of lines and type."""

from __future__ import annotations

from ardennes.geography.features import PlaceRank, RoadClass, WaterWidth

PAPER = "#f4eedf"
INK = "#2d2722"
SOFT_INK = "#6b6055"
HALO = "#f7f2e4"

HEIGHT_TINTS: tuple[tuple[int, str], ...] = (
    (40, "#d5dcc0"),
    (120, "#dfe2c6"),
    (200, "#e9e5c9"),
    (300, "#efe5ca"),
    (400, "#ecdcbc"),
    (480, "#e5cfab"),
    (560, "#dcc19c"),
    (640, "#d5b896"),
    (700, "#e3d3bd"),
)
"""Metres above the sea and the colour of the ground there."""
PLAIN = "#efe8d0"
SHADE_DARK, SHADE_LIGHT = "#4a4352", "#fffbe8"

CANOPY_LIGHT, CANOPY_DARK = "#a3b587", "#76906a"
CRAGS = "#a98d76"
FOREST_INK = "#47603c"

WATER, WATER_EDGE, WATER_INK = "#86b4cb", "#4c7f9b", "#2d6280"
WATER_KM: dict[WaterWidth, float] = {"major": 0.62, "river": 0.26, "stream": 0.12}

ROAD: dict[RoadClass, str] = {"primary": "#c0503a", "secondary": "#fbf4e0"}
ROAD_EDGE: dict[RoadClass, str] = {"primary": "#6f2a1f", "secondary": "#7c6a55"}
ROAD_KM: dict[RoadClass, float] = {"primary": 0.36, "secondary": 0.24}
ROAD_EDGE_KM = 0.09

BORDER, BORDER_BAND = "#7a5a86", "#b79cc0"
WALL = "#4d4a48"
FRONT = "#8c2f39"
BUILT, BUILT_EDGE = "#b8574a", "#5e2a24"

PLACE_TYPE: dict[PlaceRank, float] = {
    "city": 2.5,
    "town": 1.75,
    "village": 1.12,
    "farm": 0.92,
    "crossroads": 0.92,
    "bridge": 0.86,
}
"""Size of the name in kilometres on a map of the ground."""

GRID, NUMBER = "#4e4234", "#5d5144"
ROADS = ("#c0503a", "#fbf4e0", "#7c5a3c")
"""Good roads, lesser ones, tracks."""
ROAD_EDGES = ("#6f2a1f", "#7c6a55", "#7c5a3c")
CLIFF = "#6d4a2c"
PAD = "#e3b9a0"
PRIZE = "#b3202e"
BADGE = "#43536b"
BOUNDARY = "#8a4a2a"
