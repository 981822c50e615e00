"""Advice made of the parts of this package: a game adds what only it knows."""

from __future__ import annotations

import random
import sys
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Generic

import msgspec

from ardennes.advisor.judge import Judge, logistic, outcome
from ardennes.advisor.plan import SIMPLE, USUAL, PlanBook, PlanT
from ardennes.engine.advice import Advice
from ardennes.engine.procedure import P
from ardennes.engine.texts import Text


class GameAdvice(Advice[P], Generic[P, PlanT]):
    """Plans and weights are in the folder of the module that defines it, ``plans.toml`` and ``weights.toml``."""

    plan_type: type[PlanT]
    drop_an_order: ClassVar[float] = 0.0
    stay: ClassVar[float] = 0.0
    """How plans are varied: the chances that an order is taken back, and that a unit is told to stay where it is."""
    orders_at_once: ClassVar[tuple[int, ...]] = (1,)
    """How many units may get another order."""

    @property
    def folder(self) -> Path:
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    # --- plans -----------------------------------------------------------------------------------

    @cached_property
    def book(self) -> PlanBook[PlanT]:
        return PlanBook(self.folder / "plans.toml", self.plan_type)

    def plan_set(self, p: P) -> str:
        """Which plan is the usual one at this time of the game."""
        return USUAL

    def plans(self, p: P, side: int) -> Sequence[PlanT]:
        return self.book.portfolio(side, self.plan_set(p))

    def simple(self, p: P, side: int) -> PlanT:
        return self.book.plan(side, SIMPLE)

    def beginner_plan(self, p: P, side: int, chance: random.Random) -> PlanT:
        usual = self.plan_set(p)
        return (
            self.book.beginner(side, chance, usual)
            if self.book.knows_beginners
            else super().beginner_plan(p, side, chance)
        )

    def title(self, plan: PlanT) -> Text:
        return Text(f"plan-{plan.name}")

    def vary(self, p: P, side: int, plan: PlanT, chance: random.Random) -> PlanT:
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
            hexes = sorted(self.hexes_to_order(p, unit))
            stays = not hexes or (self.stay and chance.random() < self.stay)
            orders[unit] = p.where[unit] if stays else chance.choice(self.likely(p, hexes, chance))
        return msgspec.structs.replace(plan, orders=tuple(sorted(orders.items())))

    @abstractmethod
    def units_to_order(self, p: P, side: int) -> Sequence[int]:
        """The units that may still move."""

    @abstractmethod
    def hexes_to_order(self, p: P, unit: int) -> Iterable[int]:
        """Where a unit could be ordered to go."""

    def likely(self, p: P, hexes: list[int], chance: random.Random) -> list[int]:
        """Those of some hexes that an order should be about."""
        return hexes

    # --- judgement -------------------------------------------------------------------------------

    @cached_property
    def fitted(self) -> Judge:
        """The weights that were fitted to games."""
        return Judge(self.folder / "weights.toml", self.signs)

    def judge(self, p: P, side: int) -> float:
        first = outcome(p.over) if p.over is not None else logistic(self.log_odds(p))
        return first if side == 0 else 1 - first

    def log_odds(self, p: P) -> float:
        """How much speaks for the first side, on the scale of log odds."""
        return self.fitted.log_odds(self.weight_set(p), self.numbers(p))
