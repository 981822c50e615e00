"""Answers by chance: the yardstick that every other player must beat."""

from __future__ import annotations

import random

from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.numbers import Side
from ardennes.players.player import Player, Settings, seat


class RandomPlayer(Player):
    """Any option is as good as another."""

    def __init__(self, game: AnyGame, side: Side, seed: str) -> None:
        super().__init__(game, side, seed)
        self._draw = random.Random(f"{seed}:{side}")

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        return self._draw.choice(view.asked.options)


@seat("random")
def random_player(game: AnyGame, side: Side, seed: str, settings: Settings) -> Player:
    return RandomPlayer(game, side, seed)
