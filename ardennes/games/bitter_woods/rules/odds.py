"""9.1 to 9.4 An attack: its strengths, column shifts and die modifiers, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.engine.modifiers import Modifier, Tally
from ardennes.games.bitter_woods.rules.allies import discord
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance, factors, halved
from ardennes.games.bitter_woods.rules.details import combined_arms, surprise_shift
from ardennes.games.bitter_woods.rules.events import atrocities
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.integrity import integrity_modifiers
from ardennes.games.bitter_woods.rules.orders import planned_shift
from ardennes.games.bitter_woods.rules.pieces import ALLIED, ANGRIFF_COLUMNS, COLUMNS, FIRST_ROW, GERMAN, LAST_ROW
from ardennes.games.bitter_woods.rules.positions import is_dug_in
from ardennes.games.bitter_woods.rules.terrain import ROUGH, TOWN
from ardennes.numbers import Unit
from ardennes.rules.odds import odds_column

MOST_SHIFTS, MOST_MODIFIERS = 2, 2
"""9.1 No more columns to either side, and no more on the die."""
ROCKET_DEFENCE = 1
ANGRIFF_FROM, ANGRIFF_TO = COLUMNS.index(ANGRIFF_COLUMNS[0]), COLUMNS.index(ANGRIFF_COLUMNS[-1])
"""23.1, 23.2 The first and the last column of the Angriff table."""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """What a combat comes down to before the die is rolled."""

    attack: Tally
    defence: Tally
    right: Tally
    left: Tally
    die: Tally
    printed: int
    """The column of the strengths alone."""
    angriff: bool = False
    """23.1 An Angriff with the odds for it."""

    @property
    def column(self) -> int:
        """9.1 First the attacker's shifts, two at most and no farther than the last column; then the defender's."""
        last = ANGRIFF_TO if self.angriff else len(COLUMNS) - 1
        column = min(last, self.printed + min(MOST_SHIFTS, self.right.total))
        return max(0, column - min(MOST_SHIFTS, self.left.total))

    @property
    def is_angriff(self) -> bool:
        """23.1 Whether the die is read in the Angriff table; where the odds have fallen below 2-1, it is not."""
        return self.angriff and self.column >= ANGRIFF_FROM

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
        attack.angriff and printed >= ANGRIFF_FROM,
    )


# --- strength --------------------------------------------------------------------------------------------


def attack_strength(p: Field, attack: Attack) -> Tally:
    """9.2, 10.2, 12.4, 21.3 Attackers, halved out of supply, and guns."""
    entries = []
    for unit in attack.attackers:
        strength = factors(p, unit)
        entries.append(Modifier("unit", strength if p.is_supplied(unit) else halved(strength), "9.2", {"unit": unit}))
    return Tally.of(entries + _guns(p, attack.support))


def defence_strength(p: Field, attack: Attack) -> Tally:
    """9.1, 9.4, 10.3 All units in the hex together: those that fight doubled in a town or behind a river, corps
    artillery halved, rockets 1; and guns that support them."""
    doubled = p.data.terrain[attack.target] == TOWN or all_across_river(p, attack)
    entries = []
    for unit in p.units_in(attack.target):
        piece, strength = p.data.counters[unit], factors(p, unit)
        if piece.kind == "rockets":
            entries.append(Modifier("rockets", ROCKET_DEFENCE, "10.4", {"unit": unit}))
        elif piece.artillery:
            entries.append(Modifier("guns-beside", halved(strength), "10.3", {"unit": unit}))
        elif piece.fighter:
            entries.append(Modifier("unit", strength, "9.2", {"unit": unit}))
            if doubled:
                entries.append(Modifier("doubled", strength, "9.4", {"unit": unit}))
    return Tally.of(entries + _guns(p, attack.answer))


def _guns(p: Field, guns: Iterable[Unit]) -> list[Modifier]:
    return [Modifier("guns", factors(p, gun), "10.2", {"unit": gun}) for gun in guns]


def all_across_river(p: Field, attack: Attack) -> bool:
    """9.4 Whether every attacker attacks across a river or the Meuse, bridged or not; guns and rockets do not count."""
    board = p.data.board
    return bool(attack.attackers) and all(
        board.river[board.side(p.where[unit], attack.target)] for unit in attack.attackers
    )


# --- shifts and die --------------------------------------------------------------------------------------


def right_shifts(p: Field, attack: Attack) -> list[Modifier]:
    """11.2, 15.1, 19.0 What helps the attacker; 9.2 aircraft of both sides cancel each other."""
    return [
        surprise_shift(p, attack),
        combined_arms(p, attack),
        Modifier("panzer-scare", int(attack.scare), "19.0"),
        planned_shift(p, attack.attackers),
        discord(p, attack, GERMAN),
        Modifier("air-support", int(attack.air and not attack.answer_air), "11.2"),
    ]


def left_shifts(p: Field, attack: Attack) -> list[Modifier]:
    """9.4, 11.2 What helps the defender."""
    terrain = p.data.terrain[attack.target]
    return [
        Modifier("rough", int(terrain in ROUGH), "9.4"),
        Modifier("snow", int(is_snowing(p)), "2.9"),
        discord(p, attack, ALLIED),
        Modifier("town-across-river", int(terrain == TOWN and all_across_river(p, attack)), "9.4"),
        Modifier("defending-air", int(attack.answer_air and not attack.air), "11.2"),
    ]


def is_snowing(p: Field) -> bool:
    """2.9 In snow the defender has a shift, and advances are half as long."""
    return p.data.turns[p.turn - 1].ground == "snow"


def die_modifiers(p: Field, attack: Attack) -> list[Modifier]:
    """9.3 The best endurance on either side, guns included; 8.1 a position cancels the attacker's lead;
    18.0 divisional integrity; 29.0 American resolve."""
    attacking = [endurance(p, unit) for unit in (*attack.attackers, *attack.support)]
    defending = [endurance(p, unit) for unit in (*p.units_in(attack.target), *attack.answer)]
    lead = max(attacking, default=0) - max(defending, default=0)
    better = -1 if lead > 0 and not is_dug_in(p, attack.target) else int(lead < 0)
    entries = [Modifier("endurance", better, "9.3")]
    if p.happened:
        entries.append(atrocities(p, attack.side, attack.attackers))
    return entries + integrity_modifiers(p, attack) if "integrity" in p.data.options else entries


# --- the table -------------------------------------------------------------------------------------------


def result(p: Field, found: Odds, roll: int) -> str:
    """9.2, 23.2 The modified die in the column."""
    row = max(FIRST_ROW, min(LAST_ROW, roll + found.modifier))
    if found.is_angriff:
        return p.data.angriff[row][found.column - ANGRIFF_FROM]
    return p.data.results[row][found.column]
