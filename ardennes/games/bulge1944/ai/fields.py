"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

import copy
from functools import lru_cache

import numpy as np

from ardennes.advisor.fields import Attraction, ClosedWays, Worth, ground_worth
from ardennes.advisor.ground import Distances, Numbers, Start, by_way
from ardennes.engine.texts import Argument, Text
from ardennes.games.bulge1944.ai.ground import ARMOR, Ground
from ardennes.games.bulge1944.ai.memory import DIVISION, memory_of, town_worth
from ardennes.games.bulge1944.ai.plan import Plan
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, GERMAN_CODES
from ardennes.games.bulge1944.rules.supply import supplied_hexes
from ardennes.games.bulge1944.rules.victory import exits, objective

THREAT_TURNS = 1.6
"""In how many turns a goal out of the enemy's reach has lost most of its need to be covered."""

Wanted = tuple[tuple[int, ...], tuple[float, ...], tuple[Start, ...]]
"""Goals, what they are worth, and those who want them."""


@lru_cache(maxsize=64)
def corridors(distances: Distances, size: int, groups: tuple[Wanted, ...], turns: int) -> tuple[Numbers, Numbers]:
    """How much of the ways to goals leads through each hex, and how much each goal needs somebody there; goals that
    are more turns away do not matter."""
    corridor, garrisons = np.zeros((2, size), dtype=np.float32)
    for goals, worth, who in groups:
        near = distances.nearest(who)
        straight = near[list(goals)]
        need = np.array(worth, dtype=np.float32) * np.exp(-straight / THREAT_TURNS) * (straight <= turns)
        corridor += np.einsum("g,gh->h", need, distances.on_the_way(near, goals, ARMOR))
        garrisons[list(goals)] += need
    return corridor, garrisons


def turns_after(p: Field, side: int) -> int:
    """How many turns the enemy still has after this one."""
    return objective(p).turns - p.turn + (side == GERMAN)


class Goals:
    """What can be won in the position, by each side, at hexes."""

    def __init__(self, p: Field, dash: float) -> None:
        data, goal, worth = p.data, objective(p), town_worth(p)
        self.taken = {hex: value for hex, value in worth.items() if p.control[hex] == GERMAN}
        if goal.lost_supply_hex:
            for code in GERMAN_CODES:
                self.taken[data.code(code)] = -float(goal.lost_supply_hex)
        self.open = {hex: value for hex, value in worth.items() if p.control[hex] != GERMAN}
        self.exits = dict.fromkeys(exits(p), dash)


