"""10.3 to 10.6, 10.76 Strengths, lines, odds and shifts."""

from __future__ import annotations

import pytest

from ardennes.engine.modifiers import Modifier, Tally
from ardennes.games.wacht_am_rhein.rules.odds import Odds
from tests.wacht_am_rhein.battles import RIVER, Battle, battle

WEST, EAST = RIVER
BROKEN = "D0717"
"""Broken ground; D0716 is east of it, D0617 and D0816 north-east and south-east, D0718 west."""


def declared(units: str, hex: str, *joining: str, side: str = "german", **more: object) -> Battle:
    match = battle(units, side, **more)  # type: ignore[arg-type]
    match.do(f"attack {hex}", *(f"join {unit}" for unit in joining))
    return match


@pytest.mark.rule("wacht_am_rhein", "10.41", "10.42-a", "10.76-d")
def test_ex_08_two_battalions_of_a_regiment_shift_to_the_right() -> None:
    match = declared(f"J1 D0716, J2 D0716, m4 {BROKEN}", BROKEN, "J1", "J2")
    assert match.column() == "6-1 broken"
    assert match.shifts() == {"regimental-integrity": 1}
    mixed = declared(f"J1 D0716, K2 D0716, m4 {BROKEN}", BROKEN, "J1", "K2")
    assert mixed.column() == "5-1 broken"


@pytest.mark.rule("wacht_am_rhein", "10.44", "10.52", "10.51")
def test_ex_09_only_one_of_the_two_need_fight() -> None:
    match = declared(f"J1 D0716, J2 D0716, Pz D0716, A1 {BROKEN}", BROKEN, "J1", "Pz")
    assert match.shifts() == {"regimental-integrity": 1, "combined-arms": 1}
    none = declared(f"J1 D0716, J2 D0617, A1 {BROKEN}", BROKEN, "J1", "J2")
    assert none.shifts() == {}


@pytest.mark.rule("wacht_am_rhein", "10.52", "10.51")
def test_ex_10_tanks_with_others_shift_to_the_right() -> None:
    match = declared(f"J1 D0716, Pz D0716, A1 {BROKEN}", BROKEN, "J1", "Pz")
    assert match.shifts() == {"combined-arms": 1}
    with_guns = declared(f"Pk D0716, Pz D0716, A1 {BROKEN}", BROKEN, "Pk", "Pz")
    assert with_guns.shifts() == {}
    apart = declared(f"J1 D0716, Pz D0617, A1 {BROKEN}", BROKEN, "J1", "Pz")
    assert apart.shifts() == {}


@pytest.mark.rule("wacht_am_rhein", "10.55", "10.44")
def test_ex_11_combined_arms_by_presence() -> None:
    match = declared(f"J1 D0716, J2 D0716, Pz D0716, A1 {BROKEN}", BROKEN, "J1", "J2")
    assert match.shifts() == {"regimental-integrity": 1, "combined-arms": 1}


@pytest.mark.rule("wacht_am_rhein", "10.53", "10.54")
def test_the_defenders_combined_arms_only_cancel() -> None:
    match = declared(f"J1 D0716, Pz D0716, A1 {BROKEN}, w1 {BROKEN}", BROKEN, "J1", "Pz")
    assert match.shifts() == {"combined-arms": 1, "combined-arms-cancelled": -1}
    plain = declared(f"J1 D0716, A1 {BROKEN}, w1 {BROKEN}", BROKEN, "J1")
    assert plain.shifts() == {}


@pytest.mark.rule("wacht_am_rhein", "10.51", "10.53")
@pytest.mark.parametrize(("armed", "shifts"), [("Pz", {"combined-arms": 1}), ("Pk", {})])
def test_anti_tank_guns_arm_no_attack(armed: str, shifts: dict[str, int]) -> None:
    match = declared(f"J1 D0716, {armed} D0716, m4 {BROKEN}", BROKEN, "J1", armed)
    assert match.shifts() == shifts


@pytest.mark.rule("wacht_am_rhein", "10.42-b", "10.41", "10.76-e")
def test_a_defending_regiment_shifts_to_the_left() -> None:
    match = declared(f"J1 D0716, Pz D0716, A1 {BROKEN}, A2 {BROKEN}", BROKEN, "J1", "Pz")
    assert match.shifts() == {"combined-arms": 1, "regimental-integrity": -1}


@pytest.mark.rule("wacht_am_rhein", "10.4-e", "10.5-e")
def test_each_bonus_counts_once_however_many_stacks_have_it() -> None:
    units = f"J1 D0716, J2 D0716, Pz D0716, K1 D0617, K2 D0617, GE-2_3_2P-T-V D0617, A1 {BROKEN}"
    match = declared(units, BROKEN, "J1", "J2", "K1", "K2")
    assert match.shifts() == {"regimental-integrity": 1, "combined-arms": 1}


