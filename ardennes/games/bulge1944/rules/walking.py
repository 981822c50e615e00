"""11.0 A unit on its way: the movement modes open to it, what it meets, and a single step."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import ANY_MOVE, Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field, expose_phantoms, take_control
from ardennes.games.bulge1944.rules.flags import NEAR_ENEMY
from ardennes.kernels.flags import BARRED, HexFlags
from ardennes.kernels.reach import Reach
from ardennes.numbers import NO_NUMBER, Hex, Side, Unit, by_hex
from ardennes.rules.walk import Going, Mover, check_next_step

AS_ARMOR, AS_INFANTRY, MOTORIZED = 0, 1, 2

MovementMode = tuple[int, int, int]
"""A way of moving that is still open to the unit: price list, points spent, allowance."""


class Move(SideProcedure):
    """One unit on its way. It may move in several movement modes as long as each would have allowed the whole path."""

    unit: Unit
    movement_modes: tuple[MovementMode, ...]
    last_vacant: Hex
    """14.0 Where it goes back to when it can neither go on nor stay."""
    must_leave: Hex = NO_NUMBER
    """9.0 The hex it began in, if that is overstacked."""
    after_all: tuple[Unit, ...] = ()
    """13.0, 18.7 The unit, if it is in supply after all, as its owner learned when it set out."""

    def seen_by(self, p: Field, side: Side) -> Procedure:
        if side == self.side:
            return self
        name = p.view_name(self.unit, side)
        return msgspec.structs.replace(
            self, unit=name, movement_modes=self.movement_modes if name == self.unit else (), after_all=()
        )


def going(p: Field, unit: Unit, movement_mode: int) -> Going:
    """What the unit meets, moving in this movement mode."""
    data = p.data
    return Going(data.board, data.ground, data.prices_of[unit][movement_mode], hex_bits(p, unit), data.printed_sides)


def hex_bits(p: Field, unit: Unit) -> HexFlags:
    """What stands in the unit's way in each hex; for a phantom the neighbourhood of enemies too (18.7)."""
    piece = p.data.counters[unit]
    bits = p.way(piece.side)
    if piece.kind == "phantom":
        bits = bits[:]
        for hex in near_enemies(p, piece.side):
            bits[hex] |= NEAR_ENEMY
    return bits


@derived(Until.ENEMY_MOVES)
def near_enemies(p: Field, side: Side) -> set[int]:
    """18.7 Hexes that phantoms of a side must not enter: those within two of an enemy."""
    return set().union(*(p.data.sight[hex] for hex, bits in by_hex(p.way(side)) if bits & BARRED))


def mover(p: Field, move: Move, movement_mode: MovementMode) -> Mover:
    return Mover(p.where[move.unit], allowance=movement_mode[2], spent=movement_mode[1])


def search(p: Field, unit: Unit, movement_mode: MovementMode) -> Reach:
    """Where the unit could go from here in this mode, readable until the next search of the kind. It is not searched
    again while nobody has searched since and no counter has been put elsewhere."""
    data, key, known = p.data, (unit, movement_mode), p.caches[ANY_MOVE]
    kind, spent, limit = movement_mode
    found = data.searches[kind]
    if known.get(key) != found.runs:
        found.run(data.prices_of[unit][kind], hex_bits(p, unit), data.printed_sides, p.where[unit], limit, spent)
        known[key] = found.runs
    return found


def walk(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """Hex by hex: what stands there changes hands (2.0), and the unit stops where something comes to light. Every
    movement mode that allows all its steps stays open."""
    here, entered = p.where[move.unit], 0
    walks = [(movement_mode, points_along(p, move.unit, movement_mode, path)) for movement_mode in move.movement_modes]
    for there in path:
        pass_through(p, move, here, there)
        here = there
        entered += 1
        if p.revealed:
            break
    move.movement_modes = tuple(
        [(kind, points[entered], limit) for (kind, _, limit), points in walks if len(points) > entered]
    )
    p.put(move.unit, here)


def points_along(p: Field, unit: Unit, movement_mode: MovementMode, path: Sequence[Hex]) -> list[int]:
    """Points spent before a walk and after each of its steps, as far as this movement mode allows them."""
    data, (kind, spent, limit) = p.data, movement_mode
    prices, start = data.prices_of[unit][kind], p.where[unit]
    points = data.search.walk(prices, hex_bits(p, unit), data.printed_sides, start, path, limit, spent)
    if len(points) <= len(path):
        check_next_step(data.board, start, path, len(points) - 1)
    return points


def pass_through(p: Field, move: Move, here: Hex, there: Hex) -> None:
    """What coming to a hex sets off, whether the unit stays there or not."""
    p.tell(Event("moves", {"unit": move.unit, "from": here, "hex": there}, "11.0"))
    if p.top[there] == NO_UNIT:
        move.last_vacant = there
    if p.control[there] != NO_NUMBER:
        take_control(p, move.unit, there)
    if "phantoms" in p.data.options:
        expose_phantoms(p, move.unit, there)


def arrive(p: Field, move: Move, there: Hex) -> None:
    """The unit stands in the next hex of its path."""
    pass_through(p, move, p.where[move.unit], there)
    p.put(move.unit, there)
