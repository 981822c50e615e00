"""11.4 Where a beaten unit may go: free of enemy zones and not towards the enemy's map edge, then free of zones, then
through them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.engine.derived import Until, derived
from ardennes.games.deadly_woods.rules.boundaries import closed_lines, limits
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.flags import NEGATES
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, MOTORIZED, Tiers, WoodsData
from ardennes.games.deadly_woods.rules.stacking import are_of_one_corps, fits
from ardennes.games.deadly_woods.rules.terrain import FOREST, KINDS, MAJOR, MINOR, OUREN, ROAD, ROAD_BRIDGE, WAYS
from ardennes.kernels.flags import BARRED, CLOSED, NO_END, TOLL, ZONE, HexFlags
from ardennes.kernels.retreat import NEVER_RANK, Ranks
from ardennes.kernels.zones import IN_ZONE, SHUT, hindrances
from ardennes.numbers import Hex, Side, Unit, all_hexes

HEXES, FARTHEST = 2, 6
"""11.4 Two hexes, and more where the retreat would end beside an enemy or on too many friends."""
EVERY_PATH = 1000
FREE, THROUGH_ZONE = range(2)


def lay_tiers(data: WoodsData) -> tuple[tuple[Tiers, ...], ...]:
    """How good each step of a retreat is, for each side, on foot and motorized; worked out once for the same map."""
    return _laid(_homewards(data, GERMAN), _homewards(data, ALLIED), bytes(data.ground))


@lru_cache(maxsize=4)
def _laid(*grounds: bytes) -> tuple[tuple[Tiers, ...], ...]:
    *homewards, anywhere = [
        (Ranks(ground, KINDS, _rank_on_foot), Ranks(ground, KINDS, _rank_motorized)) for ground in grounds
    ]
    return tuple(tuple(zip(home, anywhere, strict=True)) for home in homewards)


def _homewards(data: WoodsData, side: Side) -> bytes:
    """The kinds of steps without those towards the enemy's map edge: west for Germans, where the column number falls,
    east for Allied units."""
    board, kinds = data.board, bytearray(data.ground)
    lanes = [board.grid.lane_place(hex)[0] for hex in all_hexes(board.size)]
    for edge, there in enumerate(board.neighbours):
        if there >= 0:
            eastward = lanes[there] - lanes[edge // 6]
            if eastward < 0 if side == GERMAN else eastward > 0:
                kinds[edge] = 0
    return bytes(kinds)


def _rank_on_foot(kind: int, altered: bool, flags: int) -> int:
    if flags & SHUT:
        return NEVER_RANK
    return THROUGH_ZONE if flags & IN_ZONE else FREE


def _rank_motorized(kind: int, altered: bool, flags: int) -> int:
    """Motorized units do not go where they could not move: over rivers without a bridge, into Forest without a road."""
    terrain, way = divmod(kind - 1, WAYS)
    return NEVER_RANK if is_closed_to_motor(terrain, way, altered) else _rank_on_foot(kind, altered, flags)


def is_closed_to_motor(terrain: int, way: int, destroyed: bool) -> bool:
    """10.4.1, 10.6 Whether a motorized unit may not make such a step in any manner."""
    if way in (MINOR, MAJOR):
        return True
    by_road = way in (ROAD, ROAD_BRIDGE) and not destroyed
    return terrain == FOREST and not by_road


@derived(Until.ANY_CHANGE)
def ways_back(p: Field, unit: Unit) -> dict[Hex, list[list[Hex]]]:
    """11.4 The best retreats of a unit: the hexes where it may end, each with the paths there."""
    ways: dict[Hex, list[list[Hex]]] = {}
    for path in reversed(paths_back(p, unit)):
        ways.setdefault(path[-1], []).insert(0, path)
    return ways


def can_go_back(p: Field, unit: Unit) -> bool:
    """11.4 Whether there is any retreat for a unit."""
    return _leads_back(p, unit, HEXES, FARTHEST) or (is_hemmed(p, unit) and _leads_back(p, unit, 1, 1))


@derived(Until.ANY_CHANGE)
def paths_back(p: Field, unit: Unit) -> list[list[Hex]]:
    """11.4 All of the best retreats. 9.2 A unit that only an army boundary keeps from going goes back one hex, if it
    can."""
    found = _paths(p, unit, HEXES, FARTHEST)
    return _paths(p, unit, 1, 1) if not found and is_hemmed(p, unit) else found


def is_hemmed(p: Field, unit: Unit) -> bool:
    """9.2 Whether a unit without a full retreat would have one if there were no army boundaries."""
    return bool(closed_lines(p, unit)) and _leads_back(p, unit, HEXES, FARTHEST, over_boundaries=True)


def _paths(p: Field, unit: Unit, least: int, most: int) -> list[list[Hex]]:
    """The shortest paths of so many hexes in the first tier that has any: homewards and free of zones; free of zones;
    through as few as possible. 6.2 In the same tier they go on past full hexes if they can, and always past another
    corps or nation."""
    data, start = p.data, p.where[unit]
    flags, sides = _flags(p, unit), _sides(p, closed_lines(p, unit))
    full = [hex for hex in _friends_behind(p, unit) if not fits(p, [*p.combat_units_in(hex), unit])]
    homewards, anywhere = _tiers(p, unit)
    free = _flags(p, unit, in_zone=SHUT)
    for ranks, met in ((homewards, free), (anywhere, free), (anywhere, flags)):
        for ends in (_closed_to_end(met, full), met) if full else (met,):
            if data.retreats.run([start], ranks, ends, sides, least, most, NO_END, least, keep=EVERY_PATH):
                return data.retreats.paths
    return []


def _leads_back(p: Field, unit: Unit, least: int, most: int, *, over_boundaries: bool = False) -> bool:
    """Whether there is a path of so many hexes at all; full hexes are avoided and do not keep anybody from going."""
    closed = tuple([line for line in closed_lines(p, unit) if line == OUREN or not over_boundaries])
    flags, sides, anywhere = _flags(p, unit), _sides(p, closed), _tiers(p, unit)[1]
    return p.data.retreats.run([p.where[unit]], anywhere, flags, sides, least, most, NO_END, least, keep=1)


def _friends_behind(p: Field, unit: Unit) -> list[Hex]:
    """Where friends of a retreating unit stand that it could come to, away from the enemy."""
    side = p.data.counters[unit].side
    return list((p.data.within_six[p.where[unit]] & p.hexes_of(side)) - p.front(side))


def _of_other_corps(p: Field, unit: Unit) -> list[Hex]:
    """6.1, 6.2 Where a unit may not even retreat to: hexes of another corps or nation, or with engineers of one."""
    if p.data.counters[unit].side == GERMAN:
        return []
    near = p.data.within_six[p.where[unit]]
    engineers = [p.where[engineer] for engineer in p.data.engineers if p.where[engineer] in near]
    stands = {*_friends_behind(p, unit), *engineers}
    return [hex for hex in stands if not are_of_one_corps(p, [*p.combat_units_in(hex), unit], hex)]


def _closed_to_end(flags: HexFlags, hexes: Sequence[Hex]) -> HexFlags:
    """The same flags, with more hexes where a retreat may not end."""
    closed = flags[:]
    for hex in hexes:
        closed[hex] |= NO_END
    return closed


def _tiers(p: Field, unit: Unit) -> Tiers:
    piece = p.data.counters[unit]
    return p.data.retreat_tiers[piece.side][piece.kind in MOTORIZED]


def _sides(p: Field, closed: tuple[int, ...]) -> bytearray:
    """What a retreating unit meets at each hexside, with these lines closed."""
    return p.sides.translate(_lines_shut(closed)) if closed else p.sides


def _flags(p: Field, unit: Unit, in_zone: int = IN_ZONE) -> HexFlags:
    """What a retreating unit meets: enemies and places closed to it, zones nobody negates (7.3), and hexes beside an
    enemy or of another corps, where it may not end."""
    side = p.data.counters[unit].side
    flags = hindrances(p.way(side), BARRED | limits(p, unit), ZONE, NEGATES[side], in_zone)
    for hex in (*(p.data.within_six[p.where[unit]] & p.front(side)), *_of_other_corps(p, unit)):
        flags[hex] |= NO_END
    return flags


@lru_cache(maxsize=16)
def _lines_shut(closed: tuple[int, ...]) -> bytes:
    """The bits of each hexside where these lines may not be crossed."""
    return bytes(CLOSED if bits // TOLL & 7 in closed else bits for bits in range(256))


def path_is_through_zone(p: Field, side: Side, path: Sequence[Hex]) -> bool:
    """11.4 Whether a path leads through an enemy zone that nothing negates."""
    way, negates = p.way(side), NEGATES[side]
    return any(way[hex] & ZONE and not way[hex] & negates for hex in path)


def can_cross(p: Field, unit: Unit, here: Hex, there: Hex) -> bool:
    """11.5 Whether a unit could legally make this step in an advance, whatever the zones."""
    data = p.data
    direction = data.board.direction(here, there)
    hexside = data.board.side_of[6 * here + direction]
    if p.sides[hexside] // TOLL & 7 in closed_lines(p, unit) or p.way(data.counters[unit].side)[there] & limits(
        p, unit
    ):
        return False
    if data.counters[unit].kind not in MOTORIZED:
        return True
    terrain, way = divmod(data.ground[6 * here + direction] - 1, WAYS)
    return not is_closed_to_motor(terrain, way, bool(p.destroyed[hexside]))
