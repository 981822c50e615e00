"""Group orders: one order to several units, as the run of answers that gives it to each of them in turn.

All is worked out on the view of their side, by the questions it would be asked, so nothing is told that single answers
would not tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from ardennes.engine.acts import Act, OpenAct, foresee
from ardennes.engine.options import Kind, Verb, is_about, object_of
from ardennes.engine.procedure import P, why_not
from ardennes.engine.texts import Refusal
from ardennes.numbers import Hex, Unit

MOST_OPTIONS = 10_000
"""No run is longer, unless somebody wants it shorter."""


class GroupOrder(msgspec.Struct, frozen=True):
    """Where each of several units shall go."""

    options: tuple[int, ...]
    """The run of answers."""
    ends: tuple[tuple[Unit, Hex], ...]
    """Where each of those ends that go."""
    short: tuple[tuple[Unit, Refusal], ...]
    """Who does not come to its hex, and why."""


class _Answers(msgspec.Struct):
    """The answers that send one unit on its way."""

    options: list[int]
    goes_on: bool
    """Whether its side is then asked as before."""
    short: Refusal | None
    """Why it does not come all the way."""


def group_order(
    view: P,
    act: Act[P],
    goals: Iterable[tuple[Unit, Hex]],
    *,
    automatic: bool,
    go: Verb | None = None,
    near: bool = False,
    most: int = MOST_OPTIONS,
) -> GroupOrder:
    """The units go one after another, each to its hex, as long as the rules let them; with ``near``, as near to it as
    they come. The run ends with the first whose move leads to dice or to something else that has to be decided, and
    before it has more answers than ``most``."""
    p, options, ends, short = view, list[int](), list[tuple[Unit, Hex]](), list[tuple[Unit, Refusal]]()
    for unit, goal in goals:
        trial = p.copy()
        found = _one_order(trial, act, go or act.go, unit, goal, automatic=automatic, near=near)
        if isinstance(found, Refusal):
            short.append((unit, found))
            continue
        if len(options) + len(found.options) > most:
            break
        options += found.options
        ends.append((unit, trial.where[unit]))
        if found.short is not None:
            short.append((unit, found.short))
        if not found.goes_on:
            break
        p = trial
    return GroupOrder(tuple(options), tuple(ends), tuple(short))


def group_reach(view: P, act: Act[P], units: Iterable[Unit], go: Verb | None = None) -> dict[int, int]:
    """For every hex, how many of the units could go there as things stand."""
    counts = Counter[int]()
    for unit in units:
        p = view.copy()
        pick = act.pick + unit
        if p.asked is not None and pick in p.asked.options and foresee(p, pick):
            counts.update(_goals(p, go or act.go))
    return dict(counts)


def _goals(p: P, go: Verb) -> set[int]:
    """Where the unit that has just been picked could go; by every way onto the map, if it must come in first."""
    if p.asked is None:
        return set()
    goals = {object_of(option) for option in p.asked.options if is_about(option, go)}
    for entry in () if goals else _entries(p, go):
        inside = p.copy()
        if foresee(inside, entry) and inside.asked is not None:
            goals.update(object_of(option) for option in inside.asked.options if is_about(option, go))
    return goals


def _goes(p: P, go: Verb) -> bool:
    """Whether the question is where to go, and not yet by which way to come onto the map."""
    return p.asked is not None and any(is_about(option, go) for option in p.asked.options)


def _entries(p: P, go: Verb) -> list[int]:
    """The answers that lead on towards some hex that is offered now."""
    assert p.asked is not None
    question, options = p.asked.question, p.asked.options
    hexes = [object_of(option) for option in options if p.data.game.verbs.split(option)[0].kind is Kind.HEX]
    ways = {way for hex in hexes for way in question.towards(p, p.stack[-1], go + hex)}
    return sorted(ways.intersection(options))


def gather(view: P, picks: Iterable[int]) -> list[int]:
    """Of several picks for the same decision those that can be made one after another, each as far as the rules still
    allow it after the others."""
    p, taken = view, list[int]()
    depth = len(view.stack)
    for pick in picks:
        if p.asked is None or pick not in p.asked.options:
            continue
        trial = p.copy()
        if foresee(trial, pick) and trial.asked is not None and len(trial.stack) == depth:
            taken.append(pick)
            p = trial
    return taken


def _one_order(
    p: P, act: Act[P], go: Verb, unit: Unit, goal: Hex, *, automatic: bool, near: bool
) -> _Answers | Refusal:
    """The answers that send one unit there, carried out on the view; or why it cannot go."""
    whole, found = OpenAct(p), _Answers([], goes_on=False, short=None)
    option, has_gone = act.pick + unit, False
    while p.asked is not None and option in p.asked.options:
        found.options.append(int(option))
        if not foresee(p, option, automatic=automatic):
            return found
        if whole.is_over(p):
            found.goes_on = True
            return found
        has_gone = has_gone or is_about(option, go)
        option = act.stop + 0 if has_gone else go + goal
        onward_is_meant = near or not _goes(p, go)
        if onward_is_meant and p.asked is not None and not has_gone and (refusal := _in_the_way(p, option)) is not None:
            ways = p.asked.question.towards(p, p.stack[-1], option)
            free = (way for way in ways if _in_the_way(p, way) is None)
            onward = next(free, None if option in p.asked.options else next(iter(ways), None))
            if onward is None:
                return refusal
            option, found.short = onward, refusal if is_about(onward, go) else None
    return found if has_gone else why_not(p, option)


def _in_the_way(p: P, option: int) -> Refusal | None:
    """Why a unit of a group is not sent so: it may not go there, or would have to count on others to make room."""
    assert p.asked is not None
    if option not in p.asked.options:
        return why_not(p, option)
    return p.asked.question.crowded(p, p.stack[-1], option)
