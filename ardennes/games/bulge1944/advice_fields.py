"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ardennes.engine.texts import Argument, Text
from ardennes.games.bulge1944.advice_ground import FAR, Ground, Numbers, town_worth
from ardennes.games.bulge1944.advice_plan import Plan
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.pieces import ALLIED, GERMAN, Piece
from ardennes.games.bulge1944.supply import supplied_hexes
from ardennes.games.bulge1944.victory import GERMAN_SUPPLY, exits, objective

ARMOR, FOOT, LORRY, DIVISION = range(4)
"""How units travel; armor divisions look for the exits too."""
ARMOR_MOVES, FOOT_MOVES = 6.0, 4.0
NEAR_PATH = 0.3
"""How far from the shortest way, in turns, a hex still lies on a corridor."""
THREAT_TURNS = 1.6
"""In how many turns a goal out of the enemy's reach has lost most of its need to be covered."""
FAR_PULL, FAR_PULL_TURNS = 0.4, 4.0
"""The share of a goal's pull that reaches far, and how many times as far."""
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
        self.decay = lru_cache(maxsize=16)(self._decay)
        """By how far they fade: for each way of travelling a table with a row for each goal, as seen from every hex."""

    def _decay(self, reach: float) -> tuple[Numbers, ...]:
        """Most of a goal's pull is felt near it, a little far away."""
        near, far = np.float32(reach), np.float32(FAR_PULL_TURNS * reach)
        return tuple(
            np.ascontiguousarray((1 - FAR_PULL) * np.exp(-table.T / near) + FAR_PULL * np.exp(-table.T / far))
            for table in self.turns
        )


class Goals:
    """What can be won in the position, by each side, at hexes."""

    def __init__(self, p: Field, dash: float) -> None:
        kit, goal = p.kit, objective(p)
        worth = town_worth(kit, goal)
        self.taken = {hex: value for hex, value in worth.items() if p.control[hex] == GERMAN}
        if goal.lost_supply_hex:
            for code in GERMAN_SUPPLY:
                self.taken[kit.code(code)] = -float(goal.lost_supply_hex)
        self.open = {hex: value for hex, value in worth.items() if p.control[hex] != GERMAN}
        self.exits = dict.fromkeys(exits(p), dash)


