"""How the battle stands: VP hexes in supply (3.4) and steps lost by army and corps (2.3.1.1)."""

from __future__ import annotations

from ardennes.engine.score import Score
from ardennes.games.deadly_woods.rules.field import ELIMINATED, REMOVED, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.victory import hexes_needed, steps_over_meuse, victory_points
from ardennes.numbers import Unit
from ardennes.rules.calendar import today
from ardennes.rules.losses import steps_lost
from ardennes.rules.schedule import aims

WITHOUT_CORPS = "airborne"


def score(p: Field) -> Score:
    """3.4 Only the Germans count points, and may win at once; the Allies win by denying them."""
    points, scenario = victory_points(p), p.data.scenario_data
    hexes, steps = scenario.sudden_death_hexes, scenario.sudden_death_steps
    return Score(
        date=today(p),
        points=(points, None),
        needed=(hexes_needed(p), None),
        aims=aims(
            (GERMAN, "aim-hexes", "3.4", points, hexes),
            (GERMAN, "aim-meuse", "3.4", steps_over_meuse(p), steps),
        ),
        lost=steps_lost(p, _have_fought(p), lambda unit: p.data.counters[unit].formation or WITHOUT_CORPS),
    )


def _have_fought(p: Field) -> list[Unit]:
    """The units that are or were on the map; replacements give them their steps back (13.0)."""
    units = (*p.data.units[GERMAN], *p.data.units[ALLIED])
    return [unit for unit in units if p.data.counters[unit].kind != "delay" and _has_been_on_map(p, unit)]


def _has_been_on_map(p: Field, unit: Unit) -> bool:
    """8.3, 12.10 Of the units out of the game, those that surrendered or withdrew have been there; 14.8.3 those that
    never came have not."""
    if not p.data.scenario_data.brings(p.data.counters[unit].id):
        return False
    if p.where[unit] == p.data.box(REMOVED):
        return bool(p.steps[unit]) or not p.data.counters[unit].arrives
    return p.where[unit] >= 0 or p.where[unit] == p.data.box(ELIMINATED)
