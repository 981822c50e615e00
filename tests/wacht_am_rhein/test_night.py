"""12.0 Night turns, 13.0 Night Bonus turns and fatigue, 5.3 their sequence."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules import sequence
from ardennes.games.wacht_am_rhein.rules.fatigue import tire
from ardennes.games.wacht_am_rhein.rules.field import FATIGUED, FRESH, RECOVERING
from tests.wacht_am_rhein.fields import Battlefield, field

FOOT, TANK, GUN, HEADQUARTERS = "US-1_12_4-I", "US-707_28xx-T-M4", "US-42_4xx-A-105", "US-4_VIII-H"
GERMAN = "GE-1_39_26-I"
UNITS = f"{FOOT} D2534, {TANK} D2530, {GUN} D2528, {HEADQUARTERS} D2528, {GERMAN} D2013, GE-7_Army_HQ-H D2014"


def fatigue(match: Battlefield, id: str) -> int:
    return int(match.position.fatigue[match.unit(id)])


def turns_played(match: Battlefield, until: int) -> list[tuple[int, int, int]]:
    """Game-Turn, bonus turn or not, and side, as the questions come, each once."""
    found: list[tuple[int, int, int]] = []
    match.dice(*[2, 1] * 20)
    while match.asked is not None and match.position.turn < until:
        now = match.position.turn, match.position.bonus, match.asked.side
        if not found or found[-1] != now:
            found.append(now)
        match.do("done")
    return found


@pytest.mark.rule("wacht_am_rhein", "5.1-b", "5.3-a", "13.0", "5.2G")
def test_a_bonus_turn_follows_the_night() -> None:
    match = field(UNITS, "allied move", turn=6)
    assert turns_played(match, 8) == [(6, 0, 1), (6, 0, 0), (7, 0, 1), (7, 0, 0), (7, 1, 1), (7, 1, 0)]


@pytest.mark.rule("wacht_am_rhein", "5.3-a", "25.11")
def test_none_follows_the_last_night() -> None:
    match = field(UNITS, "german move", turn=16)
    match.do("done")
    assert match.position.over is not None
    assert not match.told("bonus-turn")


@pytest.mark.rule("wacht_am_rhein", "12.0")
def test_the_turn_before_dawn_is_no_night() -> None:
    nights = [turn for turn in range(1, 17) if field(UNITS, "allied move", turn=turn).position.is_night()]
    assert nights == [4, 7, 10, 13, 16]


@pytest.mark.rule("wacht_am_rhein", "5.3-b", "13.1-a", "15.17", "21.0")
def test_nothing_but_movement_and_combat() -> None:
    names = [step.__name__ for step in sequence.BonusTurn.steps if callable(step)]
    for missing in ("supply_phase", "breakdown", "in_battery", "bridge_phase", "march_interdiction", "air_supply"):
        assert missing not in names
    match = field(f"{UNITS}, US-70_4xx-T-M4 turn-track", "allied bonus move", turn=4, clocks=["bonus = 1"])
    assert match.movers() == {FOOT, TANK}, "no reinforcement comes in, no gun and no headquarters moves"


@pytest.mark.rule("wacht_am_rhein", "13.1-b", "14.0-g")
def test_supply_is_that_of_the_night() -> None:
    match = field(f"{UNITS}, US-c25-I D2540 supply=3", "allied bonus move", turn=7, clocks=["bonus = 1"])
    match.dice(1, 1)
    match.do("done")
    assert match.position.supply[match.unit("US-c25-I")] == 3, "though its line is open"
    match.do("done", "done")
    assert match.position.supply[match.unit("US-c25-I")] == 0, "the next determination is that of the morning"


@pytest.mark.rule("wacht_am_rhein", "13.21", "13.22")
def test_guns_and_headquarters_stay() -> None:
    match = field(UNITS, "allied bonus move", turn=7, clocks=["bonus = 1"])
    assert match.movers() == {FOOT, TANK}
    assert match.why(f"move {GUN}") == match.why(f"move {HEADQUARTERS}") == ("night-holds-guns", "13.22")


@pytest.mark.rule("wacht_am_rhein", "13.25")
@pytest.mark.parametrize("state", [3, 4])
def test_isolated_units_stay(state: int) -> None:
    match = field(f"{UNITS}, US-c25-I D2540 supply={state}", "allied bonus move", turn=7, clocks=["bonus = 1"])
    assert match.why("move US-c25-I") == ("isolated-at-night", "13.25")


@pytest.mark.rule("wacht_am_rhein", "13.25", "13.26")
@pytest.mark.parametrize("state", [3, 4])
def test_isolated_units_do_not_even_change_their_mode(state: int) -> None:
    column = f"{TANK} D2540 march supply={state}"
    night = field(f"{column}, US-c40-R D2538 march", "allied bonus unmarch", turn=7, clocks=["bonus = 1"])
    assert night.objects("unmarch") == {"US-c40-R"}
    assert night.why(f"unmarch {TANK}") == ("isolated-at-night", "13.25")
    assert field(column, "allied unmarch", turn=7).objects("unmarch") == {TANK}, "by day and at Night they may"


@pytest.mark.rule("wacht_am_rhein", "14.67")
def test_fatigued_and_isolated_units_stay_by_day_as_well() -> None:
    match = field(f"{UNITS}, US-c25-I D2540 supply=3 fatigue=1, US-c26-I D2538 supply=3 fatigue=2", "allied move")
    assert match.why("move US-c25-I") == ("tired-and-isolated", "14.67")
    assert "US-c26-I" in match.movers()


@pytest.mark.rule("wacht_am_rhein", "13.24")
def test_who_moves_at_night_is_fatigued() -> None:
    match = field(UNITS, "allied bonus move", turn=7, clocks=["bonus = 1"])
    match.do(f"move {FOOT}")
    match.do(f"to {sorted(match.destinations())[0]}")
    assert fatigue(match, FOOT) == FRESH, "not before it has finished, and the Combat Phase begins"
    match.do(f"move {TANK}", "done", "done")
    assert fatigue(match, FOOT) == FATIGUED
    assert fatigue(match, TANK) == FRESH, "it did not go anywhere"
    assert fatigue(match, GERMAN) == FRESH


@pytest.mark.rule("wacht_am_rhein", "13.26")
def test_a_change_of_mode_is_enough() -> None:
    match = field(UNITS, "allied bonus move", turn=7, clocks=["bonus = 1"])
    match.do(f"move {TANK}", f"march {match.place(TANK)}", "done")
    assert fatigue(match, TANK) == FATIGUED
    match = field(f"{UNITS}, US-c40-R D2540 march", "allied bonus unmarch", turn=7, clocks=["bonus = 1"])
    match.do("unmarch US-c40-R")
    match.finish()
    assert match.told("fatigued")


@pytest.mark.rule("wacht_am_rhein", "5.2F", "13.51", "13.41")
def test_fatigue_wears_off_in_two_turns() -> None:
    match = field(f"{UNITS}, US-c25-I D2540 fatigue=1, US-c26-I D2541 fatigue=2", "german move", turn=8)
    match.do("done")
    assert (fatigue(match, "US-c25-I"), fatigue(match, "US-c26-I")) == (RECOVERING, FRESH)


@pytest.mark.rule("wacht_am_rhein", "13.52", "13.33-b")
def test_not_in_the_bonus_turn() -> None:
    match = field(f"{UNITS}, US-c25-I D2540 fatigue=1", "german bonus move", turn=7, clocks=["bonus = 1"])
    match.dice(1, 1)
    match.do("done")
    assert (match.position.turn, match.position.bonus, fatigue(match, "US-c25-I")) == (8, 0, FATIGUED)


@pytest.mark.rule("wacht_am_rhein", "13.28")
def test_a_tired_unit_has_half_its_allowance_at_night() -> None:
    match = field(f"{UNITS}, US-1_109_28-I D2540 fatigue=2", "allied bonus move", turn=7, clocks=["bonus = 1"])
    assert match.allowance("US-1_109_28-I") == 3


@pytest.mark.rule("wacht_am_rhein", "13.41")
def test_fatigue_is_told_once() -> None:
    match = field(UNITS)
    unit = match.unit(FOOT)
    tire(match.position, [unit], "13.32")
    tire(match.position, [unit], "13.32")
    assert [event.code for event in match.position.events].count("fatigued") == 1


@pytest.mark.rule("wacht_am_rhein", "13.1-c", "9.12-b")
def test_a_bonus_turn_is_no_deadline_for_full_hexes() -> None:
    """Four guns after a retreat stay; a hex that somebody moves into is looked at."""
    guns = ", ".join(
        f"{id} D2540" for id in ("US-42_4xx-A-105", "US-109_28xx-A-105", "US-107_28xx-A-105", "US-108_28xx-A-155")
    )
    others = f"{FOOT} D2534, {HEADQUARTERS} D2528, {GERMAN} D2013, GE-7_Army_HQ-H D2014"
    match = field(f"{guns}, {others}", "allied bonus move", turn=7, clocks=["bonus = 1"])
    match.do("done")
    assert not match.told("sacrificed")
    day = field(f"{guns}, {others}", "allied move", turn=7)
    day.do("done")
    assert day.prompt_code() == "choose-sacrifice"


@pytest.mark.rule("wacht_am_rhein", "13.23")
def test_other_rules_of_movement_hold_at_night() -> None:
    units = f"{FOOT} D2534, {HEADQUARTERS} D2528, GE-2_39_26-I D2532, GE-7_Army_HQ-H D2014"
    reached = []
    for moment, clocks in (("allied move", []), ("allied bonus move", ["bonus = 1"])):
        match = field(units, moment, turn=7, clocks=clocks)
        match.do(f"move {FOOT}")
        reached.append(match.destinations())
    assert reached[0] == reached[1]
