"""23.0 Angriff aus der Bewegung (option): armor goes past a defender whom infantry ties down."""

from __future__ import annotations

from ardennes.engine.derived import Until, derived
from ardennes.games.bitter_woods.rules.allies import may_cross
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance
from ardennes.games.bitter_woods.rules.boundaries import UNBOUND, may_be_in
from ardennes.games.bitter_woods.rules.field import HAS_MOVED, Field
from ardennes.games.bitter_woods.rules.interdiction import halting_hexes
from ardennes.games.bitter_woods.rules.odds import ANGRIFF_FROM, odds
from ardennes.games.bitter_woods.rules.opening import allowance, is_surprise
from ardennes.games.bitter_woods.rules.orders import may_end_in, may_enter
from ardennes.games.bitter_woods.rules.pledges import BOUND, ENGAGEMENT
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.terrain import FRESH, MOVING, prices_of
from ardennes.games.bitter_woods.rules.zones import zone_reaches
from ardennes.kernels.flags import BARRED, MARKED, ZONE
from ardennes.numbers import Hex, Unit

KEEN = 5
"""23.1 The endurance rating of the armor that leads it."""

Path = tuple[Hex, ...]


# --- who may ---------------------------------------------------------------------------------------------


def may_announce(p: Field, attack: Attack) -> bool:
    """23.1, 23.2, 23.3 Whether an attack may be an Angriff: not on the first turn, nor where guns have bombarded, nor
    to fight an engagement again; no aircraft; all attackers in supply and none shocked; with armor of endurance 5 and
    with infantry; at 2-1 or more."""
    if "angriff" not in p.data.options or attack.air or is_surprise(p) or p.bombarded[attack.target]:
        return False
    counters = p.data.counters
    return (
        all(may_join(p, attack, unit) for unit in attack.attackers)
        and any(counters[unit].silhouette and endurance(p, unit) >= KEEN for unit in attack.attackers)
        and any(counters[unit].kind in BOUND for unit in attack.attackers)
        and odds(p, attack).printed >= ANGRIFF_FROM
    )


def may_join(p: Field, attack: Attack, unit: Unit) -> bool:
    """23.1, 23.2 Supplied units that are not shocked, and do not fight an engagement again."""
    return p.is_supplied(unit) and not p.shocked[unit] and not _fights_again(p, attack, unit)


def _fights_again(p: Field, attack: Attack, unit: Unit) -> bool:
    return any(
        duty.kind == ENGAGEMENT and duty.side == attack.side and duty.subject == attack.target and unit in duty.others
        for duty in p.duties
    )


# --- past the defender -----------------------------------------------------------------------------------


@derived(Until.ANY_CHANGE)
def ways_past(p: Field, unit: Unit, target: Hex, hexes: int, most: int) -> dict[Hex, Path]:
    """23.3 Where a mechanized attacker may advance to: in any direction, but neither into the hex nor the zone of the
    defenders; within its allowance, with what aircraft cost, and no farther than the first enemy zone. 23.2 It crosses
    a river without a bridge only at once, and only if it has not moved."""
    budget, flags, stops = allowance(p, unit, advancing=True), p.way(p.data.sides[unit]), halting_hexes(p, unit)
    prices = prices_of(p.data, unit, p.data.turns[p.turn - 1].ground, UNBOUND)
    data, board = p.data, p.data.board
    closed = {target, *held_hexes(p, target)}
    found: dict[Hex, tuple[int, Path]] = {}
    mode = MOVING if p.done[unit] & HAS_MOVED else FRESH
    ways: list[tuple[Path, int, int, bool]] = [((p.where[unit],), 0, mode, True)]
    best: dict[tuple[int, int, bool], int] = {}
    for path, spent, mode, by_road in ways:
        here, length = path[-1], len(path) - 1
        may_stop = length and has_room(p, unit, here) and may_end_in(p, unit, here)
        if may_stop and (here not in found or spent < found[here][0]):
            found[here] = spent, path[1:]
        if length == most or (length and (flags[here] & ZONE or here in stops)):
            continue
        for there in board.around(here):
            barred = flags[there] & BARRED or p.closed[there] == data.sides[unit] + 1
            shut = barred or not (may_be_in(p, unit, there) and may_enter(p, unit, there))
            if there in closed or there in path or shut:
                continue
            edge = 6 * here + board.direction(here, there)
            side = board.side_of[edge]
            after = prices.step(spent, mode, data.ground[edge], 0, flags[there] & MARKED, p.sides[side])
            on_road = by_road and bool(board.road[side]) and not p.blown[side]
            key = (there, length, on_road)
            if after < 0 or after >> 8 > budget or (length >= hexes and not on_road) or not may_cross(p, unit, side):
                continue
            if after >> 8 < best.get(key, budget + 1):
                best[key] = after >> 8
                ways.append(((*path, there), after >> 8, after & 255, on_road))
    return {hex: path for hex, (_, path) in sorted(found.items())}


def held_hexes(p: Field, target: Hex) -> list[Hex]:
    """23.3 The hexes in the zone of the units in a hex."""
    if not p.has_zone(target):
        return []
    return [hex for hex in p.data.board.around(target) if zone_reaches(p, target, hex)]


def may_go_past(p: Field, unit: Unit, target: Hex, left: tuple[Unit, ...]) -> bool:
    """23.3 Mechanized units only, and one of the infantry that attacked stays beside the defenders."""
    counters, around = p.data.counters, p.data.board.around(target)
    others = [other for other in left if other != unit and counters[other].kind in BOUND]
    return counters[unit].mechanized and any(p.where[other] in around for other in others)