@pytest.mark.rule("wacht_am_rhein", "10.43", "10.41")
def test_only_infantry_battalions_have_regimental_integrity() -> None:
    units = f"GE-1_3_2P-T-IV D0716, GE-2_3_2P-T-V D0716, A1 {BROKEN}"
    match = declared(units, BROKEN, "GE-1_3_2P-T-IV", "GE-2_3_2P-T-V")
    assert match.shifts() == {}
    mechanized = declared(f"Pg1 D0716, Pg2 D0716, A1 {BROKEN}", BROKEN, "Pg1", "Pg2")
    assert mechanized.shifts() == {"regimental-integrity": 1}


@pytest.mark.rule("wacht_am_rhein", "10.76-c", "10.0-e", "25.14a")
def test_ex_18_shifts_are_netted_on_the_line() -> None:
    units = f"J1 D0716, J2 D0716, Pz D0716, Pg1 D0617, Rc D0617, A1 {BROKEN}, A2 {BROKEN}"
    match = declared(units, BROKEN, "J1", "Pz", "Pg1", "Rc", turn=2, positions={BROKEN: 2})
    assert match.tally("attack") == 29
    assert match.tally("shifts") == 1
    assert match.column() == "3-1 broken"
    later = declared(units, BROKEN, "J1", "Pz", "Pg1", "Rc", positions={BROKEN: 2})
    assert later.column() == "2-1 broken"


@pytest.mark.rule("wacht_am_rhein", "16.11")
def test_ex_19_improved_positions_shift_to_the_left() -> None:
    match = declared(f"J1 D0716, K1 D0716, m4 {BROKEN}", BROKEN, "J1", "K1", positions={BROKEN: 2})
    assert match.column() == "4-1 broken"
    building = declared(f"J1 D0716, K1 D0716, m4 {BROKEN}", BROKEN, "J1", "K1", positions={BROKEN: 1})
    assert building.column() == "5-1 broken"
    marching = declared(f"J1 D0716, K1 D0716, m4 {BROKEN} march", BROKEN, "J1", "K1", positions={BROKEN: 2})
    assert marching.shifts() == {}


@pytest.mark.rule("wacht_am_rhein", "16.21", "16.0-e3")
def test_entrenchments_double_the_defence() -> None:
    match = declared(f"J1 D0716, Pz D0716, A1 {BROKEN}", BROKEN, "J1", "Pz", positions={BROKEN: 4})
    assert match.tally("defence") == 12
    tired = declared(f"J1 D0716, Pz D0716, A1 {BROKEN} fatigue=1", BROKEN, "J1", "Pz", positions={BROKEN: 4})
    assert tired.tally("defence") == 6
    marching = declared(f"J1 D0716, Pz D0716, A1 {BROKEN} march", BROKEN, "J1", "Pz", positions={BROKEN: 4})
    assert marching.tally("defence") == 3


@pytest.mark.rule("wacht_am_rhein", "16.31")
def test_guns_and_headquarters_have_nothing_of_a_position() -> None:
    match = declared(f"J1 D0716, K1 D0716, A1 {BROKEN}, a105 {BROKEN}", BROKEN, "J1", "K1", positions={BROKEN: 4})
    assert match.tally("defence") == 12 + 3


@pytest.mark.rule("wacht_am_rhein", "10.18", "13.35", "13.36")
def test_march_mode_and_fatigue_halve_strengths() -> None:
    match = declared(
        f"J1 D0716 march, K1 D0716 fatigue=1, A1 {BROKEN} march, B1 {BROKEN} fatigue=2", BROKEN, "J1", "K1"
    )
    assert match.tally("attack") == 2 + 2
    assert match.tally("defence") == 3 + 6


@pytest.mark.rule("wacht_am_rhein", "10.0-c", "10.0-d", "10.3", "10.62-d")
@pytest.mark.parametrize(
    ("hex", "beside", "column"),
    [("D0834", "D0833", "7-1 clear"), (BROKEN, "D0716", "7-1 broken"), ("D0725", "D0724", "7-1 woods")],
)
def test_the_ground_of_the_defender_gives_the_line(hex: str, beside: str, column: str) -> None:
    match = declared(f"J1 {beside}, Pz {beside}, w1 {hex}, m4 {hex} march", hex, "Pz", "J1")
    assert match.tally("attack") == 15
    assert match.tally("defence") == 1
    assert match.column().split()[1] == column.split()[1]


