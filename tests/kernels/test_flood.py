"""Floods against a plain search by sets, stage by stage."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.kernels.flags import ALTERED, BARRED, CLOSED, STOP, ZONE, no_flags, own_flags
from tests.kernels.conftest import imported, interpreted
from tests.kernels.small_maps import small_map

Kernel = Callable[[str], ModuleType]
MAP = small_map(6, 5)
LINE = small_map(6, 1)
(OWN,) = own_flags(1)


class RandomNet:
    """Links, obstacles and sources drawn at random."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.links = bytes(draw.choice([0, 1, 2, 3, 3]) for _ in range(MAP.sides))
        self.altered = bytes(draw.choice([0, 1]) for _ in range(MAP.sides))
        self.sides = bytes(draw.choice([0] * 8 + [CLOSED, ALTERED]) for _ in range(MAP.sides))
        self.flags = array("H", [draw.choice([0] * 8 + [BARRED, ZONE, STOP, OWN]) for _ in range(MAP.hexes)])
        self.sources = [draw.randrange(MAP.hexes) for _ in range(draw.choice([0, 1, 2, 3, 3]))]
        self.stages = [self._stage(draw) for _ in range(draw.randint(1, 3))]

    @staticmethod
    def _stage(draw: random.Random) -> tuple[int, int, int, int]:
        return (
            draw.choice([0, 1, 2, 3]),
            draw.choice([BARRED, BARRED | ZONE]),
            draw.choice([0, STOP]),
            draw.randint(0, 6),
        )

    def by_sets(self) -> dict[int, tuple[int, int]]:
        """Distance from the source and since the last stage began, ring by ring."""
        found: dict[int, tuple[int, int]] = {}
        for number, (wanted, barred, halts, limit) in enumerate(self.stages):
            if number == 0:
                found = {hex: (0, 0) for hex in self.sources if not self.flags[hex] & barred}
            found = {hex: (distance, 0) for hex, (distance, _) in found.items()}
            # Nearest to the source first, so that each new hex hangs on the line that came first.
            queue = list(found)
            for hex in queue:
                distance, beyond = found[hex]
                if self.flags[hex] & halts or beyond == limit:
                    continue
                for _, there, side in MAP.around(hex):
                    link = self.altered[side] if self.sides[side] & ALTERED else self.links[side]
                    if there in found or self.sides[side] & CLOSED or self.flags[there] & barred:
                        continue
                    if not wanted or link & wanted:
                        found[there] = (distance + 1, beyond + 1)
                        queue.append(there)
        return found


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_flood_equals_search_by_sets(seed: int) -> None:
    net = RandomNet(seed)
    expected = net.by_sets()
    answers = []
    for load in (imported, interpreted):
        flood = load("flood").Flood(MAP.neighbours, MAP.side_of, net.links, net.altered)
        for number, (wanted, barred, halts, limit) in enumerate(net.stages):
            if number == 0:
                count = flood.run(net.sources, wanted, net.flags, net.sides, barred, halts, limit)
            else:
                count = flood.spread(wanted, net.flags, net.sides, barred, halts, limit)
        assert count == flood.count == len(expected)
        assert set(flood.reached()) == set(expected)
        assert list(flood.distances()) == [flood.distance_of(hex) for hex in range(MAP.hexes)]
        assert list(flood.beyonds()) == [flood.beyond_of(hex) for hex in range(MAP.hexes)]
        for hex in range(MAP.hexes):
            distance, beyond = expected.get(hex, (-1, -1))
            assert (flood.distance_of(hex), flood.beyond_of(hex)) == (distance, beyond)
            line = flood.line_from(hex)
            assert len(line) == distance + 1
            if line:
                assert line[0] == hex
                assert line[-1] in net.sources
                assert all(one in {there for _, there, _ in MAP.around(other)} for one, other in pairwise(line))
        marks = bytearray([6]) * MAP.hexes
        flood.mark(marks, 2)
        assert list(marks) == [6 if hex in expected else 4 for hex in range(MAP.hexes)]
        answers.append((flood.reached(), [flood.line_from(hex) for hex in range(MAP.hexes)]))
    assert answers[0] == answers[1]


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_a_line_that_stands_is_a_line_that_can_be_found(seed: int, later: int) -> None:
    net, changed = RandomNet(seed), RandomNet(later)
    net.stages = [(wanted, BARRED, 0, limit) for wanted, _, _, limit in net.stages]
    (wanted, _, _, limit), *others = net.stages
    answers = []
    for load in (imported, interpreted):
        flood = load("flood").Flood(MAP.neighbours, MAP.side_of, net.links, net.altered)
        flood.run(net.sources, wanted, net.flags, net.sides, BARRED, 0, limit)
        for wanted_later, _, _, most in others:
            flood.spread(wanted_later, net.flags, net.sides, BARRED, 0, most)
        standing = [
            [hex for hex in range(MAP.hexes) if flood.line_stands(hex, each.flags, each.sides, BARRED, 0, 0)]
            for each in (net, changed)
        ]
        answers.append(standing)
        assert standing[0] == sorted(flood.reached()), "nothing has changed"
    assert answers[0] == answers[1]
    net.flags, net.sides = changed.flags, changed.sides
    assert set(answers[0][1]) <= set(net.by_sets())


