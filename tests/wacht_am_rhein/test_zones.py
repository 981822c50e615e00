"""8.0 Zones of control: who has which, how far they reach, and what they do to movement."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import BLOWN, BUILT, FLUID, ISOLATED_1, NONE, RIGID, SUPPLIED
from tests.wacht_am_rhein.fields import cost, field, moving

FOOT, TANKS, STAFF = "GE-1_316_212-I", "GE-XLVII-T-StuH-1", "GE-XLVII_HQ-H"
US_FOOT, US_TANKS, ENGINEERS, COMPANY = "US-1_12_4-I", "US-19_9Axx-T-M4", "US-299_VIII-E", "US-c25-I"

ZONES = [
    (f"{FOOT} D1936", FOOT, RIGID),
    (f"{FOOT} D1936/1", FOOT, FLUID),
    (f"{FOOT} D1936 march", FOOT, FLUID),
    (f"{TANKS} D1936", TANKS, RIGID),
    ("US-c25-I D1936", COMPANY, FLUID),
    (f"{ENGINEERS} D1936", ENGINEERS, FLUID),
    ("GE-212xx-A-105 D1936", "GE-212xx-A-105", FLUID),
    (f"{STAFF} D1936", STAFF, NONE),
    (f"{FOOT} D1936 supply={ISOLATED_1}", FOOT, NONE),
]


@pytest.mark.rule("wacht_am_rhein", "8.11", "8.12", "8.13", "8.6")
@pytest.mark.parametrize(("units", "id", "zone"), ZONES)
def test_who_exerts_which_zone(units: str, id: str, zone: int) -> None:
    match = field(f"{units}, GE-XLVII-T-StuH-2 D2930, US-2_9Axx-T-M4 D3030")
    assert match.column("exerts", id) == zone


@pytest.mark.rule("wacht_am_rhein", "8.14")
def test_entrenched_units_have_rigid_zones() -> None:
    match = field(f"{ENGINEERS} D1936, US-4_VIII-H D1936, {FOOT} D2930", entrenched=["D1936"])
    assert match.column("exerts", ENGINEERS) == RIGID
    assert match.column("exerts", "US-4_VIII-H") == NONE
    assert field(f"{ENGINEERS} D1936 march, {FOOT} D2930", entrenched=["D1936"]).column("exerts", ENGINEERS) == FLUID
    assert field(f"{ENGINEERS} D1936, {FOOT} D2930", improved=["D1936"]).column("exerts", ENGINEERS) == FLUID


@pytest.mark.rule("wacht_am_rhein", "8.12-b", "8.6", "8.21")
def test_zones_follow_what_becomes_of_a_unit() -> None:
    match = field(f"{FOOT} D1936, {US_FOOT} D2930")
    p, unit = match.position, match.unit(FOOT)
    seen = []
    for change in (
        lambda: p.set_steps(unit, 1),
        lambda: p.set_steps(unit, 2),
        lambda: p.set_supply(unit, ISOLATED_1),
        lambda: p.set_supply(unit, SUPPLIED),
    ):
        change()
        seen.append((p.exerts[unit], p.in_enemy_zone(match.hex("D1937"), 1)))
    assert seen == [(FLUID, True), (RIGID, True), (NONE, False), (RIGID, True)]


@pytest.mark.rule("wacht_am_rhein", "8.0", "8.25", "8.23")
def test_zones_reach_six_hexes_but_over_no_river() -> None:
    match = field(f"{FOOT} D1936, US-2_9Axx-T-M4 D2930, {US_TANKS} D3423")
    p, board = match.position, match.data.board
    assert all(p.in_rigid_zone(hex, 1) for hex in board.around(match.hex("D1936")))
    assert not any(p.in_enemy_zone(hex, 0) for hex in board.around(match.hex("D1936")))
    assert not p.in_enemy_zone(match.hex("D3524"), 0), "the river"
    assert p.in_enemy_zone(match.hex("D3422"), 0)


@pytest.mark.rule("wacht_am_rhein", "8.25")
def test_zones_cross_rivers_at_bridges_and_fords_that_are_there() -> None:
    """WAR-R15"""

    def reaches(units: str, hex: str, **more: dict[str, int]) -> bool:
        match = field(f"{units}, {FOOT} D2930", **more)  # type: ignore[arg-type]
        return match.position.in_enemy_zone(match.hex(hex), 0)

    assert reaches(f"{US_TANKS} D2722", "D2621")
    assert not reaches(f"{US_TANKS} D2722", "D2621", spans={"D2722/D2621": BLOWN})
    assert reaches(f"{US_TANKS} D3423", "D3524", spans={"D3423/D3524": BUILT})
    assert reaches(f"{US_TANKS} D0435", "D0336")


@pytest.mark.rule("wacht_am_rhein", "6.22-a", "8.31", "8.22", "8.37", "8.26")
def test_a_rigid_zone_stops() -> None:
    """Friends there do not matter, nor how many enemies there are; to enter costs nothing more."""
    for more in ("", ", GE-212xx-E D1937", f", {US_TANKS} D1938"):
        match = moving(f"{FOOT} D1936, {US_FOOT} D1938{more}", FOOT)
        assert match.price("D1937") == 1
        assert match.price("D1937", "D2036") is None
    assert cost(FOOT, "D1936/D1937/D2036") == 2


@pytest.mark.rule("wacht_am_rhein", "6.23", "8.32", "6.8-k")
def test_leaving_a_rigid_zone_costs_half_and_never_leads_into_another() -> None:
    match = moving(f"{FOOT} D1937, {US_FOOT} D1938", FOOT)
    assert match.price("D1936") == 3 + 1
    assert match.price("D2037") is None, "rigid to rigid"
    assert moving(f"{TANKS} D1937, {US_FOOT} D1938", TANKS).price("D1936") == 6 + 3
    odd = "GE-2Pxx-SPA-150"
    assert field(f"{odd} D1937, {FOOT} D2930").allowance(odd) == 9
    assert moving(f"{odd} D1937, {US_FOOT} D1938", odd).price("D1936") == 4 + 3, "fractions down"


@pytest.mark.rule("wacht_am_rhein", "6.23", "6.23-b")
def test_after_leaving_it_may_come_into_zones_again() -> None:
    """WAR-R98: a fluid zone is no bar."""
    match = moving(f"{TANKS} D1937, {US_FOOT} D1938, {ENGINEERS} D1935", TANKS)
    assert match.price("D1936") == 6 + 3
    far = moving(f"{FOOT} D2247, {US_FOOT} D2248, {US_TANKS} D2147", FOOT)
    assert far.price("D2246") is None, "rigid to rigid"
    twice = moving(f"{FOOT} D2247, {US_FOOT} D2248, {US_TANKS} D2244", FOOT)
    assert twice.price("D2246", "D2245") == 3 + 2
    assert twice.price("D2246", "D2245", "D2246") is None, "it stops in the other rigid zone"


@pytest.mark.rule("wacht_am_rhein", "6.28-b", "8.36")
def test_the_one_hex_of_class_a_is_never_from_rigid_to_rigid() -> None:
    match = moving(f"{FOOT} D1937, {US_FOOT} D1938", FOOT)
    assert match.price("D2037") is None
    poor = "US-299_VIII-E"
    held = moving(f"{poor} D2217, {FOOT} D2218", poor, "allied move")
    assert held.price("D2216") == 4, "2 to leave and 2 for the woods are all it has"


@pytest.mark.rule("wacht_am_rhein", "6.22-b", "8.33-a", "8.33-b")
def test_a_fluid_zone_makes_leaving_dearer() -> None:
    """EX-06"""
    match = moving(f"{US_TANKS} D1937, GE-212xx-E D1938", US_TANKS, "allied move")
    assert match.price("D1936") == 5
    assert match.price("D2037") == 5, "from zone to zone"
    assert match.price("D2037", "D2036") == 10
    passing = moving(f"{US_TANKS} D1936, GE-212xx-E D1938", US_TANKS, "allied move")
    assert passing.price("D1937") == 3
    assert passing.price("D1937", "D2036") == 3 + 5


@pytest.mark.rule("wacht_am_rhein", "6.8-k", "9.4")
def test_rigid_outranks_fluid() -> None:
    """WAR-R16; a stack has the stronger zone of its units."""
    both = f"{US_FOOT} D1938, {ENGINEERS} D1938"
    assert moving(f"{FOOT} D1937, {both}", FOOT).price("D1936") == 3 + 1
    assert moving(f"{FOOT} D1936, {both}", FOOT).price("D1937", "D2036") is None


@pytest.mark.rule("wacht_am_rhein", "8.34")
def test_who_has_no_zone_hinders_nobody() -> None:
    match = moving(f"{FOOT} D1936, US-4_VIII-H D1938, {US_FOOT} D2037 supply={ISOLATED_1}", FOOT)
    assert match.price("D1937", "D1936") == 2


@pytest.mark.rule("wacht_am_rhein", "8.24")
def test_both_are_in_each_other_s_zone() -> None:
    match = field(f"{FOOT} D1936, {US_FOOT} D1937")
    assert match.position.in_rigid_zone(match.hex("D1936"), 0)
    assert match.position.in_rigid_zone(match.hex("D1937"), 1)
