"""Dice for playouts: over a few playouts every draw is spread evenly over what can come up, so that a mean of few is as
good as one of many."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ardennes.engine.dice import Dice

GROUP = 8
_PLACES = (0.0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875)
"""Where in each draw the playouts of a group stand: the first two, four and eight of them are spread evenly."""


class SpreadDice(Dice):
    """The dice of one playout. Those of a group share a random shift in each draw; every single draw is fair."""

    def __init__(self, seed: str, number: int) -> None:
        group, place = divmod(number, GROUP)
        self._shifts = random.Random(f"{seed}:{group}")
        self._place = _PLACES[place]

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        mark = (self._place + self._shifts.random()) % 1.0
        if weights is None:
            return int(mark * count)
        left = mark * sum(weights)
        for outcome, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return outcome
        return count - 1
