"""Pure hex geometry: numbers, neighbours, hexsides, distance, lines and regions. No terrain, no rule."""

from ardennes.hexes.grid import Grid, GridError, Sheet
from ardennes.hexes.regions import distance, line, ring, within

__all__ = ["Grid", "GridError", "Sheet", "distance", "line", "ring", "within"]
