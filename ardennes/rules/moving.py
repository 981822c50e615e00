"""Choosing where a unit goes: on foot or by truck, by the cheapest way or the player's own, and why not elsewhere.

A unit may have several movement modes open, each with prices of its own. What is offered is open in one of them; what
is told of it is told of the mode that is cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

import msgspec

from ardennes.board import Board
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, Procedure, Question
from ardennes.engine.texts import Refusal
from ardennes.hexes import distance
from ardennes.kernels.reach import ANY_MODE, EVERY_MODE, MOST_POINTS, Reach
from ardennes.numbers import Hex
from ardennes.rules.walk import (
    Going,
    Mover,
    Relaxation,
    Way,
    by_way_of,
    points_along,
    reach,
    why_not_walk,
    why_out_of_reach,
)

SetAside = Callable[[Going], Iterable[Relaxation]]
"""The rules that may be in the way, one after another taken away."""


class Searched(NamedTuple):
    """A search that has been run in a mode, the points that were spent before it, and the modes of the price list in
    which the way may end, as bits."""

    search: Reach
    spent: int
    among: int = EVERY_MODE


class OpenMode(NamedTuple):
    """A movement mode that is open to a unit."""

    going: Going
    search: Reach
    """To look around with; what it found before is lost."""
    mover: Mover


def destinations(searches: Sequence[Reach], to: int) -> list[int]:
    """An option for each hex where a move could end in one of the modes that were searched."""
    first, *others = searches
    return first.destination_hexes(to, others)


def cheapest_path(searched: Iterable[Searched], hex: Hex) -> tuple[int, list[Hex]]:
    """Points to a hex that can be reached, and the hexes to enter, in the mode that is best for it."""
    ways = []
    for search, spent, among in searched:
        cost = search.cost_of(hex, ANY_MODE, among)
        if cost >= 0:
            ways.append((cost - spent, search.path_to(hex, ANY_MODE, among)[1:]))
    return min(ways) if len(ways) > 1 else ways[0]


def points_spent(modes: Iterable[OpenMode], path: Sequence[Hex]) -> tuple[int, ...]:
    """Points after each step of a path, in the mode that is cheapest for it; none where the unit stays in its hex."""
    if not path:
        return ()
    ways = []
    for mode in modes:
        before, *after = points_along(*mode, path)
        if len(after) == len(path):
            ways.append((after[-1] - before, tuple([spent - before for spent in after])))
    return min(ways)[1]


def cheapest_by_way(modes: Iterable[OpenMode], stops: Sequence[Hex], set_aside: SetAside, rule: str) -> Way | Refusal:
    """The cheapest way from stop to stop in any mode; or why there is none in the first."""
    ways = [by_way_of(*mode, stops, relaxations=set_aside(mode.going), rule=rule) for mode in modes]
    found = [way for way in ways if isinstance(way, Way)]
    if found:
        return min(found, key=lambda way: way.along[-1:])
    return next(way for way in ways if isinstance(way, Refusal))


def why_not_along(
    modes: Iterable[OpenMode], path: Sequence[Hex], end: int, set_aside: SetAside, rule: str
) -> Refusal | None:
    """Why no mode allows this path to ``end``; None if one does."""
    if path[-1] != end:
        return Refusal("way-ends-elsewhere", {"hex": end}, rule)
    refusals = [why_not_walk(going, mover, path, relaxations=set_aside(going), rule=rule) for going, _, mover in modes]
    return None if None in refusals else refusals[0]


def why_no_way(modes: Iterable[OpenMode], hex: Hex, set_aside: SetAside, rule: str) -> Refusal:
    """Why a hex cannot be reached: in the mode that comes nearest to it, or the first."""
    refusals = [why_out_of_reach(*mode, hex, relaxations=set_aside(mode.going), rule=rule) for mode in modes]
    return min(refusals, key=_points_missing)


def longest_way(modes: Sequence[OpenMode], hex: Hex, set_aside: SetAside) -> list[Hex]:
    """The hexes to enter on the cheapest way to a hex, however far it is; where there is none, as if the rules that may
    be in the way were not there, one after another; or else to the nearest hex that can be reached at all."""
    for going, search, mover in modes:
        for open_ground in (going, *(relaxation.going for relaxation in set_aside(going))):
            found = reach(open_ground, search, _endless(mover))
            if found.cost_of(hex, among=mover.arrives) >= 0:
                return found.path_to(hex, among=mover.arrives)[1:]
    going, search, mover = modes[0]
    found = reach(going, search, _endless(mover))
    near = min((distance(going.board.grid, end, hex), cost, end) for end, _, cost in found.reached())
    return found.path_to(near[-1])[1:]


def _endless(mover: Mover) -> Mover:
    """As if it had all the points it wants."""
    return msgspec.structs.replace(mover, allowance=MOST_POINTS, stopped=False, guaranteed=False)


def nearest_first(board: Board, options: Iterable[int], goal: Hex) -> list[int]:
    """Options about hexes, those first that are fewest hexes from the goal."""
    return sorted(options, key=lambda option: distance(board.grid, object_of(option), goal))


def _points_missing(refusal: Refusal) -> int:
    """How many points more a unit would need: none where it only may not end its move; where they would not help, more
    than there are."""
    needs, has = refusal.args.get("needs"), refusal.args.get("has")
    if isinstance(needs, int) and isinstance(has, int):
        return needs - has
    return 0 if refusal.code == "may-not-end-there" else MOST_POINTS


P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Procedure)


class ChooseDestination(Question[P, M]):
    """Where a unit goes. A game adds what else the unit may do, and carries it out."""

    to: ClassVar[Verb]
    rules: ClassVar[tuple[str, ...]]
    """What sets the price of a way."""
    cases: ClassVar[Mapping[str, str]] = {}
    """The cases of refusals that are not those of the question, by code: ``too-far`` and ``no-way-there``."""

    def modes(self, p: P, move: M) -> Sequence[OpenMode]:
        """The modes that are open to the unit."""
        raise NotImplementedError

    def set_aside(self, p: P, move: M, going: Going) -> Iterable[Relaxation]:
        """The rules that may be in the unit's way, one after another taken away."""
        raise NotImplementedError

    def searched(self, p: P, move: M) -> Sequence[Searched]:
        """Where the unit could go in each mode; a game may remember it."""
        return [Searched(reach(*mode), mode.mover.spent, mode.mover.arrives) for mode in self.modes(p, move)]

    def goes(self, option: int) -> bool:
        """Whether the option is a destination. A game with several verbs for them has more."""
        return is_about(option, self.to)

    def modes_to(self, p: P, move: M, option: int) -> Sequence[OpenMode]:
        """The modes that are open for a destination, where that depends on its verb."""
        return self.modes(p, move)

    def searched_to(self, p: P, move: M, option: int) -> Sequence[Searched]:
        """The same searched."""
        return self.searched(p, move)

    def has_own_way(self, p: P, move: M, option: int) -> bool:
        """Whether the option is a destination that the player may choose his own way to."""
        return self.goes(option)

    def about(self, p: P, move: M, option: int) -> About:
        if not self.goes(option):
            return About()
        cost, path = cheapest_path(self.searched_to(p, move, option), object_of(option))
        along = points_spent(self.modes_to(p, move, option), path)
        return About(cost=cost, path=tuple(path), along=along, rules=self.rules)

    def cost(self, p: P, move: M, option: int) -> int | None:
        if not self.goes(option):
            return super().cost(p, move, option)
        return cheapest_path(self.searched_to(p, move, option), object_of(option))[0]

    def by_way(self, p: P, move: M, option: int, stops: Sequence[Hex]) -> About | Refusal:
        if not self.has_own_way(p, move, option):
            return super().by_way(p, move, option, stops)
        ends, set_aside = (*stops, object_of(option)), partial(self.set_aside, p, move)
        way = cheapest_by_way(self.modes_to(p, move, option), ends, set_aside, self.rule)
        if isinstance(way, Refusal):
            return self.cited(way)
        return About(cost=way.along[-1], path=way.path, along=way.along, rules=self.rules)

    def why_not_by(self, p: P, move: M, option: int, path: Sequence[Hex]) -> Refusal | None:
        if not self.has_own_way(p, move, option):
            return super().why_not_by(p, move, option, path)
        modes, set_aside = self.modes_to(p, move, option), partial(self.set_aside, p, move)
        found = why_not_along(modes, path, object_of(option), set_aside, self.rule)
        return found and self.cited(found)

    def towards(self, p: P, move: M, option: int) -> Sequence[int]:
        """The hexes of the way it would take if it had all the points it wants, the last first."""
        if not self.goes(option) or object_of(option) not in p.data.board:
            return ()
        modes, set_aside = self.modes_to(p, move, option), partial(self.set_aside, p, move)
        path = longest_way(modes, object_of(option), set_aside)
        offered = set(self.offers(p, move))
        ways = [option - object_of(option) + hex for hex in reversed(path)]
        return [way for way in ways if way in offered]

    def why_not(self, p: P, move: M, option: int) -> Refusal | None:
        if not self.goes(option):
            return super().why_not(p, move, option)
        modes, set_aside = self.modes_to(p, move, option), partial(self.set_aside, p, move)
        return self.cited(why_no_way(modes, object_of(option), set_aside, self.rule))

    def cited(self, refusal: Refusal) -> Refusal:
        """A refusal with the case that it rests on."""
        return msgspec.structs.replace(refusal, rule=self.cases.get(refusal.code, refusal.rule))
