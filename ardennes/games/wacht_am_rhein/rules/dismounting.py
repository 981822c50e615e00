"""24.1 Mechanized and motorized infantry on foot: with this option it may leave its vehicles before it moves, and be of
Class A until it has stood still for a Movement Phase."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import Verb
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import HAS_LEFT, LEAVES_VEHICLES, MOUNTED, ON_FOOT, Field
from ardennes.games.wacht_am_rhein.rules.moves import is_able_to_move
from ardennes.games.wacht_am_rhein.rules.pieces import DISMOUNT, DONE, REMOUNT
from ardennes.numbers import Side, Unit
from ardennes.rules.picking import Pick

OPTION = "dismount"


class Dismounting(SideProcedure):
    """24.1 At the beginning of a Movement Phase infantry leaves its vehicles."""

    stage_name = "stage-dismounting"


class Remounting(SideProcedure):
    """24.1 At the end of a Movement Phase who has stood still mounts again."""

    stage_name = "stage-remounting"


def riders(p: Field, side: Side) -> list[Unit]:
    """24.1 Mechanized infantry, and motorized: with the symbol of infantry and seven points or more (errata). Companies
    too (WAR-R141)."""
    counters = p.data.counters
    return [unit for unit in p.on_map(side) if counters[unit].helped_across]


class ChooseDismount(Pick[Field, Dismounting]):
    """24.1 Who leaves its vehicles: one less in attack, two in defence, and six points as Class A."""

    prompt, rule, ends = "choose-dismount", "24.1", DONE
    verb, done, refusal = DISMOUNT, DONE, "cannot-dismount"

    def gathers(self) -> Sequence[Verb]:
        return (DISMOUNT,)

    def choices(self, p: Field, segment: Dismounting) -> Sequence[Unit]:
        ready = [unit for unit in riders(p, segment.side) if p.afoot[unit] == MOUNTED]
        return [unit for unit in ready if is_able_to_move(p, unit)]

    def pick(self, p: Field, segment: Dismounting, unit: Unit) -> None:
        p.afoot[unit] = LEAVES_VEHICLES
        p.tell(Event("dismounts", {"unit": unit, "hex": p.where[unit]}, "24.1"))


class ChooseRemount(Pick[Field, Remounting]):
    """24.1 Who mounts again, of those who were on foot when the phase began and have not left their hex."""

    prompt, rule, ends = "choose-remount", "24.1", DONE
    verb, done, refusal = REMOUNT, DONE, "cannot-remount"

    def gathers(self) -> Sequence[Verb]:
        return (REMOUNT,)

    def choices(self, p: Field, segment: Remounting) -> Sequence[Unit]:
        units = [unit for unit in riders(p, segment.side) if p.afoot[unit] == ON_FOOT]
        return [unit for unit in units if not p.done[unit] & HAS_LEFT]

    def pick(self, p: Field, segment: Remounting, unit: Unit) -> None:
        p.afoot[unit] = MOUNTED
        p.tell(Event("mounts", {"unit": unit, "hex": p.where[unit]}, "24.1"))


def settle_down(p: Field, segment: Remounting) -> None:
    """24.1 Who has left its vehicles in this phase may mount at the end of a later one."""
    for unit in riders(p, segment.side):
        if p.afoot[unit] == LEAVES_VEHICLES:
            p.afoot[unit] = ON_FOOT


Dismounting.steps = (ChooseDismount(),)
Remounting.steps = (ChooseRemount(), settle_down)
