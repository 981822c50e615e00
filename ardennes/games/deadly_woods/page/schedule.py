"""4.0, 13.2, 14.8, 17.0 What the turn track has in store, and what the dice brought (10.6.1, 11.3.3, 12.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event, Text
from ardennes.games.deadly_woods.rules.aftermath import BLOWN_ON, Rout
from ardennes.games.deadly_woods.rules.assets import due_turn
from ardennes.games.deadly_woods.rules.boundaries import BOUNDARIES_UNTIL
from ardennes.games.deadly_woods.rules.combat import COSTS_ATTACKER, COSTS_DEFENDER, RETREATS
from ardennes.games.deadly_woods.rules.field import REMOVED, Field
from ardennes.games.deadly_woods.rules.odds import Attack, die_modifiers
from ardennes.games.deadly_woods.rules.pieces import ALLIED, COLUMNS, GERMAN, TrackSpace
from ardennes.games.deadly_woods.rules.reinforcements import BOXES_IN_ORDER, NEXT_CHIT
from ardennes.games.deadly_woods.rules.sequence import FIRST_TURN, JUMP_SUCCEEDS_ON
from ardennes.rules.odds import read_result


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: initiative, chits, replacements, assets, reinforcements, releases, and what happens but once."""
    first, last = p.data.scenario_data.first_turn, p.data.last_turn
    for turn in p.data.turns[first - 1 : last]:
        yield _initiative(turn)
        for side in (GERMAN, ALLIED):
            yield from _chits(p, turn.turn, side)
            yield from _replacements(turn, side)
            yield from _units(p, turn.turn, side)
        yield from _once(p, turn.turn)
    yield Coming(turn=last, text=Text("coming-end", {}, "3.3"))


def _initiative(turn: TrackSpace) -> Coming:
    if turn.initiative == "contested":
        return Coming(turn=turn.turn, text=Text("coming-initiative-contested", {}, "5.2"))
    side = GERMAN if turn.initiative == "german" else ALLIED
    return Coming(turn=turn.turn, text=Text("coming-initiative", {}, "5.2"), side=side)


def _chits(p: Field, turn: int, side: int) -> Iterator[Coming]:
    """17.0 The chits for the cup, those in hand, and the Panzer Army chits that hang on St. Vith and Bastogne."""
    row = p.data.chart[turn, side]
    if side == GERMAN and turn == FIRST_TURN:
        yield Coming(turn=turn, text=Text("coming-opening", {}, "14.3"), side=side)
    for names, code in ((row.cup, "coming-chits"), (row.hand, "coming-hand")):
        chits = _of_types(p, side, names.split())
        if chits:
            yield Coming(turn=turn, text=Text(code, {"n": len(chits)}, "17.0"), side=side, units=chits)
    if row.panzer_army:
        yield Coming(turn=turn, text=Text(f"coming-panzer-army-{row.panzer_army}", {}, "17.0"), side=side)


def _of_types(p: Field, side: int, names: list[str]) -> tuple[int, ...]:
    found: list[int] = []
    for name, count in Counter(names).items():
        fitting = [
            chit for chit in p.data.chits if (p.data.counters[chit].side, p.data.counters[chit].chit) == (side, name)
        ]
        found += fitting[:count]
    return tuple(found)


def _replacements(turn: TrackSpace, side: int) -> Iterator[Coming]:
    infantry, armor = turn.replacements(side)
    if infantry or armor:
        text = Text("coming-replacements", {"infantry": infantry, "armor": armor}, "13.2")
        yield Coming(turn=turn.turn, text=text, side=side)


def _units(p: Field, turn: int, side: int) -> Iterator[Coming]:
    """12.9 Assets; 14.8 units by the chit that brings them; 10.6.4 units that may cross the Meuse from this turn on."""
    counters = p.data.counters
    groups = [("coming-assets", "12.9", [unit for unit in p.data.assets[side] if due_turn(p, unit) == turn])]
    units = p.data.combat_units[side]
    for box in BOXES_IN_ORDER:
        due = [unit for unit in units if (counters[unit].arrives, counters[unit].box) == (turn, box)]
        groups.append((f"coming-{box}-box", "14.8", due))
    late = [unit for unit in units if p.due[unit] == NEXT_CHIT and turn == p.turn]
    released = [unit for unit in units if counters[unit].release == turn]
    removed = p.data.box(REMOVED)
    gone = [unit for unit in p.data.assets[side] if counters[unit].last == turn and p.where[unit] != removed]
    groups += [
        ("coming-late", "14.8.1", late),
        ("coming-release", "10.6.4", released),
        ("leaving-assets", "12.1", gone),
    ]
    for code, rule, found in groups:
        if found:
            yield Coming(turn=turn, text=Text(code, {}, rule), side=side, units=tuple(found))


def _once(p: Field, turn: int) -> Iterator[Coming]:
    surrender, withdrawal = p.data.scenario_data.surrender, p.data.scenario_data.withdrawal
    if surrender is not None and turn == surrender.turn:
        units = p.data.divisions[ALLIED, surrender.division]
        yield Coming(turn=turn, text=Text("coming-surrender", {}, "8.3"), side=ALLIED, units=units)
    if turn == BOUNDARIES_UNTIL:
        yield Coming(turn=turn, text=Text("coming-boundaries-end", {}, "9.2"), side=GERMAN)
    if withdrawal is not None and turn == withdrawal.turn:
        yield Coming(turn=turn, text=Text("coming-withdrawal", {}, "12.10"), side=GERMAN)


# --- luck --------------------------------------------------------------------------------------------


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """Steps taken and hexes cleared in combat; bridges blown in retreat; paratroopers who assembled."""
    die = event.args.get("die")
    if event.code == "rolled":
        yield from _combat_luck(before, event)
    elif event.code == "tries-to-blow":
        assert isinstance(die, int)
        rout = next(procedure for procedure in reversed(before.stack) if isinstance(procedure, Rout))
        yield _at_most(rout.side, "bridges", BLOWN_ON, die)
    elif event.code in ("drops", "scatters"):
        assert isinstance(die, int)
        yield _at_most(GERMAN, "jumps", JUMP_SUCCEEDS_ON, die)


def _at_most(side: int, what: str, highest: int, rolled: int) -> Roll:
    return Roll.of(side, what, every_branch(lambda dice: int(dice.die() <= highest)), int(rolled <= highest))


def _combat_luck(before: Field, event: Event) -> Iterator[Roll]:
    """11.3.3 On the column the die was rolled on, by the table that was read."""
    attack = next(procedure for procedure in reversed(before.stack) if isinstance(procedure, Attack))
    column = COLUMNS.index(str(event.args["column"]))
    added = sum(modifier.amount for modifier in die_modifiers(before, attack))
    result = str(event.args["result"])
    for side, what, results in (
        (attack.side, "steps", COSTS_DEFENDER),
        (1 - attack.side, "steps", COSTS_ATTACKER),
        (attack.side, "retreats", RETREATS),
    ):
        chances = every_branch(partial(_is_among, before, column, added, results))
        yield Roll.of(side, what, chances, int(result in results))


def _is_among(p: Field, column: int, added: int, results: Sequence[str], dice: Dice) -> int:
    return int(read_result(p.data.results, column, dice.die() + added) in results)
