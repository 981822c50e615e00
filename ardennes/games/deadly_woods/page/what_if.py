"""11.0 Attacks that nobody has announced yet."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.engine.options import object_of
from ardennes.engine.procedure import About
from ardennes.engine.texts import Text
from ardennes.engine.what_if import WhatIf, WhatIfs, fitting
from ardennes.games.deadly_woods.rules.combat import Attack, can_attack, can_double, foretell
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import DOUBLE, JOIN, SUPPORT
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.support import attack_support, defence_support


class DeadlyWoodsWhatIfs(WhatIfs):
    def attackers(self, view: Field, side: int, target: int) -> list[int]:
        """11.1, 11.2 Supplied units beside the hex, whatever the present round lets them do."""
        if not any(view.data.counters[unit].side != side for unit in view.combat_units_in(target)):
            return []
        return [
            unit
            for unit in view.on_map(side)
            if view.face(unit).attack and can_attack(view, unit, target) and is_supplied(view, unit)
        ]

    def foretell(self, view: Field, side: int, target: int, chosen: Collection[int] | None) -> WhatIf:
        joining = tuple(JOIN + unit for unit in self.attackers(view, side, target))
        wanted = joining if chosen is None else tuple(chosen)
        attackers = tuple(object_of(option) for option in joining if option in wanted)
        guns = [SUPPORT + asset for asset in attack_support(view, side, attackers, target, ())]
        support = fitting(guns, wanted, lambda taken: attack_support(view, side, attackers, target, taken))
        answers = [SUPPORT + asset for asset in defence_support(view, 1 - side, target, ())]
        answer = fitting(answers, wanted, lambda taken: defence_support(view, 1 - side, target, taken))
        attack = Attack(side=side, target=target, attackers=attackers, support=support, answer=answer)
        doubling = [DOUBLE + asset for asset in support if can_double(view, attack, asset)]
        attack.doubled = tuple(object_of(option) for option in doubling if option in wanted)
        nobody = About(notes=(Text("nobody-attacks", {}, "11.3.1"),))
        return WhatIf(
            side=side,
            target=target,
            choices={
                "whatif-attackers": joining,
                "whatif-support": (*guns, *doubling),
                "whatif-answer": tuple(answers),
            },
            chosen=(
                *(JOIN + unit for unit in attackers),
                *(SUPPORT + asset for asset in (*support, *answer)),
                *(DOUBLE + asset for asset in attack.doubled),
            ),
            about=foretell(view, attack, final=view.viewer == 1 - side) if attackers else nobody,
        )
