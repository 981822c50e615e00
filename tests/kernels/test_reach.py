"""The movement search against a search that keeps every arrival, and against the four rulebooks' hard cases."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.kernels.flags import (
    ALTERED,
    BARRED,
    CLOSED,
    COLUMNS,
    CROWDED,
    EVERY_FLAG,
    HELPED,
    MARKED,
    MARKED_TOO,
    NEVER,
    NO_END,
    SOFT_ZONE,
    STOP,
    TOLL,
    ZONE,
    no_flags,
    own_flags,
)
from tests.kernels.conftest import imported, interpreted
from tests.kernels.small_maps import SmallMap, small_map

Kernel = Callable[[str], ModuleType]
SMALL = small_map(4, 4)


class RandomCase:
    """A small map with everything the vocabulary has, drawn at random."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.modes, self.kinds, self.whole = draw.randint(1, 3), draw.randint(2, 4), draw.randint(1, 4)
        self.ground = bytearray(6 * SMALL.hexes)
        for hex in range(SMALL.hexes):
            for entry, _, _ in SMALL.around(hex):
                self.ground[entry] = draw.randint(1, self.kinds - 1) if draw.random() < 0.9 else 0
        busy = draw.choice([0.02, 0.05, 0.1, 0.3])
        self.flags = array("H", [self._bits(draw, busy) for _ in range(SMALL.hexes)])
        self.sides = bytearray(self._side(draw, busy) for _ in range(SMALL.sides))
        self.leaving = [0] * 4 + [draw.choice([0, 1, 2, 3, NEVER]) for _ in range(12)]
        self.tolls = [0, *(draw.choice([1, 2, NEVER]) for _ in range(7))]
        self.list: dict[tuple[int, int, int], tuple[int, int, bool]] = {}
        for mode in range(self.modes):
            for kind in range(1, self.kinds):
                for column in range(COLUMNS):
                    cost = NEVER if draw.random() < 0.05 else draw.randint(1, 5)
                    self.list[mode, kind, column] = (cost, draw.randrange(self.modes), draw.random() < 0.3)
        self.start, self.mode = draw.randrange(SMALL.hexes), draw.randrange(self.modes)
        self.spent, self.budget = draw.randint(0, 3), draw.randint(2, 16)
        self.first, self.guaranteed = draw.choice([63, 63, draw.randrange(64)]), draw.random() < 0.3
        self.stops = draw.choice([STOP, STOP | ZONE, OWN, 0])
        self.no_end = draw.choice([NO_END, NO_END | CROWDED, NO_END | OWN])
        self.barred = draw.choice([BARRED, BARRED | SOFT_ZONE, BARRED | OWN])
        self.heeds = draw.choice([EVERY_FLAG, EVERY_FLAG & ~ZONE, EVERY_FLAG & ~BARRED, EVERY_FLAG & ~OWN])

    @staticmethod
    def _bits(draw: random.Random, busy: float) -> int:
        bits = (ZONE, CROWDED, MARKED, MARKED_TOO, SOFT_ZONE, BARRED, STOP, NO_END, OWN)
        return sum(bit for bit in bits if draw.random() < busy)

    @staticmethod
    def _side(draw: random.Random, busy: float) -> int:
        bits = sum(bit for bit in (CLOSED, ALTERED, HELPED) if draw.random() < busy / 2)
        return bits + TOLL * (draw.randrange(8) if draw.random() < busy / 2 else 0)

    def prices(self, module: ModuleType) -> Any:
        prices = module.Prices(
            self.ground,
            self.kinds,
            modes=self.modes,
            whole=self.whole,
            barred=self.barred,
            stops=self.stops,
            no_end=self.no_end,
            heeds=self.heeds,
            leaving=self.leaving,
            tolls=self.tolls,
        )
        # Columns with more bits come later, so that each ends up with its own price.
        for (mode, kind, column), (cost, then, round_up) in sorted(
            self.list.items(), key=lambda row: row[0][2].bit_count()
        ):
            prices.set(cost, kind, mode, then, round_up=round_up, having=column & 15, across=column & 48)
        return prices

    def run(self, module: ModuleType) -> Any:
        reach = module.Reach(SMALL.neighbours, SMALL.side_of, self.modes)
        reach.run(
            self.prices(module), self.flags, self.sides, self.start, self.budget, self.spent, self.mode, self.first,
            self.guaranteed,
        )  # fmt: skip
        return reach

    def step(self, spent: int, mode: int, edge: int, here: int, there: int) -> tuple[int, int] | None:
        """One step, told again in the words of the vocabulary."""
        one, other = self.flags[here] & self.heeds, self.flags[there] & self.heeds
        side = self.sides[SMALL.side_of[edge]]
        if self.ground[edge] == 0 or side & CLOSED or other & self.barred:
            return None
        column = sum(bit for bit in (ZONE, CROWDED, MARKED, MARKED_TOO) if other & bit)
        column += sum(bit for bit in (ALTERED, HELPED) if side & bit)
        cost, then, round_up = self.list[mode, self.ground[edge], column]
        zones = [bool(bits & ZONE) + 2 * bool(bits & SOFT_ZONE) for bits in (one, other)]
        extras = [self.leaving[4 * zones[0] + zones[1]], self.tolls[(side // TOLL) % 8]]
        if NEVER in (cost, *extras):
            return None
        while round_up and spent % self.whole:
            spent += 1
        return spent + cost + sum(extras), then

    def every_arrival(self) -> set[tuple[int, int, int]]:
        """All (hex, mode, cost) that any walk can arrive with: no arrival is thrown away for a cheaper one.

        Only coming back to the start in the mode of the start is left out, since nothing is gained by it.
        """
        if self.spent > self.budget:
            return set()
        first = (self.start, self.mode, self.spent)
        known, open_ends = {first}, [first]
        for direction in range(6):
            edge = 6 * self.start + direction
            there = SMALL.neighbours[edge]
            after = self.step(self.spent, self.mode, edge, self.start, there) if there >= 0 else None
            if after and self.first >> direction & 1 and (after[0] <= self.budget or self.guaranteed):
                known.add((there, after[1], min(after[0], self.budget)))
        open_ends = list(known - {first})
        while open_ends:
            hex, mode, spent = open_ends.pop()
            if self.flags[hex] & self.heeds & self.stops:
                continue
            for edge, there, _ in SMALL.around(hex):
                after = self.step(spent, mode, edge, hex, there)
                if after is None or after[0] > self.budget or (there, after[1]) == (self.start, self.mode):
                    continue
                if (there, after[1], after[0]) not in known:
                    known.add((there, after[1], after[0]))
                    open_ends.append((there, after[1], after[0]))
        return known


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_search_finds_the_cheapest_of_all_arrivals(seed: int) -> None:
    case = RandomCase(seed)
    cheapest: dict[tuple[int, int], int] = {}
    for hex, mode, cost in case.every_arrival():
        cheapest[hex, mode] = min(cost, cheapest.get((hex, mode), NEVER))
    answers = []
    for load in (imported, interpreted):
        reach = case.run(load("reach"))
        assert {(hex, mode): cost for hex, mode, cost in reach.reached()} == cheapest
        best = {hex: min(cost for (one, _), cost in cheapest.items() if one == hex) for hex, _ in cheapest}
        ends = {
            hex: cost
            for hex, cost in best.items()
            if hex != case.start and not case.flags[hex] & case.heeds & case.no_end
        }
        assert dict(reach.destinations()) == ends
        assert list(reach.costs()) == [reach.cost_of(hex) for hex in range(reach.hexes)]
        assert dict(reach.reached_of(range(reach.hexes))) == best
        assert set(reach.costs(999)) - {999} == {cost for cost in reach.costs() if cost >= 0}
        assert reach.destination_hexes() == [hex for hex, _ in reach.destinations()]
        assert reach.destination_hexes(1000) == [1000 + hex for hex, _ in reach.destinations()]
        assert reach.runs > 0
        assert [reach.cost_of(hex) for hex in range(SMALL.hexes)] == [best.get(hex, -1) for hex in range(SMALL.hexes)]
        for (hex, mode), cost in cheapest.items():
            assert reach.cost_of(hex, mode) == cost
            assert walk_cost(case, reach.path_to(hex, mode), mode) == cost
        answers.append((reach.reached(), reach.destinations(), [reach.path_to(hex) for hex in range(SMALL.hexes)]))
    assert answers[0] == answers[1]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=3))
def test_destinations_of_several_searches_are_listed_once(seeds: list[int]) -> None:
    for load in (imported, interpreted):
        first, *others = [RandomCase(seed).run(load("reach")) for seed in seeds]
        hexes = [hex for search in (first, *others) for hex in search.destination_hexes(7)]
        for _ in range(2):
            assert first.destination_hexes(7, others) == list(dict.fromkeys(hexes))


def test_destinations_of_two_maps_are_not_mixed(kernel: Kernel) -> None:
    other = small_map(3, 3)
    searches = [kernel("reach").Reach(each.neighbours, each.side_of) for each in (SMALL, other)]
    with pytest.raises(ValueError, match="not made for the same map"):
        searches[0].destination_hexes(0, searches[1:])


def walk_cost(case: RandomCase, path: list[int], mode: int) -> int:
    """What the path costs step by step, -1 where a step is refused or the mode comes out differently."""
    spent, now = case.spent, case.mode
    assert path[0] == case.start
    for number, (here, there) in enumerate(pairwise(path)):
        after = case.step(spent, now, SMALL.edge(here, there), here, there)
        if after is None:
            return -1
        spent, now = after
        if spent > case.budget and case.guaranteed and number == 0:
            spent = case.budget
    return spent if now == mode else -1


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_walk_is_one_step_after_the_other(seed: int) -> None:
    case, draw = RandomCase(seed), random.Random(seed)
    path = [case.start]
    for _ in range(draw.randrange(6)):
        beside = [there for _, there, _ in SMALL.around(path[-1])]
        path.append(draw.choice(beside) if draw.random() < 0.95 else draw.randrange(-2, SMALL.hexes + 2))
        if not 0 <= path[-1] < SMALL.hexes:
            break
    points, mode = [case.spent], case.mode
    for number, (here, there) in enumerate(pairwise(path)):
        beside = [other for _, other, _ in SMALL.around(here)]
        if there not in beside or (number and case.flags[here] & case.heeds & case.stops):
            break
        edge, sure = SMALL.edge(here, there), case.guaranteed and not number
        after = case.step(points[-1], mode, edge, here, there)
        if after is None or (after[0] > case.budget and not sure) or not (number or case.first >> edge % 6 & 1):
            break
        points.append(min(after[0], case.budget))
        mode = after[1]
    for load in (imported, interpreted):
        module = load("reach")
        reach = module.Reach(SMALL.neighbours, SMALL.side_of, case.modes)
        runs = reach.runs
        walked = reach.walk(
            *(case.prices(module), case.flags, case.sides, case.start, path[1:], case.budget, case.spent, case.mode),
            *(case.first, case.guaranteed),
        )
        assert walked == points
        assert reach.runs == runs


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_scratch_tables_are_clean_for_the_next_search(one: int, other: int) -> None:
    first, second = RandomCase(one), RandomCase(other)
    second.modes = first.modes
    second.list = {
        key: (cost, then % first.modes, up) for key, (cost, then, up) in second.list.items() if key[0] < first.modes
    }
    for mode in range(first.modes):
        for kind in range(1, second.kinds):
            for column in range(COLUMNS):
                second.list.setdefault((mode, kind, column), (1, 0, False))
    second.mode %= first.modes
    for load in (imported, interpreted):
        module = load("reach")
        used = first.run(module)
        used.run(
            second.prices(module), second.flags, second.sides, second.start, second.budget, second.spent, second.mode,
            second.first, second.guaranteed,
        )  # fmt: skip
        assert used.reached() == second.run(module).reached()


# --- the rulebooks' cases ----------------------------------------------------------------------------

LINE = small_map(6, 1)
(OWN,) = own_flags(1)
"""Six hexes in a row of lanes: 0-1-2-3-4-5, each the neighbour of the next."""


def along(kinds: list[int], line: SmallMap = LINE) -> bytearray:
    """A ground whose step from hex n to hex n+1 is of the n-th kind; there is no way back."""
    ground = bytearray(6 * line.hexes)
    for hex, kind in enumerate(kinds):
        ground[line.edge(hex, hex + 1)] = kind
    return ground


def costs(
    module: ModuleType, prices: Any, budget: int, flags: Sequence[int] = (0,) * 6, sides: bytes = b"", **more: Any
) -> list[int]:
    reach = module.Reach(LINE.neighbours, LINE.side_of, prices.modes)
    reach.run(prices, array("H", flags), sides or bytes(LINE.sides), 0, budget, **more)
    return [reach.cost_of(hex) for hex in range(LINE.hexes)]


def test_wacht_am_rhein_rounds_up_when_the_road_changes(kernel: Kernel) -> None:
    """7.43: thirds on the primary road, halves on the secondary, whole points off the road."""
    module = kernel("reach")
    clear, primary, secondary = 1, 2, 3
    off, on_primary, on_secondary = 0, 1, 2
    prices = module.Prices(along([primary, primary, secondary, secondary, clear]), 4, modes=3, whole=6)
    for mode in (off, on_primary, on_secondary):
        prices.set(6, clear, mode, off, round_up=mode != off)
        prices.set(2, primary, mode, on_primary, round_up=mode == on_secondary)
        prices.set(3, secondary, mode, on_secondary, round_up=mode == on_primary)
    # 1/3, 2/3, then rounded to 1: 1 1/2, 2, and clear ground makes it 3.
    assert costs(module, prices, 60) == [0, 2, 4, 9, 12, 18]


def test_1944_enemy_zone_is_at_least_three_points_and_the_river_comes_on_top(kernel: Kernel) -> None:
    """11.0, 17.0: the dearest of ground and zone counts, rivers are added; friends on the road cost a point."""
    module = kernel("reach")
    clear, road, bridge = 1, 2, 3
    prices = module.Prices(along([road, road, clear, bridge, bridge]), 4, whole=2, no_end=CROWDED)
    prices.set(2, clear)
    for kind in (road, bridge):
        prices.set(1, kind)
        prices.at_least(2, kind, having=CROWDED)
    prices.set(2, bridge, across=ALTERED)
    prices.at_least(6, having=ZONE)
    prices.add(6, bridge, across=ALTERED)
    sides = bytearray(LINE.sides)
    sides[LINE.side_of[LINE.edge(4, 5)]] = ALTERED
    flags = array("H", [0, CROWDED, 0, ZONE, 0, ZONE])
    reach = module.Reach(LINE.neighbours, LINE.side_of)
    reach.run(prices, flags, sides, 0, 60)
    assert reach.destinations() == [(2, 3), (3, 9), (4, 10), (5, 22)]


def test_deadly_woods_road_rate_is_lost_for_good_beside_a_friend(kernel: Kernel) -> None:
    """10.4.1: who enters an occupied hex pays the ground, and the ground from then on."""
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2, modes=2, whole=2)
    prices.set(1, 1, mode=0)
    prices.set(4, 1, mode=0, then=1, having=CROWDED)
    prices.set(4, 1, mode=1)
    assert costs(module, prices, 60, [0, 0, CROWDED, 0, 0, 0]) == [0, 1, 5, 9, 13, 17]


