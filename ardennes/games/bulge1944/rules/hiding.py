"""18.6 Hidden markers: units out of sight of the enemy lie face down until they fight."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.hidden import hide_unit
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import DONE, HIDE, HIDE_ALL


class Hiding(Procedure):
    """7.0 The end of phase 2 or 4: units not next to an enemy may be hidden again."""

    side: int


def hide_if_played(p: Field, unit: int) -> None:
    """Turns a unit face down, if the option is played."""
    if "hidden" in p.data.options and p.mask[unit] == NO_UNIT:
        hide_unit(p, unit, p.data.stand_ins[p.data.counters[unit].side])


def hide_at_start(p: Field, opening: Procedure) -> None:
    """6.0 Units not in an enemy zone begin hidden; with a free set-up all Germans are so already."""
    for side in (0, 1):
        for unit in p.on_map(side):
            if not p.in_enemy_zone(p.where[unit], side):
                hide_if_played(p, unit)


def may_hide(p: Field, unit: int) -> bool:
    """Face up, and not next to an enemy unit."""
    side = p.data.counters[unit].side
    return p.mask[unit] == NO_UNIT and not p.in_enemy_zone(p.where[unit], side)


class ChooseHidden(Question[Field, Hiding]):
    """18.6 Which units are hidden."""

    prompt, rule = "choose-hidden", "18.6"
    reasons = {HIDE: ("cannot-hide", "18.6")}

    def offers(self, p: Field, hiding: Hiding) -> Sequence[int]:
        if "hidden" not in p.data.options:
            return []
        able = [unit for unit in p.on_map(hiding.side) if may_hide(p, unit)]
        return [*(HIDE + unit for unit in able), HIDE_ALL + 0, DONE + 0] if able else []

    def answer(self, p: Field, hiding: Hiding, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.NEXT
        units = [object_of(option)] if is_about(option, HIDE) else p.on_map(hiding.side)
        for unit in units:
            if may_hide(p, unit):
                p.tell(Event("hides", {"unit": unit, "hex": p.where[unit]}, "18.6"))
                hide_if_played(p, unit)
        return None


Hiding.steps = (ChooseHidden(),)
