"""What a player does with some of a side's units, while others do as they like with the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ardennes.engine.acts import OpenAct
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.numbers import Unit
from ardennes.players.player import Player

MOST_ACTS = 400
MOST_STEPS = 60


class Commanded(NamedTuple):
    """The acts of some units, in order."""

    acts: tuple[tuple[int, ...], ...]
    whole: bool
    """Whether that is all up to the end of the phase. What follows dice of theirs, or the enemy's answer to them, has
    to be thought of anew."""


def acts_for(view: Position, player: Player, units: Collection[Unit], *, automatic: bool) -> Commanded:
    """The acts of these units from now to the end of the phase that stands. The player thinks for the whole side, as if
    the others did as he would; the enemy answers those as it comes."""
    assert view.asked is not None
    side, end = view.asked.side, view.asked.question.ends
    p, found = view.determinize(f"command:{player.seed}"), list[tuple[int, ...]]()
    phase, depth = OpenAct(p, -2), len(p.stack)
    for _ in range(MOST_ACTS):
        act, options, draws, is_open = OpenAct(p), list[int](), p.draws, True
        for _ in range(MOST_STEPS):
            if p.asked is None:
                return Commanded(tuple(found), True)
            option = player.choose(p.view(side)) if p.asked.side == side else p.asked.options[0]
            if option not in p.asked.options or (not options and end is not None and option == int(end)):
                return Commanded(tuple(found), True)
            if is_open:
                options.append(int(option))
            _carry_out(p, option, automatic=automatic)
            if is_open and (p.draws != draws or p.asked is None or p.asked.side != side):
                is_open = False
                if _is_of(view, options, units):
                    return Commanded((*found, tuple(options)), False)
            if act.is_over(p):
                break
        if is_open and _is_of(view, options, units):
            found.append(tuple(options))
        if len(p.stack) < depth or phase.is_over(p):
            return Commanded(tuple(found), True)
    return Commanded(tuple(found), False)


def _carry_out(p: Position, option: int, *, automatic: bool) -> None:
    """An answer, with what then answers itself."""
    answer(p, option)
    while automatic and p.asked is not None and (lone := p.asked.lone_option) is not None:
        answer(p, lone)


def _is_of(view: Position, options: Sequence[int], units: Collection[Unit]) -> bool:
    """Whether an act is one of these units, and of no other of their side."""
    assert view.asked is not None
    told = (view.data.game.verbs.split(option) for option in options)
    acting = [Unit(thing) for verb, thing in told if verb.kind is Kind.UNIT]
    own = [unit for unit in acting if view.data.counters[unit].side == view.asked.side]
    return bool(own) and all(unit in units for unit in own)
