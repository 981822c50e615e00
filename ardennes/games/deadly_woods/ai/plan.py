"""How a side means to play a round: what it values, and orders to single units."""

from __future__ import annotations

from ardennes.advisor.plan import PressPlan


class Plan(PressPlan, frozen=True, kw_only=True):
    """Besides what all plans have that press and push: roads, and a goal before all others."""

    room: float
    """A road hex of its own for a unit that travels by road: 10.4.1 stacked it would start off the road."""
    focus: int | None = None
    """A goal that draws units several times as strongly as the others."""
