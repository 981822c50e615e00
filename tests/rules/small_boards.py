"""Small boards and going for the tests of shared rules."""

from __future__ import annotations

import random
from array import array

from ardennes.board import Board, HexRow, MapFile
from ardennes.hexes import Grid
from ardennes.kernels.flags import ALTERED, BARRED, CLOSED, CROWDED, NEVER, NO_END, STOP, TOLL, ZONE, no_flags
from ardennes.kernels.reach import Prices, Reach
from ardennes.rules.walk import Going

KINDS, MODES, WHOLE = 4, 3, 4


def small_board(lanes: int = 4, places: int = 4, without: tuple[str, ...] = ()) -> Board:
    """All clear; hexes in ``without`` are off the map."""
    grid = Grid(
        lanes=(1, lanes),
        places=(1, places),
        shifted="even",
        order="lane-place",
        ground=((2.0, 0.0), (0.0, -2.0), (0.0, 0.0)),
    )
    labels = [grid.label(hex) for hex in range(grid.size)]
    return Board(
        MapFile(
            format=1,
            title="small",
            grid=grid,
            sources={},
            vocabulary={"terrain": ("clear",)},
            hexes=[HexRow(hex=label, terrain="clear") for label in labels if label not in without],
            sides=[],
        )
    )


def plain_going(board: Board, ground: bytes | None = None) -> tuple[Going, Reach]:
    """Every step costs one point, and nothing is in the way yet."""
    kinds = ground or bytes(1 if there >= 0 else 0 for there in board.neighbours)
    prices = Prices(kinds, kinds=3)
    prices.set(1, 1)
    prices.set(3, 2)
    going = Going(board, kinds, prices, no_flags(board.size), bytearray(board.sides))
    return going, Reach(board.neighbours, board.side_of)


def random_going(rng: random.Random) -> tuple[Going, Reach]:
    """Any ground, price list and situation, with modes, rounding, tolls and zones."""
    without = tuple(f"{rng.randint(1, 4):02}{rng.randint(1, 4):02}" for _ in range(rng.randint(0, 3)))
    board = small_board(without=without)
    ground = bytes(rng.randrange(KINDS) if there >= 0 else 0 for there in board.neighbours)
    leaving = [rng.choice((0, 0, 1, 2, NEVER)) for _ in range(16)]
    tolls = [0, *(rng.choice((0, 1, 3, NEVER)) for _ in range(7))]
    prices = Prices(ground, kinds=KINDS, modes=MODES, whole=WHOLE, leaving=leaving, tolls=tolls)
    for mode in range(MODES):
        for kind in range(1, KINDS):
            if rng.random() < 0.85:
                prices.set(rng.randint(1, 5), kind, mode, then=rng.randrange(MODES), round_up=rng.random() < 0.3)
            if rng.random() < 0.3:
                prices.set(rng.randint(1, 6), kind, mode, then=rng.randrange(MODES), having=rng.choice((ZONE, CROWDED)))
            if rng.random() < 0.3:
                prices.set(rng.choice((2, 7, NEVER)), kind, mode, then=rng.randrange(MODES), across=ALTERED)
    hex_bits = (0, 0, 0, ZONE, ZONE | STOP, BARRED, STOP, NO_END, CROWDED)
    side_bits = (0, 0, 0, CLOSED, ALTERED, TOLL, 2 * TOLL)
    going = Going(
        board,
        ground,
        prices,
        array("H", [rng.choice(hex_bits) for _ in range(board.size)]),
        bytearray(rng.choice(side_bits) for _ in range(board.sides)),
    )
    return going, Reach(board.neighbours, board.side_of, modes=MODES)