class Fields:
    """The worth of hexes to a side in one phase. ``here`` is what a hex offers, ``there`` adds the ways it closes."""

    def __init__(self, p: Field, side: int, plan: Plan, ground: Ground, distances: Distances) -> None:
        self.p, self.side, self.plan, self.ground, self.distances = p, side, plan, ground, distances
        self.kinds = [DIVISION if piece.armor_division else kind_of(piece) for piece in p.kit.counters]
        goals = Goals(p, plan.dash)
        if side == GERMAN:
            self.wanted, guarded = goals.open, goals.taken
        else:
            self.wanted, guarded = goals.taken, goals.open
        self.exits = goals.exits
        self._corridor, self._garrisons = self._to_be_closed(guarded)
        self.draw()

    def draw(self) -> None:
        """Where units are drawn, anew: towards each goal the less, the more are near it already."""
        p, plan = self.p, self.plan
        supplied = self._would_be_supplied()
        base = plan.cover * self.ground.cover + plan.supply * supplied
        decay = self.distances.decay(plan.reach)
        hexes = list(self.wanted)
        values = [base] * 3
        if hexes:
            rows = [table[hexes] for table in decay]
            load = np.ones(len(hexes), dtype=np.float32)
            for kind, table in enumerate(rows):
                units = [p.where[unit] for unit in p.on_map(self.side) if self.kinds[unit] % DIVISION == kind]
                if units:
                    load += table[:, units].sum(axis=1)
            pulls = plan.pull * np.array(list(self.wanted.values()), dtype=np.float32) / load
            values = [base + np.einsum("g,gh->h", pulls, table) for table in rows]
        ahead = values[ARMOR]
        if self.side == GERMAN and self.exits:
            near = decay[ARMOR][list(self.exits)].max(axis=0)
            ahead = ahead + near * plan.dash * np.where(supplied, 1.0, 0.5)
        self.here = (*values, ahead)
        self.cover()

    def cover(self) -> None:
        """Which ways are closed already, after a move."""
        held = np.frombuffer(self.p.held(self.side), dtype=np.uint16)
        ways = np.stack((self._corridor * (held == 0), self._corridor * (held == 1)))
        closed = self.plan.post * (self.ground.around(ways) + IN_THE_WAY * self._corridor)
        gained, lost = closed + self.plan.guard * self._garrisons
        self.leaving = lost
        self.there = tuple(value + gained for value in self.here)

    def _would_be_supplied(self) -> npt.NDArray[np.bool_]:
        """13.0 A unit negates the enemy zone it stands in, so a supplied hex beside its own is taken to be enough."""
        marks = (np.frombuffer(supplied_hexes(self.p, self.side), dtype=np.uint8) != 0).astype(np.float32)
        found: npt.NDArray[np.bool_] = marks + self.ground.around(marks) > 0
        return found

    def _to_be_closed(self, guarded: dict[int, float]) -> tuple[Numbers, Numbers]:
        """How much of the enemy's ways to what must be guarded leads through each hex, and the places themselves."""
        p, turns, kinds = self.p, self.distances.turns, self.kinds
        enemies = p.on_map(1 - self.side)
        corridor = np.zeros(self.ground.size, dtype=np.float32)
        garrisons = np.zeros(self.ground.size, dtype=np.float32)
        groups = [(guarded, enemies)]
        if self.side == ALLIED:
            groups.append((self.exits, [unit for unit in enemies if kinds[unit] == DIVISION]))
        for goals, who in groups:
            if not goals or not who:
                continue
            near = np.full(self.ground.size, FAR, dtype=np.float32)
            for kind in (ARMOR, FOOT, LORRY):
                hexes = [p.where[unit] for unit in who if kinds[unit] % DIVISION == kind]
                if hexes:
                    near = np.minimum(near, turns[kind][hexes].min(axis=0))
            places = list(goals)
            straight = near[places]
            slack = near[:, None] + turns[ARMOR][:, places] - straight
            need = np.array(list(goals.values()), dtype=np.float32) * np.exp(-straight / THREAT_TURNS)
            corridor += np.einsum("hg,g->h", np.exp(-slack / NEAR_PATH), need)
            garrisons[places] += need
        return corridor, garrisons

    def stay(self, unit: int) -> float:
        """What a unit is worth where it is."""
        here = self.p.where[unit]
        return float(self.here[self.kinds[unit]][here] + self.leaving[here])

    def worth_of_breaking(self, hex: int) -> float:
        """What the ground that a kill opens is worth."""
        return float(self.here[DIVISION if self.side == GERMAN else ARMOR][hex])

    def why(self, unit: int, hex: int, ordered: bool) -> tuple[Text, ...]:
        """A move in words: what it is for, by what weighs most."""
        kind, here = self.kinds[unit], self.p.where[unit]
        args: dict[str, Argument] = {"unit": unit, "hex": hex}
        said = [Text("advice-move", args, "11.0")]
        if ordered:
            said.append(Text("advice-tried", {}, ""))
        drawn = float(self.here[kind][hex] - self.here[kind][here])
        closes = float(self.there[kind][hex] - self.here[kind][hex] - self.leaving[here])
        if hex in self.wanted:
            said.append(Text("advice-takes", {"hex": hex}, "5.0"))
        elif self._garrisons[hex] > 0:
            said.append(Text("advice-guards", {"hex": hex}, "16.0"))
        elif closes > drawn:
            said.append(Text("advice-closes", {"unit": unit}, "11.0"))
        elif goal := self._goal_ahead(kind, hex):
            said.append(Text("advice-towards", {"hex": goal}, "16.0"))
        if self.ground.cover[hex] >= 1:
            said.append(Text("advice-cover", {"hex": hex}, "17.0"))
        return tuple(said)

    def _goal_ahead(self, kind: int, hex: int) -> int | None:
        """The goal that draws most from a hex."""
        goals = {**self.wanted, **(self.exits if kind == DIVISION and self.side == GERMAN else {})}
        decay = self.distances.decay(self.plan.reach)[kind % DIVISION]
        return max(goals, key=lambda goal: goals[goal] * float(decay[goal, hex]), default=None)
