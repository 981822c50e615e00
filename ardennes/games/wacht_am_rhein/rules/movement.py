"""6.0 Movement: who may move, where to, and what a unit meets on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Refusal, Text
from ardennes.games.wacht_am_rhein.rules import heydte
from ardennes.games.wacht_am_rhein.rules.commitment import is_free
from ardennes.games.wacht_am_rhein.rules.exits import case_of_exits, ways_out
from ardennes.games.wacht_am_rhein.rules.field import HAS_MOVED, IS_BUSY, Field
from ardennes.games.wacht_am_rhein.rules.formations import allowance
from ardennes.games.wacht_am_rhein.rules.gun_movement import only_marches, stays_tactical
from ardennes.games.wacht_am_rhein.rules.infiltration import SLIPS_AT_MOST, is_caught, is_infiltrator, slips_through
from ardennes.games.wacht_am_rhein.rules.moves import (
    Arrival,
    Move,
    able_to_move,
    end_of_mate,
    going,
    hexes_in_march,
    hexes_to_slip,
    is_able_to_move,
    keeping_up,
    mover,
    searched,
    ways_end,
    why_held,
    without_jams,
)
from ardennes.games.wacht_am_rhein.rules.pieces import DONE, EXIT, INFILTRATE, MARCH, MOVE, TEAM, TO
from ardennes.games.wacht_am_rhein.rules.positions import UNDER_WAY
from ardennes.games.wacht_am_rhein.rules.reinforcements import ChooseCorps, ChooseEntry, is_unattached, waiting
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to, is_bound
from ardennes.games.wacht_am_rhein.rules.stacking import crowds, has_room
from ardennes.games.wacht_am_rhein.rules.teams import form, leader, mates
from ardennes.games.wacht_am_rhein.rules.terrain import CHANGE_OF_MODE
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import takes_in
from ardennes.games.wacht_am_rhein.rules.walking import go_along, go_to, leave, led_astray
from ardennes.kernels.counters import coded
from ardennes.kernels.flags import BARRED, MARKED, MARKED_TOO, SOFT_ZONE, ZONE
from ardennes.kernels.reach import EVERY_MODE
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules import moving
from ardennes.rules.moving import OpenMode
from ardennes.rules.stacking import too_many
from ardennes.rules.walk import Going, Relaxation, unhindered


class Movement(SideProcedure):
    """5.2 The Movement Segment of a side: its units move one after another, each once."""

    def stage(self, p: Field) -> Text:
        return Text("stage-movement", {"side": self.side})


# --- who moves -----------------------------------------------------------------------------------------


class ChooseMove(Question[Field, Movement]):
    """6.11 The next unit to move."""

    prompt, rule, ends = "choose-move", "6.11", DONE

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        options = coded(MOVE, able_to_move(p, movement.side)) + coded(MOVE, able_to_enter(p, movement.side))
        if not options:
            return []
        return options if heydte.must_hunt(p) else [*options, DONE + 0]

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
        if option == DONE and (units := heydte.must_hunt(p)):
            return heydte.why_not_done(units, heydte.prey(p))
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
        return Refusal("is-busy", args, "16.13" if p.positions[p.where[unit]] in UNDER_WAY else "17.11")
    if not is_free(p, unit):
        return Refusal("not-committed", args, "25.16")
    code, rule = why_held(p, unit) or ("cannot-move-at-all", "6.28")
    return Refusal(code, args, rule)


def set_out(p: Field, unit: Unit) -> Move:
    """6.0 A unit is picked to move, with what is left of its allowance; 9.25 a team under its leader."""
    heydte.note_hunter(p, unit)
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


def with_change_of_mode(p: Field, move: Move, told: About) -> About:
    """11.91 Some guns take up March Mode before they go: that is part of what every step of their way has cost."""
    if not told.along or not only_marches(p, move.unit):
        return told
    along = tuple(spent + CHANGE_OF_MODE for spent in told.along)
    return msgspec.structs.replace(told, cost=along[-1], along=along)


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """6.12 Where the unit goes; the way there is the cheapest, or the player's own. 7.11 On the way, or where it
    stands, it may take up March Mode."""

    prompt, rule, rules = "choose-destination", "6.12", ("6.12", "6.8-a")
    cases = {"too-far": "6.24"}
    reasons = {
        TEAM: ("no-team", "9.25"),
        INFILTRATE: ("cannot-infiltrate", "24.5"),
    }
    deliberate = (INFILTRATE,)
    to = TO

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max(0, allowance(p, move.unit) - move.spent)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        return heydte.kept_near(p, move.unit, self.all_ways(p, move))

    def all_ways(self, p: Field, move: Move) -> list[int]:
        """What a unit could do that is not tied to parachute-commandos (24.44); nothing, if it has halted (24.33)."""
        if move.halted:
            return []
        slips = coded(INFILTRATE, [*hexes_to_slip(p, move)])
        if slips and is_caught(p, move.unit):
            return [*slips, DONE + 0]
        found, as_it_is = searched(p, move), ways_end(p, move, TO + 0)
        if as_it_is == EVERY_MODE:
            options = found.destination_hexes(TO)
        else:
            options = found.arrivals(as_it_is, TO) + coded(MARCH, hexes_in_march(p, move.unit, found))
        options += slips
        if p.team[move.unit] != NO_UNIT:
            options = keeping_up(p, move, options)
        options += coded(EXIT, [*ways_out(p, move.unit, found, allowance(p, move.unit))])
        options += coded(TEAM, mates(p, move.unit, move.spent, partial(is_able_to_move, p)))
        if not options or p.where[move.unit] not in p.data.closed_hexes:
            options.append(DONE + 0)
        return options

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if is_about(option, EXIT):
            leave(p, move, object_of(option))
        elif is_about(option, TEAM):
            form_team(p, move, object_of(option))
            return None
        elif is_about(option, INFILTRATE):
            return slip(p, move, object_of(option))
        elif option != DONE:
            go_to(p, move, object_of(option), marching=is_about(option, MARCH))
            return None if may_go_on(p, move) else Then.NEXT
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
        """What may be in the way: Truppeneinheit (24.33), a traffic jam (25.14g), zones (8.31), columns (9.21), the
        enemy (6.21)."""
        yield Relaxation("truppeneinheit-in-the-way", "24.33", unhindered(going, MARKED))
        if p.is_first_day():
            yield Relaxation("jam-in-the-way", "25.14g", without_jams(p, move))
        yield Relaxation("zone-in-the-way", "8.31", unhindered(going, ZONE | SOFT_ZONE))
        yield Relaxation("column-in-the-way", "9.21", unhindered(going, ZONE | SOFT_ZONE | MARKED_TOO))
        yield Relaxation("enemy-in-the-way", "6.21", unhindered(going, ZONE | SOFT_ZONE | BARRED | MARKED_TOO))

    def about(self, p: Field, move: Move, option: int) -> About:
        if is_about(option, EXIT):
            out = ways_out(p, move.unit, searched(p, move), allowance(p, move.unit))
            return About(cost=out[object_of(option)] - move.spent, rules=(case_of_exits(p),))
        if is_about(option, INFILTRATE):
            chances = {"infiltrates": SLIPS_AT_MOST / 6, "is-stopped": 1 - SLIPS_AT_MOST / 6}
            cost = hexes_to_slip(p, move)[object_of(option)] - move.spent
            return About(cost=cost, chances=chances, rules=("24.5",))
        return with_change_of_mode(p, move, super().about(p, move, option))

    def by_way(self, p: Field, move: Move, option: int, stops: Sequence[Hex]) -> About | Refusal:
        found = super().by_way(p, move, option, stops)
        return found if isinstance(found, Refusal) else with_change_of_mode(p, move, found)

    def crowded(self, p: Field, move: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if not self.goes(option) or has_room(p, move.unit, hex):
            return None
        return Refusal("too-many-there", {"hex": hex}, "9.11")

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if heydte.is_tied(p, move.unit) and option in self.all_ways(p, move):
            return heydte.why_tied(p, move.unit)
        if is_about(option, TO) and hex == p.where[move.unit]:
            return Refusal("is-there-already", {"hex": hex}, "6.12")
        if self.goes(option) and p.side_in(hex) == ENEMY_OF[move.side]:
            return Refusal("enemy-there", {"hex": hex}, "6.21")
        if self.goes(option) and hex in p.data.closed_hexes:
            return Refusal("nobody-enters", {"hex": hex}, "25.16")
        if self.goes(option) and hex in closed_to(p, move.unit):
            code, rule = ("british-wait", "23.0") if is_bound(p, move.unit) else ("kept-south", "25.24")
            return Refusal(code, {"unit": move.unit, "hex": hex}, rule)
        halts = is_about(option, EXIT) and hex in p.truppeneinheit and takes_in(p, move.unit)
        if halts and searched(p, move).cost_of(hex) >= 0:
            return Refusal("halts-at-the-edge", {"hex": hex}, "24.33")
        if is_about(option, EXIT):
            return Refusal("no-exit-there", {"hex": hex}, case_of_exits(p))
        if is_about(option, MARCH) and (reason := why_no_march(p, move)) is not None:
            return reason
        if hex in p.data.no_march and (is_about(option, MARCH) or (is_about(option, TO) and p.march[move.unit])):
            return Refusal("woods-without-road", {"hex": hex}, "7.31")
        if is_about(option, TO) and only_marches(p, move.unit):
            return Refusal("guns-only-march", {"unit": move.unit}, "11.91")
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
    """9.25 A team may go on after a part of its way, unless a rigid zone has stopped it (8.31); 24.5 an infiltrator,
    if one has."""
    if is_infiltrator(p, move.unit):
        return is_caught(p, move.unit) and bool(hexes_to_slip(p, move))
    if move.halted:
        return False
    return p.team[move.unit] != NO_UNIT and not p.in_rigid_zone(p.where[move.unit], move.side)


def slip(p: Field, move: Move, hex: Hex) -> Then | None:
    """24.5 An infiltrator tries to slip into a hex; after four to six it stays where it is."""
    if not slips_through(p, move.unit, hex):
        return Then.END
    move.slips = True
    go_along(p, move, (hex,))
    move.slips = False
    return None


def why_no_march(p: Field, move: Move) -> Refusal | None:
    """7.21, 7.5 Why a unit never takes up March Mode in this move, wherever it goes."""
    args: dict[str, Argument] = {"unit": move.unit}
    if p.data.counters[move.unit].headquarters:
        return Refusal("headquarters-never-march", args, "7.5")
    if p.march[move.unit]:
        return Refusal("is-in-march", args, "7.11-a")
    if stays_tactical(p, move.unit):
        return Refusal("has-fired-and-stays", args, "11.93")
    if allowance(p, move.unit) - move.spent < CHANGE_OF_MODE:
        return Refusal("no-points-for-march", args, "7.21-a")
    return None


def march(p: Field, movement: Movement, unit: Unit, hex: Hex) -> list[Procedure]:
    """6.0 The whole move of a unit in the mode it is in."""
    move = set_out(p, unit)
    p.forget()
    go_to(p, move, hex)
    return led_astray(p, move)


def sabotage(p: Field, move: Move) -> Procedure | None:
    """24.33 The German player sends a column elsewhere that has come upon Truppeneinheit."""
    return next(iter(led_astray(p, move)), None)


Movement.steps = (ChooseMove(),)
Move.steps = (ChooseDestination(), sabotage)
Arrival.steps = (ChooseEntry(), ChooseCorps(), *Move.steps)
