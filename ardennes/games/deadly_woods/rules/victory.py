"""3.4, 5.2, 12.10, 15.0 Victory points, initiative, the SS withdrawal, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Event, Text
from ardennes.games.deadly_woods.rules import pieces
from ardennes.games.deadly_woods.rules.field import REMOVED, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, CANCEL, GERMAN, MOTORIZED, WITHDRAW
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.numbers import Side, Unit, by_unit
from ardennes.rules.supply import supplied_hexes

HOLDS_INITIATIVE = 3
DONE_WITHDRAWAL, CANCELLED = "done", "cancelled"


class Withdrawal(Procedure):
    """12.10 The SS is called away on turn 11."""

    side: Side = GERMAN


def victory_points(p: Field) -> int:
    """3.4 A point for each VP hex the Germans control and that can trace supply."""
    supplied = supplied_hexes(p, GERMAN)
    return sum(p.holds(GERMAN, hex) and bool(supplied[hex]) for hex in p.data.victory_hexes)


def steps_over_meuse(p: Field) -> int:
    """3.4 Supplied Motorized steps across the Meuse in the British Area."""
    beyond = p.data.west_of_meuse & p.data.british
    units = [unit for unit in p.on_map(GERMAN) if p.where[unit] in beyond]
    return sum(p.steps[unit] for unit in units if p.data.counters[unit].kind in MOTORIZED and is_supplied(p, unit))


def set_initiative(p: Field) -> None:
    """5.2 The Germans on turns 1 to 5, and on turn 6 with three VP hexes in supply; then the Allies."""
    says = p.data.turns[p.turn - 1].initiative
    german = says == "german" or (says == "contested" and victory_points(p) >= HOLDS_INITIATIVE)
    p.initiative = GERMAN if german else ALLIED


def check_victory(p: Field) -> None:
    """15.0 Points, sudden death, surrender of the 106th, then the end of the scenario."""
    scenario, p.points = p.data.scenario_data, victory_points(p)
    p.tell(Event("points", {"n": p.points}, "3.4"))
    steps = steps_over_meuse(p)
    if steps >= scenario.sudden_death_steps:
        p.end(GERMAN, Text("over-the-meuse", {"n": steps}, "3.4"))
        return
    if p.points >= scenario.sudden_death_hexes:
        p.end(GERMAN, Text("sudden-death", {"n": p.points}, "3.4"))
        return
    if scenario.surrender is not None and p.turn == scenario.surrender.turn:
        surrender(p, scenario.surrender.division)
    if p.turn == scenario.last_turn:
        needed = hexes_needed(p)
        winner = GERMAN if p.points >= needed else ALLIED
        p.end(winner, Text("final-count", {"n": p.points, "needed": needed}, "3.4"))


def hexes_needed(p: Field) -> int:
    """3.4 VP hexes with which the Germans win at the end: fewer once the SS has gone."""
    scenario = p.data.scenario_data
    return scenario.hexes_needed if p.withdrawal in ("", DONE_WITHDRAWAL) else scenario.hexes_needed_with_ss


def surrender(p: Field, division: str) -> None:
    """8.3 Units of the 106th Division out of supply at the end of turn 2 leave the game for good."""
    for unit in p.data.divisions[ALLIED, division]:
        if p.where[unit] >= 0 and not is_supplied(p, unit):
            p.tell(Event("surrenders", {"unit": unit, "hex": p.where[unit]}, "8.3"))
            p.put(unit, p.data.box(REMOVED))
            p.set_steps(unit, 0)


# --- the SS --------------------------------------------------------------------------------------------


def terms(p: Field) -> pieces.Withdrawal:
    terms = p.data.scenario_data.withdrawal
    assert terms is not None
    return terms


def marked(p: Field) -> list[Unit]:
    """12.10 Counters with an 11 that are still in play: units on the map, and assets."""
    removed = p.data.box(REMOVED)
    return [
        unit
        for unit, piece in by_unit(p.data.counters)
        if piece.withdraws and (p.where[unit] >= 0 if piece.combat_unit else p.where[unit] != removed)
    ]


def marked_steps(p: Field) -> int:
    """12.10 Their steps; an asset counts as one."""
    return sum(p.steps[unit] if p.data.counters[unit].combat_unit else 1 for unit in marked(p))


def count_steps(p: Field, withdrawal: Withdrawal) -> Then | None:
    """12.10 With fewer than 12 steps left the SS stays, and the Germans lose at once unless they have 3 points."""
    steps = marked_steps(p)
    p.tell(Event("ss-counted", {"n": steps}, "12.10"))
    if steps >= terms(p).steps:
        return None
    p.withdrawal = CANCELLED
    if p.points < terms(p).points:
        p.end(ALLIED, Text("ss-spent", {"n": steps}, "12.10"))
    return Then.END


class ChooseWithdrawal(Question[Field, Withdrawal]):
    """12.10 With 3 points the German player may keep the SS, and then needs 3 at the end."""

    prompt, rule = "choose-withdrawal", "12.10"
    reasons = {CANCEL: ("cannot-cancel", "12.10")}

    def offers(self, p: Field, withdrawal: Withdrawal) -> Sequence[int]:
        return [WITHDRAW + 0, CANCEL + 0] if p.points >= terms(p).points else []

    def answer(self, p: Field, withdrawal: Withdrawal, option: int) -> Procedure | Then | None:
        if option == CANCEL:
            p.withdrawal = CANCELLED
            p.tell(Event("ss-stays", {}, "12.10"))
        return Then.NEXT


def withdraw(p: Field, withdrawal: Withdrawal) -> None:
    """12.10 Marked units in supply and the assets of the 6th Panzer Army leave the game."""
    if p.withdrawal == CANCELLED:
        return
    p.withdrawal = DONE_WITHDRAWAL
    going = [unit for unit in marked(p) if not p.data.counters[unit].combat_unit or is_supplied(p, unit)]
    for unit in going:
        p.put(unit, p.data.box(REMOVED))
    p.tell(Event("ss-leaves", {"units": tuple(going), "n": len(going)}, "12.10"))


Withdrawal.steps = (count_steps, ChooseWithdrawal(), withdraw)
