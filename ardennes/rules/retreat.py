"""Retreat: beaten units go back one after another, each along one of its best ways.

Which ways those are is the game's to say (:class:`ChooseRetreat`); so is what becomes of a unit without any, in a step
after the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.procedure import SideProcedure, Then
from ardennes.numbers import Hex, Unit
from ardennes.rules.picking import Pick, PickWay

Path = Sequence[Hex]


class Rout(SideProcedure, kw_only=True):
    """Units that must retreat, one after another."""

    waiting: tuple[Unit, ...]
    unit: Unit = NO_UNIT
    """Who retreats next, once that has been said."""


P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rout)


def single_out(p: Position, rout: Rout, has_way: Callable[[Unit], bool]) -> None:
    """Who retreats next is no question for the last unit, nor where none of them has a way back."""
    rout.waiting = tuple(unit for unit in rout.waiting if p.where[unit] >= 0)
    if rout.waiting and (len(rout.waiting) == 1 or not any(map(has_way, rout.waiting))):
        rout.unit = rout.waiting[0]


def next_unit(rout: Rout) -> Then:
    """Who was to retreat has done so, or could not."""
    rout.waiting = tuple(unit for unit in rout.waiting if unit != rout.unit)
    rout.unit = NO_UNIT
    return Then.REPEAT


class ChooseNext(Pick[P, R]):
    """Units retreat one by one, in the order their owner likes."""

    prompt = "choose-next-to-retreat"

    def choices(self, p: P, rout: R) -> Sequence[int]:
        return rout.waiting if rout.unit == NO_UNIT else ()

    def pick(self, p: P, rout: R, unit: Unit) -> Then:
        rout.unit = unit
        return Then.NEXT


class ChooseRetreat(PickWay[P, R]):
    """Where the unit ends its retreat, on one of its best ways."""

    prompt, prompt_fields = "choose-retreat", ("unit",)

    def ways_back(self, p: P, rout: R) -> Mapping[Hex, Sequence[Path]]:
        """The best ways of the unit, by the hexes where they end."""
        raise NotImplementedError

    def go_back(self, p: P, rout: R, path: Path) -> None:
        """The unit retreats along a path."""
        raise NotImplementedError

    def ways_to(self, p: P, rout: R, hex: Hex) -> Sequence[Path]:
        return self.ways_back(p, rout)[hex]

    def choices(self, p: P, rout: R) -> Sequence[int]:
        return list(self.ways_back(p, rout)) if rout.unit != NO_UNIT else ()

    def pick(self, p: P, rout: R, hex: Hex) -> Then:
        self.go_back(p, rout, self.chosen_way(p, rout, hex))
        return next_unit(rout)
