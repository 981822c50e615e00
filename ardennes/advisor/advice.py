"""Advice made of the parts of this package: a game adds what only it knows."""

from __future__ import annotations

import sys
from functools import cached_property
from pathlib import Path

from ardennes.advisor.judge import Judge, logistic, outcome
from ardennes.engine.advice import Advice
from ardennes.engine.procedure import P


class GameAdvice(Advice[P]):
    """Its weights and plans are in the folder of the module that defines it."""

    @property
    def folder(self) -> Path:
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    # --- judgement -------------------------------------------------------------------------------

    @cached_property
    def fitted(self) -> Judge:
        """The weights that were fitted to games."""
        return Judge(self.folder / "weights.toml", self.signs)

    def judge(self, p: P, side: int) -> float:
        first = outcome(p.over) if p.over is not None else logistic(self.log_odds(p))
        return first if side == 0 else 1 - first

    def log_odds(self, p: P) -> float:
        """How much speaks for the first side, on the scale of log odds."""
        return self.fitted.log_odds(self.weight_set(p), self.numbers(p))
