"""25.17, 25.27, 27.4b Leaving the map: where units may, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.engine.position import NO_UNIT
from ardennes.games.wacht_am_rhein.rules.field import EXITED, Field
from ardennes.games.wacht_am_rhein.rules.formations import zone_allowance
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, PARTS
from ardennes.games.wacht_am_rhein.rules.reinforcements import road_at
from ardennes.games.wacht_am_rhein.rules.restrictions import is_bound
from ardennes.games.wacht_am_rhein.rules.terrain import HALTED, LEAVING_FLUID, ground_of, parts, rows_of
from ardennes.kernels.flags import SOFT_ZONE, ZONE
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Side, Unit

FOR_LEAVING = 1 * PARTS
"""25.17, 25.27 What it costs to leave a single map sheet."""
UNHALTED = ~(1 << HALTED)
"""24.33 The modes in which a unit could go on, as bits."""
NO_WAY_OUT = 99 * PARTS
"""7.31 Where a unit in March Mode could not be at all."""


def may_leave(p: Field, unit: Unit) -> bool:
    """25.17 The Germans; 27.4b in the campaign both sides, but not the British while they are bound (23.0), nor a March
    Mode team as long as it is one (9.25)."""
    side, scenario = p.data.sides[unit], p.data.scenario_data
    if p.team[unit] != NO_UNIT:
        return False
    return side == GERMAN or (scenario.exits_of_both and not is_bound(p, unit))


def case_of_exits(p: Field) -> str:
    """The case that says who may leave the map in this scenario, and where: that of victory, but in the campaign one of
    its own (27.4b). The Race (26.7) asks for nobody to leave (WAR-R152)."""
    scenario = p.data.scenario_data
    return "27.4" if scenario.exits_cost_terrain else scenario.victory_rule


def ways_out(p: Field, unit: Unit, search: Reach, allowance: int) -> Mapping[Hex, int]:
    """The hexes at which a unit could leave the map in this move, each with all that it will have spent. Who has
    entered a rigid zone has stopped there (8.31), as has a column that has come upon Truppeneinheit (24.33)."""
    if not p.data.exits or not may_leave(p, unit):
        return {}
    found, side = {}, p.data.sides[unit]
    for hex, cheapest in search.reached_of(p.data.exits):
        spent = search.cost_of(hex, among=UNHALTED) if hex in p.truppeneinheit else cheapest
        if spent < 0 or (hex != p.where[unit] and p.in_rigid_zone(hex, side)):
            continue
        total = spent_and_left(p, unit, hex, spent) + leaving_zone(p, side, hex, zone_allowance(p, unit))
        if total <= allowance:
            found[hex] = total
    return found


def spent_and_left(p: Field, unit: Unit, hex: Hex, spent: int) -> int:
    """25.17 One point more; 27.4b, WAR-R154 in the campaign the terrain of the hex that is left, in the unit's mode, or
    the rate of a road that leads off for who is in March Mode. 7.43 Off the roads a fraction is rounded up."""
    whole = -(-spent // PARTS) * PARTS
    if not p.data.scenario_data.exits_cost_terrain:
        return whole + FOR_LEAVING
    piece = p.data.counters[unit]
    tactical, march = rows_of(piece, bridging=bool(p.bridge[unit]), afoot=bool(p.afoot[unit]))
    costs = p.data.costs[march if p.march[unit] and march else tactical]
    if hex in p.data.roads_off and (p.march[unit] or piece.headquarters):
        return spent + parts(getattr(costs, road_at(p, hex)))
    ground = getattr(costs, ground_of(p.data.board, hex))
    return whole + (parts(ground) if ground else NO_WAY_OUT)


def leaving_zone(p: Field, side: Side, hex: Hex, allowance: int) -> int:
    """8.32, 8.33 What it costs to leave the enemy zones of a hex."""
    zones = p.zone_flags_of(side, hex)
    if zones & ZONE:
        return allowance // PARTS // 2 * PARTS
    return LEAVING_FLUID if zones & SOFT_ZONE else 0


def leave_map(p: Field, unit: Unit) -> None:
    """25.17, 27.4b The unit is gone for good; it counts by the hex it left from."""
    p.left_by[unit] = p.where[unit]
    p.put(unit, p.data.box(EXITED))
