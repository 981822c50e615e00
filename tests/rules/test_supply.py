"""Supply lines: by road, off the road, from several sources."""

from __future__ import annotations

import random
from array import array
from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board
from ardennes.kernels.flood import ANY_LINK, Flood
from ardennes.rules.supply import BLOCKED, Leg, Route, reached_by
from tests.rules.small_boards import small_board

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
    blocked = array("H", [BLOCKED if hex in barred else 0 for hex in range(board.size)])
    flood = Flood(board.neighbours, board.side_of, links)
    by_road = Route(sources, (Leg(ROAD), Leg(ANY_LINK, off_road)))
    from_edge = Route(sources[:1], (Leg(TRACK, 1),))
    marks = reached_by(flood, (by_road, from_edge), blocked, bytes(board.sides))
    expected = supplied(board, links, sources, barred, off_road)
    assert {hex for hex in board.hexes if marks[hex] & 1} == set(expected)
    first = sources[0]
    beside = {there for there in board.around(first) if links[board.side(first, there)] & TRACK}
    nearby = {first, *beside} - barred if first not in barred else set()
    assert {hex for hex in board.hexes if marks[hex] & 2} == nearby
