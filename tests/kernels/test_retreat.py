"""Retreats against every simple path there is."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.kernels.flags import ALTERED, BARRED, CLOSED, NO_END, ZONE, no_flags, own_flags
from tests.kernels.conftest import imported, interpreted
from tests.kernels.small_maps import small_map

Kernel = Callable[[str], ModuleType]
MAP = small_map(4, 4)
LINE = small_map(6, 1)
NEVER_RANK = 255
(OWN,) = own_flags(1)


class Rout:
    """A retreat with ranks, bars and a way already walked, drawn at random."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.kinds = 4
        self.ground = bytes(draw.choice([0, 1, 1, 1, 2, 2, 3]) if there >= 0 else 0 for there in MAP.neighbours)
        self.table = {
            (kind, altered, flags): NEVER_RANK
            if flags & BARRED or draw.random() < 0.05
            else draw.choice([0, 0, 1, 2, 3])
            for kind in range(1, 4)
            for altered in (False, True)
            for flags in range(256)
        }
        self.flags = array(
            "H", [draw.choice([0, 0, 0, ZONE, ZONE, BARRED, NO_END, 4, 4 | OWN]) for _ in range(MAP.hexes)]
        )
        self.sides = bytes(draw.choice([0, 0, 0, 0, 0, CLOSED, ALTERED]) for _ in range(MAP.sides))
        self.least = draw.randint(1, 4)
        self.most = self.least + draw.choice([0, 0, 1])
        self.away = draw.choice([0, 0, 1, 2, 3])
        self.step_by_step = draw.random() < 0.5
        start = draw.randrange(MAP.hexes)
        self.walked = [start]
        if draw.random() < 0.3:
            self.walked.append(draw.choice([there for _, there, _ in MAP.around(start)]))

    def run(self, module: ModuleType, keep: int = 1000) -> Any:
        ranks = module.Ranks(self.ground, self.kinds, lambda *key: self.table[key])
        retreat = module.Retreat(MAP.neighbours, MAP.side_of)
        found = retreat.run(
            self.walked,
            ranks,
            self.flags,
            self.sides,
            self.least,
            self.most,
            away=self.away,
            step_by_step=self.step_by_step,
            keep=keep,
        )
        assert found == bool(retreat.first_steps) == bool(retreat.paths)
        return retreat

    def rank(self, here: int, there: int) -> int:
        edge = MAP.edge(here, there)
        side = self.sides[MAP.side_of[edge]]
        if self.ground[edge] == 0 or side & CLOSED:
            return NEVER_RANK
        return self.table[self.ground[edge], bool(side & ALTERED), self.flags[there] & 255]

    def every_path(self) -> list[list[int]]:
        """Every allowed path, however bad."""
        found: list[list[int]] = []
        trails: list[list[int]] = [[]]
        while trails:
            trail = trails.pop()
            here = (self.walked + trail)[-1]
            if (
                len(trail) >= self.least
                and not self.flags[here] & NO_END
                and distance(self.walked[0], here) >= self.away
            ):
                found.append(trail)
            if len(trail) < self.most:
                for _, there, _ in MAP.around(here):
                    if there not in self.walked + trail and self.rank(here, there) != NEVER_RANK:
                        trails.append([*trail, there])
        return found

    def score(self, path: list[int]) -> tuple[int, ...]:
        ranks = [self.rank(here, there) for here, there in zip([self.walked[-1], *path], path, strict=False)]
        if self.step_by_step:
            return tuple(ranks)
        return tuple(ranks.count(rank) for rank in range(14, -1, -1))


def distance(one: int, other: int) -> int:
    ring, steps = {one}, 0
    while other not in ring:
        ring |= {there for hex in ring for _, there, _ in MAP.around(hex)}
        steps += 1
    return steps


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_best_of_all_paths(seed: int) -> None:
    rout = Rout(seed)
    every = rout.every_path()
    best = min((rout.score(path) for path in every), default=())
    expected = sorted(path for path in every if rout.score(path) == best)
    answers = []
    for load in (imported, interpreted):
        retreat = rout.run(load("retreat"))
        assert sorted(retreat.paths) == expected
        assert sorted(retreat.first_steps) == sorted({path[0] for path in expected})
        answers.append((retreat.first_steps, retreat.paths))
        few = rout.run(load("retreat"), keep=2)
        assert few.paths == retreat.paths[:2]
        assert few.first_steps == retreat.first_steps
    assert answers[0] == answers[1]


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_picking_hex_by_hex_stays_on_a_best_path(seed: int) -> None:
    """However the owner picks among the steps offered, he ends on one of the best paths of the whole retreat."""
    rout, draw = Rout(seed), random.Random(seed)
    rout.most = rout.least
    module = imported("retreat")
    whole = rout.run(module)
    if not whole.first_steps:
        return
    before, length = list(rout.walked), rout.least
    while rout.least:
        rout.walked.append(draw.choice(rout.run(module).first_steps))
        rout.least = rout.most = rout.least - 1
    rout.least = rout.most = length
    path, rout.walked = rout.walked[len(before) :], before
    assert path in whole.paths


