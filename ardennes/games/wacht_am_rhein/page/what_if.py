"""10.0 Attacks that nobody has declared yet."""

from __future__ import annotations

from ardennes.games.wacht_am_rhein.rules.answering import AnswerWithFire
from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.declaring import Declare
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.fighting import AttackWhatIfs


class WachtWhatIfs(AttackWhatIfs[Field, Attack]):
    declare, reply, attack = Declare(), AnswerWithFire(), Attack

    def attackers(self, view: Field, side: Side, target: Hex) -> list[Unit]:
        """10.11 Combat units beside the hex, whatever they have done this turn."""
        if view.side_in(target) != ENEMY_OF[side]:
            return []
        near = [unit for hex in view.data.board.around(target) for unit in view.units_in(hex)]
        pieces = view.data.counters
        return sorted(
            unit for unit in near if pieces[unit].side == side and not (pieces[unit].headquarters or pieces[unit].gun)
        )