class Fields:
    """The worth of hexes to a side in one phase."""

    def __init__(self, p: Field, side: int, plan: Plan, ground: Ground) -> None:
        self.p, self.side, self.plan, self.ground, self.distances = p, side, plan, ground, ground.distances
        memory = memory_of(p.data)
        self.kinds, self._travel = memory.kinds, memory.travel
        goals = Goals(p, plan.dash)
        if side == GERMAN:
            self.wanted, guarded = goals.open, goals.taken
        else:
            self.wanted, guarded = goals.taken, goals.open
        self.exits = goals.exits
        corridor, self._garrisons = self._to_be_closed(guarded)
        self._closed = ClosedWays(ground.neighbours, corridor, self._garrisons, plan.post, plan.guard)
        self.draw()

    def twin(self, p: Field) -> Fields:
        """The same for a position that is alike."""
        twin = copy.copy(self)
        twin.p, twin._closed = p, copy.copy(self._closed)
        return twin

    def draw(self) -> None:
        """Where units are drawn, anew: towards each goal the less, the more are near it already."""
        p, plan = self.p, self.plan
        self._supplied = self.ground.neighbours.near(bytes(supplied_hexes(p, self.side)))
        self._base = ground_worth(plan, self.ground.cover, self._supplied)
        if self.wanted:
            tables = self.distances.fading(plan.reach, tuple(self.wanted))
            pulls = plan.pull * np.array(list(self.wanted.values()), dtype=np.float32)
            places = by_way(p.on_map(self.side), self._travel, p.where, len(tables))
            self._drawn = Attraction(self._base, tables, pulls, places)
        self._here: dict[int, Worth] = {}
        self._offers: dict[int, list[float]] = {}
        self.cover()

    def _attraction(self, kind: int) -> Worth:
        """13.0 A unit negates the enemy zone it stands in, so a supplied hex beside its own is taken to be enough."""
        found = self._here.get(kind)
        if found is None:
            found = self._here[kind] = self._look_ahead(kind)
        return found

    def _look_ahead(self, kind: int) -> Worth:
        if kind == DIVISION:
            return self._ahead()
        return self._drawn.by(kind) if self.wanted else self._base

    def _ahead(self) -> Worth:
        """What lies before an armor division."""
        if self.side != GERMAN or not self.exits:
            return self._attraction(ARMOR)
        near = self.distances.fading(self.plan.reach, tuple(self.exits))[ARMOR].max(axis=0)
        ahead: Worth = self._attraction(ARMOR) + near * self.plan.dash * np.where(self._supplied, 1.0, 0.5)
        return ahead

    def cover(self) -> None:
        """Which ways are closed already, after a move."""
        self._held: bytes | None = self.p.held(self.side).tobytes()

    def offers(self, kind: int) -> list[float]:
        """What hexes are worth to who travels so, without the ways it would close."""
        found = self._offers.get(kind)
        if found is None:
            found = self._offers[kind] = self._attraction(kind).tolist()
        return found

    def there(self, kind: int) -> list[float]:
        """The same with the ways it would close."""
        if self._held is not None:
            self._look_at_ways(self._held)
        found = self._there.get(kind)
        if found is None:
            found = self._there[kind] = (self._attraction(kind) + self._closed.gained).tolist()
        return found

    def _look_at_ways(self, held: bytes) -> None:
        """What closing ways is worth everywhere, and what leaving them open again costs; not before somebody asks."""
        self._closed.look(held)
        self._leaving: list[float] = self._closed.lost.tolist()
        self._there: dict[int, list[float]] = {}
        self._held = None

    def _to_be_closed(self, guarded: dict[int, float]) -> tuple[Numbers, Numbers]:
        """How much of the enemy's ways to what must be guarded leads through each hex, and the places themselves."""
        p, enemies = self.p, self.p.on_map(1 - self.side)
        groups = [(guarded, enemies)]
        if self.side == ALLIED:
            groups.append((self.exits, [unit for unit in enemies if self.kinds[unit] == DIVISION]))
        wanted = tuple(
            (tuple(goals), tuple(goals.values()), tuple((self._travel[unit], p.where[unit]) for unit in who))
            for goals, who in groups
            if goals and who
        )
        return corridors(self.distances, p.data.board.size, wanted, turns_after(p, self.side))

    def stay(self, unit: int) -> float:
        """What a unit is worth where it is."""
        if self._held is not None:
            self._look_at_ways(self._held)
        here = self.p.where[unit]
        return self.offers(self.kinds[unit])[here] + self._leaving[here]

    def worth_of_breaking(self, hex: int) -> float:
        """What the ground that a kill opens is worth."""
        return self.offers(DIVISION if self.side == GERMAN else ARMOR)[hex]

    def why(self, unit: int, hex: int, ordered: bool) -> tuple[Text, ...]:
        """A move in words: what it is for, by what weighs most."""
        kind, here = self.kinds[unit], self.p.where[unit]
        args: dict[str, Argument] = {"unit": unit, "hex": hex}
        said = [Text("advice-move", args, "11.0")]
        if ordered:
            said.append(Text("advice-tried", {}, ""))
        offers = self.offers(kind)
        drawn = offers[hex] - offers[here]
        closes = self.there(kind)[hex] - offers[hex] - self._leaving[here]
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
        if not goals:
            return None
        near = self.distances.fading(self.plan.reach, tuple(goals))[kind % DIVISION][:, hex]
        return max(zip(goals, near.tolist(), strict=True), key=lambda each: goals[each[0]] * each[1])[0]