def test_bitter_woods_river_is_crossed_first_and_last(kernel: Kernel) -> None:
    """5.3: only the first step crosses an unbridged river, and armour then stops: a mode without prices."""
    module = kernel("reach")
    clear, river = 1, 2
    fresh, moving, done = 0, 1, 2
    first_river = module.Prices(along([river, clear, river]), 3, modes=3)
    later_river = module.Prices(along([clear, river]), 3, modes=3)
    for prices in (first_river, later_river):
        for mode in (fresh, moving):
            prices.set(1, clear, mode, moving)
        prices.set(1, river, fresh, done)
    assert costs(module, first_river, 9) == [0, 1, -1, -1, -1, -1]
    assert costs(module, later_river, 9) == [0, 1, -1, -1, -1, -1]


def test_rigid_and_fluid_zones(kernel: Kernel) -> None:
    """Wacht am Rhein 8.3: a rigid zone stops, costs half the allowance to leave and never leads to another; a fluid
    one costs two more to leave."""
    module = kernel("reach")
    half, fluid = 3, 2
    leaving = [0] * 4 + [half, NEVER, half, NEVER] + [fluid] * 4 + [half, NEVER, half, NEVER]
    prices = module.Prices(along([1] * 5), 2, stops=ZONE, leaving=leaving)
    prices.set(1, 1)
    assert costs(module, prices, 9, [ZONE, ZONE, 0, 0, 0, 0]) == [0, -1, -1, -1, -1, -1]
    assert costs(module, prices, 9, [ZONE, SOFT_ZONE, 0, ZONE, 0, 0]) == [0, 4, 7, 8, -1, -1]
    headquarters = prices.relaxed(barred=BARRED | ZONE | SOFT_ZONE)
    assert costs(module, headquarters, 9, [0, 0, SOFT_ZONE, 0, 0, 0]) == [0, 1, -1, -1, -1, -1]
    assert costs(module, prices.relaxed(leaving=[0] * 16), 9, [ZONE, ZONE, 0, 0, 0, 0])[1] == 1
    assert costs(module, prices.relaxed(heeds=0), 9, [ZONE, BARRED, STOP, 0, 0, 0]) == [0, 1, 2, 3, 4, 5]


