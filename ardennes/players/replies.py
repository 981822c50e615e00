"""Several enemies: the ways in which the other side may be expected to play, how likely each is by what it has done in
this game so far, and which of them to reckon with in a playout."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean

GOLDEN = (math.sqrt(5) - 1) / 2
"""Its multiples spread evenly, so that a few playouts meet each model about as often as it is likely."""
EACH_AT_LEAST = 0.1
"""The share of each model, however little it has been like what was seen."""
SHARPNESS = 6.0
"""How fast what was seen tells: a model that foretold a tenth more is so many tenths of e likelier."""
FIRST_SHARE = 0.5
"""Of the usual model, before anything was seen."""


class Mixture:
    """Models by number, the usual one first."""

    def __init__(self, count: int, seen: Sequence[float] = ()) -> None:
        self.count = count
        self.seen = list(seen) if len(seen) == count else [0.0] * count
        """How much of what the enemy did each model has foretold, over all his turns."""

    @property
    def shares(self) -> tuple[float, ...]:
        """How likely each model is; they add up to one."""
        if self.count == 1:
            return (1.0,)
        others = (1 - FIRST_SHARE) / (self.count - 1)
        most = max(self.seen)
        likely = [
            (others if number else FIRST_SHARE) * math.exp(SHARPNESS * (seen - most))
            for number, seen in enumerate(self.seen)
        ]
        whole, free = sum(likely), 1 - EACH_AT_LEAST * self.count
        return tuple(EACH_AT_LEAST + free * each / whole for each in likely)

    def model(self, playout: int) -> int:
        """Whom a playout meets: the first one the usual model, later ones each as often as it is likely."""
        mark, shares = (playout * GOLDEN) % 1.0, self.shares
        for number, share in enumerate(shares):
            mark -= share
            if mark < 0:
                return number
        return 0

    def learn(self, foretold: Sequence[float]) -> None:
        """Takes in how much of the enemy's last turn each model would have foretold, from nothing to one."""
        self.seen = [seen + each for seen, each in zip(self.seen, foretold, strict=True)]


def worse_half(scores: Iterable[tuple[int, float]]) -> frozenset[int]:
    """The models that a plan fared worse against, at least half of those it met: by model and score."""
    by_model: dict[int, list[float]] = {}
    for model, score in scores:
        by_model.setdefault(model, []).append(score)
    ranked = sorted(by_model, key=lambda model: (fmean(by_model[model]), model))
    return frozenset(ranked[: (len(ranked) + 1) // 2])
