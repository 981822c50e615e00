"""6.0 Movement: who may move, where to, and what a unit meets on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from ardennes.engine.derived import ANY_CHANGE, Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then, shown_to
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.wacht_am_rhein.rules.commitment import is_free
from ardennes.games.wacht_am_rhein.rules.exits import leave_map, ways_out
from ardennes.games.wacht_am_rhein.rules.field import (
    BLOCKED,
    BUILDING,
    FATIGUED,
    HAS_HELPED,
    HAS_LEFT,
    HAS_MOVED,
    HAS_SPENT,
    IS_BUSY,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.formations import allowance, take_march, zone_allowance
from ardennes.games.wacht_am_rhein.rules.pieces import DONE, EXIT, GERMAN, MARCH, MOVE, TEAM, TO
from ardennes.games.wacht_am_rhein.rules.positions import disturb, give_up
from ardennes.games.wacht_am_rhein.rules.reinforcements import ChooseCorps, ChooseEntry, is_unattached, waiting
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to, is_bound, note_approach, with_closed
from ardennes.games.wacht_am_rhein.rules.stacking import almost_full, crowds, full_hexes, has_room
from ardennes.games.wacht_am_rhein.rules.teams import form, leader, mates
from ardennes.games.wacht_am_rhein.rules.terrain import (
    CHANGE_OF_MODE,
    MARCH_MODES,
    MARCHING,
    TACTICAL,
    prices_of,
    rows_of,
)
from ardennes.kernels.counters import coded, having, not_having
from ardennes.kernels.flags import BARRED, HELPED, MARKED_TOO, NO_END, SOFT_ZONE, ZONE, HexFlags
from ardennes.kernels.reach import EVERY_MODE, Reach
from ardennes.numbers import ENEMY_OF, Hex, Hexside, Side, Unit
from ardennes.rules import moving
from ardennes.rules.moving import OpenMode
from ardennes.rules.stacking import too_many
from ardennes.rules.table import flags_with, flags_without
from ardennes.rules.walk import Going, Mover, Relaxation, can_walk, reach, step, unhindered, walk


class Movement(SideProcedure):
    """5.2 The Movement Segment of a side: its units move one after another, each once."""

    def stage(self, p: Field) -> Text:
        return Text("stage-movement", {"side": self.side})


class Move(SideProcedure):
    """One unit on its way."""

    unit: Unit
    spent: int = 0
    """7.21, 7.23 What was spent before it goes, in thirtieths."""
    road: int = TACTICAL
    """21.11 The mode of who has just come in by a road."""


class Arrival(Move):
    """A unit that comes onto the map, and then goes on; 14.3 or whose division has still to be attached."""


# --- who moves -----------------------------------------------------------------------------------------


@derived(Until.ANY_CHANGE)
def able_to_move(p: Field, side: Side) -> list[Unit]:
    """6.11, 25.16 Who may move now: who is committed, has not moved and is not busy otherwise."""
    able = not_having(having(p.on_map(side), p.committed, 1), p.done, HAS_MOVED | IS_BUSY)
    held = held_units(p, side)
    return [unit for unit in able if unit not in held] if held else able


def held_units(p: Field, side: Side) -> set[Unit]:
    """Whom something keeps where they are, as ``why_held`` says of one unit; 6.28 and who has no allowance at all."""
    units, holders = p.on_map(side), p.data.holders
    held = set(having(units, p.bridge, BUILDING))
    held.update([unit for unit in having(units, p.fatigue, FATIGUED) if p.is_isolated(unit)])
    if p.bonus:
        held.update([unit for unit in units if not holders[unit] or p.is_isolated(unit)])
    held.update([p.team[unit] for unit in held if p.team[unit] != NO_UNIT])
    held.update([unit for unit in p.data.immobile if not p.face(unit).moves])
    return held


def is_able_to_move(p: Field, unit: Unit) -> bool:
    """The same of one unit."""
    if not p.committed[unit] or p.done[unit] & (HAS_MOVED | IS_BUSY):
        return False
    if unit in p.data.immobile and not p.face(unit).moves:
        return False
    in_doubt = p.bonus or p.fatigue[unit] or p.bridge[unit] or p.team[unit] != NO_UNIT
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
    return ("isolated-at-night", "13.25") if p.bonus and isolated else None


class ChooseMove(Question[Field, Movement]):
    """6.11 The next unit to move."""

    prompt, rule, ends = "choose-move", "6.11", DONE

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        options = coded(MOVE, able_to_move(p, movement.side)) + coded(MOVE, able_to_enter(p, movement.side))
        return [*options, DONE + 0] if options else []

    def unspent(self, p: Field, movement: Movement) -> Text | None:
        return too_many(crowds(p, movement.side), "9.12")

    def answer(self, p: Field, movement: Movement, option: int) -> Procedure | Then | None:
        return Then.NEXT if option == DONE else set_out(p, object_of(option))

    def about(self, p: Field, movement: Movement, option: int) -> About:
        if not is_about(option, MOVE):
            return About()
        unit = object_of(option)
        return About(cost=max(0, allowance(p, unit) - p.spent[unit]), rules=("6.24",))

    def why_not(self, p: Field, movement: Movement, option: int) -> Refusal | None:
        if not is_about(option, MOVE):
            return super().why_not(p, movement, option)
        return why_no_move(p, movement.side, object_of(option))


def able_to_enter(p: Field, side: Side) -> list[Unit]:
    """21.0 Reinforcements come in at any time of a Movement Phase, but not in a bonus turn."""
    return [unit for unit in waiting(p, side) if not p.done[unit] & HAS_MOVED] if not p.bonus else []


def why_no_move(p: Field, side: Side, unit: Unit) -> Refusal:
    """Why a unit may not move in this phase."""
    args: dict[str, Argument] = {"unit": unit}
    if p.data.sides[unit] != side:
        return Refusal("not-yours", args, "6.25")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "21.1")
    if p.done[unit] & HAS_MOVED:
        return Refusal("has-moved", args, "6.24")
    if p.done[unit] & IS_BUSY:
        return Refusal("is-busy", args, "16.13")
    if not is_free(p, unit):
        return Refusal("not-committed", args, "25.16")
    code, rule = why_held(p, unit) or ("cannot-move-at-all", "6.28")
    return Refusal(code, args, rule)


def set_out(p: Field, unit: Unit) -> Move:
    """6.0 A unit is picked to move, with what is left of its allowance; 9.25 a team under its leader."""
    for each in p.team_of(unit):
        p.done[each] |= HAS_MOVED
    unit = leader(p, unit)
    kind = Arrival if p.where[unit] < 0 or is_unattached(p, unit) else Move
    return kind(side=p.data.sides[unit], unit=unit, spent=p.spent[unit])


def form_team(p: Field, move: Move, mate: Unit) -> None:
    """9.25 The unit takes a mate along, in March Mode from here on."""
    p.spent[move.unit] = move.spent
    form(p, move.unit, mate)
    p.done[mate] |= HAS_MOVED
    move.unit = leader(p, move.unit)
    move.spent = p.spent[move.unit]


# --- on the way ----------------------------------------------------------------------------------------

STILL_TACTICAL, IN_MARCH = 1 << TACTICAL, sum(1 << mode for mode in MARCH_MODES)
"""The modes in which a way ends, as bits."""


def ways_end(p: Field, move: Move, option: int) -> int:
    """7.11 A unit arrives as it sets out, or takes up March Mode on the way; a headquarters uses roads as it is."""
    if is_about(option, MARCH):
        return IN_MARCH
    is_plain = p.march[move.unit] or p.data.counters[move.unit].headquarters
    return EVERY_MODE if is_plain else STILL_TACTICAL


def mover(p: Field, move: Move, arrives: int = EVERY_MODE) -> Mover:
    """6.28, WAR-R13 A unit of Class A that has spent nothing moves one hex at least."""
    unit = move.unit
    sure = is_class_a(p, unit) and not move.spent
    mode = move.road or (MARCHING if p.march[unit] else TACTICAL)
    return Mover(p.where[unit], allowance(p, unit), move.spent, mode, guaranteed=sure, arrives=arrives)


def is_class_a(p: Field, unit: Unit) -> bool:
    """6.13, WAR-R82 By the printed allowance; an engineer with a bridge is of Class B."""
    return p.data.counters[unit].class_a and not p.bridge[unit]


def going(p: Field, move: Move, *, helped: bool = True) -> Going:
    """What the unit meets on its way. 8.35, 14.66 Who is isolated keeps out of enemy zones. 9.12 It may end in a full
    hex only if somebody there can still leave; 6.53 it may be ``helped`` across rivers."""
    data, unit, side = p.data, move.unit, move.side
    rows = rows_of(data.counters[unit], bridging=bool(p.bridge[unit]))
    prices = prices_of(
        data, rows, zone_allowance(p, unit), p.ground, jams=p.is_first_day(), isolated=p.is_isolated(unit)
    )
    hexsides = data.with_help(p.hexsides(), helpers_hexes(p, side, unit)) if helped else p.hexsides()
    flags = where_to_end(p, unit)
    own_column = [p.where[unit]] if p.march[unit] else []
    if closed := closed_to(p, unit):
        flags = with_closed(flags, closed)
    return Going(data.board, data.ground, prices, flags_without(flags, own_column, MARKED_TOO), hexsides)


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


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """6.12 Where the unit goes; the way there is the cheapest, or the player's own. 7.11 On the way, or where it
    stands, it may take up March Mode."""

    prompt, rule, rules = "choose-destination", "6.12", ("6.12", "6.8-a")
    reasons = {EXIT: ("no-exit-there", "25.17"), TEAM: ("no-team", "9.25")}
    to = TO

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max(0, allowance(p, move.unit) - move.spent)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        found, as_it_is = searched(p, move), ways_end(p, move, TO + 0)
        if as_it_is == EVERY_MODE:
            options = found.destination_hexes(TO)
        else:
            options = [*found.arrivals(as_it_is, TO), *found.arrivals(IN_MARCH, MARCH)]
        if p.team[move.unit] != NO_UNIT:
            options = keeping_up(p, move, options)
        options += [EXIT + hex for hex in ways_out(p, move.unit, found, allowance(p, move.unit))]
        options += [TEAM + mate for mate in mates(p, move.unit, move.spent, partial(is_able_to_move, p))]
        if not options or p.where[move.unit] not in p.data.closed_hexes:
            options.append(DONE + 0)
        return options

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if is_about(option, EXIT):
            leave(p, move, object_of(option))
        elif is_about(option, TEAM):
            form_team(p, move, object_of(option))
            return None
        elif option != DONE:
            go_to(p, move, object_of(option), marching=is_about(option, MARCH))
            return None if may_go_on(p, move) else Then.END
        return Then.END

    def goes(self, option: int) -> bool:
        return is_about(option, TO) or is_about(option, MARCH)

    def modes(self, p: Field, move: Move) -> list[OpenMode]:
        return [OpenMode(going(p, move), p.data.search, mover(p, move))]

    def modes_to(self, p: Field, move: Move, option: int) -> list[OpenMode]:
        return [OpenMode(going(p, move), p.data.search, mover(p, move, ways_end(p, move, option)))]

    def searched_to(self, p: Field, move: Move, option: int) -> Sequence[moving.Searched]:
        return [moving.Searched(searched(p, move), move.spent, ways_end(p, move, option))]

    def set_aside(self, p: Field, move: Move, going: Going) -> Iterator[Relaxation]:
        """What may be in the way: zones (8.31), others in March Mode (9.21), the enemy (6.21)."""
        yield Relaxation("zone-in-the-way", "8.31", unhindered(going, ZONE | SOFT_ZONE))
        yield Relaxation("column-in-the-way", "9.21", unhindered(going, ZONE | SOFT_ZONE | MARKED_TOO))
        yield Relaxation("enemy-in-the-way", "6.21", unhindered(going, ZONE | SOFT_ZONE | BARRED | MARKED_TOO))

    def about(self, p: Field, move: Move, option: int) -> About:
        if is_about(option, EXIT):
            out = ways_out(p, move.unit, searched(p, move), allowance(p, move.unit))
            return About(cost=out[object_of(option)] - move.spent, rules=("25.17",))
        return super().about(p, move, option)

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if is_about(option, TO) and hex == p.where[move.unit]:
            return Refusal("is-there-already", {"hex": hex}, "6.12")
        if self.goes(option) and p.side_in(hex) == ENEMY_OF[move.side]:
            return Refusal("enemy-there", {"hex": hex}, "6.21")
        if self.goes(option) and hex in closed_to(p, move.unit):
            code, rule = ("british-wait", "23.0") if is_bound(p, move.unit) else ("kept-south", "25.24")
            return Refusal(code, {"unit": move.unit, "hex": hex}, rule)
        if is_about(option, MARCH) and (reason := why_no_march(p, move)) is not None:
            return reason
        found = super().why_not(p, move, option)
        if found is None or found.code != "may-not-end-there":
            return found
        if not has_room(p, move.unit, hex):
            return Refusal("too-many-there", {"hex": hex}, "9.11")
        mate = p.team[move.unit]
        return found if mate == NO_UNIT else Refusal("mate-falls-short", {"unit": mate, "hex": hex}, "9.25")

    def why_not_by(self, p: Field, move: Move, option: int, path: Sequence[Hex]) -> Refusal | None:
        found, mate = super().why_not_by(p, move, option, path), p.team[move.unit]
        if found is None and self.goes(option) and mate != NO_UNIT and end_of_mate(p, move, path) is None:
            return Refusal("mate-falls-short", {"unit": mate, "hex": object_of(option)}, "9.25")
        return found


def may_go_on(p: Field, move: Move) -> bool:
    """9.25 A team may go on after a part of its way, unless a rigid zone has stopped it (8.31)."""
    return p.team[move.unit] != NO_UNIT and not p.in_rigid_zone(p.where[move.unit], move.side)


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


def why_no_march(p: Field, move: Move) -> Refusal | None:
    """7.21, 7.5 Why a unit never takes up March Mode in this move, wherever it goes."""
    args: dict[str, Argument] = {"unit": move.unit}
    if p.data.counters[move.unit].headquarters:
        return Refusal("headquarters-never-march", args, "7.5")
    if p.march[move.unit]:
        return Refusal("is-in-march", args, "7.11-a")
    if allowance(p, move.unit) - move.spent < CHANGE_OF_MODE:
        return Refusal("no-points-for-march", args, "7.21-a")
    return None


# --- what a move brings about --------------------------------------------------------------------------


def go_to(p: Field, move: Move, hex: Hex, *, marching: bool = False) -> None:
    """6.0 The unit walks there, by the cheapest way or the player's own."""
    seen = shown_to(p, move.side)
    among = ways_end(seen, move, (MARCH if marching else TO) + 0)
    go_along(p, move, p.chosen_path_or(tuple(searched(seen, move).path_to(hex, among=among)[1:])), marching=marching)


