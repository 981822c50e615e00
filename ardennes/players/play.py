"""Plays a game out between two players."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.players.player import Player


def play_out(p: Position, players: Sequence[Player]) -> None:
    """Puts every question to the player of the side asked, until the game is over. Each sees its own view only."""
    while (asked := p.asked) is not None:
        answer(p, players[asked.side].choose(p.view(asked.side)))
