"""Moving in one of several manners, on foot or by truck, each with prices of its own: what is open in any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ardennes.engine.texts import Refusal
from ardennes.kernels.reach import Reach
from ardennes.rules.walk import Going, Mover, Relaxation, Way, by_way_of, why_not_walk

MovementMode = tuple[Going, Reach, Mover]
"""What the mover meets in a manner, the search to look around with, and what it has left."""
SetAside = Callable[[Going], Iterable[Relaxation]]
"""The rules that may be in the way, one after another taken away."""


def best_by_way(
    movement_modes: Iterable[MovementMode], stops: Sequence[int], set_aside: SetAside, rule: str
) -> Way | Refusal:
    """The cheapest way from stop to stop in any manner; or why there is none in the first."""
    ways = [
        by_way_of(going, search, mover, stops, relaxations=set_aside(going), rule=rule)
        for going, search, mover in movement_modes
    ]
    found = [way for way in ways if isinstance(way, Way)]
    if found:
        return min(found, key=lambda way: way.along[-1:])
    return next(way for way in ways if isinstance(way, Refusal))


def why_not_along(
    movement_modes: Iterable[MovementMode], path: Sequence[int], end: int, set_aside: SetAside, rule: str
) -> Refusal | None:
    """Why no manner allows this path to ``end``; None if one does."""
    if path[-1] != end:
        return Refusal("way-ends-elsewhere", {"hex": end}, rule)
    refusals = [
        why_not_walk(going, mover, path, relaxations=set_aside(going), rule=rule) for going, _, mover in movement_modes
    ]
    return None if None in refusals else refusals[0]
