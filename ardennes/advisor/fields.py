"""What hexes are worth to a side: goals draw units, the less the more are near them; ways to its own are closed."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ardennes.advisor.ground import Ground, Hexes, Marks, Neighbours, Numbers, Start, Ways, by_way
from ardennes.advisor.plan import FieldPlan, FieldPlanT, PressPlanT
from ardennes.kernels.flags import CROWDED
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.table import Table

Worth = npt.NDArray[np.float64]
IN_THE_WAY = 2.0
"""A unit bars its own hex more than it does those around."""
NONE_OR_ONE = np.array([[0], [1]], dtype=np.uint16)


class Attraction:
    """Where units are drawn: to cover and supply, and towards each goal the less, the more of them are near it already.

    ``pulls`` is what each goal is worth, ``places`` where units are by how they travel, and ``share`` what each of them
    takes from a goal that it is near."""

    def __init__(
        self,
        base: Worth,
        tables: Sequence[Numbers],
        pulls: npt.NDArray[np.floating],
        places: Sequence[Sequence[int]],
        share: float = 1.0,
    ) -> None:
        self.base, self.tables = base, tables
        self.pulls: Numbers = (pulls / self._load(places, share)).astype(np.float32)

    def _load(self, places: Sequence[Sequence[int]], share: float) -> Numbers:
        """How many units are near each goal; one where there is nobody."""
        load = np.ones(len(self.tables[0]), dtype=np.float32)
        for table, hexes in zip(self.tables, places, strict=True):
            if hexes:
                load += share * table[:, hexes].sum(axis=1)
        return load

    def by(self, way: int) -> Worth:
        """What every hex is worth to those who travel so."""
        worth: Worth = self.base + np.einsum("g,gh->h", self.pulls, self.tables[way])
        return worth


def ground_worth(plan: FieldPlan, cover: Numbers, near_supply: Marks) -> Worth:
    """What every hex is worth in itself: how well it can be held, and whether supply is near."""
    worth: Worth = plan.cover * cover + plan.supply * near_supply
    return worth


class ClosedWays:
    """What a unit closes of the enemy's ways in each hex, by its zone. A way counts once, whoever bars it; a garrison
    counts besides."""

    def __init__(
        self,
        neighbours: Neighbours,
        corridor: Numbers,
        garrisons: Numbers,
        post: float,
        guard: float,
        *,
        in_the_way: float = IN_THE_WAY,
    ) -> None:
        self._neighbours, self._corridor, self._post = neighbours, corridor, post
        self._in_the_way, self._guarded = np.float32(in_the_way) * corridor, guard * garrisons

    def look(self, held: array[int] | bytes) -> None:
        """Takes in how many units of one's own have each hex in their zone."""
        self._holders = np.frombuffer(held, dtype=np.uint16).copy()
        self._open = np.zeros((2, self._neighbours.size + 1), dtype=np.float32)
        self._open_ways(slice(self._neighbours.size))
        self._changes = self._gains(slice(None))

    def refresh(self, held: array[int] | bytes) -> None:
        """The same after a move, only around hexes that it has closed or opened."""
        holders = np.frombuffer(held, dtype=np.uint16)
        (changed,) = (holders != self._holders).nonzero()
        if len(changed):
            self._holders = holders.copy()
            self._open_ways(changed)
            beside = self._neighbours.beside(changed)
            self._changes[:, beside] = self._gains(beside)

    @property
    def gained(self) -> Numbers:
        """What the next unit would close in each hex."""
        gained: Numbers = self._changes[0]
        return gained

    @property
    def lost(self) -> Numbers:
        """What the only one there would open."""
        lost: Numbers = self._changes[1]
        return lost

    def _open_ways(self, hexes: slice | Hexes) -> None:
        """Ways that nobody bars, and ways that only one unit bars."""
        self._open[:, hexes] = self._corridor[hexes] * (self._holders[hexes] == NONE_OR_ONE)

    def _gains(self, hexes: slice | Hexes) -> Numbers:
        closed = self._post * (self._neighbours.sums(self._open, hexes) + self._in_the_way[hexes])
        gains: Numbers = closed + self._guarded[hexes]
        return gains


P = TypeVar("P", bound=Table)
G = TypeVar("G", bound=Ground)


