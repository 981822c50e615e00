"""11.0 Artillery: barrage, protective fire, the German limits; 25.14c green units."""

from __future__ import annotations

import pytest

from ardennes.engine.notation import write_option
from ardennes.games.wacht_am_rhein.rules.artillery import barrage_points, protective_points
from ardennes.games.wacht_am_rhein.rules.field import FIRED, ISOLATED_2, OUT_OF_COMMUNICATIONS, UNSUPPLIED
from ardennes.games.wacht_am_rhein.rules.odds import defence_of, defenders_in
from tests.wacht_am_rhein.battles import NAMES, RIVER, Battle, battle

WEST, EAST = RIVER

BEHIND = "D0831"
"""Three hexes behind D0834 for the Germans."""


def declared(units: str, hex: str, *joining: str, side: str = "german", **more: object) -> Battle:
    match = battle(units, side, **more)  # type: ignore[arg-type]
    match.do(f"attack {hex}", *(f"join {unit}" for unit in joining))
    return match


@pytest.mark.rule("wacht_am_rhein", "11.0-a", "11.21", "11.22", "11.33")
def test_guns_in_range_add_their_barrage_to_an_attack() -> None:
    match = declared(f"J1 D0833, g105 {BEHIND}, A1 D0834", "D0834", "J1")
    assert match.tally("attack", "support g105") == 5 + 4
    near = declared("J1 D0833, g105 D0833, A1 D0834", "D0834", "J1")
    assert near.tally("attack", "support g105") == 5 + 4
    far = declared("J1 D0833, g105 D0828, A1 D0834", "D0834", "J1")
    assert far.why("support g105") == ("out-of-range", "11.24")


@pytest.mark.rule("wacht_am_rhein", "11.0-c", "11.67", "10.18")
def test_guns_out_of_battery_or_in_march_mode_are_silent() -> None:
    match = declared(f"J1 D0833, g105 {BEHIND} out, g150 D0731 march, A1 D0834", "D0834", "J1")
    assert match.why("support g105") == ("gun-silent", "11.67")
    assert match.why("support g150") == ("gun-silent", "11.67")


@pytest.mark.rule("wacht_am_rhein", "11.24")
def test_one_of_several_hexes_in_range_is_enough() -> None:
    match = battle("J1 D0833, g105 D0829, A1 D0834, B1 D0734")
    match.do("attack D0834", "join J1", "also D0734")
    assert "support g105" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "11.12-a", "11.12-b", "11.14", "11.16", "11.11")
def test_ex_20_guns_support_their_own_fully_and_others_by_half() -> None:
    p = battle(
        "J1 D0833, Pz D0833, g105 D0831, h105 D0831, K150 D0831, A1 D0834, a105 D0836, c105 D0836, d105 D0836"
    ).position
    gun = {
        name: p.data.unit(id) for name, id in NAMES.items() if name in ("g105", "h105", "K150", "a105", "c105", "d105")
    }
    vg, panzer, us = (p.data.unit(NAMES[name]) for name in ("J1", "Pz", "A1"))
    assert barrage_points(p, gun["g105"], (vg,)) == 4
    assert barrage_points(p, gun["g105"], (panzer,)) == 2
    assert barrage_points(p, gun["g105"], (panzer, vg)) == 4
    assert barrage_points(p, gun["h105"], (vg,)) == 2
    assert barrage_points(p, gun["K150"], (vg,)) == 8
    assert barrage_points(p, gun["a105"], (us,)) == 2
    assert protective_points(p, gun["c105"], (us,)) == 2
    assert protective_points(p, gun["d105"], (us,)) == 1