def test_minimum_move_takes_all_that_is_left_but_breaks_no_ban(kernel: Kernel) -> None:
    """Bitter Woods 5.2, Wacht am Rhein 6.28."""
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2)
    prices.set(6, 1)
    prices.set(NEVER, 1, across=ALTERED)
    assert costs(module, prices, 4) == [0, -1, -1, -1, -1, -1]
    assert costs(module, prices, 4, guaranteed=True) == [0, 4, -1, -1, -1, -1]
    assert costs(module, prices, 4, sides=bytes([ALTERED]) * LINE.sides, guaranteed=True)[1] == -1
    assert costs(module, prices, 8, guaranteed=True) == [0, 6, -1, -1, -1, -1]


def test_first_step_may_be_limited_to_some_directions(kernel: Kernel) -> None:
    """Bitter Woods 7.4: not from zone to zone of the same enemy; the rule works out which ways are open."""
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2)
    prices.set(1, 1)
    way = 1 << LINE.edge(0, 1)
    assert costs(module, prices, 5, first=63 & ~way) == [0, -1, -1, -1, -1, -1]
    assert costs(module, prices, 5, first=way) == [0, 1, 2, 3, 4, 5]


def test_bottleneck_tolls_rise_and_close(kernel: Kernel) -> None:
    """Wacht am Rhein, the crowded bridges of the first day: two more for each crossing, then blocked."""
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2, tolls=[0, 2, 4, 6, 8, NEVER, 0, 0])
    prices.set(1, 1)
    for level, after in ((0, 1), (1, 3), (4, 9), (5, -1)):
        sides = bytearray(LINE.sides)
        sides[LINE.side_of[LINE.edge(0, 1)]] = level * TOLL
        assert costs(module, prices, 20, sides=bytes(sides))[1] == after
    assert costs(module, prices, 20, sides=bytes([CLOSED]) * LINE.sides)[1] == -1


