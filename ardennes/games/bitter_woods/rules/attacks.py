"""9.1 An attack as it is declared, and what counts of the units in it: strength (9.2, 12.4, 21.3), endurance (9.3)."""

from __future__ import annotations

import re
from typing import NamedTuple

from ardennes.games.bitter_woods.rules.events import endurance_by_event
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.numbers import Hex, Unit
from ardennes.rules import fighting


class Attack(fighting.Attack):
    """9.1 One hex under attack."""

    support: tuple[Unit, ...] = ()
    air: bool = False
    angriff: bool = False
    """23.0 An attack on the move."""
    answer: tuple[Unit, ...] = ()
    answer_air: bool = False
    alone: bool = False
    """27.1 KG Peiper alone, without guns and aircraft."""
    scare: bool = False
    """19.0 SS panzers have frightened the defenders."""
    surprised: bool = False
    """31.0 A die has brought the shift of the first turn."""
    defenders: tuple[Unit, ...] = ()
    """Who was in the hex when the die was rolled."""
    origins: tuple[Hex, ...] = ()
    """Where the attack came from."""
    result: str = ""


def endurance(p: Field, unit: Unit) -> int:
    """9.3, 12.4, 21.3 A unit's endurance rating; one less out of supply, and one less shocked."""
    printed = p.face(unit).endurance
    if p.happened:
        printed = endurance_by_event(p, unit, printed)
    return printed - (not p.is_supplied(unit)) - p.shocked[unit]


def factors(p: Field, unit: Unit) -> int:
    """9.2, 21.3 A unit's combat strength; halved where it is shocked."""
    strength = p.face(unit).strength
    return halved(strength) if p.shocked[unit] else strength


def halved(strength: int) -> int:
    """9.1, 10.3, 12.4, 21.3 Half, fractions up, and never less than 1."""
    return max(1, (strength + 1) // 2)


class Result(NamedTuple):
    """9.5 What the table says: who retreats or is eliminated, with how many losses and hexes."""

    kind: str
    """D, A, DE, AE, CA, SU, ENG or FF; in the Angriff table ADV, NE, ENG or A."""
    losses: int
    hexes: int


def read(text: str) -> Result:
    """9.5 A result of the table.

    >>> read("1D3*")
    Result(kind='D', losses=1, hexes=3)
    """
    found = re.fullmatch(r"(1?)(A|D|ADV)([1-4])", text.rstrip("*"))
    if found is None:
        return Result(text.rstrip("*"), 0, 0)
    return Result(found[2], int(found[1] or 0), int(found[3]))
