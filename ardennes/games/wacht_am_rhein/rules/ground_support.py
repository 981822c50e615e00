"""19.1 Ground support: air points that fire like guns, anywhere on the map."""

from __future__ import annotations

from ardennes.games.wacht_am_rhein.rules.air import GROUND_SUPPORT, points_on
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, phase_of
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.numbers import ENEMY_OF, Side


def points_left(p: Field, side: Side) -> int:
    """19.13 The points of a side that have not been used in this Combat Phase."""
    return allocated(p, side) - phase_of(p, side).flown[side]


def most_for_one(p: Field, side: Side) -> int:
    """19.13 At most half of a side's points may be used in one combat."""
    return min(allocated(p, side) // 2, points_left(p, side))


def air_for_attack(p: Field, attack: Attack) -> int:
    """How many more points an attack may get."""
    return max(0, most_for_one(p, attack.side) - attack.air)


def air_for_defence(p: Field, attack: Attack) -> int:
    """19.11 How many more points the defender may use against an attack; 11.37 none against a Barrage attack."""
    return 0 if attack.barrage else max(0, most_for_one(p, ENEMY_OF[attack.side]) - attack.air_answer)


def use(p: Field, side: Side, points: int) -> None:
    """19.13 A point is used once in a Combat Phase."""
    combat = phase_of(p, side)
    flown = list(combat.flown)
    flown[side] += points
    combat.flown = (flown[0], flown[1])


def allocated(p: Field, side: Side) -> int:
    """19.13 All points of ground support that a side has now, after patrols; 12.14 none at Night."""
    return points_on(p, side, GROUND_SUPPORT)
