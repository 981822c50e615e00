"""5.4 Army boundaries: where mechanized units of the German armies may go until they are lifted."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ARMIES, GERMAN, GERMAN_ARMIES, BitterData

SIXTH, FIFTH, SEVENTH = range(3)
UNBOUND = -1
"""The army of a unit that no boundary binds."""


def army_areas(board: Board) -> tuple[frozenset[int], ...]:
    """5.4 The hexes open to each German army. The road between 6th and 5th Panzer Army belongs to the 5th, but for the
    stretch that both share; 5th and 7th share theirs. The hexes where boundaries end are open to all."""
    everything, area = frozenset(board.hexes), board.area
    shared = area("shared-road") | area("boundary-ends")
    north_road, south_road = area("boundary-6th-5th"), area("boundary-5th-7th")
    sixth = everything - area("south-of-6th-5th") - north_road
    fifth = everything - (area("north-of-6th-5th") - north_road) - (area("south-of-5th-7th") - south_road)
    seventh = everything - (area("north-of-5th-7th") - south_road)
    return sixth | shared, fifth | shared, seventh | shared


def boundary_roads(board: Board) -> frozenset[int]:
    """5.4 The roads that boundaries run along."""
    return board.area("boundary-6th-5th") | board.area("boundary-5th-7th") | board.area("shared-road")


def army_ground(data: BitterData) -> tuple[bytes, ...]:
    """5.4 The steps open to each German army."""
    neighbours = data.board.neighbours
    return tuple(
        bytes(kind if neighbours[edge] in open_hexes else 0 for edge, kind in enumerate(data.ground))
        for open_hexes in data.army_areas
    )


def army_of(p: Field, unit: int) -> str:
    """The army a unit belongs to; a German unit that chooses one is attached on arrival (24.6)."""
    army = p.data.counters[unit].army
    return ARMIES[p.attached[unit]] if army == "declared" and p.attached[unit] >= 0 else army


def binding_army(p: Field, unit: int) -> int:
    """5.4 The number of the German army whose boundaries bind a unit now, or UNBOUND: only mechanized units, until the
    boundaries are lifted, and not those that have come to where a boundary ends."""
    piece = p.data.counters[unit]
    lifted = p.turn > p.data.turn_named(p.data.named.turns.boundaries_until)
    if piece.side != GERMAN or not piece.mechanized or lifted or p.unbound[unit]:
        return UNBOUND
    army = army_of(p, unit)
    return GERMAN_ARMIES.index(army) if army in GERMAN_ARMIES else UNBOUND


def may_be_in(p: Field, unit: int, hex: int) -> bool:
    """5.4 Whether no boundary keeps a unit out of a hex."""
    army = binding_army(p, unit)
    return army == UNBOUND or hex in p.data.army_areas[army]


def is_astray(p: Field, unit: int) -> bool:
    """5.4 Whether a unit has retreated over a boundary that binds it: it must come back as soon as it can."""
    return p.where[unit] >= 0 and not may_be_in(p, unit, p.where[unit])


def hexes_from_home(p: Field, unit: int) -> list[int]:
    """5.4 For each hex, how many hexes it is from where the unit's army may be."""
    board = p.data.board
    far = [board.size] * board.size
    reached = sorted(p.data.army_areas[binding_army(p, unit)])
    for hex in reached:
        far[hex] = 0
    for hex in reached:
        for there in board.around(hex):
            if far[there] > far[hex] + 1:
                far[there] = far[hex] + 1
                reached.append(there)
    return far


def may_attack_over(p: Field, unit: int, hex: int) -> bool:
    """5.4 Units of 6th Panzer Army do not attack the road or beyond it; those of the others attack beyond a shared road
    only out of it. Who has retreated over a boundary attacks as he likes."""
    if may_be_in(p, unit, hex) or is_astray(p, unit):
        return True
    return binding_army(p, unit) != SIXTH and p.where[unit] in p.data.boundary_roads


def note_boundary_end(p: Field, unit: int, hex: int) -> None:
    """5.4 A mechanized unit that comes to the end of a boundary is free of boundaries for good."""
    if hex in p.data.boundary_ends and p.data.counters[unit].mechanized:
        p.unbound[unit] = 1
