"""How the battle stands: points by the card in play (16.0, 19.0) and steps lost by army (4.1)."""

from __future__ import annotations

from ardennes.engine.score import Counts, Score
from ardennes.games.bulge1944.rules import victory
from ardennes.games.bulge1944.rules.field import ELIMINATED, EXITED, Field
from ardennes.games.bulge1944.rules.pieces import SECRET
from ardennes.rules.calendar import today
from ardennes.rules.losses import have_fought, steps_lost


def score(p: Field) -> Score:
    """8.0 Steps that are refitted are not lost."""
    points, needed = _points(p)
    return Score(
        date=today(p),
        points=points,
        needed=needed,
        lost=steps_lost(p, have_fought(p, ELIMINATED, EXITED), lambda unit: p.data.counters[unit].army),
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
