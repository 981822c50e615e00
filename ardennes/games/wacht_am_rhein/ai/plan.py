"""How a side means to play a turn: what it values, which way its formations go, and orders to single units."""

from __future__ import annotations

from ardennes.advisor.plan import PressPlan
from ardennes.numbers import Hex


class Plan(PressPlan, frozen=True, kw_only=True):
    """Besides what all plans have that press and push. ``call`` is what a formation's own goal counts more than the
    others, ``press`` what an attack that can be prepared is worth beside one that is made at once."""

    axes: tuple[tuple[str, Hex], ...] = ()
    """Formations that shall make for a goal, whatever else is nearer."""
    town: float
    """25.17, 25.27 What a place that a level of victory names is worth."""
    exit: float
    """25.17, 25.27 What the way off the map is worth."""
    march: float
    """7.34 What March Mode costs beside the enemy."""
    duty: float
    """8.41 What it costs to stand where one must attack and nobody has planned to."""
    depth: float
    """The share of what a hex closes that a second unit adds there."""
    dig: float
    """16.0 From what a post is worth on, its holders dig in."""
    night: float
    """13.24 What a move in a bonus turn must gain, for it costs two turns of fatigue."""
    stake: float
    """What keeping a hex is worth against a step, beside what the hex itself is worth."""
