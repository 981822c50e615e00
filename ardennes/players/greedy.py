"""One step at a time: takes what looks best now, by the game's own advice where it gives some."""

from __future__ import annotations

import random

from ardennes.engine.advice import Script
from ardennes.engine.game import Game
from ardennes.engine.position import Position
from ardennes.players.advisers import advice_for
from ardennes.players.lookahead import look_ahead
from ardennes.players.player import Player, Settings, seat


class GreedyPlayer(Player):
    """Expected combat results, supply, ground, goals and time are weighed for every step, but no plan is made."""

    def __init__(self, game: Game, side: int, seed: str) -> None:
        super().__init__(game, side, seed)
        self._chance = random.Random(f"{seed}:{side}")
        self._script: Script | None = None

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        advice = advice_for(view.kit)
        if advice is None:
            return look_ahead(view, self.side, self._chance)
        p = advice.lay_open(view.imagine(str(self._chance.random())))
        if self._script is None:
            self._script = advice.script(self.side, advice.simple(p, self.side))
        return offered(view, self._script.choose(p), self._chance)


def offered(view: Position, option: int, chance: random.Random) -> int:
    """The option if the view has it too; what was imagined may differ in what is not known."""
    assert view.asked is not None
    return option if option in view.asked.options else chance.choice(view.asked.options)


@seat("greedy")
def greedy_player(game: Game, side: int, seed: str, settings: Settings) -> Player:
    return GreedyPlayer(game, side, seed)
