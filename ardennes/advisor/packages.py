"""Attacks put together: who takes part and with what support, by what a game's own declared attack gains on average."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ardennes.advisor.fields import Fields
from ardennes.engine.dice import Dice, every_branch
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.fighting import Attack
from ardennes.rules.table import Table

A = TypeVar("A", bound=Attack)


class Package(msgspec.Struct, Generic[A], frozen=True, gc=False):
    """An attack as it should be declared, and what it gains."""

    attack: A
    gain: float


def mean(chances: Mapping[str, float], worth: Mapping[str, float]) -> float:
    """What an attack brings on average, by how often each result comes up and what it is worth.

    >>> mean({"hit": 0.25, "miss": 0.75}, {"hit": 2.0, "miss": -0.5})
    0.125
    """
    return sum([worth[result] * chance for result, chance in chances.items()])


def better(one: Package[A], other: Package[A]) -> Package[A]:
    return other if other.gain > one.gain else one


def without_those_not_missed(
    best: Package[A], value: Callable[[A], Package[A]], units: Iterable[Unit], least: float
) -> Package[A]:
    """Takes units out of an attack, one after another, who do not add ``least`` to it; somebody always stays."""
    for unit in units:
        fewer = tuple(other for other in best.attack.attackers if other != unit)
        if fewer:
            without = value(msgspec.structs.replace(best.attack, attackers=fewer))
            best = without if without.gain >= best.gain - least else best
    return best


def with_what_pays(
    best: Package[A], value: Callable[[A], Package[A]], additions: Callable[[A], Iterable[A]], least: float
) -> Package[A]:
    """Adds to an attack what gains most, as long as that is at least so much."""
    while True:
        found = max(map(value, additions(best.attack)), key=lambda package: package.gain, default=best)
        if found.gain < best.gain + least or found is best:
            return best
        best = found


P = TypeVar("P", bound=Table)
F = TypeVar("F", bound=Fields[Any, Any, Any])
Value = Callable[[A], Package[A]]
"""Says what an attack gains."""


class Fights(Generic[P, F, A]):
    """The best attacks of one phase; what has been worked out is kept while the same units face each other."""

    not_missed: ClassVar[float]
    """What a unit must add to an attack that could go on without it."""

    def __init__(self, p: P, side: Side, fields: F) -> None:
        self.p, self.side, self.fields, self.plan = p, side, fields, fields.plan
        self._known: dict[Hashable, Package[A]] = {}

    # --- what a game says -------------------------------------------------------------------------

    def able(self, target: Hex, candidates: Sequence[Unit] | None) -> tuple[Unit, ...]:
        """Those of some units, or of all, who may attack a hex now."""
        raise NotImplementedError

    def defenders(self, target: Hex) -> tuple[Unit, ...]:
        raise NotImplementedError

    def at_hand(self, target: Hex, units: tuple[Unit, ...]) -> Hashable:
        """What else the best attack depends on, such as the guns in reach."""
        return None

    def attacks(self, target: Hex, units: tuple[Unit, ...]) -> list[A]:
        """The attacks to begin with, without support."""
        raise NotImplementedError

    def strength(self, unit: Unit) -> float:
        """By which units are tried who could stay out, the weakest first."""
        raise NotImplementedError

    def additions(self, attack: A) -> Iterable[A]:
        """The attack with one more thing that supports it."""
        return ()

    @property
    def price_of_support(self) -> float:
        """What that must add."""
        return float(self.plan.guns)

    def answer(self, target: Hex) -> tuple[int, ...]:
        """What the defender of a hex may be expected to answer with."""
        return ()

    def is_below_table(self, attack: A) -> bool:
        """Whether the odds of an attack are lower than any the table has."""
        return False

    def worths(self, attack: A) -> Mapping[str, float]:
        """What each result is worth to the attacker, whoever takes part."""
        raise NotImplementedError

    def chances(self, attack: A) -> Mapping[str, float]:
        """How often each result comes up."""
        raise NotImplementedError

    # --- what follows from it ---------------------------------------------------------------------

    def package(self, target: Hex, candidates: Sequence[Unit] | None = None) -> Package[A] | None:
        """The best attack on a hex by those who may attack it now."""
        units, defenders, steps = self.able(target, candidates), self.defenders(target), self.p.steps
        if not units or not defenders:
            return None
        facing = tuple([steps[unit] for unit in (*units, *defenders)])
        key = target, units, defenders, facing, self.at_hand(target, units)
        if key not in self._known:
            self._known[key] = self.put_together(target, units)
        return self._known[key]

    def put_together(self, target: Hex, units: tuple[Unit, ...]) -> Package[A]:
        """Who is not missed stays out, and what pays is added."""
        value = self.valuer(target)
        first, *others = map(value, self.attacks(target, units))
        best = first
        for other in others:
            best = better(best, other)
        weakest_first = sorted(best.attack.attackers, key=self.strength)
        best = without_those_not_missed(best, value, weakest_first, self.not_missed)
        return with_what_pays(best, value, self.additions, self.price_of_support)

    def valuer(self, target: Hex) -> Value[A]:
        """Says what attacks on a hex bring if they are answered as is to be expected."""
        attack, *_ = self.attacks(target, ())
        answer, worth = self.answer(target), self.worths(attack)

        def value(attack: A) -> Package[A]:
            answered = msgspec.structs.replace(attack, answer=answer)
            return Package(attack, self.mean(answered, worth))

        return value

    def is_declined(self, package: Package[A]) -> bool:
        """Whether an attack is not made, whatever it gains: it would be answered so that no table has its odds."""
        attack = package.attack
        return not self.plan.below_table and self.is_below_table(
            msgspec.structs.replace(attack, answer=self.answer(attack.target))
        )

    def mean(self, attack: A, worth: Mapping[str, float]) -> float:
        """What an attack brings on average, by what each result is worth."""
        return mean(self.chances(attack), worth)

    def gain(self, attack: A) -> float:
        """What an attack brings its attacker on average."""
        return self.mean(attack, self.worths(attack))

    def rolled(self, key: tuple[int, int], result: Callable[[Dice], str]) -> Mapping[str, float]:
        """How often each result of a roll comes up, by what it depends on."""
        known: dict[tuple[int, int], dict[str, float]] = self.fields.ground.chances
        if key not in known:
            known[key] = {text: float(chance) for text, chance in every_branch(result).items()}
        return known[key]
