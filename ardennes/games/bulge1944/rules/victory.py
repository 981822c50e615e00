"""15.0, 16.0, 19.0 Victory: sudden death by exit, points at the end, and the three objective cards."""

from __future__ import annotations

from ardennes.engine.texts import Text
from ardennes.games.bulge1944.rules.field import ELIMINATED, Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, GERMAN_CODES, SECRET, BulgeScenario
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.supply import supplied_hexes


def objective(p: Field) -> BulgeScenario:
    """What the German player is after in this game; the standard game where the card is not known."""
    return p.data.objectives[p.data.scenario_data.standard if p.card == SECRET else p.card]


def ends_with_german_turn(goal: BulgeScenario) -> bool:
    """19.0 Where only an exit wins, nothing can happen any more once the Germans have moved."""
    return goal.decided_by == "exit"


def exits(p: Field) -> list[Hex]:
    """15.0, 19.0 The hexes where an armor division may leave the map."""
    return [p.data.code(code) for code in objective(p).exits]


def exit_rule(p: Field) -> str:
    """Which rule says where an armor division may leave: 19.0 with one of its cards, as far as the card is known."""
    return "15.0" if objective(p).decided_by == "points" else "19.0"


def public_exit_rule(p: Field) -> str:
    """The same as both sides hear it, which must not betray a secret card."""
    return "15.0" if p.data.secret_card else exit_rule(p)


def after_exit(p: Field, unit: Unit, hex: Hex, supplied: bool) -> None:
    """15.0, 19.0 An armor division that leaves at an exit of the objective wins at once, if it was in supply."""
    if supplied:
        p.end(GERMAN, Text("sudden-death", {"unit": unit, "hex": hex}, public_exit_rule(p)))


def holds(p: Field, hex: Hex) -> bool:
    """16.0 German control of a place in supply: traced as for a unit there."""
    return p.control[hex] == GERMAN and bool(supplied_hexes(p, GERMAN)[hex])


def town_points(p: Field) -> int:
    """16.0 Points for cities and towns, less those for supply hexes the Allies hold."""
    goal, board = objective(p), p.data.board
    points = sum(goal.worth.get(board.name(hex), goal.other_town) for hex in p.data.towns if holds(p, hex))
    lost = sum(p.control[p.data.code(code)] == ALLIED for code in GERMAN_CODES)
    return points + lost * goal.lost_supply_hex


def towns_held(p: Field) -> int:
    """19.0 How many of the towns on the card the Germans hold in supply."""
    towns = objective(p).towns
    return sum(p.data.board.name(hex) in towns and holds(p, hex) for hex in p.data.towns)


def elimination_points(p: Field) -> tuple[int, int]:
    """19.0 Spoiling Attack: points of the Germans and of the Allies for eliminated divisions."""
    points = [0, 0]
    for unit in (*p.data.units[GERMAN], *p.data.units[ALLIED]):
        if p.where[unit] == p.data.box(ELIMINATED):
            piece = p.data.counters[unit]
            points[1 - piece.side] += division_value(piece.side, piece.armor, piece.steps)
    return points[GERMAN], points[ALLIED]


def division_value(side: Side, armor: bool, steps: int) -> int:
    """19.0 What a division that started with so many steps is worth; single-step units nothing."""
    if armor:
        least = 3 if side == ALLIED else 2
        return steps if steps >= least else 0
    if side == ALLIED:
        return 2 if steps == 4 else 0
    return {2: 1, 3: 2}.get(steps, 0)


def after_german_turn(p: Field) -> None:
    """19.0 Autumn Mist ends with the German part of its last turn."""
    ending = [card for card, goal in p.data.objectives.items() if ends_with_german_turn(goal) and p.turn == goal.turns]
    if p.data.secret_card and ending:
        p.revealed = True  # Whether the game goes on tells something of the card.
    if p.card in ending:
        p.end(ALLIED, Text("no-exit-in-time", {}, "19.0"))


def after_turn(p: Field) -> None:
    """15.0, 16.0, 19.0 The end of the last turn."""
    goal = objective(p)
    if p.data.secret_card and any(p.data.objectives[card].turns == p.turn for card in p.data.cards):
        p.revealed = True  # Whether the game goes on tells something of the card.
    if p.turn < goal.turns:
        return
    if goal.decided_by == "points":
        points = town_points(p)
        winner = GERMAN if points >= goal.german_victory else None if points == goal.draw else ALLIED
        p.end(winner, Text("final-points", {"n": points}, "16.0"))
        return
    held = towns_held(p)
    if held < goal.needed:
        p.end(ALLIED, Text("objectives-missed", {"n": held, "needed": goal.needed}, "19.0"))
    elif goal.decided_by == "divisions":
        german, allied = elimination_points(p)
        winner = GERMAN if german > allied else ALLIED if allied > german else None
        p.end(winner, Text("bag-counted", {"german": german, "allied": allied}, "19.0"))
    else:
        p.end(GERMAN, Text("objectives-met", {"n": held}, "19.0"))
