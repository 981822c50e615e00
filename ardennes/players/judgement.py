"""The chance to win, for analysis and for players: by the game's advice, or by its numbers."""

from __future__ import annotations

from ardennes.engine.position import Position
from ardennes.numbers import Side
from ardennes.players.advisers import advice_for
from ardennes.players.numbers import chance_by_numbers

WORLDS = 4
"""How many possible truths behind a view are judged where something is hidden."""


def evaluate(p: Position, side: Side) -> float:
    """The chance of a side to win from a position, the truth or a view; a draw counts half."""
    advice = advice_for(p.data)
    if p.over is not None or advice is None:
        return chance_by_numbers(p, side)
    if p.viewer is None:
        return advice.expectation(advice.reveal_all(p.copy()), side)
    worlds = [p.determinize(f"judged:{number}") for number in range(WORLDS if p.data.has_secrets else 1)]
    return sum(advice.expectation(advice.reveal_all(world), side) for world in worlds) / len(worlds)