class Fields(Generic[P, FieldPlanT, G]):
    """The worth of hexes to a side, as it was when a phase began; worked out as it comes to be needed, for many
    questions need little of it. What is closed and opened by moves since is taken in by :meth:`refresh`."""

    share: ClassVar[float] = 1.0
    """What a unit that is near a goal already takes from its pull."""

    def __init__(self, p: P, side: Side, plan: FieldPlanT, ground: G) -> None:
        self.p, self.side, self.plan, self.ground = p, side, plan, ground
        self.begun = p.copy()
        self.wanted = self.goals_wanted()

    # --- what a game says -------------------------------------------------------------------------

    def goals_wanted(self) -> dict[Hex, float]:
        """The goals that the enemy holds, and what each is worth."""
        raise NotImplementedError

    @property
    def goals(self) -> tuple[Hex, ...]:
        """The goals that may draw units."""
        return self.ground.goals

    def pulls(self) -> npt.NDArray[np.floating]:
        """How strongly each of them does."""
        raise NotImplementedError

    def supplied(self) -> bytearray:
        """The hexes in supply when the phase began."""
        raise NotImplementedError

    @property
    def cut(self) -> float:
        """What it is worth to stand on the ways that supply the enemy's goals."""
        return 0.0

    @cached_property
    def ways(self) -> Ways:
        """The enemy's ways to the goals of one's own, and those that are to be cut."""
        guarded = tuple([0.0 if hex in self.wanted else worth for hex, worth in self.ground.worth_of.items()])
        return self.ground.ways(self.starts(self.begun.on_map(ENEMY_OF[self.side])), self.goals, guarded, self.cut)

    # --- what follows from it ---------------------------------------------------------------------

    def starts(self, units: Iterable[Unit]) -> frozenset[Start]:
        """Where some units are, with how they travel."""
        where, travels = self.begun.where, self.ground.travels
        return frozenset([(travels[unit], where[unit]) for unit in units])

    @property
    def corridor(self) -> Numbers:
        """What there is to be closed in each hex."""
        return self.ways.corridor

    @property
    def garrisons(self) -> Numbers:
        return self.ways.garrisons

    @property
    def guarded(self) -> Numbers:
        """What standing in each hex keeps from the enemy."""
        return np.float32(self.plan.guard) * self.garrisons

    @cached_property
    def near_supply(self) -> Marks:
        return self.ground.neighbours.near(bytes(self.supplied()))

    @cached_property
    def drawn(self) -> Attraction:
        """Where units are drawn: towards each goal the less, the more are near it already; cover and supply."""
        p, plan, ground = self.begun, self.plan, self.ground
        tables = ground.distances.fading(plan.reach, self.goals)
        places = by_way(p.on_map(self.side), ground.travels, p.where, len(tables))
        base = ground_worth(plan, ground.cover, self.near_supply)
        return Attraction(base, tables, self.pulls(), places, self.share)

    @cached_property
    def here(self) -> tuple[Worth, ...]:
        """The same for every hex, by how one travels."""
        return tuple(self.drawn.by(way) for way in range(self.ground.distances.ways))

    @cached_property
    def _closed(self) -> ClosedWays:
        closed = ClosedWays(self.ground.neighbours, self.corridor, self.guarded, self.plan.post, 1.0)
        closed.look(self.begun.held(self.side))
        return closed

    def refresh(self) -> None:
        """Takes in what a move has closed or opened."""
        self._closed.refresh(self.p.held(self.side))

    def redraw(self) -> None:
        """Where units are drawn, anew; the enemy's ways are taken to be what they were."""
        self.refresh()
        self.begun = self.p.copy()
        for stale in ("near_supply", "drawn", "here", "_steady"):
            self.__dict__.pop(stale, None)

    @property
    def gained(self) -> Numbers:
        """What the next unit would close in each hex."""
        return self._closed.gained

    @property
    def lost(self) -> Numbers:
        """What the only one there would open."""
        return self._closed.lost

    def drawn_to(self, unit: Unit) -> Worth:
        """Where a unit is drawn by itself, by hex."""
        return self.here[self.ground.travels[unit]]

    def draws(self, unit: Unit) -> Worth:
        """What draws a unit, by hex: the ground, and the operation that it is part of."""
        if unit not in self._under_way:
            return self.drawn_to(unit)
        if unit not in self._steady:
            self._steady[unit] = self.drawn_to(unit) + self._steadiness(unit)
        return self._steady[unit]

    @cached_property
    def _steady(self) -> dict[Unit, Worth]:
        return {}

    @cached_property
    def _under_way(self) -> frozenset[Unit]:
        """Units that have a goal over several turns, or have just come from somewhere."""
        plan = self.plan
        return frozenset([unit for unit, _ in (*plan.course * bool(plan.keep), *plan.came * bool(plan.back))])

    def _steadiness(self, unit: Unit) -> Worth:
        """What each hex is worth to the operation: nearer to the unit's goal, and not back where it came from."""
        plan, ground, worth = self.plan, self.ground, np.zeros(self.ground.size)
        for other, goal in plan.course:
            if other == unit:
                worth += plan.keep * ground.distances.fading(plan.reach, (goal,))[ground.travels[unit]][0]
        for other, origin in plan.came:
            if other == unit:
                worth -= plan.back * ground.backwards(origin, self.begun.where[unit])
        return worth

    def worths(self, unit: Unit, hexes: list[Hex]) -> list[float]:
        """What each of several hexes is worth to a unit that would go there."""
        worths: list[float] = (self.draws(unit)[hexes] + self.gained[hexes]).tolist()
        return worths

    def worth(self, unit: Unit, hex: Hex) -> float:
        """A hex to a unit that would go there."""
        return self.worths(unit, [hex])[0]

    def best_of(self, unit: Unit, hexes: list[Hex]) -> tuple[float, Hex]:
        """What the best of some hexes is worth to a unit, and which it is; less than anything if there is none."""
        if not hexes:
            return -math.inf, self.p.where[unit]
        worths = self.worths(unit, hexes)
        most = max(worths)
        return most, hexes[worths.index(most)]

    def stay(self, unit: Unit) -> float:
        """What a unit is worth where it is."""
        here = self.p.where[unit]
        return float(self.draws(unit)[here] + self.lost[here])

    def fights(self, unit: Unit) -> bool:
        """Whether a unit advances after combat at all."""
        return True

    def best_gain(self, unit: Unit, hexes: list[Hex]) -> tuple[float, Hex]:
        """What a unit gains in the best of some hexes over staying where it is, and which hex that is."""
        self.refresh()
        stay = self.stay(unit)
        return max((worth - stay, hex) for worth, hex in zip(self.worths(unit, hexes), hexes, strict=True))

    def is_crowded(self, hex: Hex) -> bool:
        """Whether friends are in a hex."""
        return bool(self.p.way(self.side)[hex] & CROWDED)


