"""6.0 A unit on its way: who is able to move, and what it meets."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import ANY_CHANGE, Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import SideProcedure
from ardennes.games.wacht_am_rhein.rules.field import BUILDING, FATIGUED, HAS_MOVED, IS_BUSY, Field
from ardennes.games.wacht_am_rhein.rules.formations import allowance, is_class_a, zone_allowance
from ardennes.games.wacht_am_rhein.rules.gun_movement import cannot_march, is_played, only_marches, stays_tactical
from ardennes.games.wacht_am_rhein.rules.infiltration import is_infiltrator
from ardennes.games.wacht_am_rhein.rules.pieces import MARCH
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to, with_closed
from ardennes.games.wacht_am_rhein.rules.stacking import almost_full, full_hexes
from ardennes.games.wacht_am_rhein.rules.terrain import (
    CHANGE_OF_MODE,
    HALTED,
    LEAVES_AS_OTHERS,
    LEAVES_AT_WILL,
    LEAVES_FLUID,
    MARCH_MODES,
    MARCHING,
    TACTICAL,
    prices_of,
    rows_of,
)
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import takes_in
from ardennes.kernels.counters import having, not_having
from ardennes.kernels.flags import ALTERED, BARRED, CROWDED, MARKED, MARKED_TOO, NO_END, HexFlags
from ardennes.kernels.reach import EVERY_MODE, Reach
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.table import flags_with, flags_without
from ardennes.rules.walk import Going, Mover, can_walk, lacks_points, reach, step, walk


class Move(SideProcedure):
    """One unit on its way."""

    unit: Unit
    spent: int = 0
    """7.21, 7.23 What was spent before it goes, in thirtieths."""
    road: int = TACTICAL
    """21.11 The mode of who has just come in by a road."""
    slips: bool = False
    """24.5 It takes a step out of a rigid zone that a die has let it take."""
    passed: tuple[Hex, ...] = ()
    """24.33 The hexes it has been in, where that matters."""
    halted: bool = False
    """24.33 A column has come upon Truppeneinheit, and goes no farther by itself."""


class Arrival(Move):
    """A unit that comes onto the map, and then goes on; 14.3 or whose division has still to be attached."""


# --- who is able to move ---------------------------------------------------------------------------------------------


@derived(Until.ANY_CHANGE)
def able_to_move(p: Field, side: Side) -> list[Unit]:
    """6.11, 25.16 Who may move now: who is committed, has not moved and is not busy otherwise; 6.28 and has an
    allowance."""
    able = not_having(having(p.on_map(side), p.committed, 1), p.done, HAS_MOVED | IS_BUSY)
    held = held_units(p, side)
    held.update([unit for unit in p.data.immobile.intersection(able) if not p.face(unit).moves])
    return [unit for unit in able if unit not in held] if held else able


def held_units(p: Field, side: Side) -> set[Unit]:
    """Whom something keeps where they are, as ``why_held`` says of one unit."""
    units, holders = p.on_map(side), p.data.holders
    held = set(having(units, p.bridge, BUILDING))
    held.update([unit for unit in having(units, p.fatigue, FATIGUED) if p.is_isolated(unit)])
    if p.bonus:
        held.update([unit for unit in units if not holders[unit] or p.is_isolated(unit)])
    if is_played(p):
        held.update([unit for unit in p.data.guns[side] if cannot_march(p, unit)])
    held.update([p.team[unit] for unit in held if p.team[unit] != NO_UNIT])
    return held


def is_able_to_move(p: Field, unit: Unit) -> bool:
    """The same of one unit."""
    if not p.committed[unit] or p.done[unit] & (HAS_MOVED | IS_BUSY):
        return False
    if unit in p.data.immobile and not p.face(unit).moves:
        return False
    in_doubt = p.bonus or p.fatigue[unit] or p.bridge[unit] or p.team[unit] != NO_UNIT or is_played(p)
    return not in_doubt or why_held(p, unit) is None


def why_held(p: Field, unit: Unit) -> tuple[str, str] | None:
    """What keeps a unit where it is, as a message and its rule; 9.25 or its mate in a team."""
    return next((reason for each in p.team_of(unit) if (reason := _why_held(p, each)) is not None), None)


def _why_held(p: Field, unit: Unit) -> tuple[str, str] | None:
    """13.22, 13.25 The night, 14.67 fatigue and isolation, 15.26 a bridge that it builds."""
    piece, isolated = p.data.counters[unit], p.is_isolated(unit)
    if p.bridge[unit] == BUILDING:
        return "builds-bridge", "15.26"
    if isolated and p.fatigue[unit] == FATIGUED:
        return "tired-and-isolated", "14.67"
    if p.bonus and (piece.gun or piece.headquarters):
        return "night-holds-guns", "13.22"
    if cannot_march(p, unit):
        return "gun-cannot-march", "11.91"
    return ("isolated-at-night", "13.25") if p.bonus and isolated else None


# --- on the way ----------------------------------------------------------------------------------------

STILL_TACTICAL, IN_MARCH = 1 << TACTICAL, sum(1 << mode for mode in (*MARCH_MODES, HALTED))
"""The modes in which a way ends, as bits."""


def ways_end(p: Field, move: Move, option: int) -> int:
    """7.11 A unit arrives as it sets out, or takes up March Mode on the way; a headquarters uses roads as it is."""
    if is_about(option, MARCH):
        return IN_MARCH
    is_plain = p.march[move.unit] or p.data.counters[move.unit].headquarters
    return EVERY_MODE if is_plain else STILL_TACTICAL


def mover(p: Field, move: Move, arrives: int = EVERY_MODE) -> Mover:
    """6.28, WAR-R13 A unit of Class A that has spent nothing moves one hex at least; 11.91 some guns take up March Mode
    before they go."""
    unit = move.unit
    if only_marches(p, unit):
        return Mover(p.where[unit], allowance(p, unit), move.spent + CHANGE_OF_MODE, MARCHING, arrives=arrives)
    sure = is_class_a(p, unit) and not move.spent
    mode = move.road or (MARCHING if p.march[unit] else TACTICAL)
    return Mover(p.where[unit], allowance(p, unit), move.spent, mode, guaranteed=sure, arrives=arrives)


def going(p: Field, move: Move, *, helped: bool = True) -> Going:
    """What the unit meets on its way; 25.14g on the first day without the points for a traffic jam not even the one hex
    of Class A is sure."""
    way = without_jams(p, move, helped=helped)
    if not (p.march[move.unit] and p.is_first_day()) or not (jammed := jammed_hexes(p, move, way)):
        return way
    return msgspec.structs.replace(way, hexes=flags_with(way.hexes, jammed, BARRED))


def jammed_hexes(p: Field, move: Move, way: Going) -> list[Hex]:
    """25.14g The hexes with friends beside a column that it has not the points for."""
    here = mover(p, move)
    crowded = [hex for hex in p.data.board.around(here.hex) if way.hexes[hex] & CROWDED] if here.guaranteed else ()
    return [hex for hex in crowded if lacks_points(way, here, hex)]


def without_jams(p: Field, move: Move, *, helped: bool = True) -> Going:
    """What else the unit meets. 8.35, 14.66 Who is isolated keeps out of enemy zones. 9.12 It may end in a full hex
    only if somebody there can still leave; 6.53 it may be ``helped`` across rivers; 24.33 Truppeneinheit halt Allied
    columns."""
    data, unit, side = p.data, move.unit, move.side
    rows = rows_of(data.counters[unit], bridging=bool(p.bridge[unit]), afoot=bool(p.afoot[unit]))
    leaving = LEAVES_AT_WILL if move.slips else LEAVES_FLUID if is_infiltrator(p, unit) else LEAVES_AS_OTHERS
    prices = prices_of(
        data,
        rows,
        zone_allowance(p, unit),
        p.ground,
        jams=p.is_first_day(),
        isolated=p.is_isolated(unit),
        leaving=leaving,
    )
    hexsides = crossed_hexsides(p, unit)
    if helped:
        hexsides = data.with_help(hexsides, helpers_hexes(p, side, unit))
    flags = where_to_end(p, unit)
    own_column = [p.where[unit]] if p.march[unit] else []
    if closed := closed_to(p, unit):
        flags = with_closed(flags, closed)
    if takes_in(p, unit):
        flags = flags_with(flags, [hex for hex in p.truppeneinheit if hex >= 0], MARKED)
    return Going(data.board, data.ground, prices, flags_without(flags, own_column, MARKED_TOO), hexsides)


def crossed_hexsides(p: Field, unit: Unit) -> bytes:
    """15.33 The flags of hexsides as a unit meets them: without the bridges that it holds itself."""
    own = p.own_bridges(unit)
    if not own:
        return p.hexsides()
    found = bytearray(p.hexsides())
    for hexside in own:
        found[hexside] ^= ALTERED
    return bytes(found)


def where_to_end(p: Field, unit: Unit) -> HexFlags:
    """9.12 What is met in each hex, where a full one is closed as an end only if nobody there can still leave; 9.25 a
    team needs room for two."""
    side = p.data.sides[unit]
    flags = flags_without(p.way(side), emptying_hexes(p, side), NO_END)
    if p.team[unit] == NO_UNIT:
        return flags
    return flags_with(flags, [hex for hex in almost_full(p, side) if not can_empty(p, hex)], NO_END)


@derived(Until.ANY_CHANGE)
def emptying_hexes(p: Field, side: Side) -> list[Hex]:
    """9.12 The full hexes that somebody can still move out of."""
    return [hex for hex in full_hexes(p, side) if can_empty(p, hex)]


def can_empty(p: Field, hex: Hex) -> bool:
    """9.12 Whether somebody in a full hex can still move out of it."""
    counters = p.data.counters
    return any(counters[unit].counts and is_able_to_move(p, unit) for unit in p.units_in(hex))


def helpers_hexes(p: Field, side: Side, unit: Unit) -> tuple[int, ...]:
    """6.53, WAR-R110 Where engineers stand who could help a unit across a river: never itself."""
    where = p.where
    return tuple(sorted({where[engineer] for engineer in p.engineers_of(side) if engineer != unit}))


def searched(p: Field, move: Move) -> Reach:
    """Where the unit could go; searched once for a question and its answer, if nobody has searched in between."""
    search, known = p.data.search, p.caches[ANY_CHANGE]
    if known.get(search) != search.runs:
        reach(going(p, move), search, mover(p, move))
        known[search] = search.runs
    return search


def hexes_in_march(p: Field, unit: Unit, found: Reach) -> list[Hex]:
    """7.11, 7.21 Where a unit could end its move in March Mode that it takes up on the way: nowhere, if it may not
    (11.93); also where it stands, with nobody moving, for a gun that moves in no other mode (11.91)."""
    if stays_tactical(p, unit):
        return []
    hexes: list[Hex] = found.arrivals(IN_MARCH)  # type: ignore[assignment]
    here = p.where[unit]
    return [here, *(hex for hex in hexes if hex != here)] if only_marches(p, unit) else hexes


def move_of_mate(p: Field, move: Move) -> Move:
    """9.25 The other member of a team on its way."""
    mate = p.team[move.unit]
    return Move(side=move.side, unit=mate, spent=p.spent[mate], road=move.road)


def end_of_mate(p: Field, move: Move, path: Sequence[Hex]) -> Mover | None:
    """9.25 The other member of a team after a way; None where it cannot go all of it."""
    other = move_of_mate(p, move)
    return walk(going(p, other), mover(p, other), path)


def keeping_up(p: Field, move: Move, options: Sequence[int]) -> list[int]:
    """9.25 The destinations to which both members of a team can go the way that is cheapest for its leader."""
    search, other = searched(p, move), move_of_mate(p, move)
    way, mate = going(p, other), mover(p, other)
    kept = []
    for option in options:
        path = search.path_to(object_of(option), among=ways_end(p, move, option))[1:]
        if can_walk(way, search, mate, path):
            kept.append(option)
    return kept


# --- infiltration (24.5) -----------------------------------------------------------------------------------------


def hexes_to_slip(p: Field, move: Move) -> dict[Hex, int]:
    """24.5 The hexes beside an infiltrator in a rigid zone to which it has the points to slip, without those for
    leaving the zone (errata), each with all that it will have spent."""
    here = p.where[move.unit]
    if not is_infiltrator(p, move.unit) or here < 0 or not p.in_rigid_zone(here, move.side):
        return {}
    slipping = msgspec.structs.replace(move, slips=True)
    way, start = going(p, slipping), mover(p, slipping)
    steps = {hex: step(way, start, hex) for hex in p.data.board.around(here)}
    return {hex: after.spent for hex, after in steps.items() if after is not None}
