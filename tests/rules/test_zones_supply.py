"""Zones that are kept up, and supply lines."""

from __future__ import annotations

import random
from array import array
from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board
from ardennes.kernels.flags import BARRED, ZONE, no_flags
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.supply import SupplyLaw, supply_flood, trace
from ardennes.rules.zones import ZoneOfSide, zone_ground
from tests.rules.small_boards import small_board

UNITS = 5


def reaches(kind: int, here: int, there: int, side: int) -> bool:
    """Kind 0 reaches everywhere, kind 1 not across every third hexside."""
    return kind == 0 or side % 3 != 0


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, UNITS - 1), st.integers(-1, 15)), max_size=30))
def test_zones_follow_their_units(moves: list[tuple[int, int]]) -> None:
    board = small_board()
    zones = Zones(board.neighbours, board.side_of, zone_ground(board, 2, reaches))
    law = ZoneOfSide(zones, bytes((0, 1, 0, NO_ZONE, 1)), ZONE)
    where = array("h", [-1] * UNITS)
    counts, flags, sides = array("H", [0]) * board.size, no_flags(board.size), bytes(board.sides)
    for unit, hex in moves:
        if unit % 2:
            law.move(unit, where[unit], hex, counts=counts, flags=flags, sides=sides)
        elif where[unit] >= 0:
            law.leave(unit, where[unit], counts, flags, sides)
        where[unit] = hex
        if hex >= 0 and not unit % 2:
            law.enter(unit, hex, counts, flags, sides)
    expected = [
        sum(
            law.kinds[unit] != NO_ZONE
            and place >= 0
            and there in board.around(place)
            and reaches(law.kinds[unit], place, there, board.side(place, there))
            for unit, place in enumerate(where)
        )
        for there in range(board.size)
    ]
    assert list(counts) == expected
    assert [bool(bits & ZONE) for bits in flags] == [count > 0 for count in expected]
    again, fresh = array("H", [0]) * board.size, no_flags(board.size)
    law.rebuild(where, again, fresh, sides)
    assert (again, fresh) == (counts, flags)


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