@pytest.mark.rule("wacht_am_rhein", "11.14", "11.16", "17.0-e2")
def test_ex_45_companies_are_supported_fully_in_the_first_three_turns_only() -> None:
    """US-c32-I was set up with the 28th Division of the VIII Corps."""
    for turn, points in ((3, (6, 2, 1)), (4, (3, 1, 1))):
        p = battle("J1 D0833, US-c32-I D0834, a155 D0836, c105 D0836, d105 D0836", turn=turn).position
        company = p.data.unit("US-c32-I")
        guns = [p.data.unit(NAMES[name]) for name in ("a155", "c105", "d105")]
        assert tuple(barrage_points(p, gun, (company,)) for gun in guns) == points


@pytest.mark.rule("wacht_am_rhein", "11.13", "11.15")
def test_nobody_supports_another_nation() -> None:
    p = battle("J1 D0833, A1 D0834, g105 D0831").position
    assert barrage_points(p, p.data.unit(NAMES["g105"]), (p.data.unit(NAMES["A1"]),)) == 0


@pytest.mark.rule("wacht_am_rhein", "11.61", "11.64")
def test_ex_22_barrage_into_cover_is_halved_as_a_whole() -> None:
    match = declared("J1 D0724, g105 D0723, g150 D0723, K150 D0722, A1 D0725", "D0725", "J1")
    match.do("support g105", "support g150", "support K150")
    assert match.tally("attack") == 5 + 15 // 2


@pytest.mark.rule("wacht_am_rhein", "11.61")
def test_cover_in_one_of_several_hexes_halves_barrage_into_all() -> None:
    """WAR-R116"""
    match = declared("J1 D0832, J2 D0832, K150 D0831, m4 D0833, m5 D0732", "D0833", "J1", "J2")
    assert match.tally("attack", "support K150") == 10 + 8
    match.do("also D0732")
    assert match.tally("attack", "support K150") == 10 + 4


@pytest.mark.rule("wacht_am_rhein", "11.62", "12.13", "11.68")
def test_ex_23_at_night_it_is_halved_again() -> None:
    match = declared("J1 D0724, g105 D0723, g150 D0723, K150 D0722, A1 D0725", "D0725", "J1", turn=7)
    match.do("support g105", "support g150", "support K150")
    assert match.tally("attack") == 5 + 15 // 2 // 2
    clear = declared(f"J1 D0833, g105 {BEHIND}, A1 D0834", "D0834", "J1", turn=7)
    assert clear.tally("attack", "support g105") == 5 + 2


@pytest.mark.rule("wacht_am_rhein", "16.32", "11.61")
def test_ex_25_positions_halve_barrage_but_not_twice() -> None:
    match = declared("J1 D0833, K150 D0832, A1 D0834", "D0834", "J1", positions={"D0834": 4})
    assert match.tally("attack", "support K150") == 5 + 4
    covered = declared("J1 D0724, K150 D0723, A1 D0725", "D0725", "J1", positions={"D0725": 4})
    assert covered.tally("attack", "support K150") == 5 + 4
    marching = declared("J1 D0833, K150 D0832, A1 D0834 march", "D0834", "J1", positions={"D0834": 4})
    assert marching.tally("attack", "support K150") == 5 + 8


@pytest.mark.rule("wacht_am_rhein", "11.63", "11.66-a", "11.65", "11.64")
def test_guns_without_supplies_fire_once_and_are_worse_off() -> None:
    match = declared(
        f"J1 D0833, g105 {BEHIND} supply={OUT_OF_COMMUNICATIONS}, g150 {BEHIND} supply={UNSUPPLIED}, "
        f"K150 D0731 supply=3, K151 D0731 supply={ISOLATED_2}, A1 D0834",
        "D0834",
        "J1",
    ).dice(3)
    assert match.tally("attack", "support g105") == 5 + 4
    assert match.tally("attack", "support g150") == 5 + 1
    assert match.tally("attack", "support K150") == 5 + 4
    assert match.why("support K151") == ("adds-nothing", "11.65")
    match.do("support g105", "support K150", "go")
    assert match.position.supply[match.unit("g105")] == UNSUPPLIED
    assert match.position.supply[match.unit("K150")] == ISOLATED_2


