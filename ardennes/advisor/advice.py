"""Advice made of the parts of this package: a game adds what only it knows."""

from __future__ import annotations

import math
import random
import sys
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ardennes.advisor.ground import Ground, undoes
from ardennes.advisor.judge import Calibration, Judge, logistic, outcome
from ardennes.advisor.operations import Staff, course_of
from ardennes.advisor.plan import SIMPLE, PlanBook, PlanT, prices_of
from ardennes.engine.advice import Advice, Operation
from ardennes.engine.texts import Text
from ardennes.hexes import distance
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.table import Table

NEAR = 2.0
"""Hexes apart at which a unit has done about a third of what was expected of it."""

T = TypeVar("T", bound=Table)


class GameAdvice(Advice[T], Generic[T, PlanT]):
    """Plans and weights are in the folder of the module that defines it, ``plans.toml`` and ``weights.toml``."""

    plan_type: type[PlanT]
    player_turn: ClassVar[type[Any]]
    """The procedure of a side's part of a turn."""
    drop_an_order: ClassVar[float] = 0.0
    stay: ClassVar[float] = 0.0
    """How plans are varied: the chances that an order is taken back, and that a unit is told to stay where it is."""
    orders_at_once: ClassVar[tuple[int, ...]] = (1,)
    """How many units may get another order."""

    @property
    def folder(self) -> Path:
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    def stage(self, p: T) -> int:
        sides = [procedure.side for procedure in p.stack if isinstance(procedure, self.player_turn)]
        return 2 * p.turn + (sides[0] if sides else 0)

    # --- plans -----------------------------------------------------------------------------------

    @cached_property
    def book(self) -> PlanBook[PlanT]:
        return PlanBook(self.folder / "plans.toml", self.plan_type, self.version)

    def plan_set(self, p: T) -> str:
        """Which plan is the usual one at this time of the game."""
        return self.book.usual_in(p.turn)

    def plans(self, p: T, side: Side) -> Sequence[PlanT]:
        return self.book.portfolio(side, self.plan_set(p))

    def replies(self, p: T, side: Side) -> Sequence[PlanT]:
        return self.book.replies(side, self.plan_set(p))

    def aims(self, p: T, side: Side) -> Mapping[Hex, float]:
        """What a side can still win at which hexes; nothing where the game knows no operations."""
        return {}

    def suits(self, p: T, unit: Unit, goal: Hex) -> bool:
        """Whether a unit can win what there is to be won at a goal."""
        return True

    @property
    def map_ground(self) -> Ground | None:
        """What the map means to players; none where it is not worked out."""
        return getattr(self, "ground", None)

    def operations(self, p: T, side: Side, kept: Operation | None) -> Sequence[Operation]:
        aims, own, ground = self.aims(p, side), self.aims(p, ENEMY_OF[side]), self.map_ground
        if ground is None or not (aims or own):
            return ()
        return Staff(p, side, ground, aims, own, suits=partial(self.suits, p)).operations(kept)

    def within(self, plan: PlanT, operation: Operation, came: Mapping[Unit, Hex]) -> PlanT:
        return msgspec.structs.replace(plan, course=course_of(operation), came=tuple(sorted(came.items())))

    def likeness(self, one: T, other: T, side: Side) -> float:
        """By how far apart its units are that are on the map in both."""
        grid, units = self.data.board.grid, set(one.on_map(side)) & set(other.on_map(side))
        apart = [distance(grid, one.where[unit], other.where[unit]) for unit in units]
        return sum(math.exp(-each / NEAR) for each in apart) / len(apart) if apart else 0.0

    def priced(self, plan: PlanT, prices: Mapping[str, str]) -> PlanT:
        return self.book.priced(plan, prices)

    def in_character(self, plan: PlanT, character: str) -> PlanT:
        return self.book.in_character(plan, character)

    def prices(self, plan: PlanT) -> Mapping[str, float]:
        return prices_of(plan)

    def simple(self, p: T, side: Side) -> PlanT:
        return self.book.plan(side, SIMPLE)

    def beginner_plan(self, p: T, side: Side, chance: random.Random) -> PlanT:
        usual = self.plan_set(p)
        return (
            self.book.beginner(side, chance, usual)
            if self.book.knows_beginners
            else super().beginner_plan(p, side, chance)
        )

    def title(self, plan: PlanT) -> Text:
        return Text(f"plan-{plan.name}")

    def vary(self, p: T, side: Side, plan: PlanT, chance: random.Random) -> PlanT:
        """Other orders to units that may move."""
        units = self.units_to_order(p, side)
        if not units:
            return plan
        orders = dict(plan.orders)
        if self.drop_an_order and orders and chance.random() < self.drop_an_order:
            del orders[chance.choice(sorted(orders))]
        many = self.orders_at_once
        for _ in range(chance.choice(many) if len(many) > 1 else many[0]):
            unit = chance.choice(units)
            hexes = sorted(self._ahead(p, plan, unit, self.hexes_to_order(p, unit)))
            stays = not hexes or (self.stay and chance.random() < self.stay)
            orders[unit] = p.where[unit] if stays else chance.choice(self.likely(p, hexes, chance))
        return msgspec.structs.replace(plan, orders=tuple(sorted(orders.items())))

    def _ahead(self, p: T, plan: PlanT, unit: Unit, hexes: Iterable[Hex]) -> Iterable[Hex]:
        """Those of some hexes that do not undo what the unit did in its last turn."""
        origin = dict(plan.came).get(unit)
        if origin is None:
            return hexes
        grid, here = self.data.board.grid, p.where[unit]
        return [hex for hex in hexes if not undoes(grid, origin, here, hex)]

    @abstractmethod
    def units_to_order(self, p: T, side: Side) -> Sequence[Unit]:
        """The units that may still move."""

    @abstractmethod
    def hexes_to_order(self, p: T, unit: Unit) -> Iterable[Hex]:
        """Where a unit could be ordered to go."""

    def likely(self, p: T, hexes: list[Hex], chance: random.Random) -> list[Hex]:
        """Those of some hexes that an order should be about."""
        return hexes

    # --- judgement -------------------------------------------------------------------------------

    @cached_property
    def fitted(self) -> Judge:
        """The weights that were fitted to games."""
        return Judge(self.folder / "weights.toml", self.signs)

    def weight_set(self, p: T) -> str:
        """The scenario whose weights judge a position: the one played, or the one it is said to be like."""
        scenario = p.data.scenario_data
        return self.fitted.set_like((scenario and scenario.judged_as) or p.data.scenario)

    def judge(self, p: T, side: Side) -> float:
        first = outcome(p.over) if p.over is not None else logistic(self.log_odds(p))
        return first if side == 0 else 1 - first

    @cached_property
    def calibration(self) -> Calibration:
        return Calibration(self.folder / "calibration.toml")

    def expectation(self, p: T, side: Side) -> float:
        if p.over is not None:
            return self.judge(p, side)
        first = logistic(self.calibration.log_odds(p.data.scenario, p.turn, self.log_odds(p)))
        return first if side == 0 else 1 - first

    def turns_ahead(self, p: T) -> int:
        return self.calibration.turns_ahead(p.data.scenario)

    def log_odds(self, p: T) -> float:
        """How much speaks for the first side, on the scale of log odds."""
        return self.fitted.log_odds(self.weight_set(p), self.numbers(p))
