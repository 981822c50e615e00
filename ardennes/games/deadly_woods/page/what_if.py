"""11.0 Attacks that nobody has announced yet."""

from __future__ import annotations

from ardennes.games.deadly_woods.rules.combat import Announce, AnswerWithGuns, can_attack
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.odds import Attack
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.fighting import AttackWhatIfs


class DeadlyWoodsWhatIfs(AttackWhatIfs[Field, Attack]):
    declare, reply, attack = Announce(), AnswerWithGuns(), Attack

    def attackers(self, view: Field, side: Side, target: Hex) -> list[Unit]:
        """11.1, 11.2 Supplied units beside the hex, whatever the present round lets them do."""
        if not any(view.data.counters[unit].side != side for unit in view.combat_units_in(target)):
            return []
        return [
            unit
            for unit in view.on_map(side)
            if view.face(unit).attack and can_attack(view, unit, target) and is_supplied(view, unit)
        ]
