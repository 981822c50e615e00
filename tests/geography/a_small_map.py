"""A made-up map with one of everything the drawing knows."""

from __future__ import annotations

from typing import Any, Literal

from ardennes.board import Board, HexRow, MapFile, SideRow
from ardennes.hexes import Grid

FLAT = ((4.0, 0.0), (0.0, -4.0), (-12.0, 10.0))
POINTED = ((0.0, -4.0), (4.0, 0.0), (-12.0, 10.0))
VOCABULARY = {
    "terrain": ("clear", "light woods", "woods", "forest", "broken", "rough"),
    "place": ("village", "town", "city"),
    "river": ("major", "minor", "creek"),
    "road": ("primary", "secondary", "track"),
    "bridge": ("bridge", "blown", "ford"),
    "wall": ("cliff",),
    "area": ("entry-A", "N1", "westwall", "victory-towns", "5th-panzer-army", "boundary-road", "north-edge"),
}


def small_map(shape: Literal["flat", "pointed"] = "flat", **changes: Any) -> MapFile:
    """Five lanes of five hexes round Bastogne."""
    grid = Grid(
        lanes=(1, 5),
        places=(1, 5),
        shifted="even",
        order="lane-place" if shape == "flat" else "place-lane",
        ground=FLAT if shape == "flat" else POINTED,
    )
    words = VOCABULARY["terrain"]
    rows = []
    for hex in range(grid.size):
        lane, place = grid.lane_place(hex)
        areas = (*(("5th-panzer-army",) if place > 2 else ()), *(("north-edge",) if place == 1 else ()))
        extras: dict[str, Any] = {
            (1, 1): {"areas": ("entry-A", "N1", *areas)},
            (2, 4): {"areas": ("westwall", *areas)},
            (3, 3): {"name": "Bastogne", "place": "city", "areas": ("victory-towns", *areas)},
            (4, 2): {"name": "Foy & <Noville>", "place": "town"},
            (2, 2): {"name": "Champs", "place": "village", "source": {"place": "rulebook 1.1"}},
            (5, 5): {"name": "Crossroads X"},
            (3, 4): {"areas": ("boundary-road", *areas)},
            (3, 5): {"areas": ("boundary-road", *areas)},
        }.get((lane, place), {})
        rows.append(
            HexRow(hex=grid.label(hex), terrain=words[(lane + place) % len(words)], **{"areas": areas, **extras})
        )

    def label(lane: int, place: int) -> str:
        return grid.label(grid.index(lane, place))

    sides = [
        SideRow(hexes=(label(3, 3), label(3, 2)), road="primary"),
        SideRow(hexes=(label(3, 3), label(3, 4)), road="primary", river="major", bridge="bridge", name="Meuse"),
        SideRow(hexes=(label(3, 4), label(3, 5)), road="primary", river="minor", bridge="blown", name="Our"),
        SideRow(hexes=(label(3, 1), label(3, 2)), road="secondary", source={"road": "rulebook 2.2"}),
        SideRow(hexes=(label(1, 3), label(1, 4)), river="creek", bridge="ford", name="Wiltz"),
        SideRow(hexes=(label(1, 4), label(1, 5)), road="track"),
        SideRow(hexes=(label(5, 1), label(5, 2)), wall="cliff"),
    ]
    known: dict[str, Any] = {
        "format": 1,
        "title": "Small map",
        "grid": grid,
        "sources": {layer: f"made up {layer}" for layer in ("terrain", "place", "river", "road", "bridge", "area")},
        "vocabulary": VOCABULARY,
        "hexes": rows,
        "sides": sides,
    }
    return MapFile(**{**known, **changes})


def small_board(shape: Literal["flat", "pointed"] = "flat") -> Board:
    return Board(small_map(shape))