@pytest.mark.rule("wacht_am_rhein", "10.0-d", "10.76-a")
def test_behind_a_river_only_if_everybody_attacks_across_it() -> None:
    match = declared(f"J1 {EAST}, K1 {EAST}, m4 {WEST}", WEST, "J1", "K1")
    assert match.column() == "5-1 river"
    both = declared(f"J1 {EAST}, K1 {EAST}, Rc D2517, m4 {WEST}", WEST, "J1", "K1", "Rc")
    assert both.column().endswith("broken")
    for guns, line in (("g105 D2517 battery", "broken"), ("g105 D2717 battery", "river")):
        helped = declared(f"J1 {EAST}, K1 {EAST}, {guns}, m4 {WEST}", WEST, "J1", "K1")
        assert helped.column().endswith("river")
        helped.do("support g105")
        assert helped.column().endswith(line), "a gun beside the hex counts, one farther away does not"
    bridged = declared(f"J1 {EAST}, K1 {EAST}, m4 {WEST}", WEST, "J1", "K1", spans={f"{EAST}/{WEST}": 2})
    assert bridged.column() == "5-1 river"


@pytest.mark.rule("wacht_am_rhein", "10.26")
def test_of_several_hexes_the_line_best_for_the_defender() -> None:
    match = battle("J1 D0832, J2 D0832, m4 D0833, m5 D0732")
    match.do("attack D0833", "join J1", "join J2", "also D0732")
    assert match.column().endswith("woods")


@pytest.mark.rule("wacht_am_rhein", "12.12", "12.11")
def test_at_night_the_woods_line_but_for_towns_and_rivers() -> None:
    assert declared("J1 D0833, K1 D0833, A1 D0834", "D0834", "J1", "K1", turn=7).column().endswith("woods")
    assert declared(f"J1 {EAST}, K1 {EAST}, m4 {WEST}", WEST, "J1", "K1", turn=7).column().endswith("river")
    assert declared("J1 D1126, K1 D1126, m4 D1127", "D1127", "J1", "K1", turn=7).column().endswith("town")


@pytest.mark.rule("wacht_am_rhein", "10.62-a", "10.63")
def test_ex_12_below_the_lowest_odds_an_attack_goes_only_if_nothing_can_be_added() -> None:
    match = declared(f"V1 D0716/1, J1 D0617, A1 {BROKEN}, B1 {BROKEN}", BROKEN, "V1")
    assert match.why("go") == ("must-join", "10.13")
    match.do("join J1")
    assert match.column() == "1-2 broken"
    free = declared(f"V1 D0716/1, J1 D0617, A1 {BROKEN}", BROKEN, "V1", positions={"D0617": 2})
    assert free.why("go") == ("more-could-join", "10.62")


@pytest.mark.rule("wacht_am_rhein", "10.62-b", "8.41-b")
def test_obliged_attackers_below_the_lowest_odds_are_lost() -> None:
    match = declared(f"V1 D0716/1, K1 D0716 done=4, T {BROKEN}, A1 {BROKEN}", BROKEN, "V1")
    assert match.tells("go").chances == {"X": 1.0}
    match.do("go", "apply")
    assert match.is_lost("V1")
    assert not match.is_lost("K1")
    assert match.told("eliminated")[-1].rule == "10.62"
    assert not match.told("advances")


@pytest.mark.rule("wacht_am_rhein", "10.62-b")
def test_nobody_attacks_of_its_own_will_below_the_lowest_odds() -> None:
    match = declared(f"V1 D0716/1, T {BROKEN}, A1 {BROKEN}", BROKEN, "V1", positions={"D0716": 2})
    assert match.offers() == {"call-off"}
    assert match.why("go") == ("below-minimum", "10.62")
    match.do("call-off")
    assert match.offers() == {f"attack {BROKEN}", "done"}


@pytest.mark.rule("wacht_am_rhein", "10.0-g")
def test_without_any_defence_the_last_column_is_used() -> None:
    match = declared("J1 D0833, w1 D0834 march", "D0834", "J1")
    assert match.tally("defence") == 0
    assert match.column() == "10-1 clear"


@pytest.mark.rule("wacht_am_rhein", "10.76-a", "10.73")
@pytest.mark.parametrize(("die", "result"), [(1, "D3"), (2, "D2"), (3, "D1"), (4, "D1"), (5, "A1"), (6, "A1(1)")])
def test_the_table_gives_the_result(die: int, result: str) -> None:
    match = declared("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz").dice(die)
    assert match.column() == "2-1 clear"
    assert match.tells("go").chances[result] >= 1 / 6
    match.do("go")
    assert match.result() == result


@pytest.mark.rule("wacht_am_rhein", "10.62-c", "10.62-e", "10.76-c")
@pytest.mark.parametrize(
    ("printed", "moved", "column"),
    [(-1, 1, 1), (-1, 0, 0), (-1, -1, 0), (0, -1, 0), (0, 2, 2), (11, 2, 12), (12, -1, 11)],
)
def test_odds_are_cut_to_the_table_before_and_after_the_shifts(printed: int, moved: int, column: int) -> None:
    """WAR-R23, R24: fallen below the lowest column by protective fire, an attack is shifted from that column."""
    nothing = Tally.of([])
    shifts = Tally.of([Modifier("surprise", moved, "25.14a")])
    assert Odds(nothing, nothing, "clear", printed, shifts).column == column
