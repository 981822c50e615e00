"""5 Attacks that nobody has declared yet."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About
from ardennes.engine.texts import Text
from ardennes.engine.what_if import WhatIf, WhatIfs
from ardennes.games.crossroads.rules.combat import SUPPORT, Attack, foretell, preview
from ardennes.games.crossroads.rules.field import JOIN, Field


class CrossroadsWhatIfs(WhatIfs):
    def attackers(self, view: Field, side: int, target: int) -> list[int]:
        if view.enemy_in(target, side) == NO_UNIT:
            return []
        beside = view.data.board.around(target)
        return [unit for unit in view.units(side) if view.data.counters[unit].real and view.where[unit] in beside]

    def foretell(self, view: Field, side: int, target: int, chosen: Collection[int] | None) -> WhatIf:
        joining = tuple(JOIN + unit for unit in self.attackers(view, side, target))
        guns = (SUPPORT,) if view.guns[1 - side] else ()
        wanted = joining if chosen is None else tuple(option for option in (*joining, *guns) if option in chosen)
        attack = Attack(
            side=side, target=target, attackers=tuple(option - JOIN for option in wanted if option in joining)
        )
        if not attack.attackers:
            about = About(notes=(Text("nobody-attacks", {}, "5.2"),))
        elif SUPPORT in wanted:
            about = preview(view, attack, support=True)
        else:
            about = foretell(view, attack)
        choices = {"whatif-attackers": joining, "whatif-answer": guns}
        return WhatIf(side=side, target=target, choices=choices, chosen=wanted, about=about)
