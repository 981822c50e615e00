"""14.0 An Action Round: the units it activates move, stacks are checked (6.2), then those that may attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, SideProcedure
from ardennes.engine.texts import Event, Refusal, Text, first_refusal
from ardennes.games.deadly_woods.rules import combat
from ardennes.games.deadly_woods.rules.bridges import bridges_to_blow, demolish
from ardennes.games.deadly_woods.rules.combat import attackers
from ardennes.games.deadly_woods.rules.field import (
    HAS_MOVED,
    HOLDS_DOOR,
    MAY_ATTACK,
    MAY_ATTACK_UNMOVED,
    MAY_MOVE,
    MAY_STEP,
    STANDS_STILL,
    Field,
)
from ardennes.games.deadly_woods.rules.movement import go_to, may_slip_on
from ardennes.games.deadly_woods.rules.odds import Attack
from ardennes.games.deadly_woods.rules.pieces import ABANDON, ALLIED, ATTACK, BLOW, DONE, GERMAN, MOVE
from ardennes.games.deadly_woods.rules.stacking import Overstacked, illegal_stacks
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.walking import Move, begin_move
from ardennes.kernels.counters import anyone_has, having, lacking
from ardennes.kernels.flags import BARRED
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.picking import Menu, Pick
from ardennes.rules.stacking import too_many

THIRD_STEP = 1


class Round(SideProcedure):
    """One side acts."""

    demolition: bool = False
    """10.6.1 Whether engineers may blow bridges: in Allied Move rounds only."""
    conversion: bool = False
    """11.3.3 Whether the attacker may turn retreats into losses: in the first combat round of turn 1 only."""

    def stage(self, p: Field) -> Text:
        moves = isinstance(self.steps[min(self.step, len(self.steps) - 1)], ChooseMove)
        return Text("stage-movement" if moves else "stage-combat", {"side": self.side})


def begin_round(p: Field, side: Side, active: Iterable[Unit], rights: int, armor_rights: int = 0) -> Round:
    """Opens a round for some units; armor may have rights of its own. 10.4.1 Notes who begins it stacked."""
    p.wipe("may", "moved", "fought", "crowded")
    for engineers in p.data.engineers:
        p.used[engineers] = 0
    may, crowded, where, stacks = p.may, p.crowded, p.where, set(p.stacks.with_at_least(2))
    for unit in active:
        may[unit] = rights | armor_rights if armor_rights and p.is_armor(unit) else rights
        if where[unit] in stacks and p.is_stacked(unit):
            crowded[unit] = 1
    return Round(side=side)


def move_round(p: Field, side: Side) -> Round:
    """14.4 All units of a side may move; armor that does not may attack, but not on turn 1."""
    extras = MAY_ATTACK_UNMOVED if p.turn > p.data.named.turns.no_extras_until else 0
    opened = begin_round(p, side, p.on_map(side), MAY_MOVE, extras)
    opened.demolition = side == ALLIED
    return opened


def combat_round(p: Field, side: Side) -> Round:
    """14.4 All units of a side may attack; armor away from the enemy may move a hex before, but not on turn 1."""
    extras = MAY_STEP if p.turn > p.data.named.turns.no_extras_until else 0
    return begin_round(p, side, p.on_map(side), MAY_ATTACK, extras)


# --- movement ----------------------------------------------------------------------------------------


def movable(p: Field, side: Side) -> list[Unit]:
    """10.1, 10.2.1 Units that may move now: activated, not yet moved, with an allowance. Out of supply, German armor
    only moves by leaving its tanks behind (8.3)."""
    ready = unmoved(p, side)
    if not anyone_has(p.cut, 1):
        return ready
    stranded = [unit for unit in having(ready, p.cut, 1) if is_stranded(p, unit)]
    return [unit for unit in ready if unit not in stranded]


def unmoved(p: Field, side: Side) -> list[Unit]:
    """10.1, 10.2.1 Units with an allowance that are activated to move and have not done so."""
    return lacking(having(p.movers_on_map(side), p.may, MAY_MOVE), p.moved)


def is_stranded(p: Field, unit: Unit) -> bool:
    """8.3 German armor out of supply."""
    return p.is_armor(unit) and not is_supplied(p, unit)


def abandonable(p: Field, side: Side) -> list[Unit]:
    """8.3 German armor out of supply that could move as its third step; heavy tanks have none."""
    if side != GERMAN or not anyone_has(p.cut, 1):
        return []
    cut = having(unmoved(p, GERMAN), p.cut, 1)
    return [unit for unit in cut if p.data.full_steps[unit] > 2 and is_stranded(p, unit)]


def steppers(p: Field, side: Side) -> list[Unit]:
    """14.4 Supplied armor with no enemy beside it, which may move a hex before combat."""
    able = lacking(having(p.on_map(side), p.may, MAY_STEP), p.moved)
    where, front = p.where, p.front(side) if able else ()
    return [unit for unit in able if where[unit] not in front and is_supplied(p, unit)]


def able_to_move(p: Field, side: Side) -> list[Unit]:
    """Who may move next."""
    return movable(p, side) or steppers(p, side)


class ChooseMove(Menu[Field, Round]):
    """10.2 The next unit to move; engineers may blow bridges in between (10.6.1)."""

    prompt, rule, ends, done = "choose-move", "10.2", DONE, DONE
    reasons = {BLOW: ("cannot-blow", "12.4.3"), ABANDON: ("cannot-abandon", "8.3")}

    def menu(self, p: Field, round: Round) -> Iterator[tuple[Verb, Sequence[int]]]:
        yield MOVE, able_to_move(p, round.side)
        yield ABANDON, abandonable(p, round.side)
        if round.demolition:
            yield BLOW, bridges_to_blow(p)

    def unspent(self, p: Field, round: Round) -> Text | None:
        return too_many(illegal_stacks(p, round.side), "6.2")

    def pick(self, p: Field, round: Round, verb: int, thing: Any) -> Procedure | None:
        if verb == BLOW:
            return demolish(p, thing)
        if verb == ABANDON:
            abandon_tanks(p, thing)
        return set_out(p, thing)

    def about(self, p: Field, round: Round, option: int) -> About:
        if not is_about(option, MOVE):
            return About(rules=("8.3",) if is_about(option, ABANDON) else ("12.4.3",))
        unit = object_of(option)
        supplied = is_supplied(p, unit)
        movement_modes = begin_move(p, unit).movement_modes
        notes = () if supplied else (Text("out-of-supply-now", {"unit": unit}, "8.3"),)
        return About(cost=max(allowance for _, _, allowance in movement_modes), notes=notes, rules=("10.1",))

    def why_not(self, p: Field, round: Round, option: int) -> Refusal | None:
        return why_no_move(p, round, object_of(option)) if is_about(option, MOVE) else super().why_not(p, round, option)


def abandon_tanks(p: Field, unit: Unit) -> None:
    """8.3 Armor out of supply goes on as its third step."""
    p.tell(Event("tanks-abandoned", {"unit": unit, "hex": p.where[unit]}, "8.3"))
    p.set_steps(unit, THIRD_STEP)


def set_out(p: Field, unit: Unit) -> Move:
    """10.2 A unit begins its move."""
    p.moved[unit] = STANDS_STILL  # until its first step
    return begin_move(p, unit, one_hex=bool(p.may[unit] & MAY_STEP))


def march(p: Field, round: Round, unit: Unit, hex: Hex) -> list[Procedure]:
    """10.2 The whole move of a unit. What follows from it may have to be decided: the 150th Panzer Brigade may go on
    (7.3), engineers may help across a river (10.6.2)."""
    move = set_out(p, unit)
    p.forget()
    return walk_to(p, move, hex)


def walk_to(p: Field, move: Move, hex: Hex) -> list[Procedure]:
    """10.2 A unit that has set out goes to a hex; what is still to be decided then."""
    then = go_to(p, move, hex)
    if then is not None:
        return [move, then]
    return [move] if may_slip_on(p, move) else []


def why_no_move(p: Field, round: Round, unit: Unit) -> Refusal:
    """Why a unit may not move in this round."""
    piece, moved, may = p.data.counters[unit], p.moved[unit], p.may[unit]
    return first_refusal(
        {"unit": unit},
        (piece.side != round.side or not piece.combat_unit, "not-yours", "10.1"),
        (p.where[unit] < 0 or bool(p.face_down[unit]), "not-on-map", "10.1"),
        (not piece.moves, "cannot-move-at-all", "10.1"),
        (moved == HAS_MOVED, "has-moved", "10.2.1"),
        (moved == HOLDS_DOOR, "holds-the-door", "10.3"),
        (moved == STANDS_STILL, "stands-still", "10.2.1"),
        (bool(may & MAY_MOVE), "tanks-stranded", "8.3"),
        (bool(may & MAY_STEP), "no-hex-before-combat", "14.4"),
        (True, "not-activated", "14.1"),
    )


def check_stacks(p: Field, round: Round) -> Procedure | None:
    """6.2 Stacking limits apply at the end of a Movement Round; in a Combat round only where armor has come (14.4)."""
    if anyone_has(p.may, MAY_MOVE):
        return Overstacked(side=round.side)
    entered = {p.where[unit] for unit in p.on_map(round.side) if p.moved[unit] == HAS_MOVED}
    return Overstacked(side=round.side, hexes=tuple(sorted(entered))) if entered else None


# --- combat ------------------------------------------------------------------------------------------


class ChooseAttack(Pick[Field, Round]):
    """11.1 The next hex to attack; attacking is voluntary, and one combat is finished before the next begins."""

    prompt, rule, ends = "choose-attack", "11.1", DONE
    verb, done = ATTACK, DONE

    def choices(self, p: Field, round: Round) -> Sequence[int]:
        return targets(p, round.side)

    def pick(self, p: Field, round: Round, hex: Hex) -> Procedure:
        return Attack(side=round.side, target=hex, conversion=round.conversion)

    def why_not(self, p: Field, round: Round, option: int) -> Refusal | None:
        if not is_about(option, ATTACK):
            return super().why_not(p, round, option)
        hex = object_of(option)
        defenders = [unit for unit in p.combat_units_in(hex) if p.data.counters[unit].side != round.side]
        return first_refusal(
            {"hex": hex},
            (not defenders and round.side == GERMAN and p.engineer_in(hex) != NO_UNIT, "engineers-alone", "12.4.2"),
            (not defenders, "no-enemy-there", "11.1"),
            (any(p.fought[unit] for unit in defenders), "already-attacked", "11.2"),
            (True, "nobody-can-attack", "11.2"),
        )


def targets(p: Field, side: Side, beside: Iterable[int] | None = None) -> list[Hex]:
    """11.1, 11.2 Enemy hexes that some unit could attack, and that have not been attacked this round; all of them, or
    those beside some hexes."""
    way, where, counters, around = p.way(side), p.where, p.data.counters, p.data.board.around
    able: dict[int, list[Unit]] = {}
    for unit in attackers(p, side):
        able.setdefault(where[unit], []).append(unit)
    found = p.data.zones.beside(sorted(able if beside is None else beside), way, BARRED)
    return [
        hex
        for hex in found
        if not any(p.fought[unit] for unit in p.combat_units_in(hex) if counters[unit].side != side)
        and any(combat.can_attack(p, unit, hex) for here in around(hex) for unit in able.get(here, ()))
    ]


def end_round(p: Field, round: Round) -> None:
    """12.3 Allied artillery is fresh after every round; 10.5 who has entered is a unit like any other."""
    p.wipe("may", "moved", "fought", "crowded", "entered")
    for asset in p.data.assets[ALLIED]:
        if p.data.counters[asset].kind in ("artillery", "engineer"):
            p.used[asset] = 0


Round.steps = (ChooseMove(), check_stacks, ChooseAttack(), end_round)
