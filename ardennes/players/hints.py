"""A hint: what an opponent would do here, as a whole act, with its reasons, from the side's view alone."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ardennes.engine.acts import OpenAct
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, about, answer
from ardennes.engine.score import turn_of
from ardennes.numbers import Unit
from ardennes.players.commanding import acts_for
from ardennes.players.outlook import outlook
from ardennes.players.player import Player, Thought

MOST_STEPS = 24
TRIES = 6


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """An act to do, step by step up to where dice fall or the enemy is asked."""

    options: tuple[int, ...]
    about: About | None = None
    """What can be known of the step that decides it: the odds of an attack, the price of a move."""
    chance: float
    """To win, as things stand."""
    chance_after: float | None = None
    """To win after the act; None where chance or the enemy has a say in it."""
    thoughts: tuple[Thought, ...] = ()
    """What was considered, best first."""


def hint(view: Position, player: Player, units: Collection[Unit] | None = None) -> Hint:
    """What the player would do in place of the side that is asked; or with some of its units, where others have the
    rest and the end of a phase is on offer."""
    assert view.asked is not None
    side = view.asked.side
    p, seen = view.determinize(f"hint:{player.seed}"), view
    act, told, after = OpenAct(p), None, None
    options: list[int] = []
    thoughts: tuple[Thought, ...] = ()
    known = [] if units is None else _first_act(view, player, units)
    while len(options) < MOST_STEPS:
        assert seen.asked is not None
        option = known.pop(0) if known else player.choose(seen)
        if seen.asked.lone_option is None:
            options.append(int(option))
            thoughts = thoughts or player.thoughts
            told = _telling(about(seen, option)) or told
        draws = p.draws
        if p.asked is None or option not in p.asked.options:
            break
        answer(p, option)
        if p.draws != draws or (p.asked is not None and p.asked.side != side):
            break
        if act.is_over(p):
            after = outlook(p.view(side), side, turn_of(view), TRIES)
            break
        seen = p.view(side)
    return Hint(
        options=tuple(options),
        about=told,
        chance=outlook(view, side, tries=TRIES),
        chance_after=after,
        thoughts=thoughts,
    )


def _first_act(view: Position, player: Player, units: Collection[Unit]) -> list[int]:
    """The first act of some units; the end of the phase where they have nothing more to do."""
    assert view.asked is not None
    acts, end = acts_for(view, player, units, automatic=False).acts, view.asked.question.ends
    return [*acts[0]] if acts else [int(end)] if end is not None else []


def _telling(known: About) -> About | None:
    """What is known of a step, if it is more than nothing."""
    return known if known.chances or known.tallies or known.cost is not None else None
