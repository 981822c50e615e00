"""Where rules of combat meet: positions written from the rulebook alone."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    ENTRENCHED,
    FATIGUED,
    IMPROVED,
    ISOLATED_1,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    RECOVERING,
    UNSUPPLIED,
)
from tests.wacht_am_rhein.battles import RIVER, Battle, battle

WEST, EAST = RIVER
VILLAGE, VILLAGE_SIDE, VILLAGE_BACK = "D0417", "D0317", "D0518"
TOWN, TOWN_SIDE = "D1804", "D1704"
WOODS, WOODS_SIDE = "D0202", "D0203"
BROKEN, BROKEN_SIDE = "D0215", "D0214"


def declared(units: str, hex: str, *joining: str, side: str = "german", **more: object) -> Battle:
    match = battle(units, side, **more)  # type: ignore[arg-type]
    match.do(f"attack {hex}", *(f"join {unit}" for unit in joining))
    return match


def net(match: Battle) -> int:
    """All shifts of the attack that is being declared."""
    return match.tells("go").tallies["shifts"].total


# --- strengths ---------------------------------------------------------------------------------------------------

STRENGTHS = [
    ("J1 D0833", 5),
    ("J1 D0833 march", 2),
    (f"J1 D0833 march fatigue={RECOVERING}", 1),
    (f"J1 D0833 march fatigue={FATIGUED} supply={UNSUPPLIED}", 0),
    (f"J1 D0833 supply={OUT_OF_COMMUNICATIONS}", 5),
    (f"J1 D0833 supply={ISOLATED_1} fatigue={RECOVERING}", 1),
    (f"J1 D0833 supply={ISOLATED_2}", 1),
    (f"J1 D0833 supply={ISOLATED_2} march", 0),
    (f"Pz D0833 supply={UNSUPPLIED} fatigue={RECOVERING}", 2),
]


@pytest.mark.rule("wacht_am_rhein", "7.34", "13.35", "13.42", "13.43", "14.54-b", "14.63", "14.64-b", "14.68")
@pytest.mark.parametrize(("attacker", "points"), STRENGTHS)
def test_halvings_of_an_attack_one_after_another(attacker: str, points: int) -> None:
    name = attacker.split(maxsplit=1)[0]
    match = declared(f"{attacker}, Rc D0833, A1 D0834", "D0834", "Rc", name)
    assert match.tally("attack") == 8 + points


@pytest.mark.rule("wacht_am_rhein", "7.34", "13.36", "13.42", "14.64-b", "16.21", "13.43")
@pytest.mark.parametrize(
    ("defender", "positions", "points"),
    [
        ("A1 D0834", {}, 6),
        ("A1 D0834 march", {}, 3),
        (f"A1 D0834 march fatigue={FATIGUED}", {}, 1),
        (f"A1 D0834 fatigue={RECOVERING} supply={UNSUPPLIED}", {}, 6),
        (f"A1 D0834 supply={ISOLATED_1}", {}, 6),
        (f"A1 D0834 supply={ISOLATED_2} fatigue={FATIGUED}", {}, 1),
        (f"A1 D0834 fatigue={FATIGUED}", {"D0834": ENTRENCHED}, 6),
        (f"A1 D0834/1 fatigue={FATIGUED}", {"D0834": ENTRENCHED}, 2),
        ("A1 D0834 march", {"D0834": ENTRENCHED}, 3),
        ("A1 D0834", {"D0834": IMPROVED}, 6),
        ("a105 D0834", {"D0834": ENTRENCHED}, 3),
    ],
)
def test_halvings_of_a_defence_and_then_the_entrenchment(defender: str, positions: dict[str, int], points: int) -> None:
    face = declared(f"J1 D0833, J2 D0833, {defender}", "D0834", "J1", "J2", positions=positions)
    assert face.tally("defence") == points


@pytest.mark.rule("wacht_am_rhein", "9.31", "9.34", "10.12", "10.15", "9.31-b")
def test_the_best_two_battalions_and_a_company_defend() -> None:
    match = declared("J1 D0833, J2 D0833, A1 D0834, T D0834, E D0834", "D0834", "J1", "J2")
    assert match.tally("defence") == 6 + 8
    companies = declared("J1 D0833, J2 D0833, A1 D0834, m4 D0834, m5 D0834", "D0834", "J1", "J2")
    assert companies.tally("defence") == 6 + 2


@pytest.mark.rule("wacht_am_rhein", "9.5", "10.87-c", "10.72")
def test_a_headquarters_defends_with_one_alone_and_with_nothing_in_company() -> None:
    alone = declared("J1 D0833, hq D0834", "D0834", "J1")
    assert alone.tally("defence") == 1
    together = declared("J1 D0833, hq D0834, A1 D0834", "D0834", "J1")
    assert together.tally("defence") == 6


# --- the line of the table ---------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "10.3", "12.12", "10.62-a")
@pytest.mark.parametrize(
    ("target", "near", "turn", "line"),
    [
        ("D0834", "D0833", 8, "clear"),
        ("D0834", "D0833", 7, "woods"),
        (BROKEN, BROKEN_SIDE, 8, "broken"),
        (BROKEN, BROKEN_SIDE, 7, "woods"),
        (VILLAGE, VILLAGE_SIDE, 8, "woods"),
        (VILLAGE, VILLAGE_SIDE, 7, "woods"),
        (WOODS, WOODS_SIDE, 8, "woods"),
        (TOWN, TOWN_SIDE, 8, "town"),
        (TOWN, TOWN_SIDE, 7, "town"),
        (WEST, EAST, 8, "river"),
        (WEST, EAST, 7, "river"),
        (BROKEN, BROKEN_SIDE, 1, "broken"),
    ],
)
def test_lines_by_day_and_night(target: str, near: str, turn: int, line: str) -> None:
    match = declared(f"Pz {near}, Pg1 {near}, m4 {target}", target, "Pz", "Pg1", turn=turn)
    assert match.column().split()[1] == line


@pytest.mark.rule("wacht_am_rhein", "6.8-m", "10.26", "10.3")
def test_behind_a_river_only_if_all_attackers_beside_it_are_across() -> None:
    """A bridge does not change that."""
    across = declared("Pz D2617, Pg1 D2617, m4 D2717", "D2717", "Pz", "Pg1")
    assert across.column().split()[1] == "river", "over the bridge"
    guns = declared("Pz D2617, Pg1 D2617, g105 D2718, m4 D2717", "D2717", "Pz", "Pg1")
    assert guns.column().split()[1] == "river"
    both = declared("Pz D2617, Pg1 D2718, m4 D2717", "D2717", "Pz", "Pg1")
    assert both.column().split()[1] != "river", "one stands on the near bank"


@pytest.mark.rule("wacht_am_rhein", "10.26", "10.25")
def test_against_two_hexes_the_better_line_for_both() -> None:
    match = battle(f"Pz {VILLAGE_BACK}, Pg1 {VILLAGE_BACK}, m4 {VILLAGE}, m5 D0519")
    match.do(f"attack {VILLAGE}", "join Pz", "join Pg1", "also D0519")
    assert match.tally("defence") == 4
    assert match.column().split()[1] == "woods"


# --- shifts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "10.4-e", "10.5-e", "10.54", "10.76-e")
def test_one_bonus_of_each_kind_for_a_side_however_many_stacks_have_it() -> None:
    units = "J1 D0833, J2 D0833, Pz D0833, K1 D0934, K2 D0934, Rc D0934, GE-XLVII-T-StuH-1 D0934, A1 D0834"
    match = declared(units, "D0834", "J1", "Pz", "K1", "GE-XLVII-T-StuH-1")
    assert net(match) == 2
    against = declared(f"{units}, A2 D0834, T D0834", "D0834", "J1", "Pz", "K1", "GE-XLVII-T-StuH-1")
    assert net(against) == 0, "the defender's take one of each away"


@pytest.mark.rule("wacht_am_rhein", "10.53", "10.54", "10.51")
@pytest.mark.parametrize(
    ("defenders", "shift"),
    [("A1 D0834", 1), ("A1 D0834, w1 D0834", 0), ("w1 D0834", 1), ("T D0834", 1), ("T D0834, a105 D0834", 1),
     ("T D0834, hq D0834", 1), ("E D0834, t1 D0834", 0), ("T D0834, w1 D0834", 1)],
)  # fmt: skip
def test_who_cancels_combined_arms(defenders: str, shift: int) -> None:
    match = declared(f"J1 D0833, Pz D0833, {defenders}", "D0834", "J1", "Pz")
    assert net(match) == shift


@pytest.mark.rule("wacht_am_rhein", "10.51", "10.53")
@pytest.mark.parametrize(
    ("mates", "shift"),
    [("J1", 1), ("Pi", 1), ("Rc", 1), ("Pk", 0), ("g105", 0), ("HQ", 0), ("GE-XLVII-T-StuH-1", 0)],
)
def test_whom_a_tank_forms_combined_arms_with(mates: str, shift: int) -> None:
    match = declared(f"Pz D0833, {mates} D0833, m4 D0834", "D0834", "Pz")
    match.do(*(f"join {mates}" for _ in "x" if f"join {mates}" in match.offers()))
    assert net(match) == shift


@pytest.mark.rule("wacht_am_rhein", "10.54", "10.42-b")
def test_the_defenders_combined_arms_never_helps_by_itself() -> None:
    match = declared("J1 D0833, Pg1 D0833, A1 D0834, T D0834", "D0834", "J1", "Pg1")
    assert net(match) == 0
    regiment = declared("J1 D0833, Pg1 D0833, A1 D0834, A2 D0834", "D0834", "J1", "Pg1")
    assert net(regiment) == -1


@pytest.mark.rule("wacht_am_rhein", "10.41", "10.43", "10.44")
@pytest.mark.parametrize(
    ("one", "two", "shift"),
    [
        ("J1", "J2", 1), ("J1", "K1", 0), ("Pg1", "Pg2", 1),
        ("GE-1_13_5FJ-P", "GE-2_13_5FJ-P", 1), ("GE-1_15_5FJ-P", "GE-2_15_5FJ-P", 1),
    ],
)  # fmt: skip
def test_who_has_regimental_integrity(one: str, two: str, shift: int) -> None:
    match = declared(f"{one} D0833, {two} D0833, m4 D0834", "D0834", one)
    match.do(*(f"join {two}" for _ in "x" if f"join {two}" in match.offers()))
    assert net(match) == shift
    reduced = declared(f"{one} D0833/1, {two} D0833 march, m4 D0834", "D0834", one, two)
    assert net(reduced) == shift, "state and mode do not matter"


@pytest.mark.rule("wacht_am_rhein", "25.14a", "25.14-0", "11.31")
@pytest.mark.parametrize(("turn", "shift"), [(1, 1), (2, 1), (3, 1), (4, 0)])
def test_surprise_to_the_last_turn_of_the_first_day_in_german_attacks(turn: int, shift: int) -> None:
    assert net(declared("J1 D0833, m4 D0834", "D0834", "J1", turn=turn)) == shift
    american = declared("A1 D0834, Pi D0833", "D0833", "A1", side="allied", turn=turn)
    assert net(american) == 0


@pytest.mark.rule("wacht_am_rhein", "16.11", "10.76-f", "10.62-d", "16.0-e3")
def test_improved_positions_shift_one_column_from_the_last_as_well() -> None:
    strong = "Pz D0833, GE-XLVII-T-StuH-1 D0833, w1 D0834"
    open_ground = declared(strong, "D0834", "Pz", "GE-XLVII-T-StuH-1")
    dug_in = declared(strong, "D0834", "Pz", "GE-XLVII-T-StuH-1", positions={"D0834": IMPROVED})
    assert (open_ground.column(), dug_in.column()) == ("10-1 clear", "9-1 clear")
    marching = declared("J1 D0833, A1 D0834 march", "D0834", "J1", positions={"D0834": IMPROVED})
    assert net(marching) == 0


# --- lowest odds -------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "10.62-a", "10.62-b", "10.62-c")
@pytest.mark.parametrize(
    ("target", "near", "defenders", "lost"),
    [
        ("D0834", "D0833", "A1 D0834, m4 D0834", False),
        ("D0834", "D0833", "T D0834, A1 D0834", True),
        (BROKEN, BROKEN_SIDE, f"A1 {BROKEN}", False),
        (BROKEN, BROKEN_SIDE, f"A1 {BROKEN}, m4 {BROKEN}", True),
        (WOODS, WOODS_SIDE, f"E {WOODS}", False),
        (WOODS, WOODS_SIDE, f"A1 {WOODS}", True),
    ],
)
def test_attacks_below_the_lowest_column_kill_the_obliged(target: str, near: str, defenders: str, lost: bool) -> None:
    """A reduced German battalion of 2-4-6 and a company: 1-4 in Clear, 1-3 in Broken, 1-2 in Woods."""
    match = battle(f"J1 {near}/1, {defenders}")
    match.do(f"attack {target}", "join J1")
    strength = match.tally("attack"), match.tally("defence")
    lowest = {"D0834": 4, BROKEN: 3, WOODS: 2}[target]
    assert (strength[0] * lowest < strength[1]) == lost, strength
    if lost:
        match.do("go", "apply")
        assert match.is_lost("J1")
        assert not match.told("rolled")
    else:
        match.dice(3).do("go")
        assert match.told("rolled")


@pytest.mark.rule("wacht_am_rhein", "10.62-b", "10.62-e", "14.66-b", "8.43")
def test_nobody_who_is_free_attacks_below_the_lowest_column() -> None:
    match = battle(f"J1 {VILLAGE}/1, T {VILLAGE_BACK}, A1 {VILLAGE_BACK}")
    assert "done" in match.offers(), "in a Village it need not attack"
    match.do(f"attack {VILLAGE_BACK}", "join J1")
    assert "go" not in match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.62-c", "11.43", "12.13")
def test_protective_fire_brings_it_to_the_first_column_at_worst() -> None:
    match = battle("J1 D0833/1, A1 D0834, a105 D0836, b105 D0836, a155 D0836").dice(6)
    match.do("attack D0834", "join J1", "go", "support a105", "support a155", "go")
    assert match.result() == "A2(2)", "the first column, though it is 2 to 9"


# --- duties ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "10.14-a", "8.43", "10.14-b", "16.33")
@pytest.mark.parametrize(("place", "near"), [(VILLAGE, VILLAGE_BACK), (TOWN, TOWN_SIDE)])
def test_shelter_frees_its_own_side_only(place: str, near: str) -> None:
    sheltered = battle(f"J1 {place}, A1 {near}, J2 D0833, m4 D0834")
    sheltered.dice(1).attack("D0834", "J2").do("apply")
    while sheltered.prompt_code() != "choose-target":
        sheltered.do(sorted(sheltered.offers())[0])
    assert "done" in sheltered.offers()
    besieger = battle(f"J1 {near}, A1 {place}")
    assert "done" not in besieger.offers(), "who stands in the open owes an attack on a Village"
    both = battle(f"J1 {VILLAGE}, J2 D0833, A1 D0418, m4 D0834")
    both.dice(1).attack("D0834", "J2").do("apply")
    while both.prompt_code() != "choose-target":
        both.do(sorted(both.offers())[0])
    assert "done" in both.offers(), "Village against Village: nobody need attack"


@pytest.mark.rule("wacht_am_rhein", "8.43", "16.0-e3", "16.33")
def test_a_column_in_a_position_is_not_sheltered() -> None:
    for mode, free in (("", True), (" march", False)):
        match = battle(f"J1 D0833{mode}, A1 D0834, K1 D1033, m4 D1034", positions={"D0833": IMPROVED})
        match.dice(1).attack("D1034", "K1").do("apply")
        while match.prompt_code() != "choose-target":
            match.do(sorted(match.offers())[0])
        assert ("done" in match.offers()) == free


@pytest.mark.rule("wacht_am_rhein", "8.42", "10.87-c", "14.66-a")
@pytest.mark.parametrize(
    ("units", "lost"),
    [
        ("HQ D0833, A1 D0834", True),
        ("HQ D0833, m4 D0834", True),
        ("HQ D0833, J1 D0833, A1 D0834", True),
        (f"HQ {VILLAGE}, A1 {VILLAGE_BACK}", True),
        (f"HQ D0833, A1 D0834 supply={ISOLATED_1}", False),
        ("HQ D0833, hq D0834", False),
        (f"HQ {EAST}, A1 {WEST}", False),
    ],
)
def test_headquarters_in_a_zone_die_at_the_beginning_of_their_combat_phase(units: str, lost: bool) -> None:
    match = battle(f"{units}, J3 D1033, m6 D1034")
    assert match.is_lost("HQ") == lost


@pytest.mark.rule("wacht_am_rhein", "10.19-a", "10.19-b", "10.19-c")
@pytest.mark.parametrize(
    ("units", "lost"),
    [
        ("Pk D0833/1, A1 D0834", True),
        ("Pk D0833, A1 D0834", False),
        ("Pk D0833/1, J1 D0833, A1 D0834", False),
        ("Pk D0833/1, Pi D0833/1, A1 D0834", True),
        ("Pk D0833/1, HQ D0833, A1 D0834", True),
        (f"Pk {VILLAGE}/1, A1 {VILLAGE_BACK}", False),
        (f"Pk D0833/1 supply={ISOLATED_1}, A1 D0834", False),
        (f"Pk {EAST}/1, A1 {WEST}", False),
        ("Pk D0833/1, hq D0834", False),
        (f"Pk D0833/1, A1 D0834 supply={ISOLATED_1}", True),
    ],
)
def test_when_a_lone_parenthesised_unit_dies(units: str, lost: bool) -> None:
    match = battle(f"{units}, J3 D1033, m6 D1034")
    assert match.is_lost("Pk") == lost


@pytest.mark.rule("wacht_am_rhein", "10.19-c", "10.14-a")
def test_a_parenthesised_unit_holds_in_improved_positions() -> None:
    match = battle("w1 D0834, J1 D0833, A1 D1034, K1 D1033", "allied", positions={"D0834": IMPROVED})
    assert not match.is_lost("w1")
    assert battle("w1 D0834, J1 D0833, A1 D1034, K1 D1033", "allied").is_lost("w1")


@pytest.mark.rule("wacht_am_rhein", "14.66-a", "14.66-b", "10.0-b")
def test_isolated_enemies_are_owed_an_attack_and_isolated_units_owe_none() -> None:
    besieger = battle(f"J1 D0833, A1 D0834 supply={ISOLATED_1}")
    assert "done" not in besieger.offers()
    pocket = battle(f"Pz D0833 supply={ISOLATED_1}, A1 D0834, B1 D0734, J3 D1033, m6 D1034")
    pocket.dice(1).attack("D1034", "J3").do("apply")
    while pocket.prompt_code() != "choose-target":
        pocket.do(sorted(pocket.offers())[0])
    assert "done" in pocket.offers()
    pocket.do("attack D0834", "join Pz")
    assert "go" not in pocket.offers(), "all that it is adjacent to, or nothing"
    pocket.do("also D0734")
    assert pocket.tally("attack") == 5


@pytest.mark.rule("wacht_am_rhein", "10.16", "11.32", "10.13")
def test_a_barrage_leaves_an_obliged_unit_something_to_attack() -> None:
    alone = battle("J1 D0833, g105 D0831, A1 D0834")
    assert "barrage D0834" not in alone.offers()
    two = battle("J1 D0833, g105 D0831, K150 D0831, K151 D0831, A1 D0834, B1 D0734")
    assert "barrage D0834" in two.offers()


@pytest.mark.rule("wacht_am_rhein", "8.41", "10.62-e")
def test_attack_strength_zero_dies_unless_it_joins() -> None:
    weak = f"J1 D0833/1 march fatigue={FATIGUED}"
    match = battle(f"{weak}, A1 D0834")
    match.do("attack D0834", "join J1", "go", "apply")
    assert match.is_lost("J1")
    joined = declared(f"{weak}, Pz D0734, A1 D0834", "D0834", "J1", "Pz")
    assert joined.tally("attack") == 10