@pytest.mark.rule("wacht_am_rhein", "11.25", "11.35")
def test_guns_at_a_distance_suffer_nothing() -> None:
    match = declared(f"J1 D0833, g105 {BEHIND}, A1 D0834, T D0834", "D0834", "J1").dice(5)
    match.do("support g105", "go", "apply")
    assert match.result() == "A2(1)"
    assert match.offers() == {"hit J1"}


@pytest.mark.rule("wacht_am_rhein", "11.25-b")
def test_guns_beside_the_target_share_the_result() -> None:
    match = declared("J1 D0833, g105 D0934, A1 D0834, T D0834", "D0834", "J1").dice(5)
    match.do("support g105", "go", "apply")
    assert match.offers() == {"hit J1", "hit g105"}


@pytest.mark.rule("wacht_am_rhein", "9.31", "9.32")
def test_a_gun_in_a_mixed_stack_takes_the_place_of_a_battalion() -> None:
    match = declared("J1 D0833, J2 D0833, g105 D0833, A1 D0834", "D0834", "J1", "J2")
    assert match.why("support g105") == ("hex-sends-enough", "9.31")
    alone = declared(f"J1 D0833, g105 {BEHIND}, g150 {BEHIND}, K150 {BEHIND}, A1 D0834", "D0834", "J1")
    alone.do("support g105", "support g150", "support K150")
    assert alone.tally("attack") == 5 + 15


@pytest.mark.rule("wacht_am_rhein", "11.71", "11.71-e", "11.71-f", "11.72")
def test_the_german_limit_counts_tubes_only_and_not_on_the_first_day() -> None:
    guns = "K150 D0831, K151 D0831, g105 D0831, g150 D0731, Nw D0832"
    match = declared(f"J1 D0833, {guns}, A1 D0834", "D0834", "J1")
    match.do("support K150", "support K151", "support g105")
    assert match.why("support g150") == ("above-german-limit", "11.71")
    assert match.tally("attack", "support Nw") == 5 + 20 + 9
    early = declared(f"J1 D0833, {guns}, A1 D0834", "D0834", "J1", turn=3)
    early.do("support K150", "support K151", "support g105")
    assert "support g150" in early.offers()


@pytest.mark.rule("wacht_am_rhein", "11.81", "10.76-b")
def test_a_six_may_cost_the_germans_a_gun() -> None:
    units = f"J1 D0833, Pz D0734, g105 {BEHIND}, g150 {BEHIND}, A1 D0834"
    match = declared(units, "D0834", "J1", "Pz").dice(6, 3)
    match.do("support g105", "support g150", "go")
    assert match.prompt_code() == "choose-spent"
    assert match.offers() == {"hit g105", "hit g150"}
    match.do("hit g150")
    assert match.is_lost("g150")
    assert match.offers() == {"apply"}
    spared = declared(units, "D0834", "J1", "Pz").dice(6, 4)
    spared.do("support g105", "go")
    assert not spared.is_lost("g105")
    without = declared(units, "D0834", "J1", "Pz").dice(6)
    without.do("go")
    assert not without.told("ammunition")


@pytest.mark.rule("wacht_am_rhein", "11.82")
def test_not_on_the_first_day_nor_for_the_allies() -> None:
    match = declared(f"J1 D0833, Pz D0734, g105 {BEHIND}, A1 D0834", "D0834", "J1", "Pz", turn=3).dice(6)
    match.do("support g105", "go")
    assert not match.told("ammunition")
    allied = declared("A1 D0834, a105 D0836, J1 D0833", "D0833", "A1", side="allied").dice(6)
    allied.do("support a105", "go")
    assert not allied.told("ammunition")


@pytest.mark.rule("wacht_am_rhein", "13.34", "11.83")
def test_in_a_bonus_turn_the_six_alone_costs_a_gun() -> None:
    match = declared(f"J1 D0833, Pz D0734, g105 {BEHIND}, A1 D0834/1", "D0834", "J1", "Pz", turn=7, bonus=True).dice(6)
    match.do("support g105", "go", "hit g105")
    assert match.told("eliminated")[-1].rule == "13.34"


