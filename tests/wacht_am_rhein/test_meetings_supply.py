"""Where rules of supply, surrender, weather, air and reinforcements meet: positions written from the rulebook alone."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules import sequence
from ardennes.games.wacht_am_rhein.rules.field import (
    FATIGUED,
    FRESH,
    ISOLATED_1,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    RECOVERING,
    SUPPLIED,
    UNSUPPLIED,
)
from ardennes.games.wacht_am_rhein.rules.reinforcements import entry_cost
from tests.wacht_am_rhein.fields import field
from tests.wacht_am_rhein.test_reinforcements import D4, D5, coming
from tests.wacht_am_rhein.test_supply import HQ_4, HQ_28, POCKET, RING, US_RING, checked, state

FOOT, TANK, VOLKS = "US-1_12_4-I", "GE-2_3_2P-T-V", "GE-1_39_26-I"
XLVII, LVIII, ARMY = "GE-XLVII_HQ-H", "GE-LVIII_HQ-H", "GE-7_Army_HQ-H"
LINES = f"{ARMY} D2404, {HQ_4} D3413"


def after(units: str, id: str, side: str = "allied", **more: object) -> int:
    return state(checked(f"{units}, {LINES}", side, **more), id)


# --- what a determination makes of a marker ----------------------------------------------------------------------

MARKERS = (SUPPLIED, OUT_OF_COMMUNICATIONS, UNSUPPLIED, ISOLATED_1, ISOLATED_2)


@pytest.mark.rule("wacht_am_rhein", "14.53", "14.63", "14.64-a")
@pytest.mark.parametrize(("before", "now"), list(zip(MARKERS, (3, 3, 3, 3, 4), strict=True)))
def test_who_is_cut_off_from_all_headquarters(before: int, now: int) -> None:
    assert after(f"{FOOT} {POCKET} supply={before}, {RING}", FOOT) == now


@pytest.mark.rule("wacht_am_rhein", "14.53", "14.51-a")
@pytest.mark.parametrize(("before", "now"), list(zip(MARKERS, (1, 1, 2, 2, 2), strict=True)))
def test_who_finds_only_a_foreign_headquarters(before: int, now: int) -> None:
    """WAR-R43, R44: an old marker stays, and isolation leaves one of unsupply."""
    found = after(f"{FOOT} {POCKET} supply={before}, {HQ_28} {POCKET}, {RING}", FOOT)
    assert found == (now if before != ISOLATED_1 else found)
    assert found in (OUT_OF_COMMUNICATIONS, UNSUPPLIED)


@pytest.mark.rule("wacht_am_rhein", "14.53", "14.0-g")
@pytest.mark.parametrize("before", MARKERS)
def test_an_open_line_takes_every_marker_off(before: int) -> None:
    assert after(f"{FOOT} D3320 supply={before}", FOOT) == SUPPLIED


@pytest.mark.rule("wacht_am_rhein", "25.14b", "14.62", "5.2D1-a")
@pytest.mark.parametrize(("turn", "now"), [(1, 0), (3, 0), (4, 3)])
@pytest.mark.parametrize("side", ["allied", "german"])
def test_germans_are_always_in_supply_on_the_first_day(side: str, turn: int, now: int) -> None:
    assert after(f"{VOLKS} {POCKET}, {US_RING.replace(FOOT, 'US-2_110_28-I')}", VOLKS, side, turn=turn) == now


@pytest.mark.rule("wacht_am_rhein", "25.14b", "14.61")
def test_the_allies_are_checked_from_the_first_turn_on() -> None:
    assert after(f"{FOOT} {POCKET}, {RING}", FOOT, turn=1) == ISOLATED_1


@pytest.mark.rule("wacht_am_rhein", "14.0-e", "14.62")
@pytest.mark.parametrize(("gun", "now"), [("GE-XLVII-A-210", 0), ("GE-XLVII-RKT-NW150-1", 0), ("GE-XLVII-A-150-1", 3)])
def test_guns_that_never_move_are_always_in_supply(gun: str, now: int) -> None:
    moves = field(f"{gun} D0834, {FOOT} D3036").position
    unit = moves.data.unit(gun)
    expected = 0 if moves.face(unit).moves == 0 else 3
    assert after(f"{gun} {POCKET}, {US_RING.replace(FOOT, 'US-2_110_28-I')}, {XLVII} D1804", gun, "german") == expected


@pytest.mark.rule("wacht_am_rhein", "14.56", "14.8")
def test_headquarters_are_always_in_supply() -> None:
    assert after(f"{HQ_28} {POCKET}, {RING}", HQ_28) == SUPPLIED


@pytest.mark.rule("wacht_am_rhein", "14.32-a", "14.22", "14.62")
def test_a_panzer_unit_does_not_live_on_a_foreign_corps_headquarters() -> None:
    """Both stand with LVIII Corps inside the ring; XLVII Corps and the panzer division are outside."""
    ring = US_RING.replace(FOOT, "US-2_110_28-I")
    units = f"{TANK} {POCKET}, {VOLKS} {POCKET}, {LVIII} {POCKET}, {XLVII} D1804, GE-2P_XLVII-H D1805, {ring}"
    match = checked(f"{units}, {LINES}", "german")
    assert state(match, TANK) == ISOLATED_1
    assert state(match, VOLKS) == OUT_OF_COMMUNICATIONS


@pytest.mark.rule("wacht_am_rhein", "14.54-a", "5.2E1", "14.0-g")
def test_a_unit_that_fought_cut_off_is_fresh_if_its_next_check_finds_a_line() -> None:
    assert after(f"{VOLKS} D2408 supply={UNSUPPLIED}", VOLKS, "german") == SUPPLIED


# --- surrender ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.71", "14.72", "5.2C")
@pytest.mark.parametrize("turn", [2, 3, 4, 5, 8])
@pytest.mark.parametrize(("then", "gives_up"), [(ISOLATED_2, True), (ISOLATED_1, False), (UNSUPPLIED, False)])
def test_only_isolated_2_surrenders_and_only_in_the_morning(then: int, turn: int, *, gives_up: bool) -> None:
    """Also on the morning of the first day, for the Allies have been checked before dawn."""
    match = field(f"{FOOT} {POCKET} supply={then}, {RING}, {LINES}")
    p = match.position
    p.turn = turn
    match.dice(1)
    sequence.surrender_stage(p, sequence.GameTurn())
    assert (p.where[match.unit(FOOT)] < 0) == (gives_up and turn in (2, 5, 8))


# --- weather and air ---------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "19.13", "19.13-b")
def test_ground_support_for_one_hex_is_half_of_what_there_is() -> None:
    clocks = ["weather = 2", "missions = [[0, 0, 0, 0], [5, 0, 0, 0]]"]
    match = field(
        f"US-1_112_28-I D0834, {VOLKS} D0833, US-2_112_28-I D0934, {LINES}", "allied combat", turn=8, clocks=clocks
    )
    match.do("attack D0833", "join US-1_112_28-I", "join US-2_112_28-I")
    assert match.objects("air") == {"1", "2"}


@pytest.mark.rule("wacht_am_rhein", "12.14", "19.12")
@pytest.mark.parametrize("turn", [9, 10])
def test_no_aircraft_at_night(turn: int) -> None:
    clocks = ["weather = 2", "missions = [[0, 0, 0, 0], [4, 0, 0, 0]]"]
    match = field(f"US-1_112_28-I D0834, {VOLKS} D0833, {LINES}", "allied combat", turn=turn, clocks=clocks)
    match.do("attack D0833", "join US-1_112_28-I")
    assert bool(match.objects("air")) == (turn == 9)


@pytest.mark.rule("wacht_am_rhein", "19.11-b", "11.37")
def test_ground_support_in_defence_counts_half() -> None:
    clocks = ["weather = 2", "missions = [[8, 0, 0, 0], [0, 0, 0, 0]]"]
    match = field(f"US-1_112_28-I D0834, {VOLKS} D0833, {LINES}", "allied combat", turn=8, clocks=clocks)
    match.do("attack D0833", "join US-1_112_28-I", "go")
    offered = match.objects("air")
    assert offered <= {"1", "2", "3", "4"}
    assert "4" in offered or "2" in offered


@pytest.mark.rule("wacht_am_rhein", "19.42", "14.21-a", "14.52-a")
@pytest.mark.parametrize(("points", "turn", "now"), [(0, 8, 0), (2, 8, 0), (3, 8, 1), (5, 9, 1), (3, 10, 0)])
def test_interdiction_shortens_by_one_for_every_three_by_day(points: int, turn: int, now: int) -> None:
    """A Volksgrenadier seven hexes from the army headquarters."""
    clocks = ["weather = 2", f"missions = [[0, 0, 0, 0], [0, 0, 0, {points}]]"]
    match = checked(f"{VOLKS} D2411, {ARMY} D2404, {HQ_4} D3413", "german", turn=turn, clocks=clocks)
    assert state(match, VOLKS) == now


# --- fatigue -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "13.51", "13.52", "5.2F")
def test_tired_units_recover_in_two_game_turns() -> None:
    match = field(
        f"{FOOT} D3320 fatigue={FATIGUED}, US-2_110_28-I D3321 fatigue={RECOVERING}, {VOLKS} D2013, {LINES}",
        "fatigue",
        turn=8,
    )
    assert [match.column("fatigue", id) for id in (FOOT, "US-2_110_28-I")] == [RECOVERING, FRESH]


# --- reinforcements and commitment -------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "21.12", "21.13")
def test_each_road_has_a_column_of_its_own() -> None:
    """2/22/4 and guns of VIII Corps may come by D4, D5 or D6; who comes by another road pays for its hex alone."""
    first, second = "US-2_22_4-I", "US-81_VIII-A-155"
    match = coming(f"{first} {second}", 5)
    p, unit = match.position, match.unit(second)
    before = [entry_cost(p, unit, match.hex(road)) for road in (D4, D5)]
    match.do(f"move {first}", f"enter {D4}")
    after = [entry_cost(match.position, unit, match.hex(road)) for road in (D4, D5)]
    assert after == [2 * before[0], before[1]]


@pytest.mark.rule("wacht_am_rhein", "25.16-b")
@pytest.mark.parametrize("enemy", ["GE-XLVII_HQ-H D0833", f"{VOLKS} D0833 supply={ISOLATED_1}", f"{VOLKS} D0833"])
def test_who_is_beside_any_enemy_is_committed_zone_or_not(enemy: str) -> None:
    units = f"US-1_112_28-I D0834 committed=0, US-2_112_28-I D0837 committed=0, {enemy}, {LINES}"
    match = field(units, "allied commit", turn=2, committed=False)
    assert match.column("committed", "US-1_112_28-I") == 1
    assert match.column("committed", "US-2_112_28-I") == 0
