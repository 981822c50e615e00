"""11.0 A unit on its way: the manners open to it, what it meets, and a single step."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.field import Field, expose_phantoms, take_control
from ardennes.hexes import within
from ardennes.kernels.flags import BARRED, MARKED, MARKED_TOO
from ardennes.rules.walk import Going, Mover, step

AS_ARMOR, AS_INFANTRY, MOTORIZED = 0, 1, 2
KEEPS_AWAY = 2

Manner = tuple[int, int, int]
"""A way of moving that is still open to the unit: price list, points spent, allowance."""


class Move(Procedure):
    """One unit on its way. It may move in several manners as long as each would have allowed the whole path."""

    side: int
    unit: int
    manners: tuple[Manner, ...]
    last_vacant: int
    """14.0 Where it goes back to when it can neither go on nor stay."""
    must_leave: int = NO_UNIT
    """9.0 The hex it began in, if that is overstacked."""

    def seen_by(self, p: Field, side: int) -> Procedure:
        name = p.view_name(self.unit, side)
        return self if name == self.unit else msgspec.structs.replace(self, unit=name, manners=())


def going(p: Field, unit: int, manner: int) -> Going:
    """What the unit meets, moving in this manner."""
    piece, kit = p.kit.counters[unit], p.kit
    prices = kit.prices[piece.side][manner]
    bits = p.way(piece.side)
    if piece.army == "XXX Corps":
        prices = prices.relaxed(barred=BARRED | MARKED)
    elif piece.kind == "phantom":
        prices = prices.relaxed(barred=BARRED | MARKED_TOO)
        bits = bytearray(bits)
        for hex in near_enemies(p, piece.side):
            bits[hex] |= MARKED_TOO
    return Going(kit.board, kit.ground, prices, bits, kit.still)


def near_enemies(p: Field, side: int) -> set[int]:
    """18.7 Hexes that phantoms of a side must not enter: those within two of an enemy."""
    way = p.way(side)
    return set(within(p.kit.board.neighbours, [hex for hex in p.kit.board.hexes if way[hex] & BARRED], KEEPS_AWAY))


def mover(p: Field, own: Move, manner: Manner) -> Mover:
    return Mover(p.where[own.unit], allowance=manner[2], spent=manner[1])


def walk(p: Field, own: Move, path: Sequence[int]) -> None:
    """Hex by hex: every manner that allows a step goes on, and what stands there changes hands (2.0). The unit stops
    where something comes to light."""
    ways = [(manner, going(p, own.unit, manner[0]), mover(p, own, manner)) for manner in own.manners]
    here = p.where[own.unit]
    for there in path:
        steps = [(manner, way, step(way, before, there)) for manner, way, before in ways]
        ways = [(manner, way, after) for manner, way, after in steps if after is not None]
        pass_through(p, own, here, there)
        here = there
        if p.revealed:
            break
    own.manners = tuple((manner[0], after.spent, manner[2]) for manner, _, after in ways)
    p.put(own.unit, here)


def pass_through(p: Field, own: Move, here: int, there: int) -> None:
    """What coming to a hex sets off, whether the unit stays there or not."""
    p.tell(Event("moves", {"unit": own.unit, "from": here, "hex": there}, "11.0"))
    if p.top[there] == NO_UNIT:
        own.last_vacant = there
    take_control(p, own.unit, there)
    expose_phantoms(p, own.unit, there)


def arrive(p: Field, own: Move, there: int) -> None:
    """The unit stands in the next hex of its path."""
    pass_through(p, own, p.where[own.unit], there)
    p.put(own.unit, there)