# --- Barrage attacks -------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.31", "11.32", "11.38", "11.34")
def test_guns_attack_alone_if_a_friend_is_beside_the_target() -> None:
    match = battle(f"J1 D0833, K150 {BEHIND}, g105 {BEHIND}, A1 D0834, B1 D0734").dice(3)
    assert "barrage D0834" in match.offers()
    match.do("barrage D0834")
    assert match.offers() == {"support K150", "support g105", "help"}
    match.do("support K150", "support g105")
    assert match.column() == "2-1 clear"
    match.do("go")
    assert match.result() == "D1"
    unseen = battle(f"K150 {BEHIND}, A1 D0834, Pi D0716, m5 D0717")
    assert unseen.why("barrage D0834") == ("nobody-spots", "11.32")


@pytest.mark.rule("wacht_am_rhein", "11.32")
def test_a_headquarters_does_not_spot() -> None:
    match = battle(f"HQ D0833, K150 {BEHIND}, A1 D0834 supply=3, Pi D0716, m5 D0717")
    assert match.why("barrage D0834") == ("nobody-spots", "11.32")


@pytest.mark.rule("wacht_am_rhein", "11.32-b", "11.32")
def test_a_barrage_meets_the_duty_towards_a_hex_but_not_that_of_a_unit() -> None:
    match = battle(f"J1 D0833, K150 {BEHIND}, A1 D0834, B1 D0734").dice(3)
    match.do("barrage D0734", "support K150", "go", "apply", "hit B1", "attack D0834", "join J1")
    assert "go" in match.offers()
    only = battle(f"J1 D0833, K150 {BEHIND}, A1 D0834")
    assert only.why("barrage D0834") == ("left-out", "11.32")
    two = battle(f"J1 D0833, J2 D0733, K150 {BEHIND}, A1 D0834, B1 D0734")
    assert two.why("barrage D0734") == ("left-out", "11.32")


@pytest.mark.rule("wacht_am_rhein", "11.36", "11.36-b")
def test_ex_21_below_the_lowest_odds_a_barrage_is_not_allowed() -> None:
    match = battle("J1 D0833, g150 D0831, A1 D0834, T D0834, B1 D0734")
    assert match.why("barrage D0834") == ("below-minimum", "11.36")
    defended = battle(f"J1 D0833, K150 {BEHIND}, A1 D0834, A2 D0834, B1 D0734", positions={"D0834": 2})
    defended.do("barrage D0834", "support K150")
    assert defended.shifts() == {"regimental-integrity": -1, "improved-positions": -1}


@pytest.mark.rule("wacht_am_rhein", "11.37", "11.45")
def test_no_protective_fire_against_a_barrage() -> None:
    match = battle(f"J1 D0833, K150 {BEHIND}, A1 D0834, B1 D0734, a105 D0836").dice(3)
    match.do("barrage D0834", "support K150", "go")
    assert match.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "11.39", "11.23")
def test_a_gun_fires_once_in_its_phase() -> None:
    match = battle(f"J1 D0833, K150 {BEHIND}, A1 D0834, B1 D0734").dice(3)
    match.do("barrage D0734", "support K150", "go", "apply", "hit B1", "attack D0834", "join J1")
    assert match.why("support K150") == ("gun-silent", "11.39")


@pytest.mark.rule("wacht_am_rhein", "8.41-b")
def test_guns_in_a_zone_must_fire_if_they_can() -> None:
    match = battle("K150 D0833, A1 D0834")
    assert match.offers() == {"barrage D0834"}
    assert match.why("done") == ("guns-must-fire", "8.41")
    silent = battle("K150 D0833 out, A1 D0834")
    assert silent.is_over()


