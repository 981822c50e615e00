"""How a side means to play a turn: what it values, and orders to single units. Prices are data, ``plans.toml``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from ardennes.datafiles import DataError, read_toml
from ardennes.engine.advice import LATEST
from ardennes.errors import ArdennesError
from ardennes.numbers import Hex, Side, Unit
from ardennes.shapes import worked_out

USUAL, SIMPLE, LATE = "usual", "simple", "late"
Range = tuple[float, float]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What every game's plans have."""

    name: str = USUAL
    orders: tuple[tuple[Unit, Hex], ...] = ()
    """Units that shall end their move in a hex; their own hex means that they stay."""
    course: tuple[tuple[Unit, Hex], ...] = ()
    """Where units are going over several turns."""
    came: tuple[tuple[Unit, Hex], ...] = ()
    """From where units have come in their last turn."""


class FieldPlan(Plan, frozen=True, kw_only=True):
    """Prices in victory points, for games played by what hexes are worth."""

    pull: float
    """What ground that leads to the enemy's goals is worth."""
    post: float
    """Closing the ways to one's own goals."""
    guard: float
    """Standing on a goal of one's own that the enemy could reach."""
    cover: float
    """What makes a hex one step easier to hold: a die, a column."""
    supply: float
    """Being in supply."""
    harm: float
    """A step of the enemy."""
    blood: float
    """A step of one's own."""
    reach: float
    """Turns over which a goal loses most of its pull."""
    keep: float = 0.0
    """Being where the operation wants a unit."""
    back: float = 0.0
    """What it costs to go back where a unit has just come from."""
    together: bool = True
    """Whether units are brought up to attack with others; otherwise one step is taken at a time."""
    noise: float = 0.0
    """How much a beginner is off in judging a gain."""


class PressPlan(FieldPlan, frozen=True, kw_only=True):
    """For games in which units come up to the enemy first and attack later, driving him back."""

    press: float
    """Coming up to an enemy whom one's friends do not yet outweigh."""
    cut: float
    """Standing on the ways that supply the enemy's goals, where only goals in supply count."""
    call: float
    """Coming nearer to what has to be held and few friends are near."""
    push: float
    """A retreat of the enemy, apart from the ground he leaves."""
    ground: float
    """The share of what a hex is worth that driving the enemy out of it brings."""
    goal: float
    """A goal that changes hands."""
    guns: float
    """What support must add to a combat that could serve in another."""
    eager: float
    """The least gain an attack is made for."""
    whole_answer: bool = False
    """Whether the defender is expected to answer with all he may, not with his strongest gun alone."""
    below_table: bool = True
    """Whether attacks are made at odds that the table does not have."""


PlanT = TypeVar("PlanT", bound=Plan)
FieldPlanT = TypeVar("FieldPlanT", bound=FieldPlan)
PressPlanT = TypeVar("PressPlanT", bound=PressPlan)


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a plan differs from another: prices that are multiplied, divided, not less than, or just so."""

    times: dict[str, float] = {}
    over: dict[str, float] = {}
    least: dict[str, float] = {}
    sets: dict[str, Any] = {}

    def applied_to(self, prices: dict[str, Any]) -> dict[str, Any]:
        changed = dict(prices)
        changed.update({price: prices[price] * factor for price, factor in self.times.items()})
        changed.update({price: prices[price] / divisor for price, divisor in self.over.items()})
        changed.update({price: max(least, changed[price]) for price, least in self.least.items()})
        return {**changed, **self.sets}


class Beginner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a beginner may make of a plan: prices are multiplied by chance, or drawn, between two bounds."""

    times: dict[str, Range] = {}
    drawn: dict[str, Range] = {}
    sets: dict[str, Any] = {}


