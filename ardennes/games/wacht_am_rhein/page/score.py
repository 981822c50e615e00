"""How the battle stands: places, exits and fuel dumps that the levels of victory name (25.17, 25.27), and steps lost by
formation."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.score import Score
from ardennes.games.wacht_am_rhein.rules.field import ELIMINATED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.victory import SHIFTED_BY, exits, stands_in
from ardennes.numbers import Side, Unit
from ardennes.rules.calendar import today
from ardennes.rules.losses import have_fought, steps_lost
from ardennes.rules.schedule import aims


def score(p: Field) -> Score:
    """25.17 What each side has of what the best level asks for."""

    def formation(unit: Unit) -> str:
        piece = p.data.counters[unit]
        return piece.formation or piece.corps or piece.nation

    lost = steps_lost(p, have_fought(p, ELIMINATED), formation)
    return Score(date=today(p), aims=aims(*wanted(p)), lost=lost)


def wanted(p: Field) -> Iterator[tuple[Side, str, str, int, int]]:
    """25.17, 25.27 Each thing that some level asks for, by side."""
    scenario, rule = p.data.scenario_data, p.data.scenario_data.victory_rule
    german = {place for level in scenario.levels for place in level.german_in}
    allied = {place for level in scenario.levels for place in (*level.allied_in, *level.allied_in_any)}
    most_exits = max((level.exits_at_least for level in scenario.levels), default=0)
    if german:
        yield GERMAN, "aim-places", rule, sum(stands_in(p, GERMAN, place) for place in german), len(german)
    if most_exits:
        yield GERMAN, "aim-exits", rule, exits(p), most_exits
    if scenario.dumps is not None:
        yield GERMAN, "aim-dumps", rule, p.dumps_lost, SHIFTED_BY
    if allied:
        yield ALLIED, "aim-places", rule, sum(stands_in(p, ALLIED, place) for place in allied), len(allied)
