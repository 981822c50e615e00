"""Where rules of movement, modes, zones and stacking meet: positions written from the rulebook alone."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    BLOWN,
    BUILT,
    ENTRENCHING,
    FATIGUED,
    FLUID,
    ISOLATED_1,
    NONE,
    RECOVERING,
    RIGID,
    UNSUPPLIED,
)
from tests.wacht_am_rhein.battles import battle
from tests.wacht_am_rhein.fields import cost, field, moving

FOOT, OTHER, TANK, GUN = "GE-1_39_26-I", "GE-2_39_26-I", "GE-1_3_2P-T-IV", "GE-26xx-A-105"
US, US_TANK, US_GUN, US_HQ, COMPANY = (
    "US-1_112_28-I",
    "US-707_28xx-T-M4",
    "US-109_28xx-A-105",
    "US-28_VIII-H",
    "US-c25-I",
)
FAR = f"{US_TANK} D3036"
"""Somebody of the other side, far away."""


# --- points, classes and modes -----------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.54-b", "6.13", "6.28-a")
def test_a_tank_with_half_its_points_is_no_class_a_unit() -> None:
    """D0835 is clear, D1036 broken, D0938 woods; a tank pays 1, 3 and 6, and has no hex for nothing."""
    match = field(f"{TANK} D0834 supply={UNSUPPLIED} fatigue={FATIGUED}, {FAR}")
    assert match.allowance(TANK) == 3
    foot = field(f"{FOOT} D0834 supply={UNSUPPLIED} fatigue={FATIGUED}, {FAR}")
    assert foot.allowance(FOOT) == 3, "Class A loses nothing by being unsupplied"
    recovering = field(f"{TANK} D0834 fatigue={RECOVERING}, {FAR}")
    assert recovering.allowance(TANK) == 6


@pytest.mark.rule("wacht_am_rhein", "7.11-a", "7.21-a")
def test_march_mode_is_taken_in_mid_move_and_the_unit_goes_on() -> None:
    match = moving(f"{TANK} D0834, {FAR}", TANK)
    assert "D0834" in match.objects("march") or "D0835" in match.objects("march")
    spent = match.price("D0835", "D0835", "D0836")
    assert spent == 1 + 4 + 1
    assert match.price("D0835", "D0835", "D0835") is None


@pytest.mark.rule("wacht_am_rhein", "7.23", "13.42", "13.43", "6.28-a")
@pytest.mark.parametrize("tired", [FATIGUED, RECOVERING])
def test_tired_infantry_can_neither_take_march_mode_nor_leave_it(tired: int) -> None:
    inside = field(f"{FOOT} D0834 march fatigue={tired}, {OTHER} D0835 march, {FAR}", "german unmarch")
    assert inside.objects("unmarch") == {OTHER}
    outside = moving(f"{FOOT} D0834 fatigue={tired}, {FAR}", FOOT)
    assert not outside.objects("march")


@pytest.mark.rule("wacht_am_rhein", "7.13", "8.37", "10.14-a", "14.66-a", "8.13")
def test_no_change_of_mode_in_a_zone_whoever_else_is_there() -> None:
    def may_leave(unit: str, others: str, **more: object) -> bool:
        return FOOT in field(f"{unit} march, {others}, {OTHER} D3530 march", "german unmarch", **more).objects(
            "unmarch"
        )  # type: ignore[arg-type]

    assert not may_leave(f"{FOOT} D0834", f"{US} D0835, {TANK} D0834")
    assert not may_leave(f"{FOOT} D0834", f"{US} D0835/1")
    assert not may_leave(f"{FOOT} D0418", f"{US} D0518"), "in a Village"
    assert may_leave(f"{FOOT} D0834", f"{US_HQ} D0835")
    assert may_leave(f"{FOOT} D0834", f"{US} D0835 supply={ISOLATED_1}")
    assert may_leave(f"{FOOT} D2518", f"{US} D2618"), "across a river without a bridge"


@pytest.mark.rule("wacht_am_rhein", "7.37", "5.2D2-d", "6.32-a", "6.32-b")
def test_a_gun_that_leaves_march_mode_is_in_battery_in_the_same_phase() -> None:
    for side, gun, hexes in (("german", "GE-26xx-A-150", 0), ("allied", "US-108_28xx-A-155", 1)):
        match = field(
            f"{gun} D0834 march, {FAR}, {FOOT} D0622 march, {OTHER} D0625, {US} D3030 march", f"{side} unmarch"
        )
        match.do(f"unmarch {gun}")
        match.skip_to("choose-move")
        assert match.column("battery", gun) == 1
        match.do(f"move {gun}")
        goal = "D0835" if "D0835" in match.destinations() else None
        if goal is not None:
            match.do(f"to {goal}")
            assert match.column("battery", gun) == hexes


@pytest.mark.rule("wacht_am_rhein", "8.32", "8.33-b")
def test_out_of_a_rigid_zone_into_a_fluid_one_and_on_into_a_rigid_one() -> None:
    """From the zone of A1 beside D0833 by D0933, in the zone of a company, to the zone of B1."""
    units = f"{US} D0735, {COMPANY} D1033, US-1_109_28-I D1134"
    match = moving(f"{TANK} D0834, {units}", TANK)
    assert match.price("D0934") == 6 + 1, "D0934 is in the fluid zone of the company only"
    assert match.price("D0934", "D1034") == 6 + 1 + 2 + 1
    assert match.price("D0835") is None or match.price("D0835") == 7


@pytest.mark.rule("wacht_am_rhein", "8.31", "8.32", "6.28-c")
def test_never_from_rigid_to_rigid_not_even_onto_friends() -> None:
    units = f"{US} D0734, {OTHER} D0835, US-1_109_28-I D0735"
    match = moving(f"{FOOT} D0834, {units}", FOOT)
    assert match.price("D0835") is None
    assert match.price("D0833") is None
    assert match.price("D0934") == 3 + 1


@pytest.mark.rule("wacht_am_rhein", "8.32", "13.42", "8.33-b")
def test_half_of_what_it_has_now_and_nothing_for_the_fluid_zone_besides() -> None:
    units = f"{US} D0735, {COMPANY} D0735"
    match = moving(f"{TANK} D0834 fatigue={FATIGUED}, {units}", TANK)
    assert match.price("D0833") == 3 + 1
    fluid = moving(f"{TANK} D0834 fatigue={FATIGUED}, {COMPANY} D0735", TANK)
    assert fluid.price("D0833") == 1 + 2


@pytest.mark.rule("wacht_am_rhein", "6.28-a", "6.28-b", "8.33-b")
def test_the_one_hex_of_class_a_units_lifts_missing_points_only() -> None:
    """With one point left of it all, infantry still enters Woods; tanks do not; nobody crosses a closed river."""
    woods = moving(f"{FOOT} D0222 fatigue={FATIGUED}, {COMPANY} D0122, {FAR}", FOOT)
    assert woods.price("D0323") is not None or woods.price("D0221") is not None
    river = moving(f"{TANK} D2518, {FAR}", TANK)
    assert river.price("D2618") is None
    march = moving(f"{FOOT} D2518 march, {FAR}", FOOT)
    assert march.price("D2618") is None


@pytest.mark.rule("wacht_am_rhein", "9.21", "9.23", "9.22")
def test_two_columns_do_not_even_pass_each_other() -> None:
    match = moving(f"{TANK} D0834 march, {OTHER} D0833 march, {FOOT} D0734, GE-2P_XLVII-H D0934, {FAR}", TANK)
    assert match.price("D0833") is None
    assert match.price("D0734") == 1
    assert match.price("D0934") == 1


@pytest.mark.rule("wacht_am_rhein", "25.14g")
@pytest.mark.parametrize(("turn", "toll"), [(1, 1), (3, 1), (4, 0)])
def test_jams_of_the_first_day_count_a_headquarters_too(turn: int, toll: int) -> None:
    match = moving(f"{TANK} D0834 march, {FOOT} D0734, GE-2P_XLVII-H D0934, {FAR}", TANK, turn=turn)
    assert match.price("D0734") == match.price("D0934") == 1 + toll
    assert moving(f"{TANK} D0834, {FOOT} D0734, {FAR}", TANK, turn=turn).price("D0734") == 1, "in Tactical Mode"
    staff = moving(f"GE-2P_XLVII-H D0834, {FOOT} D0734, {FAR}", "GE-2P_XLVII-H", turn=turn)
    assert staff.price("D0734") == 1, "a headquarters is never in March Mode"


# --- types of zones ----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "8.14", "16.31", "16.0-e3", "8.6", "8.12")
@pytest.mark.parametrize(
    ("id", "marker", "zone"),
    [
        (COMPANY, "", RIGID),
        ("US-103_28xx-E", "", RIGID),
        (f"{US}/1", "", RIGID),
        (US_GUN, "", FLUID),
        (US, " march", FLUID),
        (US_HQ, "", NONE),
        (COMPANY, f" supply={ISOLATED_1}", NONE),
    ],
)
def test_who_is_rigid_in_entrenchments(id: str, marker: str, zone: int) -> None:
    name, _, steps = id.partition("/")
    place = f"{name} D0834{'/' + steps if steps else ''}{marker}"
    assert field(f"{place}, {FOOT} D2930", entrenched=["D0834"]).column("exerts", name) == zone
    if zone == RIGID:
        dig = field(f"{place}, {FOOT} D2930", hexes=[f"D0834: positions={ENTRENCHING}"])
        assert dig.column("exerts", name) == FLUID, "not while it is being built"


@pytest.mark.rule("wacht_am_rhein", "8.12-b", "9.4", "8.31")
def test_the_zone_of_a_stack_is_that_of_its_best_unit_at_once() -> None:
    match = field(f"{US} D0834, {COMPANY} D0834, {FOOT} D2930")
    p, beside = match.position, match.hex("D0833")
    assert p.in_rigid_zone(beside, 0)
    p.set_steps(match.unit(US), 1)
    assert not p.in_rigid_zone(beside, 0)
    assert p.in_enemy_zone(beside, 0)


@pytest.mark.rule("wacht_am_rhein", "8.25", "15.14", "8.41")
@pytest.mark.parametrize(("spans", "owed"), [({}, True), ({"D2617/D2717": BLOWN}, False)])
def test_a_blown_bridge_takes_the_duty_to_attack_with_it(spans: dict[str, int], owed: bool) -> None:
    match = battle("J1 D2617, A1 D2717, J2 D0833, A2 D0834", spans=spans)
    match.dice(3).attack("D0834", "J2")
    match.do("apply")
    while match.prompt_code() != "choose-target":
        match.do(sorted(match.offers())[0])
    assert ("done" not in match.offers()) == owed


@pytest.mark.rule("wacht_am_rhein", "8.25", "15.14", "8.41")
def test_a_bridge_that_was_built_creates_the_duty() -> None:
    for spans, owed in (({}, False), ({"D2518/D2618": BUILT}, True)):
        match = battle("J1 D2518, A1 D2618, J2 D0833, A2 D0834", spans=spans)
        assert ("attack D2618" in match.offers()) is True
        match.dice(3).attack("D0834", "J2").do("apply")
        while match.prompt_code() != "choose-target":
            match.do(sorted(match.offers())[0])
        assert ("done" not in match.offers()) == owed


@pytest.mark.rule("wacht_am_rhein", "8.35", "6.63", "8.34", "8.37")
def test_a_headquarters_enters_no_zone_not_even_beside_friends_or_in_a_village() -> None:
    staff = "GE-2P_XLVII-H"
    for enemy in (US, COMPANY, f"{US} march"):
        id, _, marker = enemy.partition(" ")
        match = moving(f"{staff} D0834, {id} D0832 {marker}".rstrip() + f", {FOOT} D0833", staff)
        assert match.price("D0833") is None
    for harmless in (f"{US} D0832 supply={ISOLATED_1}", f"{US_HQ} D0832"):
        assert moving(f"{staff} D0834, {harmless}, {FOOT} D0833", staff).price("D0833") == 1


@pytest.mark.rule("wacht_am_rhein", "8.35", "14.66-a")
def test_isolated_units_exert_no_zone_and_so_enter_none() -> None:
    match = moving(f"{FOOT} D0834 supply={ISOLATED_1}, {COMPANY} D0832", FOOT)
    assert match.price("D0833") is None
    assert match.price("D0835") == 1


@pytest.mark.rule("wacht_am_rhein", "8.36", "14.67", "6.28-a")
@pytest.mark.parametrize(("tired", "moves"), [(FATIGUED, False), (RECOVERING, True)])
def test_isolated_and_fatigued_units_do_not_move_at_all(tired: int, moves: bool) -> None:
    match = field(f"{FOOT} D0834 supply={ISOLATED_1} fatigue={tired}, {OTHER} D0836, {FAR}")
    assert (FOOT in match.movers()) == moves


@pytest.mark.rule("wacht_am_rhein", "6.53-a", "6.53-b", "6.8-i")
def test_who_is_helped_across_a_river() -> None:
    """D2518 and D2618 are broken; infantry wades for 4 or, with an engineer on either bank, 2; mechanised for 4."""
    assert cost(FOOT, "D2518/D2618", others=FAR) == 5
    for bank in ("D2518", "D2618", "D2517"):
        assert cost(FOOT, "D2518/D2618", others=f"GE-26xx-E {bank}, {FAR}") == 3
        assert cost("GE-1_2_2P-M", "D2518/D2618", others=f"GE-26xx-E {bank}, {FAR}") == 3 + 4
    assert cost("GE-1_2_2P-M", "D2518/D2618", others=FAR) is None
    assert cost(TANK, "D2518/D2618", others=f"GE-26xx-E D2518, {FAR}") is None
    assert cost("GE-26xx-E", "D2518/D2618", others=FAR) == 5, "never itself"
    assert cost("GE-1_2_2P-M", "D2518/D2618", others=f"GE-26xx-E D3036, {FAR.replace('D3036', 'D3037')}") is None
    assert cost(f"{FOOT} march", "D2518/D2618", others=f"GE-26xx-E D2518, {FAR}") is None
    assert cost("GE-1_15_5FJ-P", "D2518/D2618", others=f"GE-26xx-E D2518, {FAR}") is None, "paratroopers on wheels"


@pytest.mark.rule("wacht_am_rhein", "6.52-b", "6.8-i", "6.8-h")
def test_a_bridge_is_ignored_by_those_who_wade_and_used_in_march_mode() -> None:
    wade = cost(FOOT, "D2617/D2717", others=FAR)
    assert wade == 4 + 1, "woods with a village: a village"
    assert cost(f"{FOOT} march", "D2617/D2717", others=FAR) is not None
    assert cost(f"{FOOT} march", "D2617/D2717", others=FAR, spans={"D2617/D2717": BLOWN}) is None
    assert cost(FOOT, "D2617/D2717", others=FAR, spans={"D2617/D2717": BLOWN}) == wade


@pytest.mark.rule("wacht_am_rhein", "18.23", "18.24", "6.8-c")
def test_frost_helps_tactical_class_b_units_alone() -> None:
    """D0220 is broken, D0309 wooded without a road there, D2519 a Village in broken ground."""
    for id, hexes, normal, frozen in (
        (TANK, "D0219/D0220", 3, 2),
        (f"{TANK} march", "D0219/D0220", 2, 2),
        (FOOT, "D0219/D0220", 1, 1),
        (TANK, "D0209/D0309", 6, 4),
        (FOOT, "D0209/D0309", 2, 2),
        (TANK, "D2518/D2519", 3, 3),
    ):
        assert cost(id, hexes, others=FAR) == normal
        assert cost(id, hexes, others=FAR, clocks=["ground = 1"]) == frozen


@pytest.mark.rule("wacht_am_rhein", "9.11", "9.12-a", "9.5")
def test_three_combat_units_whatever_their_size_and_headquarters_for_nothing() -> None:
    full = f"{OTHER} D0833, GE-3_39_26-I D0833, GE-26xx-E D0833, GE-2P_XLVII-H D0833"
    match = moving(f"{FOOT} D0834, {full}, {FAR}", FOOT)
    assert match.price("D0833", "D0832") == 2, "passing is free"
    match.do("to D0833", "done")
    assert match.objects("sacrifice") == {FOOT, OTHER, "GE-3_39_26-I", "GE-26xx-E"}
    two = moving(f"{FOOT} D0834, {OTHER} D0833, GE-26xx-E D0833, GE-2P_XLVII-H D0833, {FAR}", FOOT)
    two.do("to D0833", "done")
    assert not two.objects("sacrifice")


# --- reasons -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "7.31-a", "7.21-a")
def test_a_column_is_told_that_the_woods_are_closed_to_it() -> None:
    """D0309 is wooded and has no road."""
    for mode, said in ((" march", "to D0309"), ("", "march D0309")):
        match = moving(f"{TANK} D0209{mode}, {FAR}", TANK)
        assert match.why(said) == ("woods-without-road", "7.31")


@pytest.mark.rule("wacht_am_rhein", "5.2D2-a", "5.2D2-c", "5.2E2")
def test_units_of_the_other_side_are_refused_as_such() -> None:
    for moment, said in (("german unmarch", "unmarch"), ("german dig", "dig"), ("german dig", "entrench")):
        match = field(f"{TANK} D0834 march, {FOOT} D0840, {US} D2036 march", moment)
        assert match.why(f"{said} {US}")[0] == "not-yours"
