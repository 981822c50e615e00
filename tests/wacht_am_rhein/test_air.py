"""19.0 Air power: allocation in secret, patrols, supply by air, interdiction; 20.1, 25.15 how many points there are."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules import air
from ardennes.games.wacht_am_rhein.rules.field import CLEAR, MIST, NO_POINTS, OVERCAST
from ardennes.games.wacht_am_rhein.rules.supply import CUT, TRACED, Survey
from tests.wacht_am_rhein.fields import Battlefield, field

HEADQUARTERS = "US-28_VIII-H D3031, US-4_VIII-H D3031, GE-7_Army_HQ-H D2014, GE-XLVII_HQ-H D1804"
UNITS = f"US-c25-I D2530, GE-1_39_26-I D2013, {HEADQUARTERS}"
GROUND, PATROL, ESCORT, INTERDICTION = range(4)


def morning(weather: int = CLEAR, turn: int = 8, units: str = UNITS) -> Battlefield:
    """The air allocation of a morning."""
    return field(units, "air", turn=turn, clocks=[f"weather = {weather}"])


def allocated(german: tuple[int, int], allied: tuple[int, ...], weather: int = CLEAR, **more: object) -> Battlefield:
    """After both have allocated; then patrols."""
    match = morning(weather, **more)  # type: ignore[arg-type]
    match.do(*(f"allocate {points}" for points in (*german, *allied)))
    return match


def flying(german: str, allied: str, moment: str, units: str = UNITS, turn: int = 8) -> Battlefield:
    return field(units, moment, turn=turn, clocks=[f"weather = {CLEAR}", f"missions = [{german}, {allied}]"])


# --- how many there are ------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "18.13", "25.15", "20.1-a", "20.1-b")
@pytest.mark.parametrize(
    ("turn", "weather", "points"),
    [
        (5, CLEAR, (5, 6)),
        (5, MIST, (2, 3)),
        (8, CLEAR, (5, 6)),
        (11, CLEAR, (2, 6)),
        (11, MIST, (1, 3)),
        (14, OVERCAST, (0, 0)),
        (2, CLEAR, (0, 0)),
    ],
)
def test_points_by_day_and_weather(turn: int, weather: int, points: tuple[int, int]) -> None:
    p = field(UNITS, turn=turn, clocks=[f"weather = {weather}"]).position
    assert (air.available(p, 0), air.available(p, 1)) == points


@pytest.mark.rule("wacht_am_rhein", "12.14", "19.0-c")
@pytest.mark.parametrize(("turn", "points"), [(8, 4), (9, 4), (10, 0)])
def test_nothing_flies_at_night(turn: int, points: int) -> None:
    p = flying("[0, 0, 0, 0]", "[4, 0, 0, 0]", "german move", turn=turn).position
    assert air.points_on(p, 1, GROUND) == points


# --- allocation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "19.0-a", "19.0-d", "19.0-e", "19.5", "19.6", "5.2B")
def test_both_allocate_any_split() -> None:
    match = morning()
    assert match.offers() == {f"allocate {points}" for points in range(6)}
    match.do("allocate 2")
    assert match.offers() == {f"allocate {points}" for points in range(4)}
    assert match.why("allocate 4") == ("not-so-many-points", "19.0")
    match.do("allocate 3")
    assert match.asked is not None
    assert match.asked.side == 1, "the Germans have two missions"
    prompts = []
    for points in (1, 0, 4, 1):
        prompts.append(match.prompt_code())
        match.do(f"allocate {points}")
    assert prompts == ["allocate-ground-support", "allocate-patrol", "allocate-escort", "allocate-interdiction"]
    assert match.told("allied-air")[0].args == {"ground-support": 1, "patrol": 0, "escort": 4, "interdiction": 1}


@pytest.mark.rule("wacht_am_rhein", "19.32")
def test_no_escort_in_mist() -> None:
    match = morning(MIST)
    match.do("allocate 0", "allocate 0", "allocate 1", "allocate 1")
    assert match.prompt_code() == "allocate-interdiction"


@pytest.mark.rule("wacht_am_rhein", "5.2B")
def test_nothing_is_asked_when_it_is_overcast() -> None:
    match = morning(OVERCAST)
    assert match.prompt_code() == "choose-digging"
    assert match.position.missions == (NO_POINTS, NO_POINTS)
    assert not match.position.conceals(), "nobody has to look away"


@pytest.mark.rule("wacht_am_rhein", "19.0-a")
def test_nobody_sees_the_other_s_allocation() -> None:
    """Views of two truths that differ in the German allocation alone are the same to the Allied player."""
    views = []
    for german in ((5, 0), (1, 4)):
        match = morning()
        match.do(*(f"allocate {points}" for points in german))
        match.do("allocate 2")
        seen = match.position.view(1)
        views.append((seen.digest(), len(match.log(1)), sorted(match.offers())))
        assert match.position.german_plan[:2] == german
        assert match.position.conceals()
        assert seen.german_plan == NO_POINTS
        assert match.position.view(0).german_plan[:2] == german
        assert match.position.view(0).allied_plan == NO_POINTS
    assert views[0] == views[1]


@pytest.mark.rule("wacht_am_rhein", "19.0-a")
def test_every_mission_is_asked_for() -> None:
    """Or the number of answers would tell the other side."""
    match = morning()
    match.do("allocate 5")
    assert match.offers() == {"allocate 0"}
    assert match.asked is not None
    assert match.asked.lone_option is None


@pytest.mark.rule("wacht_am_rhein", "19.0-b", "19.0-c")
def test_the_afternoon_repeats_the_morning_and_the_next_day_does_not() -> None:
    match = flying("[5, 0, 0, 0]", "[2, 0, 0, 4]", "german move")
    while match.position.turn < 9:
        match.do("done")
    assert match.position.missions == ((5, 0, 0, 0), (2, 0, 0, 4))
    match.dice(1, 1)
    while match.position.turn < 11:
        match.do("done")
    assert match.position.missions == (NO_POINTS, NO_POINTS), "overcast"


@pytest.mark.rule("wacht_am_rhein", "19.0-a")
def test_a_possible_truth_gives_away_all_points_at_most() -> None:
    match = morning()
    match.do("allocate 3", "allocate 2")
    for seed in range(5):
        truth = match.position.view(1).determinize(str(seed))
        assert sum(truth.german_plan) == 5
        assert truth.german_plan[2:] == (0, 0)


# --- patrol ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "19.2")
def test_patrols_take_points_of_the_enemy() -> None:
    match = allocated((1, 4), (1, 3, 1, 1))
    assert match.offers() == {"cut ground-support", "cut escort", "cut interdiction"}
    match.do("cut escort", "cut interdiction")
    assert match.position.missions[1] == (1, 3, 0, 0), "patrols themselves are never cut down"
    assert match.offers() == {"cut ground-support"}, "three points on patrol take one"
    match.do("cut ground-support")
    assert match.position.missions == ((0, 4, 0, 0), (1, 3, 0, 0))


@pytest.mark.rule("wacht_am_rhein", "19.2")
def test_patrols_find_nothing_more_to_take() -> None:
    match = allocated((1, 4), (1, 5, 0, 0))
    match.do("cut ground-support", "cut ground-support")
    assert match.position.missions == ((0, 4, 0, 0), (0, 5, 0, 0))
    assert match.prompt_code() != "choose-cut"


# --- supply by air -----------------------------------------------------------------------------------------------

CUT_OFF = (
    "US-1_109_28-I D2430 supply=2, US-3_109_28-I D2432 supply=1, US-2_110_28-I D2434 supply=4, "
    "US-1_12_4-I D2436 supply=2, US-158_VIII-E D2438 supply=1"
)


@pytest.mark.rule("wacht_am_rhein", "19.31", "19.33", "19.34")
def test_four_points_bring_supplies_to_a_division() -> None:
    """The worked example."""
    match = flying("[0,0,0,0]", "[0,0,4,0]", "allied air", f"{CUT_OFF}, {UNITS}")
    assert match.objects("resupply") == {"US-1_109_28-I", "US-1_12_4-I", "US-158_VIII-E"}
    match.do("resupply US-1_109_28-I")
    ids = ("US-1_109_28-I", "US-3_109_28-I", "US-2_110_28-I", "US-1_12_4-I", "US-158_VIII-E")
    assert [match.position.supply[match.unit(id)] for id in ids] == [0, 0, 4, 2, 1]
    assert match.prompt_code() != "choose-resupply", "one formation a day"


@pytest.mark.rule("wacht_am_rhein", "19.35")
def test_six_points_reach_the_isolated() -> None:
    match = flying("[0,0,0,0]", "[0,0,6,0]", "allied air", f"{CUT_OFF}, {UNITS}")
    match.do("resupply US-1_109_28-I")
    assert match.position.supply[match.unit("US-2_110_28-I")] == 0


@pytest.mark.rule("wacht_am_rhein", "19.34", "19.35")
@pytest.mark.parametrize(("points", "after"), [(4, 4), (5, 4), (6, 0), (7, 0)])
def test_five_points_do_no_more_than_four(points: int, after: int) -> None:
    match = flying("[0,0,0,0]", f"[0,0,{points},0]", "allied air", f"{CUT_OFF}, {UNITS}")
    match.do("resupply US-1_109_28-I")
    assert match.position.supply[match.unit("US-2_110_28-I")] == after


@pytest.mark.rule("wacht_am_rhein", "19.34")
def test_three_points_are_not_enough() -> None:
    match = flying("[0,0,0,0]", "[0,0,3,0]", "allied air", f"{CUT_OFF}, {UNITS}")
    assert match.prompt_code() != "choose-resupply"


@pytest.mark.rule("wacht_am_rhein", "19.31", "19.33")
@pytest.mark.parametrize(("moment", "turn"), [("german air", 8), ("allied air", 9)])
def test_in_the_allied_supply_phase_of_a_morning_only(moment: str, turn: int) -> None:
    match = flying("[0,0,0,0]", "[0,0,6,0]", moment, f"{CUT_OFF}, {UNITS}", turn=turn)
    assert match.prompt_code() != "choose-resupply"


@pytest.mark.rule("wacht_am_rhein", "19.34", "19.35")
@pytest.mark.parametrize(("points", "states"), [(4, (0, 3)), (6, (0, 0))])
def test_no_markers_are_placed_for_the_day(points: int, states: tuple[int, int]) -> None:
    """One battalion with its headquarters in a pocket, another alone in one."""
    pockets = (
        "US-1_109_28-I D3235, US-28_VIII-H D3235, GE-1_77_26-I D3135, GE-2_77_26-I D3336, "
        "US-3_109_28-I D1442, GE-1_78_26-I D1342, GE-2_78_26-I D1543"
    )
    clocks = ['resupplied = "28"', f"supplies = {points}"]
    match = field(f"{pockets}, GE-7_Army_HQ-H D2014, GE-1_39_26-I D2013", "german supply", turn=9, clocks=clocks)
    assert tuple(match.position.supply[match.unit(id)] for id in ("US-1_109_28-I", "US-3_109_28-I")) == states


# --- interdiction ------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "19.41", "19.42")
@pytest.mark.parametrize(("points", "turn", "limit"), [(0, 8, 7), (2, 8, 7), (3, 8, 6), (6, 9, 5), (6, 10, 7)])
def test_german_lines_are_shorter(points: int, turn: int, limit: int) -> None:
    """D2020 is seven hexes from the headquarters at D2013, D2019 six, D2018 five."""
    for length in range(4, 8):
        units = f"GE-1_39_26-I D20{13 + length}, GE-7_Army_HQ-H D2013"
        p = flying("[0,0,0,0]", f"[0,0,0,{points}]", "german move", units, turn=turn).position
        assert Survey(p, 0).finding(p.data.unit("GE-1_39_26-I")) == (TRACED if length <= limit else CUT)


MARCHING = "GE-2_3_2P-T-V D2013 march, GE-38_2Pxx-E D2015 march bridge=1, GE-1_2_2P-M D2017, GE-2_2_2P-M D2117/1 march"


@pytest.mark.rule("wacht_am_rhein", "19.43", "5.2D1-b")
def test_points_attack_units_in_march_mode() -> None:
    """Six points: a pair and four, and then nothing is left."""
    match = flying("[0,0,0,0]", "[0,0,0,6]", "allied interdiction", f"{MARCHING}, {HEADQUARTERS}, US-c25-I D2530")
    assert match.objects("strike") == {"GE-2_3_2P-T-V", "GE-38_2Pxx-E", "GE-2_2_2P-M"}
    match.dice(5, 5)
    match.do("strike GE-2_3_2P-T-V", "points 2")
    assert match.objects("strike") == {"GE-38_2Pxx-E", "GE-2_2_2P-M"}
    match.do("strike GE-38_2Pxx-E")
    assert match.offers() == {f"points {points}" for points in range(1, 5)}
    match.do("points 4")
    assert match.prompt_code() != "choose-strike"


@pytest.mark.rule("wacht_am_rhein", "19.43")
@pytest.mark.parametrize(("moment", "turn"), [("german interdiction", 8), ("allied interdiction", 10)])
def test_not_in_the_german_turn_nor_at_night(moment: str, turn: int) -> None:
    match = flying("[0,0,0,0]", "[0,0,0,6]", moment, f"{MARCHING}, {HEADQUARTERS}, US-c25-I D2530", turn=turn)
    assert match.prompt_code() != "choose-strike"


@pytest.mark.rule("wacht_am_rhein", "19.44")
@pytest.mark.parametrize(
    ("points", "results"),
    [
        (1, ["reduced", *["none"] * 5]),
        (2, ["eliminated", "reduced", *["none"] * 4]),
        (3, ["eliminated", "reduced", "reduced", *["none"] * 3]),
        (5, ["eliminated", "reduced", "reduced", *["none"] * 3]),
    ],
)
def test_the_interdiction_table(points: int, results: list[str]) -> None:
    p = field(UNITS).position
    assert [air.result_of(p, points, die) for die in range(1, 7)] == results


@pytest.mark.rule("wacht_am_rhein", "19.44", "15.21-c")
def test_what_a_strike_does() -> None:
    match = flying("[0,0,0,0]", "[0,0,0,6]", "allied interdiction", f"{MARCHING}, {HEADQUARTERS}, US-c25-I D2530")
    match.dice(1, 1, 1)
    match.do("strike GE-2_3_2P-T-V", "points 1")
    assert match.steps_of("GE-2_3_2P-T-V") == 1
    match.do("strike GE-2_2_2P-M", "points 1")
    assert match.place("GE-2_2_2P-M") == "eliminated", "it had been reduced before"
    match.do("strike GE-38_2Pxx-E", "points 2")
    assert match.place("GE-38_2Pxx-E") == "eliminated"
    assert match.position.bridge[match.unit("GE-38_2Pxx-E")] == 0, "the bridge is lost with it"
