"""What a player does with some of a side's units, while others do as they like with the rest."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.engine.acts import OpenAct
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.numbers import Unit
from ardennes.players.player import Player

MOST_ACTS = 400
MOST_STEPS = 24


def acts_for(view: Position, player: Player, units: Collection[Unit]) -> tuple[tuple[int, ...], ...]:
    """The acts of these units up to the end of the phase that stands, in order; none where nothing more is done with
    them. The player thinks for the whole side, as if the others did as he would. What follows dice of theirs, or the
    enemy's answer, has to be thought of anew."""
    assert view.asked is not None
    side, end = view.asked.side, view.asked.question.ends
    p, seen = view.determinize(f"command:{player.seed}"), view
    phase, depth, found = OpenAct(p, -2), len(p.stack), list[tuple[int, ...]]()
    for _ in range(MOST_ACTS):
        act, options, draws = OpenAct(p), list[int](), p.draws
        going_on = True
        while going_on and (not options or (not act.is_over(p) and len(options) < MOST_STEPS)):
            option = player.choose(seen)
            ends = not options and end is not None and option == int(end)
            if ends or p.asked is None or option not in p.asked.options:
                return tuple(found)
            options.append(int(option))
            answer(p, option)
            going_on = p.asked is not None and p.asked.side == side
            if going_on:
                seen = p.view(side)
        if _is_of(view, options, units):
            found.append(tuple(options))
            if p.draws != draws:
                return tuple(found)
        if not going_on or len(p.stack) < depth or phase.is_over(p):
            break
    return tuple(found)


def _is_of(view: Position, options: Collection[int], units: Collection[Unit]) -> bool:
    """Whether an act is one of these units, and of no other of their side."""
    assert view.asked is not None
    told = (view.data.game.verbs.split(option) for option in options)
    acting = [Unit(thing) for verb, thing in told if verb.kind is Kind.UNIT]
    own = [unit for unit in acting if view.data.counters[unit].side == view.asked.side]
    return bool(own) and all(unit in units for unit in own)
