"""Acts: what begins with a choice and is over when that choice is put again, as the move of a unit or an attack."""

from __future__ import annotations

from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.standing import turn_of
from ardennes.players.advisers import advice_for

MOST_ANSWERS = 2000


class Act:
    """Follows an act on the position where it takes place."""

    def __init__(self, p: Position, depth: int = -1) -> None:
        self._owner = p.stack[depth] if p.stack else None

    def is_over(self, p: Position) -> bool:
        """Whether the procedure that began it asks again, or is itself over."""
        if p.asked is None or p.stack[-1] is self._owner:
            return True
        return all(procedure is not self._owner for procedure in p.stack)

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


def usual_turn(p: Position, seed: str) -> Position:
    """How a side usually plays the rest of its turn, with dice of their own."""
    advice = advice_for(p.kit)
    assert advice is not None
    assert p.asked is not None
    world = advice.lay_open(p.copy())
    world.seed, world.draws, world.source = seed, 0, None
    scripts = [advice.script(side, advice.plans(world, side)[0]) for side in (0, 1)]
    side, turn = p.asked.side, turn_of(p)
    act = Act(world)
    for _ in range(MOST_ANSWERS):
        if act.is_over(world):
            if world.asked is None or world.asked.side != side or turn_of(world) != turn:
                break
            act = Act(world)
        assert world.asked is not None
        answer(world, scripts[world.asked.side].choose(world))
    return world