def test_step_and_price_tell_what_the_list_says(kernel: Kernel) -> None:
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2, modes=2, whole=6, tolls=[0, 5, 0, 0, 0, 0, 0, 0])
    prices.set(2, 1, 0, 1, round_up=True)
    assert prices.price(0, 1, 0) == (2, 1, True)
    assert prices.price(1, 1, 0)[0] == NEVER
    assert divmod(prices.step(7, 0, 1, 0, 0, TOLL), 256) == (12 + 2 + 5, 1)
    assert prices.step(7, 1, 1, 0, 0, 0) == -1


def test_wrong_input_is_refused(kernel: Kernel) -> None:
    module = kernel("reach")
    ground = along([1] * 5)
    prices = module.Prices(ground, 2)
    reach = module.Reach(LINE.neighbours, LINE.side_of)
    calm, sides = no_flags(LINE.hexes), bytes(LINE.sides)
    for refused in (
        lambda: prices.set(0, 1),
        lambda: prices.set(70000, 1),
        lambda: prices.set(1, 0),
        lambda: prices.set(1, 2),
        lambda: prices.set(1, 1, mode=1),
        lambda: prices.set(1, 1, then=1),
        lambda: prices.set(1, 1, having=BARRED),
        lambda: prices.price(0, 5, 0),
        lambda: prices.relaxed(leaving=[0] * 3),
        lambda: module.Prices(ground, 1),
        lambda: module.Prices(ground, 2, modes=0),
        lambda: module.Prices(ground, 2, tolls=[0]),
        lambda: reach.run(prices, calm, sides, 6, 5),
        lambda: reach.run(prices, calm, sides, -1, 5),
        lambda: reach.run(prices, calm, sides, 0, 5, mode=1),
        lambda: reach.run(prices, calm, sides, 0, 70000),
        lambda: reach.run(prices, calm[1:], sides, 0, 5),
        lambda: reach.run(prices, calm, sides[1:], 0, 5),
        lambda: reach.run(module.Prices(ground, 2, modes=2), calm, sides, 0, 5),
        lambda: reach.walk(prices, calm, sides, 6, [5], 5),
        lambda: reach.walk(prices, calm, sides, 0, [1], 5, mode=1),
        lambda: reach.walk(prices, calm[1:], sides, 0, [1], 5),
        lambda: reach.walk(prices, calm, sides[1:], 0, [1], 5),
        lambda: module.Reach(LINE.neighbours, array("h", [0])),
    ):
        with pytest.raises(ValueError, match=r".+"):
            refused()
    prices.set(60000, 1)
    with pytest.raises(ValueError, match="60001"):
        prices.add(1)