class Former(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the plans of an older version of the opponents lack: prices that were not known, and plans."""

    sets: dict[str, Any] = {}
    without: tuple[str, ...] = ()


class PlanFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``plans.toml``"""

    prices: dict[str, Any]
    """Of every plan that does not say otherwise."""
    first: dict[str, dict[str, Any]] = {}
    second: dict[str, dict[str, Any]] = {}
    """Plans of each side by name: the usual one, the simple one, the late one, and what else a game tells apart."""
    late_from: int | None = None
    """The turn from which the late plan is the usual one."""
    portfolio: dict[str, Change] = {}
    """What is tried besides, as changes of the usual plan."""
    replies: dict[str, Change] = {}
    """How else a side may be expected to play, as changes of the usual plan."""
    unanswered: Change = Change()
    """For a turn that no enemy turn follows."""
    characters: dict[str, Change] = {}
    """How the plans of somebody of a character differ."""
    beginner: Beginner | None = None
    former: dict[str, Former] = {}
    """By the number of the last version that played so."""


def prices_of(plan: Plan) -> dict[str, float]:
    """What a plan has prices for."""
    return {price: now for price, now in msgspec.structs.asdict(plan).items() if isinstance(now, float)}


class PlanBook(Generic[PlanT]):
    """The plans of a game."""

    def __init__(self, path: Path, plan_type: type[PlanT], version: int = LATEST) -> None:
        self._path, self._type, self._file = path, plan_type, read_toml(path, PlanFile)
        self._former = [each for number, each in self._file.former.items() if version <= int(number)]
        self.plan = lru_cache(maxsize=None)(self._plan)
        """By side and name: a plan of its own."""
        self.portfolio = lru_cache(maxsize=None)(self._portfolio)
        """By side and the name of the plan that is usual now: settings worth trying, the usual first."""
        self.replies = lru_cache(maxsize=None)(self._replies)
        """The same: ways to play that the other side should reckon with."""
        self.in_character = lru_cache(maxsize=256)(self._in_character)
        """By plan and character."""

    def _plan(self, side: Side, name: str = USUAL) -> PlanT:
        plans = (self._file.first, self._file.second)[side]
        return self._made({**self._file.prices, **plans.get(name, {})}, f"the plan {name}")

    def _portfolio(self, side: Side, name: str = USUAL) -> tuple[PlanT, ...]:
        usual = self.plan(side, name)
        unknown = {name for former in self._former for name in former.without}
        tried = {name: each for name, each in self._file.portfolio.items() if name not in unknown}
        return usual, *(self._changed(usual, name, change) for name, change in tried.items())

    def _replies(self, side: Side, name: str = USUAL) -> tuple[PlanT, ...]:
        usual = self.plan(side, name)
        return usual, *(self._changed(usual, reply, change) for reply, change in self._file.replies.items())

    def priced(self, plan: PlanT, prices: Mapping[str, str]) -> PlanT:
        """A plan at other prices: ``2`` sets one, ``x2`` multiplies it."""
        known, priced = msgspec.structs.asdict(plan), prices_of(plan)
        for price, text in prices.items():
            try:
                now = priced[price]
                known[price] = now * float(text[1:]) if text.startswith("x") else float(text)
            except (KeyError, ValueError):
                offered = ", ".join(sorted(priced))
                raise ArdennesError(f"{price}={text!r} is no price of a plan; there are {offered}") from None
        return self._made(known, f"the plan {plan.name}")

    def _in_character(self, plan: PlanT, character: str) -> PlanT:
        return self._changed(plan, plan.name, self._file.characters.get(character, Change()))

    def unanswered(self, plan: PlanT) -> PlanT:
        """The same plan for a turn that no enemy turn follows."""
        return self._changed(plan, plan.name, self._file.unanswered)

    def usual_in(self, turn: int) -> str:
        """The name of the plan that is the usual one in a turn."""
        late_from = self._file.late_from
        return USUAL if late_from is None or turn < late_from else LATE

    @property
    def knows_beginners(self) -> bool:
        return self._file.beginner is not None

    def beginner(self, side: Side, chance: random.Random, name: str = USUAL) -> PlanT:
        """Thresholds a beginner might have."""
        prices, rules = msgspec.structs.asdict(self.plan(side, name)), self._file.beginner or Beginner()
        for price, (low, high) in rules.times.items():
            prices[price] *= chance.uniform(low, high)
        for price, (low, high) in rules.drawn.items():
            prices[price] = chance.uniform(low, high)
        return self._made({**prices, **rules.sets}, "the beginner's plan")

    def _changed(self, plan: PlanT, name: str, change: Change) -> PlanT:
        return self._made({**change.applied_to(msgspec.structs.asdict(plan)), "name": name}, f"the plan {name}")

    def _made(self, prices: dict[str, Any], what: str) -> PlanT:
        for former in self._former:
            prices = {**prices, **former.sets}
        if unknown := sorted(prices.keys() - set(self._type.__struct_fields__)):
            raise DataError(f"{self._path.name}: {what} has a price for {unknown[0]}, which no plan of this game has")
        try:
            return msgspec.convert(prices, worked_out(self._type))
        except msgspec.ValidationError as error:
            raise DataError(f"{self._path.name}: {what}: {error}") from None
