"""4.0, 13.2, 14.8, 17.0 What the turn track has in store, and what the dice brought (10.6.1, 11.3.3, 12.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ardennes.engine.dice import every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.aftermath import BLOWN_ON, Rout
from ardennes.games.deadly_woods.rules.assets import due_turn
from ardennes.games.deadly_woods.rules.combat import COSTS_ATTACKER, COSTS_DEFENDER, RETREATS
from ardennes.games.deadly_woods.rules.field import REMOVED, Field
from ardennes.games.deadly_woods.rules.odds import Attack, die_modifiers
from ardennes.games.deadly_woods.rules.pieces import ALLIED, COLUMNS, GERMAN, TrackSpace
from ardennes.games.deadly_woods.rules.reinforcements import BOXES_IN_ORDER, NEXT_CHIT
from ardennes.games.deadly_woods.rules.sequence import JUMP_SUCCEEDS_ON
from ardennes.numbers import Side, Unit
from ardennes.rules import schedule
from ardennes.rules.fighting import combat_luck
from ardennes.rules.odds import read_result
from ardennes.rules.schedule import Line


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: initiative, chits, replacements, assets, reinforcements, releases, and what happens but once."""
    return schedule.coming(p, _of_turn, p.data.scenario_data.last_turn, "3.3")


def _of_turn(p: Field, space: TrackSpace) -> Iterator[Line]:
    initiative = {"german": GERMAN, "allied": ALLIED}.get(space.initiative)
    yield Line("coming-initiative-contested" if initiative is None else "coming-initiative", "5.2", initiative)
    for side in (GERMAN, ALLIED):
        yield from _chits(p, space.turn, side)
        infantry, armor = space.replacements(side)
        if infantry or armor:
            yield Line("coming-replacements", "13.2", side, args={"infantry": infantry, "armor": armor})
        yield from _units(p, space.turn, side)
    yield from _once(p, space.turn)


def _chits(p: Field, turn: int, side: Side) -> Iterator[Line]:
    """17.0 The chits for the cup, those in hand, and the Panzer Army chits that hang on St. Vith and Bastogne."""
    row = p.data.chart[turn, side]
    if side == GERMAN and turn == p.data.named.turns.opening:
        yield Line("coming-opening", "14.3", side)
    for names, code in ((row.cup, "coming-chits"), (row.hand, "coming-hand")):
        chits = _of_types(p, side, names.split())
        yield Line(code, "17.0", side, chits, {"n": len(chits)})
    if row.panzer_army:
        yield Line(f"coming-panzer-army-{row.panzer_army}", "17.0", side)


def _of_types(p: Field, side: Side, names: list[str]) -> list[Unit]:
    found: list[Unit] = []
    for name, count in Counter(names).items():
        fitting = [
            chit for chit in p.data.chits if (p.data.counters[chit].side, p.data.counters[chit].chit) == (side, name)
        ]
        found += fitting[:count]
    return found


def _units(p: Field, turn: int, side: Side) -> Iterator[Line]:
    """12.9 Assets; 14.8 units by the chit that brings them; 10.6.4 units that may cross the Meuse from this turn on."""
    counters, units, assets, removed = p.data.counters, p.data.units[side], p.data.assets[side], p.data.box(REMOVED)
    yield Line("coming-assets", "12.9", side, [unit for unit in assets if due_turn(p, unit) == turn])
    for box in BOXES_IN_ORDER:
        due = [unit for unit in units if (counters[unit].arrives, counters[unit].box) == (turn, box)]
        yield Line(f"coming-{box}-box", "14.8", side, due)
    late = [unit for unit in units if p.due[unit] == NEXT_CHIT and turn == p.turn]
    yield Line("coming-late", "14.8.1", side, late)
    yield Line("coming-release", "10.6.4", side, [unit for unit in units if counters[unit].release == turn])
    gone = [unit for unit in assets if counters[unit].last == turn and p.where[unit] != removed]
    yield Line("leaving-assets", "12.1", side, gone)


def _once(p: Field, turn: int) -> Iterator[Line]:
    surrender, withdrawal = p.data.scenario_data.surrender, p.data.scenario_data.withdrawal
    if surrender is not None and turn == surrender.turn:
        yield Line("coming-surrender", "8.3", ALLIED, p.data.divisions[ALLIED, surrender.division])
    if turn == p.data.named.turns.boundaries_until:
        yield Line("coming-boundaries-end", "9.2", GERMAN)
    if withdrawal is not None and turn == withdrawal.turn:
        yield Line("coming-withdrawal", "12.10", GERMAN)


# --- luck --------------------------------------------------------------------------------------------


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """Steps taken and hexes cleared in combat; bridges blown in retreat; paratroopers who assembled."""
    if event.code == "rolled":
        yield from _combat_luck(before, event)
    elif event.code == "tries-to-blow":
        yield Roll.at_most(before.innermost(Rout).side, "bridges", BLOWN_ON, event.args["die"])
    elif event.code in ("drops", "scatters"):
        yield Roll.at_most(GERMAN, "jumps", JUMP_SUCCEEDS_ON, event.args["die"])


def _combat_luck(before: Field, event: Event) -> Iterator[Roll]:
    """11.3.3 On the column the die was rolled on, by the table that was read."""
    attack, column = before.innermost(Attack), COLUMNS.index(str(event.args["column"]))
    added = sum(modifier.amount for modifier in die_modifiers(before, attack))
    return combat_luck(
        attack.side,
        every_branch(lambda dice: read_result(before.data.results, column, dice.die() + added)),
        str(event.args["result"]),
        costs_defender=COSTS_DEFENDER.__contains__,
        costs_attacker=COSTS_ATTACKER.__contains__,
        clears=RETREATS.__contains__,
    )