def test_looks_ahead_past_a_better_hex_without_a_way_on(kernel: Kernel) -> None:
    """The free hex on one side is a dead end; the enemy zone on the other is the only way."""
    module = kernel("retreat")
    ground = bytearray(1 if there >= 0 else 0 for there in LINE.neighbours)
    ranks = module.Ranks(ground, 2, lambda _kind, _altered, flags: 2 if flags & ZONE else 0)
    retreat = module.Retreat(LINE.neighbours, LINE.side_of)
    calm = bytes(LINE.sides)
    flags = array("H", [0, 0, ZONE, 0, 0, 0])
    for step_by_step in (False, True):
        assert retreat.run([1], ranks, flags, calm, 2, step_by_step=step_by_step)
        assert (retreat.first_steps, retreat.paths) == ([2], [[2, 3]])
        assert retreat.run([1], ranks, flags, calm, 1, step_by_step=step_by_step)
        assert retreat.first_steps == [0]


def test_deadly_woods_goes_on_until_it_may_end(kernel: Kernel) -> None:
    """11.4: two hexes, further only to get away from the enemy, and a longer free path before an enemy zone."""
    module = kernel("retreat")
    ground = bytes(1 if there >= 0 else 0 for there in LINE.neighbours)
    ranks = module.Ranks(ground, 2, lambda _kind, _altered, flags: 1 if flags & ZONE else 0)
    retreat = module.Retreat(LINE.neighbours, LINE.side_of)
    calm = bytes(LINE.sides)
    retreat.run([0], ranks, array("H", [0, 0, NO_END, 0, 0, 0]), calm, 2, 4, away=2)
    assert retreat.paths == [[1, 2, 3]]
    retreat.run([2], ranks, array("H", [0, ZONE, 0, 0, NO_END, 0]), calm, 2, 3, away=2)
    assert retreat.paths == [[3, 4, 5]]
    assert not retreat.run([0], ranks, array("H", [0, 0, NO_END, NO_END, 0, 0]), calm, 2, 3, away=2)
    assert (retreat.first_steps, retreat.paths) == ([], [])


def test_wrong_input_is_refused(kernel: Kernel) -> None:
    module = kernel("retreat")
    ground = bytes(1 if there >= 0 else 0 for there in LINE.neighbours)
    ranks = module.Ranks(ground, 2, lambda *_: 0)
    fine = module.Ranks(ground, 2, lambda *_: 40)
    retreat = module.Retreat(LINE.neighbours, LINE.side_of)
    calm, flags = bytes(LINE.sides), no_flags(LINE.hexes)
    assert retreat.run([0], fine, flags, calm, 2, step_by_step=True)
    for refused in (
        lambda: module.Ranks(ground, 1, lambda *_: 0),
        lambda: module.Retreat(LINE.neighbours, array("h", [0])),
        lambda: retreat.run([], ranks, flags, calm, 1),
        lambda: retreat.run([LINE.hexes], ranks, flags, calm, 1),
        lambda: retreat.run([-1], ranks, flags, calm, 1),
        lambda: retreat.run([0], ranks, flags, calm, 0),
        lambda: retreat.run([0], ranks, flags, calm, 16),
        lambda: retreat.run([0], ranks, flags, calm, 8, step_by_step=True),
        lambda: retreat.run([0], fine, flags, calm, 2),
        lambda: retreat.run([0], ranks, flags[1:], calm, 2),
        lambda: retreat.run([0], ranks, flags, calm[1:], 2),
        lambda: retreat.run([0], module.Ranks(ground[6:], 2, lambda *_: 0), flags, calm, 2),
    ):
        with pytest.raises(ValueError, match=r".+"):
            refused()
