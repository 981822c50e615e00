"""9.7 Retreat after combat: towards a supply road, then along it; off the map where nothing else is left (5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Outcome, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules import exits
from ardennes.games.bitter_woods.rules.allies import may_cross, stays_on_bank
from ardennes.games.bitter_woods.rules.battalions import Regrouping, is_near, on_map
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.leaders import with_them
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BACK, REGROUP, RETREAT, Piece
from ardennes.games.bitter_woods.rules.pledges import end_duties_in
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.removal import eliminate, lose_the_lone
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.supply import BY_ROAD, follow_roads, sources
from ardennes.games.bitter_woods.rules.terrain import BRIDGE, FOREST, MEUSE, MEUSE_BRIDGE, RIVER, ROAD, way_across
from ardennes.kernels.flags import BARRED, CROWDED, ZONE
from ardennes.kernels.flood import ANY_LINK
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import retreat
from ardennes.rules.supply import BLOCKED, blocked_hexes

Path = tuple[Hex, ...]


class Rout(retreat.Rout):
    """9.7 Units that must retreat so many hexes, one after another."""

    hexes: int


# --- where to --------------------------------------------------------------------------------------------


class RoadsBack(NamedTuple):
    """9.7 For each hex, how far it is; -1 where there is no such way."""

    along: Sequence[int]
    """To a source along supply roads."""
    off: Sequence[int]
    """To the nearest supply road, past enemies and their zones."""


@derived(Until.ANY_MOVE)
def roads_back(p: Field, side: Side) -> RoadsBack:
    lines = follow_roads(p, side)
    along = lines.distances()
    lines.spread(ANY_LINK, p.way(side), p.sides, BARRED | ZONE)
    return RoadsBack(along, lines.beyonds())


@derived(Until.ANY_MOVE)
def to_each_source(p: Field, side: Side, hex: Hex) -> tuple[int, ...]:
    """9.7 How many hexes it is along supply roads from a hex to each source; -1 where there is no way."""
    lines = p.data.supply_roads
    lines.run([hex], BY_ROAD, blocked_hexes(p.way(side), CROWDED), p.sides, BLOCKED)
    return tuple([lines.distance_of(source) for source in sources(p, side)])


def leads_on(p: Field, side: Side, here: Hex, there: Hex) -> bool:
    """9.7 Whether a step follows a supply road towards one of the sources, the nearest or another."""
    hexside = p.data.board.side(here, there)
    if not p.data.board.road[hexside] or p.blown[hexside] or roads_back(p, side).along[there] < 0:
        return False
    farther = zip(to_each_source(p, side, there), to_each_source(p, side, here), strict=True)
    return any(0 <= after < before for after, before in farther)


def can_step_back(p: Field, piece: Piece, here: Hex, there: Hex) -> bool:
    """9.7 Whether a retreating unit may make a step, enemies and zones apart: no cliff; heavy tanks over no river
    without a bridge, other armor, cavalry and artillery not over the Meuse so; armor into and out of forest by road,
    and Allied armor and Mark IVs also over a blown bridge on that road."""
    board, data = p.data.board, p.data
    hexside = board.side(here, there)
    if board.wall[hexside]:
        return False
    way = way_across(board, hexside)
    blown = bool(p.blown[hexside])
    by_road = way == ROAD or (way in (BRIDGE, MEUSE_BRIDGE) and not blown)
    forded = way in (RIVER, MEUSE) or blown
    if forded and (piece.heavy or (way in (MEUSE, MEUSE_BRIDGE) and not piece.fords)):
        return False
    if piece.silhouette and not by_road and FOREST in (data.terrain[here], data.terrain[there]):
        return blown and (piece.side == ALLIED or piece.silhouette == "mkiv") and data.terrain[here] != FOREST
    return True


def is_open(p: Field, unit: Unit, here: Hex, there: Hex) -> bool:
    """9.7 Whether a retreating unit may make a step: past enemies and their zones, friends there or not."""
    closed = p.way(p.data.sides[unit])[there] & (BARRED | ZONE)
    return not closed and can_step_back(p, p.data.counters[unit], here, there)


def all_paths(p: Field, unit: Unit, hexes: int) -> Iterator[Path]:
    """9.7 Every legal way back of the full length: past enemies and their zones, no hex twice, ending where there is
    room."""
    around = p.data.board.around

    def go_on(path: Path) -> Iterator[Path]:
        if len(path) > hexes:
            if has_room(p, unit, path[-1], forced=True):
                yield path[1:]
            return
        for there in around(path[-1]):
            if there not in path and is_open(p, unit, path[-1], there):
                yield from go_on((*path, there))

    yield from go_on((p.where[unit],))


def detour(p: Field, unit: Unit, path: Path) -> tuple[int, int]:
    """9.7 How far a way back is from what the rules want: the hexes until it comes to a supply road, and those after
    that which do not follow the road towards a source. Where the road leaves the map, a way ends beside a supply
    road."""
    side = p.data.sides[unit]
    along, off = roads_back(p, side)
    whole = (p.where[unit], *path)
    on_road = next((number for number, hex in enumerate(whole) if along[hex] >= 0), None)
    if on_road is None:
        left = off[path[-1]]
        return (len(path) + left if left >= 0 else NEVER, 0)
    strays = 0
    for number in range(on_road, len(path)):
        here, there = whole[number], whole[number + 1]
        if along[here] >= 0 and leads_on(p, side, here, there):
            continue
        at_end = along[here] <= 0 and not goes_on(p, unit, whole[: number + 1])
        strays += not (at_end and 0 <= off[there] <= 1)
    return on_road, strays


def ends_well(p: Field, unit: Unit, path: Path) -> bool:
    """9.7 Whether from a road on which a way ends further retreats could follow it to a source, past all enemy zones,
    friends there or not, and without coming back."""
    side, lines = p.data.sides[unit], p.data.supply_roads
    if roads_back(p, side).along[path[-1]] <= 0:
        return True
    flags = p.way(side)[:]
    for hex in (p.where[unit], *path[:-1]):
        flags[hex] |= BARRED
    lines.run([path[-1]], BY_ROAD, flags, p.sides, BARRED | ZONE)
    return any(lines.distance_of(source) >= 0 for source in sources(p, side))


def goes_on(p: Field, unit: Unit, path: Path) -> bool:
    """9.7 Whether from the end of a way a supply road leads on to a source."""
    here, side = path[-1], p.data.sides[unit]
    ahead = (there for there in p.data.board.around(here) if there not in path and is_open(p, unit, here, there))
    return roads_back(p, side).along[here] >= 0 and any(leads_on(p, side, here, there) for there in ahead)


def keeps_to_bank(p: Field, unit: Unit, path: Path) -> bool:
    """28.1 Whether a way back crosses nothing that the unit may not cross of its own will."""
    steps = pairwise((p.where[unit], *path))
    return not stays_on_bank(p, unit) or all(may_cross(p, unit, p.data.board.side(*step)) for step in steps)


NEVER = 99


@derived(Until.ANY_MOVE)
def ways_back(p: Field, unit: Unit, hexes: int) -> dict[Hex, list[Path]]:
    """9.7 The best ways back, by the hex they end in; 28.1 over the Meuse only where nothing else is left."""
    if p.data.counters[unit].kind == "army-artillery":
        return {}
    paths = list(all_paths(p, unit, hexes))
    paths = [path for path in paths if keeps_to_bank(p, unit, path)] or paths
    if not paths:
        return {}
    ranked = [(detour(p, unit, path), path) for path in paths]
    best = min(rank for rank, _ in ranked)
    good = [path for rank, path in ranked if rank == best]
    found: dict[Hex, list[Path]] = {}
    for path in [path for path in good if ends_well(p, unit, path)] or good:
        found.setdefault(path[-1], []).append(path)
    return dict(sorted(found.items()))


def ways_to_friends(p: Field, rout: Rout, ways: dict[Hex, list[Path]]) -> dict[Hex, list[Path]]:
    """36.2 A battalion of KG Peiper ends its retreat near another that does not have to retreat itself, if it can."""
    if rout.unit not in p.data.battalions:
        return ways
    others = [unit for unit in on_map(p) if unit not in rout.waiting]
    return {hex: paths for hex, paths in ways.items() if any(is_near(p, p.where[unit], hex) for unit in others)} or ways


def can_leave_map(p: Field, unit: Unit, hexes: int) -> Hex:
    """5.5, 9.7 The edge hex by which an Allied unit without any other way retreats off the map, or NOWHERE; zones of
    the enemy reach beyond the edge."""
    if p.data.sides[unit] != ALLIED or p.data.counters[unit].kind == "army-artillery":
        return NOWHERE
    around = p.data.board.around
    reached: list[Path] = [(p.where[unit],)]
    for path in reached:
        here = path[-1]
        if here in p.data.allied_edges and exits.is_open_edge(p, here):
            return here
        if len(path) < hexes:
            ahead = [there for there in around(here) if there not in path and is_open(p, unit, here, there)]
            reached += [(*path, there) for there in ahead]
    return NOWHERE


# --- the question ----------------------------------------------------------------------------------------


def single_out(p: Field, rout: Rout) -> None:
    retreat.single_out(p, rout, lambda unit: bool(ways_back(p, unit, rout.hexes)))


class ChooseNext(retreat.ChooseNext[Field, Rout]):
    """9.7 Units retreat one by one, in the order their owner likes."""

    rule, verb, refusal = "9.7", RETREAT, "need-not-retreat"


class ChooseRetreat(Regrouping[Rout], retreat.ChooseRetreat[Field, Rout]):
    """9.7 Where the unit ends its retreat, on one of the best ways."""

    rule, verb, refusal = "9.7", BACK, "no-retreat-there"

    def answer(self, p: Field, rout: Rout, option: int) -> Outcome:
        if option == REGROUP:
            rout.unit = NO_UNIT
        outcome = super().answer(p, rout, option)
        return Then.REPEAT if option == REGROUP else outcome

    def ways_back(self, p: Field, rout: Rout) -> dict[Hex, list[Path]]:
        return ways_to_friends(p, rout, ways_back(p, rout.unit, rout.hexes))

    def go_back(self, p: Field, rout: Rout, path: Sequence[Hex]) -> None:
        start = p.where[rout.unit]
        arrive(p, rout.unit, path, together=True)
        p.tell(Event("retreats", {"unit": rout.unit, "from": start, "hex": path[-1]}, "9.7"))
        if "leaders" in p.data.options:
            lead_back(p, rout.side, start, path)
        end_duties_in(p, start)


def lead_back(p: Field, side: Side, start: Hex, path: Sequence[Hex]) -> None:
    """24.3 A leader goes back with the last unit that leaves his hex, by the same way."""
    left = any(p.data.counters[unit].combat_unit for unit in p.units_in(start))
    for leader in with_them(p, (start,), side):
        if not left and has_room(p, leader, path[-1]):
            arrive(p, leader, path, together=True)
            p.tell(Event("retreats", {"unit": leader, "from": start, "hex": path[-1]}, "24.3"))
    lose_the_lone(p)


def cannot_retreat(p: Field, rout: Rout) -> Then | None:
    """9.7 A unit without a way back leaves the map, if it is Allied and can, or is eliminated."""
    if rout.unit == NO_UNIT:
        return None
    start, edge = p.where[rout.unit], can_leave_map(p, rout.unit, rout.hexes)
    if edge == NOWHERE:
        eliminate(p, rout.unit, "9.7")
    else:
        exits.leave(p, rout.unit, edge)
    end_duties_in(p, start)
    return retreat.next_unit(rout)


Rout.steps = (single_out, ChooseNext(), ChooseRetreat(), cannot_retreat)