def test_large_budgets_and_unreached_hexes(kernel: Kernel) -> None:
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2)
    prices.set(20000, 1)
    assert costs(module, prices, 60000) == [0, 20000, 40000, 60000, -1, -1]
    assert costs(module, prices, 5, spent=6) == [-1] * 6
    reach = module.Reach(LINE.neighbours, LINE.side_of)
    assert (reach.cost_of(0), reach.best_mode(0), reach.path_to(0), reach.cost_of(99)) == (-1, -1, [], -1)


# --- a change of mode on the way -----------------------------------------------------------------------

SLOW, FAST = 0, 1
EVERYWHERE = bytes([1]) * LINE.hexes


def two_modes(module: Any, *, cost: int = 4, barred: int = 0, hexes: bytes = EVERYWHERE, **more: Any) -> Any:
    """A line where a step costs 3 in one mode and 1 in the other."""
    prices = module.Prices(along([1] * 5), 2, modes=2, **more)
    prices.set(3, 1, SLOW)
    prices.set(1, 1, FAST)
    prices.allow_change(cost, SLOW, FAST, barred=barred, hexes=hexes)
    return prices


def searched(module: Any, prices: Any, budget: int, flags: Any = None) -> Any:
    reach = module.Reach(LINE.neighbours, LINE.side_of, 2)
    reach.run(prices, flags or no_flags(LINE.hexes), bytes(LINE.sides), 0, budget)
    return reach


