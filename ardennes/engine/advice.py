"""What a game knows about being played well, for the opponents: ``advice.py`` in its folder defines ``ADVICE``.

A game without advice can be played by every opponent too; they then look ahead with the numbers of its standing.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.procedure import P, answer
from ardennes.engine.texts import Text
from ardennes.numbers import Hex, Side, Unit

Plan = Any
"""How a side means to play its turn: settings and orders, in a form only the game's own advice reads. A plan never
changes once it is made."""


LATEST = 3
"""The version of the opponents as they are; an older one may be called to measure them by."""


CHARACTERS = ("cautious", "bold", "tricky")
"""How an opponent may be by nature; what that means is prices in a game's data."""


class Axis(msgspec.Struct, frozen=True):
    """A goal of an operation, and who makes for it."""

    goal: Hex
    units: tuple[Unit, ...]
    until: int
    """The turn in which it should be reached."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """What a side means to do over several turns; it never changes once it is made."""

    name: str
    since: int
    """The turn in which it was begun."""
    axes: tuple[Axis, ...] = ()
    guards: tuple[tuple[Unit, Hex], ...] = ()
    """Units that stay near what they guard."""
    reserve: tuple[Unit, ...] = ()
    """Units that are given no goal yet."""


class Script(ABC, Generic[P]):
    """Plays a side by a plan, fast and without looking ahead: one answer at a time, a whole turn in one spirit."""

    @abstractmethod
    def choose(self, p: P) -> int:
        """One of ``p.asked.options``; ``p`` is a possible truth, opened by :meth:`Advice.reveal_all`."""

    def act(self, p: P) -> int:
        """Answers the question that stands as it would choose; or, where it can, does at once by the rules all that its
        next answers would (:mod:`ardennes.engine.acts`). How many answers that was, or would have been."""
        answer(p, self.choose(p))
        return 1

    @property
    def reasons(self) -> tuple[Text, ...]:
        """Why it chose what it chose last, in words for people."""
        return ()


class DirectAnswer(msgspec.Struct, frozen=True):
    """An answer that no plan is needed for, and why."""

    option: int
    reason: Text


class Advice(ABC, Generic[P]):
    """A game's knowledge of itself, for one game data."""

    signs: ClassVar[dict[str, int]] = {}
    """Of the numbers the judgement is made from, those that only speak for the first side (1) or against it (-1)."""

    answers_a_second: ClassVar[int] = 3000
    """How much work counts as a second of thought: the simulated answers that one core of a plain machine does in at
    most that time."""

    stages_a_turn: ClassVar[float] = 1.0
    """How many stages of its own a side has in a turn, as a rule: they share the time for the turn."""

    least_lead: ClassVar[float] = 0.02
    caution: ClassVar[float] = 1.0
    """What a plan must promise more than the usual one to replace it: a little, and so many standard errors. Less where
    a turn has many stages and each decides little."""

    most_answers: ClassVar[int] = 2000
    """In a player turn and the answer to it; a script that needs more has lost its way. More in a large game."""

    longest_turn: ClassVar[float] = 60.0
    """Seconds of one core that the strongest opponent may take for all it decides in a turn."""

    version: int = LATEST
    """Of the opponents that are advised: an older one plays as it did then."""

    def __init__(self, data: GameData) -> None:
        self.data = data

    @abstractmethod
    def stage(self, p: P) -> int:
        """A number that rises with every player turn: even in those of the first side, odd in the other's."""

    def reveal_all(self, truth: P) -> P:
        """A possible truth as it is thought about: nothing in it is hidden any more, which makes it fast."""
        return truth

    def direct_answer(self, view: P, side: Side) -> DirectAnswer | None:
        """An answer about what :meth:`reveal_all` takes away and no plan knows of, such as false counters; None leaves
        the question to the plan."""
        return None

    @abstractmethod
    def plans(self, p: P, side: Side) -> Sequence[Plan]:
        """Ways to play the turn that stands, the usual one first."""

    @abstractmethod
    def vary(self, p: P, side: Side, plan: Plan, chance: random.Random) -> Plan:
        """A plan that differs a little: a unit goes elsewhere, an attack is added or left out."""

    def operations(self, p: P, side: Side, kept: Operation | None) -> Sequence[Operation]:
        """Ways to go on over several turns: the one kept first, brought up to date. None where the game has no such."""
        return ()

    def within(self, plan: Plan, operation: Operation, came: Mapping[Unit, Hex]) -> Plan:
        """The plan for a turn as part of an operation; ``came`` is from where units have come in their last turn."""
        return plan

    def replies(self, p: P, side: Side) -> Sequence[Plan]:
        """Ways in which a side may be expected to play, by which plans of the other are tried: the usual one first."""
        return self.plans(p, side)[:1]

    def likeness(self, one: P, other: P, side: Side) -> float:
        """How alike two positions are in what a side has done, from nothing to one."""
        return 0.0

    def priced(self, plan: Plan, prices: Mapping[str, str]) -> Plan:
        """A plan at other prices: ``2`` sets one, ``x2`` multiplies it. Where plans have none, it is the same."""
        return plan

    def in_character(self, plan: Plan, character: str) -> Plan:
        """A plan as somebody of this character would have it, one of :data:`CHARACTERS`."""
        return plan

    def prices(self, plan: Plan) -> Mapping[str, float]:
        """The prices that a plan has, by name."""
        return {}

    def simple(self, p: P, side: Side) -> Plan:
        """One step at a time, for the greedy player."""
        return self.plans(p, side)[0]

    def beginner_plan(self, p: P, side: Side, chance: random.Random) -> Plan:
        """How a beginner might play the turn."""
        return self.vary(p, side, self.plans(p, side)[0], chance)

    @abstractmethod
    def script(self, side: Side, plan: Plan) -> Script[P]:
        """Somebody who plays by this plan."""

    @abstractmethod
    def judge(self, p: P, side: Side) -> float:
        """The chance of a side to win from here, between 0 and 1."""

    def expectation(self, p: P, side: Side) -> float:
        """The chance of a side if both play on in their usual way; where that is not known apart, the judgement."""
        return self.judge(p, side)

    def turns_ahead(self, p: P) -> int:
        """How many turns both sides play on in their usual way before an analysis judges where they stand: what a
        style of play leaves on the map, which a judgement does not see, has shown by then."""
        return 0

    def weight_set(self, p: P) -> str:
        """Which set of weights judges this position; scenarios that are won in different ways have their own."""
        return ""

    def numbers(self, p: P) -> dict[str, float]:
        """What the judgement is made from, by name, seen from the first side; none where it is not fitted to games."""
        return {}

    def title(self, plan: Plan) -> Text:
        """What a plan is about, in words for people."""
        return Text("plan-usual")


AnyAdvice = Advice[Any]
AnyScript = Script[Any]
"""To those who play any game."""
