"""12.0 Attacks that nobody has announced yet."""

from __future__ import annotations

from functools import partial

from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.page.overlays import counters_seen
from ardennes.games.bulge1944.rules.combat import SEVERAL_ARMIES, Announce, AnswerWithSupport
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import Field
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.fighting import AttackWhatIfs


class BulgeWhatIfs(AttackWhatIfs[Field, Attack]):
    declare, reply = Announce(), AnswerWithSupport()
    attack = staticmethod(partial(Attack, budget=SEVERAL_ARMIES))

    def attackers(self, view: Field, side: Side, target: Hex) -> list[Unit]:
        """Units beside the hex, whether they have attacked this turn or not; what lies face down may attack too."""
        if view.enemy_in(target, side) == NO_UNIT:
            return []
        beside = view.data.board.around(target)
        return [unit for unit in counters_seen(view, side) if view.where[unit] in beside]
