"""The real Ardennes: the ground all maps are made from, and how they are built and drawn."""

from ardennes.geography.ground import (
    Boundary,
    Clearing,
    Front,
    FrontFact,
    Ground,
    GroundError,
    Place,
    Pocket,
    Region,
    Relief,
    River,
    Road,
    Wall,
    Wood,
    load_fronts,
    load_ground,
)

__all__ = [
    "Boundary",
    "Clearing",
    "Front",
    "FrontFact",
    "Ground",
    "GroundError",
    "Place",
    "Pocket",
    "Region",
    "Relief",
    "River",
    "Road",
    "Wall",
    "Wood",
    "load_fronts",
    "load_ground",
]