def test_zones_cut_a_line_unless_they_are_negated(kernel: Kernel) -> None:
    line = small_map(4, 1)
    flood = kernel("flood").Flood(line.neighbours, line.side_of, bytes(line.sides))
    flags, sides = no_flags(line.hexes), bytes(line.sides)
    flood.run([0], 0, flags, sides)
    flags[2] = ZONE
    assert [flood.line_stands(hex, flags, sides, BARRED, ZONE, STOP) for hex in (1, 3)] == [True, False]
    flags[2] |= STOP
    assert flood.line_stands(3, flags, sides, BARRED, ZONE, STOP)
    assert not flood.line_stands(99, flags, sides, BARRED, ZONE, STOP)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 2**32), min_size=2, max_size=4))
def test_first_stage_alone_gives_shortest_distances(seeds: list[int]) -> None:
    """The scratch tables are clean for each run, and a single stage is a breadth-first search."""
    for load in (imported, interpreted):
        flood = load("flood").Flood(MAP.neighbours, MAP.side_of, bytes(MAP.sides))
        for seed in seeds:
            net = RandomNet(seed)
            net.links = net.altered = bytes(MAP.sides)
            net.stages = [(0, BARRED, 0, 65534)]
            flood.run(net.sources, 0, net.flags, net.sides)
            far = {hex: distance for hex, (distance, _) in net.by_sets().items()}
            assert [flood.distance_of(hex) for hex in range(MAP.hexes)] == [
                far.get(hex, -1) for hex in range(MAP.hexes)
            ]
            assert sorted(far.values()) == [flood.distance_of(hex) for hex in flood.reached()]


def test_road_then_so_many_hexes_off_it(kernel: Kernel) -> None:
    """Bitter Woods 12.2: any length by road, at most four hexes from unit to road; here two."""
    road = bytearray(LINE.sides)
    for hex in (0, 1):
        road[LINE.side_of[LINE.edge(hex, hex + 1)]] = 1
    flood = kernel("flood").Flood(LINE.neighbours, LINE.side_of, road, when_altered=bytes(LINE.sides))
    calm, sides = no_flags(LINE.hexes), bytearray(LINE.sides)
    assert flood.run([0], 1, calm, sides) == 3
    assert flood.spread(0, calm, sides, limit=2) == 5
    assert flood.line_from(4) == [4, 3, 2, 1, 0]
    assert (flood.distance_of(4), flood.beyond_of(4), flood.beyond_of(2)) == (4, 2, 0)
    sides[LINE.side_of[LINE.edge(1, 2)]] = ALTERED
    assert flood.run([0], 1, calm, sides) == 2


def test_wrong_input_is_refused(kernel: Kernel) -> None:
    module = kernel("flood")
    links = bytes(LINE.sides)
    flood = module.Flood(LINE.neighbours, LINE.side_of, links)
    calm, sides = no_flags(LINE.hexes), bytes(LINE.sides)
    for refused in (
        lambda: module.Flood(LINE.neighbours, array("h", [0]), links),
        lambda: module.Flood(LINE.neighbours, LINE.side_of, links[1:]),
        lambda: module.Flood(LINE.neighbours, LINE.side_of, links, links[1:]),
        lambda: flood.run([LINE.hexes], 0, calm, sides),
        lambda: flood.run([-1], 0, calm, sides),
        lambda: flood.run([0], 0, calm[1:], sides),
        lambda: flood.spread(0, calm, sides[1:]),
        lambda: flood.mark(bytearray(1), 1),
    ):
        with pytest.raises(ValueError, match=r".+"):
            refused()
    assert (flood.distance_of(99), flood.beyond_of(-1), flood.line_from(99)) == (-1, -1, [])
