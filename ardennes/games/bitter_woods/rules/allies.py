"""28.0 Inter-Allied cooperation (option): the British stay beyond the Meuse and do not mix well with US units."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.modifiers import Modifier
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED
from ardennes.games.bitter_woods.rules.terrain import is_meuse
from ardennes.numbers import Hex, Hexside, Side, Unit

NORTH_BANK, BOTH_NATIONS = "north-bank", "both-nations"
"""The traits of who may not cross the Meuse, and of who goes with either nation."""


def is_played(p: Field) -> bool:
    return "cooperation" in p.data.options


def stays_on_bank(p: Field, unit: Unit) -> bool:
    """28.1 Whether a unit may not cross the Meuse of its own will."""
    return is_played(p) and NORTH_BANK in p.data.counters[unit].words


def may_cross(p: Field, unit: Unit, hexside: Hexside) -> bool:
    """28.1 Whether a unit may go over a hexside that could be the Meuse."""
    return not (stays_on_bank(p, unit) and is_meuse(p.data.board, hexside))


def get_along(p: Field, unit: Unit, others: Iterable[int]) -> bool:
    """28.2 Whether a unit may join others in a hex: British and US units do not stack of their own will."""
    counters = p.data.counters
    piece = counters[unit]
    if piece.side != ALLIED or not is_played(p) or BOTH_NATIONS in piece.words:
        return True
    return all(counters[other].nation == piece.nation or BOTH_NATIONS in counters[other].words for other in others)


def foreign_hexes(p: Field, unit: Unit) -> list[Hex]:
    """28.2 The hexes where a unit may not end its move because of who is there."""
    if not is_played(p) or p.data.sides[unit] != ALLIED:
        return []
    where = p.where
    return sorted({where[other] for other in p.on_map(ALLIED) if not get_along(p, unit, [other])})


def nations(p: Field, units: Iterable[Unit]) -> set[str]:
    """The Allied nations of some units, leaders apart."""
    pieces = [p.data.counters[unit] for unit in units]
    return {piece.nation for piece in pieces if piece.side == ALLIED and piece.combat_unit}


def fights_for(p: Field, gun: Unit, units: Iterable[Unit]) -> bool:
    """28.4 Whether a gun may support these units: one at least is of its nation."""
    if not is_played(p) or p.data.sides[gun] != ALLIED:
        return True
    return p.data.counters[gun].nation in nations(p, units)


def discord(p: Field, attack: Attack, side: Side) -> Modifier:
    """28.3 The shift for the Germans, attacking (``side`` is theirs) or attacked, where both nations take part."""
    if not is_played(p) or attack.side != side:
        return Modifier("discord", 0, "28.3")
    taking_part = (*attack.attackers, *attack.support, *p.units_in(attack.target), *attack.answer)
    return Modifier("discord", int(len(nations(p, taking_part)) > 1), "28.3")
