"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from ardennes.games.deadly_woods.advice_ground import NEAR_PATH, Ground, Numbers, Places
from ardennes.games.deadly_woods.advice_plan import Plan
from ardennes.games.deadly_woods.control import holds
from ardennes.games.deadly_woods.field import Field
from ardennes.games.deadly_woods.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.supply import supplied_hexes
from ardennes.games.deadly_woods.terrain import FOOT, MOTOR
from ardennes.kernels.flags import CROWDED

THREAT = 1.2
"""In how many rounds a goal out of the enemy's reach has lost most of its need to be covered."""
RAID = 2.5
"""The same for its garrison: a side may move several times before the other does."""
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
        self.needs = np.zeros(len(goals), dtype=np.float32)
        """By goal: how much a goal of one's own must be covered."""
        self.corridor, self.garrisons = self._to_be_closed()
        self.kept = {hex: plan.guard * float(self.garrisons[hex]) for hex in goals if hex not in self.wanted}
        """What a garrison is worth, by goal: once, for one unit is enough to hold it."""
        self.here = self._draw()
        self.targets = self._enemies()
        self._close()

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
        pulls = ((plan.pull * ~self.held + plan.call * self.needs) / load).astype(np.float32)
        here = {manner: base + (pulls[:, None] * table).sum(axis=0) for manner, table in tables.items()}
        here[MOTOR] += plan.room * ground.on_road
        return here

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
        for number, goal in enumerate(ground.goals):
            if self.held[number]:
                need = self.needs[number] = np.exp(-near[goal] / THREAT)
                slack = near + ground.rounds(MOTOR, goal) - near[goal]
                corridor += need * np.exp(-np.maximum(slack, 0) / NEAR_PATH)
                garrisons[goal] += np.exp(-near[goal] / RAID)
            elif self.side == ALLIED:
                corridor += self.plan.cut * ground.supply_way(goal)
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

    @cached_property
    def drawn(self) -> dict[int, list[float]]:
        """Where units are drawn, for those who ask hex by hex."""
        return {manner: here.tolist() for manner, here in self.here.items()}

    @cached_property
    def _beside(self) -> dict[int, list[int]]:
        """For each hex beside enemies, their numbers among the targets."""
        found: dict[int, list[int]] = {}
        for number, (_, _, around) in enumerate(self.targets):
            for hex in around:
                found.setdefault(hex, []).append(number)
        return found

    def _close(self) -> None:
        """Which ways are closed already, and what the next unit would close or open."""
        self._holders = np.frombuffer(self.p.held(self.side), dtype=np.uint16).copy()
        self._ways = np.zeros((2, self.ground.size + 1), dtype=np.float32)
        """Ways that nobody bars, and ways that only one unit bars; a nought for what is off the map."""
        self._open_ways(slice(self.ground.size))
        self.gained, self.lost = self._gains(slice(None))

    def refresh(self) -> None:
        """The same after a move, only around hexes that it has closed or opened."""
        holders = np.frombuffer(self.p.held(self.side), dtype=np.uint16)
        changed = np.flatnonzero(holders != self._holders)
        if len(changed):
            self._holders[changed] = holders[changed]
            self._open_ways(changed)
            beside = self.ground.beside(changed)
            self.gained[beside], self.lost[beside] = self._gains(beside)

    def _open_ways(self, hexes: slice | Places) -> None:
        holders, corridor = self._holders[hexes], self.corridor[hexes]
        self._ways[0, hexes] = corridor * (holders == 0)
        self._ways[1, hexes] = corridor * (holders == 1)

    def _gains(self, hexes: slice | Places) -> Numbers:
        closed = self.plan.post * (self.ground.sums(self._ways, hexes) + IN_THE_WAY * self.corridor[hexes])
        gains: Numbers = closed + self.plan.guard * self.garrisons[hexes]
        return gains

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
        strength, there, beside = p.face(unit).attack, self._strengths(), 0
        if plan.together:
            beside = sum(there.get(hex, 0) for hex in around) - (strength if p.where[unit] in around else 0)
        if beside >= enough:
            return 0.0
        useful = min(strength, enough - beside) / enough
        if plan.together and beside:
            useful *= 1.5
        worth = float(self.here[MOTOR][target])
        return plan.press * useful * (0.5 + worth + plan.goal * (target in self.wanted))

    def _strengths(self) -> dict[int, int]:
        """The attack strength that the side has in each hex."""
        p = self.p
        there: dict[int, int] | None = p.whereabouts.get(("strengths", self.side))
        if there is None:
            there = p.whereabouts["strengths", self.side] = {}
            where, steps, faces = p.where, p.steps, p.kit.faces
            for unit in p.on_map(self.side):
                there[where[unit]] = there.get(where[unit], 0) + faces[unit][steps[unit]].attack
        return there

    def worths(self, unit: int, hexes: Sequence[int]) -> list[float]:
        """What each of several hexes is worth to a unit that would go there."""
        ground: list[float] = (self.here[self.ground.travels[unit]][hexes] + self.gained[hexes]).tolist()
        way = self.p.way(self.side)
        for number, hex in enumerate(hexes):
            if hex in self.wanted:
                ground[number] += self.plan.goal
            elif hex in self.kept and way[hex] & CROWDED:
                ground[number] -= self.kept[hex]
        return ground

    def worth(self, unit: int, hex: int) -> float:
        """A hex to a unit that would go there."""
        return self.worths(unit, [hex])[0]

    def stay(self, unit: int) -> float:
        """What a unit is worth where it is."""
        here = self.p.where[unit]
        alone = len(self.p.combat_units_in(here)) == 1
        kept = self.lost[here] if alone else self.gained[here] - self.kept.get(here, 0.0)
        return float(self.here[self.ground.travels[unit]][here] + kept)

    def ground_worth(self, hex: int) -> float:
        """What it is worth to have a hex, whoever has it."""
        return float(self.here[MOTOR][hex] + self.plan.post * self.corridor[hex])

    @property
    def german(self) -> bool:
        return self.side == GERMAN
