"""How the battle stands: points by the card in play (16.0, 19.0) and steps lost by army (4.1)."""

from __future__ import annotations

from ardennes.engine.score import Counts, Score
from ardennes.games.bulge1944.rules import victory
from ardennes.games.bulge1944.rules.field import ELIMINATED, EXITED, Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SECRET
from ardennes.numbers import Unit
from ardennes.rules.calendar import today
from ardennes.rules.losses import steps_lost


def score(p: Field) -> Score:
    points, needed = _points(p)
    return Score(
        date=today(p),
        points=points,
        needed=needed,
        lost=steps_lost(p, _have_fought(p), lambda unit: p.data.counters[unit].army),
    )


def _points(p: Field) -> tuple[Counts, Counts]:
    """What each side has and needs; nothing where only an exit counts, or where the card is not known."""
    goal = victory.objective(p)
    if p.card == SECRET or goal.decided_by == "exit":
        return (None, None), (None, None)
    if goal.decided_by == "points":
        return (victory.town_points(p), None), (goal.german_victory, None)
    if goal.decided_by == "divisions":
        return victory.elimination_points(p), (None, None)
    return (victory.towns_held(p), None), (goal.needed, None)


def _have_fought(p: Field) -> list[Unit]:
    """The units that are or were on the map; refitting gives them their steps back (8.0)."""
    gone, units = (p.data.box(ELIMINATED), p.data.box(EXITED)), (*p.data.units[GERMAN], *p.data.units[ALLIED])
    return [unit for unit in units if p.where[unit] >= 0 or p.where[unit] in gone]
