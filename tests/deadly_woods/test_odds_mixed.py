"""11.2.1, 11.3.2 Shifts, factors and die where the units of a combat are not all alike."""

from __future__ import annotations

import pytest

from tests.deadly_woods.test_combat import attacking

BY_RIVER = "2Pz-a 3018, 2Pz-b 3119, 28-110 3118, 28-112 3218"
"""3118 lies in the open beyond the Clerve: 3018 across the river, 3119 on its own bank."""


@pytest.mark.rule("deadly_woods", "11.3.2-g")
@pytest.mark.parametrize(
    ("hex", "attacker", "cover"), [("3114", "3115", "woods"), ("3018", "3017", "woods"), ("3211", "3212", "town")]
)
def test_infantry_among_armor_has_the_shift_of_cover(hex: str, attacker: str, cover: str) -> None:
    mixed = attacking(f"26VG-a {attacker}, 28-110 {hex}, 9A-CCB {hex}", hex, "26VG-a")
    assert mixed.shifts()[cover] == -1
    tanks = attacking(f"26VG-a {attacker}, 9A-CCA {hex}, 9A-CCB {hex}", hex, "26VG-a")
    assert cover not in tanks.shifts()


@pytest.mark.rule("deadly_woods", "11.3.2-k", "11.3.2-i")
@pytest.mark.parametrize(
    ("joins", "rolls", "river"),
    [(("2Pz-a",), 0, -1), (("2Pz-b",), 1, 0), (("2Pz-a", "2Pz-b"), 1, 0), (("2Pz-b", "2Pz-a"), 1, 0)],
)
def test_armor_on_both_banks(joins: tuple[str, ...], rolls: int, river: int) -> None:
    shifts = attacking(BY_RIVER, "3118", *joins).shifts()
    assert (shifts.get("armor-attacks", 0), shifts.get("across-river", 0)) == (rolls, river)


@pytest.mark.rule("deadly_woods", "11.3.2-j", "8.3-e")
@pytest.mark.parametrize(
    ("first", "second", "shift"), [("", "", -1), (" cut", "", -1), ("", " cut", -1), (" cut", " cut", 0)]
)
def test_some_armor_in_supply_defends_in_the_open(first: str, second: str, shift: int) -> None:
    units = f"28-110 3015, 28-112 3015, 2Pz-a 3016{first}, 2Pz-b 3016{second}"
    assert attacking(units, "3016", "28-110", moment="allied combat").shifts().get("armor-defends", 0) == shift


@pytest.mark.rule("deadly_woods", "11.3.2-m", "16.1-a")
def test_peiper_and_the_asset_count_for_a_whole_attack() -> None:
    units = "1SS-Peiper 3809, 1SS-Hansen 3809, 14Cav 3710"
    assert attacking(units, "3710", "1SS-Peiper", "1SS-Hansen", turn=1).tally("die") == 1, "whoever joins him"
    match = attacking(units, "3710", "1SS-Hansen", turn=1, options=["plus_two"])
    match.do("support Plus2", "support Art-6Pz-1")
    assert match.tally("die") == 2, "beside other assets too"


@pytest.mark.rule("deadly_woods", "11.3.2-e")
@pytest.mark.parametrize(
    ("units", "target", "join", "moment", "factors"),
    [
        ("28-110 3217, 28-112 3217, 26VG-a 3317", "3317", "28-110", "allied combat", 5 + 5 + 1),
        ("28-110 3217, 28-112 3217, 2Pz-a 3317", "3317", "28-110", "allied combat", 6 + 1),
        ("26VG-a 3416, 26VG-b 3416, 28-110 3317", "3317", "26VG-a", "german combat", 4 + 1),
    ],
)
def test_the_westwall_is_for_german_infantry(units: str, target: str, join: str, moment: str, factors: int) -> None:
    assert attacking(units, target, join, moment=moment).tally("defence") == factors


@pytest.mark.rule("deadly_woods", "11.2.1-a", "11.2.1-c")
def test_one_lonely_unit_among_others_is_enough() -> None:
    attack = attacking("26VG-a 3115, 26VG-b 3115, 2Pz-a 3116, 28-110 3015", "3015", "26VG-a", "26VG-b", "2Pz-a")
    assert attack.shifts()["attackers-scattered"] == -1
    defence = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, 106-422 3015, 28-112 2915", "3015", "26VG-a")
    assert defence.shifts()["defenders-scattered"] == 1
    outside = attacking("26VG-a 3115, 26VG-b 3115, 28-110 3015, 14Cav 3015, 28-112 2915", "3015", "26VG-a")
    assert "defenders-scattered" not in outside.shifts(), "cavalry is of no division"


@pytest.mark.rule("deadly_woods", "11.3.2-l")
def test_one_allied_defender_supplied_by_air_and_one_not() -> None:
    """8.6 Air supply is for US units: a British brigade in the same ring is without."""
    ring = "2SS-a 2914, 2SS-b 3016, 26VG-b 2816, 26VG-a 3014, AirSupply 2915"
    american = attacking(f"28-110 2915, {ring}", "2915", "26VG-a", turn=9)
    assert "defender-out-of-supply" not in american.shifts()
    british = attacking(f"43-129 2915, {ring}", "2915", "26VG-a", turn=9)
    assert british.shifts()["defender-out-of-supply"] == 1
