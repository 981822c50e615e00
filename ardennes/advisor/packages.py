"""Attacks put together: who takes part and with what support, by what a game's own declared attack gains on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

import msgspec

from ardennes.rules.fighting import Attack

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
    best: Package[A], value: Callable[[A], Package[A]], units: Iterable[int], least: float
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
