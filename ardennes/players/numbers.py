"""How a side stands in a game that gives no advice: by the verdict, its points and its losses alone."""

from __future__ import annotations

import math

from ardennes.engine.position import Position
from ardennes.numbers import ENEMY_OF, Side

A_POINT, A_STEP = 0.3, 0.1
"""What one victory point and one step weigh, on the scale of log odds."""


def chance_by_numbers(p: Position, side: Side) -> float:
    """The chance of a side to win, guessed from the numbers a player would count."""
    if p.over is not None:
        return 0.5 if p.over.winner is None else float(p.over.winner == side)
    score = p.data.game.score(p)
    lead = A_STEP * (score.steps_lost[ENEMY_OF[side]] - score.steps_lost[side])
    own, enemy = score.points[side], score.points[ENEMY_OF[side]]
    lead += A_POINT * ((own or 0) - (enemy or 0))
    return 1 / (1 + math.exp(-lead))
