"""Losses: steps that the owner of some units takes, one by one; and those that a side has lost so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Event
from ardennes.numbers import SIDES, Unit
from ardennes.rules.picking import Pick
from ardennes.rules.table import Table


class Losses(SideProcedure, kw_only=True):
    """Steps that some units must still lose."""

    units: tuple[Unit, ...]
    n: int


T = TypeVar("T", bound=Table)
L = TypeVar("L", bound=Losses)


class TakeLoss(Pick[T, L]):
    """The owner chooses who loses the next step."""

    prompt, prompt_fields = "take-loss", ("n",)
    lose_step: Callable[[T, Unit, str], None]
    """A unit loses a step, by a rule."""

    def may_lose(self, p: T, losses: L, unit: Unit) -> bool:
        """Whether the next step may be taken from a unit."""
        return p.where[unit] >= 0

    def lose(self, p: T, losses: L, unit: Unit) -> None:
        self.lose_step(p, unit, self.rule)

    def choices(self, p: T, losses: L) -> list[Unit]:
        return [unit for unit in losses.units if self.may_lose(p, losses, unit)] if losses.n else []

    def pick(self, p: T, losses: L, unit: Unit) -> None:
        losses.n -= 1
        self.lose(p, losses, unit)


def lose_step(p: T, unit: Unit, rule: str, eliminate: Callable[[T, Unit, str], None]) -> None:
    """A counter is turned to its next side; one without another is eliminated."""
    if p.steps[unit] <= 1:
        eliminate(p, unit, rule)
    else:
        p.set_steps(unit, p.steps[unit] - 1)
        p.tell(Event("loses-step", {"unit": unit, "left": p.steps[unit]}, rule))


def have_fought(p: Table, *boxes: str) -> list[Unit]:
    """The units that are on the map, or were and lie in one of these boxes now."""
    gone = [p.data.box(name) for name in boxes]
    return [unit for side in SIDES for unit in p.data.units[side] if p.where[unit] >= 0 or p.where[unit] in gone]


def steps_lost(
    p: Table, units: Iterable[Unit], formation: Callable[[Unit], str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Steps that these units have lost, for each side by formation."""
    lost: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for unit in units:
        lost[p.data.sides[unit]][formation(unit)] += p.data.full_steps[unit] - p.steps[unit]
    return dict(sorted(lost[0].items())), dict(sorted(lost[1].items()))
