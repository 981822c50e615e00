"""Advance after combat: the victors go ahead one after another, each along one of its ways.

Which ways those are is the game's to say, and what becomes of a unit that has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.procedure import SideProcedure, Then
from ardennes.numbers import Hex, Unit
from ardennes.rules.picking import Pick, PickWay

Path = tuple[Hex, ...]


class Advance(SideProcedure, kw_only=True):
    """Units that may advance, one after another."""

    waiting: tuple[Unit, ...]
    unit: Unit = NO_UNIT
    """Who advances next, once that has been said."""


P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Advance)


class AdvanceQuestion(Pick[P, A]):
    """What both questions of an advance ask about."""

    destinations: Callable[[P, A, Unit], Mapping[Hex, Path]]
    """Where a unit may advance to, with the way there."""


class ChooseAdvance(AdvanceQuestion[P, A]):
    """Which unit advances next; nobody has to."""

    def able(self, p: P, advance: A) -> Iterable[Unit]:
        """Those who may advance at all."""
        raise NotImplementedError

    def choices(self, p: P, advance: A) -> Sequence[int]:
        if advance.unit != NO_UNIT:
            return ()
        return [unit for unit in self.able(p, advance) if self.destinations(p, advance, unit)]

    def pick(self, p: P, advance: A, unit: Unit) -> Then:
        advance.unit = unit
        return Then.NEXT


class ChooseWay(PickWay[P, A], AdvanceQuestion[P, A]):
    """How far it goes."""

    prompt, prompt_fields = "choose-advance-to", ("unit",)

    def choices(self, p: P, advance: A) -> Sequence[int]:
        return list(self.destinations(p, advance, advance.unit)) if advance.unit != NO_UNIT else ()

    def ways_to(self, p: P, advance: A, hex: Hex) -> Sequence[Path]:
        return [self.destinations(p, advance, advance.unit)[hex]]
