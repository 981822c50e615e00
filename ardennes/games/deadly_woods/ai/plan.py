"""How a side means to play a round: what it values, and orders to single units."""

from __future__ import annotations

from ardennes.advisor.plan import FieldPlan


class Plan(FieldPlan, frozen=True, kw_only=True):
    """Besides goals and steps: roads, supply of the enemy's goals, pressure on his units."""

    call: float
    """Coming nearer to goals of one's own that the enemy threatens and few friends are near."""
    cut: float
    """Standing on the ways that supply the enemy's goals, where only goals in supply count."""
    press: float
    """Coming up to an enemy whom one's friends do not yet outweigh."""
    room: float
    """A road hex of its own for a unit that travels by road: 10.4.1 stacked it would start off the road."""
    push: float
    """A retreat of the enemy, apart from the ground he leaves."""
    ground: float
    """The share of what a hex is worth that driving the enemy out of it brings."""
    goal: float
    """A goal that changes hands."""
    guns: float
    """What an asset must add to a combat that can serve only once a turn."""
    eager: float
    """The least gain an attack is made for."""
    focus: int | None = None
    """A goal that draws units several times as strongly as the others."""
