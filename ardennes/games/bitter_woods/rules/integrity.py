"""18.0 Divisional integrity (option): flanking attacks and coordinated defence by divisions that fight together."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.modifiers import Modifier
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.positions import is_fortified
from ardennes.games.bitter_woods.rules.terrain import is_meuse
from ardennes.numbers import Hex, Unit

TOGETHER = 3
"""18.1, 18.2 How many units of a division must take part, or stand together."""
STEADY = 5
"""18.1, 18.2 The endurance rating that counts."""


def integrity_modifiers(p: Field, attack: Attack) -> list[Modifier]:
    """18.1, 18.2, 18.3 One off the die for a flanking attack, one more for a coordinated defence; neither where both
    sides have divisional integrity, whatever lies between them."""
    flanks, coordinated = is_flanking(p, attack), is_coordinated(p, attack.target)
    cancelled = is_fortified(p, attack.target) or is_across_meuse(p, attack)
    return [
        Modifier("flanking", -int(flanks and not coordinated and not cancelled), "18.1"),
        Modifier("coordinated", int(coordinated and not flanks), "18.2"),
    ]


def is_flanking(p: Field, attack: Attack) -> bool:
    """18.1 From three hexes or from two that are not adjacent, with three units of a German mechanized division, or of
    an Allied one that have an endurance rating of 5 or more."""
    hexes = {p.where[unit] for unit in attack.attackers}
    around = p.data.board.around
    apart = len(hexes) >= TOGETHER or any(other not in (hex, *around(hex)) for hex in hexes for other in hexes)
    if not apart:
        return False
    able = [unit for unit in attack.attackers if attack.side == GERMAN or endurance(p, unit) >= STEADY]
    return any(is_enough(p, division, able) for division in set(_divisions(p, able)))


def is_coordinated(p: Field, target: Hex) -> bool:
    """18.2 The hex holds one of three units of a division with an endurance rating of 5 or more, each stacked with or
    beside another unit of the division."""
    for division in set(_divisions(p, p.units_in(target))):
        steady = standing_together(p, division)
        if is_enough(p, division, steady) and any(p.where[unit] == target for unit in steady):
            return True
    return False


def is_enough(p: Field, division: str, units: Iterable[Unit]) -> bool:
    """18.1, 18.2 Three units of a division; 36.4 of that with Peiper's battalions on the map four that are named."""
    own = [unit for unit in units if p.data.division_of[unit] == division]
    if p.data.battalions.isdisjoint(members(p, division)):
        return len(own) >= TOGETHER
    return {p.data.counters[unit].id for unit in own}.issuperset(p.data.named.peiper_division)


def standing_together(p: Field, division: str) -> list[Unit]:
    """18.2 The steady units of a division that have another of it in or beside their hex."""
    units, around = members(p, division), p.data.board.around
    return [
        unit
        for unit in units
        if endurance(p, unit) >= STEADY
        and any(p.where[other] in (p.where[unit], *around(p.where[unit])) for other in units if other != unit)
    ]


def members(p: Field, division: str) -> list[Unit]:
    """The units of a division that are on the map."""
    return [unit for unit in p.data.divisions[division] if p.where[unit] >= 0]


def _divisions(p: Field, units: Iterable[Unit]) -> list[str]:
    """18.1, 18.3 The division of each unit whose division can have integrity: not a German one of infantry, nor one
    with a unit that is shocked or out of supply."""
    found = [p.data.division_of[unit] for unit in units]
    return [division for division in found if division and _is_whole(p, division)]


def _is_whole(p: Field, division: str) -> bool:
    return all(p.is_supplied(unit) and not p.shocked[unit] for unit in members(p, division))


def is_across_meuse(p: Field, attack: Attack) -> bool:
    """18.3 Whether an attacker strikes across the Meuse, or all do where that is played."""
    board = p.data.board
    across = [is_meuse(board, board.side(p.where[unit], attack.target)) for unit in attack.attackers]
    return all(across) if "all_across_meuse" in p.data.options else any(across)
