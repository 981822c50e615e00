"""How a side means to play a turn: what it values, and orders to single units."""

from __future__ import annotations

from ardennes.advisor.plan import PressPlan


class Plan(PressPlan, frozen=True, kw_only=True):
    """Besides what all plans have that press and push: a line, and reserves. ``call`` is of posts that nobody holds,
    ``push`` counts for each hex of a retreat."""

    line: float
    """Standing in the line that keeps the enemy from one's own ground, beside his ways."""
    depth: float
    """The share of what a hex closes that a second unit adds there, by making it harder to take."""
    reserve: float
    """14.1 The share of the mechanized units behind the front that waits for gaps."""
    retake: float
    """How many times a town counts for the Allies once the Germans have them all."""
