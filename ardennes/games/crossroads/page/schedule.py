"""2.1, 5.3, 7.1 What each turn brings, and what the dice brought: steps in attacks (5.5), fords crossed (3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.dice import every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event, Text
from ardennes.games.crossroads.rules.combat import ATTACKER_LOSES, DEFENDER_LOSES, resolve
from ardennes.games.crossroads.rules.field import Field
from ardennes.games.crossroads.rules.movement import wades_through
from ardennes.rules.fighting import combat_luck


def coming(p: Field) -> Iterator[Coming]:
    scenario = p.data.scenario_data
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        yield Coming(turn=turn, text=Text("coming-guns", {"n": p.data.tables.guns_each_turn}, "5.3"))
    yield Coming(turn=scenario.last_turn, text=Text("coming-end", {}, "7.1"))


def luck(before: Field, event: Event) -> Iterator[Roll]:
    args, tables = event.args, before.data.tables
    if event.code in ("forded", "not-forded"):
        unit = args["unit"]
        assert isinstance(unit, int)
        chances = every_branch(lambda dice: int(wades_through(dice.die())))
        yield Roll.of(before.data.counters[unit].side, "fords", chances, int(event.code == "forded"))
    elif event.code == "attacked":
        units, column = args["units"], tables.columns.index(str(args["column"]))
        assert isinstance(units, tuple)
        yield from combat_luck(
            before.data.counters[units[0]].side,
            every_branch(lambda dice: resolve(before, column, dice)),
            str(args["result"]),
            costs_defender=DEFENDER_LOSES.__contains__,
            costs_attacker=ATTACKER_LOSES.__contains__,
        )
