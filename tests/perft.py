"""How many sequences of options there are from a position: a count that changes means that a rule has changed."""

from __future__ import annotations

from ardennes.engine.position import Position
from ardennes.engine.procedure import answer


def sequences(p: Position, depth: int) -> int:
    """How many different sequences of so many options there are; one that ends the game early counts as one."""
    if p.asked is None:
        return 1
    options = p.asked.options
    assert len(set(options)) == len(options), "no option is offered twice"
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        after = p.copy()
        answer(after, option)
        total += sequences(after, depth - 1)
    return total
