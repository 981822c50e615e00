"""7.0 Zones of control: who has one (7.1), where it does not reach (7.2); what else counters mean to who moves."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.games.deadly_woods.rules.pieces import GERMAN, Piece, read_strength
from ardennes.games.deadly_woods.rules.terrain import (
    BRIDGE,
    FOREST,
    MAJOR,
    MINOR,
    ROAD,
    ROAD_BRIDGE,
    WOODS,
    terrain_of,
    way_across,
)
from ardennes.kernels.flags import BARRED, CROWDED, MARKED, MARKED_TOO
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import Hex, Hexside
from ardennes.rules.ground import step_table

FULL, PANZER, CAVALRY, TANKS = range(4)
"""Zones of infantry and German mechanized units; of German armor; of Allied cavalry; of Allied armor."""


MOST_STEPS = 3
"""2.3.1.1 No counter has more."""


def zone_kinds(piece: Piece) -> bytes:
    """7.1 The kind of a unit's zone by steps left, whatever steps it may have; 2.3.1.1 a third step is a mechanized
    unit without one."""
    if not piece.combat_unit:
        return bytes([NO_ZONE]) * (MOST_STEPS + 1)
    if piece.kind == "armor":
        kind = PANZER if piece.side == GERMAN else TANKS
    else:
        kind = CAVALRY if piece.kind == "mechcav" else FULL
    zones = [NO_ZONE if step.circled else kind for step in reversed(read_strength(piece.strength))]
    return bytes([NO_ZONE, *zones, *zones[-1:] * (MOST_STEPS - len(zones))])


MARKER_FLAGS = {"greif": MARKED, "traffic": MARKED, "engineer": MARKED_TOO}
"""12.5, 12.8, 12.4.4 Markers that make a hex dearer for the enemy."""


def to_friends(piece: Piece) -> int:
    """Friends share a hex."""
    return CROWDED if piece.combat_unit else 0


def to_enemies(piece: Piece) -> int:
    """Enemies bar a hex; markers make it dearer."""
    return BARRED if piece.combat_unit else MARKER_FLAGS.get(piece.kind, 0)


def lay_zones(board: Board, westwall: frozenset[int]) -> Zones:
    """7.2 Across which hexsides each kind of zone reaches, with bridges whole and destroyed."""
    terrain = terrain_of(board)

    def reaching(shut: tuple[int, ...], there: Hex, side: Hexside) -> int:
        way = way_across(board, side)
        return 0 if way in shut else _kinds_into(terrain[there], there in westwall, way in (ROAD, ROAD_BRIDGE))

    whole = step_table(board, lambda _, there, side: reaching((MINOR, MAJOR), there, side))
    destroyed = step_table(board, lambda _, there, side: reaching((MINOR, MAJOR, ROAD_BRIDGE, BRIDGE), there, side))
    return Zones(board.neighbours, board.side_of, whole, destroyed)


def _kinds_into(terrain: int, westwall: bool, by_road: bool) -> int:
    """The bits of the zones that reach into such a hex: armor not into Woods and Forest except by road, Allied units
    other than infantry not into the Westwall."""
    armor = by_road or terrain not in (WOODS, FOREST)
    kinds = 1 << FULL
    if armor:
        kinds |= 1 << PANZER
    if not westwall:
        kinds |= 1 << CAVALRY
        if armor:
            kinds |= 1 << TANKS
    return kinds
