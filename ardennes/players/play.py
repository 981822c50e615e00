"""The loop that plays games between two players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.numbers import Side
from ardennes.players.player import Player


class Answered(NamedTuple):
    """An answer that has been given."""

    side: Side
    option: int
    forced: bool
    """Whether there was no other."""


def play_on(p: Position, players: Sequence[Player]) -> Iterator[Answered]:
    """Puts every question to the player of the side asked, who sees its own view only, until the game is over; a lone
    option is nobody's choice. Tells each answer when it has been given."""
    while (asked := p.asked) is not None:
        forced = len(asked.options) == 1
        option = asked.options[0] if forced else players[asked.side].choose(p.view(asked.side))
        answer(p, option)
        yield Answered(asked.side, int(option), forced)