def test_a_mover_may_change_its_mode_where_it_stands(kernel: Kernel) -> None:
    """Wacht am Rhein 7.11: a path names the hex twice where the mode changes."""
    module = kernel("reach")
    reach = searched(module, two_modes(module), 7)
    assert [reach.cost_of(hex, SLOW) for hex in range(4)] == [0, 3, 6, -1]
    assert [reach.cost_of(hex, FAST) for hex in range(5)] == [4, 5, 6, 7, -1]
    assert reach.path_to(2, FAST) == [0, 0, 1, 2]
    assert reach.path_to(2) == [0, 1, 2] or reach.path_to(2) == [0, 0, 1, 2]
    assert searched(module, two_modes(module), 3).cost_of(0, FAST) == -1


def test_what_bars_a_change_of_mode(kernel: Kernel) -> None:
    module = kernel("reach")
    flags = no_flags(LINE.hexes)
    flags[0] = MARKED
    assert searched(module, two_modes(module, barred=MARKED), 20, flags).path_to(2, FAST) == [0, 1, 1, 2]
    assert searched(module, two_modes(module, barred=MARKED, heeds=EVERY_FLAG & ~MARKED), 20, flags).path_to(
        2, FAST
    ) == [0, 0, 1, 2]
    only_third = bytes([0, 0, 1, 0, 0, 0])
    assert searched(module, two_modes(module, hexes=only_third), 20).path_to(3, FAST) == [0, 1, 2, 2, 3]
    relaxed = two_modes(module, hexes=only_third).relaxed(stops=0)
    assert searched(module, relaxed, 20).path_to(3, FAST) == [0, 1, 2, 2, 3]


