"""10.3 Whether a pinned unit slips away past a friend: what it may lose where it is, against what it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ardennes.games.deadly_woods.ai.choices import how_missed
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights
from ardennes.games.deadly_woods.rules.field import MAY_MOVE, Field
from ardennes.games.deadly_woods.rules.stacking import may_stack
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.walking import Move
from ardennes.games.deadly_woods.rules.withdrawal import door_holders, ways_out
from ardennes.numbers import ENEMY_OF, Hex, Unit

NOWHERE = -100.0
"""Where there is no room."""
DRIVEN_OUT = {"AL1": 0.0, "BL1": 0.0, "DR": 1.0, "DR*": 1.0}


class Threat(NamedTuple):
    """What the enemy's best attack would bring about."""

    driven_out: float
    """How likely it is that the ground is lost."""
    bled: float
    """A unit's share of what the steps are worth that are lost on average, less those of the attacker."""


def threat(p: Field, unit: Unit, fields: Fields) -> Threat | None:
    """The enemy's best attack on a unit; None where none pays him."""
    here, enemy, counters = p.where[unit], ENEMY_OF[fields.side], p.data.counters
    beside = [other for hex in p.data.board.around(here) for other in p.combat_units_in(hex)]
    able = [other for other in beside if counters[other].side == enemy and p.face(other).attack]
    fights = Fights(p, enemy, fields)
    package = fights.package(here, [other for other in able if is_supplied(p, other)])
    if package is None or package.gain <= 0:
        return None
    bled = max(0.0, fights.mean(package.attack, fights.bled(here)))
    return Threat(fights.mean(package.attack, DRIVEN_OUT), bled / len(p.combat_units_in(here)))


def has_room(p: Field, unit: Unit, hex: Hex) -> bool:
    """6.1 Whether a unit may stack with those in a hex."""
    return may_stack(p, [*p.combat_units_in(hex), unit], hex)


def best_door(
    p: Field, move: Move, doors: Sequence[Hex], fields: Fields, gain_of_moving: Callable[[Field, Unit], float]
) -> tuple[float, int]:
    """What a threatened unit gains by leaving past a friend, and the best door for it. Its steps are then safe, and
    ground from which it would be driven anyway is no loss; but the friend must do without a move of his own."""
    found = threat(p, move.unit, fields)
    if found is None:
        return NOWHERE, doors[0]
    stay = worth_of_score(p, move.unit, fields)

    def gain(door: Hex) -> float:
        roomy = [hex for hex in ways_out(p, move, door) if has_room(p, move.unit, hex)]
        away = max(fields.worths(move.unit, roomy), default=NOWHERE)
        holder = min(door_holders(p, move, door), key=lambda unit: how_missed(p, unit))
        moves = p.may[holder] & MAY_MOVE and not p.moved[holder]
        missed = max(0.0, gain_of_moving(p, holder)) if moves else 0.0
        return found.bled + (1 - found.driven_out) * (away - stay) - missed

    return max((gain(door), door) for door in doors)


def worth_of_score(p: Field, unit: Unit, fields: Fields) -> float:
    """What a unit is worth where it is, beside the enemy; whoever stands alone on a goal would give that up."""
    here = p.where[unit]
    last = here in fields.kept and len(p.combat_units_in(here)) == 1
    return fields.stay(unit) + fields.pressure(unit, (here,)).get(here, 0.0) + fields.plan.goal * last
