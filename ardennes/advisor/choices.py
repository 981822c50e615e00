"""Questions that are answered by what each thing on offer is worth.

A question knows its own verb (:class:`~ardennes.rules.picking.Pick`), so a choice need only say what a thing is worth;
``verb`` is for questions that offer several. What is worth ``None`` is not wanted; where nothing is wanted the last
option is taken, which says that it is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ardennes.engine.options import OBJECT_BITS, Verb
from ardennes.engine.position import Position

P = TypeVar("P", bound=Position)
S = TypeVar("S")
Choice = Callable[[S, P, Sequence[int]], int]
"""How a script answers one kind of question, given its options."""
Worth = Callable[[S, P, Any], Any]
"""What a thing is worth; None where it is not wanted at all."""


def things(options: Iterable[int], verb: Verb) -> list[Any]:
    """The objects of the options with a verb."""
    first = int(verb)
    return [option - first for option in options if not option - first >> OBJECT_BITS]


def best(worth: Worth[S, P], verb: Verb | None = None) -> Choice[S, P]:
    """The thing that is worth most; the first of them, if several are."""

    def choose(script: S, p: P, options: Sequence[int]) -> int:
        picked = _verb(p, verb)
        worths = {thing: found for thing in things(options, picked) if (found := worth(script, p, thing)) is not None}
        return picked + max(worths, key=worths.__getitem__) if worths else options[-1]

    return choose


def least(cost: Worth[S, P], verb: Verb | None = None) -> Choice[S, P]:
    """The thing that costs least."""

    def choose(script: S, p: P, options: Sequence[int]) -> int:
        picked = _verb(p, verb)
        cheapest: int = min(things(options, picked), key=lambda thing: cost(script, p, thing))
        return picked + cheapest

    return choose


def first(verb: Verb | None = None, *, when: Callable[[S, P], bool] | None = None) -> Choice[S, P]:
    """The first thing that is offered, where the script wants any."""

    def choose(script: S, p: P, options: Sequence[int]) -> int:
        picked = _verb(p, verb)
        offered = things(options, picked) if when is None or when(script, p) else []
        return picked + offered[0] if offered else options[-1]

    return choose


def _verb(p: Position, verb: Verb | None) -> Verb:
    """The verb of the question that is put, if no other is given."""
    assert p.asked is not None
    found: Verb = p.asked.question.verb if verb is None else verb  # type: ignore[attr-defined]
    return found
