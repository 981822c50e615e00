"""9.0 Army boundaries, and other places some units may not go: 9.2 to 9.4, 10.6.3, 10.6.4."""

from __future__ import annotations

from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.flags import (
    BEYOND_LEASH,
    EAST_OF_MEUSE,
    FAR_FROM_LINE,
    OUTSIDE_BRITISH_AREA,
    WESTWALL,
)
from ardennes.games.deadly_woods.rules.pieces import AREAS, GERMAN, WoodsData
from ardennes.games.deadly_woods.rules.terrain import NORTH_LINE, OUREN, SOUTH_LINE
from ardennes.hexes import within
from ardennes.kernels.flags import HexFlags, no_flags
from ardennes.numbers import Unit, all_hexes

NEAR_LINE, LEASH = 2, 3
SIXTH, FIFTH, SEVENTH = range(len(AREAS))


def north_line_open(p: Field) -> bool:
    """9.2.1 The line between 5th and 6th Panzer Army goes one turn after a German unit has entered St. Vith."""
    return p.turn > p.data.named.turns.boundaries_until or 0 < p.st_vith_entered < p.turn


def closed_lines(p: Field, unit: Unit) -> tuple[int, ...]:
    """9.2, 9.4, 10.6.3 The lines on the map a unit may not cross now."""
    turns, piece = p.data.named.turns, p.data.counters[unit]
    if p.turn > turns.boundaries_until:
        return ()
    lines: list[int] = []
    if piece.side == GERMAN:
        if not north_line_open(p):
            lines.append(NORTH_LINE)
        if piece.special != "crosses-boundary":
            lines.append(SOUTH_LINE)
    if p.turn <= turns.ouren_closed_until and p.is_armor(unit):
        lines.append(OUREN)
    return tuple(lines)


def limits(p: Field, unit: Unit) -> int:
    """9.3, 9.4, 10.6.4 The flags of hexes a unit may not enter now."""
    piece = p.data.counters[unit]
    if piece.side == GERMAN:
        tied = piece.special == "crosses-boundary" and p.turn <= p.data.named.turns.boundaries_until
        return FAR_FROM_LINE if tied else 0
    flags = OUTSIDE_BRITISH_AREA if piece.british else 0
    if is_held(p, unit):
        flags |= EAST_OF_MEUSE
    if piece.special == "leashed" and not p.unleashed[unit]:
        flags |= BEYOND_LEASH
    return flags


def is_held(p: Field, unit: Unit) -> bool:
    """10.6.4 Whether a unit must still stay west of the Meuse."""
    return p.turn < p.data.counters[unit].release and not p.meuse_crossed


def build_areas(data: WoodsData) -> bytes:
    """9.1 The army area of each hex of the map."""
    areas = [data.board.area(name) for name in AREAS]
    numbers = {hex: number for number, hexes in enumerate(areas) for hex in hexes}
    return bytes(numbers.get(hex, 0) for hex in all_hexes(data.board.size))


def fixed_bits(data: WoodsData) -> tuple[HexFlags, HexFlags]:
    """The flags of hexes that stay the same all game, for German and for Allied units."""
    board = data.board
    seventh, british = board.area(AREAS[SEVENTH]), data.british
    near_line = set(within(board.neighbours, seventh, NEAR_LINE))
    leash = set(within(board.neighbours, data.entry[data.named.leashed_to], LEASH))
    german, allied = no_flags(board.size), no_flags(board.size)
    for hex in board.hexes:
        if hex not in near_line:
            german[hex] |= FAR_FROM_LINE
        if hex in data.westwall:
            german[hex] |= WESTWALL
        if hex not in british:
            allied[hex] |= OUTSIDE_BRITISH_AREA
        if hex not in data.west_of_meuse:
            allied[hex] |= EAST_OF_MEUSE
        if hex not in leash:
            allied[hex] |= BEYOND_LEASH
    return german, allied
