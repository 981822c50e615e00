"""The script of games in which units come up to the enemy first and attack later: each phase is seen by its fields and
its fights, units go where they are worth most, and attacks are made that gain enough."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from ardennes.advisor.choices import things
from ardennes.advisor.fields import PressFields
from ardennes.advisor.packages import Fights, Package
from ardennes.advisor.plan import PressPlanT
from ardennes.advisor.script import NO_REASON, MovingScript, attack_question, because
from ardennes.engine.options import object_of
from ardennes.engine.texts import Text
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.table import Table

ORDERED = 100.0
"""An order outweighs everything else."""
LOWEST = -ORDERED
"""Less than any hex is worth."""
NOT_WORTH_A_MOVE = 0.02
MISJUDGED = 0.2
"""How much of its noise a beginner's judgement of ground is off by."""

T = TypeVar("T", bound=Table)
F = TypeVar("F", bound=PressFields[Any, Any, Any])
B = TypeVar("B", bound=Fights[Any, Any, Any])


class PressScript(MovingScript[T, PressPlanT], Generic[T, PressPlanT, F, B]):
    """One side, one plan; fields are drawn anew in every phase."""

    fields: F
    fights: B

    def __init__(self, side: Side, plan: PressPlanT) -> None:
        super().__init__(side, plan)
        self.phase: Hashable = None
        """The one that the fields are of."""

    # --- what a game says -------------------------------------------------------------------------

    @abstractmethod
    def phase_of(self, p: T) -> Hashable:
        """In which phase of the game this is."""

    @abstractmethod
    def draw(self, p: T, phase: Hashable) -> tuple[F, B]:
        """The fields and fights of a phase that begins."""

    @abstractmethod
    def has_room(self, p: T, unit: Unit, hex: Hex) -> bool:
        """Whether a unit may stack with friends in a hex."""

    def crowding(self, unit: Unit) -> float:
        """What a unit dislikes about friends in its hex."""
        return 0.0

    def meant(self, p: T, attack: Any, options: Sequence[int]) -> Package[Any] | None:
        """The attack on a hex as it should be declared."""
        return self.fights.package(attack.target)

    @property
    def price_of_answer(self) -> float:
        """What the defender's support must take from an attack."""
        return self.plan.guns

    # --- what follows from it ---------------------------------------------------------------------

    @cached_property
    def _noise(self) -> Random:
        """What a beginner's judgement of ground is off by."""
        return Random(f"{self.plan.eager}:{self.plan.pull}")

    def choose(self, p: T) -> int:
        self.why = NO_REASON
        return super().choose(p)

    def look_at(self, p: T) -> None:
        phase = self.phase_of(p)
        if phase != self.phase:
            self.fields, self.fights = self.draw(p, phase)
            self.phase = phase
        self.fields.p = self.fights.p = p

    def go_on(self, p: T, unit: Unit, options: Sequence[int], *, presses: bool = True) -> int:
        """Where a unit on its way is worth most, or that it stays; ``presses`` where enemies draw it."""
        (act, *_), fields, here = p.data.game.acts, self.fields, p.where[unit]
        hexes = things(options, act.go)
        pressure = fields.pressure(unit, (here, *hexes)) if presses else {}
        least = fields.stay(unit) + pressure.get(here, 0.0) + NOT_WORTH_A_MOVE if act.stop in options else LOWEST
        hex = self._better_hex(p, unit, hexes, pressure, least)
        choice = act.go + hex if hex is not None else act.stop + 0 if act.stop in options else options[0]
        if choice != act.stop:
            self.why = because(Text("advice-move", {"unit": unit, "hex": object_of(choice)}, self.going.rule))
        return choice

    def _better_hex(
        self, p: T, unit: Unit, hexes: list[Hex], pressure: Mapping[int, float], least: float
    ) -> int | None:
        """The hex that is worth most to a unit, and more than ``least``, if there is one."""
        fields, order, noise, crowding = self.fields, self.orders.get(unit), self.plan.noise, self.crowding(unit)
        most, best = least, None
        for hex, ground in zip(hexes, fields.worths(unit, hexes), strict=True):
            worth = ground + pressure.get(hex, 0.0)
            if crowding and fields.is_crowded(hex):
                worth -= crowding
            if noise:
                worth *= 1 + noise * self._noise.uniform(-MISJUDGED, MISJUDGED)
            if hex == order:
                worth += ORDERED
            if worth > most and (not fields.is_crowded(hex) or self.has_room(p, unit, hex)):
                most, best = worth, hex
        return best

    # --- combat -----------------------------------------------------------------------------------

    def attack(self, p: T, options: Sequence[int]) -> int:
        """The attack that gains most, if that is enough."""
        option = self.best_target(p, options, self.plan.eager)
        assert p.asked is not None
        question = p.asked.question
        if option != question.ends:
            self.why = because(Text("advice-attack", {"hex": object_of(option)}, question.rule))
        return option if option in options else options[0]

    def gain(self, p: T, target: Hex) -> float | None:
        package = self.fights.package(target)
        if package is None or self.fights.is_declined(package):
            return None
        spread = Random(f"{target}:{self.plan.pull}").uniform(-1, 1) if self.plan.noise else 0.0
        return package.gain + self.plan.noise * spread

    def wanted(self, p: T, attack: Any, options: Sequence[int]) -> Iterable[int]:
        """The units and support of the attack as it is meant."""
        meant = self.meant(p, attack, options)
        if meant is not None:
            for verb, field in attack_question(p).adds.items():
                yield from (verb + thing for thing in getattr(meant.attack, field))

    def answer_attack(self, p: T, options: Sequence[int]) -> int:
        """What takes most from the attack."""
        question, attack = attack_question(p), p.stack[-1]
        worth = self.fights.worths(attack)
        threat, most, choice = self.fights.mean(attack, worth), self.price_of_answer, question.go + 0
        for option in options:
            if option != question.go:
                answered = msgspec.structs.replace(attack)
                question.add(answered, option)
                taken = threat - self.fights.mean(answered, worth)
                if taken > most:
                    most, choice = taken, option
        return choice
