"""10.76 What comes of an attack: the die on the column of its odds, and every result with its chance before it is
rolled."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

import msgspec

from ardennes.engine.dice import every_branch
from ardennes.engine.procedure import About
from ardennes.engine.texts import Argument, Text
from ardennes.games.wacht_am_rhein.rules.artillery import AIR_FOR_ONE, defended, protecting, protective_points
from ardennes.games.wacht_am_rhein.rules.attacks import HOPELESS, NOTHING, WITHDRAWN, Attack
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.green import every_roll
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_defence
from ardennes.games.wacht_am_rhein.rules.odds import cut, defence_against, defenders_in, is_below_minimum, odds
from ardennes.games.wacht_am_rhein.rules.outcomes import read
from ardennes.games.wacht_am_rhein.rules.withdrawal import lone_headquarters
from ardennes.rules import fighting
from ardennes.rules.odds import odds_column, read_result

NO_RESULT = "none"
"""25.14c Nobody is left to attack."""


def result_without_die(p: Field, attack: Attack) -> str:
    """10.62, 10.87, 25.14c What an attack leads to where no die is rolled; NOTHING where one is. WAR-R147 Guns that
    helped do not go on without the units they helped."""
    if attack.result:
        return attack.result
    if not attack.targets or not any(defenders_in(p, hex) for hex in attack.targets):
        return WITHDRAWN
    if not (attack.attackers or attack.barrage):
        return NO_RESULT
    return NOTHING


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    """10.76 Every result of an attack with its chance."""
    if not attack.barrage and is_below_minimum(p, attack):
        return {HOPELESS: Fraction(1)}
    found: dict[str, Fraction] = {}
    for after, declared, chance in every_roll(p, attack):
        certain = result_without_die(after, declared)
        column = 0 if certain else odds(after, declared).column
        results = {certain: Fraction(1)} if certain else by_column(p, column)
        for result, likely in results.items():
            found[result] = found.get(result, Fraction(0)) + chance * likely
    return dict(sorted(found.items()))


def by_column(p: Field, column: int) -> dict[str, Fraction]:
    return every_branch(lambda dice: read_result(p.data.results, column, dice.die()))


def preview(p: Field, attack: Attack, *, answered: bool = False) -> About:
    """Odds, shifts and every result with its chance; where the defender may still answer, by what he can reach."""
    found = odds(p, attack) if attack.targets else None
    if found is None:
        return About(chances={WITHDRAWN: 1.0}, rules=("10.87",))
    hopeless = not attack.barrage and is_below_minimum(p, attack)
    answering = {"": attack} if answered or hopeless else answers(p, attack)
    expected = fighting.prospects(p, answering.items(), outcomes, effect, "odds-drive-off")
    tallies = {"attack": found.attack, "defence": found.defence, "shifts": found.shifts}
    if hopeless:
        note = Text("attackers-are-lost", {}, "10.62")
    else:
        names = p.data.columns[found.line]
        args: dict[str, Argument] = {"printed": names[cut(found.printed)], "column": names[found.column]}
        note = Text(f"final-column-{found.line}", args, "10.76")
    return About(summary=expected.summary, tallies=tallies, chances=expected.chances, notes=(note,), rules=("10.76",))


def effect(p: Field, attack: Attack, result: str) -> fighting.Effect:
    """10.73 What a result does to the defenders and to the attackers."""
    if result == HOPELESS:
        return fighting.Effect(0, sum(p.steps[unit] for unit in attack.attackers), False)
    if result == WITHDRAWN:
        return fighting.Effect(0, 0, True)
    found = read(result)
    if found is None:
        return fighting.Effect()
    if found.loser == "A":
        return fighting.Effect(0, found.steps, False)
    return fighting.Effect(found.steps, 0, True)


# --- what the defender can do about it -------------------------------------------------------------------


def answers(p: Field, attack: Attack) -> dict[str, Attack]:
    """The attack with what the defender might add to it, one answer for each column he can reach by protective fire;
    and with lone headquarters gone (10.87). The strongest fire comes last."""
    found: dict[str, Attack] = {}
    hexes = lone_headquarters(p, attack)
    for gone in chain.from_iterable(combinations(hexes, many) for many in range(len(hexes) + 1)):
        left = msgspec.structs.replace(attack, left=(*attack.left, *gone))
        name = f"leaves-{len(gone)}" if gone else ""
        if not left.targets:
            found.setdefault(name, left)
            continue
        for column, answer in fire_by_column(p, left).items():
            fire = f"column-{column + 1}" if answer != left else ""
            found.setdefault("+".join(filter(None, (name, fire))), answer)
    return found


def fire_by_column(p: Field, attack: Attack) -> dict[int, Attack]:
    """11.4, 10.62 What protective fire can reach: for each column the attack with the fewest points, and of these the
    fewest guns, that bring it there; the attack as it is comes first."""
    base = odds(p, attack)
    found = {base.column: attack}
    guns, air = protecting(p, attack), air_for_defence(p, attack)
    if not guns and not air:
        return found
    units = defended(p, attack.targets)
    best: dict[int, tuple[int, ...]] = {0: ()}
    for gun in guns:
        points = protective_points(p, gun, units, attack.targets)
        for total, chosen in sorted(best.items(), reverse=True):
            rival = best.get(total + points)
            if rival is None or len(rival) > len(chosen) + 1:
                best[total + points] = (*chosen, gun)
    names, shift = p.data.columns[base.line], base.shifts.total
    for total in sorted(best):
        for planes in range(0, air + 1, AIR_FOR_ONE):
            answer = msgspec.structs.replace(
                attack, answer=tuple(sorted((*attack.answer, *best[total]))), air_answer=attack.air_answer + planes
            )
            defence = defence_against(p, answer).total
            column = cut(cut(odds_column(names, base.attack.total, defence)) + shift)
            found.setdefault(column, answer)
    return found
