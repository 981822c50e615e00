"""18.7 Phantoms: false counters that come in with a real unit and vanish when the enemy looks."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.engine.anytime import Anytime
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules import hiding
from ardennes.games.bulge1944.rules.field import BESIDE, Field, remove_phantom
from ardennes.games.bulge1944.rules.pieces import REMOVE
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.games.bulge1944.rules.walking import near_enemies
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.picking import Pick


def entry_hexes(p: Field, side: Side) -> list[int]:
    """Where a phantom may come in: with a real unit that entered this turn, one a turn, two on the map at most."""
    if "phantoms" not in p.data.options or free(p, side) == NO_UNIT:
        return []
    if any(p.entered[phantom] == p.turn for phantom in p.data.phantoms[side]):
        return []
    entered = {p.where[unit] for unit in newcomers(p, side)}
    return sorted(entered - near_enemies(p, side)) if entered else []


def newcomers(p: Field, side: Side) -> list[Unit]:
    """The real units that came in at an entry hex this turn; who drops from the air (14.0) did not."""
    counters = p.data.counters
    return [unit for unit in p.on_map(side) if p.entered[unit] == p.turn and counters[unit].special != "paradrop"]


def free(p: Field, side: Side) -> Unit:
    """A phantom that is not on the map, or NO_UNIT."""
    for phantom in p.data.phantoms[side]:
        if p.where[phantom] == p.data.box(BESIDE):
            return phantom
    return NO_UNIT


def bring(p: Field, side: Side, hex: Hex) -> None:
    """The phantom enters face down; it and a unit that came with it move for one point this turn."""
    phantom = free(p, side)
    p.put(phantom, hex)
    p.entered[phantom], p.moved[phantom] = p.turn, 0
    pair_up(p, side, hex)
    hiding.hide_if_played(p, phantom)
    p.tell(Event("enters", {"unit": phantom, "hex": hex}, "9.0"))


def may_be_one(p: Field, counter: Unit) -> bool:
    """Whether the enemy must reckon that a counter is a phantom: it lies face down, without a leader (4.2), and farther
    than two hexes from his units."""
    piece = p.data.counters[counter]
    hidden = piece.stand_in or p.mask[counter] != NO_UNIT
    if not hidden or "phantoms" not in p.data.options or counter in p.leads:
        return False
    return p.where[counter] not in near_enemies(p, piece.side)


def may_be_supplied(p: Field, unit: Unit) -> bool:
    """13.0 Whether a unit is in supply for all its owner can know: what seems to cut it off may be phantoms."""
    if "phantoms" not in p.data.options or is_supplied(p, unit):
        return is_supplied(p, unit)
    return is_supplied(without_phantoms(p, p.data.counters[unit].side), unit)


@derived(Until.ANY_CHANGE)
def without_phantoms(p: Field, side: Side) -> Field:
    """The position without the enemies of a side that may be phantoms."""
    without = p.copy()
    for stand_in in p.data.stand_ins[ENEMY_OF[side]]:
        if may_be_one(p, stand_in):
            without.put(stand_in, p.data.box(BESIDE))
    return without


def pair_up(p: Field, side: Side, hex: Hex) -> None:
    """Each unit that came in where the phantom of this turn did, before it or after it, may be its partner."""
    for phantom in p.phantoms_on_map(side):
        if p.where[phantom] == hex and p.entered[phantom] == p.turn:
            for unit in newcomers(p, side):
                if p.where[unit] == hex:
                    p.partner[unit] = phantom


def companions(p: Field, phantom: int) -> list[Unit]:
    """The units that came in with a phantom this turn and may still be its partner, or are."""
    return [unit for unit in p.on_map(p.data.counters[phantom].side) if p.partner[unit] == phantom]


def pairs(p: Field, units: Collection[Unit]) -> set[int]:
    """Those of some counters that have not moved who can still make a pair with another of them."""
    if "phantoms" not in p.data.options:
        return set()
    return {counter for unit in units if p.partner[unit] in units for counter in (unit, p.partner[unit])}


def settle_pair(p: Field, mover: Unit) -> None:
    """One point moves a phantom and one of those it came in with. Its partner is the first of them to move, and
    whichever of the two goes first pays."""
    if "phantoms" not in p.data.options:
        return
    phantom = p.partner[mover]
    if phantom != NO_UNIT:
        for unit in companions(p, phantom):
            if unit != mover:
                p.partner[unit], p.paid[unit] = NO_UNIT, 0
        p.paid[phantom] = not p.paid[mover]
    elif not p.paid[mover]:
        for unit in companions(p, mover):
            p.paid[unit] = 1


class RemovePhantom(Pick[Field, Anytime]):
    """18.7 The owner may take a phantom away at any time."""

    prompt, rule, verb = "remove-phantom", "18.7", REMOVE

    def choices(self, p: Field, anytime: Anytime) -> list[Unit]:
        present = p.phantoms_on_map(anytime.side)
        busy = {getattr(procedure, "unit", -1) for procedure in p.stack} if present else set()
        return [unit for unit in present if unit not in busy]

    def pick(self, p: Field, anytime: Anytime, unit: Unit) -> None:
        remove_phantom(p, unit)
