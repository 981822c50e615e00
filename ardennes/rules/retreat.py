"""Retreats: the ways a beaten stack may take, best first, and never into a dead end that could be avoided."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.kernels.flags import NO_END
from ardennes.kernels.retreat import Ranks, Retreat


class RetreatLaw(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook asks of a retreat."""

    ranks: Ranks
    """How good each step is; what may not be entered has no rank."""
    hexes: int
    """How far it must go."""
    at_most: int = 0
    """How far it may go, where a longer way is allowed to find a place to stop."""
    away: int = 0
    """How far from its start it must end."""
    no_end: int = NO_END
    """Flags of hexes it may pass, but not end in."""
    step_by_step: bool = False
    """Priorities asked at each step, instead of over the whole way."""


def next_steps(
    search: Retreat, law: RetreatLaw, walked: Sequence[int], hexes: bytearray, hexsides: bytearray
) -> list[int]:
    """The hexes the retreat may go on to; none where it cannot be completed. ``walked`` begins with its first hex."""
    done = len(walked) - 1
    least, most = law.hexes - done, max(law.hexes, law.at_most) - done
    if most <= 0:
        return []
    search.run(walked, law.ranks, hexes, hexsides, max(1, least), most, law.no_end, law.away, law.step_by_step)
    return list(search.first_steps)
