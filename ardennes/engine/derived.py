"""Derived facts: what follows from a position, worked out once and kept until something it follows from changes.

A fact is a function of the position with :func:`derived` above it, which says how long it stays true. Positions keep
one cache for each kind of change; a change puts an empty one in its place, so that copies may share them until then.
What a fact returns is read only.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Any, TypeVar, cast

from ardennes.numbers import Side

Fact = TypeVar("Fact", bound=Callable[..., Any])


class Until(IntEnum):
    """What makes a fact forgotten. Where it speaks of a side, that is the fact's first argument after the position."""

    ANY_CHANGE = 0
    """Any answer, step of a procedure or move."""
    ANY_MOVE = 1
    """Any unit is put elsewhere."""
    HEXSIDES_CHANGE = 2
    """A bridge is blown or built."""
    SIDE_MOVES = 3
    """A unit of the side is put elsewhere."""
    ENEMY_MOVES = 4
    """A unit of its enemy is."""
    SIDE_COMES_OR_GOES = 5
    """A unit of the side comes onto the map or leaves it, or is put into another box."""


ANY_CHANGE, ANY_MOVE, HEXSIDES_CHANGE, MOVES_OF, ROSTER_OF = 0, 1, 2, 3, 5
"""Where the caches are in the list that a position keeps; of the last two there is one for each side."""
CACHES = 7
OF_A_SIDE = {
    Until.SIDE_MOVES: (MOVES_OF, 1),
    Until.ENEMY_MOVES: (MOVES_OF + 1, -1),
    Until.SIDE_COMES_OR_GOES: (ROSTER_OF, 1),
}
"""The cache of side 0 for facts that speak of a side, and how far that of side 1 is from it."""

Caches = list[dict[Any, Any]]
FACTS: dict[str, Until] = {}
"""Every fact that is declared, by module and name."""


def fresh_caches() -> Caches:
    return [{} for _ in range(CACHES)]


def derived(until: Until) -> Callable[[Fact], Fact]:
    """Declares a derived fact: a function of a position, and perhaps of more, that can be told again without work."""

    def declare(work_out: Fact) -> Fact:
        name = f"{work_out.__module__}:{work_out.__qualname__}"
        FACTS[name] = until
        if until in OF_A_SIDE:
            of_a_side = _of_a_side if work_out.__code__.co_argcount == 2 else _of_a_side_and_things
            told = of_a_side(work_out, name, *OF_A_SIDE[until])
        elif work_out.__code__.co_argcount == 1:
            told = _of_all(work_out, name, int(until))
        else:
            told = _of_things(work_out, name, int(until))
        return cast("Fact", wraps(work_out)(told))

    return declare


def _of_all(work_out: Callable[..., Any], name: str, number: int) -> Callable[..., Any]:
    def told(p: Any) -> Any:
        cache = p.caches[number]
        if name not in cache:
            cache[name] = work_out(p)
        return cache[name]

    return told


def _of_things(work_out: Callable[..., Any], name: str, number: int) -> Callable[..., Any]:
    def told(p: Any, *things: Any) -> Any:
        cache, key = p.caches[number], (name, things)
        if key not in cache:
            cache[key] = work_out(p, *things)
        return cache[key]

    return told


def _of_a_side(work_out: Callable[..., Any], name: str, first: int, step: int) -> Callable[..., Any]:
    """The cache of a side is ``first + step * side``."""

    def told(p: Any, side: Side) -> Any:
        cache = p.caches[first + step * side]
        if name not in cache:
            cache[name] = work_out(p, side)
        return cache[name]

    return told


def _of_a_side_and_things(work_out: Callable[..., Any], name: str, first: int, step: int) -> Callable[..., Any]:
    def told(p: Any, *things: Any) -> Any:
        cache, key = p.caches[first + step * things[0]], (name, things)
        if key not in cache:
            cache[key] = work_out(p, *things)
        return cache[key]

    return told
