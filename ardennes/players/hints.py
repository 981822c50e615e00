"""A hint: what an opponent would do here, as a whole act, with its reasons, from the side's view alone."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ardennes.engine.acts import OpenAct
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, about, answer
from ardennes.engine.score import turn_of
from ardennes.numbers import Unit
from ardennes.players.outlook import outlook
from ardennes.players.player import Player, Thought

MOST_STEPS = 24
MOST_ACTS = 400
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


def hint(view: Position, player: Player) -> Hint:
    """What the player would do in place of the side that is asked."""
    assert view.asked is not None
    side = view.asked.side
    p, seen = view.determinize(f"hint:{player.seed}"), view
    act, told, after = OpenAct(p), None, None
    options: list[int] = []
    thoughts: tuple[Thought, ...] = ()
    while len(options) < MOST_STEPS:
        assert seen.asked is not None
        option = player.choose(seen)
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


def hints_for(view: Position, player: Player, units: Collection[Unit]) -> tuple[tuple[int, ...], ...]:
    """What the player would do with some units, such as those of a formation, as long as the question that stands is
    put again: an act for each of them, in order. Others may have to make room for them first."""
    assert view.asked is not None
    side, verbs = view.asked.side, view.data.game.verbs
    p, seen = view.determinize(f"hint:{player.seed}"), view
    phase, depth, found = OpenAct(p, -2), len(p.stack), list[tuple[int, ...]]()
    for _ in range(MOST_ACTS):
        act, options, draws = OpenAct(p), list[int](), p.draws
        while not options or (not act.is_over(p) and len(options) < MOST_STEPS):
            option = player.choose(seen)
            if p.asked is None or option not in p.asked.options:
                return tuple(found)
            options.append(int(option))
            answer(p, option)
            if p.draws != draws or p.asked is None or p.asked.side != side:
                return tuple(found)
            seen = p.view(side)
        verb, thing = verbs.split(options[0])
        if verb.kind is Kind.UNIT and thing in units:
            found.append(tuple(options))
        if len(p.stack) < depth or phase.is_over(p):
            break
    return tuple(found)


def _telling(known: About) -> About | None:
    """What is known of a step, if it is more than nothing."""
    return known if known.chances or known.tallies or known.cost is not None else None
