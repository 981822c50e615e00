"""5.0 Movement, and exploitation (14.2) by the same rules: who may move, where to, and what a unit meets on its way."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.bitter_woods.rules import entry, exits, reinforcements
from ardennes.games.bitter_woods.rules.allies import get_along
from ardennes.games.bitter_woods.rules.battalions import fights_under_peiper, may_regroup
from ardennes.games.bitter_woods.rules.boundaries import (
    BEYOND_MEUSE,
    UNBOUND,
    anyone_astray,
    binding_army,
    is_astray,
)
from ardennes.games.bitter_woods.rules.details import is_kept_from_exploiting
from ardennes.games.bitter_woods.rules.event_rolls import is_trap
from ardennes.games.bitter_woods.rules.field import (
    HAS_DUG,
    HAS_ENTERED,
    HAS_EXPLOITED,
    HAS_FAILED,
    HAS_MOVED,
    IN_RESERVE,
    MOVED_GUN,
    NO_WORKS,
    PICKED,
    Field,
)
from ardennes.games.bitter_woods.rules.fuel_dumps import is_unsearched
from ardennes.games.bitter_woods.rules.interdiction import (
    Challenge,
    about_challenge,
    challenge_result,
    challenges,
    halting_hexes,
    unhalted,
)
from ardennes.games.bitter_woods.rules.leaders import may_share
from ardennes.games.bitter_woods.rules.marching import (
    Arrival,
    Move,
    Movement,
    are_scattered,
    free_to_move,
    going,
    is_free_to_move,
    is_halted,
    is_last_of_peipers,
    landing_sites_beside,
    marching_on,
    may_exploit,
    mover,
    must_rejoin,
    regroup_on_march,
    search,
)
from ardennes.games.bitter_woods.rules.opening import allowance, is_held_back
from ardennes.games.bitter_woods.rules.orders import RULE as ORDERED
from ardennes.games.bitter_woods.rules.orders import is_ordered_to_hold, may_enter
from ardennes.games.bitter_woods.rules.peiper import about_slipping, may_ever_slip, may_slip_on, slip_on
from ardennes.games.bitter_woods.rules.pieces import CHALLENGE, DONE, EXIT, GERMAN, MOVE, REGROUP, SLIP, TO
from ardennes.games.bitter_woods.rules.pledges import (
    counterattacks,
    is_due_to_counterattack,
    is_engaged,
    must_follow,
    note_departure,
)
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.removal import lose_step
from ardennes.games.bitter_woods.rules.stacking import crowds, has_room
from ardennes.games.bitter_woods.rules.terrain import HALTED
from ardennes.kernels.counters import coded
from ardennes.kernels.flags import BARRED, NO_END, ZONE
from ardennes.numbers import NO_NUMBER, Hex, Side, Unit
from ardennes.rules import moving
from ardennes.rules.stacking import too_many
from ardennes.rules.walk import Going, Relaxation, unhindered, walk

# --- who moves -----------------------------------------------------------------------------------------


def able_to_move(p: Field, movement: Movement) -> list[Unit]:
    """5.1, 14.2 Who may move now: in the movement phase whoever has not moved and is not held, and reinforcements; in
    exploitation the reserve."""
    units = p.on_map(movement.side)
    going_on = marching_on(p) if movement.side == GERMAN else []
    if movement.exploitation:
        return [unit for unit in units if may_exploit(p, unit)] + going_on
    able = free_to_move(p, units) + going_on
    owing = {duty.subject for duty in counterattacks(p, movement.side)}
    if owing:
        able = [unit for unit in able if p.where[unit] not in owing or may_leave(p, unit)]
    return able + reinforcements.waiting(p, movement.side)


def may_leave(p: Field, unit: Unit) -> bool:
    """9.5 Those who owe a counterattack withdraw together or not at all: none leaves unless all can."""
    hex = p.where[unit]
    if not is_due_to_counterattack(p, unit) or p.closed[hex] == p.data.sides[unit] + 1:
        return True
    return all(is_free_to_move(p, other) and has_way_out(p, other) for other in fighters_and_guns(p, hex))


def fighters_and_guns(p: Field, hex: Hex) -> list[Unit]:
    return [unit for unit in p.units_in(hex) if p.data.counters[unit].combat_unit]


def has_way_out(p: Field, unit: Unit) -> bool:
    move = Move(side=p.data.sides[unit], unit=unit)
    return bool(search(p, move).destination_hexes(TO))


def stragglers(p: Field, side: Side) -> list[Unit]:
    """9.5 Who is left where others have begun to withdraw from a counterattack, and can still follow them."""
    hexes = [duty.subject for duty in counterattacks(p, side) if p.closed[duty.subject] == side + 1]
    left = sorted(unit for hex in set(hexes) for unit in fighters_and_guns(p, hex))
    return [unit for unit in left if is_free_to_move(p, unit) and has_way_out(p, unit)]


class ChooseMove(Question[Field, Movement]):
    """5.1 The next unit to move."""

    prompt, rule, ends = "choose-move", "5.1", DONE
    reasons = {DONE: ("must-come-back", "5.4")}

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        able = able_to_move(p, movement)
        options = coded(MOVE, able)
        if movement.exploitation:
            must_go_on = False
        else:
            must_go_on = anyone_astray(p, movement.side, able) or bool(stragglers(p, movement.side))
        must_go_on = must_go_on or are_scattered(p, able, movement.exploitation)
        if options and not must_go_on:
            options.append(DONE + 0)
        if options and may_regroup(p, movement.side):
            options.append(REGROUP + 0)
        return options

    def unspent(self, p: Field, movement: Movement) -> Text | None:
        return too_many(crowds(p, movement.side), "6.1")

    def answer(self, p: Field, movement: Movement, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.NEXT
        if option == REGROUP:
            regroup_on_march(p, movement.exploitation)
            return None
        return set_out(p, movement, object_of(option))

    def about(self, p: Field, movement: Movement, option: int) -> About:
        if not is_about(option, MOVE):
            return About()
        unit = object_of(option)
        return About(cost=allowance(p, unit) - p.walked[unit], rules=("5.2",))

    def why_not(self, p: Field, movement: Movement, option: int) -> Refusal | None:
        if option == DONE and are_scattered(p, able_to_move(p, movement), movement.exploitation):
            return Refusal("must-stay-together", {}, "36.1")
        if option == DONE and stragglers(p, movement.side):
            return Refusal("must-withdraw", {}, "9.5")
        if not is_about(option, MOVE):
            return super().why_not(p, movement, option)
        return why_no_move(p, movement, object_of(option))


def set_out(p: Field, movement: Movement, unit: Unit) -> Move:
    """5.1 A unit is picked to move; it has moved once it goes anywhere."""
    p.done[unit] |= PICKED
    kind = Arrival if p.where[unit] < 0 or reinforcements.is_undeclared(p, unit) else Move
    return kind(side=movement.side, unit=unit, exploitation=movement.exploitation, spent=p.walked[unit])


def why_no_move(p: Field, movement: Movement, unit: Unit) -> Refusal:
    """Why a unit may not move in this phase."""
    args: dict[str, Argument] = {"unit": unit}
    if p.data.sides[unit] != movement.side:
        return Refusal("not-yours", args, "5.1")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "16.1")
    if movement.exploitation:
        return why_no_exploitation(p, unit)
    if p.done[unit] & (HAS_MOVED | PICKED):
        return Refusal("has-moved", args, "5.2")
    if p.reserve[unit] == IN_RESERVE:
        return Refusal("in-reserve", args, "14.1")
    if p.bridging[unit] != NO_NUMBER:
        return Refusal("builds-bridge", args, "13.3")
    if is_ordered_to_hold(p, unit):
        return Refusal("ordered-to-hold", args, ORDERED)
    if is_held_back(p, unit):
        return Refusal("held-back", args, "15.5")
    if is_engaged(p, unit):
        return Refusal("engaged", args, "9.5")
    if not may_leave(p, unit):
        return Refusal("withdraws-with-others", args, "9.5")
    return Refusal("cannot-move-at-all", args, "5.2")


def why_no_exploitation(p: Field, unit: Unit) -> Refusal:
    """14.2, 24.5 Why a unit may not move after the combats."""
    args: dict[str, Argument] = {"unit": unit}
    if p.bridging[unit] != NO_NUMBER:
        return Refusal("builds-bridge", args, "13.3")
    if is_kept_from_exploiting(p, unit):
        return Refusal("no-garrison", args, "35.0")
    if p.reserve[unit] == IN_RESERVE and not p.done[unit] & PICKED:
        return Refusal("not-released", args, "24.5")
    return Refusal("has-moved" if p.done[unit] & PICKED else "not-in-reserve", args, "14.2")


# --- on the way ----------------------------------------------------------------------------------------


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """5.1 Where the unit goes; the way there is the cheapest, or the player's own. 5.5 It may leave the map where that
    is allowed."""

    prompt, rule = "choose-destination", "5.1"
    reasons = {
        EXIT: ("no-exit-there", "5.5"),
        CHALLENGE: ("no-challenge-there", "22.2"),
        SLIP: ("cannot-slip", "27.2"),
        DONE: ("must-come-back", "5.4"),
    }
    to, rules = TO, ("5.2", "5.3")
    cases = {"too-far": "5.2", "no-way-there": "5.3"}

    def modes(self, p: Field, move: Move) -> tuple[moving.OpenMode]:
        return (moving.OpenMode(going(p, move), p.data.search, mover(p, move)),)

    def searched(self, p: Field, move: Move) -> tuple[moving.Searched]:
        return (moving.Searched(search(p, move), move.spent),)

    def set_aside(self, p: Field, move: Move, going: Going) -> tuple[Relaxation, ...]:
        return set_aside(p, move, going)

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max(0, allowance(p, move.unit) - move.spent)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        slipping = [SLIP + 0] if slips(p, move) else []
        if move.over:
            return [*slipping, DONE + 0] if slipping else []
        found = search(p, move)
        options: list[int] = found.destination_hexes(TO)
        if exits.may_exit(p, move.unit):
            options += coded(EXIT, list(ways_out(p, move)))
        options += slipping
        options += [CHALLENGE + hex for hex in open_challenges(p, move)]
        must_go = not move.exploitation and (is_astray(p, move.unit) or must_follow(p, move.unit))
        must_go = must_go or (move.challenged and not has_room(p, move.unit, p.where[move.unit]))
        must_go = must_go or must_rejoin(p, move) or has_come_to_strangers(p, move)
        if not options or not must_go:
            options.append(DONE + 0)
        return options

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.END
        if option == SLIP:
            move.slipped = slip_on(p, move.unit)
            move.over = not move.slipped
            return Then.END if move.over else None
        if is_about(option, CHALLENGE):
            return challenge(p, move, object_of(option))
        hex, leaves = object_of(option), is_about(option, EXIT)
        held_up = go_along(p, move, ways_out(p, move)[hex].path) if leaves else go_to(p, move, hex)
        if leaves and not held_up:
            exits.leave(p, move.unit, hex)
        return Then.END if move.over and not slips(p, move) else None

    def about(self, p: Field, move: Move, option: int) -> About:
        if option == SLIP:
            return about_slipping()
        if is_about(option, CHALLENGE):
            return about_challenge(open_challenges(p, move), move.spent, option)
        if not is_about(option, EXIT):
            return super().about(p, move, option)
        way = ways_out(p, move)[object_of(option)]
        return About(cost=way.spent - move.spent, path=way.path, rules=("5.5",))

    def crowded(self, p: Field, move: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if not is_about(option, TO) or has_room(p, move.unit, hex):
            return None
        return Refusal("too-many-there", {"hex": hex}, "6.1")

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        if option == DONE and must_follow(p, move.unit):
            return Refusal("must-withdraw", {}, "9.5")
        if option == DONE and must_rejoin(p, move):
            return Refusal("must-stay-together", {}, "36.1")
        if option == DONE and move.challenged:
            return Refusal("too-many-there", {"hex": p.where[move.unit]}, "22.2")
        if option == DONE and has_come_to_strangers(p, move):
            return Refusal("other-nation-there", {"hex": p.where[move.unit]}, "28.2")
        hex = object_of(option)
        if is_about(option, TO) and hex == p.where[move.unit]:
            return Refusal("is-there-already", {"hex": hex}, "5.1")
        if is_about(option, TO) and p.side_in(hex) == 1 - move.side:
            return Refusal("enemy-there", {"hex": hex}, "6.3")
        if is_about(option, TO) and hex in landing_sites_beside(p, move) and going(p, move).hexes[hex] & BARRED:
            return Refusal("no-spare-point", {"hex": hex}, "29.1")
        if is_about(option, TO) and not may_enter(p, move.unit, hex):
            return Refusal("ordered-away", {"hex": hex}, ORDERED)
        found = super().why_not(p, move, option)
        if found is None or found.code != "may-not-end-there":
            return found
        if has_room(p, move.unit, hex) and is_last_of_peipers(p, move) and not is_astray(p, move.unit):
            return Refusal("must-stay-together", {}, "36.1")
        if has_room(p, move.unit, hex):
            astray = is_astray(p, move.unit)
            return Refusal("must-come-back", {}, "5.4") if astray else Refusal("ordered-away", {"hex": hex}, ORDERED)
        if has_room(p, move.unit, hex, forced=True):
            return Refusal("other-nation-there", {"hex": hex}, "28.2")
        return Refusal("too-many-there", {"hex": hex}, "6.1")


def set_aside(p: Field, move: Move, way: Going) -> tuple[Relaxation, ...]:
    """One rule after another taken away, to find the one that keeps a unit from a hex."""
    found = [*unhalted(p, move.unit, way), Relaxation("zone-in-the-way", "7.4", unhindered(way, ZONE))]
    army = binding_army(p, move.unit)
    if army != UNBOUND:
        code, rule = ("meuse-in-the-way", "28.1") if army == BEYOND_MEUSE else ("boundary-in-the-way", "5.4")
        found.append(Relaxation(code, rule, going(p, move, UNBOUND)))
    found.append(Relaxation("enemy-in-the-way", "6.3", unhindered(way, BARRED | ZONE | NO_END)))
    return tuple(found)


def has_come_to_strangers(p: Field, move: Move) -> bool:
    """24.3, 28.2 Whether a unit has come onto the map where another leader is, or units of the other nation: it goes
    on if it can."""
    here, unit = p.where[move.unit], move.unit
    others = [other for other in p.units_in(here) if other != unit]
    shares = not p.data.counters[unit].leads or may_share(p, unit, here)
    return bool(p.done[unit] & HAS_ENTERED) and not (shares and get_along(p, unit, others))


def slips(p: Field, move: Move) -> bool:
    """27.0 Whether the unit may roll to go on from an enemy zone."""
    if p.where[move.unit] < 0 or move.slipped or not may_slip_on(p, move.unit, move.exploitation, move.spent > 0):
        return False
    return move.spent < allowance(p, move.unit)


def open_challenges(p: Field, move: Move) -> dict[int, Challenge]:
    """22.2 The interdicted hexes that the unit could run."""
    if not halting_hexes(p, move.unit) or mover(p, move).stopped:
        return {}
    return challenges(p, move.unit, going(p, move), mover(p, move), search(p, move))


def challenge(p: Field, move: Move, hex: Hex) -> Then | None:
    """22.2 The unit enters the hex for the price of the road, and the die says whether it loses a step, stops or goes
    on."""
    found = open_challenges(p, move)[hex]
    walk_along(p, move, p.chosen_path_or(found.path))
    roll = p.die()
    result = challenge_result(roll)
    p.tell(Event("challenges", {"unit": move.unit, "hex": hex, "die": roll, "result": result}, "22.2"))
    move.spent, move.challenged = found.spent, result == "challenge-won"
    if fights_under_peiper(p, move.unit):
        p.walked[move.unit] = move.spent
    if move.challenged:
        move.over = False
        return None
    p.done[move.unit] |= HAS_FAILED
    if result == "challenge-costs-step":
        lose_step(p, move.unit, "22.2")
    return Then.END


def ways_out(p: Field, move: Move) -> dict[Hex, exits.WayOut]:
    """5.5 Where the unit could leave the map."""
    return exits.ways_out(p, move.unit, search(p, move), mover(p, move).allowance)


def go_to(p: Field, move: Move, hex: Hex) -> bool:
    """5.1 The unit walks to a hex in the cheapest way, or the player's own; whether something came in between."""
    return go_along(p, move, tuple(search(p, move).path_to(hex)[1:]))


