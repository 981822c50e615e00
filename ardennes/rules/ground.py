"""The ground as tables: what a game says once of every step from hex to hex, and of the hexsides of a map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.board import Board
from ardennes.numbers import Hex, Hexside, all_hexes

OfStep = Callable[[Hex, Hex, Hexside], int]
"""What is true of a step: the hex left, the hex entered, the hexside between them."""


def step_table(board: Board, of_step: OfStep) -> bytes:
    """Asks the game once for every step; 0 where it would lead off the map."""
    edges = enumerate(zip(board.neighbours, board.side_of, strict=True))
    return bytes(of_step(Hex(edge // 6), there, side) if there >= 0 else 0 for edge, (there, side) in edges)


def places(board: Board, rank: str) -> frozenset[Hex]:
    """The hexes with a place of a rank, such as ``town``."""
    code = board.code("place", rank)
    return frozenset(hex for hex in board.hexes if board.place[hex] == code)


def terrain_numbers(board: Board, words: Sequence[str]) -> bytes:
    """The terrain of each hex as a number into a game's own list of words; 0 off the map."""
    numbers = {board.code("terrain", word): number for number, word in enumerate(words)}
    return bytes(numbers[board.terrain[hex]] if hex in board else 0 for hex in all_hexes(board.size))


def bridges(board: Board) -> tuple[Hexside, ...]:
    """The hexsides with a bridge, standing or not."""
    return tuple(side for side in map(Hexside, range(board.sides)) if board.bridge[side])


Reaches = Callable[[int, Hex, Hex, Hexside], bool]
"""Does a zone of this kind reach from this hex to that neighbour, across this hexside?"""


def zone_ground(board: Board, kinds: int, reaches: Reaches) -> bytes:
    """Across which hexsides each kind of zone of control reaches."""
    return step_table(board, lambda *step: sum(reaches(kind, *step) << kind for kind in range(kinds)))
