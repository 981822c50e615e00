"""Hex numbers, neighbours, distances and the ground, in all four styles of grid."""

from __future__ import annotations

from collections import deque
from itertools import pairwise, product
from math import atan2, degrees, dist, isclose
from typing import Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.hexes import Grid, GridError, Sheet, distance, line, ring, within
from ardennes.hexes.grid import NOWHERE

Shifted = Literal["odd", "even"]
Order = Literal["lane-place", "place-lane"]
GROUNDS = {
    "columns": ((2.0, 0.0), (0.0, -2.0), (-3.0, 4.0)),
    "rows": ((0.0, -2.0), (2.0, 0.0), (1.0, 1.0)),
    "turned": ((1.2, 1.6), (1.6, -1.2), (0.0, 0.0)),
}
LINE = ((1.0, 1.0), (2.0, 2.0), (0.0, 0.0))


def grid(shifted: str = "even", order: str = "lane-place", ground: str = "columns", **more: object) -> Grid:
    fields: dict[str, object] = {"lanes": (1, 9), "places": (2, 8), "ground": GROUNDS.get(ground, LINE), **more}
    return Grid(shifted=cast("Shifted", shifted), order=cast("Order", order), **fields)  # type: ignore[arg-type]


SHEETS = (
    Sheet(letter="A", shift=(0, 0), lanes=(1, 6), places=(2, 8)),
    Sheet(letter="B", shift=(4, 0), lanes=(1, 5), places=(2, 8)),
)

GRIDS = [
    pytest.param(grid(*style), id="-".join(style))
    for style in product(("odd", "even"), ("lane-place", "place-lane"), GROUNDS)
]


@pytest.mark.parametrize("grid", GRIDS)
def test_numbers_lead_back(grid: Grid) -> None:
    labels = [grid.label(hex) for hex in range(grid.size)]
    assert len(set(labels)) == grid.size
    assert [grid.parse(label) for label in labels] == list(range(grid.size))
    assert [grid.index(*grid.lane_place(hex)) for hex in range(grid.size)] == list(range(grid.size))


def test_order_of_the_printed_number() -> None:
    hex = grid().index(3, 5)
    assert grid(order="lane-place").label(hex) == "0305"
    assert grid(order="place-lane").label(hex) == "0503"


@pytest.mark.parametrize("grid", [*GRIDS, pytest.param(grid(sheets=SHEETS), id="sheets")])
def test_numbers_of_the_whole_map(grid: Grid) -> None:
    labels = {label: hex for hex in range(grid.size) for label in grid.labels(hex)}
    assert grid.numbers() == labels


@pytest.mark.parametrize("grid", GRIDS)
def test_centres_lie_in_their_hex(grid: Grid) -> None:
    for hex in range(grid.size):
        east, north = grid.centre_km(hex)
        assert grid.at_km(east, north) == hex
        nudge = grid.km_per_hex * 0.24
        for away in ((nudge, 0), (-nudge, 0), (0, nudge), (0, -nudge)):
            assert grid.at_km(east + away[0], north + away[1]) == hex
        assert grid.km(*grid.lat_lon(east, north)) == pytest.approx((east, north))


@pytest.mark.parametrize("grid", GRIDS)
def test_six_neighbours_all_alike(grid: Grid) -> None:
    table = grid.neighbours()
    for hex in range(grid.size):
        around = table[6 * hex : 6 * hex + 6]
        for direction, other in enumerate(around):
            if other == NOWHERE:
                continue
            assert table[6 * other + (direction + 3) % 6] == hex, "three directions on is the way back"
            assert isclose(dist(grid.centre_km(hex), grid.centre_km(other)), grid.km_per_hex, rel_tol=1e-9)
        known = [other for other in around if other != NOWHERE]
        assert len(set(known)) == len(known)
    inner = grid.index(5, 5)
    assert NOWHERE not in table[6 * inner : 6 * inner + 6]


