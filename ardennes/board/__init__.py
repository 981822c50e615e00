"""A built map: terrain, hexsides, roads, places and areas; loads and checks it. Knows no rule."""

from ardennes.board.board import Board
from ardennes.board.mapfile import HexRow, MapError, MapFile, SideRow, load_map, parse_map

__all__ = ["Board", "HexRow", "MapError", "MapFile", "SideRow", "load_map", "parse_map"]
