"""Losses: steps that the owner of some units takes, one by one; and those that a side has lost so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure
from ardennes.engine.references import Unit
from ardennes.rules.picking import Pick


class Losses(Procedure, kw_only=True):
    """Steps that some units must still lose."""

    side: int
    units: tuple[Unit, ...]
    n: int


P = TypeVar("P", bound=Position)
L = TypeVar("L", bound=Losses)


class TakeLoss(Pick[P, L]):
    """The owner chooses who loses the next step."""

    prompt_fields = ("n",)

    def may_lose(self, p: P, losses: L, unit: int) -> bool:
        """Whether the next step may be taken from a unit."""
        raise NotImplementedError

    def lose(self, p: P, losses: L, unit: int) -> None:
        """A unit loses a step."""
        raise NotImplementedError

    def choices(self, p: P, losses: L) -> list[int]:
        return [unit for unit in losses.units if self.may_lose(p, losses, unit)] if losses.n else []

    def pick(self, p: P, losses: L, unit: int) -> None:
        losses.n -= 1
        self.lose(p, losses, unit)


def steps_lost(units: Iterable[tuple[int, str, int]]) -> tuple[dict[str, int], dict[str, int]]:
    """Steps lost by each side, by formation; given side, formation and lost steps of each unit.

    >>> steps_lost([(0, "6th Army", 2), (1, "V Corps", 0), (0, "6th Army", 1)])
    ({'6th Army': 3}, {'V Corps': 0})
    """
    lost: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for side, formation, steps in units:
        lost[side][formation] += steps
    return dict(sorted(lost[0].items())), dict(sorted(lost[1].items()))
