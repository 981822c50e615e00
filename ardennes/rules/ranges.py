"""Ranges: who is near enough to help, to be seen or to be reached."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.hexes import within
from ardennes.numbers import Hex


class Near(dict[Hex, frozenset[Hex]]):
    """The hexes at most so far from each hex, as they come to be needed."""

    def __init__(self, board: Board, distance: int) -> None:
        super().__init__()
        self._neighbours, self._distance = board.neighbours, distance

    def __missing__(self, hex: Hex) -> frozenset[Hex]:
        near = self[hex] = frozenset(within(self._neighbours, (hex,), self._distance))
        return near
