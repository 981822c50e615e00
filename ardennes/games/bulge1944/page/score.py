"""How the battle stands: points by the card in play (16.0, 19.0) and steps lost by army (4.1)."""

from __future__ import annotations

from collections import Counter

from ardennes.engine.score import Counts, Score
from ardennes.games.bulge1944.rules import victory
from ardennes.games.bulge1944.rules.field import ELIMINATED, EXITED, Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SECRET
from ardennes.rules.calendar import last_day


def score(p: Field) -> Score:
    points, needed = _points(p)
    return Score(
        date=last_day(p.data.turns[p.turn - 1].date),
        points=points,
        needed=needed,
        lost=(_lost(p, GERMAN), _lost(p, ALLIED)),
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


def _lost(p: Field, side: int) -> dict[str, int]:
    """Steps lost by the units that are or were on the map; refitting gives them back (8.0)."""
    gone = (p.data.box(ELIMINATED), p.data.box(EXITED))
    lost: Counter[str] = Counter()
    for unit in p.data.land[side]:
        if p.where[unit] >= 0 or p.where[unit] in gone:
            piece = p.data.counters[unit]
            lost[piece.army] += piece.steps - p.steps[unit]
    return dict(sorted(lost.items()))