@pytest.mark.parametrize("grid", GRIDS)
def test_directions_run_clockwise_from_north(grid: Grid) -> None:
    table, inner = grid.neighbours(), grid.index(5, 5)
    here = grid.centre_km(inner)
    bearings = []
    for other in table[6 * inner : 6 * inner + 6]:
        there = grid.centre_km(other)
        bearings.append(round(degrees(atan2(there[0] - here[0], there[1] - here[1]))) % 360)
    assert bearings == sorted(bearings)
    assert bearings[0] < 60


@pytest.mark.parametrize("grid", GRIDS)
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    table = grid.neighbours()
    for start in (0, grid.index(5, 5), grid.size - 1):
        steps = {start: 0}
        waiting = deque([start])
        while waiting:
            hex = waiting.popleft()
            for other in table[6 * hex : 6 * hex + 6]:
                if other != NOWHERE and other not in steps:
                    steps[other] = steps[hex] + 1
                    waiting.append(other)
        assert len(steps) == grid.size
        for hex, count in steps.items():
            assert distance(grid, start, hex) == distance(grid, hex, start) == count


@pytest.mark.parametrize("grid", GRIDS)
def test_rings_and_regions(grid: Grid) -> None:
    table, centre = grid.neighbours(), grid.index(5, 5)
    assert ring(table, centre, 0) == [centre]
    for radius in (1, 2, 3):
        expected = {hex for hex in range(grid.size) if distance(grid, centre, hex) == radius}
        assert set(ring(table, centre, radius)) == expected
        near = within(table, [centre], radius)
        assert len(near) == len(set(near)) == sum(distance(grid, centre, hex) <= radius for hex in range(grid.size))
    assert len(ring(table, centre, 2)) == 12


@given(st.sampled_from([parameter.values[0] for parameter in GRIDS]), st.integers(0, 62), st.integers(0, 62))
def test_lines_are_shortest_ways(grid: Grid, one: int, other: int) -> None:
    path = line(grid, one, other)
    assert (path[0], path[-1]) == (one, other)
    assert len(path) == distance(grid, one, other) + 1
    assert all(distance(grid, *pair) == 1 for pair in pairwise(path))


@pytest.mark.parametrize("label", ["", "1", "12345", "abcd", "0999", "9902", "0301 ", "٠١٠٢", "-102"])
def test_what_is_no_number(label: str) -> None:
    with pytest.raises(GridError, match=r"not a hex number|not on this map"):
        grid().parse(label)


def test_sheets_name_the_same_hex_twice_where_they_overlap() -> None:
    both = grid(sheets=SHEETS)
    assert both.labels(both.parse("B0103")) == ("A0503", "B0103")
    assert both.label(both.parse("B0503")) == "B0503"
    for hex in range(both.size):
        assert {both.parse(label) for label in both.labels(hex)} == {hex}
    for wrong in ("C0103", "A0703", "0103", "B0603"):
        with pytest.raises(GridError):
            both.parse(wrong)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"lanes": (5, 4)}, "ends before it begins"),
        ({"lanes": (1, 2000), "digits": 4, "places": (1, 2000)}, "more than"),
        ({"digits": 0}, "digits"),
        ({"lanes": (-1, 4)}, "sign"),
        ({"places": (1, 120)}, "more than 2 digits"),
        ({"ground": "line"}, "ground is a line"),
        ({"sheets": (Sheet(letter="A", shift=(0, 0), lanes=(1, 99), places=(2, 8)),)}, "sheet 'A'"),
        ({"sheets": (Sheet(letter="A", shift=(0, 0), lanes=(3, 1), places=(2, 8)),)}, "sheet 'A'"),
        ({}, ""),
    ],
)
def test_what_is_wrong_with_a_grid(more: dict[str, object], said: str) -> None:
    found = grid(**more).wrong()
    assert said in found
    assert bool(found) == bool(said)
