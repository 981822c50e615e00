"""Picking one thing after another, each dealt with at once: losses that are taken, units that advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from ardennes.engine.options import Verb, object_of
from ardennes.engine.position import Position
from ardennes.engine.procedure import Outcome, Procedure, Question, Then

P = TypeVar("P", bound=Position)
O = TypeVar("O", bound=Procedure)  # noqa: E741


class Pick(Question[P, O]):
    """Which comes next, until there is nothing left to pick or the player has enough."""

    verb: ClassVar[Verb]
    done: ClassVar[Verb | None] = None
    """Says that it is enough; None where everything there is must be picked."""

    def choices(self, p: P, procedure: O) -> Sequence[int]:
        """The units, hexes or hexsides to pick from."""
        raise NotImplementedError

    def pick(self, p: P, procedure: O, thing: int) -> Outcome:
        """Deals with what was picked, as the answer of a question does."""
        raise NotImplementedError

    def may_stop(self, p: P, procedure: O) -> bool:
        """Whether the player may have enough already."""
        return True

    def offers(self, p: P, procedure: O) -> Sequence[int]:
        options = [self.verb + thing for thing in self.choices(p, procedure)]
        if options and self.done is not None and self.may_stop(p, procedure):
            options.append(self.done + 0)
        return options

    def answer(self, p: P, procedure: O, option: int) -> Outcome:
        return Then.NEXT if option == self.done else self.pick(p, procedure, object_of(option))
