"""Charts: what the ground costs (3.1), and the column of the attack being declared (5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ardennes.engine.charts import Chart
from ardennes.engine.texts import fraction_text
from ardennes.games.crossroads.rules import movement
from ardennes.games.crossroads.rules.combat import Attack, odds
from ardennes.games.crossroads.rules.field import Field


def charts(p: Field) -> Iterator[Chart]:
    clear = movement.MUD_COST if "muddy" in p.data.options else movement.CLEAR_COST
    costs = {
        "clear": clear,
        "woods": movement.WOODS_COST,
        "road": movement.ROAD_COST,
        "ford": movement.FORD_COST,
    }
    rows = tuple((ground, fraction_text(Fraction(cost, movement.HALVES))) for ground, cost in costs.items())
    yield Chart(name="terrain", rule="3.1", heads=("", "cost"), rows=rows)


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    attack = next((opened for opened in p.stack if isinstance(opened, Attack) and opened.attackers), None)
    return {} if attack is None else {"results": [p.data.tables.columns[odds(p, attack)[0]]]}
