"""25.17, 25.27 Leaving the map: where German units may, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.games.wacht_am_rhein.rules.field import EXITED, Field
from ardennes.games.wacht_am_rhein.rules.formations import zone_allowance
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, PARTS
from ardennes.games.wacht_am_rhein.rules.terrain import LEAVING_FLUID
from ardennes.kernels.flags import SOFT_ZONE, ZONE
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Unit

FOR_LEAVING = 1 * PARTS
"""25.17, 25.27 What it costs to leave the map."""


def ways_out(p: Field, unit: Unit, search: Reach, allowance: int) -> Mapping[Hex, int]:
    """The hexes at which a unit could leave the map in this move, each with all that it will have spent. Who has
    entered a rigid zone has stopped there (8.31)."""
    if p.data.sides[unit] != GERMAN:
        return {}
    found = {}
    for hex in p.data.exits:
        spent = search.cost_of(hex)
        if spent < 0 or (hex != p.where[unit] and p.in_rigid_zone(hex, GERMAN)):
            continue
        total = -(-spent // PARTS) * PARTS + leaving_zone(p, hex, zone_allowance(p, unit)) + FOR_LEAVING
        if total <= allowance:
            found[hex] = total
    return found


def leaving_zone(p: Field, hex: Hex, allowance: int) -> int:
    """8.32, 8.33 What it costs to leave the enemy zones of a hex."""
    zones = p.zone_flags_of(GERMAN, hex)
    if zones & ZONE:
        return allowance // PARTS // 2 * PARTS
    return LEAVING_FLUID if zones & SOFT_ZONE else 0


def leave_map(p: Field, unit: Unit) -> None:
    """25.17 The unit is gone for good."""
    p.put(unit, p.data.box(EXITED))