# --- protective fire -------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.41-a", "11.43", "11.42", "11.44")
def test_protective_fire_adds_to_the_defence() -> None:
    match = declared("J1 D0833, Pz D0734, A1 D0834, a105 D0837, b105 D0837", "D0834", "J1", "Pz").dice(6)
    assert set(match.tells("go").chances) >= {"D3", "column-4: D2"}
    match.do("go")
    assert match.prompt_code() == "answer-with-fire"
    assert match.offers() == {"column 4", "support a105", "support b105", "go"}
    assert match.tally("defence", "support a105") == 8
    match.do("support a105", "go")
    assert match.told("rolled")[-1].args["column"] == "1-1"
    match.do("apply")
    assert match.position.fought[match.unit("a105")] & FIRED


def test_standing_orders_for_protective_fire() -> None:
    """11.4 To hold fire, to bring the attack down by one column with the fewest guns, or as far as they can."""
    units = "J1 D0833, J2 D0833, Pz D0734, A1 D0834, a105 D0837, b105 D0837, c105 D0837, d105 D0837"
    match = declared(units, "D0834", "J1", "J2", "Pz").dice(6)
    match.do("go")
    columns = sorted(int(option.split()[1]) for option in match.offers() if option.startswith("column"))
    assert len(columns) > 1
    assert standing(match) == {
        "standing-hold": "go",
        "standing-one-column": f"column {columns[-1]}",
        "standing-all": f"column {columns[0]}",
    }
    match.do(f"column {columns[-1]}")
    assert set(standing(match).values()) == {"go"}, "what was ordered has been done"


def standing(match: Battle) -> dict[str, str]:
    """The option that each standing order would give now."""
    assert match.asked is not None
    p = match.position.view(match.asked.side)
    orders = match.asked.question.standing_orders(p, p.stack[-1])
    return {name: write_option(p.data, option) for name, option in orders}


@pytest.mark.rule("wacht_am_rhein", "11.46", "11.0-b")
def test_protective_fire_once_in_a_game_turn() -> None:
    match = battle("J1 D0833, K1 D0934, A1 D0834, B1 D0933, a105 D0837").dice(3, 3)
    match.do("attack D0834", "join J1", "go", "support a105", "apply", "hit J1", "attack D0933", "join K1", "go")
    assert match.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "11.41-a", "11.41-b")
def test_no_protective_fire_beside_an_enemy_or_after_being_attacked() -> None:
    beside = declared("J1 D0833, K1 D0838 supply=3, A1 D0834, a105 D0837", "D0834", "J1").dice(3)
    beside.do("go")
    assert beside.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "11.51")
def test_an_attacked_gun_defends_with_its_own_strength_and_others_fire_for_it() -> None:
    match = declared("J1 D0833, a105 D0834, b105 D0837", "D0834", "J1").dice(3)
    assert match.tally("defence") == 3
    match.do("go")
    assert match.offers() == {"support b105", "go"}
    assert match.tally("defence", "support b105") == 5


@pytest.mark.rule("wacht_am_rhein", "11.62")
def test_protective_fire_is_halved_at_night_but_not_by_cover() -> None:
    night = declared("J1 D0833, Pz D0734, A1 D0834, a105 D0837, b105 D0837", "D0834", "J1", "Pz", turn=7).dice(3)
    night.do("go", "support a105")
    assert night.tally("defence", "support b105") == 6 + 2
    village = declared("J1 D0724, Pz D0724, A1 D0725, a105 D0728", "D0725", "J1", "Pz").dice(3)
    village.do("go")
    assert village.tally("defence", "support a105") == 6 + 2


@pytest.mark.rule("wacht_am_rhein", "10.62-c")
def test_protective_fire_below_the_lowest_odds_leads_to_the_first_column() -> None:
    match = declared("J1 D0716, A1 D0717, T D0717, a105 D0720, b105 D0720", "D0717", "J1").dice(1)
    assert match.column() == "1-3 broken"
    match.do("go", "support a105", "support b105", "apply")
    assert match.result() == "A1"
    assert not match.is_lost("J1")


