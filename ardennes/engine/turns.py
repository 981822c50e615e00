"""Whose turn it was, record by record."""

from __future__ import annotations

from ardennes.engine.match import Match


def turn_sides(match: Match, first: int) -> list[int | None]:
    """Whose turn it was before each record from ``first`` on, and at the end. A turn is told by the lowest open
    procedure whose side changes: what is opened above it, reactions of the enemy too, happens within it."""
    sides = [[getattr(procedure, "side", None) for procedure in now.position.stack] for now in match.steps(first)]
    deepest = max(map(len, sides))
    for depth in range(deepest):
        here = [stack[depth] if depth < len(stack) else None for stack in sides]
        if {0, 1} <= set(here):
            return _carried_on(here)
    return [record.side for record in match.records[first:]] + [None]


def _carried_on(sides: list[int | None]) -> list[int | None]:
    """Where nobody has the turn, it is still the last one's."""
    now: int | None = None
    found = []
    for side in sides:
        now = now if side is None else side
        found.append(now)
    return found
