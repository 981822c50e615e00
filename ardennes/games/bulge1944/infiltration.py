"""14.0 SS Panzer Brigade 150: while disguised it may try to slip through enemy zones and over bridges in them."""

from __future__ import annotations

from ardennes.engine.procedure import Then
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.field import Field, in_enemy_zone
from ardennes.games.bulge1944.walking import Move, arrive, going, mover, walk
from ardennes.kernels.flags import ZONE
from ardennes.rules.walk import Mover, step, unhindered

SUCCEEDS_FROM = 4


def slip(p: Field, own: Move, there: int) -> Mover | None:
    """The step as it would be without enemy zones."""
    (manner,) = own.manners
    return step(unhindered(going(p, own.unit, manner[0]), ZONE), mover(p, own, manner), there)


def targets(p: Field, own: Move) -> list[int]:
    """Adjacent hexes in an enemy zone that it has the points to enter as if the zone were not there."""
    if not p.disguised[own.unit]:
        return []
    beside = p.kit.board.around(p.where[own.unit])
    return [there for there in beside if in_enemy_zone(p, there, own.side) and slip(p, own, there) is not None]


def attempt(p: Field, own: Move, there: int) -> Then | None:
    """A die: from 4 up the zone is as if it were not there. Otherwise the brigade is known, and pays or stays."""
    die = p.die()
    succeeded = die >= SUCCEEDS_FROM
    p.tell(Event("infiltrates" if succeeded else "is-found-out", {"unit": own.unit, "die": die, "hex": there}, "14.0"))
    (manner,) = own.manners
    if succeeded:
        after = slip(p, own, there)
        assert after is not None
        own.manners = ((manner[0], after.spent, manner[2]),)
        arrive(p, own, there)
        return None
    p.disguised[own.unit] = 0
    if step(going(p, own.unit, manner[0]), mover(p, own, manner), there) is not None:
        walk(p, own, (there,))
        return None
    if p.where[own.unit] != own.last_vacant:
        go_back(p, own)
    return Then.END


def go_back(p: Field, own: Move) -> None:
    """Out of a friend's hex, to the last one it had for itself."""
    p.put(own.unit, own.last_vacant)
    p.tell(Event("goes-back", {"unit": own.unit, "hex": own.last_vacant}, "14.0"))
