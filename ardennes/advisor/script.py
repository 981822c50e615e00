"""Plays a side by a plan. Questions of the library are answered here for every game; a game answers its own.

A game names its own questions in :attr:`GameScript.choices`. For the others it says, in a few hooks, where a unit is
best, who shall take part in an attack, and whom a loss hurts least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic

from ardennes.advisor.choices import things
from ardennes.advisor.plan import PlanT
from ardennes.engine import acts
from ardennes.engine.advice import Script
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.procedure import P, Procedure, Question, answer
from ardennes.engine.texts import Text
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.fighting import AnswerAttack, AttackQuestion, DeclareAttack
from ardennes.rules.losses import TakeLoss
from ardennes.rules.moving import ChooseDestination
from ardennes.rules.picking import Pick

Why = Callable[[], tuple[Text, ...]]


def because(*reasons: Text) -> Why:
    """Reasons that are known already."""
    return partial(tuple, reasons)


NO_REASON = because()


class GameScript(Script[P], Generic[P, PlanT]):
    """One side, one plan."""

    choices: ClassVar[Mapping[type[Question[Any, Any]], Callable[..., int]]] = {}
    """How a game's own questions are answered: by a method, or a choice of :mod:`ardennes.advisor.choices`."""

    def __init__(self, side: Side, plan: PlanT) -> None:
        self.side, self.plan = side, plan
        self.orders = dict(plan.orders)
        self.why: Why = NO_REASON
        """Worked out only when somebody asks."""

    @property
    def reasons(self) -> tuple[Text, ...]:
        return self.why()

    def choose(self, p: P) -> int:
        assert p.asked is not None
        options = p.asked.options
        if len(options) == 1:
            return options[0]
        self.look_at(p)
        return self._choice(p.asked.question)(self, p, options)

    def look_at(self, p: P) -> None:
        """Before every choice: takes in what has changed."""

    def _choice(self, question: Question[Any, Any]) -> Callable[..., int]:
        choice = self.choices.get(type(question))
        if choice is None:
            shared = (found for kind, found in SHARED.items() if isinstance(question, kind))
            choice = next(shared, None)
        return type(self).otherwise if choice is None else choice

    def otherwise(self, p: P, options: Sequence[int]) -> int:
        """An answer to a question that nobody has named."""
        assert p.asked is not None
        raise NotImplementedError(f"{type(self).__name__} has no answer to {type(p.asked.question).__name__}")

    # --- attacks ---------------------------------------------------------------------------------

    def best_target(self, p: P, options: Sequence[int], least: float) -> int:
        """The next attack: the one that gains most, if that is more than ``least`` or nobody may stop."""
        assert p.asked is not None
        question = p.asked.question
        assert isinstance(question, Pick)
        assert question.done is not None
        found = ((hex, self.gain(p, hex)) for hex in things(options, question.verb))
        gains = {hex: gain for hex, gain in found if gain is not None}
        best = max(gains, key=lambda hex: (gains[hex], hex), default=NOWHERE)
        if best == NOWHERE or (question.done in options and gains[best] <= least):
            return question.done + 0
        return question.verb + best

    def gain(self, p: P, target: Hex) -> float | None:
        """What the best attack on a hex gains; None where there is none."""
        raise NotImplementedError

    def declare(self, p: P, options: Sequence[int]) -> int:
        """One thing after another is added to an attack, until it is as it was meant."""
        go = attack_question(p).go + 0
        wanted = (option for option in self.wanted(p, p.stack[-1], options) if option in options)
        return next(wanted, go if go in options else options[0])

    def wanted(self, p: P, attack: Any, options: Sequence[int]) -> Iterable[int]:
        """What shall still be added to an attack, in order; some of it may not be offered."""
        raise NotImplementedError

    def answer_attack(self, p: P, options: Sequence[int]) -> int:
        """Whatever can answer does: it is fresh in the next turn."""
        go = attack_question(p).go + 0
        return next((option for option in options if option != go), go)

    # --- losses ----------------------------------------------------------------------------------

    def take_loss(self, p: P, options: Sequence[int]) -> int:
        return min(options, key=lambda option: (self.cost_of_step(p, object_of(option)), option))

    def cost_of_step(self, p: P, unit: Unit) -> Any:
        """How much the next step of a unit would be missed, beside others."""
        raise NotImplementedError


