"""Zones kept up move by move against zones worked out from nothing, and against a plain reckoning."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.kernels.flags import ALTERED, CROWDED, EVERY_FLAG, ZONE, no_flags, own_flags
from tests.kernels.conftest import imported, interpreted
from tests.kernels.small_maps import small_map

Kernel = Callable[[str], ModuleType]
MAP = small_map(5, 4)
(OWN,) = own_flags(1)


class Battle:
    """Units coming, going and moving; hexsides altered now and then."""

    def __init__(self, seed: int) -> None:
        draw = self.draw = random.Random(seed)
        self.reaches = bytes(draw.randrange(256) for _ in MAP.neighbours)
        self.altered = bytes(draw.randrange(256) for _ in MAP.neighbours)
        self.at_home = draw.randrange(256)
        self.sides = bytearray(ALTERED * (draw.random() < 0.3) for _ in range(MAP.sides))
        units = draw.randint(0, 12)
        self.where = array("h", [draw.randrange(-1, MAP.hexes) for _ in range(units)])
        self.kinds = bytes(draw.choice([0, 1, 2, 7, 255]) for _ in range(units))

    def reckoned(self) -> list[int]:
        """The counts as the words say: each unit, each neighbour, does the zone cross the hexside."""
        counts = [0] * MAP.hexes
        for hex, kind in zip(self.where, self.kinds, strict=True):
            if hex < 0 or kind == 255:
                continue
            counts[hex] += self.at_home >> kind & 1
            for edge, there, side in MAP.around(hex):
                table = self.altered if self.sides[side] & ALTERED else self.reaches
                counts[there] += table[edge] >> kind & 1
        return counts


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_kept_up_equals_worked_out(seed: int) -> None:
    for load in (imported, interpreted):
        battle = Battle(seed)
        zones = load("zones").Zones(MAP.neighbours, MAP.side_of, battle.reaches, battle.altered, battle.at_home)
        counts, flags = array("H", [0]) * MAP.hexes, array("H", [CROWDED | OWN]) * MAP.hexes
        zones.rebuild(battle.where, battle.kinds, counts, flags, ZONE, battle.sides)
        assert list(counts) == battle.reckoned()
        for _ in range(20 if battle.where else 0):
            unit = battle.draw.randrange(len(battle.where))
            old, new, kind = battle.where[unit], battle.draw.randrange(-1, MAP.hexes), battle.kinds[unit]
            if kind != 255 and battle.draw.random() < 0.5:
                zones.move(old, new, kind, counts, flags, ZONE, battle.sides)
            elif kind != 255:
                if old >= 0:
                    zones.leave(old, kind, counts, flags, ZONE, battle.sides)
                if new >= 0:
                    zones.enter(new, kind, counts, flags, ZONE, battle.sides)
            battle.where[unit] = new
            fresh, marks = array("H", [7]) * MAP.hexes, array("H", [CROWDED | OWN | ZONE]) * MAP.hexes
            zones.rebuild(battle.where, battle.kinds, fresh, marks, ZONE, battle.sides)
            assert (counts, flags) == (fresh, marks)
            assert list(counts) == battle.reckoned()
            assert [bits == CROWDED | OWN | ZONE for bits in flags] == [count > 0 for count in counts]


def test_artillery_holds_only_its_own_hex(kernel: Kernel) -> None:
    """Bitter Woods 7.3."""
    infantry, artillery = 0, 1
    zones = kernel("zones").Zones(MAP.neighbours, MAP.side_of, bytes([1]) * len(MAP.neighbours), at_home=0b11)
    counts, flags, sides = array("H", [0]) * MAP.hexes, no_flags(MAP.hexes), bytes(MAP.sides)
    zones.enter(9, artillery, counts, flags, ZONE, sides)
    assert [hex for hex in range(MAP.hexes) if flags[hex]] == [9]
    zones.enter(9, infantry, counts, flags, ZONE, sides)
    assert {hex for hex in range(MAP.hexes) if flags[hex]} == {9, *(there for _, there, _ in MAP.around(9))}
    assert counts[9] == 2
    zones.leave(9, infantry, counts, flags, ZONE, sides)
    assert [hex for hex in range(MAP.hexes) if flags[hex]] == [9]


@settings(max_examples=100)
@given(st.lists(st.integers(0, MAP.hexes - 1), max_size=6), st.sets(st.integers(0, MAP.hexes - 1)))
def test_beside_is_every_marked_neighbour_once(hexes: list[int], marked: set[int]) -> None:
    flags = array("H", [CROWDED | ZONE if hex in marked else CROWDED for hex in range(MAP.hexes)])
    around = {there for hex in hexes for _, there, _ in MAP.around(hex)}
    for load in (imported, interpreted):
        zones = load("zones").Zones(MAP.neighbours, MAP.side_of, bytes(len(MAP.neighbours)))
        assert zones.beside(hexes, flags, ZONE) == sorted(around & marked)


def test_wrong_input_is_refused(kernel: Kernel) -> None:
    module = kernel("zones")
    reaches = bytes(len(MAP.neighbours))
    zones = module.Zones(MAP.neighbours, MAP.side_of, reaches)
    counts, flags, sides = array("H", [0]) * MAP.hexes, no_flags(MAP.hexes), bytes(MAP.sides)
    for refused in (
        lambda: module.Zones(MAP.neighbours, MAP.side_of, reaches[1:]),
        lambda: module.Zones(MAP.neighbours[1:], MAP.side_of, reaches),
        lambda: zones.enter(MAP.hexes, 0, counts, flags, ZONE, sides),
        lambda: zones.enter(-1, 0, counts, flags, ZONE, sides),
        lambda: zones.enter(0, 8, counts, flags, ZONE, sides),
        lambda: zones.leave(0, 0, counts[1:], flags, ZONE, sides),
        lambda: zones.leave(0, 0, counts, flags[1:], ZONE, sides),
        lambda: zones.leave(0, 0, counts, flags, ZONE, sides[1:]),
        lambda: zones.move(0, MAP.hexes, 0, counts, flags, ZONE, sides),
        lambda: zones.move(MAP.hexes, -1, 0, counts, flags, ZONE, sides),
        lambda: zones.beside([MAP.hexes], flags, ZONE),
        lambda: zones.beside([0], flags[1:], ZONE),
        lambda: zones.rebuild(array("h", [0]), b"", counts, flags, ZONE, sides),
        lambda: zones.rebuild(array("h", [0]), b"\x09", counts, flags, ZONE, sides),
        lambda: zones.rebuild(array("h", [MAP.hexes]), b"\x00", counts, flags, ZONE, sides),
    ):
        with pytest.raises(ValueError, match=r".+"):
            refused()


@settings(max_examples=50)
@given(st.lists(st.integers(0, EVERY_FLAG), max_size=40), *[st.integers(0, EVERY_FLAG)] * 3)
def test_hindrances_equal_a_plain_reckoning(bits: list[int], barred: int, zone: int, negates: int) -> None:
    for load in (imported, interpreted):
        zones = load("zones")
        found = zones.hindrances(array("H", bits), barred, zone, negates, zones.IN_ZONE)
        plain = [1 if each & barred else 2 if each & zone and not each & negates else 0 for each in bits]
        assert found.tolist() == plain
        assert zones.hindrances(array("H", bits), barred, zone, negates).tolist() == [min(each, 1) for each in plain]


def test_a_game_has_eight_flags_of_its_own() -> None:
    flags = own_flags(8)
    assert [flag.bit_count() for flag in flags] == [1] * 8
    assert sum(flags) == EVERY_FLAG & ~255
    with pytest.raises(ValueError, match="9 flags of its own: a game may have 8"):
        own_flags(9)
