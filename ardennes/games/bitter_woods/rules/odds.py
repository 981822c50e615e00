"""9.1 to 9.4 An attack: its strengths, column shifts and die modifiers, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.references import Hex, Unit
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.opening import is_surprise
from ardennes.games.bitter_woods.rules.pieces import COLUMNS, FIRST_ROW, GERMAN, LAST_ROW
from ardennes.games.bitter_woods.rules.positions import is_dug_in
from ardennes.games.bitter_woods.rules.terrain import ROUGH, TOWN
from ardennes.rules import fighting
from ardennes.rules.odds import odds_column

MOST_SHIFTS, MOST_MODIFIERS = 2, 2
"""9.1 No more columns to either side, and no more on the die."""
ROCKET_DEFENCE = 1


class Attack(fighting.Attack):
    """9.1 One hex under attack."""

    support: tuple[Unit, ...] = ()
    air: bool = False
    answer: tuple[Unit, ...] = ()
    answer_air: bool = False
    defenders: tuple[Unit, ...] = ()
    """Who was in the hex when the die was rolled."""
    origins: tuple[Hex, ...] = ()
    """Where the attack came from."""
    result: str = ""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """What a combat comes down to before the die is rolled."""

    attack: Tally
    defence: Tally
    right: Tally
    left: Tally
    die: Tally
    printed: int
    """The column of the strengths alone."""

    @property
    def column(self) -> int:
        """9.1 First the attacker's shifts, two at most and no farther than the last column; then the defender's."""
        column = min(len(COLUMNS) - 1, self.printed + min(MOST_SHIFTS, self.right.total))
        return max(0, column - min(MOST_SHIFTS, self.left.total))

    @property
    def modifier(self) -> int:
        return max(-MOST_MODIFIERS, min(MOST_MODIFIERS, self.die.total))


def odds(p: Field, attack: Attack) -> Odds:
    """9.2 Odds rounded in the defender's favour; below and above the table its first and last column."""
    strength, defence = attack_strength(p, attack), defence_strength(p, attack)
    printed = max(0, odds_column(COLUMNS, strength.total, defence.total))
    return Odds(
        strength,
        defence,
        Tally.of(right_shifts(p, attack)),
        Tally.of(left_shifts(p, attack)),
        Tally.of(die_modifiers(p, attack)),
        printed,
    )


# --- strength --------------------------------------------------------------------------------------------


def attack_strength(p: Field, attack: Attack) -> Tally:
    """9.2, 10.2, 12.4 Attackers, halved out of supply, and guns."""
    entries = []
    for unit in attack.attackers:
        strength = p.face(unit).strength
        entries.append(Modifier("unit", strength if p.is_supplied(unit) else halved(strength), "9.2", {"unit": unit}))
    return Tally.of(entries + _guns(p, attack.support))


def defence_strength(p: Field, attack: Attack) -> Tally:
    """9.1, 9.4, 10.3 All units in the hex together: those that fight doubled in a town or behind a river, corps
    artillery halved, rockets 1; and guns that support them."""
    doubled = p.data.terrain[attack.target] == TOWN or all_across_river(p, attack)
    entries = []
    for unit in p.units_in(attack.target):
        piece, strength = p.data.counters[unit], p.face(unit).strength
        if piece.kind == "rockets":
            entries.append(Modifier("rockets", ROCKET_DEFENCE, "10.4", {"unit": unit}))
        elif piece.artillery:
            entries.append(Modifier("guns-beside", halved(strength), "10.3", {"unit": unit}))
        elif piece.fighter:
            entries.append(Modifier("unit", strength, "9.2", {"unit": unit}))
            if doubled:
                entries.append(Modifier("doubled", strength, "9.4", {"unit": unit}))
    return Tally.of(entries + _guns(p, attack.answer))


def halved(strength: int) -> int:
    """9.1, 10.3, 12.4 Half, fractions up, and never less than 1."""
    return max(1, (strength + 1) // 2)


def _guns(p: Field, guns: Iterable[int]) -> list[Modifier]:
    return [Modifier("guns", p.face(gun).strength, "10.2", {"unit": gun}) for gun in guns]


def all_across_river(p: Field, attack: Attack) -> bool:
    """9.4 Whether every attacker attacks across a river or the Meuse, bridged or not; guns and rockets do not count."""
    board = p.data.board
    return bool(attack.attackers) and all(
        board.river[board.side(p.where[unit], attack.target)] for unit in attack.attackers
    )


# --- shifts and die --------------------------------------------------------------------------------------


def right_shifts(p: Field, attack: Attack) -> list[Modifier]:
    """11.2, 15.1 What helps the attacker; 9.2 aircraft of both sides cancel each other."""
    surprise = attack.side == GERMAN and is_surprise(p)
    return [
        Modifier("surprise", int(surprise), "15.1"),
        Modifier("air-support", int(attack.air and not attack.answer_air), "11.2"),
    ]


def left_shifts(p: Field, attack: Attack) -> list[Modifier]:
    """9.4, 11.2 What helps the defender."""
    terrain = p.data.terrain[attack.target]
    return [
        Modifier("rough", int(terrain in ROUGH), "9.4"),
        Modifier("town-across-river", int(terrain == TOWN and all_across_river(p, attack)), "9.4"),
        Modifier("defending-air", int(attack.answer_air and not attack.air), "11.2"),
    ]


def endurance(p: Field, unit: int) -> int:
    """9.3, 12.4 A unit's endurance rating; one less out of supply."""
    return p.face(unit).endurance - (not p.is_supplied(unit))


def die_modifiers(p: Field, attack: Attack) -> list[Modifier]:
    """9.3 The best endurance on either side, guns included; 8.1 a position cancels the attacker's lead."""
    attacking = [endurance(p, unit) for unit in (*attack.attackers, *attack.support)]
    defending = [endurance(p, unit) for unit in (*p.units_in(attack.target), *attack.answer)]
    lead = max(attacking, default=0) - max(defending, default=0)
    if lead > 0:
        return [Modifier("endurance", 0 if is_dug_in(p, attack.target) else -1, "9.3")]
    return [Modifier("endurance", int(lead < 0), "9.3")]


# --- the table -------------------------------------------------------------------------------------------


class Result(NamedTuple):
    """9.5 What the table says: who retreats or is eliminated, with how many losses and hexes."""

    kind: str
    """D, A, DE, AE, CA, SU, ENG or FF."""
    losses: int
    hexes: int


def read(text: str) -> Result:
    """9.5 A result of the table.

    >>> read("1D3*")
    Result(kind='D', losses=1, hexes=3)
    """
    found = re.fullmatch(r"(1?)([AD])([1-4])", text.rstrip("*"))
    if found is None:
        return Result(text.rstrip("*"), 0, 0)
    return Result(found[2], int(found[1] or 0), int(found[3]))


def result(p: Field, found: Odds, roll: int) -> str:
    """9.2 The modified die in the column."""
    row = max(FIRST_ROW, min(LAST_ROW, roll + found.modifier))
    return p.data.results[row][found.column]
