"""9.0 Attacks that nobody has declared yet."""

from __future__ import annotations

from ardennes.games.bitter_woods.rules.attackers import can_attack
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.combat import Answer, Declare
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.fighting import AttackWhatIfs


class BitterWoodsWhatIfs(AttackWhatIfs[Field, Attack]):
    declare, reply, attack = Declare(), Answer(), Attack

    def attackers(self, view: Field, side: Side, target: Hex) -> list[Unit]:
        """9.1 Units beside the hex, whatever they have done this turn."""
        if view.side_in(target) != ENEMY_OF[side]:
            return []
        near = [unit for hex in view.data.board.around(target) for unit in view.units_in(hex)]
        return sorted(
            unit
            for unit in near
            if view.data.sides[unit] == side and view.data.counters[unit].fighter and can_attack(view, unit, target)
        )
