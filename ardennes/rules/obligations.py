"""Attacks that must be made: which choices leave every duty possible.

The test is local and exact: each enemy that must be attacked still has somebody free beside it, and each unit
that must attack still has an enemy left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping


def can_still_be_met(
    beside: Mapping[int, Collection[int]], free: Collection[int], obliged: Collection[int], enemies: Collection[int]
) -> bool:
    """Whether all can still be done. ``beside`` has, for each unit, the enemies it may attack; ``enemies`` are those
    left that must be attacked."""
    reachable = {enemy for unit in free for enemy in beside[unit]}
    return set(enemies) <= reachable and units_can_attack(beside, obliged, enemies)


def units_can_attack(beside: Mapping[int, Collection[int]], obliged: Collection[int], left: Collection[int]) -> bool:
    """Whether every unit that must attack still has an enemy left."""
    return all(any(enemy in left for enemy in beside[unit]) for unit in obliged)
