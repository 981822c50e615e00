"""6.0 What a move brings about: a unit walks, is seen, gives up what it leaves, and may leave the map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, shown_to
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.exits import UNHALTED, case_of_exits, leave_map
from ardennes.games.wacht_am_rhein.rules.field import BLOCKED, HAS_HELPED, HAS_LEFT, HAS_SPENT, Field
from ardennes.games.wacht_am_rhein.rules.formations import take_march
from ardennes.games.wacht_am_rhein.rules.gun_movement import goes_out, is_played
from ardennes.games.wacht_am_rhein.rules.infiltration import is_infiltrator
from ardennes.games.wacht_am_rhein.rules.moves import Move, end_of_mate, going, mover, searched, ways_end
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, MARCH, TO
from ardennes.games.wacht_am_rhein.rules.positions import disturb, give_up
from ardennes.games.wacht_am_rhein.rules.restrictions import note_approach
from ardennes.games.wacht_am_rhein.rules.terrain import HALTED, TACTICAL
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import takes_in, waits_for_column
from ardennes.kernels.flags import HELPED
from ardennes.numbers import Hex, Hexside, Unit
from ardennes.rules.walk import step, walk


def go_to(p: Field, move: Move, hex: Hex, *, marching: bool = False) -> None:
    """6.0 The unit walks there, by the cheapest way or the player's own."""
    seen = shown_to(p, move.side)
    among = ways_end(seen, move, (MARCH if marching else TO) + hex)
    go_along(p, move, p.chosen_path_or(tuple(searched(seen, move).path_to(hex, among=among)[1:])), marching=marching)


def go_along(p: Field, move: Move, path: Sequence[Hex], *, marching: bool = False) -> None:
    """6.0 What a way brings about."""
    unit, start = move.unit, p.where[move.unit]
    hex = path[-1] if path else start
    note_crossings(p, move, path)
    entered = [there for here, there in pairwise((start, *path)) if there != here]
    if p.battery[unit] and goes_out(p, unit, move.side, entered, spent_along(p, move, path)):
        p.battery[unit] = 0
    note_truppeneinheit(p, move, path)
    if p.team[unit] != NO_UNIT:
        note_legs(p, move, path)
    elif is_infiltrator(p, unit):
        note_leg(p, move, path)
    if entered:
        p.pass_dumps(unit, entered[:-1])
        for each in p.team_of(unit):
            p.done[each] |= HAS_LEFT | HAS_SPENT
            p.stood[each] = 0
            p.put(each, hex)
        give_up(p, start)
        disturb(p, move.side, entered)
        note_approach(p, p.team_of(unit), entered)
    if marching:
        take_march(p, unit)
    if entered:
        for each in p.team_of(unit):
            p.tell(Event("moves", {"unit": each, "from": start, "hex": hex}, "6.0-a"))


def note_truppeneinheit(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """24.33 Where Truppeneinheit are about, the hexes that a unit they halt has been in, and whether it has halted."""
    if not takes_in(p, move.unit):
        return
    move.passed += (p.where[move.unit], *path)
    if path and path[-1] in p.truppeneinheit:
        end = walk(going(p, move), mover(p, move), path)
        move.halted = end is not None and end.mode == HALTED


def led_astray(p: Field, move: Move) -> list[Procedure]:
    """24.33 What the German player decides about a column that has halted."""
    return [waits_for_column(p, move.unit, move.passed)] if move.halted else []


def note_legs(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """9.25 What the members of a team have spent so far, and the road they are on: they may go on."""
    end, mate_end = walk(going(p, move), mover(p, move), path), end_of_mate(p, move, path)
    assert end is not None
    assert mate_end is not None, "both can go the way"
    move.spent, move.road, p.spent[p.team[move.unit]] = end.spent, end.mode, mate_end.spent


def note_leg(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """24.5 What an infiltrator has spent so far, and the road it is on."""
    end = walk(going(p, move), mover(p, move), path)
    assert end is not None
    move.spent, move.road = end.spent, end.mode


def spent_along(p: Field, move: Move, path: Sequence[Hex]) -> int:
    """11.93 What a gun will have spent after a way; it is asked only where that decides."""
    end = walk(going(p, move), mover(p, move), path) if is_played(p) else None
    return move.spent if end is None else end.spent


def note_crossings(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """6.53 Engineers who had to help are noted; 25.14f so is every German who crosses a river by a bridge on the first
    day."""
    if p.data.river_banks.isdisjoint(path):
        return
    here, side_between = mover(p, move), p.data.board.side
    steps = [side_between(one, other) for one, other in pairwise((here.hex, *path)) if one != other]
    if p.data.rivers.isdisjoint(steps):
        return
    way = going(p, move)
    needs_help = walk(going(p, move, helped=False), here, path) is None
    for there in path:
        after = step(way, here, there)
        if after is None:
            return
        if there != here.hex:
            hexside = side_between(here.hex, there)
            if needs_help and way.hexsides[hexside] & HELPED and here.mode == TACTICAL:
                note_help(p, move.unit, hexside)
            if move.side == GERMAN and p.is_first_day() and crosses_bridge(p, hexside, after.mode):
                p.set_crossings(hexside, min(BLOCKED, p.crossings[hexside] + 1))
        here = after


def crosses_bridge(p: Field, hexside: Hexside, mode: int) -> bool:
    """25.14f, WAR-R96 Whether who goes on in this mode has crossed a river by a bridge: who wades has not."""
    return mode != TACTICAL and p.has_bridge(hexside) and hexside in p.data.rivers


def note_help(p: Field, unit: Unit, hexside: Hexside) -> None:
    """6.53 An engineer helps across: one who has helped already, or else one with no enemy beside it."""
    side = p.data.sides[unit]
    near = [
        engineer
        for engineer in p.engineers_of(side)
        if engineer != unit and hexside in p.data.helpable.get(p.where[engineer], ())
    ]
    engineer = min(near, key=lambda each: (not p.done[each] & HAS_HELPED, p.is_beside_enemy(each), each))
    p.done[engineer] |= HAS_HELPED


def leave(p: Field, move: Move, hex: Hex) -> None:
    """25.17, 25.27 The unit goes to the edge and leaves the map."""
    if hex != p.where[move.unit]:
        go_along(p, move, searched(shown_to(p, move.side), move).path_to(hex, among=UNHALTED)[1:])
    start = p.where[move.unit]
    p.tell(Event("exits", {"unit": move.unit, "hex": start}, case_of_exits(p)))
    leave_map(p, move.unit)
    give_up(p, start)
