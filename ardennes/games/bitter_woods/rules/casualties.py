"""9.6 Combat losses: the owner says who loses a step."""

from __future__ import annotations

from ardennes.games.bitter_woods.rules.battalions import Regrouping
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.leaders import may_be_lost
from ardennes.games.bitter_woods.rules.pieces import LOSE
from ardennes.games.bitter_woods.rules.removal import lose_step
from ardennes.numbers import Unit
from ardennes.rules import losses


class Losses(losses.Losses):
    """9.6 Steps that the owner of some units must lose."""

    rule: str = "9.6"


class TakeLoss(Regrouping[Losses], losses.TakeLoss[Field, Losses]):
    """9.6 The owner chooses who loses a step."""

    rule, verb, refusal = "9.6", LOSE, "not-among-them"

    def may_lose(self, p: Field, losses: Losses, unit: Unit) -> bool:
        """36.13 Peiper himself only where he is stacked with one of his units."""
        return super().may_lose(p, losses, unit) and may_be_lost(p, unit)

    def lose(self, p: Field, losses: Losses, unit: Unit) -> None:
        lose_step(p, unit, losses.rule)


Losses.steps = (TakeLoss(),)