class PressFields(Fields[P, PressPlanT, G]):
    """With what it is worth to come up to the enemy, for games in which that comes before the attack."""

    enough: ClassVar[float] = 4.0
    """So many times the defence is all the strength that need come up."""

    def strength(self, p: P, unit: Unit) -> int:
        """What a unit attacks with."""
        raise NotImplementedError

    def strengths(self) -> dict[int, int]:
        """What one's own units in each hex attack with."""
        raise NotImplementedError

    def defence(self, p: P, unit: Unit) -> int:
        """What a unit defends with, at least one."""
        raise NotImplementedError

    @cached_property
    def targets(self) -> list[tuple[Hex, float, tuple[Hex, ...]]]:
        """Enemy hexes with what it takes to beat them, and the hexes around."""
        p, around, toughness = self.begun, self.begun.data.board.around, self.ground.toughness
        where, strength = p.where, dict[Hex, float]()
        for unit in p.on_map(ENEMY_OF[self.side]):
            strength[where[unit]] = strength.get(where[unit], 0.0) + self.defence(p, unit)
        return [(hex, self.enough * defence * toughness[hex], around(hex)) for hex, defence in sorted(strength.items())]

    @cached_property
    def _beside(self) -> dict[int, list[int]]:
        """For each hex beside enemies, their numbers among the targets."""
        beside = defaultdict[int, list[int]](list)
        for number, (_, _, around) in enumerate(self.targets):
            for hex in around:
                beside[hex].append(number)
        return beside

    def pressure(self, unit: Unit, hexes: Iterable[Hex]) -> dict[int, float]:
        """What a unit gains in hexes by coming up to the enemies whom the others do not outweigh yet."""
        found: dict[int, float] = {}
        if not self.plan.press or not self.strength(self.p, unit):
            return found
        values: dict[int, float] = {}
        for hex in hexes:
            for number in self._beside.get(hex, ()):
                if number not in values:
                    values[number] = self._pressure_on(number, unit)
                found[hex] = max(found.get(hex, 0.0), values[number])
        return found

    def _pressure_on(self, number: int, unit: Unit) -> float:
        p, plan, (target, enough, around) = self.p, self.plan, self.targets[number]
        strength, beside = self.strength(p, unit), 0
        if plan.together:
            there = self.strengths()
            beside = sum([there.get(hex, 0) for hex in around]) - (strength if p.where[unit] in around else 0)
        if beside >= enough:
            return 0.0
        useful = min(strength, enough - beside) / enough
        if plan.together and beside:
            useful *= 1.5
        worth = float(self.here[self.ground.lead][target])
        return plan.press * useful * (0.5 + worth + plan.goal * (target in self.wanted))

    def ground_worth(self, hex: Hex) -> float:
        """What it is worth to have a hex, whoever has it."""
        return float(self.here[self.ground.lead][hex] + self.plan.post * self.corridor[hex])
