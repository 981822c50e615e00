"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ardennes.games.bulge1944.advice_ground import FAR, Ground, Numbers, town_worth
from ardennes.games.bulge1944.advice_plan import Plan
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.pieces import ALLIED, GERMAN, Piece
from ardennes.games.bulge1944.supply import supplied_hexes
from ardennes.games.bulge1944.victory import GERMAN_SUPPLY, exits, objective

ARMOR, FOOT, LORRY = range(3)
ARMOR_MOVES, FOOT_MOVES = 6.0, 4.0
NEAR_PATH = 0.3
"""How far from the shortest way, in turns, a hex still lies on a corridor."""
THREAT_TURNS = 1.6
"""In how many turns a goal out of the enemy's reach has lost most of its need to be covered."""
IN_THE_WAY = 2.0
"""A unit bars its own hex more than it does those around."""


def kind_of(piece: Piece) -> int:
    """How a unit travels."""
    if piece.armor:
        return ARMOR
    return LORRY if piece.side == ALLIED else FOOT


class Distances:
    """Turns from hex to hex for each way of travelling, and how they fade."""

    def __init__(self, ground: Ground) -> None:
        self.turns = (ground.by_armor / ARMOR_MOVES, ground.by_infantry / FOOT_MOVES, ground.by_lorry / FOOT_MOVES)
        self.decay = lru_cache(maxsize=8)(self._decay)

    def _decay(self, reach: float) -> tuple[Numbers, ...]:
        return tuple(np.exp(-table / np.float32(reach)) for table in self.turns)


class Goals:
    """What can be won in the position, by each side, at hexes."""

    def __init__(self, p: Field, dash: float) -> None:
        kit, goal = p.kit, objective(p)
        worth = town_worth(kit, goal)
        held = [hex for hex in worth if p.control[hex] == GERMAN]
        left = [hex for hex in worth if p.control[hex] != GERMAN]
        self.taken = {hex: worth[hex] for hex in held}
        if goal.lost_supply_hex:
            for code in GERMAN_SUPPLY:
                self.taken[kit.code(code)] = -float(goal.lost_supply_hex)
        self.open = {hex: worth[hex] for hex in left}
        self.exits = dict.fromkeys(exits(p), dash)


class Fields:
    """The worth of hexes to a side, now."""

    def __init__(self, p: Field, side: int, plan: Plan, ground: Ground, distances: Distances) -> None:
        self.p, self.side, self.plan, self.ground, self.distances = p, side, plan, ground, distances
        goals = Goals(p, plan.dash)
        if side == GERMAN:
            self.wanted, self.guarded = goals.open, goals.taken
        else:
            self.wanted, self.guarded = goals.taken, {**goals.open, **goals.exits}
        self.exits = goals.exits
        self._corridor = self._corridors()
        self.refresh()

    def refresh(self) -> None:
        """After a move: who is drawn where, and what is covered already."""
        p, plan, size = self.p, self.plan, self.ground.size
        supplied = np.frombuffer(supplied_hexes(p, self.side), dtype=np.uint8) != 0
        base = plan.cover * self.ground.cover + plan.supply * supplied
        open_ways = np.zeros(size + 1, dtype=np.float32)
        held = np.frombuffer(p.held(self.side), dtype=np.uint16)
        around = self.ground.around
        open_ways[:size] = self._corridor * (held == 0)
        self.posts = plan.post * (open_ways[around].sum(axis=1) + IN_THE_WAY * self._corridor)
        open_ways[:size] = self._corridor * (held == 1)
        self.leaving = (plan.post * (open_ways[around].sum(axis=1) + IN_THE_WAY * self._corridor)).tolist()
        decay = distances_of = self.distances.decay(plan.reach)
        mine = p.on_map(self.side)
        hexes, weights = list(self.wanted), np.array(list(self.wanted.values()), dtype=np.float32)
        self.here: list[list[float]] = []
        self.there: list[list[float]] = []
        load = np.zeros(len(hexes), dtype=np.float32)
        counters = p.kit.counters
        for unit in mine:
            load += distances_of[kind_of(counters[unit])][p.where[unit], hexes]
        weights = plan.pull * weights / (1 + load)
        for table in decay:
            value = base + table[:, hexes] @ weights if hexes else base
            self.here.append(value.tolist())
            self.there.append((value + self.posts).tolist())
        self._towards_exits(decay[ARMOR], supplied)

    def _towards_exits(self, decay: Numbers, supplied: npt.NDArray[np.bool_]) -> None:
        """Armor divisions are drawn to the exits too, as a fourth way of travelling."""
        if self.side != GERMAN or not self.exits:
            self.here.append(self.here[ARMOR])
            self.there.append(self.there[ARMOR])
            return
        hexes = list(self.exits)
        pull = decay[:, hexes].max(axis=1) * self.plan.dash * np.where(supplied, 1.0, 0.5)
        self.here.append((np.array(self.here[ARMOR]) + pull).tolist())
        self.there.append((np.array(self.there[ARMOR]) + pull).tolist())

    def _corridors(self) -> Numbers:
        """How much of the enemy's ways to the guarded goals leads through each hex."""
        p, size = self.p, self.ground.size
        turns = self.distances.turns
        far = np.full(size, FAR, dtype=np.float32)
        all_near, armor_near = far, far
        counters = p.kit.counters
        for unit in p.on_map(1 - self.side):
            kind = kind_of(counters[unit])
            here = turns[kind][p.where[unit]]
            all_near = np.minimum(all_near, here)
            if counters[unit].armor_division:
                armor_near = np.minimum(armor_near, here)
        corridor = np.zeros(size, dtype=np.float32)
        for group, near in self._threatened(all_near, armor_near):
            if not group:
                continue
            hexes = list(group)
            to_goal = turns[ARMOR][:, hexes]
            straight = near[hexes]
            slack = near[:, None] + to_goal - straight
            need = np.array(list(group.values()), dtype=np.float32) * np.exp(-straight / THREAT_TURNS)
            corridor += np.exp(-slack / NEAR_PATH) @ need
        return corridor

    def _threatened(self, all_near: Numbers, armor_near: Numbers) -> tuple[tuple[dict[int, float], Numbers], ...]:
        if self.side == GERMAN:
            return ((self.guarded, all_near),)
        towns = {hex: worth for hex, worth in self.guarded.items() if hex not in self.exits}
        return (towns, all_near), (self.exits, armor_near)

    def way(self, unit: int) -> int:
        """Which of the tables a unit reads."""
        piece = self.p.kit.counters[unit]
        return 3 if piece.armor_division else kind_of(piece)

    def worth_of_breaking(self, hex: int) -> float:
        """What a kill there opens: the enemy's own way-closing, seen from this side's pull."""
        kind = 3 if self.side == GERMAN else ARMOR
        return self.here[kind][hex]
