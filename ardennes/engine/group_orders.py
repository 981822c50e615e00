"""Group orders: one order to several units, as the run of answers that gives it to each of them in turn.

All is worked out on the view of their side, by the questions it would be asked, so nothing is told that single answers
would not tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from ardennes.engine.acts import Act, OpenAct, foresee
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import P, why_not
from ardennes.engine.texts import Refusal
from ardennes.numbers import Hex, Unit


class GroupOrder(msgspec.Struct, frozen=True):
    """Where each of several units shall go."""

    options: tuple[int, ...]
    """The run of answers."""
    short: tuple[tuple[Unit, Refusal], ...]
    """Who cannot go there, and why."""


def group_order(view: P, act: Act[P], units: Iterable[Unit], goal: Hex, *, automatic: bool) -> GroupOrder:
    """The units go to a hex one after another, as long as the rules let them. The run ends with the first whose move
    leads to dice or to something else that has to be decided."""
    p, options, short = view, list[int](), list[tuple[Unit, Refusal]]()
    for unit in units:
        trial = p.copy()
        found = _one_order(trial, act, unit, goal, automatic=automatic)
        if isinstance(found, Refusal):
            short.append((unit, found))
            continue
        given, goes_on = found
        options += given
        if not goes_on:
            break
        p = trial
    return GroupOrder(tuple(options), tuple(short))


def group_reach(view: P, act: Act[P], units: Iterable[Unit]) -> dict[int, int]:
    """For every hex, how many of the units could go there as things stand."""
    counts = Counter[int]()
    for unit in units:
        p = view.copy()
        pick = act.pick + unit
        if p.asked is not None and pick in p.asked.options and foresee(p, pick) and p.asked is not None:
            counts.update(object_of(option) for option in p.asked.options if is_about(option, act.go))
    return dict(counts)


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


def _one_order(p: P, act: Act[P], unit: Unit, goal: Hex, *, automatic: bool) -> tuple[list[int], bool] | Refusal:
    """The answers that send one unit there, carried out on the view, and whether its side is then asked as before; or
    why it cannot go."""
    whole, given = OpenAct(p), list[int]()
    for option in (act.pick + unit, act.go + goal, act.stop):
        if given and whole.is_over(p):
            break
        if p.asked is None or option not in p.asked.options:
            return (given, False) if option == act.stop else why_not(p, option)
        given.append(int(option))
        if not foresee(p, option, automatic=automatic):
            return given, False
    return given, whole.is_over(p)
