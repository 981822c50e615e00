"""How a side means to play a turn: what it values, and orders to single units."""

from __future__ import annotations

from ardennes.advisor.plan import FieldPlan


class Plan(FieldPlan, frozen=True, kw_only=True):
    """The script does what gains most for a resource point, until ``floor``."""

    dash: float
    """An exit, to an armor division and to those who must stop it."""
    alarm: float
    """How much of the danger at the exits a move must take away to come before all others."""
    ajar: float
    """How much danger at the exits somebody may let in by leaving his place."""
    frail: float
    """What is to be feared for the last step of a unit that bars the way to an exit."""
    places: float
    """Hexes that are tried out for each unit that could stop a division."""
    watch: float
    """A point that the enemy could take by riding into a hex of one's own that nobody bars."""
    kept: float
    """Resource points that are not spent before all such hexes are safe."""
    raid: float
    """How many times its points a supply hex of the enemy draws."""
    kill: float
    """An enemy unit gone from where it stood."""
    floor: float
    """Below this gain a resource point is not spent."""
    price: float
    """What a resource point could gain elsewhere: the more, the smaller attacks are."""
    refit: float
    """The share of the points that may go to refits."""
    parts: bool = False
    """18.5 Whether divisions that may come in two parts do, and 1st SS breaks down."""
    aims: tuple[tuple[int, float], ...] = ()
    """Hexes whose defenders are worth more, or less, than they seem."""
