"""Situations of Crossroads in a line or two."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.crossroads.rules.field import CrossroadsData
from tests.situation import SIDES, Situation, data_of, situation, unit_lines


def field(
    units: str,
    phase: str = "german movement",
    *,
    turn: int = 1,
    guns: tuple[int, int] = (0, 0),
    held_by: str = "allied",
    blown: Iterable[str] = (),
    owing: Iterable[str] = (),
    scenario: str = "noon",
    options: Iterable[str] = (),
) -> Situation:
    """Units where they stand, in a phase.

    ``Pz 0703, Rif1 0302/1, Sham1? 0702``, as :func:`tests.situation.unit_lines` reads it.
    ``owing`` names units that owe a counterattack this turn.
    """
    data = data_of("crossroads", scenario, frozenset())
    assert isinstance(data, CrossroadsData)
    stand_ins = [unit for unit, counter in enumerate(data.counters) if counter.id.startswith("Foe")]
    name, _, kind = phase.partition(" ")
    side = SIDES[name]
    step = 2 if kind == "movement" else 3
    lines = [
        f"turn = {turn}",
        f"guns = {list(guns)}",
        f'stack = [{{"type": "Fight", "step": {2 + side}}}, {{"type": "PlayerTurn", "side": {side}, "step": {step}}},'
        f' {{"type": "{kind.capitalize()}", "side": {side}}}]',
        f"hex 0303: control={SIDES[held_by]}",
    ]
    if owing:
        duties = (
            f'{{"side": {data.counters[data.unit(id)].side}, "kind": "counterattack", "subject": {data.unit(id)},'
            f' "due": {turn}, "rule": "5.7"}}'
            for id in owing
        )
        lines.append(f"duties = [{', '.join(duties)}]")
    lines += [f"hexside {hexside}: blown=1" for hexside in blown]
    lines += unit_lines(data, units, lambda unit: data.counters[unit].steps, (stand_ins, ()))
    return situation("crossroads", "\n".join(lines), scenario=scenario, options=options)
