"""10.0, 10.3 to 10.6 Strengths, terrain line, odds and shifts of an attack, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.artillery import barrage_of, ground_line, protection_of
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, as_declared, near_guns
from ardennes.games.wacht_am_rhein.rules.duties import BATTALIONS, COMPANIES, takes_slot
from ardennes.games.wacht_am_rhein.rules.field import DEFENDED, ENTRENCHED, FIRED, IMPROVED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN
from ardennes.numbers import Hex, Unit
from ardennes.rules.odds import odds_column

LINES = ("clear", "broken", "woods", "town", "river")
"""10.76 The lines of the table, from the worst for the defender to the best."""
LINE_OF = {"village": "woods"}
REGIMENTAL = ("infantry", "mechanized", "parachute", "glider")
"""10.43"""
NO_PARTNERS = ("artillery", "anti-tank", "tank", "headquarters")
"""10.51 Kinds that are no partners in combined arms; WAR-R91 nor are headquarters."""
LAST_COLUMN = 12


class Odds(msgspec.Struct, frozen=True, gc=False):
    """What a combat comes down to before the die is rolled."""

    attack: Tally
    defence: Tally
    line: str
    printed: int
    """The column of the strengths alone, from 0; -1 below the lowest."""
    shifts: Tally

    @property
    def column(self) -> int:
        """10.76, 16.11 The column to roll on: strengths cut to the table, then all shifts together, then cut again."""
        return cut(cut(self.printed) + self.shifts.total)


def cut(column: int) -> int:
    """10.62 Below the lowest column the first is used, above the highest the last (WAR-R23)."""
    return max(0, min(LAST_COLUMN, column))


def odds(p: Field, attack: Attack) -> Odds:
    """10.0 The strengths of both sides, the line, the column and the shifts of an attack."""
    return _odds(p, msgspec.structs.astuple(attack))


@derived(Until.ANY_CHANGE)
def _odds(p: Field, declared: tuple[Any, ...]) -> Odds:
    attack = as_declared(declared)
    return Odds(*before_shifts(p, attack), Tally.of(shifts(p, attack)))


def before_shifts(p: Field, attack: Attack) -> tuple[Tally, Tally, str, int]:
    """10.0, 10.3 Attack and defence, the line, and the column that they come to."""
    strength = Tally.of((*unit_strengths(p, attack.attackers), *barrage_of(p, attack)))
    defence, line = defence_against(p, attack), line_of(p, attack)
    return strength, defence, line, odds_column(p.data.columns[line], strength.total, defence.total)


def defence_against(p: Field, attack: Attack) -> Tally:
    """10.23, 11.43 The defence of the hexes under attack, with protective fire."""
    return _defence(p, attack.targets, attack.answer, attack.air_answer)


@derived(Until.ANY_CHANGE)
def _defence(p: Field, targets: tuple[Hex, ...], answer: tuple[Unit, ...], air_answer: int) -> Tally:
    """The same for many attacks on the same hexes."""
    return Tally.of((*defence_strengths(p, targets), *protection_of(p, targets, answer, air_answer)))


def printed_column(p: Field, attack: Attack) -> int:
    """The column of an attack before shifts; -1 below the lowest."""
    return before_shifts(p, attack)[3]


def is_below_minimum(p: Field, attack: Attack) -> bool:
    """10.62, WAR-R24 Whether an attack does not reach the lowest odds of its line, before protective fire and shifts,
    and before headquarters leave."""
    if attack.checked:
        return False
    bare = msgspec.structs.replace(attack, answer=(), air_answer=0, left=())
    return printed_column(p, bare) < 0


# --- strengths ---------------------------------------------------------------------------------------


def unit_strengths(p: Field, units: Iterable[Unit]) -> Iterator[Modifier]:
    """10.0 The attack strengths of units."""
    for unit in units:
        yield Modifier("unit", effects.attack(p, unit, p.face(unit).attack), "10.0", {"unit": unit})


@derived(Until.ANY_CHANGE)
def defence_strengths(p: Field, targets: tuple[Hex, ...]) -> list[Modifier]:
    """10.23, 16.21 The defence strengths of those who fight in each hex, doubled in entrenchments."""
    found = []
    for hex in targets:
        for unit in defenders_in(p, hex):
            strength = defence_of(p, unit)
            found.append(Modifier("unit", strength, "10.23", {"unit": unit}))
            if is_entrenched(p, unit):
                found.append(Modifier("entrenched", strength, "16.21", {"unit": unit}))
    return found


def defence_of(p: Field, unit: Unit) -> int:
    """11.51 Of a gun, that of its Out of Battery side, whichever is up; halved before it is doubled (WAR-R102)."""
    return effects.defence(p, unit, p.face(unit).defence)


def is_entrenched(p: Field, unit: Unit) -> bool:
    return (p.positions[p.where[unit]] == ENTRENCHED or p.is_in_westwall(unit)) and p.is_in_position(unit)


def defenders_in(p: Field, hex: Hex) -> list[Unit]:
    """9.34, 10.23 Who fights for a hex: the two strongest battalions and the strongest company of those that have not
    been attacked before (10.86), guns first that have used their protective fire and so the places of their hex (9.31);
    a headquarters only where nobody else is (WAR-R109)."""
    here = [unit for unit in p.units_in(hex) if not p.fought[unit] & DEFENDED]
    fighting = [unit for unit in here if not p.data.counters[unit].headquarters]
    if not fighting:
        return here[:1]
    weight = {unit: defence_of(p, unit) * (1 + is_entrenched(p, unit)) for unit in fighting}
    bound = {unit for unit in fighting if p.fought[unit] & FIRED and takes_slot(p, unit)}
    ranked = sorted(fighting, key=lambda unit: (unit not in bound, -weight[unit], unit))
    battalions = [unit for unit in ranked if p.data.counters[unit].battalion]
    companies = [unit for unit in ranked if not p.data.counters[unit].battalion]
    return battalions[:BATTALIONS] + companies[:COMPANIES]


# --- the line ----------------------------------------------------------------------------------------


def line_of(p: Field, attack: Attack) -> str:
    """10.26 The line best for the defender, over all hexes under attack."""
    return max((line_in(p, attack, hex) for hex in attack.targets), key=LINES.index)


def line_in(p: Field, attack: Attack, hex: Hex) -> str:
    """10.3, 12.12 The line of a hex: behind a river if everybody beside it attacks across one; at Night that of Woods,
    but for rivers and Towns."""
    if is_behind_river(p, attack, hex):
        return "river"
    ground = ground_line(p, hex)
    line = LINE_OF.get(ground, ground)
    return "woods" if p.is_night() and line != "town" else line


def is_behind_river(p: Field, attack: Attack, hex: Hex) -> bool:
    """10.76, WAR-R103 Whether all attackers beside a hex come across a River or Ford, bridged or not; guns farther away
    do not matter, and alone leave the hex its own line."""
    board = p.data.board
    around = board.around(hex)
    beside = [p.where[unit] for unit in (*attack.attackers, *near_guns(p, attack)) if p.where[unit] in around]
    return bool(beside) and all(board.side(here, hex) in p.data.rivers for here in beside)


# --- shifts ------------------------------------------------------------------------------------------


def shifts(p: Field, attack: Attack) -> Iterator[Modifier]:
    """10.76 Columns to the right (+) and to the left (-), at most one of each kind (errata 10.4); an attacker has none
    in a Barrage attack."""
    defended = [present(p, hex) for hex in attack.targets]
    if not attack.barrage:
        stacks = attacking_stacks(p, attack)
        if any(is_regimental(p, stack, attack.attackers) for stack in stacks):
            yield Modifier("regimental-integrity", 1, "10.42")
        if any(is_combined(p, stack, ("tank",)) for stack in stacks):
            yield Modifier("combined-arms", 1, "10.52")
            if any(is_combined(p, stack, ("tank", "anti-tank")) for stack in defended):
                yield Modifier("combined-arms-cancelled", -1, "10.54")
        if attack.side == GERMAN and p.is_first_day():
            yield Modifier("surprise", 1, "25.14a")
    fighting = [unit for hex in attack.targets for unit in defenders_in(p, hex)]
    if any(is_regimental(p, stack, fighting) for stack in defended):
        yield Modifier("regimental-integrity", -1, "10.42")
    whole = all if "shift_needs_all" in p.data.options else any
    if whole(p.positions[hex] == IMPROVED and any(map(p.is_in_position, present(p, hex))) for hex in attack.targets):
        yield Modifier("improved-positions", -1, "16.11")


def present(p: Field, hex: Hex) -> list[Unit]:
    """10.55, 10.86 Who counts for the bonuses of a defended hex: all but those who retreated there."""
    return [unit for unit in p.units_in(hex) if not p.fought[unit] & DEFENDED]


def attacking_stacks(p: Field, attack: Attack) -> list[list[Unit]]:
    """The stacks that attack, bystanders too."""
    return [list(p.units_in(hex)) for hex in sorted({p.where[unit] for unit in attack.attackers})]


def is_regimental(p: Field, stack: Iterable[Unit], fighting: Iterable[Unit]) -> bool:
    """10.41, 10.44 Two battalions of a regiment in a stack, one of them in the fight."""
    regiments: dict[tuple[str, str, str], list[int]] = {}
    for unit in stack:
        piece = p.data.counters[unit]
        if piece.battalion and piece.regiment and piece.kind in REGIMENTAL:
            regiments.setdefault((piece.nation, piece.regiment, piece.formation), []).append(unit)
    taking = set(fighting)
    return any(len(units) > 1 and not taking.isdisjoint(units) for units in regiments.values())


def is_combined(p: Field, stack: Iterable[Unit], armed: tuple[str, ...]) -> bool:
    """10.51, 10.53, 10.55 Tanks, or for the defender anti-tank guns, with a unit of another arm in the same stack."""
    kinds = {p.data.counters[unit].kind for unit in stack}
    return not kinds.isdisjoint(armed) and not kinds <= set(NO_PARTNERS)
