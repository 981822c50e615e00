"""Neighbours and distances on a small board."""

from __future__ import annotations

import numpy as np
import pytest

from ardennes.advisor.fields import Attraction, ClosedWays
from ardennes.advisor.ground import Distances, Ground, Neighbours, Travel, by_way
from ardennes.board import Board
from ardennes.hexes import distance
from tests.rules.small_boards import plain_going, small_board

FAR = 40
NEAR_PATH = 0.5


@pytest.fixture(scope="module")
def board() -> Board:
    return small_board(6, 6)


@pytest.fixture(scope="module", params=[False, True], ids=["as far back", "exact"])
def distances(board: Board, request: pytest.FixtureRequest) -> Distances:
    """Every step costs a point, and a unit has two in a turn."""
    going, search = plain_going(board)
    travel = Travel(search, (going.prices,), points=2.0, parts=1)
    return Distances(board, [travel], far=FAR, near_path=NEAR_PATH, exact=request.param)


class PlainGround(Ground):
    """No hex is easier to hold than another."""

    far, near_path, lead, threat, raid = FAR, NEAR_PATH, 0, 2.0, 1.0

    def cover_of(self, board: Board, hex: int) -> float:
        return 0.0


@pytest.fixture(scope="module")
def ground(board: Board) -> PlainGround:
    going, search = plain_going(board)
    first, *_, last = board.hexes
    travel = Travel(search, (going.prices,), points=2.0, parts=1)
    return PlainGround(board, [travel], travels=[0, 0], goals=(last, first), sources=(last,))


def test_sums_over_neighbours(board: Board) -> None:
    neighbours, values = Neighbours(board), np.arange(board.size, dtype=np.float32)
    expected = [sum(board.around(hex)) for hex in range(board.size)]
    assert neighbours.around(values).tolist() == expected
    assert neighbours.around(np.stack([values, 2 * values]))[1].tolist() == [2 * total for total in expected]


def test_marks_reach_the_hexes_beside_them(board: Board) -> None:
    home = board.hexes[len(board.hexes) // 2]
    marks = bytearray(board.size)
    marks[home] = 1
    (near,) = Neighbours(board).near(bytes(marks)).nonzero()
    assert set(near.tolist()) == {home, *board.around(home)}


def test_turns_are_points_by_the_points_of_a_turn(board: Board, distances: Distances) -> None:
    home = board.hexes[0]
    for hex in board.hexes:
        assert distances.turns_from(0, home)[hex] == distance(board.grid, home, hex) / 2
        assert distances.turns_to(0, home)[hex] == distance(board.grid, home, hex) / 2


def test_goals_fade_with_the_distance(board: Board, distances: Distances) -> None:
    home, *_, far = board.hexes
    (table,) = distances.fading(1.0, (home, far))
    assert table[0][home] == pytest.approx(1.0)
    assert table[1][home] == pytest.approx(table[0][far])
    assert table[0][far] < table[0][board.around(home)[0]] < 1


def test_a_shortest_way_is_on_the_way(board: Board, distances: Distances) -> None:
    home, *_, far = board.hexes
    near = distances.nearest([(0, home)])
    (way,) = distances.on_the_way(near, (far,), 0)
    assert way[home] == way[far] == 1.0
    detour = max(board.hexes, key=lambda hex: near[hex] + distances.turns_to(0, far)[hex])
    assert way[detour] < 1.0


def test_units_by_how_they_travel() -> None:
    assert by_way([0, 2, 3], [0, 0, 1, 0], [10, 11, 12, 13], 2) == ([10, 13], [12])


def test_a_goal_that_many_are_near_draws_less() -> None:
    table, base = np.array([[1.0, 0.5], [0.0, 0.25]], dtype=np.float32), np.array([1.0, 2.0])
    pulls = np.array([5.0, 2.5], dtype=np.float32)
    drawn = Attraction(base, [table], pulls, [[0, 1]])
    assert drawn.pulls.tolist() == [2.0, 2.0]
    assert drawn.by(0).tolist() == [3.0, 3.5]
    assert Attraction(base, [table], pulls, [[]]).pulls.tolist() == [5.0, 2.5]
    assert Attraction(base, [table], pulls, [[0]], 0.25).pulls.tolist() == [4.0, 2.5]


def test_a_way_counts_once_whoever_bars_it(board: Board) -> None:
    neighbours, middle = Neighbours(board), board.hexes[len(board.hexes) // 2]
    corridor, nothing = np.zeros((2, board.size), dtype=np.float32)
    corridor[middle] = 1.0
    beside = board.around(middle)[0]
    closed, held = ClosedWays(neighbours, corridor, nothing, post=1.0, guard=1.0), np.zeros(board.size, dtype=np.uint16)
    closed.look(held.tobytes())
    assert (closed.gained[beside], closed.gained[middle], closed.lost[beside]) == (1.0, 2.0, 0.0)
    held[middle] = 1
    closed.refresh(held.tobytes())
    assert (closed.gained[beside], closed.lost[beside]) == (0.0, 1.0)
    held[middle] = 2
    closed.refresh(held.tobytes())
    assert (closed.gained[beside], closed.lost[beside]) == (0.0, 0.0)


def test_what_is_refreshed_is_as_if_looked_at_anew(board: Board) -> None:
    rng = np.random.default_rng(1)
    corridor, garrisons = rng.random((2, board.size)).astype(np.float32)
    held = rng.integers(0, 3, board.size).astype(np.uint16)
    closed, anew = (ClosedWays(Neighbours(board), corridor, garrisons, post=0.5, guard=2.0) for _ in range(2))
    closed.look(held.tobytes())
    for hex in rng.choice(board.size, 5):
        held[hex] = rng.integers(0, 3)
        closed.refresh(held.tobytes())
        anew.look(held.tobytes())
        assert (closed.gained == anew.gained).all()
        assert (closed.lost == anew.lost).all()


def test_ways_lead_to_what_is_guarded(board: Board, ground: PlainGround) -> None:
    first, last = ground.goals
    comes_from = board.around(first)[0]
    ways = ground.ways(frozenset([(0, comes_from)]), ground.goals, (3.0, 0.0))
    assert ways.needs.tolist() == pytest.approx([3 * np.exp(-0.5 / 2), 0.0])
    assert ways.garrisons[first] == pytest.approx(3 * np.exp(-0.5))
    assert ways.garrisons[last] == 0
    assert ways.corridor[last] < ways.corridor[first] == pytest.approx(ways.needs[0])


def test_goals_of_the_enemy_are_cut_off_by_the_ways_that_supply_them(board: Board, ground: PlainGround) -> None:
    first, last = ground.goals
    enemies = frozenset([(0, last)])
    assert ground.ways(enemies, (first,), (0.0,)).corridor.max() == 0
    cut = ground.ways(enemies, (first,), (0.0,), 0.5).corridor
    assert cut[first] == cut[last] == cut.max() == pytest.approx(0.5)


def test_what_is_too_far_for_the_turns_left_needs_no_guard(board: Board, ground: PlainGround) -> None:
    first, last = ground.goals
    enemies, far = frozenset([(0, last)]), ground.distances.turns_from(0, last)[first]
    assert ground.ways(enemies, (first,), (1.0,), 0.0, float(far)).needs[0] > 0
    assert ground.ways(enemies, (first,), (1.0,), 0.0, float(far) - 0.5).needs[0] == 0


def test_nobody_comes_where_nobody_is(ground: PlainGround) -> None:
    ways = ground.ways(frozenset(), ground.goals, (1.0, 1.0), 1.0)
    assert not ways.corridor.any()
    assert not ways.garrisons.any()
