"""7.0 Zones of control: where they reach, and from zone to zone (7.4)."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import Piece
from ardennes.kernels.reach import EVERY_WAY
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import ENEMY_OF, Hex, Unit
from ardennes.rules.ground import step_table

FULL = 0
"""The one kind of zone there is."""


def lay_zones(board: Board) -> Zones:
    """7.1 Zones reach into all six hexes, over anything but the Meuse."""
    meuse = board.code("river", "meuse")
    reaching = step_table(board, lambda _here, _there, side: (board.river[side] != meuse) << FULL)
    return Zones(board.neighbours, board.side_of, reaching)


def zone_kind(piece: Piece) -> int:
    """7.3 Artillery, leaders and companies have no zone outside their hex."""
    return FULL if piece.fighter else NO_ZONE


def zone_reaches(p: Field, here: Hex, there: Hex) -> bool:
    """7.1 Whether the zone of a unit in one hex reaches the other, beside it."""
    board = p.data.board
    return board.river[board.side(here, there)] != board.code("river", "meuse")


def first_steps(p: Field, unit: Unit) -> int:
    """7.4 The directions a unit may take from where it stands, as bits: not to a hex in the zone of an enemy unit in
    whose zone it is already. Enemies in one hex are as one."""
    here, side = p.where[unit], p.data.sides[unit]
    if not p.in_enemy_zone(here, side):
        return EVERY_WAY
    board = p.data.board
    enemies = [
        hex
        for hex in board.around(here)
        if p.side_in(hex) == ENEMY_OF[side] and zone_reaches(p, hex, here) and p.has_zone(hex)
    ]
    closed = {hex for enemy in enemies for hex in board.around(enemy) if zone_reaches(p, enemy, hex)}
    ways = 0
    for direction in range(6):
        if board.neighbours[6 * here + direction] not in closed:
            ways |= 1 << direction
    return ways