@pytest.mark.rule("wacht_am_rhein", "25.14h")
@pytest.mark.parametrize(("turn", "fire"), [(1, 1), (2, 2), (3, 2)])
def test_american_protective_fire_is_halved_before_dawn(turn: int, fire: int) -> None:
    match = declared("J1 D0833, A1 D0834, a105 D0837", "D0834", "J1", turn=turn).dice(3)
    match.do("go")
    assert match.tally("defence", "support a105") == 6 + fire


# --- green units ---------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "25.14c-a", "25.14c-b")
def test_green_units_may_be_reduced_before_the_die() -> None:
    match = declared("V1 D0833, A1 D0834/1", "D0834", "V1", turn=2).dice(2, 3)
    assert sum(match.tells("go").chances.values()) == pytest.approx(1)
    match.do("go")
    assert match.steps_of("V1") == 1
    assert match.told("rolled")[-1].args["column"] == "1-2"
    steady = declared("V1 D0833, A1 D0834/1", "D0834", "V1", turn=2).dice(3, 3)
    steady.do("go")
    assert steady.steps_of("V1") == 2
    later = declared("V1 D0833, A1 D0834/1", "D0834", "V1", turn=4).dice(3)
    later.do("go")
    assert not later.told("green-roll")


@pytest.mark.rule("wacht_am_rhein", "25.14c-b", "25.14c-c")
def test_a_reduced_green_unit_dies_of_its_roll_and_the_combat_lapses() -> None:
    match = declared("V1 D0833/1, A1 D0834/1", "D0834", "V1", turn=2).dice(1)
    assert "none" in match.tells("go").chances
    match.do("go")
    assert match.is_lost("V1")
    assert match.result() == "none"
    helped = battle("V1 D0833/1, K1 D1235, g105 D0831, A1 D0834/1, A2 D1236", turn=2).dice(1)
    helped.do("attack D0834", "join V1", "support g105", "go")
    assert helped.result() == "none", "the gun does not go on alone"


# --- situations ------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.68", "11.62", "11.61")
def test_ex_24_seven_points_into_a_town_at_night() -> None:
    match = declared("J1 D1541, g105 D1539, g150 D1539, A1 D1542", "D1542", "J1", turn=7)
    match.do("support g105", "support g150")
    assert match.tally("attack") == 5 + 7 // 2 // 2


@pytest.mark.rule("wacht_am_rhein", "11.41-b", "11.51")
def test_t20_a_gun_that_was_attacked_is_silent_and_others_fire_for_it() -> None:
    """The guns in D0734 are barraged first; then A1 is attacked, and only b105 may answer."""
    units = f"J1 D0833, J2 D0833, K150 {BEHIND}, A1 D0834, a105 D0734, b105 D0837"
    fresh = declared(units, "D0734", "J1").dice(3)
    fresh.do("go")
    assert "support b105" in fresh.offers(), "for a gun under attack"
    match = battle(units).dice(3, 3)
    match.do("barrage D0734", "support K150", "go", "apply")
    while match.prompt_code() in ("choose-step-or-hex", "take-loss", "choose-hex-back"):
        match.do("back" if "back" in match.offers() else sorted(match.offers())[0])
    match.do(*(["done"] if match.prompt_code() == "choose-advance" else []))
    match.do("attack D0834", "join J1", "join J2", "go")
    assert match.objects("support") == {"b105"}


@pytest.mark.rule("wacht_am_rhein", "11.41-a", "11.41-b")
@pytest.mark.parametrize(
    ("enemy", "silent"),
    [
        ("K1 D0838", True),  # a rigid zone
        ("K1 D0838/1", True),  # a fluid one
        ("K1 D0838 supply=3", True),  # none, but beside it
        ("K1 D0839", False),  # two hexes away
    ],
)
def test_a_gun_in_a_zone_or_beside_an_enemy_is_silent(enemy: str, silent: bool) -> None:
    match = declared(f"J1 D0833, {enemy}, A1 D0834, a105 D0837", "D0834", "J1").dice(3)
    match.do("go")
    assert ("support a105" not in match.offers()) == silent