def go_along(p: Field, move: Move, cheapest: tuple[Hex, ...]) -> bool:
    """5.1 The unit walks a way; whether something came in between, after which it may go on: 29.0 a trap, which 24.3 a
    leader lost there does not spring, or 25.2 a hex where a dump may be."""
    path = p.chosen_path_or(cheapest)
    cut = first_check(p, move.side, path)
    path, has_forded = path[:cut] if cut else path, False
    if cut or may_ever_slip(p, move.unit) or fights_under_peiper(p, move.unit):
        end = walk(going(p, move), mover(p, move), path)
        if end is not None:
            move.spent, has_forded = end.spent, end.mode == HALTED
    walk_along(p, move, path)
    if fights_under_peiper(p, move.unit):
        p.walked[move.unit] = move.spent
    if cut and p.where[move.unit] >= 0:
        is_stopped = is_trap(p, move.side, path[-1]) and entry.spring_trap(p, move)
        move.over = is_stopped or has_forded or is_halted(p, move)
    return bool(cut)


def first_check(p: Field, side: Side, path: Sequence[Hex]) -> int:
    """25.2, 29.0 After how many hexes of its path a unit comes to a trap, or where a dump may be; 0 if never."""
    if not p.happened and not p.data.dump_sites:
        return 0
    checks = (is_trap(p, side, there) or is_unsearched(p, side, there) for there in path)
    return next((number for number, is_checked in enumerate(checks, 1) if is_checked), 0)


