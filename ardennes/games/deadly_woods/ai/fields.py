"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from ardennes.advisor.fields import Attraction, PressFields, Worth
from ardennes.engine.derived import Until, derived
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.supply import supplied_hexes

FOCUS = 3.0
"""How many times as strongly a goal draws that a plan is about."""


class Fields(PressFields[Field, Plan, Ground]):
    """The worth of hexes to a side in one round."""

    share = 0.3

    def goals_wanted(self) -> dict[Hex, float]:
        return {hex: 1.0 for hex in self.goals if not self.p.holds(self.side, hex)}

    @property
    def cut(self) -> float:
        """8.2 Only German goals in supply count."""
        return self.plan.cut if self.side == ALLIED else 0.0

    def pulls(self) -> npt.NDArray[np.floating]:
        """Goals that the enemy holds draw, and those call that he threatens."""
        wanted = np.array([hex in self.wanted for hex in self.goals])
        return self.plan.pull * wanted + self.plan.call * self.ways.needs

    def supplied(self) -> bytearray:
        return supplied_hexes(self.begun, self.side)

    @cached_property
    def drawn(self) -> Attraction:
        drawn = super().drawn
        if self.plan.focus is not None:
            drawn.pulls[self.goals.index(self.plan.focus)] *= FOCUS
        return drawn

    @cached_property
    def here(self) -> tuple[Worth, ...]:
        """10.4 Who travels by road likes to have one."""
        here = super().here
        here[MOTOR][:] += self.plan.room * self.ground.on_road
        return here

    @cached_property
    def kept(self) -> dict[int, float]:
        """What a garrison is worth, by goal: once, for one unit is enough to hold it."""
        return {hex: self.plan.guard * float(self.garrisons[hex]) for hex in self.goals if hex not in self.wanted}

    def strength(self, p: Field, unit: Unit) -> int:
        return p.face(unit).attack

    def strengths(self) -> dict[int, int]:
        return strengths(self.p, self.side)

    def defence(self, p: Field, unit: Unit) -> int:
        return p.face(unit).defence or 1

    def worths(self, unit: Unit, hexes: list[Hex]) -> list[float]:
        """Goals count, and a second unit guards nothing."""
        worths = super().worths(unit, hexes)
        for hex in self.ground.goal_hexes.intersection(hexes):
            if hex in self.wanted:
                worths[hexes.index(hex)] += self.plan.goal
            elif self.is_crowded(hex):
                worths[hexes.index(hex)] -= self.kept[hex]
        return worths

    def stay(self, unit: Unit) -> float:
        here = self.p.where[unit]
        if len(self.p.combat_units_in(here)) == 1:
            return super().stay(unit)
        return float(self.draws(unit)[here] + (self.gained[here] - self.kept.get(here, 0.0)))


@derived(Until.SIDE_MOVES)
def strengths(p: Field, side: Side) -> dict[int, int]:
    """The attack strength that a side has in each hex."""
    there: dict[int, int] = {}
    where, steps, faces = p.where, p.steps, p.data.faces
    for unit in p.on_map(side):
        there[where[unit]] = there.get(where[unit], 0) + faces[unit][steps[unit]].attack
    return there