def test_arrivals_by_mode(kernel: Kernel) -> None:
    """In some modes only, cheapest first; the start where the mode was changed there, full or not."""
    module = kernel("reach")
    flags = no_flags(LINE.hexes)
    flags[0] = flags[2] = NO_END
    reach = searched(module, two_modes(module), 7, flags)
    assert reach.arrivals(1 << SLOW) == [1]
    assert reach.arrivals(1 << FAST, 100) == [100, 101, 103]
    assert reach.cost_of(1, among=1 << FAST) == 5
    assert reach.cost_of(4, among=1 << FAST) == -1
    assert reach.path_to(1, among=1 << SLOW) == [0, 1]


def test_a_walk_names_the_hex_again_where_the_mode_changes(kernel: Kernel) -> None:
    module = kernel("reach")
    prices = two_modes(module)
    reach = module.Reach(LINE.neighbours, LINE.side_of, 2)

    def walk(path: Sequence[int], budget: int = 20) -> list[int]:
        found: list[int] = reach.walk(prices, no_flags(LINE.hexes), bytes(LINE.sides), 0, path, budget)
        return found

    assert walk([1, 1, 2, 3]) == [0, 3, 7, 8, 9]
    assert walk([0, 0]) == [0, 4], "once only"
    assert walk([1, 1], 6) == [0, 3]
    assert divmod(prices.change(5, SLOW, 2, 0), 256) == (9, FAST)
    assert prices.change(5, FAST, 2, 0) == -1


def test_only_some_modes_pay_tolls(kernel: Kernel) -> None:
    """Wacht am Rhein 25.14f: who wades beside a crowded bridge does not queue."""
    module = kernel("reach")
    prices = two_modes(module, tolls=[0, 5, 0, 0, 0, 0, 0, 0], toll_modes=1 << FAST)
    assert divmod(prices.step(0, SLOW, 1, 0, 0, TOLL), 256) == (3, SLOW)
    assert divmod(prices.step(0, FAST, 1, 0, 0, TOLL), 256) == (6, FAST)


@pytest.mark.parametrize(("cost", "before", "after", "hexes"), [(0, 0, 1, 6), (4, 0, 2, 6), (4, 0, 0, 6), (4, 0, 1, 5)])
def test_a_change_of_mode_that_cannot_be(kernel: Kernel, cost: int, before: int, after: int, hexes: int) -> None:
    module = kernel("reach")
    prices = module.Prices(along([1] * 5), 2, modes=2)
    with pytest.raises(ValueError, match="mode"):
        prices.allow_change(cost, before, after, barred=0, hexes=bytes(hexes))
