"""Operations: who makes for which goal over several turns, what is guarded, and who waits in reserve."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from ardennes.advisor.ground import Ground
from ardennes.engine.advice import Axis, Operation
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.table import Table

BROAD, MAIN = "broad", "main"
CROWDING = 0.5
"""What each unit that makes for a goal takes from it for the next."""
MAIN_EFFORT = 4.0
"""How many times what it is worth the goal of the main effort counts."""
MOST_AXES = 4
TOO_FAR = 3.0
"""Turns from every goal at which a unit is held in reserve."""
FADES = 1.0
"""Turns over which a goal loses most of what it is worth to a unit."""
IN_REACH = 2.0
"""Turns within which an enemy is a danger to what must be guarded."""
LATE = 1
"""Turns that an axis may be late before it is given up."""


class Staff:
    """Draws up the operations of a side: ``aims`` is what it could win at which hexes, ``own`` what it must guard,
    ``suits`` whether a unit can win it there."""

    def __init__(
        self,
        p: Table,
        side: Side,
        ground: Ground,
        aims: Mapping[Hex, float],
        own: Mapping[Hex, float],
        *,
        suits: Callable[[Unit, Hex], bool],
    ) -> None:
        self.p, self.side, self.ground, self.aims, self.own, self.suits = p, side, ground, aims, own, suits
        self.units = [unit for unit in p.on_map(side) if ground.travels[unit] < ground.distances.ways]

    def operations(self, kept: Operation | None) -> list[Operation]:
        """The one that is kept, as far as it still has a goal, and those that could be begun now."""
        going_on = None if kept is None or kept.since > self.p.turn else self._gone_on_with(kept)
        broad = self._drawn_up(BROAD)
        return [
            *([going_on] if going_on is not None else []),
            broad,
            *([self._drawn_up(MAIN)] if broad.axes else []),
        ]

    def _turns(self, unit: Unit, goal: Hex) -> float:
        return float(self.ground.distances.turns_to(self.ground.travels[unit], goal)[self.p.where[unit]])

    def _drawn_up(self, name: str) -> Operation:
        guards = self._guards()
        axes, reserve = self._axes(name, [unit for unit in self.units if unit not in dict(guards)], {})
        return Operation(name=name, since=self.p.turn, axes=axes, guards=guards, reserve=reserve)

    def _guards(self) -> tuple[tuple[Unit, Hex], ...]:
        """One unit in each hex to be guarded that an enemy could be in soon, the weakest of those there."""
        p, found = self.p, list[tuple[Unit, Hex]]()
        enemies = p.on_map(ENEMY_OF[self.side])
        for hex in sorted(self.own):
            there = [unit for unit in self.units if p.where[unit] == hex]
            if there and any(self._turns(enemy, hex) <= IN_REACH for enemy in enemies):
                found.append((min(there, key=lambda unit: (p.steps[unit], unit)), hex))
        return tuple(found)

    def _axes(
        self, name: str, units: Iterable[Unit], begun: Mapping[Hex, list[Unit]]
    ) -> tuple[tuple[Axis, ...], tuple[Unit, ...]]:
        """Each unit makes for the goal that is worth most to it, those first to whom one is; ``begun`` is who does
        already."""
        assigned = {goal: list(there) for goal, there in begun.items()}
        far = {unit: {goal: self._turns(unit, goal) for goal in self.aims if self.suits(unit, goal)} for unit in units}
        near = {unit: min(turns.values(), default=math.inf) for unit, turns in far.items()}
        stress = self._main_effort(far) if name == MAIN else {}
        waiting = {unit for unit, turns in near.items() if turns > TOO_FAR}
        for unit in sorted(far.keys() - waiting, key=lambda unit: (near[unit], unit)):
            goals = [goal for goal in far[unit] if len(assigned) < MOST_AXES or goal in assigned]
            worths = {
                goal: stress.get(goal, 1.0) * self._worth(goal, far[unit][goal], len(assigned.get(goal, ())))
                for goal in goals
            }
            best = max(worths, key=lambda goal: (worths[goal], goal), default=None)
            if best is None:
                waiting.add(unit)
            else:
                assigned.setdefault(best, []).append(unit)
        axes = [
            Axis(goal, tuple(sorted(there)), self._deadline(goal, there)) for goal, there in assigned.items() if there
        ]
        return tuple(sorted(axes, key=lambda axis: axis.goal)), tuple(sorted(waiting))

    def _worth(self, goal: Hex, turns: float, others: int = 0) -> float:
        """What a goal is worth to a unit so far away, if others make for it."""
        return self.aims[goal] * math.exp(-turns / FADES) / (1 + CROWDING * others)

    def _main_effort(self, far: Mapping[Unit, Mapping[Hex, float]]) -> dict[Hex, float]:
        """The goal that is worth most to all units together."""
        worths = {
            goal: sum(self._worth(goal, turns[goal]) for turns in far.values() if goal in turns) for goal in self.aims
        }
        return {max(worths, key=lambda goal: (worths[goal], goal)): MAIN_EFFORT} if worths else {}

    def _deadline(self, goal: Hex, units: Sequence[Unit]) -> int:
        """When the second of those who make for it could be there, enemies or not, and a turn for them."""
        turns = sorted(self._turns(unit, goal) for unit in units)
        return self.p.turn + math.ceil(turns[min(1, len(turns) - 1)]) + 1

    def _gone_on_with(self, kept: Operation) -> Operation | None:
        """What is left of an operation: goals that are won or overdue fall away, and who is free gets another."""
        p, ours = self.p, set(self.units)
        open_axes = [axis for axis in kept.axes if axis.goal in self.aims and p.turn <= axis.until + LATE]
        begun = {axis.goal: [unit for unit in axis.units if unit in ours] for axis in open_axes}
        begun = {goal: there for goal, there in begun.items() if there}
        if not begun:
            return None
        guards = self._guards()
        busy = {unit for there in begun.values() for unit in there} | dict(guards).keys()
        begun = {goal: [unit for unit in there if unit not in dict(guards)] for goal, there in begun.items()}
        axes, reserve = self._axes(kept.name, [unit for unit in self.units if unit not in busy], begun)
        until = {axis.goal: axis.until for axis in open_axes}
        axes = tuple(msgspec.structs.replace(axis, until=until.get(axis.goal, axis.until)) for axis in axes)
        return msgspec.structs.replace(kept, axes=axes, guards=guards, reserve=reserve)


def course_of(operation: Operation) -> tuple[tuple[Unit, Hex], ...]:
    """Where each unit goes by an operation."""
    axes = [(unit, axis.goal) for axis in operation.axes for unit in axis.units]
    return tuple(sorted([*axes, *operation.guards]))
