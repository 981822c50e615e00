"""The table: what units meet, and whose zones there are, as counters come and go and bridges are blown."""

from __future__ import annotations

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.engine.game_data import Counter
from ardennes.kernels.flags import ALTERED, BARRED, CROWDED, NO_END, ZONE, no_flags
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.ground import zone_ground
from ardennes.rules.table import Table, TableData
from tests.rules.small_boards import small_board

BOARD = small_board()
SIDES = (0, 0, 0, 1, 1)
KINDS = (0, 1, NO_ZONE, 0, 1)
"""The kind of zone of each counter."""


def reaches(kind: int, here: int, there: int, side: int) -> bool:
    """Kind 0 reaches everywhere, kind 1 not across every third hexside."""
    return kind == 0 or side % 3 != 0


def new_table() -> Table:
    data = object.__new__(TableData)
    data.board = BOARD
    data.counters = tuple(Counter(id=f"u{unit}", name="", side=side) for unit, side in enumerate(SIDES))
    ground = zone_ground(BOARD, 2, reaches)
    data.zones = Zones(BOARD.neighbours, BOARD.side_of, ground, bytes(len(ground)))
    first, second = (
        bytes(kind if own == side else NO_ZONE for own, kind in zip(SIDES, KINDS, strict=True)) for side in (0, 1)
    )
    data.zone_kinds, data.printed_sides = (first, second), bytes(BOARD.sides)
    ours, theirs = (array("H", [CROWDED if own == side else BARRED for own in SIDES]) for side in (0, 1))
    data.marks = ours, theirs
    data.fixed_flags = array("H", [NO_END] * BOARD.size), no_flags(BOARD.size)
    table = Table(data)
    table.rebuild()
    return table


def expected_zone(p: Table, side: int) -> list[int]:
    """How many units of a side hold each hex, counted one by one."""
    held = [0] * BOARD.size
    for unit, hex in enumerate(p.where):
        if hex >= 0 and SIDES[unit] == side and KINDS[unit] != NO_ZONE:
            for there in BOARD.around(hex):
                hexside = BOARD.side(hex, there)
                held[there] += not p.sides[hexside] and reaches(KINDS[unit], hex, there, hexside)
    return held


@settings(max_examples=50)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.integers(0, len(SIDES) - 1), st.integers(-3, BOARD.size - 1)),
            st.tuples(st.just(-1), st.integers(0, BOARD.sides - 1)),
        ),
        max_size=30,
    )
)
def test_flags_and_zones_follow_the_counters(changes: list[tuple[int, int]]) -> None:
    p = new_table()
    for unit, place in changes:
        if unit < 0:
            p.set_hexside(place, p.sides[place] ^ ALTERED)
        else:
            p.put(unit, place)
    for side in (0, 1):
        assert list(p.held(side)) == expected_zone(p, side)
        for hex in BOARD.hexes:
            in_zone = p.held(1 - side)[hex] > 0
            assert p.in_enemy_zone(hex, side) == in_zone
            there = {SIDES[unit] for unit in p.units_in(hex)}
            wanted = (CROWDED if side in there else 0) | (BARRED if 1 - side in there else 0)
            assert p.way(side)[hex] == wanted | (ZONE if in_zone else 0) | p.data.fixed_flags[side][hex]


def test_what_is_kept_up_is_what_is_worked_out_anew() -> None:
    p = new_table()
    for unit, hex in ((0, 5), (3, 6), (1, 5), (0, 9), (4, -1)):
        p.put(unit, hex)
    twin = p.copy()
    twin.rebuild()
    assert (twin.way_0, twin.way_1, twin.held_0, twin.held_1) == (p.way_0, p.way_1, p.held_0, p.held_1)
