"""Chance behind one interface: dice, pools of dice and draws from a bag.

Whatever is asked for comes down to one ``pick`` among numbered outcomes. Where the pick comes from is the
*source*: a seed, a list of fixed results, a log being replayed, or the enumerator that walks every branch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import factorial
from typing import TypeVar

from ardennes.errors import ArdennesError
from ardennes.numbers import Hex

T = TypeVar("T")
Outcome = int | tuple[Hex, ...]
"""What a record remembers: what chance decided, or the path that was walked."""


class DiceError(ArdennesError):
    """A source of chance that has no (or no fitting) result left."""


class Dice(ABC):
    """What a rule rolls with."""

    @abstractmethod
    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        """One of ``count`` outcomes, numbered from 0; equally likely unless weights are given."""

    def die(self, sides: int = 6) -> int:
        """A roll from 1 to ``sides``."""
        return self.pick(sides) + 1

    def draw(self, bag: Sequence[T]) -> T:
        """One thing out of a bag or cup, which stays as it is."""
        return bag[self.pick(len(bag))]

    def pool(self, dice: int, faces: Sequence[int]) -> tuple[int, ...]:
        """How often each kind of face comes up on several dice; ``faces`` says how many faces of a kind a die has.

        The whole pool is one pick, so that walking every branch stays cheap.
        """
        results, weights = _pool_results(dice, tuple(faces))
        return results[self.pick(len(results), weights)]


@lru_cache(maxsize=1024)
def _pool_results(dice: int, faces: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    results = tuple(_splits(dice, len(faces)))
    weights = []
    for counts in results:
        weight = factorial(dice)
        for count, share in zip(counts, faces, strict=True):
            weight = weight // factorial(count) * share**count
        weights.append(weight)
    return results, tuple(weights)


def _splits(total: int, parts: int) -> Iterable[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


def seeded_pick(seed: str, number: int, count: int, weights: Sequence[int] | None = None) -> int:
    """Pick number ``number`` of a seed: a keyed hash, so that anyone who has the seed can check it."""
    if count < 1:
        raise DiceError("there is nothing to pick from")
    key = blake2b(f"{seed}:{number}".encode(), digest_size=8).digest()
    value = int.from_bytes(key, "big")
    if weights is None:
        return value * count >> 64
    mark = value * sum(weights) >> 64
    for outcome, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return outcome
    raise DiceError("the weights of a pick must be positive")


def commitment(seed: str, salt: str) -> str:
    """Given out before the first throw: whoever learns seed and salt afterwards can check that neither was changed.
    Without a salt it is that of the games before there was one."""
    return blake2b(f"{salt}:{seed}".encode() if salt else seed.encode(), digest_size=16).hexdigest()


def mixed(seed: str, shares: Iterable[str]) -> str:
    """The seed that throws follow from: whoever chose the seed did not know the shares, and who sent a share did not
    know the seed.

    >>> mixed("seed", ())
    'seed'
    """
    return ":".join((seed, *shares))


class SeededDice(Dice):
    """Dice that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed, self.picks = seed, 0

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        self.picks += 1
        return seeded_pick(self.seed, self.picks - 1, count, weights)


class FixedDice(Dice):
    """Results laid out in advance, as outcomes from 0; :meth:`rolls` takes them as dice show them."""

    def __init__(self, outcomes: Iterable[int]) -> None:
        self.left = list(outcomes)

    @classmethod
    def rolls(cls, *faces: int) -> FixedDice:
        """Dice that will show these faces.

        >>> FixedDice.rolls(6, 1).die()
        6
        """
        return cls(face - 1 for face in faces)

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        if not self.left:
            raise DiceError("no dice result is left")
        outcome = self.left.pop(0)
        if not 0 <= outcome < count:
            raise DiceError(f"result {outcome + 1} does not fit a choice of {count}")
        return outcome


class RecordedDice(Dice):
    """What chance decided when a log was written, and the paths that were walked."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self.left = list(outcomes)
        self.picks: list[tuple[int, Sequence[int] | None, int]] = []
        """What was asked for, and what came: the number of results, their weights, the outcome."""

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        outcome = self._next()
        if not isinstance(outcome, int) or not 0 <= outcome < count:
            raise DiceError(f"the log has {outcome!r} where one of {count} results is needed")
        self.picks.append((count, weights, outcome))
        return outcome

    def path(self, given: tuple[int, ...]) -> tuple[int, ...]:
        outcome = self._next()
        if isinstance(outcome, int) or outcome[-1:] != given[-1:]:
            raise DiceError("the log has another path than the one that was chosen")
        return outcome

    def _next(self) -> Outcome:
        if not self.left:
            raise DiceError("the log ends before the dice do")
        return self.left.pop(0)


class _Branch(Dice):
    """Follows a given start of picks, then takes the first outcome of each and notes the others."""

    def __init__(self, start: list[int]) -> None:
        self.path = start
        self.taken = 0
        self.weight = Fraction(1)
        self.open: list[list[int]] = []

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        if self.taken == len(self.path):
            self.open += [[*self.path, other] for other in range(count - 1, 0, -1)]
            self.path.append(0)
        outcome = self.path[self.taken]
        self.taken += 1
        share = Fraction(weights[outcome], sum(weights)) if weights is not None else Fraction(1, count)
        self.weight *= share
        return outcome


def each_branch(resolve: Callable[[Dice], T]) -> Iterator[tuple[T, Fraction]]:
    """What a resolver returns on every possible sequence of picks, one after the other, with its probability."""
    waiting: list[list[int]] = [[]]
    while waiting:
        branch = _Branch(waiting.pop())
        result = resolve(branch)
        waiting += branch.open
        if branch.weight:
            yield result, branch.weight


def every_branch(resolve: Callable[[Dice], T]) -> dict[T, Fraction]:
    """The exact distribution of what a resolver returns, by running it on every possible sequence of picks.

    >>> sum(every_branch(lambda dice: dice.die() + dice.die())[total] for total in (2, 12))
    Fraction(1, 18)
    """
    results: dict[T, Fraction] = {}
    for result, weight in each_branch(resolve):
        results[result] = results.get(result, Fraction(0)) + weight
    return results
