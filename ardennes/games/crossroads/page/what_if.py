"""5 Attacks that nobody has declared yet."""

from __future__ import annotations

from ardennes.engine.position import NO_UNIT
from ardennes.games.crossroads.rules.combat import AnswerWithGuns, Attack, ChooseAttackers
from ardennes.games.crossroads.rules.field import Field
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.fighting import AttackWhatIfs


class CrossroadsWhatIfs(AttackWhatIfs[Field, Attack]):
    declare, reply, attack = ChooseAttackers(), AnswerWithGuns(), Attack

    def attackers(self, view: Field, side: Side, target: Hex) -> list[Unit]:
        if view.enemy_in(target, side) == NO_UNIT:
            return []
        beside = view.data.board.around(target)
        return [unit for unit in view.on_map(side) if view.data.counters[unit].real and view.where[unit] in beside]
