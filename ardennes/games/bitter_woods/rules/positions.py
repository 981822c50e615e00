"""8.0 Improved positions and fortifications: who builds them, and where."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import Verb
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import (
    FORT,
    HAS_DUG,
    HAS_MOVED,
    IMPROVED,
    NO_WORKS,
    Field,
)
from ardennes.games.bitter_woods.rules.pieces import ALLIED, DIG, DONE
from ardennes.kernels.counters import clear_of
from ardennes.numbers import Hex, Unit
from ardennes.rules.picking import Pick


class Digging(SideProcedure):
    """8.1 At the end of a movement phase units that have not moved dig in."""

    stage_name = "stage-works"


class ChooseWorks(Pick[Field, Digging]):
    """8.1, 8.2 Where units dig in: an improved position, or works around one of the towns that can be fortified."""

    prompt, rule, ends, refusal = "choose-works", "8.1", DONE, "cannot-dig"
    verb, done = DIG, DONE

    def gathers(self) -> Sequence[Verb]:
        return (DIG,)

    def choices(self, p: Field, digging: Digging) -> Sequence[Hex]:
        works, where, front = p.works, p.where, p.front(digging.side)
        free = clear_of(p.fighters_on_map(digging.side), p.done, HAS_MOVED)
        near = [unit for unit in free if not works[where[unit]] and where[unit] not in front]
        return sorted({where[unit] for unit in near if can_dig(p, unit)})

    def pick(self, p: Field, digging: Digging, hex: Hex) -> None:
        for unit in p.units_in(hex):
            if can_dig(p, unit):
                p.done[unit] |= HAS_DUG
        town = hex in p.data.towns
        p.works[hex] = FORT if town else IMPROVED
        p.tell(Event("fortifies" if town else "digs-in", {"side": digging.side, "hex": hex}, "8.2" if town else "8.1"))


def can_dig(p: Field, unit: Unit) -> bool:
    """8.1 A supplied unit, no artillery, that has not moved and has no enemy beside it; not in a town, 8.2 but for
    Allied units in St. Vith, Bastogne and Marche."""
    hex, piece = p.where[unit], p.data.counters[unit]
    if not piece.fighter or p.done[unit] & HAS_MOVED or p.works[hex] != NO_WORKS or not p.is_supplied(unit):
        return False
    if hex in p.data.towns and not (piece.side == ALLIED and hex in p.data.fort_sites):
        return False
    return not p.is_beside_enemy(unit) and not is_fortified(p, hex)


def is_fortified(p: Field, hex: Hex) -> bool:
    """8.2 Works around a town, or the permanent ones, for whoever defends there."""
    return p.works[hex] == FORT or hex in p.data.permanent_forts


def is_dug_in(p: Field, hex: Hex) -> bool:
    """8.1 Whether a defender there cancels the attacker's lead in endurance."""
    return p.works[hex] == IMPROVED or is_fortified(p, hex)


Digging.steps = (ChooseWorks(),)
