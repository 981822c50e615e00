"""10.0 A unit on its way: the movement modes open to it, what it meets, and the hexes it passes."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.boundaries import closed_lines, limits
from ardennes.games.deadly_woods.rules.control import come_to, settle
from ardennes.games.deadly_woods.rules.field import HAS_MOVED, Field
from ardennes.games.deadly_woods.rules.flags import BESIDE_ENEMY
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, MOTORIZED
from ardennes.games.deadly_woods.rules.supply import OUT_OF_SUPPLY_MOVES, is_supplied
from ardennes.games.deadly_woods.rules.terrain import (
    FOOT,
    MOTOR,
    MOTOR_PAST_MARKER,
    OFF_ROAD,
    ON_ROAD,
    TRUCKS,
    price_list,
)
from ardennes.kernels.flags import MARKED_TOO, ZONE, HexFlags
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import NO_NUMBER, Hex, Hexside, Side, Unit
from ardennes.rules.walk import Going, Mover

FAST_MOVES = 12
"""14.8.4 The 82nd and 101st Airborne on the roads in their round of entry."""

MovementMode = tuple[int, int, int]
"""A way of moving that is open to the unit: its kind, the mode it begins in, the allowance."""


class Move(SideProcedure):
    """One unit on its way. Infantry that may be motorized decides by where it goes."""

    unit: Unit
    movement_modes: tuple[MovementMode, ...]
    one_hex: bool = False
    """14.4 Armor before combat."""
    door: Hex = NO_NUMBER
    """10.3 The hex of the unit that holds the door open."""
    holder: Unit = NO_UNIT
    """10.3 That unit."""
    over: bool = False


def begin_move(p: Field, unit: Unit, one_hex: bool = False) -> Move:
    """8.1, 10.1 Supply is checked now and sets what the unit can do."""
    return Move(side=p.data.counters[unit].side, unit=unit, movement_modes=movement_modes(p, unit), one_hex=one_hex)


def movement_modes(p: Field, unit: Unit) -> tuple[MovementMode, ...]:
    """8.3, 10.4.1, 10.5 In which movement modes a unit may move now, and how far."""
    piece, supplied = p.data.counters[unit], is_supplied(p, unit)
    points = piece.moves * HALVES
    rate = ON_ROAD if supplied and not is_crowded(p, unit) else OFF_ROAD
    if piece.kind in MOTORIZED:
        points = points if supplied else min(points, OUT_OF_SUPPLY_MOVES * HALVES)
        kinds = (MOTOR, MOTOR_PAST_MARKER) if rate == ON_ROAD and marker_lies(p, piece.side) else (MOTOR,)
        return tuple((kind, rate, points) for kind in kinds)
    found: list[MovementMode] = [(FOOT, 0, points)]
    if supplied and has_trucks(p, unit):
        named = p.data.named
        fast = p.entered[unit] and p.turn == named.turns.fast_entry and piece.division in named.fast_divisions
        found.append((TRUCKS, rate, FAST_MOVES * HALVES if fast else 2 * points))
    return tuple(found)


def is_crowded(p: Field, unit: Unit) -> bool:
    """10.4.1 Stacked when the round began or now; that takes the road rate from all but reinforcements that enter."""
    return not p.entered[unit] and (bool(p.crowded[unit]) or p.is_stacked(unit))


def marker_lies(p: Field, side: Side) -> bool:
    """12.5, 12.8 Whether a marker lies on the map that makes a road dearer to units of this side. There is one to a
    side, so a unit pays for it or leaves the road there, and the choice is made once in a move."""
    return p.where[p.data.by_kind["traffic" if side == GERMAN else "greif"]] >= 0


def has_trucks(p: Field, unit: Unit) -> bool:
    """10.5 All Allied infantry, German infantry that enters, and the unit with the Motorized marker. That it starts on
    a road shows in its path."""
    return p.data.counters[unit].side == ALLIED or bool(p.entered[unit]) or p.motorized == unit


def prices(p: Field, unit: Unit, kind: int, *, past_engineers: bool = False) -> Prices:
    """What this movement mode costs the unit now. German units reach engineers only in a way of their own (12.4.4)."""
    data = p.data
    side = data.counters[unit].side
    closed, barred, stops = closed_lines(p, unit), limits(p, unit), ZONE
    if side == GERMAN and not past_engineers:
        barred |= MARKED_TOO
    if kind == TRUCKS and p.motorized == unit:
        stops |= BESIDE_ENEMY
    key = (side, kind, barred, stops, *closed)
    found = data.prices.get(key)
    if found is None:
        listed = price_list(data, side, kind, closed=closed, limits=barred, stops=stops)
        found = data.prices.setdefault(key, listed)
    return found


def hex_bits(p: Field, unit: Unit) -> HexFlags:
    """What the unit meets in each hex."""
    bits = p.way(p.data.counters[unit].side)
    if p.motorized != unit:
        return bits
    bits = bits[:]
    for hex in p.front(GERMAN):
        bits[hex] |= BESIDE_ENEMY
    return bits


def going(p: Field, unit: Unit, kind: int, *, past_engineers: bool = False) -> Going:
    """What the unit meets, moving in this movement mode."""
    priced = prices(p, unit, kind, past_engineers=past_engineers)
    return Going(p.data.board, p.data.ground, priced, hex_bits(p, unit), p.sides)


def mover(p: Field, unit: Unit, movement_mode: MovementMode) -> Mover:
    _, mode, allowance = movement_mode
    return Mover(p.where[unit], allowance=allowance, mode=mode)


def search(p: Field, unit: Unit, movement_mode: MovementMode) -> Reach:
    """Where the unit could go in this mode, readable until the next search of the kind. It is not searched again
    while nobody has searched since and nothing has changed."""
    kind, mode, allowance = movement_mode
    found, key, known = p.data.searches[kind], (unit, movement_mode), p.caches[ANY_CHANGE]
    if known.get(key) != found.runs:
        found.run(prices(p, unit, kind), hex_bits(p, unit), p.sides, p.where[unit], allowance, 0, mode)
        known[key] = found.runs
    return found


def walk(p: Field, unit: Unit, path: Sequence[Hex], said: str = "moves") -> list[Hexside]:
    """Hex by hex along a path; the destroyed bridges that were crossed."""
    start, broken = p.where[unit], p.broken_crossings()
    crossed, here = [], start
    p.moved[unit] = HAS_MOVED
    for there in path:
        if (here, there) in broken:
            crossed.append(broken[here, there])
        come_to(p, unit, here, there)
        here = there
    settle(p, unit, here)
    p.tell(Event(said, {"unit": unit, "from": start, "hex": here}, "10.2"))
    return crossed
