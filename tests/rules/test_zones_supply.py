"""Zones that are kept up, and supply lines."""

from __future__ import annotations

import random
from array import array
from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board
from ardennes.kernels.flags import BARRED
from ardennes.rules.supply import SupplyLaw, supply_flood, trace
from tests.rules.small_boards import small_board

UNITS = 5


ROAD, TRACK = 1, 2


def supplied(board: Board, links: bytes, sources: list[int], barred: set[int], off_road: int) -> dict[int, int]:
    """By hand: along roads as far as they go, then so many hexes anywhere."""
    found = dict.fromkeys((hex for hex in sources if hex not in barred), 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for there in board.around(here):
            if there not in found and there not in barred and links[board.side(here, there)] & ROAD:
                found[there] = 0
                waiting.append(there)
    frontier = list(found)
    for away in range(1, off_road + 1):
        outer = []
        for here in frontier:
            for there in board.around(here):
                if there not in found and there not in barred:
                    found[there] = away
                    outer.append(there)
        frontier = outer
    return found


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_supply_runs_by_road_and_a_few_hexes_off_it(rng: random.Random, off_road: int) -> None:
    board = small_board(5, 5)
    links = bytes(rng.choice((0, 0, ROAD, TRACK)) for _ in range(board.sides))
    barred = {hex for hex in board.hexes if rng.random() < 0.15}
    sources = rng.sample(board.hexes, 2)
    flags = array("H", [BARRED if hex in barred else 0 for hex in range(board.size)])
    flood = supply_flood(board, links.__getitem__)
    law = SupplyLaw(by_road=ROAD, off_road=off_road, barred=BARRED)
    trace(flood, law, sources, flags, bytearray(board.sides))
    expected = supplied(board, links, sources, barred, off_road)
    assert {hex for hex in board.hexes if flood.distance_of(hex) >= 0} == set(expected)
