"""Raids: the towns and supply hexes of a side that the enemy could ride into, and who should stand there."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from ardennes.advisor.guards import Guards
from ardennes.games.bulge1944.ai.goals import goals_of, turns_after
from ardennes.games.bulge1944.ai.ground import Ground
from ardennes.games.bulge1944.ai.memory import destinations, remembered
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.movement import first_manners
from ardennes.games.bulge1944.rules.pieces import GERMAN, GERMAN_CODES, SIXTHS
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

LOOK_AHEAD = 2
"""Turns of movement within which an enemy is a danger."""
FADES = 2.0
"""Movement points beyond the next turn's over which the danger fades."""
A_SOURCE = 2.0
"""How many times its points the loss of a supply hex costs: roads lead from it to all the others."""


def prices(p: Field, side: Side, watch: float) -> dict[Hex, float]:
    """What the loss of each hex would cost that the enemy could still win by."""
    sources = {p.data.code(code) for code in GERMAN_CODES} if side == GERMAN else set[Hex]()
    goals = goals_of(p, ENEMY_OF[side])
    return {hex: watch * worth * (A_SOURCE if hex in sources else 1.0) for hex, worth in goals.items()}


@remembered(lambda p: p.card)
def near(p: Field, unit: Unit, goals: tuple[Hex, ...]) -> dict[Hex, float]:
    """How near a unit is to each of some hexes, by ways that are open: one within its next turn, less up to the turn
    after it."""
    data, found, home = p.data, dict[Hex, float](), p.where[unit]
    for kind, spent, allowance in first_manners(p, unit):
        data.search.run(
            data.prices_of[unit][kind], p.way(data.sides[unit]), data.printed_sides, home, LOOK_AHEAD * allowance, spent
        )
        for goal in goals:
            cost = data.search.cost_of(goal)
            if cost >= 0:
                over = max(0.0, (cost - allowance) / SIXTHS)
                found[goal] = max(found.get(goal, 0.0), math.exp(-over / FADES))
    return found


@lru_cache(maxsize=256)
def _goals_near(ground: Ground, way: int, goals: tuple[Hex, ...]) -> list[tuple[Hex, ...]]:
    """For every hex those of some goals that are near enough on an empty map."""
    rows = zip(*(ground.distances.turns_to(way, goal).tolist() for goal in goals), strict=True)
    return [tuple(goal for goal, far in zip(goals, row, strict=True) if far <= LOOK_AHEAD) for row in rows]


def _is_alone(p: Field, unit: Unit) -> bool:
    """Whether no other counter is in its hex; 9.0 who came in on another one moves off first."""
    return p.top[p.where[unit]] == unit and p.below[unit] < 0


def _movers(p: Field, side: Side) -> list[Unit]:
    return [unit for unit in p.on_map(side) if not p.moved[unit] and _is_alone(p, unit)]


class Raids(Guards[Field]):
    """What the enemy of a side could ride into, at the prices of its plan; nothing where no enemy turn follows."""

    def __init__(self, p: Field, side: Side, watch: float, ground: Ground) -> None:
        self.side, self.ground = side, ground
        self._goals = tuple(prices(p, side, watch)) if turns_after(p, side) else ()
        super().__init__(p, prices(p, side, watch), p.on_map(ENEMY_OF[side]), self._near)

    def _near(self, p: Field, unit: Unit) -> Mapping[Hex, float]:
        goals = _goals_near(self.ground, self.ground.travels[unit], self._goals)[p.where[unit]] if self._goals else ()
        return near(p, unit, goals) if goals else {}

    def at_stake(self) -> dict[Hex, float]:
        """What units that stand on such hexes keep by it."""
        p = self.p
        there = [unit for unit in p.on_map(self.side) if p.where[unit] in self.prices and _is_alone(p, unit)]
        return self.exposure_without(there)

    def guard(self, leaves: Callable[[Unit, Hex], float], least: float) -> tuple[Unit, Hex] | None:
        """The move that keeps most of it, if it is more than the unit ``leaves`` by it."""
        movers = [(unit, destinations(self.p, unit)) for unit in _movers(self.p, self.side)]
        return self.best_move(movers, leaves, least)
