"""11.0 A unit on its way: the manners open to it, what it meets, and a single step."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import ANY_MOVE, Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.references import Hex, Unit
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.field import Field, expose_phantoms, take_control
from ardennes.kernels.flags import BARRED, MARKED_TOO
from ardennes.kernels.reach import Reach
from ardennes.rules.walk import Going, Mover, check_next_step

AS_ARMOR, AS_INFANTRY, MOTORIZED = 0, 1, 2

Manner = tuple[int, int, int]
"""A way of moving that is still open to the unit: price list, points spent, allowance."""


class Move(Procedure):
    """One unit on its way. It may move in several manners as long as each would have allowed the whole path."""

    side: int
    unit: Unit
    manners: tuple[Manner, ...]
    last_vacant: Hex
    """14.0 Where it goes back to when it can neither go on nor stay."""
    must_leave: Hex = NO_UNIT
    """9.0 The hex it began in, if that is overstacked."""
    after_all: tuple[Unit, ...] = ()
    """13.0, 18.7 The unit, if it is in supply after all, as its owner learned when it set out."""

    def seen_by(self, p: Field, side: int) -> Procedure:
        if side == self.side:
            return self
        name = p.view_name(self.unit, side)
        return msgspec.structs.replace(self, unit=name, manners=self.manners if name == self.unit else (), after_all=())


def going(p: Field, unit: int, manner: int) -> Going:
    """What the unit meets, moving in this manner."""
    kit = p.kit
    return Going(kit.board, kit.ground, kit.prices_of[unit][manner], hex_bits(p, unit), kit.still)


def hex_bits(p: Field, unit: int) -> bytearray:
    """What stands in the unit's way in each hex; for a phantom the neighbourhood of enemies too (18.7)."""
    piece = p.kit.counters[unit]
    bits = p.way(piece.side)
    if piece.kind == "phantom":
        bits = bytearray(bits)
        for hex in near_enemies(p, piece.side):
            bits[hex] |= MARKED_TOO
    return bits


@derived(Until.ENEMY_MOVES)
def near_enemies(p: Field, side: int) -> set[int]:
    """18.7 Hexes that phantoms of a side must not enter: those within two of an enemy."""
    return set().union(*(p.kit.sight[hex] for hex, bits in enumerate(p.way(side)) if bits & BARRED))


def mover(p: Field, own: Move, manner: Manner) -> Mover:
    return Mover(p.where[own.unit], allowance=manner[2], spent=manner[1])


def search(p: Field, unit: int, manner: Manner) -> Reach:
    """Where the unit could go from here in this manner, readable until the next search of the kind. It is not searched
    again while nobody has searched since and no counter has been put elsewhere."""
    kit, key, known = p.kit, (unit, manner), p.caches[ANY_MOVE]
    kind, spent, limit = manner
    found = kit.searches[kind]
    if known.get(key) != found.runs:
        found.run(kit.prices_of[unit][kind], hex_bits(p, unit), kit.still, p.where[unit], limit, spent)
        known[key] = found.runs
    return found


def walk(p: Field, own: Move, path: Sequence[int]) -> None:
    """Hex by hex: what stands there changes hands (2.0), and the unit stops where something comes to light. Every
    manner that allows all its steps stays open."""
    here, entered = p.where[own.unit], 0
    walks = [(manner, points_along(p, own.unit, manner, path)) for manner in own.manners]
    for there in path:
        pass_through(p, own, here, there)
        here = there
        entered += 1
        if p.revealed:
            break
    own.manners = tuple([(kind, points[entered], limit) for (kind, _, limit), points in walks if len(points) > entered])
    p.put(own.unit, here)


def points_along(p: Field, unit: int, manner: Manner, path: Sequence[int]) -> list[int]:
    """Points spent before a walk and after each of its steps, as far as this manner allows them."""
    kit, (kind, spent, limit) = p.kit, manner
    prices, start = kit.prices_of[unit][kind], p.where[unit]
    points = kit.search.walk(prices, hex_bits(p, unit), kit.still, start, path, limit, spent)
    if len(points) <= len(path):
        check_next_step(kit.board, start, path, len(points) - 1)
    return points


def pass_through(p: Field, own: Move, here: int, there: int) -> None:
    """What coming to a hex sets off, whether the unit stays there or not."""
    p.tell(Event("moves", {"unit": own.unit, "from": here, "hex": there}, "11.0"))
    if p.top[there] == NO_UNIT:
        own.last_vacant = there
    if p.control[there] != NO_UNIT:
        take_control(p, own.unit, there)
    if "phantoms" in p.kit.options:
        expose_phantoms(p, own.unit, there)


def arrive(p: Field, own: Move, there: int) -> None:
    """The unit stands in the next hex of its path."""
    pass_through(p, own, p.where[own.unit], there)
    p.put(own.unit, there)
