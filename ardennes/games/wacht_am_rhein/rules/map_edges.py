"""10.84b The edges of the map in play: how far each hex is from them."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.board import Board
from ardennes.numbers import Hex

FAR = 255


def distances_to_edges(board: Board) -> tuple[bytes, bytes, bytes, bytes]:
    """How far each hex is from the north, south, west and east edge: rows are counted southwards, columns westwards."""
    rows: dict[int, list[tuple[int, Hex]]] = {}
    columns: dict[int, list[tuple[int, Hex]]] = {}
    for hex in board.hexes:
        row, column = board.grid.lane_place(hex)
        rows.setdefault(row, []).append((column, hex))
        columns.setdefault(column, []).append((row, hex))
    north, south = ([extreme(hexes)[1] for hexes in columns.values()] for extreme in (min, max))
    east, west = ([extreme(hexes)[1] for hexes in rows.values()] for extreme in (min, max))
    return _distances(board, north), _distances(board, south), _distances(board, west), _distances(board, east)


def _distances(board: Board, edge: Iterable[Hex]) -> bytes:
    found = bytearray([FAR]) * board.size
    wave = list(edge)
    for hex in wave:
        found[hex] = 0
    for hex in wave:
        for there in board.around(hex):
            if found[there] == FAR:
                found[there] = found[hex] + 1
                wave.append(there)
    return bytes(found)
