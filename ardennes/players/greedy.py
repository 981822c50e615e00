"""One step at a time: takes what looks best now, by the game's own advice where it gives some."""

from __future__ import annotations

import random

from ardennes.engine.advice import AnyScript
from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.numbers import Side
from ardennes.players.advisers import advice_for
from ardennes.players.lookahead import look_ahead
from ardennes.players.player import Player, Settings, seat


class GreedyPlayer(Player):
    """Expected combat results, supply, ground, goals and time are weighed for every step, but no plan is made."""

    def __init__(self, game: AnyGame, side: Side, seed: str) -> None:
        super().__init__(game, side, seed)
        self._chance = random.Random(f"{seed}:{side}")
        self._script: AnyScript | None = None

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        advice = advice_for(view.data)
        if advice is None:
            return look_ahead(view, self.side, self._chance)
        direct_answer = advice.direct_answer(view, self.side)
        if direct_answer is not None:
            return direct_answer.option
        p = advice.reveal_all(view.determinize(str(self._chance.random())))
        if self._script is None:
            self._script = advice.script(self.side, advice.simple(p, self.side))
        return by_script(self._script, p, view, self._chance)


def by_script(script: AnyScript, p: Position, view: Position, chance: random.Random) -> int:
    """What a script does in an imagined truth, if it is offered in the view too."""
    assert view.asked is not None
    option = script.choose(p) if p.asked is not None else None
    return option if option is not None and option in view.asked.options else chance.choice(view.asked.options)


@seat("greedy")
def greedy_player(game: AnyGame, side: Side, seed: str, settings: Settings) -> Player:
    return GreedyPlayer(game, side, seed)
