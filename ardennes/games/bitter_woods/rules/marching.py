"""5.2 to 5.4 A unit on its march: whether it is free to go, what it meets in each hex, and how far it comes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import msgspec

from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Text
from ardennes.games.bitter_woods.rules.allies import foreign_hexes
from ardennes.games.bitter_woods.rules.battalions import (
    APART,
    fighters,
    leaders_of_peiper,
    leaving,
    lonely,
    on_map,
    regroup,
)
from ardennes.games.bitter_woods.rules.boundaries import UNBOUND, binding_army, homeward, is_astray
from ardennes.games.bitter_woods.rules.details import is_kept_from_exploiting
from ardennes.games.bitter_woods.rules.events import companies_in
from ardennes.games.bitter_woods.rules.field import HAS_MOVED, IN_RESERVE, PICKED, RELEASED, Field
from ardennes.games.bitter_woods.rules.interdiction import halting_hexes
from ardennes.games.bitter_woods.rules.leaders import leaders_on_map, may_share
from ardennes.games.bitter_woods.rules.opening import allowance, held_back, is_peipers_day
from ardennes.games.bitter_woods.rules.orders import close_hexes
from ardennes.games.bitter_woods.rules.peiper import ignores_zones
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.pledges import engaged_units
from ardennes.games.bitter_woods.rules.stacking import full_hexes, has_room
from ardennes.games.bitter_woods.rules.terrain import FRESH, MOVING, prices_of
from ardennes.games.bitter_woods.rules.zones import first_steps
from ardennes.hexes import distance
from ardennes.kernels.counters import clear_of, equal_to, other_than
from ardennes.kernels.flags import BARRED, MARKED, NO_END, ZONE, HexFlags
from ardennes.kernels.reach import EVERY_WAY, Reach
from ardennes.numbers import NO_NUMBER, Hex, Unit, all_hexes
from ardennes.rules.table import flags_with, flags_without
from ardennes.rules.walk import Going, Mover, lacks_points, reach


class Movement(SideProcedure):
    """5.1 A player moves his units, as many as he likes; 14.2 or, after combat, those in reserve."""

    exploitation: bool = False

    def stage(self, p: Field) -> Text:
        return Text("stage-exploitation" if self.exploitation else "stage-movement", {"side": self.side})


class Move(SideProcedure):
    """One unit on its way."""

    unit: Unit
    exploitation: bool = False
    spent: int = 0
    """16.4, 36.11 What coming onto the map has cost, or a march before units were exchanged, in twelfths."""
    over: bool = False
    challenged: bool = False
    """22.2 It has run the interdicted hex where it stands, and may go on."""
    off_road: bool = False
    """29.0 Commandos have turned the signposts: no roads for the rest of the turn."""
    slipped: bool = False
    """27.0 The enemy zone where it stands does not hold it."""


class Arrival(Move):
    """A unit that comes onto the map, and then goes on; 24.6 or that has still to be attached to an army."""


# --- who is free -----------------------------------------------------------------------------------------


def free_to_move(p: Field, units: Sequence[Unit]) -> list[Unit]:
    """5.1, 13.3, 14.1 Those of some units that nothing holds that has to do with them alone."""
    held = engaged_units(p) | held_back(p) if p.duties else held_back(p)
    able = other_than(clear_of(units, p.done, HAS_MOVED | PICKED), p.reserve, IN_RESERVE)
    able = equal_to(able, p.bridging, NO_NUMBER)
    if stiff := [unit for unit in p.data.rigid.intersection(able) if not p.face(unit).moves]:
        held = held.union(stiff)
    return [unit for unit in able if unit not in held] if held else able


def is_free_to_move(p: Field, unit: Unit) -> bool:
    """The same of one unit."""
    return bool(free_to_move(p, (unit,)))


def may_exploit(p: Field, unit: Unit) -> bool:
    """14.2 In exploitation; 24.5 with leaders only whom one has released; 13.3 who builds a bridge stays; 35.0 so do
    mechanized units of 7th Army without their garrison."""
    marker = RELEASED if "leaders" in p.data.options else IN_RESERVE
    if p.reserve[unit] != marker or p.done[unit] & PICKED or p.bridging[unit] != NO_NUMBER:
        return False
    return not is_kept_from_exploiting(p, unit)


# --- what it meets ---------------------------------------------------------------------------------------


def flags_for(p: Field, move: Move) -> HexFlags:
    """What a unit meets in each hex. 6.1 It may not end in a full hex, unless somebody there can still move away; 9.5
    nor enter a hex its side has just given up. 22.1 Aircraft stop it on forest roads; 27.1 they never hinder KG Peiper
    on its day, nor do zones before it exploits. 24.3 A leader does not join another."""
    flags = p.way(move.side)
    if is_peipers_day(p, move.unit):
        flags = flags_without(flags, all_hexes(len(flags)), MARKED if move.exploitation else MARKED | ZONE)
    flags = flags_with(flags, halting_hexes(p, move.unit), ZONE)
    full = [hex for hex in full_hexes(p, move.side) if not has_room(p, move.unit, hex, forced=True)]
    no_ends = set(full).difference(_can_empty(p, move, full)).union(foreign_hexes(p, move.unit))
    if p.data.counters[move.unit].leads:
        hexes = [p.where[leader] for leader in leaders_on_map(p, move.side)]
        no_ends.update(hex for hex in hexes if not may_share(p, move.unit, hex))
    flags = flags_with(flags, no_ends, NO_END)
    flags = flags_with(flags, p.closed_hexes(move.side), BARRED)
    if p.data.orders:
        flags = flags[:]
        close_hexes(p, move.unit, flags)
    return flags


def _can_empty(p: Field, move: Move, hexes: Sequence[Hex]) -> set[Hex]:
    """The hexes among some that somebody can still leave."""
    if not hexes:
        return set()
    others = [unit for hex in hexes for unit in p.units_in(hex) if unit != move.unit]
    leaving = [unit for unit in others if may_exploit(p, unit)] if move.exploitation else free_to_move(p, others)
    return {p.where[unit] for unit in leaving}


def landing_sites_beside(p: Field, move: Move) -> list[Hex]:
    """29.1 The hexes beside an Allied unit where one company of paratroopers is."""
    here = p.where[move.unit]
    if not p.happened or move.side == GERMAN or here < 0:
        return []
    return [hex for hex in p.data.board.around(here) if companies_in(p, hex) == 1]


def going(p: Field, move: Move, army: int | None = None) -> Going:
    """What a unit meets: its prices on the ground of the day, within the boundaries of its army. 29.1 Who has not the
    point ready that one company may cost does not try, not even as the one hex that it is sure of (5.2)."""
    astray = army is None and is_astray(p, move.unit)
    bound = UNBOUND if astray else binding_army(p, move.unit) if army is None else army
    prices = prices_of(p.data, move.unit, p.data.turns[p.turn - 1].ground, bound, by_road=not move.off_road)
    steps = p.data.ground if bound == UNBOUND else p.data.army_ground[bound]
    way = Going(p.data.board, steps, prices, flags_for(p, move), p.sides)
    if sites := landing_sites_beside(p, move):
        barred = [hex for hex in sites if lacks_points(way, mover(p, move), hex)]
        way = msgspec.structs.replace(way, hexes=flags_with(way.hexes, barred, BARRED))
    if astray:
        return homeward(p, move.unit, mover(p, move), way)
    return together(p, move, way) if is_last_of_peipers(p, move) else way


def _ending_in(way: Going, ends: Container[int]) -> Going:
    flags = way.hexes[:]
    for hex in all_hexes(len(flags)):
        if hex not in ends:
            flags[hex] |= NO_END
    return msgspec.structs.replace(way, hexes=flags)


def mover(p: Field, move: Move) -> Mover:
    """5.2, 5.3, 7.4 Who has not moved may ford, is sure of one hex, and leaves a zone only in some directions; who
    comes onto the map has paid for that."""
    here, unit = p.where[move.unit], move.unit
    if move.spent:
        halted = is_halted(p, move)
        most = move.spent if halted else max(allowance(p, unit), move.spent)
        return Mover(here, most, move.spent, MOVING, stopped=halted)
    may_ford = not (move.exploitation and p.done[unit] & HAS_MOVED)
    free = move.slipped or ignores_zones(p, unit, move.exploitation)
    first = EVERY_WAY if free else first_steps(p, unit)
    return Mover(here, allowance(p, unit), mode=FRESH if may_ford else MOVING, first=first, guaranteed=True)


def is_halted(p: Field, move: Move) -> bool:
    """7.4, 22.1 Whether a unit that has moved may not go on from where it is."""
    here = p.where[move.unit]
    in_zone = bool(p.way(move.side)[here] & ZONE) and not ignores_zones(p, move.unit, move.exploitation)
    return (in_zone and not move.slipped) or (not move.challenged and here in halting_hexes(p, move.unit))


def search(p: Field, move: Move) -> Reach:
    """Where the unit could go, readable until the next search. It is not searched again while nothing has changed."""
    found, known = p.data.search, p.caches[ANY_CHANGE]
    key = (move.unit, move.spent, move.slipped, move.challenged, move.off_road)
    if known.get(key) != found.runs:
        reach(going(p, move), found, mover(p, move))
        known[key] = found.runs
    return found


# --- 36.0 KG Peiper --------------------------------------------------------------------------------------


def points_left(p: Field, unit: Unit, exploitation: bool) -> int:
    """36.11 What a unit of KG Peiper may still march in this phase, in twelfths."""
    if p.walked[unit]:
        return max(0, allowance(p, unit) - p.walked[unit])
    able = may_exploit if exploitation else is_free_to_move
    return allowance(p, unit) if able(p, unit) else 0


def marching_on(p: Field) -> list[Unit]:
    """36.11 Units of KG Peiper with points left after they were put together or broken down."""
    return [
        unit
        for unit in (fighters(p) if p.data.battalions else ())
        if 0 < p.walked[unit] < allowance(p, unit) and not p.done[unit] & PICKED
    ]


def regroup_on_march(p: Field, exploitation: bool) -> None:
    """36.11 KG Peiper is broken down or put together: what is left is the least that one of them has left."""
    gone = leaving(p)
    left = [points_left(p, unit, exploitation) for unit in gone]
    marched = any(left) or any(p.walked[unit] for unit in gone)
    regroup(p)
    for unit in fighters(p) if marched else ():
        p.walked[unit] = max(0, allowance(p, unit) - min(left))
        if p.walked[unit] and not exploitation:
            p.done[unit] |= HAS_MOVED


def peipers(p: Field, exploitation: bool) -> list[Unit]:
    """36.1 The battalions on the map, which keep together; 36.13 after exploitation their leader is near them too, or
    near KG Peiper as one unit."""
    if not p.data.battalions:
        return []
    return [*fighters(p), *leaders_of_peiper(p)] if exploitation else on_map(p)


def is_last_of_peipers(p: Field, move: Move) -> bool:
    """36.1 Whether a unit is the last of those who keep together that can move."""
    units = peipers(p, move.exploitation)
    return move.unit in units and not any(
        can_move_still(p, unit, move.exploitation) for unit in units if unit != move.unit
    )


def can_move_still(p: Field, unit: Unit, exploitation: bool) -> bool:
    """36.1 Whether a unit may be picked to move in this phase."""
    able = may_exploit if exploitation else is_free_to_move
    return able(p, unit) or unit in marching_on(p)


def together(p: Field, move: Move, way: Going) -> Going:
    """36.1, 36.13 The last to move ends where nobody is alone. Where it cannot, it leaves nobody else alone, and comes
    nearer to the others if it is alone itself."""
    unit, others = move.unit, [other for other in fighters(p) if other != move.unit]
    company = [*others, *(leaders_of_peiper(p) if move.exploitation else ())]
    near = {hex for other in company for hex in p.data.within[APART][p.where[other]]}
    if not near:
        return way

    def alone(hex: Hex) -> set[Unit]:
        return lonely(p, {unit: hex}, leader=move.exploitation)

    now = alone(p.where[unit])
    good = _ending_in(way, {hex for hex in near if not alone(hex)})
    if not now or reach(good, p.data.search, mover(p, move)).destination_hexes():
        return good

    def hexes_off(hex: Hex) -> int:
        return min(distance(p.data.board.grid, hex, p.where[other]) for other in others)

    here = hexes_off(p.where[unit]) if others else 0
    better = {hex for hex in p.data.board.hexes if alone(hex) <= now and (unit not in now or hexes_off(hex) < here)}
    return _ending_in(way, better)


def must_rejoin(p: Field, move: Move) -> bool:
    """36.1 Whether somebody is alone, and the last to move can end that, or come nearer."""
    now = lonely(p, {}, leader=move.exploitation) if p.data.battalions else set()
    if not now or not is_last_of_peipers(p, move):
        return False
    ends = search(p, move).destination_hexes()
    return bool(ends) and (move.unit in now or not lonely(p, {move.unit: ends[0]}, leader=move.exploitation))


def are_scattered(p: Field, able: Iterable[int], exploitation: bool) -> bool:
    """36.1 Whether one of those who keep together is alone while one of them can still move."""
    return not set(peipers(p, exploitation)).isdisjoint(able) and bool(lonely(p, {}, leader=exploitation))
