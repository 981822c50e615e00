"""Attacks put together by what a declared attack gains."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.advisor.packages import Package, better, mean, with_what_pays, without_those_not_missed
from ardennes.games.deadly_woods.rules.odds import Attack

STRENGTH = {1: 4.0, 2: 1.0, 3: 0.1}
GUNS = {8: 0.5, 9: 2.0}


def value(attack: Attack) -> Package[Attack]:
    """A unit adds its strength and costs half a point; guns add theirs, the second half of it."""
    units = sum(STRENGTH[unit] - 0.5 for unit in attack.attackers)
    guns = sum(GUNS[gun] / (1 + place) for place, gun in enumerate(attack.support))
    return Package(attack, units + guns)


def more_guns(attack: Attack) -> list[Attack]:
    free = [gun for gun in GUNS if gun not in attack.support]
    return [msgspec.structs.replace(attack, support=(*attack.support, gun)) for gun in free]


def attack(*units: int) -> Attack:
    return Attack(side=0, target=5, attackers=units)


def test_the_mean_weighs_results_by_their_chance() -> None:
    assert mean({"A1": 0.5, "D1": 0.25, "DR": 0.25}, {"A1": -1.0, "D1": 2.0, "DR": 4.0}) == 1.0


def test_the_better_of_two_and_the_first_of_equals() -> None:
    one, same, more = (Package(attack(unit), gain) for unit, gain in ((1, 1.0), (2, 1.0), (3, 2.0)))
    assert better(one, same) is one
    assert better(one, more) is more


def test_who_adds_too_little_stays_out_but_somebody_attacks() -> None:
    found = without_those_not_missed(value(attack(1, 2, 3)), value, [3, 2, 1], least=0.6)
    assert found.attack.attackers == (1,)
    found = without_those_not_missed(value(attack(1, 2, 3)), value, [3, 2, 1], least=0.1)
    assert found.attack.attackers == (1, 2)


@pytest.mark.parametrize(("least", "guns"), [(0.1, (9, 8)), (0.3, (9,)), (3.0, ())])
def test_support_is_added_while_it_pays(least: float, guns: tuple[int, ...]) -> None:
    assert with_what_pays(value(attack(1)), value, more_guns, least).attack.support == guns


def test_what_adds_nothing_is_not_added_for_ever() -> None:
    found = value(attack(1))
    assert with_what_pays(found, lambda _: found, lambda same: [same], 0.0) is found
