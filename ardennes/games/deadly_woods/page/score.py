"""How the battle stands: VP hexes in supply (3.4) and steps lost by army and corps (2.3.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.score import Aim, Score
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.rules.field import ELIMINATED, REMOVED, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.victory import hexes_needed, steps_over_meuse, victory_points
from ardennes.rules.calendar import last_day
from ardennes.rules.losses import steps_lost

WITHOUT_CORPS = "airborne"


def score(p: Field) -> Score:
    """3.4 Only the Germans count points, and may win at once; the Allies win by denying them."""
    points, scenario = victory_points(p), p.data.scenario_data
    hexes, steps = scenario.sudden_death_hexes, scenario.sudden_death_steps
    return Score(
        date=last_day(p.data.turns[p.turn - 1].date),
        points=(points, None),
        needed=(hexes_needed(p), None),
        aims=(
            Aim(side=GERMAN, text=Text("aim-hexes", {}, "3.4"), has=points, needed=hexes),
            Aim(side=GERMAN, text=Text("aim-meuse", {}, "3.4"), has=steps_over_meuse(p), needed=steps),
        ),
        lost=steps_lost(_lost(p)),
    )


def _lost(p: Field) -> Iterator[tuple[int, str, int]]:
    """Steps lost by the units that are or were on the map; replacements give them back (13.0)."""
    for unit in (*p.data.combat_units[GERMAN], *p.data.combat_units[ALLIED]):
        piece = p.data.counters[unit]
        if piece.kind != "delay" and _has_been_on_map(p, unit):
            yield piece.side, piece.formation or WITHOUT_CORPS, p.data.full_steps[unit] - p.steps[unit]


def _has_been_on_map(p: Field, unit: int) -> bool:
    """8.3, 12.10 Of the units out of the game, those that surrendered or withdrew have been there; 14.8.3 those that
    never came have not."""
    if not p.data.scenario_data.brings(p.data.counters[unit].id):
        return False
    if p.where[unit] == p.data.box(REMOVED):
        return bool(p.steps[unit]) or not p.data.counters[unit].arrives
    return p.where[unit] >= 0 or p.where[unit] == p.data.box(ELIMINATED)
