"""Declaring an attack: who takes part, with which support, and what the defender answers; and what would come of it.

A game's attack is a procedure derived from :class:`Attack`, its two questions from :class:`DeclareAttack` and
:class:`AnswerAttack`. Both sides add to the attack one thing at a time, in the same way for the answer that is given,
for its preview and for a what-if: so all three tell of the same attack.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

import msgspec

from ardennes.engine.options import Verb, object_of, verb_of
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then
from ardennes.engine.schedule import Roll
from ardennes.engine.texts import Argument, Text
from ardennes.engine.what_if import WhatIf, WhatIfs
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

HOLD, ALL_THERE_IS = "standing-hold", "standing-all"
"""Standing orders of a defender: to add nothing, and to add whatever he has."""


class Attack(SideProcedure, kw_only=True):
    """One hex under attack, as far as it has been declared."""

    target: Hex
    attackers: tuple[Unit, ...] = ()

    def stage(self, p: Position) -> Text:
        return Text("stage-attack", {"hex": self.target})


P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Attack)


class AttackQuestion(Question[P, A]):
    """What a side adds to an attack, one thing after another, until it lets the attack go on."""

    prompt_fields = {"hex": "target"}
    adds: ClassVar[Mapping[int, str]] = {}
    """The field of the attack that an option of each verb adds its object to."""
    go: ClassVar[int]
    """The option that adds nothing more."""
    foretell: ClassVar[Callable[..., About]]
    """What would come of an attack as it is; ``answered`` where the defender adds nothing more."""
    answered: ClassVar[bool] = False

    def support(self, p: P, attack: A) -> Sequence[int]:
        """Options of what may still be added, attackers apart."""
        return ()

    def preview(self, p: P, attack: A) -> About:
        return self.foretell(p, attack, answered=self.answered)

    def add(self, attack: A, option: int) -> None:
        field = self.adds[verb_of(option)]
        setattr(attack, field, (*getattr(attack, field), object_of(option)))

    def about(self, p: P, attack: A, option: int) -> About:
        if option != self.go:
            attack = msgspec.structs.replace(attack)
            self.add(attack, option)
        return self.preview(p, attack)


class DeclareAttack(AttackQuestion[P, A]):
    """Who attacks, and with which support; then the attack is made."""

    join: ClassVar[Verb]

    def gathers(self) -> Sequence[Verb]:
        return (self.join,)

    def able(self, p: P, attack: A) -> Sequence[Unit]:
        """The units that may take part, those that do among them."""
        raise NotImplementedError

    def may_go(self, p: P, attack: A) -> bool:
        return bool(attack.attackers)

    def commit(self, p: P, attack: A) -> None:
        """The attack is made: what it costs, and who has attacked."""
        raise NotImplementedError

    def offers(self, p: P, attack: A) -> Sequence[int]:
        joining = [self.join + unit for unit in self.able(p, attack) if unit not in attack.attackers]
        options = [*joining, *self.support(p, attack)]
        return [*options, self.go + 0] if self.may_go(p, attack) else options

    def answer(self, p: P, attack: A, option: int) -> Procedure | Then | None:
        if option == self.go:
            self.commit(p, attack)
            return Then.NEXT
        self.add(attack, option)
        return None


class AnswerAttack(AttackQuestion[P, A]):
    """What the defender adds before the dice are rolled; he is not asked if he has nothing."""

    answered = True

    def use(self, p: P, attack: A, option: int) -> None:
        """What he adds is used."""
        raise NotImplementedError

    def side(self, p: P, attack: A) -> Side:
        return ENEMY_OF[attack.side]

    def standing_orders(self, p: P, attack: A) -> Sequence[tuple[str, int]]:
        return [(HOLD, self.go + 0), (ALL_THERE_IS, next(iter(self.support(p, attack)), self.go + 0))]

    def offers(self, p: P, attack: A) -> Sequence[int]:
        options = self.support(p, attack)
        return [*options, self.go + 0] if options else []

    def answer(self, p: P, attack: A, option: int) -> Procedure | Then | None:
        if option == self.go:
            return Then.NEXT
        self.add(attack, option)
        self.use(p, attack, option)
        return None


class Effect(msgspec.Struct, frozen=True):
    """What a result does: steps lost by the defender and by the attackers, and whether the hex is left."""

    defender: int = 0
    attacker: int = 0
    clears: bool = False


class Prospects(msgspec.Struct, frozen=True):
    """Every result of an attack with its chance, and the sentence that sums them up."""

    chances: dict[str, float] = {}
    """Where the defender may still answer, results with an answer have its name in front."""
    summary: Text | None = None


def prospects(
    p: P,
    answers: Iterable[tuple[str, A]],
    outcomes: Callable[[P, A], Mapping[str, Fraction]],
    effect: Callable[[P, A, str], Effect],
    code: str,
) -> Prospects:
    """What to expect of an attack, with each answer of the defender. The sentence ``code`` tells how likely the hex is
    left and what is lost on average if he adds nothing; ``code-answered``, how likely if he answers best."""
    found = [(name, attack, outcomes(p, attack)) for name, attack in answers]
    chances = {
        f"{name}: {result}" if name else result: float(chance)
        for name, _, results in found
        for result, chance in results.items()
    }
    weighed = [
        [(effect(p, attack, result), chance) for result, chance in results.items()] for _, attack, results in found
    ]
    likely = [sum(chance for does, chance in results if does.clears) for results in weighed if results]
    if not likely:
        return Prospects(chances)
    chance, least = round(100 * likely[0]), round(100 * min(likely))
    args: dict[str, Argument] = {
        "chance": chance,
        "least": least,
        "loss": round(10 * sum(chance * does.defender for does, chance in weighed[0])),
        "cost": round(10 * sum(chance * does.attacker for does, chance in weighed[0])),
    }
    return Prospects(chances, Text(code if least == chance else f"{code}-answered", args))


def combat_luck(
    attacker: Side,
    results: Mapping[str, Fraction],
    rolled: str,
    *,
    costs_defender: Callable[[str], bool],
    costs_attacker: Callable[[str], bool],
    clears: Callable[[str], bool] | None = None,
) -> Iterator[Roll]:
    """What the dice of a combat brought each side, by what results do, against what was to be expected: every result
    with its chance."""
    for side, what, counts in (
        (attacker, "steps", costs_defender),
        (ENEMY_OF[attacker], "steps", costs_attacker),
        (attacker, "retreats", clears),
    ):
        if counts is not None:
            chance = sum((chance for result, chance in results.items() if counts(result)), Fraction(0))
            yield Roll.of(side, what, {1: chance, 0: 1 - chance}, int(counts(rolled)))


# --- attacks that nobody has declared --------------------------------------------------------------


class AttackWhatIfs(WhatIfs[P], Generic[P, A]):
    """An attack put together by the questions that are put when one is declared."""

    declare: DeclareAttack[P, A]
    reply: AnswerAttack[P, A]
    attack: Callable[..., A]
    """Makes an attack by a side on a hex, without anybody in it."""

    def foretell(self, view: P, side: Side, target: Hex, chosen: Collection[int] | None) -> WhatIf:
        """To the attacker the defender's answer is open, unless chosen; the defender decides on it himself."""
        attack = self.attack(side=side, target=target)
        joining = tuple(self.declare.join + unit for unit in self.attackers(view, side, target))
        wanted = joining if chosen is None else chosen
        joined = tuple(option for option in joining if option in wanted)
        for option in joined:
            self.declare.add(attack, option)
        support, supporting = _add_wanted(self.declare, view, attack, wanted)
        answers, answering = _add_wanted(self.reply, view, attack, wanted)
        asked = self.reply if view.viewer == ENEMY_OF[side] else self.declare
        nobody = About(notes=(Text("nobody-attacks", {}, self.declare.rule),))
        return WhatIf(
            side=side,
            target=target,
            choices={"whatif-attackers": joining, "whatif-support": support, "whatif-answer": answers},
            chosen=(*joined, *supporting, *answering),
            about=asked.preview(view, attack) if attack.attackers else nobody,
        )


def _add_wanted(
    question: AttackQuestion[P, A], view: P, attack: A, wanted: Collection[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Adds what is wanted, as far as it goes together: what there is to choose from, and what has been added."""
    choices, added = list(question.support(view, attack)), []
    for option in choices:  # What one thing makes possible comes behind it in the same list.
        if option in wanted and option in question.support(view, attack):
            question.add(attack, option)
            added.append(option)
            choices += [more for more in question.support(view, attack) if more not in choices]
    return tuple(choices), tuple(added)
