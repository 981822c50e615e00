"""What every hex is worth to a side, by its plan: ways to its goals, and the line that keeps the enemy from them."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from ardennes.advisor.fields import ClosedWays, PressFields, Worth
from ardennes.advisor.ground import Numbers
from ardennes.engine.derived import Until, derived
from ardennes.games.bitter_woods.ai.ground import Ground
from ardennes.games.bitter_woods.ai.line import CLOSED, NO_LINE, Line
from ardennes.games.bitter_woods.ai.plan import Plan
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.supply import supplied_hexes
from ardennes.kernels.flags import BARRED, CROWDED, ZONE
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

GUN_STEP = 0.15
"""What a target in range is worth to a gun, and a friend beside it."""
BEHIND = 0.3
"""The share of what draws others that draws guns."""
BESIDE_ENEMY = 1.5
"""10.3 What a gun loses that an enemy could reach at once."""
IN_TIME, CHEAPEST = 0.8, 0.1
"""Turns within which a post is reached in time, and what one costs at least."""
ON_THE_LINE = 0.5
"""What a unit's own hex counts beside those in its zone."""
A_POST, GIVEN_UP, LATE, IN_ZONE, BEHIND_THEM, HELD = 1.0, 2.0, 4.0, 1.0, 8.0, 0.5
"""What a post of a line costs: itself, each turn that the enemy is away, each turn that one is late, beside an enemy,
and behind him; and what it costs less where somebody stands already."""


class Fields(PressFields[Field, Plan, Ground]):
    """The worth of hexes to a side in one phase."""

    share = 0.15

    def __init__(self, p: Field, side: Side, plan: Plan, ground: Ground, line: Line | None = None) -> None:
        super().__init__(p, side, plan, ground)
        if line is not None:
            self.line = line

    def goals_wanted(self) -> dict[Hex, float]:
        """17.0 Towns and crossings that the Germans do not have, or those that they do; these are worth more once the
        Germans have every town, for then nothing but the way off the map keeps them from the victory of 17.1."""
        wanted, towns = goals_wanted(self.p, self.side, self.ground), self.ground.towns
        if self.side == GERMAN or not towns or not towns <= wanted.keys():
            return wanted
        return {hex: worth * self.plan.retake if hex in towns else worth for hex, worth in wanted.items()}

    @property
    def cut(self) -> float:
        """12.2 Of the Germans."""
        return self.plan.cut if self.side == ALLIED else 0.0

    def pulls(self) -> npt.NDArray[np.floating]:
        return self.plan.pull * np.array([self.wanted.get(hex, 0.0) for hex in self.goals])

    def supplied(self) -> bytearray:
        return supplied_hexes(self.begun, self.side)

    # --- the line ---------------------------------------------------------------------------------

    @cached_property
    def line(self) -> Line:
        """Before the enemy, on good ground, and where one can be in time; none where none is wanted."""
        if not self.plan.line:
            return NO_LINE
        p, side, ground = self.begun, self.side, self.ground
        theirs, own = (ground.distances.nearest(self.starts(p.on_map(each))) for each in (ENEMY_OF[side], side))
        flags = np.frombuffer(p.way(side), dtype=np.uint16)
        prices = A_POST + GIVEN_UP * theirs + LATE * np.maximum(0, own - IN_TIME) - self.plan.cover * ground.cover
        prices += IN_ZONE * ((flags & ZONE) > 0) - HELD * ((flags & CROWDED) > 0)
        prices += BEHIND_THEM * ground.behind(ENEMY_OF[side], tuple(sorted(p.hexes_of(ENEMY_OF[side]))))
        prices = np.where(flags & BARRED, CLOSED, np.maximum(prices, CHEAPEST))
        return ground.liner.draw(prices.astype(np.float32))

    @cached_property
    def corridor(self) -> Numbers:
        """What must be closed in each hex: the line, and the enemy's ways."""
        corridor: Numbers = self.ways.corridor.copy()
        corridor[self.line.hexes] += np.float32(self.plan.line)
        return corridor

    @cached_property
    def _closed(self) -> ClosedWays:
        plan, neighbours = self.plan, self.ground.neighbours
        closed = ClosedWays(neighbours, self.corridor, self.garrisons, plan.post, plan.guard, in_the_way=ON_THE_LINE)
        closed.look(self.begun.held(self.side))
        return closed

    @cached_property
    def here(self) -> tuple[Worth, ...]:
        """Posts that nobody holds call."""
        here, plan, held, distances = super().here, self.plan, self.begun.held(self.side), self.ground.distances
        posts = [hex for hex in self.line.posts if not held[hex]]
        if plan.call and posts:
            for way in range(len(here)):
                here[way][:] += plan.call * np.exp(-distances.nearest((way, hex) for hex in posts) / plan.reach)
        return here

    # --- units ------------------------------------------------------------------------------------

    def strength(self, p: Field, unit: Unit) -> int:
        return p.face(unit).strength

    def strengths(self) -> dict[int, int]:
        return strengths(self.p, self.side)

    def defence(self, p: Field, unit: Unit) -> int:
        return max(1, p.face(unit).strength)

    @cached_property
    def _second(self) -> Numbers:
        """What a unit adds where there is one already: the hex is harder to take."""
        plan = self.plan
        second: Numbers = np.float32(plan.depth) * (plan.post * self.corridor + plan.guard * self.garrisons)
        return second

    @cached_property
    def _fire(self) -> Worth:
        """10.1 What hexes are worth to a gun: enemies in range, and none beside it."""
        worth: Worth = GUN_STEP * self.ground.fire_on(target for target, _, _ in self.targets).astype(np.float64)
        worth[list(self.begun.front(self.side))] -= BESIDE_ENEMY
        return worth

    def worths(self, unit: Unit, hexes: list[Hex]) -> list[float]:
        """A second unit closes nothing, but makes a hex harder to take; guns want to fire, and friends with them."""
        piece, here = self.p.data.counters[unit], np.array(hexes, dtype=np.intp)
        crowded = np.frombuffer(self.p.way(self.side), dtype=np.uint16)[here] & CROWDED > 0
        if piece.artillery and piece.kind != "rockets":
            guns: list[float] = (self._fire[here] + BEHIND * self.draws(unit)[here] + GUN_STEP * crowded).tolist()
            return guns
        closes = np.where(crowded, self._second[here], self.gained[here])
        worths: list[float] = (self.draws(unit)[here] + closes).tolist()
        for hex in self.wanted.keys() & hexes:
            worths[hexes.index(hex)] += self.plan.goal
        return worths

    def stay(self, unit: Unit) -> float:
        """Who stands alone would open what he closes, and give up a goal."""
        here = self.p.where[unit]
        if self.p.data.counters[unit].artillery or len(self.p.units_in(here)) > 1:
            return self.worth(unit, here)
        kept = self.plan.goal * (here in self.goals and self.side == GERMAN)
        return super().stay(unit) + kept


def goals_wanted(p: Field, side: Side, ground: Ground) -> dict[Hex, float]:
    """17.0 Towns and crossings that the Germans do not have, or those that they do."""
    return {hex: ground.worth_of[hex] for hex in ground.goals if (p.side_in(hex) == GERMAN) != (side == GERMAN)}


@derived(Until.SIDE_MOVES)
def strengths(p: Field, side: Side) -> dict[int, int]:
    """The strength that a side has in each hex."""
    there: dict[int, int] = {}
    where, steps, faces = p.where, p.steps, p.data.faces
    for unit in p.on_map(side):
        there[where[unit]] = there.get(where[unit], 0) + faces[unit][steps[unit]].strength
    return there
