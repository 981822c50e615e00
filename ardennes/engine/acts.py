"""Acts: what begins with a choice and is over when that choice is put again, as the move of a unit or an attack.

A player gives an act by several answers: who, where to, enough. Rules are functions on the position, and an answer
only calls them; so a script that knows what it wants calls them itself. Between :func:`begin` and :func:`finish` no
question is put, and play goes on once, from where the rules have left it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from ardennes.engine.dice import DiceError
from ardennes.engine.options import Verb
from ardennes.engine.position import Position
from ardennes.engine.procedure import P, Procedure, advance, answer


class Act(msgspec.Struct, Generic[P], frozen=True):
    """A kind of act that a game can do at once: the verbs a player gives it by, and the rule that does it."""

    pick: Verb
    """Says who or what acts, at the question with which the act begins."""
    go: Verb
    """Says where to."""
    stop: Verb
    """Says that it is enough, where one could go on."""
    do: Callable[[P, Any, Any, Any], Sequence[Procedure]]
    """Does it: given the position, the procedure that asked, and the objects of ``pick`` and ``go``. Returns what is
    still open, to be decided by questions; nothing where the act is over."""
    others: tuple[Verb, ...] = ()
    """Other verbs that say where to, for going there in another mode."""


def begin(p: Position) -> None:
    """Sets the question aside that stands, so that rules can be called instead of answers given. What they bring about
    and what chance decides is noted from here on."""
    p.begin_record()
    p.asked = None


def finish(p: Position, still_open: Sequence[Procedure] = ()) -> None:
    """Goes on to the next question: of what the rules have left open, or of the procedure that stood."""
    p.stack += still_open
    p.forget()
    p.asked = advance(p)


def perform(p: P, act: Act[P], picked: int, goal: int) -> None:
    """A whole act at once, while the question with which it begins stands."""
    begin(p)
    finish(p, act.do(p, p.stack[-1], picked, goal))


def foresee(view: Position, option: int, *, automatic: bool = False) -> bool:
    """Carries an answer out on a view, with what then answers itself; whether its side is asked again before dice
    fall, something comes to light or the enemy has a say. Until then it is the view of what really happens."""
    answered: int | None = option
    while answered is not None:
        try:
            answer(view, answered)
        except DiceError:
            return False
        if view.revealed or view.asked is None or view.asked.side != view.viewer:
            return False
        answered = view.asked.lone_option if automatic else None
    return True


class OpenAct:
    """Follows an act that is given by answers, on the position where it takes place."""

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
