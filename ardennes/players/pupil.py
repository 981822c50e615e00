"""A beginner who asks for a hint at every second question and follows it, and else does what comes to mind."""

from __future__ import annotations

from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.numbers import Side
from ardennes.players.player import Player, Settings, seat, sit_down
from ardennes.players.random_player import RandomPlayer


class Pupil(Player):
    """Of two questions that are a choice, one is answered as the adviser would."""

    def __init__(self, game: AnyGame, side: Side, seed: str, adviser: str) -> None:
        super().__init__(game, side, seed)
        self._adviser, self._alone = sit_down(adviser, game, side, seed), RandomPlayer(game, side, seed)
        self._asks = False

    def choose(self, view: Position) -> int:
        self._asks = not self._asks
        return (self._adviser if self._asks else self._alone).choose(view)


@seat("pupil", "time")
def pupil(game: AnyGame, side: Side, seed: str, settings: Settings) -> Player:
    return Pupil(game, side, seed, f"planner:level=normal,time={settings.get('time', '2')}")
