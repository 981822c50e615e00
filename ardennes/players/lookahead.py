"""Looks ahead in any game, knowing nothing of it but its standing: tries every option and plays a little further."""

from __future__ import annotations

import random

from ardennes.engine.position import Position
from ardennes.engine.procedure import carry_out
from ardennes.numbers import Side
from ardennes.players.numbers import chance_by_numbers

TRIES = 6
FURTHER = 12
MOST_OPTIONS = 40


def look_ahead(view: Position, side: Side, chance: random.Random, tries: int = TRIES, further: int = FURTHER) -> int:
    """The option after which a side stands best, on average over some random continuations."""
    assert view.asked is not None
    options = list(view.asked.options)
    if len(options) > MOST_OPTIONS:
        options = chance.sample(options, MOST_OPTIONS)
    if len(options) == 1:
        return options[0]
    worth = dict.fromkeys(options, 0.0)
    for _ in range(tries):
        truth = view.determinize(str(chance.random()))
        walk = chance.random()
        for option in options:
            if truth.asked is not None and option in truth.asked.options:
                worth[option] += _worth_after(truth, side, option, random.Random(walk), further)
    return max(options, key=worth.__getitem__)


def _worth_after(truth: Position, side: Side, option: int, chance: random.Random, further: int) -> float:
    p = truth.copy()
    carry_out(p, option)
    for _ in range(further):
        if p.asked is None:
            break
        carry_out(p, chance.choice(p.asked.options))
    return chance_by_numbers(p, side)
