"""10.8 Retreats: a stack goes back as a whole, hex by hex, as its owner likes within the order of 10.84."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, DEFENDED, ROUTED, Field
from ardennes.games.wacht_am_rhein.rules.gun_movement import marches_when_out
from ardennes.games.wacht_am_rhein.rules.positions import disturb, give_up
from ardennes.games.wacht_am_rhein.rules.removal import eliminate
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to, note_approach
from ardennes.games.wacht_am_rhein.rules.terrain import MARCHING, TACTICAL, prices_of, rows_of
from ardennes.kernels.flags import ALTERED, BARRED, MARKED_TOO
from ardennes.numbers import Hex, Side, Unit

Rank = tuple[bool, bool, bool, int]
NO_WAY = -1


def step_cost(p: Field, unit: Unit, here: Hex, there: Hex) -> int:
    """10.82, 10.83, 10.97 What a step would cost a unit in its mode if it were moving, zones of control apart; NO_WAY
    where it is prohibited: enemies, ground and water closed to it, another unit in March Mode (9.35). Engineers do not
    help here (WAR-R110), and who has no movement allowance never goes (WAR-R99), but for parachute-commandos (24.45);
    15.33 nobody crosses a bridge that he holds himself; 23.0, 25.24b nor goes beyond his limits."""
    data, side = p.data, p.data.sides[unit]
    if not (p.face(unit).moves or data.counters[unit].commando) or there in closed_to(p, unit):
        return NO_WAY
    rows = rows_of(data.counters[unit], bridging=p.bridge[unit] == CARRIED, afoot=bool(p.afoot[unit]))
    prices = prices_of(data, rows, 0, p.ground, jams=False)
    edge = 6 * here + data.board.direction(here, there)
    met = p.way(side)[there] & (BARRED | MARKED_TOO if p.march[unit] else BARRED)
    mode = MARCHING if p.march[unit] else TACTICAL
    hexside = data.board.side_of[edge]
    altered = p.sides[hexside] & ALTERED ^ (ALTERED if hexside in p.own_bridges(unit) else 0)
    after = prices.step(0, mode, data.ground[edge], 0, met, altered)
    return NO_WAY if after < 0 else after >> 8


def shortens(p: Field, side: Side, here: Hex, there: Hex) -> bool:
    """10.84b Whether a step leads towards a friendly edge: east for the Germans; north, south or west for the
    Allies."""
    return any(distance[there] < distance[here] for distance in p.data.edges[side])


def rank(p: Field, side: Side, units: Sequence[Unit], here: Hex, there: Hex) -> Rank:
    """10.84 How good a hex is to go back to: out of enemy zones, towards an edge, vacant, cheap for the dearest
    unit."""
    cost = max(step_cost(p, unit, here, there) for unit in units)
    return (p.in_enemy_zone(there, side), not shortens(p, side, here, there), p.side_in(there) == side, cost)


def hexes_back(p: Field, units: Collection[Unit], gone: Iterable[Hex]) -> list[Hex]:
    """10.83, 10.84 The hexes where a stack may go back next: those open to all of it, or else to as many of it as any
    is, that are best by the order of 10.84; no hex twice."""
    alive = [unit for unit in units if p.where[unit] >= 0]
    if not alive:
        return []
    here, side = p.where[alive[0]], p.data.sides[alive[0]]
    around = [hex for hex in p.data.board.around(here) if hex not in set(gone)]
    able = {hex: [unit for unit in alive if step_cost(p, unit, here, hex) != NO_WAY] for hex in around}
    most = max(1, *map(len, able.values())) if able else 1
    ranks = {hex: rank(p, side, going, here, hex) for hex, going in able.items() if len(going) == most}
    best = min(ranks.values(), default=None)
    return sorted(hex for hex, rank_of in ranks.items() if rank_of == best)


def go_back(p: Field, units: Collection[Unit], hex: Hex, rule: str = "10.84") -> None:
    """10.84 A stack goes back a hex; who cannot go there is lost (WAR-R100); 11.52 guns are Out of Battery then."""
    alive = [unit for unit in units if p.where[unit] >= 0]
    here = p.where[alive[0]]
    going = [unit for unit in alive if step_cost(p, unit, here, hex) != NO_WAY]
    for unit in alive:
        if unit not in going:
            eliminate(p, unit, "10.83")
    for unit in going:
        p.put(unit, hex)
        p.battery[unit] = 0
    give_up(p, here)
    disturb(p, p.data.sides[alive[0]], (hex,))
    note_approach(p, going, (hex,))
    if going:
        p.tell(Event("retreats", {"units": tuple(going), "from": here, "hex": hex}, rule))


def end_retreat(p: Field, units: Collection[Unit]) -> None:
    """10.86 Who ends a retreat with friends that have not been attacked does not help them, and is lost with any result
    they suffer; 7.12 units in March Mode come out of it (WAR-R101), with an option some guns come into it (11.91)."""
    columns = [unit for unit in units if p.where[unit] >= 0 and marches_when_out(p, unit) and not p.battery[unit]]
    for unit in units:
        if p.where[unit] < 0:
            continue
        mates = [mate for mate in p.units_in(p.where[unit]) if mate not in units]
        if p.fought[unit] & DEFENDED and any(not p.fought[mate] & DEFENDED for mate in mates):
            p.fought[unit] |= ROUTED
        for each in p.team_of(unit) if p.march[unit] and unit not in columns else ():
            p.set_march(each, False)
            p.tell(Event("leaves-march", {"unit": each, "hex": p.where[each]}, "7.12"))
    for unit in columns:
        fall_in(p, unit)


def fall_in(p: Field, unit: Unit) -> None:
    """11.91, 9.35 A gun is in March Mode from now on; where a column stands already it is lost."""
    if any(p.march[mate] for mate in p.units_in(p.where[unit]) if mate != unit):
        eliminate(p, unit, "9.35")
    elif not p.march[unit]:
        p.set_march(unit, True)
        p.tell(Event("takes-march", {"unit": unit, "hex": p.where[unit]}, "11.91"))
