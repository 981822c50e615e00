"""31.0 Morale: who may lose steps in place of going back."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.games.wacht_am_rhein.rules.morale import rating
from tests.wacht_am_rhein.battles import Battle, battle
from tests.wacht_am_rhein.fields import box, field

MORALE = ["morale"]


def fought(units: str, *joining: str, die: int, morale: tuple[int, ...] = (), side: str = "german") -> Battle:
    """An attack on D0834 that was rolled with this die; the rest are dice for morale."""
    match = battle(units, side, options=MORALE)
    match.dice(die, *morale)
    match.attack("D0834", *joining).do("apply")
    return match


@pytest.mark.rule("wacht_am_rhein", "31.1")
def test_who_goes_back_rolls_no_die() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "J1", "Pz", die=2)
    assert match.result() == "D2"
    match.do("back", "to D0835", "back")
    assert match.steps_of("A1") == 2
    assert not match.told("morale-holds")


@pytest.mark.rule("wacht_am_rhein", "31.1")
def test_losses_in_brackets_need_no_die() -> None:
    units = "J1 D0833, J2 D0833, Pz D0734, Pg1 D0734, Rc D0934, A1 D0834, m4 D0834/1"
    match = fought(units, "J1", "J2", "Pz", "Pg1", "Rc", die=1)
    assert match.result() == "D3(2)"
    match.do("hit A1", "hit m4")
    assert not match.told("morale-holds") + match.told("morale-breaks")


@pytest.mark.rule("wacht_am_rhein", "31.2-a")
@pytest.mark.parametrize(("die", "holds"), [(4, True), (5, False)])
def test_the_28th_rolls_against_four_once_for_the_combat(die: int, holds: bool) -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834, m4 D0834", "J1", "Pz", die=1, morale=(die,))
    number = int(match.result()[1])
    assert number >= 2
    match.do("hit m4")
    assert match.is_lost("m4") == holds
    if holds:
        match.do("hit A1")
        assert match.steps_of("A1") == 1, "without another die"


@pytest.mark.rule("wacht_am_rhein", "31.2-b")
def test_who_fails_goes_back_for_the_rest_of_the_combat() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "J1", "Pz", die=2, morale=(6,))
    match.do("hit A1")
    assert match.steps_of("A1") == 2
    assert match.offers() == {"back"}
    assert match.why("hit A1") == ("morale-is-broken", "31.2")
    match.do("back", "to D0835")
    assert match.offers() == {"back"}


@pytest.mark.rule("wacht_am_rhein", "31.2-b")
def test_who_has_no_hex_to_go_to_loses_steps_all_the_same() -> None:
    around = "J1 D0833, Pz D0734, J2 D0934, J3 D0935, K1 D0835, K2 D0735"
    match = fought(f"{around}, A1 D0834", "J1", "Pz", "J2", "J3", "K1", "K2", die=6)
    assert match.result().startswith("D")
    assert match.offers() == {"hit A1"}
    match.do("hit A1")
    assert match.steps_of("A1") == 1
    assert not match.told("morale-holds") + match.told("morale-breaks")


@pytest.mark.rule("wacht_am_rhein", "31.2-a")
def test_the_attacker_rolls_too() -> None:
    match = fought("J1 D0833, A1 D0834", "J1", die=3, morale=(5,))
    assert match.result() == "A1"
    match.do("hit J1")
    assert match.steps_of("J1") == 2, "a five against the four of the 26th"
    assert match.offers() == {"back"}


@pytest.mark.rule("wacht_am_rhein", "31.2-a")
def test_without_the_option_nobody_rolls() -> None:
    match = battle("J1 D0833, Pz D0734, A1 D0834")
    match.dice(2)
    match.attack("D0834", "J1", "Pz").do("apply")
    match.do("hit A1")
    assert match.steps_of("A1") == 1


@pytest.mark.rule("wacht_am_rhein", "31.3", "31.5")
@pytest.mark.parametrize(
    ("id", "expected"),
    [
        *(("US-1_501_101-P", 5), ("GE-1_2_12P_SS-M", 5), ("BR-1GG_5_GA-MOT", 5)),
        *(("US-1_12_4-I", 4), ("GE-1_39_26-I", 4), ("GE-1_9_3FJ-P", 4), ("GE-1_2_2P-M", 4), ("GE-1_8_3PG-MOT", 4)),
        *(("BR-5W_158_53-I", 4), ("BR-1NY_33Ax-T-Fly", 4), ("BR-7_XXX-A-45g", 4), ("GE-1_FBx-M", 4)),
        *(("US-1_424_106-I", 3), ("US-32_VIII-R", 3), ("US-1_354-E", 3), ("GE-1_27_12-I", 3), ("US-c25-I", 3)),
        *(("GE-1_183_62-I", 2), ("GE-1_751_326-I", 2), ("FR-1_Metz-I", 2)),
        *(("GE-ISS-T-VI-1", 4), ("GE-XLVII-T-StuH-1", 3)),
    ],
)
def test_ratings(id: str, expected: int) -> None:
    data = box("campaign", MORALE)
    known = {piece.id for piece in data.counters}
    name = id if id in known else next(each for each in sorted(known) if each.startswith(id[:2]) and "Metz" in each)
    match = field(f"{name} D2020, GE-7_Army_HQ-H D1001, US-4_VIII-H D3613", scenario="campaign", options=MORALE)
    assert rating(match.position, match.unit(name)) == expected


@pytest.mark.rule("wacht_am_rhein", "31.4")
def test_reduced_units_have_one_less_and_the_best_counts() -> None:
    match = field("GE-1_39_26-I D2020/1, GE-7_Army_HQ-H D1001, US-4_VIII-H D3613", options=MORALE)
    assert rating(match.position, match.unit("GE-1_39_26-I")) == 3
    mixed = fought("J1 D0833, Pz D0734, A1 D0834/1, A2 D0834", "J1", "Pz", die=1, morale=(4,))
    mixed.do("hit A2")
    assert mixed.steps_of("A2") == 1, "four, of the unit that is whole"
    reduced = fought("J1 D0833, Pz D0734, A1 D0834/1, A2 D0834/1", "J1", "Pz", die=1, morale=(4,))
    reduced.do("hit A2")
    assert reduced.steps_of("A2") == 1, "three is not enough"
    assert not reduced.is_lost("A2")


@pytest.mark.rule("wacht_am_rhein", "31.6")
def test_airborne_battalions_are_weaker() -> None:
    def strengths(type: str, options: Iterable[str]) -> set[str]:
        own = (piece for piece in box("campaign", options).counters if piece.nation == "US" and piece.type == type)
        return {piece.strength for piece in own if piece.battalion}

    assert strengths("P", MORALE) == {"3-5-6/1-3-6"}
    assert strengths("GL", MORALE) == {"2-4-6/1-2-6"}
    assert "3-5-6/1-3-6" not in strengths("P", ())
    assert strengths("RG", MORALE) == strengths("RG", ()) != set()
    german = {p.id: p.strength for p in box("campaign").counters if p.side == 0}
    assert german == {p.id: p.strength for p in box("campaign", MORALE).counters if p.side == 0}
