"""5.4 Army boundaries: where mechanized units of the German armies may go until they are lifted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ardennes.board import Board
from ardennes.games.bitter_woods.rules.allies import stays_on_bank
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ARMIES, GERMAN, GERMAN_ARMIES, BitterData
from ardennes.games.bitter_woods.rules.terrain import is_meuse
from ardennes.kernels.flags import NO_END
from ardennes.numbers import Hex, Side, Unit, by_hex
from ardennes.rules.walk import Going, Mover, reach

SIXTH, FIFTH, SEVENTH = range(3)
BEYOND_MEUSE = 3
"""28.1 Bound like an army: units that may not cross the Meuse."""
UNBOUND = -1
"""The army of a unit that no boundary binds."""


def army_areas(board: Board) -> tuple[frozenset[Hex], ...]:
    """5.4 The hexes open to each German army, and to who stays beyond the Meuse (28.1). The road between 6th and 5th
    Panzer Army belongs to the 5th, but for the stretch that both share; 5th and 7th share theirs. The hexes where
    boundaries end are open to all."""
    everything, area = frozenset(board.hexes), board.area
    shared = area("shared-road") | area("boundary-ends")
    north_road, south_road = area("boundary-6th-5th"), area("boundary-5th-7th")
    sixth = everything - area("south-of-6th-5th") - north_road
    fifth = everything - (area("north-of-6th-5th") - north_road) - (area("south-of-5th-7th") - south_road)
    seventh = everything - (area("north-of-5th-7th") - south_road)
    return sixth | shared, fifth | shared, seventh | shared, everything


def boundary_roads(board: Board) -> frozenset[int]:
    """5.4 The roads that boundaries run along."""
    return board.area("boundary-6th-5th") | board.area("boundary-5th-7th") | board.area("shared-road")


def army_ground(data: BitterData) -> tuple[bytes, ...]:
    """5.4 The steps open to each German army; 28.1 those that do not cross the Meuse."""
    neighbours, board = data.board.neighbours, data.board
    armies = [
        bytes(kind if neighbours[edge] in open_hexes else 0 for edge, kind in enumerate(data.ground))
        for open_hexes in data.army_areas[:BEYOND_MEUSE]
    ]
    sides = board.side_of
    beyond = bytes(0 if kind and is_meuse(board, sides[edge]) else kind for edge, kind in enumerate(data.ground))
    return (*armies, beyond)


def army_of(p: Field, unit: Unit) -> str:
    """The army a unit belongs to; a German unit that chooses one is attached on arrival (24.6)."""
    army = p.data.counters[unit].army
    return ARMIES[p.attached[unit]] if army == "declared" and p.attached[unit] >= 0 else army


def binding_army(p: Field, unit: Unit) -> int:
    """5.4 The number of the German army whose boundaries bind a unit now, or UNBOUND: only mechanized units, until the
    boundaries are lifted, and not those that have come to where a boundary ends; 28.1 or BEYOND_MEUSE."""
    if p.data.sides[unit] != GERMAN:
        return BEYOND_MEUSE if stays_on_bank(p, unit) else UNBOUND
    if p.unbound[unit] or not p.data.bound_by_kind[unit] or are_lifted(p):
        return UNBOUND
    army = army_of(p, unit)
    return GERMAN_ARMIES.index(army) if army in GERMAN_ARMIES else UNBOUND


def are_lifted(p: Field) -> bool:
    """5.4 Whether the boundaries are over."""
    return p.turn > p.data.boundaries_until


def guns_are_bound(p: Field) -> bool:
    """37.2 Whether German guns keep to their armies."""
    return "army_artillery" in p.data.options and not are_lifted(p)


def may_be_in(p: Field, unit: Unit, hex: Hex) -> bool:
    """5.4 Whether no boundary keeps a unit out of a hex."""
    army = binding_army(p, unit)
    return army == UNBOUND or hex in p.data.army_areas[army]


def is_astray(p: Field, unit: Unit) -> bool:
    """5.4 Whether a unit has retreated over a boundary that binds it: it must come back as soon as it can."""
    return p.where[unit] >= 0 and not may_be_in(p, unit, p.where[unit])


def anyone_astray(p: Field, side: Side, units: Iterable[Unit]) -> bool:
    """5.4 Whether one of these units of a side must come back."""
    if side != GERMAN or p.turn > p.data.boundaries_until:
        return False
    bound, unbound = p.data.bound_by_kind, p.unbound
    return bool([unit for unit in units if bound[unit] and not unbound[unit] and is_astray(p, unit)])


def hexes_from_home(p: Field, unit: Unit) -> list[int]:
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


def homeward(p: Field, unit: Unit, mover: Mover, way: Going) -> Going:
    """5.4 Who has retreated over a boundary ends his move on his own side if he can, and nearer to it if not."""
    far = hexes_from_home(p, unit)
    home = _ending_within(way, far, 0)
    if reach(home, p.data.search, mover).destination_hexes():
        return home
    return _ending_within(way, far, far[p.where[unit]] - 1)


def _ending_within(way: Going, far: Sequence[int], most: int) -> Going:
    flags = way.hexes[:]
    for hex, hexes in by_hex(far):
        if hexes > most:
            flags[hex] |= NO_END
    return msgspec.structs.replace(way, hexes=flags)


def may_attack_over(p: Field, unit: Unit, hex: Hex) -> bool:
    """5.4 Units of 6th Panzer Army do not attack the road or beyond it; those of the others attack beyond a shared road
    only out of it. Who has retreated over a boundary attacks as he likes."""
    if may_be_in(p, unit, hex) or is_astray(p, unit):
        return True
    return binding_army(p, unit) != SIXTH and p.where[unit] in p.data.boundary_roads


def note_boundary_end(p: Field, unit: Unit, hex: Hex) -> None:
    """5.4 A mechanized unit that comes to the end of a boundary is free of boundaries for good; 37.2 so is a gun that
    has come west of it."""
    piece = p.data.counters[unit]
    if piece.mechanized or piece.leads:
        free = hex in p.data.boundary_ends
    else:
        free = piece.side == GERMAN and piece.artillery and guns_are_bound(p) and is_past_the_end(p, unit, hex)
    if free:
        p.unbound[unit] = 1


def is_past_the_end(p: Field, unit: Unit, hex: Hex) -> bool:
    """37.2 Whether a hex is west of where one of the boundaries of a unit's army ends; columns count westwards."""
    lane_place = p.data.board.grid.lane_place
    ends = [lane_place(end)[0] for end in p.data.boundary_ends]
    farthest = max if army_of(p, unit) == GERMAN_ARMIES[SIXTH] else min
    return bool(ends) and lane_place(hex)[0] > farthest(ends)
