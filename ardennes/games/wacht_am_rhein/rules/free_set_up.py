"""24.81 Free German set-up: with this option the Germans start where they like behind a line of their own, and nothing
holds them back."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise

from msgspec.structs import replace

from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Refusal
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, WachtData
from ardennes.games.wacht_am_rhein.rules.scenario import Commitment, Deployment, WachtScenario
from ardennes.numbers import Hex, Side, Unit, by_unit

OPTION = "free_set_up"
TOGETHER = 2
"""24.81a How near a unit starts to another of its division or corps."""
SHEETS = ("map-C", "map-D")
"""The map sheets with German units on December 16: a hex is numbered by the letter of its own."""
RULE = "24.81"


def free(scenario: WachtScenario, germans: AbstractSet[str]) -> WachtScenario:
    """24.81 A scenario with a free set-up of the ``germans``: each on the map sheet where it is proposed; all of them
    are committed at once, and no fence stands in their way. What the scenario allows otherwise is kept beside it."""
    proposed = {unit: hex for unit, hex in scenario.set_up.items() if unit in germans}
    deployments = tuple(
        Deployment(units=units, area=sheet, source=f"rulebook {RULE}")
        for sheet in SHEETS
        if (units := tuple(unit for unit, hex in proposed.items() if hex.startswith(sheet[-1])))
    )
    allied = tuple(entry for entry in scenario.commitments if entry.side == ALLIED)
    at_once = Commitment(turn=1, side=0, all_but=(), source=f"rulebook {RULE}")
    return replace(
        scenario,
        deployments=(*deployments, *(each for each in scenario.deployments if not germans >= {*each.units})),
        historical=scenario.deployments,
        deploys_in="",
        historical_in=scenario.deploys_in,
        commitments=(at_once, *allied),
        reserves=(),
        fences=(),
    )


def is_played(data: WachtData) -> bool:
    return OPTION in data.options


# --- the line of the Americans (24.81d) ------------------------------------------------------------------------------


@derived(Until.SIDE_MOVES)
def eastern_line(p: Field, side: Side) -> dict[int, float]:
    """24.81d For each row of hexes how far east the units and zones of a side reach; in a row without any, what lies on
    a straight line between the rows beside it that have some."""
    grid = p.data.board.grid
    reached: dict[int, float] = {}
    for hex in p.data.board.hexes:
        if p.side_in(hex) == side or p.in_enemy_zone(hex, GERMAN):
            row, east = grid.lane_place(hex)[0], grid.centre_km(hex)[0]
            reached[row] = max(east, reached.get(row, east))
    rows = sorted(reached)
    for above, below in pairwise(rows):
        for row in range(above + 1, below):
            share = (row - above) / (below - above)
            reached[row] = reached[above] + share * (reached[below] - reached[above])
    for row in {grid.lane_place(hex)[0] for hex in p.data.board.hexes}.difference(reached):
        reached[row] = reached[rows[0] if row < rows[0] else rows[-1]]
    return reached


@derived(Until.SIDE_MOVES)
def hexes_behind(p: Field, side: Side) -> frozenset[Hex]:
    """24.81d The hexes that lie east of the line of a side."""
    grid, line = p.data.board.grid, eastern_line(p, side)
    return frozenset(hex for hex in p.data.board.hexes if grid.centre_km(hex)[0] > line[grid.lane_place(hex)[0]])


# --- the whole set-up ------------------------------------------------------------------------------------------------


def organisation(data: WachtData, unit: Unit) -> set[Unit]:
    """24.81a The other units of a unit's division; of one without a division, those of its corps, in divisions or not.
    Nobody for a unit that is alone in it."""
    piece = data.counters[unit]
    if piece.formation:
        others = {other for other, each in by_unit(data.counters) if each.formation == piece.formation}
    else:
        others = {other for other, each in by_unit(data.counters) if piece.corps and each.corps == piece.corps}
    return {other for other in others if data.sides[other] == GERMAN} - {unit}


def strays(p: Field) -> list[Unit]:
    """24.81a The units that stand too far from all others of their division or corps."""
    found = []
    for unit in p.on_map(GERMAN):
        own = [p.where[other] for other in organisation(p.data, unit) if p.where[other] >= 0]
        near = p.data.within[TOGETHER][p.where[unit]]
        if own and not any(hex in near for hex in own):
            found.append(unit)
    return found


def exposed(p: Field) -> list[Unit]:
    """24.81c, 24.81d The units that stand beside an enemy or too far west."""
    allowed = hexes_behind(p, ALLIED).difference(p.front(GERMAN))
    return [unit for unit in p.on_map(GERMAN) if p.where[unit] not in allowed]


def is_closed_line(p: Field) -> bool:
    """24.81e Whether hexes with German units or their zones lead from the northernmost row in play to the southernmost
    one."""
    data, grid = p.data, p.data.board.grid
    areas = {deployment.area for deployment in data.scenario_data.deployments}
    hexes = frozenset().union(*(data.board.area(area) for area in areas)).difference(data.closed_hexes)
    held = {hex for hex in hexes if p.side_in(hex) == GERMAN or p.in_enemy_zone(hex, ALLIED)}
    rows = {hex: grid.lane_place(hex)[0] for hex in hexes}
    first, last = min(rows.values()), max(rows.values())
    edge = [hex for hex in held if rows[hex] == first]
    seen = set(edge)
    for hex in edge:
        for beside in data.board.around(hex):
            if beside in held and beside not in seen:
                seen.add(beside)
                edge.append(beside)
    return any(rows[hex] == last for hex in seen)


def is_historical(p: Field) -> bool:
    """25.12 Whether everybody stands where the scenario allows it without the option."""
    allowed = p.data.historical_hexes
    return all(p.where[unit] in hexes for unit, hexes in allowed.items() if p.where[unit] >= 0)


def fault(p: Field) -> Refusal | None:
    """24.81 What is wrong with the set-up as it stands; nothing, if it is the historical one."""
    if is_historical(p):
        return None
    if units := exposed(p):
        return Refusal("starts-too-far-forward", {"units": tuple(units)}, RULE)
    if units := strays(p):
        return Refusal("starts-far-from-its-own", {"units": tuple(units)}, RULE)
    return None if is_closed_line(p) else Refusal("line-has-a-gap", {}, RULE)


def stand_as_proposed(p: Field) -> None:
    """25.12 Everybody goes back to where he is proposed."""
    for unit in p.data.deployable:
        if p.where[unit] >= 0 and p.parent[unit] == NO_UNIT:
            p.put(unit, p.data.board.hex(p.data.counters[unit].place))