def go_along(p: Field, move: Move, path: Sequence[Hex], *, marching: bool = False) -> None:
    """6.0 What a way brings about."""
    unit, start = move.unit, p.where[move.unit]
    hex = path[-1] if path else start
    note_crossings(p, move, path)
    entered = [there for here, there in pairwise((start, *path)) if there != here]
    if p.battery[unit] and (move.side == GERMAN or len(entered) > 1):
        p.battery[unit] = 0
    if p.team[unit] != NO_UNIT:
        note_legs(p, move, path)
    if entered:
        pass_dumps(p, unit, entered[:-1])
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


def note_legs(p: Field, move: Move, path: Sequence[Hex]) -> None:
    """9.25 What the members of a team have spent so far, and the road they are on: they may go on."""
    end, mate_end = walk(going(p, move), mover(p, move), path), end_of_mate(p, move, path)
    assert end is not None
    assert mate_end is not None, "both can go the way"
    move.spent, move.road, p.spent[p.team[move.unit]] = end.spent, end.mode, mate_end.spent


def pass_dumps(p: Field, unit: Unit, entered: Sequence[Hex]) -> None:
    """25.27 Fuel dumps on the way of a German unit are captured."""
    for hex in p.dumps if p.data.sides[unit] == GERMAN else ():
        if hex in entered:
            p.capture_dump(unit, hex)


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
        go_along(p, move, searched(shown_to(p, move.side), move).path_to(hex)[1:])
    start = p.where[move.unit]
    p.tell(Event("exits", {"unit": move.unit, "hex": start}, "25.17"))
    leave_map(p, move.unit)
    give_up(p, start)


def march(p: Field, movement: Movement, unit: Unit, hex: Hex) -> list[Procedure]:
    """6.0 The whole move of a unit in the mode it is in."""
    move = set_out(p, unit)
    p.forget()
    go_to(p, move, hex)
    return []


Movement.steps = (ChooseMove(),)
Move.steps = (ChooseDestination(),)
Arrival.steps = (ChooseEntry(), ChooseCorps(), *Move.steps)
