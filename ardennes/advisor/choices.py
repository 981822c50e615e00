"""Questions that are answered by what each thing on offer is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ardennes.engine.options import OBJECT_BITS, Verb

P = TypeVar("P")
S = TypeVar("S")
Choice = Callable[[S, P, Sequence[int]], int]
"""How a script answers one kind of question, given its options."""


def things(options: Iterable[int], verb: Verb) -> list[int]:
    """The objects of the options with a verb."""
    first = int(verb)
    return [option - first for option in options if not option - first >> OBJECT_BITS]


def best(verb: Verb, worth: Callable[[S, P, int], Any]) -> Choice[S, P]:
    """The thing that is worth most; the first of them, if several are."""
    return lambda script, p, options: verb + max(things(options, verb), key=lambda thing: worth(script, p, thing))


def least(verb: Verb, cost: Callable[[S, P, int], Any]) -> Choice[S, P]:
    """The thing that costs least."""
    return lambda script, p, options: verb + min(things(options, verb), key=lambda thing: cost(script, p, thing))


def first(verb: Verb, otherwise: int | None = None, *, when: Callable[[S, P], bool] | None = None) -> Choice[S, P]:
    """The first thing that is offered, where the script wants it; otherwise another option."""

    def choose(script: S, p: P, options: Sequence[int]) -> int:
        found = things(options, verb) if when is None or when(script, p) else []
        return verb + found[0] if found or otherwise is None else otherwise

    return choose