def attack_question(p: Position) -> AttackQuestion[Any, Any]:
    """The question that is put about an attack."""
    assert p.asked is not None
    assert isinstance(p.asked.question, AttackQuestion)
    return p.asked.question


SHARED: dict[type[Question[Any, Any]], Callable[..., int]] = {
    DeclareAttack: lambda script, p, options: script.declare(p, options),
    AnswerAttack: lambda script, p, options: script.answer_attack(p, options),
    TakeLoss: lambda script, p, options: script.take_loss(p, options),
    ChooseDestination: lambda script, p, options: script.destination(p, p.stack[-1], options),
}
"""The questions of the library, by what answers them."""


class MovingScript(GameScript[P, PlanT]):
    """For games in which units move one after another, each to where it is best."""

    going: ClassVar[ChooseDestination[Any, Any]]
    """The question that a unit on its way is asked."""

    def set_out(self, p: P, unit: Unit) -> Any:
        """The move of a unit that is picked, begun by the rules."""
        raise NotImplementedError

    def destination(self, p: P, move: Any, options: Sequence[int]) -> int:
        """Where a unit on its way is best, or that it stays."""
        raise NotImplementedError

    def walk(self, p: P, move: Any, hex: Hex) -> tuple[bool, Sequence[Procedure]]:
        """The unit goes there by the rules: whether it may go on, and what has to be asked first."""
        raise NotImplementedError

    def walk_by(self, p: P, move: Any, option: int) -> tuple[bool, Sequence[Procedure]]:
        """The same for an option of the question; more where it has several verbs for a way."""
        return self.walk(p, move, object_of(option))

    def settled(self, p: P, move: Any) -> int | None:
        """An option of the question that was found to be the best when the unit was picked, if nothing can have changed
        since; it need not be asked again."""
        return None

    def has_no_secrets(self, p: P) -> bool:
        """Whether an act can bring nothing to light that would have to be asked about."""
        return not p.data.has_secrets

    def next_unit(self, p: P) -> int:
        """Who moves next by the rules themselves; nobody leaves that to the next question."""
        return NO_UNIT

    def moves_at_once(self, p: P, unit: Unit) -> bool:
        """Whether the move of a unit can be made by the rules themselves; others are asked for, step by step."""
        return True

    def act(self, p: P) -> int:
        """Units that move do so by the rules themselves, until something else is to be decided: that is asked."""
        option, (act, *_) = self.choose(p), p.data.game.acts
        at_once = self.has_no_secrets(p) and is_about(option, act.pick) and self.moves_at_once(p, object_of(option))
        if not at_once:
            answer(p, option)
            return 1
        acts.begin(p)
        answers, unit = 0, object_of(option)
        while unit != NO_UNIT:
            move, goes_on = self.set_out(p, unit), True
            still_open: Sequence[Procedure] = ()
            answers += 1
            while goes_on and not still_open:
                p.forget()
                goal = self.settled(p, move)
                if goal is None:
                    options = self.going.offers(p, move)
                    goal = options[0] if len(options) == 1 else self.destination(p, move, options)
                answers += 1
                if goal != act.stop and not self.going.goes(goal):
                    acts.finish(p, [move])
                    answer(p, goal)
                    return answers
                goes_on = goal != act.stop
                if goes_on:
                    goes_on, still_open = self.walk_by(p, move, goal)
            p.forget()
            if still_open:
                acts.finish(p, still_open)
                return answers
            unit = self.next_unit(p)
        acts.finish(p)
        return answers
