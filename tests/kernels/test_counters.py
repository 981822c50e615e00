"""Stacks, marks and face-down cells against a plain reckoning, in both forms."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.kernels.flags import ALTERED, ZONE, no_flags
from ardennes.kernels.zones import NO_ZONE
from tests.kernels.conftest import imported, interpreted
from tests.kernels.small_maps import small_map

Kernel = Callable[[str], ModuleType]
HEXES = 7


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_stacks_and_marks_equal_a_plain_reckoning(seed: int) -> None:
    draw = random.Random(seed)
    where = array("h", [draw.randrange(-4, HEXES) for _ in range(draw.randint(0, 20))])
    bits = array("H", [draw.randrange(65536) for _ in where])
    for load in (imported, interpreted):
        top, below = array("h", [5]) * HEXES, array("h", [5]) * len(where)
        flags = array("H", [1]) * HEXES
        load("counters").stack(where, top, below)
        load("counters").mark(where, bits, flags)
        for hex in range(HEXES):
            units, marks = [], 1
            unit = top[hex]
            while unit >= 0:
                units.append(unit)
                marks |= bits[unit]
                unit = below[unit]
            assert units == [unit for unit in reversed(range(len(where))) if where[unit] == hex]
            assert flags[hex] == marks
        assert all(below[unit] == -1 for unit in range(len(where)) if where[unit] < 0)


def test_cells_are_handed_over_and_set_back(kernel: Kernel) -> None:
    counters = kernel("counters")
    steps, where, leads = array("b", [4, -5, 6, 0]), array("h", [300, 17, 12, -1]), array("h", [-1, 2, 0, 3])
    units, others = array("h", [0, 2]), array("h", [3, 1])
    counters.hand_over([], [where], units, others)
    assert list(where) == [300, 12, 12, 300]
    counters.hand_over([steps], [], units, others)
    assert list(steps) == [4, 6, 6, 4]
    counters.set_back([steps], array("b", [0]), [where, leads], array("h", [-2, -1]), units)
    assert (list(steps), list(where), list(leads)) == ([0, 6, 0, 4], [-2, 12, -2, 300], [-1, 2, -1, 3])


def test_counters_are_picked_by_their_cells(kernel: Kernel) -> None:
    counters, cells = kernel("counters"), array("b", [0, 1, 6, -1, 0])
    assert counters.having((4, 3, 2, 1, 0), cells, 2) == [3, 2]
    assert counters.not_having((4, 3, 2, 1, 0), cells, 2) == [4, 1, 0]
    assert counters.lacking([0, 1, 4], cells) == [0, 4]
    assert counters.having((), cells, 1) == counters.lacking((), cells) == []
    assert counters.other_than((0, 1, 4, 2), cells, 0) == [1, 2]
    assert [counters.anyone_has(cells[:3], bits) for bits in (1, 4, 8)] == [True, True, False]
    wide = array("h", [-1, 3, 512, 0, -1])
    assert counters.equal_to([4, 3, 0], wide, -1) == [4, 0]
    assert counters.clear_of(range(5), wide, 513) == [3]
    for unit in (-1, 5):
        for pick, *args in (
            (counters.having, cells, 1),
            (counters.not_having, cells, 1),
            (counters.lacking, cells),
            (counters.other_than, cells, 1),
            (counters.equal_to, wide, 1),
            (counters.clear_of, wide, 1),
        ):
            with pytest.raises(ValueError, match=f"there is no counter {unit}"):
                pick([unit], *args)


def test_options_are_a_verb_and_a_thing(kernel: Kernel) -> None:
    assert kernel("counters").coded(3 << 16, (7, 0, 65535)) == [196615, 196608, 262143]


def test_stacks_are_told_by_how_many_stand_in_them(kernel: Kernel) -> None:
    counters, where = kernel("counters"), array("h", [2, 0, 2, -1, 2, 0, 5])
    top, below = array("h", [-1]) * HEXES, array("h", [-1]) * len(where)
    counters.stack(where, top, below)
    stacks = counters.Stacks(where, top, below)
    assert [stacks.with_at_least(count) for count in (1, 2, 3, 4)] == [[0, 2, 5], [0, 2], [2], []]


def test_what_does_not_fit_is_refused(kernel: Kernel) -> None:
    counters = kernel("counters")
    none, one, two = array("h"), array("h", [0]), array("h", [0, HEXES])
    with pytest.raises(ValueError, match="1 counters have 0 places"):
        counters.stack(one, array("h", [-1]) * HEXES, none)
    with pytest.raises(ValueError, match=f"counter 1: there is no hex {HEXES}"):
        counters.stack(two, array("h", [-1]) * HEXES, two[:])
    with pytest.raises(ValueError, match="1 counters have bits for 2"):
        counters.mark(one, no_flags(2), no_flags(HEXES))
    with pytest.raises(ValueError, match=f"counter 1: there is no hex {HEXES}"):
        counters.mark(two, no_flags(2), no_flags(HEXES))
    with pytest.raises(ValueError, match="2 counters cannot be handed over to 1"):
        counters.hand_over([], [], two, one)
    with pytest.raises(ValueError, match=f"there is no counter {HEXES}"):
        counters.hand_over([array("b", [0])], [], two, two)
    with pytest.raises(ValueError, match=f"there is no counter {HEXES}"):
        counters.set_back([], array("b"), [one], one, two)
    with pytest.raises(ValueError, match="every column needs its start"):
        counters.set_back([], array("b"), [one], none, one)
    with pytest.raises(ValueError, match="1 counters have 2 places"):
        counters.Stacks(one, array("h", [-1]) * HEXES, two)
    stacks = counters.Stacks(array("h", [-1]), array("h", [-1]) * HEXES, array("h", [-1]))
    for unit, hex in ((1, 0), (-1, 0), (0, HEXES)):
        with pytest.raises(ValueError, match=f"there is no counter {unit} or no hex {hex}"):
            stacks.put(unit, hex)
    with pytest.raises(ValueError, match="not those of the same counters"):
        counters.Signs((no_flags(1), no_flags(2)), (no_flags(HEXES), no_flags(HEXES)))


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_books_kept_up_equal_those_worked_out(seed: int) -> None:
    draw = random.Random(seed)
    grid = small_map(4, 3)
    units, hexes = draw.randint(1, 8), grid.hexes
    sides, kinds = [draw.randrange(2) for _ in range(units)], [draw.choice((0, 1, NO_ZONE)) for _ in range(units)]
    reaches = bytes(draw.randrange(4) for _ in grid.neighbours)
    crossed = bytes(draw.choice((0, ALTERED)) for _ in range(grid.sides))
    bits = [array("H", [draw.randrange(16) << 8 for _ in range(units)]) for _ in range(2)]
    fixed = [array("H", [draw.randrange(2) << 12 for _ in range(hexes)]) for _ in range(2)]
    moves = [(draw.randrange(units), draw.randrange(-3, hexes)) for _ in range(20)]
    for load in (imported, interpreted):
        counters, zones = load("counters"), imported("zones").Zones(grid.neighbours, grid.side_of, reaches)
        where, top, below = array("h", [-1]) * units, array("h", [-1]) * hexes, array("h", [-1]) * units
        flags, counts = [fixed[0][:], fixed[1][:]], [no_flags(hexes), no_flags(hexes)]
        stacks, signs = counters.Stacks(where, top, below), counters.Signs(bits, fixed)
        books = counters.Books(stacks, signs, zones, flags, counts, ZONE, crossed)
        for unit, place in moves:
            before = where[unit]
            assert books.put(unit, place, sides[unit], kinds[unit]) == before
        other_top, other_below = top[:], below[:]
        counters.stack(where, other_top, other_below)
        assert (top, below) == (other_top, other_below)
        for side in (0, 1):
            other_flags, other_counts = fixed[side][:], no_flags(hexes)
            counters.mark(where, bits[side], other_flags)
            theirs = bytes(kind if own != side else NO_ZONE for own, kind in zip(sides, kinds, strict=True))
            zones.rebuild(where, theirs, other_counts, other_flags, ZONE, crossed)
            assert (flags[side], counts[1 - side]) == (other_flags, other_counts)
            kept = flags[side][:]
            for hex in range(hexes):
                books.mark_hex(hex)
            assert flags[side] == kept
        with pytest.raises(ValueError, match=f"there is no hex {hexes}"):
            books.mark_hex(hexes)
        with pytest.raises(ValueError, match="not those of the same map"):
            counters.Books(stacks, signs, zones, [no_flags(1), no_flags(1)], counts, ZONE, crossed)
        alone = counters.Signs([no_flags(units + 1)] * 2, fixed)
        with pytest.raises(ValueError, match="not those of these counters"):
            counters.Books(stacks, alone, zones, flags, counts, ZONE, crossed)
