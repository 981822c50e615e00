"""Errata 11.4 Written protective fire: with this option the attacker states his strength without guns, the defender
writes his protective fire down, the attacker names his guns, and only then the fire is shown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About
from ardennes.engine.texts import Refusal
from ardennes.games.wacht_am_rhein.rules.answering import AnswerWithFire
from ardennes.games.wacht_am_rhein.rules.artillery import is_in_range
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, Combat, WrittenAttack, phase_of
from ardennes.games.wacht_am_rhein.rules.declaring import Declare, make_attack
from ardennes.games.wacht_am_rhein.rules.duties import closure
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.joining import is_voluntary
from ardennes.games.wacht_am_rhein.rules.odds import is_below_minimum
from ardennes.games.wacht_am_rhein.rules.pieces import CALL_OFF, GO, SUPPORT


class AddGuns(Declare):
    """The attacker names his guns and aircraft, and does not know what is written down. A gun that would oblige others
    to attack as well had to be thought of before."""

    prompt = "add-guns"

    def support(self, p: Field, attack: Attack) -> list[int]:
        return [option for option in super().support(p, attack) if fits(p, attack, option)]

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        options = self.support(p, attack)
        if not options and not attack.guns and not attack.air:
            return []
        return [*options, *([GO + 0] if self.may_go(p, attack) else [])] or [CALL_OFF + 0]

    def why_not_go(self, p: Field, attack: Attack) -> Refusal | None:
        if not is_below_minimum(p, attack):
            return None
        if self.support(p, attack):
            return Refusal("more-could-join", {"hex": attack.target}, "10.62")
        is_free = is_voluntary(p, phase_of(p, attack.side), attack)
        return Refusal("below-minimum", {"hex": attack.target}, "10.62") if is_free else None

    def preview(self, p: Field, attack: Attack) -> About:
        """Nobody knows the chances before the fire is shown."""
        return msgspec.structs.replace(super().preview(p, attack), chances={}, summary=None)

    def commit(self, p: Field, attack: Attack) -> None:
        """The attack is made when the question is over, whether it was put or not."""


ADD_GUNS = AddGuns()


def fits(p: Field, attack: Attack, option: int) -> bool:
    """Whether a gun can be added without anybody else or another hex."""
    if not is_about(option, SUPPORT):
        return True
    combat, guns = phase_of(p, attack.side), (*attack.guns, object_of(option))
    whole = closure(p, combat, attack.attackers, attack.targets, guns)
    return whole.targets <= {*attack.targets} and whole.attackers <= {*attack.attackers}


def with_every_gun(p: Field, attack: Attack) -> Attack:
    """The attack with all that could be added to it later."""
    attack = msgspec.structs.replace(attack)
    while options := ADD_GUNS.support(p, attack):
        ADD_GUNS.add(attack, options[-1])
    return attack


class StateAttack(Declare):
    """Who attacks which hexes, without guns; it must be able to reach the lowest odds with them (10.62)."""

    prompt = "state-attack"

    def support(self, p: Field, attack: Attack) -> list[int]:
        return []

    def why_below_minimum(self, p: Field, combat: Combat, attack: Attack) -> Refusal | None:
        if not is_below_minimum(p, with_every_gun(p, attack)):
            return None
        return super().why_below_minimum(p, combat, attack)

    def preview(self, p: Field, attack: Attack) -> About:
        """The chances are told only where no guns can be added."""
        told = super().preview(p, attack)
        return msgspec.structs.replace(told, chances={}, summary=None) if ADD_GUNS.support(p, attack) else told

    def commit(self, p: Field, attack: Attack) -> None:
        """It is made when the guns have been named."""


class WriteFire(AnswerWithFire):
    """The defender writes down his protective fire."""

    prompt = "write-fire"

    def preview(self, p: Field, attack: Attack) -> About:
        """The attacker's guns are not known yet."""
        return msgspec.structs.replace(super().preview(p, attack), chances={}, summary=None)


def make(p: Field, attack: WrittenAttack) -> None:
    """10.16 The attack is made, and nothing is hidden any more."""
    attack.shown = True
    p.revealed = True
    make_attack(p, phase_of(p, attack.side), attack)


def keep_in_range(p: Field, attack: WrittenAttack) -> None:
    """11.42 Where a headquarters has left its hex (10.87), guns that reach none of the others do not fire."""
    attack.answer = tuple(gun for gun in attack.answer if attack.targets and is_in_range(p, gun, attack.targets))
    attack.air_answer = attack.air_answer if attack.targets else 0
