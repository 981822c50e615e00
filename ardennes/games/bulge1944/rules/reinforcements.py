"""8.0, 9.0 Reinforcements and refits: what arrives, where it may enter, and steps bought back."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event, Refusal, Text, first_refusal
from ardennes.games.bulge1944.rules import alternates, hiding, paradrop, phantoms
from ardennes.games.bulge1944.rules.field import ELIMINATED, POOL, Field, expose_phantoms, take_control
from ardennes.games.bulge1944.rules.pieces import ALLIED, AT, DONE, ENTER, GERMAN, PHANTOM, REFIT, SPLIT
from ardennes.games.bulge1944.rules.supply import is_supplied, supplied_after_all
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.picking import Menu

ARMOR_REFIT, INFANTRY_REFIT = 2, 1
EAST = ("E5", "E6", "E7")


class Reinforcement(SideProcedure):
    """7.0 Phase 1 or 3 of a side."""

    stage_name = "stage-reinforcement"
    cut: tuple[Unit, ...] = ()
    """13.0, 18.7 Units that no phantom cuts off from supply, but an enemy, as their owner has learned."""

    def seen_by(self, p: Field, side: Side) -> Procedure:
        return self if side == self.side else Reinforcement(side=self.side)


class Entry(SideProcedure):
    """9.0 One unit about to enter."""

    unit: Unit

    def seen_by(self, p: Field, side: Side) -> Procedure:
        jumps = p.data.counters[self.unit].special == "paradrop"
        known = side == self.side or jumps or "hidden" not in p.data.options
        return self if known else Entry(side=self.side, unit=NO_UNIT)


def waiting(p: Field, side: Side) -> list[Unit]:
    """9.0 Units that may enter this turn: those due now, and those delayed."""
    where, pool = p.where, p.data.box(POOL)
    due = [unit for unit in p.data.units[side] if where[unit] == pool]
    return [unit for unit in due if 0 < p.data.arrival(unit) <= p.turn]


def entry_hexes(p: Field, unit: Unit) -> list[Hex]:
    """9.0 Where a unit may enter: its listed hexes; others only if the enemy stands in all of those."""
    piece = p.data.counters[unit]
    if piece.special == "paradrop":
        return paradrop.drop_hexes(p) if p.turn == piece.arrives else []
    free = [hex for hex in p.data.entries[unit] if is_free(p, hex, piece.side)]
    if free:
        return free
    if piece.side == GERMAN:
        others = () if "germans_wait" in p.data.options else EAST
        return [p.data.code(code) for code in others if is_free(p, p.data.code(code), GERMAN)]
    return sorted({hex for code in p.data.entry_codes(unit) for hex in detours(p, code)})


def is_free(p: Field, hex: Hex, side: Side) -> bool:
    """9.0 Whether no enemy unit stands in a hex, as far as the side can know; 18.7 a phantom keeps nobody out."""
    enemy = p.enemy_in(hex, side)
    return enemy == NO_UNIT or phantoms.may_be_one(p, enemy)


def detours(p: Field, code: str) -> list[Hex]:
    """9.0 For a blocked entry hex: the next one westward or the closest vacant edge hex westward; on the west edge the
    other one, or the closest vacant hex northward."""
    data = p.data
    if code[0] == "W":
        others = [name for name in ("W1", "W2") if name != code]
        edge = sorted(data.board.area("west-edge"), key=lambda hex: -data.board.grid.centre_km(hex)[1])
    else:
        others = [f"{code[0]}{int(code[1]) - 1}"] if int(code[1]) > 1 else []
        name = "north-edge" if code[0] == "N" else "south-edge"
        edge = sorted(data.board.area(name), key=lambda hex: data.board.grid.centre_km(hex)[0])
    found = [data.code(other) for other in others if is_free(p, data.code(other), ALLIED)]
    before = edge[: edge.index(data.code(code))]
    return found + [hex for hex in reversed(before) if not p.units_in(hex)][:1]


def enter(p: Field, unit: Unit, hex: Hex) -> None:
    """9.0 Free of cost and at full strength, unless it has lost steps and been sent back; it may stand on a friend.
    14.0 Only the first time is it in disguise."""
    p.put(unit, hex)
    if not p.entered[unit]:
        p.disguised[unit] = p.data.counters[unit].special == "disguised"
    p.steps[unit], p.entered[unit] = p.steps[unit] or p.data.counters[unit].steps, p.turn
    phantoms.pair_up(p, p.data.counters[unit].side, hex)
    hiding.hide_if_played(p, unit)
    p.tell(Event("enters", {"unit": unit, "hex": hex}, "9.0"))
    take_control(p, unit, hex)
    expose_phantoms(p, unit, hex)


def why_no_entry(p: Field, side: Side, unit: Unit) -> Refusal:
    """Why a unit cannot enter now."""
    piece, place, due, rule = p.data.counters[unit], p.where[unit], p.data.arrival(unit), entry_rule(p, unit)
    if place == p.data.box(POOL) and piece.side == side and due > p.turn:
        return Refusal("comes-later", {"unit": unit, "turn": due}, rule)
    return first_refusal(
        {"unit": unit},
        (piece.side != side or not piece.land_unit, "not-yours", "9.0"),
        (place == p.data.box(ELIMINATED), "gone-for-good", "9.0"),
        (place != p.data.box(POOL), "not-waiting", "9.0"),
        (True, "no-way-in", rule),
    )


def entry_rule(p: Field, unit: Unit) -> str:
    """Which rule says when and where a unit comes in."""
    return "14.0" if p.data.counters[unit].special == "paradrop" else "9.0"


def refit_cost(p: Field, unit: Unit) -> int:
    """8.0 Two points for a step of armor, one for infantry."""
    return ARMOR_REFIT if p.data.counters[unit].armor else INFANTRY_REFIT


def below_strength(p: Field, side: Side) -> list[Unit]:
    """9.0 The units of a side on the map that have lost steps."""
    steps, full = p.steps, p.data.full_steps
    return [unit for unit in p.on_map(side) if steps[unit] < full[unit]]


def may_refit(p: Field, unit: Unit, cut: Container[int]) -> bool:
    """9.0 One step a turn, for a unit below strength if it is in supply, as far as its owner can know if it is not one
    of those that are ``cut`` off; American airborne without supply too."""
    if p.refitted[unit] or refit_cost(p, unit) > p.points:
        return False
    piece = p.data.counters[unit]
    return piece.us_airborne or (is_supplied(p, unit) if unit in cut else phantoms.may_be_supplied(p, unit))


def refits_for_certain(p: Field, unit: Unit) -> bool:
    """9.0 Whether a refit that may be tried cannot fail; 18.7 on a view, whether nothing seems to cut the unit off."""
    return p.data.counters[unit].us_airborne or is_supplied(p, unit)


def refit(p: Field, reinforcement: Reinforcement, unit: Unit) -> None:
    """9.0 A step comes back; 18.7 unless it turns out that no phantom cuts the unit off, but an enemy."""
    if not refits_for_certain(p, unit):
        reinforcement.cut += (unit,)
        p.revealed = True
        p.tell(Event("cut-off-indeed", {"unit": unit}, "13.0", {1 - reinforcement.side: None}))
        return
    supplied_after_all(p, [unit])
    p.points -= refit_cost(p, unit)
    p.steps[unit] += 1
    p.refitted[unit] = 1
    p.tell(Event("refits", {"unit": unit}, "9.0"))


def why_no_refit(p: Field, side: Side, unit: Unit) -> Refusal:
    """Why a unit cannot get a step back now."""
    args: dict[str, Argument] = {"unit": unit}
    piece = p.data.counters[unit]
    if piece.side != side:
        return Refusal("not-yours", args, "9.0")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "9.0")
    if p.steps[unit] >= piece.steps:
        return Refusal("full-strength", args, "9.0")
    if p.refitted[unit]:
        return Refusal("has-refitted", args, "9.0")
    if refit_cost(p, unit) > p.points:
        return Refusal("no-points", {**args, "n": p.points}, "8.0")
    return Refusal("refit-needs-supply", args, "9.0")


class ChooseReinforcement(Menu[Field, Reinforcement]):
    """9.0 Bring units in, or buy steps back; what is not brought in comes later."""

    prompt, rule, ends, done = "choose-reinforcement", "9.0", DONE, DONE
    reasons = {SPLIT: ("cannot-split", "18.5"), PHANTOM: ("no-phantom", "18.7")}

    def arguments(self, p: Field, reinforcement: Reinforcement) -> dict[str, Argument]:
        return {"n": p.points}

    def menu(self, p: Field, reinforcement: Reinforcement) -> Iterator[tuple[Verb, Sequence[int]]]:
        side, cut = reinforcement.side, reinforcement.cut
        arriving = [unit for unit in waiting(p, side) if entry_hexes(p, unit)]
        yield ENTER, arriving
        yield SPLIT, [unit for unit in arriving if alternates.may_split(p, unit)]
        yield REFIT, [unit for unit in below_strength(p, side) if may_refit(p, unit, cut)]
        yield PHANTOM, phantoms.entry_hexes(p, side)

    def offers(self, p: Field, reinforcement: Reinforcement) -> Sequence[int]:
        """18.6 With hidden markers the pause is made even if nobody could come."""
        return super().offers(p, reinforcement) or ([DONE + 0] if "hidden" in p.data.options else [])

    def pick(self, p: Field, reinforcement: Reinforcement, verb: int, thing: Any) -> Procedure | None:
        if verb == ENTER:
            reinforcement.cut = ()  # Who comes may open a line of supply.
            return Entry(side=reinforcement.side, unit=thing)
        if verb == SPLIT:
            alternates.split(p, thing)
        elif verb == REFIT:
            refit(p, reinforcement, thing)
        else:
            phantoms.bring(p, reinforcement.side, thing)
        return None

    def about(self, p: Field, reinforcement: Reinforcement, option: int) -> About:
        if not is_about(option, REFIT) or refits_for_certain(p, object_of(option)):
            return About(rules=("9.0",))
        doubt = Text("refit-in-doubt", {"unit": object_of(option)}, "18.7")
        return About(notes=(doubt,), rules=("9.0", "13.0", "18.7"))

    def why_not(self, p: Field, reinforcement: Reinforcement, option: int) -> Refusal | None:
        if is_about(option, ENTER):
            return why_no_entry(p, reinforcement.side, object_of(option))
        if is_about(option, REFIT):
            return why_no_refit(p, reinforcement.side, object_of(option))
        return super().why_not(p, reinforcement, option)


class ChooseEntry(Question[Field, Entry]):
    """9.0 At which hex; 14.0 for von der Heydte the drop hex."""

    prompt, rule = "choose-entry", "9.0"
    prompt_fields = ("unit",)

    def offers(self, p: Field, entry: Entry) -> Sequence[int]:
        return [AT + hex for hex in entry_hexes(p, entry.unit)]

    def answer(self, p: Field, entry: Entry, option: int) -> Procedure | Then | None:
        hex = object_of(option)
        if p.data.counters[entry.unit].special == "paradrop":
            paradrop.drop(p, entry.unit, hex)
            return Then.END
        enemy = p.enemy_in(hex, entry.side)
        if enemy != NO_UNIT:
            reveal_unit(p, enemy, "9.0")  # It might have been a phantom; now it is known, and in the way.
            return None
        enter(p, entry.unit, hex)
        return Then.END

    def why_not(self, p: Field, entry: Entry, option: int) -> Refusal | None:
        if is_about(option, AT):
            return Refusal("not-an-entry", {"hex": object_of(option)}, entry_rule(p, entry.unit))
        return super().why_not(p, entry, option)


Reinforcement.steps = (ChooseReinforcement(),)
Entry.steps = (ChooseEntry(),)
