"""14.0 SS Panzer Brigade 150: while disguised it may try to slip through enemy zones and over bridges in them."""

from __future__ import annotations

from ardennes.engine.procedure import Then
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.walking import Move, arrive, going, mover, walk
from ardennes.kernels.flags import ZONE
from ardennes.numbers import Hex
from ardennes.rules.walk import Mover, step, unhindered

SUCCEEDS_FROM = 4


def slip(p: Field, move: Move, there: Hex) -> Mover | None:
    """The step as it would be without enemy zones."""
    (movement_mode,) = move.movement_modes
    return step(unhindered(going(p, move.unit, movement_mode[0]), ZONE), mover(p, move, movement_mode), there)


def targets(p: Field, move: Move) -> list[Hex]:
    """Adjacent hexes in an enemy zone that it has the points to enter as if the zone were not there."""
    if not p.disguised[move.unit]:
        return []
    beside = p.data.board.around(p.where[move.unit])
    return [there for there in beside if p.in_enemy_zone(there, move.side) and slip(p, move, there) is not None]


def attempt(p: Field, move: Move, there: Hex) -> Then | None:
    """A die: from 4 up the zone is as if it were not there. Otherwise the brigade is known, and pays or stays."""
    die = p.die()
    succeeded = die >= SUCCEEDS_FROM
    p.tell(Event("infiltrates" if succeeded else "is-found-out", {"unit": move.unit, "die": die, "hex": there}, "14.0"))
    (movement_mode,) = move.movement_modes
    if succeeded:
        after = slip(p, move, there)
        assert after is not None
        move.movement_modes = ((movement_mode[0], after.spent, movement_mode[2]),)
        arrive(p, move, there)
        return None
    p.disguised[move.unit] = 0
    if step(going(p, move.unit, movement_mode[0]), mover(p, move, movement_mode), there) is not None:
        walk(p, move, (there,))
        return None
    if p.where[move.unit] != move.last_vacant:
        go_back(p, move)
    return Then.END


def go_back(p: Field, move: Move) -> None:
    """Out of a friend's hex, to the last one it had for itself."""
    p.put(move.unit, move.last_vacant)
    p.tell(Event("goes-back", {"unit": move.unit, "hex": move.last_vacant}, "14.0"))
