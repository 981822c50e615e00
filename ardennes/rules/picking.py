"""Picking one thing after another, each dealt with at once: losses that are taken, units that advance; things of
several kinds; and the hex where one unit goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from ardennes.engine.options import Verb, is_about, object_of, verb_of
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, Outcome, Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Refusal
from ardennes.kernels.counters import coded
from ardennes.numbers import Hex, Unit

P = TypeVar("P", bound=Position)
O = TypeVar("O", bound=Procedure)  # noqa: E741


class Pick(Question[P, O]):
    """Which comes next, until there is nothing left to pick or the player has enough."""

    verb: ClassVar[Verb]
    done: ClassVar[Verb | None] = None
    """Says that it is enough; None where everything there is must be picked."""
    refusal: ClassVar[str] = ""
    """The message where something may not be picked, by the rule of the question."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.refusal:
            cls.reasons = {cls.verb: (cls.refusal, cls.rule), **vars(cls).get("reasons", {})}

    def choices(self, p: P, procedure: O) -> Sequence[int]:
        """The units, hexes or hexsides to pick from."""
        raise NotImplementedError

    def pick(self, p: P, procedure: O, thing: Any) -> Outcome:
        """Deals with what was picked, as the answer of a question does."""
        raise NotImplementedError

    def may_stop(self, p: P, procedure: O) -> bool:
        """Whether the player may have enough already."""
        return True

    def offers(self, p: P, procedure: O) -> Sequence[int]:
        options = coded(self.verb, self.choices(p, procedure))
        if options and self.done is not None and self.may_stop(p, procedure):
            options.append(self.done + 0)
        return options

    def answer(self, p: P, procedure: O, option: int) -> Outcome:
        return Then.NEXT if option == self.done else self.pick(p, procedure, object_of(option))


class PickWay(Pick[P, O]):
    """Where a unit goes that has ways of the rules' making there; the first of each is taken unless the player chooses
    another."""

    draws_paths = True

    def ways_to(self, p: P, procedure: O, hex: Hex) -> Sequence[Sequence[Hex]]:
        """The ways that end in a hex which may be picked."""
        raise NotImplementedError

    def chosen_way(self, p: P, procedure: O, hex: Hex) -> tuple[Hex, ...]:
        """The way to a hex that was picked: the player's own, or the first."""
        return p.chosen_path_or(tuple(self.ways_to(p, procedure, hex)[0]))

    def about(self, p: P, procedure: O, option: int) -> About:
        if not is_about(option, self.verb):
            return super().about(p, procedure, option)
        return About(path=tuple(self.ways_to(p, procedure, object_of(option))[0]), rules=(self.rule,))

    def by_way(self, p: P, procedure: O, option: int, stops: Sequence[Hex]) -> About | Refusal:
        if not is_about(option, self.verb):
            return super().by_way(p, procedure, option, stops)
        for path in self.ways_to(p, procedure, object_of(option)):
            ahead = iter(path)
            if all(stop in ahead for stop in stops):
                return About(path=tuple(path), rules=(self.rule,))
        return Refusal(self.refusal, {"hex": stops[-1]}, self.rule)

    def why_not_by(self, p: P, procedure: O, option: int, path: Sequence[Hex]) -> Refusal | None:
        if not is_about(option, self.verb):
            return super().why_not_by(p, procedure, option, path)
        ways = map(tuple, self.ways_to(p, procedure, object_of(option)))
        return None if tuple(path) in ways else Refusal(self.refusal, {"hex": path[-1]}, self.rule)


class Menu(Question[P, O]):
    """Which of several things comes next, each by a verb of its own, until there is nothing left or the player has
    enough."""

    done: ClassVar[Verb]

    def menu(self, p: P, procedure: O) -> Iterable[tuple[Verb, Sequence[int]]]:
        """What there is to pick, by verb."""
        raise NotImplementedError

    def pick(self, p: P, procedure: O, verb: int, thing: Any) -> Outcome:
        """Deals with what was picked, as the answer of a question does."""
        raise NotImplementedError

    def offers(self, p: P, procedure: O) -> Sequence[int]:
        options: list[int] = []
        for verb, things in self.menu(p, procedure):
            options += coded(verb, things)
        if options:
            options.append(self.done + 0)
        return options

    def answer(self, p: P, procedure: O, option: int) -> Outcome:
        return Then.NEXT if option == self.done else self.pick(p, procedure, verb_of(option), object_of(option))


class Placing(SideProcedure, kw_only=True):
    """A unit about to be put on the map."""

    unit: Unit


U = TypeVar("U", bound=Placing)


class Place(Pick[P, U]):
    """The hex where the unit of a procedure is put, with which the procedure is over."""

    prompt_fields = ("unit",)
    hexes: Callable[[P, Unit], Sequence[Hex]]
    """Where the unit may go."""
    place: Callable[[P, Unit, Hex], None]
    """Puts the unit there."""

    def choices(self, p: P, placing: U) -> Sequence[int]:
        return self.hexes(p, placing.unit)

    def pick(self, p: P, placing: U, hex: Hex) -> Then:
        self.place(p, placing.unit, hex)
        return Then.END