@pytest.mark.rule("wacht_am_rhein", "11.41-b")
def test_t20_a_gun_beside_an_enemy_across_a_river_is_silent() -> None:
    for hex, silent in ((EAST, True), ("D2719", False)):
        match = declared(f"J1 D2522, J2 D2522, A1 D2521, a105 {WEST}, K1 {hex}", "D2521", "J1", "J2").dice(3)
        match.do("go")
        assert ("support a105" not in match.offers()) == silent


@pytest.mark.rule("wacht_am_rhein", "11.63", "14.55", "11.46")
def test_t21_barrage_uses_supplies_up_before_the_protective_fire_of_the_same_turn() -> None:
    units = f"A1 D0834, B1 D0835, a155 D0837 supply={OUT_OF_COMMUNICATIONS}, J1 D0833"
    match = declared(units, "D0833", "A1", side="allied").dice(3)
    assert match.tally("attack", "support a155") == 3 + 6
    match.do("support a155", "go")
    gun = match.unit("a155")
    assert match.position.supply[gun] == UNSUPPLIED
    assert protective_points(match.position, gun, (match.unit("A1"),)) == 0, "one point, halved"
    p = battle(f"A1 D0834, a105 D0837 supply={UNSUPPLIED}, J1 D0833").position
    assert protective_points(p, p.data.unit(NAMES["a105"]), (p.data.unit(NAMES["A1"]),)) == 1, "two, halved"


@pytest.mark.rule("wacht_am_rhein", "10.26", "11.24", "11.61", "11.71", "16.32", "16.11", "16.21")
def test_t24_one_stack_against_a_clear_entrenched_and_a_wooded_improved_hex() -> None:
    """20 points of tubes and 9 of rockets: halved once; the line of the woods, one defender doubled, one shift."""
    units = "J1 D1643, A1 D1744, B1 D1644, K150 D1640, K151 D1640, g105 D1641, g150 D1641, Nw D1642"
    match = battle(units, turn=14, positions={"D1744": 4, "D1644": 2})
    match.do("attack D1744", "join J1", "also D1644", "support K150", "support K151", "support g105", "support Nw")
    assert match.tally("attack") == 5 + 29 // 2
    assert match.tally("defence") == 2 * 6 + 6
    assert match.why("support g150") == ("above-german-limit", "11.71")
    assert match.shifts() == {"improved-positions": -1}
    assert match.column().endswith(" woods")
    far = battle(units.replace("g105 D1641", "g105 D1839"), turn=14, positions={"D1744": 4, "D1644": 2})
    far.do("attack D1744", "join J1", "also D1644")
    assert far.data.within[5][far.hex("D1839")] & {far.hex("D1744"), far.hex("D1644")} == {far.hex("D1744")}
    assert "support g105" in far.offers(), "one of the two hexes in range"


@pytest.mark.rule("wacht_am_rhein", "9.31", "9.32", "9.34")
def test_a_gun_that_has_used_protective_fire_takes_a_place_in_the_defence_of_its_hex() -> None:
    """WAR-R20: two infantry battalions and a gun; the gun fires for another hex, and only one of the two defends."""
    units = "J1 D0833, K1 D0936, A1 D0834, B1 D0836, B2 D0836, a105 D0836"
    fired = battle(units.replace("K1 D0936", "K1 D0938"))
    fired.position.fought[fired.unit("a105")] |= FIRED
    p = fired.position
    assert p.data.unit(NAMES["a105"]) in defenders_in(p, fired.hex("D0836"))
    assert sum(defence_of(p, unit) for unit in defenders_in(p, fired.hex("D0836"))) == 6 + 3
    fresh = battle(units.replace("K1 D0936", "K1 D0938")).position
    assert sum(defence_of(fresh, unit) for unit in defenders_in(fresh, fired.hex("D0836"))) == 12
