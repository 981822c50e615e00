"""Acts: what begins with a choice and is over when that choice is put again, as the move of a unit or an attack."""

from __future__ import annotations

from ardennes.engine.position import Position
from ardennes.players.advisers import advice_for


class Act:
    """Follows an act on the position where it takes place."""

    def __init__(self, p: Position, depth: int = -1) -> None:
        self._owner = p.stack[depth] if p.stack else None
        self._step = self._owner.step if self._owner is not None else 0

    def is_over(self, p: Position) -> bool:
        """Whether the procedure that began it asks again, has gone on to something else, or is itself over."""
        owner = self._owner
        if p.asked is None or owner is None or p.stack[-1] is owner or owner.step != self._step:
            return True
        return all(procedure is not owner for procedure in p.stack)

    def depth(self, p: Position) -> int:
        """Where its owner is on the stack; for a copy of the position, whose procedures are copies too."""
        return next(place for place, procedure in enumerate(p.stack) if procedure is self._owner)


def usual_answer(p: Position) -> int:
    """What is usually answered to the question that stands; without advice, the first that is offered."""
    assert p.asked is not None
    advice = advice_for(p.kit)
    if advice is not None:
        world = advice.lay_open(p.copy())
        option = advice.script(p.asked.side, advice.plans(world, p.asked.side)[0]).choose(world)
        if option in p.asked.options:
            return option
    return p.asked.options[0]
