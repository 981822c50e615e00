"""The parts the builder is made of, on grids small enough to reason about."""

from __future__ import annotations

import numpy as np
import pytest

from ardennes.geography.build.frame import Frame
from ardennes.geography.build.pull import Pull
from ardennes.geography.build.search import cheapest
from ardennes.hexes import Grid, GridError, Sheet
from tests.maps.atlas import MAPS, board

FLAT = Grid(
    lanes=(1, 6), places=(1, 5), shifted="even", order="lane-place", ground=((4.0, 0.0), (0.0, -4.0), (0.0, 0.0))
)
POINTY = Grid(
    lanes=(1, 6), places=(1, 5), shifted="odd", order="place-lane", ground=((0.0, -4.0), (4.0, 0.0), (0.0, 0.0))
)


@pytest.mark.parametrize("grid", [FLAT, POINTY])
def test_frame_finds_the_cell_under_every_centre(grid: Grid) -> None:
    frame = Frame(grid)
    assert list(frame.cells_at(frame.centres)) == list(range(frame.size))
    assert [frame.hex_of[cell] for cell in frame.cells] == list(range(grid.size))


@pytest.mark.parametrize("grid", [FLAT, POINTY])
def test_every_side_joins_two_corners_one_hex_edge_apart(grid: Grid) -> None:
    frame = Frame(grid)
    ends = frame.corners[np.array(frame.side_corners)]
    assert np.allclose(np.hypot(*(ends[:, 0] - ends[:, 1]).T), frame.km / np.sqrt(3))
    centres = frame.centres[np.array(frame.side_cells)]
    assert np.allclose(centres.mean(axis=1), ends.mean(axis=1))


def test_corners_of_the_map_meet_three_sides() -> None:
    frame = Frame(FLAT)
    inner = [corner for corner in range(len(frame.corners)) if not frame.edge_corner(corner)]
    assert inner
    assert all(len(frame.corner_sides[corner]) == 3 for corner in inner)


def test_pull_moves_a_pinned_place_into_its_hex_and_fades_out() -> None:
    frame = Frame(FLAT)
    cell = frame.cell(FLAT.parse("0303"))
    start = frame.centres[cell] + np.array([6.0, 0.0])
    pull = Pull(frame, {cell: start}, radius_km=8.0)
    there, near, far = pull(np.array([start, start + np.array([0.0, 4.0]), start + np.array([0.0, 9.0])]))
    assert frame.cells_at(there.reshape(1, 2))[0] == cell
    assert start[0] - 6.0 < near[0] < start[0]
    assert np.allclose(far, start + np.array([0.0, 9.0]))


def test_pull_leaves_a_place_alone_that_lies_in_its_hex() -> None:
    frame = Frame(FLAT)
    cell = frame.cell(FLAT.parse("0303"))
    inside = frame.centres[cell] + np.array([0.5, 0.5])
    assert np.allclose(Pull(frame, {cell: inside}, radius_km=8.0)(inside.reshape(1, 2)), inside)


def test_cheapest_way_and_no_way() -> None:
    roads = {1: [(2, 1.0), (3, 5.0)], 2: [(3, 1.0)], 3: [], 4: []}
    assert cheapest({1: 0.0}, {3: 0.0}, roads.__getitem__) == [1, 2, 3]
    assert cheapest({1: 0.0}, {3: 9.0, 2: 0.0}, roads.__getitem__) == [1, 2]
    assert cheapest({1: 0.0}, {4: 0.0}, roads.__getitem__) is None


def test_sheets_number_the_same_hex_twice() -> None:
    sheets = (
        Sheet(letter="N", shift=(0, 0), lanes=(1, 4), places=(1, 5)),
        Sheet(letter="S", shift=(2, 0), lanes=(1, 4), places=(1, 5)),
    )
    grid = Grid(lanes=(1, 6), places=(1, 5), shifted="even", order="lane-place", ground=FLAT.ground, sheets=sheets)
    assert grid.labels(grid.parse("N0305")) == ("N0305", "S0105")
    assert grid.label(grid.parse("S0405")) == "S0405"
    for wrong in ("0101", "X0101", "N0501", "S0500", "N1", "N01O1"):
        with pytest.raises(GridError):
            grid.parse(wrong)


@pytest.mark.parametrize("game", MAPS)
def test_printed_numbers_lead_back_to_their_hex(game: str) -> None:
    grid = board(game).grid
    numbers = grid.numbers()
    assert len(set(numbers.values())) == grid.size
    for hex in range(0, grid.size, 7):
        assert all(grid.parse(label) == numbers[label] == hex for label in grid.labels(hex))