def walk_along(p: Field, move: Move, path: tuple[Hex, ...]) -> None:
    """5.1 The unit goes there; what it leaves behind, and what it has done."""
    move.over, move.slipped, move.challenged = True, False, False
    start = p.where[move.unit]
    hex = path[-1] if path else start
    p.done[move.unit] |= HAS_EXPLOITED if move.exploitation else HAS_MOVED
    p.reserve[move.unit] = 0
    note_departure(p, move.unit, start)
    if path:
        arrive(p, move.unit, path)
    if p.done[move.unit] & HAS_DUG and not any(p.done[unit] & HAS_DUG for unit in p.units_in(start)):
        p.works[start] = NO_WORKS
    if p.data.sides[move.unit] == GERMAN and p.data.counters[move.unit].kind == "corps-artillery":
        p.fired[move.unit] = MOVED_GUN
    p.tell(Event("moves", {"unit": move.unit, "from": start, "hex": hex}, "5.1"))


def march(p: Field, movement: Movement, unit: Unit, hex: Hex) -> list[Procedure]:
    """5.1 The whole move of a unit that is on the map."""
    move = set_out(p, movement, unit)
    p.forget()
    go_to(p, move, hex)
    return [move] if slips(p, move) or not move.over else []


Movement.steps = (ChooseMove(),)
Move.steps = (ChooseDestination(),)
Arrival.steps = (entry.ChooseEntry(), reinforcements.ChooseArmy(), *Move.steps)
