"""Where rules of guns, night, fatigue, results and advances meet: positions written from the rulebook alone."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    BLOWN,
    ENTRENCHED,
    FATIGUED,
    FRESH,
    IMPROVED,
    ISOLATED_1,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    RECOVERING,
    UNSUPPLIED,
)
from tests.wacht_am_rhein.battles import RIVER, Battle, battle
from tests.wacht_am_rhein.test_meetings_combat import (
    BROKEN,
    BROKEN_SIDE,
    TOWN,
    TOWN_SIDE,
    VILLAGE,
    VILLAGE_BACK,
    WOODS,
    WOODS_SIDE,
)

WEST, EAST = RIVER
BEHIND = "D0831"


def fought(units: str, hex: str, *joining: str, die: tuple[int, ...], side: str = "german", **more: object) -> Battle:
    match = battle(units, side, **more).dice(*die)  # type: ignore[arg-type]
    match.attack(hex, *joining).do("apply")
    return match


def with_guns(units: str, target: str, *orders: str, **more: object) -> Battle:
    match = battle(units, **more)  # type: ignore[arg-type]
    match.do(f"attack {target}", *orders)
    return match


# --- barrage -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.61", "11.62", "11.64", "11.65", "16.32", "11.66-a", "11.63")
@pytest.mark.parametrize(
    ("place", "gun", "turn", "positions", "points"),
    [
        (("D0834", "D0833"), "K150 D0831", 8, 0, 8),
        (("D0834", "D0833"), f"K150 D0831 supply={UNSUPPLIED}", 8, 0, 4),
        (("D0834", "D0833"), f"K150 D0831 supply={OUT_OF_COMMUNICATIONS}", 8, 0, 8),
        (("D0834", "D0833"), f"K150 D0831 supply={ISOLATED_1}", 8, 0, 4),
        (("D0834", "D0833"), f"K150 D0831 fatigue={RECOVERING}", 8, 0, 4),
        (("D0834", "D0833"), "K150 D0831", 7, 0, 4),
        (("D0834", "D0833"), "K150 D0831", 8, IMPROVED, 4),
        (("D0834", "D0833"), "K150 D0831", 7, ENTRENCHED, 2),
        ((WOODS, WOODS_SIDE), "K150 D0205", 8, ENTRENCHED, 4),
        ((WOODS, WOODS_SIDE), f"K150 D0205 supply={UNSUPPLIED} fatigue={FATIGUED}", 7, 0, 0),
        ((VILLAGE, VILLAGE_BACK), "K150 D0617", 8, IMPROVED, 4),
        ((TOWN, TOWN_SIDE), "K150 D1703", 7, 0, 2),
        ((BROKEN, BROKEN_SIDE), "K150 D0212", 8, 0, 8),
        (("D0834", "D0833"), "h105 D0831", 8, 0, 2),
        (("D0834", "D0833"), f"h105 D0831 supply={UNSUPPLIED}", 8, 0, 1),
    ],
)
def test_halvings_of_a_barrage(place: tuple[str, str], gun: str, turn: int, positions: int, points: int) -> None:
    target, near = place
    at = {target: positions} if positions else {}
    match = with_guns(f"J1 {near}, {gun}, m4 {target}", target, "join J1", turn=turn, positions=at)
    name = gun.split(maxsplit=1)[0]
    match.do(f"support {name}")
    assert match.tally("attack") == 5 + points


@pytest.mark.rule("wacht_am_rhein", "11.64", "11.61")
def test_the_sum_is_halved_and_not_each_gun() -> None:
    """3 and 3 in Woods are 3, not 2; at Night 1."""
    for turn, points in ((8, 3), (7, 1)):
        match = with_guns(f"J1 {WOODS_SIDE}, g150 D0205, g105 D0205, m4 {WOODS}", WOODS, "join J1", turn=turn)
        match.do("support g150", "support g105")
        assert match.tally("attack") == 5 + points


@pytest.mark.rule("wacht_am_rhein", "11.71", "11.71-e", "11.71-f", "11.72", "25.14d")
@pytest.mark.parametrize(("turn", "third"), [(1, True), (3, True), (4, False), (5, False)])
def test_twenty_points_of_tubes_from_the_first_night_on(turn: int, third: bool) -> None:
    """8 and 8 are 16; the next 8 are too many; rockets and mortars do not count."""
    guns = "K150 D0830, K151 D0830, K210 D0829, Nw D0831, g105 D0830"
    match = with_guns(f"J1 D0833, {guns}, A1 D0834", "D0834", "join J1", turn=turn)
    match.do("support K150", "support K151")
    assert ("support K210" in match.offers()) == third
    assert "support g105" in match.offers(), "exactly twenty"
    assert "support Nw" in match.offers()
    if not third:
        assert match.why("support K210")[1] == "11.71"
    match.do("support Nw", "support g105")
    assert match.tally("attack") == 5 + (16 + 9 + 4 if turn != 4 else (16 + 9 + 4) // 2)


@pytest.mark.rule("wacht_am_rhein", "11.81", "11.82", "25.14e", "11.83", "13.34")
@pytest.mark.parametrize(
    ("turn", "bonus", "dice", "lost"),
    [(3, False, (6,), False), (4, False, (6, 3), True), (4, False, (6, 4), False), (4, True, (6,), True),
     (8, False, (5,), False), (8, False, (6, 1), True)],
)  # fmt: skip
def test_ammunition(turn: int, bonus: bool, dice: tuple[int, ...], lost: bool) -> None:
    match = battle("J1 D0833, J2 D0833, g105 D0831, A1 D0834", turn=turn, bonus=bonus).dice(*dice)
    match.do("attack D0834", "join J1", "join J2", "support g105", "go")
    match.do(*(["hit g105"] if match.prompt_code() == "choose-spent" else []))
    assert match.is_lost("g105") == lost
    assert match.told("rolled"), "the result stands"


@pytest.mark.rule("wacht_am_rhein", "11.81", "11.31")
def test_ammunition_of_a_barrage_attack_and_none_for_the_allies() -> None:
    match = battle("J1 D0833, K150 D0831, m4 D0834, m5 D0734").dice(6, 2)
    match.do("barrage D0834", "support K150", "go", "hit K150")
    assert match.is_lost("K150")
    allied = battle("A1 D0834, a105 D0836, Pi D0833, V1 D0933", "allied").dice(6)
    allied.do("attack D0833", "join A1", "support a105", "go")
    assert not allied.is_lost("a105")


@pytest.mark.rule("wacht_am_rhein", "11.36", "11.36-b", "11.37", "11.45")
def test_a_barrage_attack_needs_the_lowest_odds_and_meets_no_protective_fire() -> None:
    """3 points against 6 in Broken are 1-2; against 18 they are too few, and no gun is lost."""
    match = battle(f"J1 {BROKEN_SIDE}, g150 D0212, A1 {BROKEN}, m4 D0114, a105 D0217")
    assert f"barrage {BROKEN}" in match.offers()
    match.dice(3).do(f"barrage {BROKEN}", "support g150", "go")
    assert match.told("rolled")
    strong = battle(f"J1 {BROKEN_SIDE}, g150 D0212, T {BROKEN}, A1 {BROKEN}, m4 D0114")
    assert strong.why(f"barrage {BROKEN}")[1] == "11.36"
    assert not strong.is_lost("g150")


@pytest.mark.rule("wacht_am_rhein", "11.32", "11.32-b")
@pytest.mark.parametrize(
    ("spotter", "allowed"),
    [("J1 D0833", True), ("Pi D0833", True), ("HQ D0833", False), (f"J1 D0833 supply={ISOLATED_1}", True),
     ("J1 D0832", False)],
)  # fmt: skip
def test_a_barrage_attack_needs_somebody_beside_the_target(spotter: str, allowed: bool) -> None:
    match = battle(f"{spotter}, g105 D0831, m4 D0834, m5 D0734, J2 D1033, m6 D1034")
    assert ("barrage D0834" in match.offers()) == allowed


@pytest.mark.rule("wacht_am_rhein", "11.52", "10.91-c", "11.25", "11.35")
def test_a_gun_beside_its_target_suffers_and_a_distant_one_does_not() -> None:
    match = battle("g105 D0833, J1 D0733, A1 D0834, B1 D0734").dice(6, 6)
    match.do("attack D0734", "join J1", "go", "apply")
    assert match.prompt_code() in ("take-loss", "choose-step-or-hex", "choose-target")


# --- protective fire ---------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.41-a", "11.41-b", "11.46", "11.67", "6.33")
@pytest.mark.parametrize(
    ("gun", "others", "fires"),
    [
        ("a105 D0836", "", True),
        ("a105 D0836 out", "", False),
        ("a105 D0836 march", "", False),
        ("a105 D0834", "", False),
        ("a105 D0735", ", Pi D0634", False),
        ("a105 D0836 fought=16", "", False),
        (f"a105 D0836 supply={ISOLATED_2}", "", False),
        (f"a105 D0836 supply={ISOLATED_1}", "", True),
    ],
)
def test_which_guns_give_protective_fire(gun: str, others: str, fires: bool) -> None:
    match = battle(f"J1 D0833, A1 D0834, {gun}{others}, b105 D0837")
    match.do("attack D0834", "join J1", "go")
    assert ("support a105" in match.offers()) == fires


@pytest.mark.rule("wacht_am_rhein", "11.41-a", "8.25")
def test_a_gun_beside_an_enemy_across_a_river_gives_none() -> None:
    match = battle(f"J1 {EAST}, A1 D2418, J2 D2417, Pz D2417, a105 {WEST}, b105 D2217")
    match.do("attack D2418", "join J2", "join Pz", "go")
    assert "support a105" not in match.offers()


@pytest.mark.rule("wacht_am_rhein", "11.15", "11.13")
def test_guns_of_another_nation_do_not_support() -> None:
    match = battle("J1 D0833, A1 D0834, a105 D0836, c105 D0836")
    match.do("attack D0834", "join J1", "go")
    assert {"support a105", "support c105"} <= match.offers()


@pytest.mark.rule("wacht_am_rhein", "25.14h", "11.43")
@pytest.mark.parametrize(("turn", "points"), [(1, 3), (2, 6)])
def test_american_guns_are_in_disorder_before_dawn(turn: int, points: int) -> None:
    """Three of two points each, each rounded down."""
    match = battle(
        "J1 D0833, Pz D0833, A1 D0834, a105 D0836, b105 D0836, c105 D0836, US-107_28xx-A-105 D0836", turn=turn
    )
    match.do("attack D0834", "join J1", "join Pz", "go", "support a105", "support b105", "support c105")
    assert match.tally("defence") == 6 + points


@pytest.mark.rule("wacht_am_rhein", "11.62", "12.13")
def test_protective_fire_is_halved_at_night_and_not_by_the_ground() -> None:
    for turn, points in ((8, 5), (7, 2)):
        units = f"J1 {VILLAGE_BACK}, Pz {VILLAGE_BACK}, A1 {VILLAGE}, a105 D0416, b105 D0416, a155 D0416, d105 D0416"
        match = battle(units, turn=turn)
        match.do(f"attack {VILLAGE}", "join J1", "join Pz", "go", "support a105", "support b105", "support a155")
        assert match.tally("defence") == 6 + points


@pytest.mark.rule("wacht_am_rhein", "11.66-b", "14.55", "14.65", "11.63")
@pytest.mark.parametrize(
    ("before", "after"), [(OUT_OF_COMMUNICATIONS, UNSUPPLIED), (ISOLATED_1, ISOLATED_2), (UNSUPPLIED, UNSUPPLIED)]
)
def test_the_first_shot_uses_the_supplies_up(before: int, after: int) -> None:
    match = battle(f"J1 D0833, A1 D0834, a155 D0836 supply={before}, b105 D0836").dice(3)
    match.do("attack D0834", "join J1", "go")
    assert ("support a155" in match.offers()) == (before == OUT_OF_COMMUNICATIONS), "half of one is none"
    gun = battle(f"J1 D0833, J2 D0833, Pz D0733, A1 D0834, m4 D0734, g105 D0831 supply={before}").dice(3)
    gun.do("attack D0834", "join J1", "join J2", "support g105", "go")
    assert gun.position.supply[gun.unit("g105")] == after


# --- night, bonus turns, fatigue ---------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "13.31", "13.32-a", "13.32-b", "13.32-c", "13.24", "13.33")
def test_movers_oblige_their_hex_and_fight_tired_while_the_others_tire_afterwards() -> None:
    match = battle(f"J1 D0833 fatigue={FATIGUED} done=2, J2 D0833, A1 D0834/1", turn=7, bonus=True).dice(3)
    assert "done" not in match.offers()
    match.do("attack D0834", "join J1")
    assert match.why("go") == ("must-join", "10.13"), "who did not move is obliged by who did"
    match.do("join J2")
    assert match.tally("attack") == 2 + 5
    match.do("go")
    while not match.is_over() and match.prompt_code() != "choose-target":
        match.do(sorted(match.offers())[0])
    tired = [match.position.fatigue[match.unit(name)] for name in ("J1", "J2", "A1")]
    assert tired[:2] == [FATIGUED, FATIGUED]
    assert match.is_lost("A1") or tired[2] == FRESH


@pytest.mark.rule("wacht_am_rhein", "13.31", "10.21")
def test_who_did_not_move_need_not_attack_but_then_attacks_all() -> None:
    match = battle("J1 D0833, A1 D0834/1, m4 D0734", turn=7, bonus=True)
    assert match.offers() >= {"attack D0834"}
    assert "done" in match.offers()
    match.do("attack D0834", "join J1")
    assert "go" not in match.offers()
    match.do("also D0734")
    assert "go" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "13.31", "8.43", "10.14-a")
def test_moving_into_a_village_obliges_nobody() -> None:
    match = battle(f"J1 {VILLAGE} fatigue={FATIGUED} done=2, A1 {VILLAGE_BACK}", turn=7, bonus=True)
    assert "done" in match.offers() or match.is_over()


@pytest.mark.rule("wacht_am_rhein", "13.42-b", "13.41")
def test_a_gun_that_barrages_in_the_bonus_turn_is_tired_afterwards() -> None:
    match = battle("J1 D0833, g105 D0831, A1 D0834/1", turn=7, bonus=True).dice(3)
    match.do("attack D0834", "join J1", "support g105", "go")
    while not match.is_over() and match.prompt_code() != "choose-target":
        match.do(sorted(match.offers())[0])
    assert match.position.fatigue[match.unit("g105")] == FATIGUED


# --- results -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "9.33-b", "10.75-a", "10.23")
def test_bystanders_guns_and_headquarters_in_the_hex_may_give_the_steps() -> None:
    units = "J1 D0833, J2 D0833, Pz D0734, A1 D0834, B1 D0834, a105 D0834, hq D0834"
    match = battle(units).dice(3)
    match.do("attack D0834", "join J1", "join J2", "join Pz", "go", "stay", "apply")
    assert {"hit A1", "hit B1", "hit a105", "hit hq"} <= match.offers()


@pytest.mark.rule("wacht_am_rhein", "7.12", "7.12-b", "7.24")
def test_a_defender_leaves_march_mode_with_a_bad_result_in_steps_as_well() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834 march, B1 D0834", "D0834", "J1", "Pz", die=(2,))
    assert match.result().startswith("D")
    while match.prompt_code() == "choose-step-or-hex":
        match.do("hit A1" if "hit A1" in match.offers() else sorted(match.offers())[0])
    assert not match.position.march[match.unit("A1")]


@pytest.mark.rule("wacht_am_rhein", "7.12")
def test_victors_keep_their_march_mode() -> None:
    match = fought("J1 D0833 march, Pz D0734, A1 D0834/1", "D0834", "J1", "Pz", die=(6,))
    while match.prompt_code() != "choose-advance":
        match.do(sorted(match.offers())[0])
    assert match.position.march[match.unit("J1")]


@pytest.mark.rule("wacht_am_rhein", "10.84-a")
def test_out_of_zones_comes_first_even_if_it_leads_forward() -> None:
    """Every hex behind A1 lies in a zone; the hex of its front that does not is the one to go to."""
    units = "J1 D0735, Pz D0735, J2 D0935, K1 D0836, A1 D0834"
    match = battle(units).dice(3)
    match.do("attack D0834", "join J1", "join Pz", "join J2", "go", "apply")
    assert match.result().startswith("D")
    match.do("back")
    assert match.offers() == {"to D0833"}


@pytest.mark.rule("wacht_am_rhein", "16.36-b", "16.36-c", "10.91-b")
def test_a_position_is_given_up_by_an_advance_of_all_its_holders() -> None:
    match = fought("J1 D0833, T D0834, A1 D0834, a105 D0834", "D0834", "J1", die=(6,), positions={"D0834": IMPROVED})
    while match.prompt_code() != "choose-advance":
        match.do(sorted(match.offers())[0])
    match.do("advance A1", "along D0833", "done")
    assert match.position.positions[match.hex("D0834")] == IMPROVED, "the tank holds it"


# --- guns that fall back (11.9) ----------------------------------------------------------------------------------

MARCH_ONLY = ["gun_movement", "routed_guns_march"]


@pytest.mark.rule("wacht_am_rhein", "11.9-1", "11.52", "7.12")
@pytest.mark.parametrize(("options", "marches"), [([], 0), (["gun_movement"], 0), (MARCH_ONLY, 1)])
def test_with_an_option_a_gun_that_retreats_is_in_march_mode(options: list[str], marches: int) -> None:
    """WAR-R159"""
    match = fought("J1 D0833, Pz D0734, A1 D0834, a105 D0834", "D0834", "J1", "Pz", die=(3,), options=options)
    match.do("back", "to D0835")
    gun, p = match.unit("a105"), match.position
    assert match.place("a105") == "D0835"
    assert (p.battery[gun], p.march[gun], p.march[match.unit("A1")]) == (0, marches, 0)


@pytest.mark.rule("wacht_am_rhein", "11.9-1", "9.35-b")
def test_two_such_guns_cannot_fall_back_together() -> None:
    for options, lost in ((["gun_movement"], 0), (MARCH_ONLY, 1)):
        units = "J1 D0833, Pz D0734, A1 D0834, a105 D0834, b105 D0834"
        match = fought(units, "D0834", "J1", "Pz", die=(3,), options=options)
        match.do("back", "to D0835")
        assert sum(map(match.is_lost, ("a105", "b105"))) == lost


@pytest.mark.rule("wacht_am_rhein", "11.9-1", "7.12")
def test_a_column_that_falls_back_with_such_a_gun_makes_room_for_it() -> None:
    units = "J1 D0833, Pz D0734, A1 D0834 march, B1 D0834, a105 D0834"
    match = fought(units, "D0834", "J1", "Pz", die=(2,), options=MARCH_ONLY)
    while match.prompt_code() in ("choose-step-or-hex", "choose-hex-back", "take-loss"):
        match.do("back" if "back" in match.offers() else sorted(match.offers())[-1])
    p = match.position
    assert [p.march[match.unit(name)] for name in ("A1", "a105")] == [0, 1]


@pytest.mark.rule("wacht_am_rhein", "11.9-1", "11.9-4")
def test_self_propelled_guns_fall_back_in_tactical_mode() -> None:
    gun = "US-58_VII-SPA-105"
    match = fought(f"J1 D0833, Pz D0734, A1 D0834, {gun} D0834", "D0834", "J1", "Pz", die=(3,), options=MARCH_ONLY)
    match.do("back", "to D0835")
    assert match.position.march[match.unit(gun)] == 0


# --- results that wait -------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "11.41-b", "10.8-e")
@pytest.mark.parametrize("beside", [False, True])
def test_a_gun_whose_hex_waits_for_its_result_gives_no_protective_fire(beside: bool) -> None:
    """It stands with A1, who was attacked first; the second attack from the same hex is rolled before anything is
    applied. If it stands elsewhere it may still fire."""
    gun = "D0834" if beside else "D0836"
    match = battle(f"J1 D0833, K1 D0833, A1 D0834, B1 D0734, a105 {gun}, b105 D0536").dice(3)
    match.do("attack D0834", "join J1", "go", "go", "attack D0734", "join K1", "go")
    assert match.prompt_code() == "answer-with-fire"
    assert ("support a105" in match.offers()) != beside


@pytest.mark.rule("wacht_am_rhein", "10.94-d", "8.25", "15.14")
@pytest.mark.parametrize(("spans", "stops"), [({}, True), ({"D2617/D2717": BLOWN}, False)])
def test_a_zone_across_a_bridge_stops_an_advance(spans: dict[str, int], *, stops: bool) -> None:
    """D2617 lies across the Our from B1 at D2717."""
    match = battle("J1 D2518, A1 D2617, B1 D2717", spans=spans)
    p = match.position
    assert p.in_rigid_zone(match.hex("D2617"), 0) == stops


@pytest.mark.rule("wacht_am_rhein", "16.36-b", "10.91-b", "16.14")
def test_a_position_goes_when_the_last_holder_advances() -> None:
    match = fought("J1 D0833, T D0834, A1 D0834, a105 D0834", "D0834", "J1", die=(6,), positions={"D0834": IMPROVED})
    while match.prompt_code() != "choose-advance":
        match.do(sorted(match.offers())[0])
    match.do("advance A1", "along D0833", "advance T", "along D0833")
    assert match.position.positions[match.hex("D0834")] == 0, "a gun holds none"
