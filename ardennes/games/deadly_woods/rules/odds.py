"""11.1, 11.2.1, 11.3.2 An attack, its strengths, column shifts and die modifiers, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import COLUMNS, GERMAN
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.support import rockets
from ardennes.games.deadly_woods.rules.terrain import CLEAR, FOREST, ROUGH, WOODS
from ardennes.numbers import Hex, Hexside, Side, Unit
from ardennes.rules import fighting
from ardennes.rules.odds import odds_column, read_result, shifted

VILLAGE_FACTOR = 1
PEIPER_BONUS, PLUS_TWO = 1, 2
AUTOMATIC = "AL1"
"""11.3.2 The result of odds too low for the table."""


class Attack(fighting.Attack):
    """11.1 One hex under attack."""

    conversion: bool = False
    """11.3.3 The attacker may turn a retreat into a loss for both."""
    support: tuple[Unit, ...] = ()
    doubled: tuple[Unit, ...] = ()
    answer: tuple[Unit, ...] = ()
    """The defender's artillery and engineers."""
    sides: tuple[Hexside, ...] = ()
    """The hexsides the attack comes across."""
    result: str = ""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """What a combat comes down to before the die is rolled."""

    attack: Tally
    defence: Tally
    shifts: Tally
    die: Tally
    printed: int
    """The column of the strengths alone; -1 below the table."""

    @property
    def column(self) -> int:
        """11.3.2 The column to roll on; -1 for an automatic loss, before or after the shifts."""
        return -1 if self.printed < 0 else shifted(COLUMNS, self.printed, self.shifts.total)


def odds(p: Field, attack: Attack) -> Odds:
    """11.3.2 Odds rounded in the defender's favour, then all shifts together."""
    strength, defence = attack_strength(p, attack), defence_strength(p, attack.target, attack.answer)
    printed = odds_column(COLUMNS, strength.total, defence.total)
    moved = shifts(p, attack.side, attack.target, attack.attackers, attack.answer)
    return Odds(strength, defence, moved, Tally.of(die_modifiers(p, attack)), printed)


# --- strength ----------------------------------------------------------------------------------------


def attack_strength(p: Field, attack: Attack) -> Tally:
    """11.3.2, 12.2 Attack factors, guns and rockets."""
    entries = [Modifier("unit", p.face(unit).attack, "11.3.2", {"unit": unit}) for unit in attack.attackers]
    for asset in attack.support:
        kind = p.data.counters[asset].kind
        if kind == "nebelwerfer":
            strength = rockets(p, asset, attack.target, asset in attack.doubled)
            entries.append(Modifier("rockets", strength, "12.2", {"unit": asset}))
        elif kind == "artillery":
            entries.append(_guns(p, asset))
    return Tally.of(entries)


@derived(Until.ANY_CHANGE)
def defence_strength(p: Field, target: Hex, answer: tuple[Unit, ...]) -> Tally:
    """11.3.2 Defence factors, doubled for German infantry in the Westwall; one more in a Village; guns."""
    entries = []
    for unit in p.combat_units_in(target):
        defence = p.face(unit).defence
        entries.append(Modifier("unit", defence, "11.3.2", {"unit": unit}))
        piece = p.data.counters[unit]
        if target in p.data.westwall and piece.side == GERMAN and piece.infantry:
            entries.append(Modifier("westwall", defence, "11.3.2", {"unit": unit}))
    if target in p.data.villages:
        entries.append(Modifier("village", VILLAGE_FACTOR, "11.3.2"))
    return Tally.of(entries + [_guns(p, asset) for asset in answer if p.data.counters[asset].kind == "artillery"])


def _guns(p: Field, asset: Unit) -> Modifier:
    return Modifier("guns", p.data.counters[asset].guns, "12.2", {"unit": asset})


# --- shifts ------------------------------------------------------------------------------------------


@derived(Until.ANY_CHANGE)
def shifts(p: Field, side: Side, target: Hex, attackers: tuple[Unit, ...], answer: tuple[int, ...]) -> Tally:
    """11.2.1, 11.3.2, 12.4.2 Columns to the left (-) and to the right (+), whatever the attacker's guns."""
    terrain, town, defenders = p.data.terrain[target], target in p.data.towns, p.combat_units_in(target)
    infantry = any(p.data.counters[unit].infantry for unit in defenders)
    woods = terrain in (WOODS, FOREST) and not (town and "one_cover_shift" in p.data.options)
    covers = {
        "town": infantry and town,
        "woods": infantry and woods,
        "rough": terrain == ROUGH,
        "across-river": all(is_across_river(p, unit, target) for unit in attackers),
    }
    found = [Modifier(code, -1, "11.3.2") for code, helps in covers.items() if helps]
    if terrain == CLEAR and not town:
        found.append(_armor_shift(p, target, attackers, defenders))
    if any(not is_supplied(p, unit) for unit in defenders):
        found.append(Modifier("defender-out-of-supply", 1, "11.3.2"))
    found += [
        Modifier("engineers", -1, "12.4.2", {"unit": asset})
        for asset in answer
        if p.data.counters[asset].kind == "engineer"
    ]
    if any(is_alone(p, unit) for unit in attackers):
        found.append(Modifier("attackers-scattered", -1, "11.2.1"))
    if side == GERMAN and any(is_alone(p, unit) for unit in defenders):
        found.append(Modifier("defenders-scattered", 1, "11.2.1"))
    return Tally.of(found)


def is_across_river(p: Field, unit: Unit, target: Hex) -> bool:
    """11.3.2 Whether a unit attacks across a river hexside, bridged or not."""
    board = p.data.board
    return bool(board.river[board.side(p.where[unit], target)])


def _armor_shift(p: Field, target: Hex, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Modifier:
    """11.3.2 In clear terrain: armor defends better where no armor attacks (8.3 but not out of supply), and attacks
    better where no armor defends, if some of it does not attack across a river."""
    attacking = [unit for unit in attackers if p.is_armor(unit)]
    defending = [unit for unit in defenders if p.is_armor(unit)]
    if not attacking:
        supplied = any(is_supplied(p, unit) for unit in defending)
        return Modifier("armor-defends", -1 if supplied else 0, "11.3.2")
    rolls = not defending and any(not is_across_river(p, unit, target) for unit in attacking)
    return Modifier("armor-attacks", 1 if rolls else 0, "11.3.2")


@derived(Until.ANY_MOVE)
def is_alone(p: Field, unit: Unit) -> bool:
    """11.2.1 Whether a unit of a division has no other unit of it within 3 hexes."""
    piece = p.data.counters[unit]
    if not piece.division:
        return False
    near, division = p.data.within_three[p.where[unit]], p.data.divisions[piece.side, piece.division]
    return not any(other != unit and p.where[other] in near for other in division)


def die_modifiers(p: Field, attack: Attack) -> list[Modifier]:
    """11.3.2 Peiper adds 1 on turn 1; 16.1 with the +2 asset in play he does not."""
    counters = p.data.counters
    if any(counters[asset].kind == "plus-two" for asset in attack.support):
        return [Modifier("plus-two", PLUS_TWO, "16.1")]
    peiper = any(counters[unit].special == "peiper" for unit in attack.attackers)
    bonus = peiper and p.turn <= p.data.named.turns.peiper_until and "plus_two" not in p.data.options
    return [Modifier("peiper", PEIPER_BONUS if bonus else 0, "11.3.2")]


def result(p: Field, found: Odds, roll: int) -> str:
    """11.3.3 The die and its modifiers on the final column; rolls off the table use its last row."""
    return read_result(p.data.results, found.column, roll + found.die.total)
