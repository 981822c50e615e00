"""Hexes and hexsides for the page, as columns of numbers: as an object each, those of a large map take long to read."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.numbers import all_hexes
from ardennes.server.protocol.seat import HexColumns, HexsideColumns


def hex_columns(board: Board) -> HexColumns:
    centres = [board.grid.centre_km(hex) for hex in all_hexes(board.size)]
    return HexColumns(
        label=[board.label(hex) if hex in board else "" for hex in all_hexes(board.size)],
        x=[round(east, 3) for east, _ in centres],
        y=[round(north, 3) for _, north in centres],
        names=[(hex, board.name(hex)) for hex in board.hexes if board.name(hex)],
        terrain=list(board.terrain),
        place=list(board.place),
        terrains=board.vocabulary["terrain"],
        places=board.vocabulary["place"],
    )


def hexside_columns(board: Board) -> HexsideColumns:
    return HexsideColumns([one for one, _ in board.side_hexes], [other for _, other in board.side_hexes])
