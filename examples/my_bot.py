"""A bot of your own in sixty lines.

    ardennes match crossroads --german examples/my_bot.py --allied random --out series

It plays any game. Every option is tried on a few possible truths with fresh dice, the rest of the phase is played by
chance, and what then stands on the map is weighed: features times weights, the sum decides. Change the weights, add a
feature, and let ``ardennes match`` tell you whether it plays better.
"""

from __future__ import annotations

import random

from ardennes import Player
from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer

WORLDS = 2
"""How many possible truths an option is tried on."""
ANSWERS_AHEAD = 8
"""How many answers are given by chance afterwards."""
WEIGHTS = {"points": 1.0, "steps_lost": -0.3, "steps_taken": 0.3, "won": 100.0}


def features(p: Position, side: int) -> dict[str, float]:
    """What a position is worth to a side, in numbers; the score is what every game counts."""
    score = p.data.game.score(p)
    mine, theirs = score.points[side] or 0, score.points[1 - side] or 0
    lost, taken = score.steps_lost[side], score.steps_lost[1 - side]
    won = 0 if p.over is None or p.over.winner is None else 1 if p.over.winner == side else -1
    return {"points": mine - theirs, "steps_lost": lost, "steps_taken": taken, "won": won}


class MyBot(Player):
    """Takes the option whose future weighs most."""

    def __init__(self, game: AnyGame, side: int, seed: str) -> None:
        super().__init__(game, side, seed)
        self.chance = random.Random(f"{seed}:{side}")

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        options = list(view.asked.options)
        self.chance.shuffle(options)
        return max(options, key=lambda option: sum(self.weigh(view, option) for _ in range(WORLDS)))

    def weigh(self, view: Position, option: int) -> float:
        """A view is no position to play on; one of the truths it may stand for is."""
        p = view.determinize(str(self.chance.random()))
        answer(p, option)
        for _ in range(ANSWERS_AHEAD):
            if p.asked is None:
                break
            answer(p, self.chance.choice(p.asked.options))
        found = features(p, self.side)
        return sum(weight * found[name] for name, weight in WEIGHTS.items())
