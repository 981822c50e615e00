"""12.0 Attacks that nobody has announced yet."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About
from ardennes.engine.texts import Text
from ardennes.engine.what_if import WhatIf, WhatIfs, fitting
from ardennes.games.bulge1944.page.overlays import counters_seen
from ardennes.games.bulge1944.rules import leaders
from ardennes.games.bulge1944.rules.combat import SEVERAL_ARMIES, Attack, preview
from ardennes.games.bulge1944.rules.combat_dice import attack_support, defence_support
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import GERMAN, JOIN, LEAD, SUPPORT


class BulgeWhatIfs(WhatIfs):
    def attackers(self, view: Field, side: int, target: int) -> list[int]:
        """Units beside the hex, whether they have attacked this turn or not; what lies face down may attack too."""
        if view.enemy_in(target, side) == NO_UNIT:
            return []
        beside = view.data.board.around(target)
        return [unit for unit in counters_seen(view, side) if view.where[unit] in beside]

    def foretell(self, view: Field, side: int, target: int, chosen: Collection[int] | None) -> WhatIf:
        joining = tuple(JOIN + unit for unit in self.attackers(view, side, target))
        wanted = joining if chosen is None else tuple(chosen)
        attackers = tuple(object_of(option) for option in joining if option in wanted)
        guns = [SUPPORT + piece for piece in attack_support(view, attackers, target, ())]
        support = fitting(guns, wanted, lambda taken: attack_support(view, attackers, target, taken))
        leading = [LEAD + leader for unit in attackers for leader in leaders.may_join(view, unit)]
        answers = [SUPPORT + piece for piece in defence_support(view, target, ())] if side == GERMAN else []
        answer = fitting(answers, wanted, lambda taken: defence_support(view, target, taken))
        led = next((option for option in leading if option in wanted), None)
        attack = Attack(
            side=side, target=target, budget=SEVERAL_ARMIES, attackers=attackers, support=support, answer=answer
        )
        return WhatIf(
            side=side,
            target=target,
            choices={
                "whatif-attackers": joining,
                "whatif-support": (*dict.fromkeys(leading), *guns),
                "whatif-answer": tuple(answers),
            },
            chosen=(
                *(option for option in joining if option in wanted),
                *([led] if led is not None else []),
                *(SUPPORT + piece for piece in (*support, *answer)),
            ),
            about=self._about(view, attack, led is not None),
        )

    def _about(self, view: Field, attack: Attack, led: bool) -> About:
        """As it is told when the attack is announced; to the defender, who decides on his support, as he decided."""
        if not attack.attackers:
            return About(notes=(Text("nobody-attacks", {}, "12.0"),))
        return preview(view, attack, led, answered=view.viewer == 1 - attack.side)
