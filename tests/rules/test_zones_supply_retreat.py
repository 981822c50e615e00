"""Zones that are kept up, supply lines, and ways back."""

from __future__ import annotations

import random
from array import array
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board
from ardennes.kernels.flags import BARRED, NO_END, ZONE
from ardennes.kernels.retreat import NEVER_RANK, Ranks, Retreat
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.retreat import RetreatLaw, next_steps
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
    counts, flags, sides = array("H", [0]) * board.size, bytearray(board.size), bytes(board.sides)
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
    again, fresh = array("H", [0]) * board.size, bytearray(board.size)
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
    flags = bytearray(BARRED if hex in barred else 0 for hex in range(board.size))
    flood = supply_flood(board, links.__getitem__)
    law = SupplyLaw(by_road=ROAD, off_road=off_road, barred=BARRED)
    trace(flood, law, sources, flags, bytearray(board.sides))
    expected = supplied(board, links, sources, barred, off_road)
    assert {hex for hex in board.hexes if flood.distance_of(hex) >= 0} == set(expected)


def even_ranks(board: Board) -> Ranks:
    """One way is as good as another, but no barred hex is entered."""
    ground = bytes(1 if there >= 0 else 0 for there in board.neighbours)
    return Ranks(ground, 2, lambda _kind, _altered, flags: NEVER_RANK if flags & BARRED else 1)


def ways(board: Board, here: int, walked: list[int], left: int, barred: set[int]) -> list[list[int]]:
    if left == 0:
        return [walked]
    return [
        way
        for there in board.around(here)
        if there not in barred and there not in walked
        for way in ways(board, there, [*walked, there], left - 1, barred)
    ]


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_retreat_goes_only_where_it_can_be_completed(rng: random.Random, hexes: int) -> None:
    board = small_board()
    barred = {hex for hex in board.hexes if rng.random() < 0.5}
    start = rng.choice(board.hexes)
    barred.discard(start)
    flags = bytearray(BARRED if hex in barred else 0 for hex in range(board.size))
    ranks = even_ranks(board)
    search = Retreat(board.neighbours, board.side_of)
    law = RetreatLaw(ranks=ranks, hexes=hexes)
    walked = [start]
    possible = ways(board, start, walked, hexes, barred)
    found = next_steps(search, law, walked, flags, bytearray(board.sides))
    assert set(found) == {way[1] for way in possible}
    while len(walked) <= hexes and found:
        walked.append(rng.choice(found))
        found = next_steps(search, law, walked, flags, bytearray(board.sides))
    assert not possible or len(walked) == hexes + 1, "every step that was offered led to the end"


def test_retreat_that_is_over_has_no_next_step() -> None:
    board = small_board()
    ranks = even_ranks(board)
    search, law = Retreat(board.neighbours, board.side_of), RetreatLaw(ranks=ranks, hexes=1)
    assert next_steps(search, law, [0, 1], bytearray(board.size), bytearray(board.sides)) == []


@pytest.mark.parametrize("at_most", [1, 2])
def test_retreat_may_go_further_to_find_room(at_most: int) -> None:
    board = small_board(lanes=1, places=4)
    flags = bytearray(board.size)
    flags[board.hex("0102")] = NO_END
    ranks = even_ranks(board)
    law = RetreatLaw(ranks=ranks, hexes=1, at_most=at_most)
    found = next_steps(
        Retreat(board.neighbours, board.side_of), law, [board.hex("0101")], flags, bytearray(board.sides)
    )
    assert found == ([board.hex("0102")] if at_most == 2 else [])
