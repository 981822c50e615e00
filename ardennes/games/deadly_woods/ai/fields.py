"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from ardennes.advisor.fields import Attraction, ClosedWays, Worth, ground_worth
from ardennes.advisor.ground import Numbers, by_way
from ardennes.engine.derived import Until, derived
from ardennes.games.deadly_woods.ai.ground import Ground, Ways
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.rules.control import holds
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED
from ardennes.games.deadly_woods.rules.supply import supplied_hexes
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.kernels.flags import CROWDED

NEAR_A_GOAL = 0.3
"""What a unit that is near a goal already takes from its pull."""
FOCUS = 3.0
"""How many times as strongly a goal draws that a plan is about."""
ENOUGH = 4.0
"""So many times the defence is all the strength that need come up."""


class Fields:
    """The worth of hexes to a side in one round, as it was when the round began; worked out as it comes to be needed,
    for many questions need little of it."""

    def __init__(self, p: Field, side: int, plan: Plan, ground: Ground) -> None:
        self.p, self.side, self.plan, self.ground = p, side, plan, ground
        self._begun = p.copy()
        self.held = tuple([holds(p, side, hex) for hex in ground.goals])
        self.wanted = {hex for hex, mine in zip(ground.goals, self.held, strict=True) if not mine}

    @cached_property
    def ways(self) -> Ways:
        p, travels = self._begun, self.ground.travels
        enemies = frozenset([(travels[unit], p.where[unit]) for unit in p.on_map(1 - self.side)])
        return self.ground.ways(enemies, self.held, self.plan.cut if self.side == ALLIED else 0.0)

    @property
    def corridor(self) -> Numbers:
        return self.ways.corridor

    @property
    def garrisons(self) -> Numbers:
        return self.ways.garrisons

    @cached_property
    def kept(self) -> dict[int, float]:
        """What a garrison is worth, by goal: once, for one unit is enough to hold it."""
        guard, garrisons = self.plan.guard, self.garrisons
        return {hex: guard * float(garrisons[hex]) for hex in self.ground.goals if hex not in self.wanted}

    @cached_property
    def here(self) -> tuple[Worth, ...]:
        """Where units are drawn: towards each goal the less, the more are near it already; cover and supply."""
        p, plan, ground = self._begun, self.plan, self.ground
        base = ground_worth(plan, ground.cover, ground.neighbours.near(bytes(supplied_hexes(p, self.side))))
        tables = ground.distances.fading(plan.reach, ground.goals)
        pulls = plan.pull * ~np.array(self.held) + plan.call * self.ways.needs
        places = by_way(p.on_map(self.side), ground.travels, p.where, len(tables))
        drawn = Attraction(base, tables, pulls, places, NEAR_A_GOAL)
        if plan.focus is not None:
            drawn.pulls[ground.goals.index(plan.focus)] *= FOCUS
        here = tuple(drawn.by(way) for way in range(len(tables)))
        here[MOTOR][:] += plan.room * ground.on_road
        return here

    @cached_property
    def targets(self) -> list[tuple[int, float, tuple[int, ...]]]:
        """Enemy hexes with what it takes to beat them, and the hexes around."""
        p, around, toughness = self._begun, self.p.data.board.around, self.ground.toughness
        where, steps, faces, strength = p.where, p.steps, p.data.faces, dict[int, float]()
        for unit in p.on_map(1 - self.side):
            strength[where[unit]] = strength.get(where[unit], 0.0) + (faces[unit][steps[unit]].defence or 1)
        return [(hex, ENOUGH * defence * toughness[hex], around(hex)) for hex, defence in sorted(strength.items())]

    @cached_property
    def _beside(self) -> dict[int, list[int]]:
        """For each hex beside enemies, their numbers among the targets."""
        found = defaultdict[int, list[int]](list)
        for number, (_, _, around) in enumerate(self.targets):
            for hex in around:
                found[hex].append(number)
        return found

    @cached_property
    def _closed(self) -> ClosedWays:
        closed = ClosedWays(self.ground.neighbours, self.corridor, self.garrisons, self.plan.post, self.plan.guard)
        closed.look(self._begun.held(self.side))
        return closed

    def refresh(self) -> None:
        """Takes in what a move has closed or opened."""
        self._closed.refresh(self.p.held(self.side))

    @property
    def gained(self) -> Numbers:
        """What the next unit would close in each hex."""
        return self._closed.gained

    @property
    def lost(self) -> Numbers:
        """What the only one there would open."""
        return self._closed.lost

    def pressure(self, unit: int, hexes: Iterable[int]) -> dict[int, float]:
        """What a unit gains in hexes by coming up to the enemies whom the others do not outweigh yet."""
        found: dict[int, float] = {}
        if not self.plan.press or not self.p.face(unit).attack:
            return found
        values: dict[int, float] = {}
        for hex in hexes:
            for number in self._beside.get(hex, ()):
                if number not in values:
                    values[number] = self._pressure_on(number, unit)
                found[hex] = max(found.get(hex, 0.0), values[number])
        return found

    def _pressure_on(self, number: int, unit: int) -> float:
        p, plan, (target, enough, around) = self.p, self.plan, self.targets[number]
        strength, there, beside = p.face(unit).attack, strengths(p, self.side), 0
        if plan.together:
            beside = sum([there.get(hex, 0) for hex in around]) - (strength if p.where[unit] in around else 0)
        if beside >= enough:
            return 0.0
        useful = min(strength, enough - beside) / enough
        if plan.together and beside:
            useful *= 1.5
        worth = float(self.here[MOTOR][target])
        return plan.press * useful * (0.5 + worth + plan.goal * (target in self.wanted))

    def worths(self, unit: int, hexes: Sequence[int]) -> list[float]:
        """What each of several hexes is worth to a unit that would go there."""
        ground: list[float] = (self.here[self.ground.travels[unit]][hexes] + self.gained[hexes]).tolist()
        for hex in self.ground.goal_hexes.intersection(hexes):
            if hex in self.wanted:
                ground[hexes.index(hex)] += self.plan.goal
            elif self.p.way(self.side)[hex] & CROWDED:
                ground[hexes.index(hex)] -= self.kept[hex]
        return ground

    def worth(self, unit: int, hex: int) -> float:
        """A hex to a unit that would go there."""
        ground = float(self.here[self.ground.travels[unit]][hex] + self.gained[hex])
        if hex in self.wanted:
            return ground + self.plan.goal
        return ground - self.kept[hex] if hex in self.kept and self.p.way(self.side)[hex] & CROWDED else ground

    def stay(self, unit: int) -> float:
        """What a unit is worth where it is."""
        here = self.p.where[unit]
        alone = len(self.p.combat_units_in(here)) == 1
        kept = self.lost[here] if alone else self.gained[here] - self.kept.get(here, 0.0)
        return float(self.here[self.ground.travels[unit]][here] + kept)

    def ground_worth(self, hex: int) -> float:
        """What it is worth to have a hex, whoever has it."""
        return float(self.here[MOTOR][hex] + self.plan.post * self.corridor[hex])


@derived(Until.SIDE_MOVES)
def strengths(p: Field, side: int) -> dict[int, int]:
    """The attack strength that a side has in each hex."""
    there: dict[int, int] = {}
    where, steps, faces = p.where, p.steps, p.data.faces
    for unit in p.on_map(side):
        there[where[unit]] = there.get(where[unit], 0) + faces[unit][steps[unit]].attack
    return there
