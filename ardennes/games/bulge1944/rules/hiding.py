"""18.6 Hidden markers: units out of sight of the enemy lie face down until they fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.hidden import hide_unit
from ardennes.engine.options import Verb
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import DONE, HIDE, HIDE_ALL
from ardennes.numbers import SIDES, Unit
from ardennes.rules.picking import Menu


class Hiding(SideProcedure):
    """7.0 The end of phase 2 or 4: units not next to an enemy may be hidden again."""


def hide_if_played(p: Field, unit: Unit) -> None:
    """Turns a unit face down, if the option is played."""
    if "hidden" in p.data.options and p.mask[unit] == NO_UNIT:
        hide_unit(p, unit, p.data.stand_ins[p.data.counters[unit].side])


def hide_at_start(p: Field, opening: Procedure) -> None:
    """6.0 Units not in an enemy zone begin hidden; with a free set-up all Germans are so already."""
    for side in SIDES:
        for unit in p.on_map(side):
            if not p.in_enemy_zone(p.where[unit], side):
                hide_if_played(p, unit)


def may_hide(p: Field, unit: Unit) -> bool:
    """Face up, and not next to an enemy unit."""
    side = p.data.counters[unit].side
    return p.mask[unit] == NO_UNIT and not p.in_enemy_zone(p.where[unit], side)


class ChooseHidden(Menu[Field, Hiding]):
    """18.6 Which units are hidden."""

    prompt, rule, done = "choose-hidden", "18.6", DONE
    reasons = {HIDE: ("cannot-hide", "18.6")}

    def menu(self, p: Field, hiding: Hiding) -> Iterator[tuple[Verb, Sequence[int]]]:
        able = [unit for unit in p.on_map(hiding.side) if may_hide(p, unit)] if "hidden" in p.data.options else ()
        yield HIDE, able
        yield HIDE_ALL, (0,) if able else ()

    def pick(self, p: Field, hiding: Hiding, verb: int, unit: Unit) -> None:
        for each in (unit,) if verb == HIDE else p.on_map(hiding.side):
            if may_hide(p, each):
                p.tell(Event("hides", {"unit": each, "hex": p.where[each]}, "18.6"))
                hide_if_played(p, each)


Hiding.steps = (ChooseHidden(),)
