"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

import numpy as np

from ardennes.games.deadly_woods.advice_ground import Ground, Numbers
from ardennes.games.deadly_woods.advice_plan import Plan
from ardennes.games.deadly_woods.control import holds
from ardennes.games.deadly_woods.field import Field
from ardennes.games.deadly_woods.pieces import GERMAN
from ardennes.games.deadly_woods.supply import supplied_hexes
from ardennes.games.deadly_woods.terrain import FOOT, MOTOR

NEAR_PATH = 0.2
"""How far from the shortest way, in rounds, a hex still lies on a corridor."""
THREAT = 2.0
"""In how many rounds a goal out of the enemy's reach has lost most of its need to be covered."""
IN_THE_WAY = 2.0
"""A unit bars its own hex more than it does those around."""
ENOUGH = 4.0
"""So many times the defence is all the strength that need come up."""
A_COLUMN = 1.35
"""What a column's shift means for the strength that is needed."""


class Fields:
    """The worth of hexes to a side in one round."""

    def __init__(self, p: Field, side: int, plan: Plan, ground: Ground) -> None:
        self.p, self.side, self.plan, self.ground = p, side, plan, ground
        goals = ground.goals
        self.held = np.array([holds(p, side, hex) for hex in goals])
        self.wanted = {hex for hex, mine in zip(goals, self.held, strict=True) if not mine}
        self.corridor, self.garrisons = self._to_be_closed()
        self.here = self._draw()
        self.targets = self._enemies()
        self.refresh()

    def _draw(self) -> dict[int, Numbers]:
        """Where units are drawn: towards each goal the less, the more are near it already; cover and supply."""
        p, plan, ground = self.p, self.plan, self.ground
        marks = (np.frombuffer(supplied_hexes(p, self.side), dtype=np.uint8) != 0).astype(np.float32)
        near_supply = marks + ground.around(marks) > 0
        base = plan.cover * ground.cover + plan.supply * near_supply
        tables = {manner: ground.fading(manner, plan.reach) for manner in (FOOT, MOTOR)}
        load = np.ones(len(ground.goals), dtype=np.float32)
        for manner, table in tables.items():
            units = [p.where[unit] for unit in p.on_map(self.side) if ground.travels[unit] == manner]
            if units:
                load += 0.3 * table[:, units].sum(axis=1)
        pulls = (plan.pull * ~self.held / load).astype(np.float32)
        return {manner: base + (pulls[:, None] * table).sum(axis=0) for manner, table in tables.items()}

    def _to_be_closed(self) -> tuple[Numbers, Numbers]:
        """How much of the enemy's ways to what must be guarded leads through each hex, and the places themselves."""
        p, ground = self.p, self.ground
        corridor = np.zeros(ground.size, dtype=np.float32)
        garrisons = np.zeros(ground.size, dtype=np.float32)
        enemies = p.on_map(1 - self.side)
        if not enemies:
            return corridor, garrisons
        starts = {(ground.travels[unit], p.where[unit]) for unit in enemies}
        near = np.min([ground.rounds(*start) for start in sorted(starts)], axis=0)
        for goal, mine in zip(ground.goals, self.held, strict=True):
            if mine:
                need = np.exp(-near[goal] / THREAT)
                slack = near + ground.rounds(MOTOR, goal) - near[goal]
                corridor += need * np.exp(-np.maximum(slack, 0) / NEAR_PATH)
                garrisons[goal] += need
        return corridor, garrisons

    def _enemies(self) -> list[tuple[int, float, tuple[int, ...]]]:
        """Enemy hexes with what it takes to beat them, and the hexes around."""
        p, board = self.p, self.p.kit.board
        strength: dict[int, float] = {}
        for unit in p.on_map(1 - self.side):
            strength[p.where[unit]] = strength.get(p.where[unit], 0.0) + max(1, p.face(unit).defence)
        return [
            (hex, ENOUGH * defence * A_COLUMN ** float(self.ground.cover[hex]), board.around(hex))
            for hex, defence in sorted(strength.items())
        ]

    def refresh(self) -> None:
        """Which ways are closed already, after a move."""
        held = np.frombuffer(self.p.held(self.side), dtype=np.uint16)
        ways = np.stack((self.corridor * (held == 0), self.corridor * (held == 1)))
        closed = self.plan.post * (self.ground.around(ways) + IN_THE_WAY * self.corridor)
        self.gained, self.lost = closed + self.plan.guard * self.garrisons

    def pressure(self, unit: int) -> dict[int, float]:
        """What a unit gains by coming up to the enemies whom the others do not outweigh yet, by hex."""
        p, plan, found = self.p, self.plan, dict[int, float]()
        strength = p.face(unit).attack
        if not plan.press or not strength:
            return found
        mine = [(p.where[friend], p.face(friend).attack) for friend in p.on_map(self.side) if friend != unit]
        there: dict[int, int] = {}
        for hex, attack in mine:
            there[hex] = there.get(hex, 0) + attack
        worth = self.here[MOTOR]
        for target, enough, around in self.targets:
            beside = sum(there.get(hex, 0) for hex in around) if plan.together else 0
            if beside < enough:
                useful = min(strength, enough - beside) / enough
                if plan.together and beside:
                    useful *= 1.5
                value = plan.press * useful * (0.5 + float(worth[target]) + plan.goal * (target in self.wanted))
                for hex in around:
                    found[hex] = max(found.get(hex, 0.0), value)
        return found

    def worth(self, unit: int, hex: int) -> float:
        """A hex to a unit that would go there."""
        taken = self.plan.goal if hex in self.wanted else 0.0
        return taken + float(self.here[self.ground.travels[unit]][hex] + self.gained[hex])

    def stay(self, unit: int) -> float:
        """What a unit is worth where it is."""
        here = self.p.where[unit]
        alone = len(self.p.combat_units_in(here)) == 1
        kept = self.lost[here] if alone else self.gained[here]
        return float(self.here[self.ground.travels[unit]][here] + kept)

    def ground_worth(self, hex: int) -> float:
        """What it is worth to have a hex, whoever has it."""
        return float(self.here[MOTOR][hex] + self.plan.post * self.corridor[hex])

    @property
    def german(self) -> bool:
        return self.side == GERMAN
