"""5.0 The sequence of play: phases and segments in their order."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import CARRIED, FIRED
from tests.wacht_am_rhein.battles import NAMES
from tests.wacht_am_rhein.fields import Battlefield, field

GUN, GERMAN_GUN = "US-42_4xx-A-105", "GE-212xx-A-105"
ALLIED = "US-19_9Axx-T-M4 D2246 march, US-1_12_4-I D2248, US-299_VIII-E D2717, US-1_109_28-I D0834, US-28_VIII-H D3531"
TRAY = ", ".join(f"US-c0{n}-{letter} tray" for n in (1, 2, 3) for letter in "IM")
"""Companies that a battalion may break down into."""
GERMAN = "GE-1_39_26-I D0833, GE-1_77_26-I D1013 march, GE-38_2Pxx-E D2119 bridge=1, GE-XLVII_HQ-H D1113"


def prompts(match: Battlefield, side: int) -> list[str]:
    """The questions of a side, each once, until the other is asked to move or to fight."""
    asked: list[str] = []
    while match.asked is not None and match.asked.side == side:
        if match.prompt_code() not in asked:
            asked.append(match.prompt_code())
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
    return asked


@pytest.mark.rule("wacht_am_rhein", "5.2D2-c", "5.2D4")
def test_an_allied_player_turn_in_order() -> None:
    match = field(f"{ALLIED}, {GERMAN}, {TRAY}", "allied unmarch").dice(3)
    segments = ["choose-unmarch", "choose-breakdown", "choose-digging", "choose-move", "choose-bridge-work"]
    assert prompts(match, 1)[:6] == [*segments, "choose-target"]


@pytest.mark.rule("wacht_am_rhein", "5.2D2-c", "5.2E4")
def test_a_german_player_turn_has_no_breakdown_and_ends_with_combat() -> None:
    match = field(f"{ALLIED}, {GERMAN}", "german unmarch")
    match.dice(*[3] * 4)
    found: list[str] = []
    while match.position.turn == 8 and not match.told("turn"):
        found.append(match.prompt_code())
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
        if match.position.turn != 8 or (match.asked is not None and match.asked.side == 1 and "move" in found[-1]):
            break
    segments = ["choose-unmarch", "choose-digging", "choose-move", "choose-bridge-work", "choose-target"]
    assert [prompt for prompt in found if prompt in segments][:5] == segments
    assert "choose-breakdown" not in found
    assert match.position.turn == 9, "the Game-Turn is over after German combat"


@pytest.mark.rule("wacht_am_rhein", "5.2D2-d", "6.35")
@pytest.mark.parametrize(("side", "gun"), [("allied", GUN), ("german", GERMAN_GUN)])
def test_a_gun_that_leaves_march_mode_is_in_battery_in_the_same_phase(side: str, gun: str) -> None:
    others = f"{gun} D2246 march, US-c25-I D1936, GE-1_39_26-I D1013"
    match = field(others, f"{side} unmarch")
    match.do(f"unmarch {gun}")
    assert match.skip_to("choose-move").column("battery", gun) == 1
    still = field(others, f"{side} unmarch").skip_to("choose-move")
    assert still.column("battery", gun) == 0, "a gun in March Mode stays out of battery"


@pytest.mark.rule("wacht_am_rhein", "6.35")
def test_no_gun_goes_into_battery_in_a_bonus_turn() -> None:
    match = field(f"{GUN} D2246, US-c25-I D1936", "allied bonus unmarch", turn=7, clocks=["bonus = 1"])
    assert match.skip_to("choose-move").column("battery", GUN) == 0


@pytest.mark.rule("wacht_am_rhein", "11.46")
def test_protective_fire_is_there_again_in_a_bonus_turn_and_in_the_next_game_turn() -> None:
    """WAR-R117: a bonus turn is a Game-Turn of its own for it."""
    units = f"{GUN} D2246 battery fought={FIRED}, US-c25-I D1936, GE-1_39_26-I D1013"
    for moment, turn in (("bonus", 7), ("end", 8)):
        match = field(units, moment, turn=turn)
        assert not match.column("fought", GUN) & FIRED
    for moment in ("allied move", "german move"):
        assert field(units, moment).column("fought", GUN) & FIRED, "not within a Game-Turn"


@pytest.mark.rule("wacht_am_rhein", "6.25", "7.24")
def test_what_combat_moves_costs_no_points() -> None:
    """A battalion that has spent its whole allowance advances; one that is thrown out of March Mode has all of it."""
    units = f"{NAMES['J1']} D0833 spent=180 done=3, {NAMES['Pz']} D0734, {NAMES['m4']} D0834 march"
    match = field(f"{units}, US-28_VIII-H D3531", "german combat")
    match.dice(1)
    match.do("attack D0834", f"join {NAMES['J1']}", f"join {NAMES['Pz']}", "go", "apply")
    while match.prompt_code() in ("choose-step-or-hex", "take-loss"):
        match.do(f"hit {NAMES['m4']}")
    match.do(f"advance {NAMES['J1']}", "along D0834")
    assert match.at(NAMES["J1"], "D0834")
    assert match.column("spent", NAMES["J1"]) == 180
    forced = field(f"{NAMES['J1']} D0833 march, {NAMES['A1']} D0834/1, US-28_VIII-H D3531", "german combat")
    forced.dice(4)
    forced.do("attack D0834", f"join {NAMES['J1']}", "go", "apply", f"hit {NAMES['J1']}", "back", "to D0832")
    assert not forced.column("march", NAMES["J1"])
    assert forced.column("spent", NAMES["J1"]) == 0


@pytest.mark.rule("wacht_am_rhein", "6.28-c", "6.8-l")
def test_who_is_held_has_not_even_the_one_hex_of_class_a() -> None:
    foot, gun = "US-1_12_4-I", GUN
    others = "US-c26-I D2246 committed, GE-1_39_26-I D1013"

    def why(units: str, moment: str = "allied move", **more: object) -> tuple[str, str]:
        match = field(f"{units}, {others}", moment, **more)  # type: ignore[arg-type]
        return match.skip_to("choose-move").why(f"move {units.split(maxsplit=1)[0]}")

    digging = field(f"{foot} D1936, {others}", "allied dig")
    digging.do(f"dig {foot}")
    assert digging.skip_to("choose-move").why(f"move {foot}") == ("is-busy", "16.13")
    broken = field(f"{foot} D1936, {others}, {TRAY}", "allied breakdown")
    broken.do(f"break {foot}")
    assert broken.skip_to("choose-move").why("move US-c01-I") == ("is-busy", "17.11")
    assert why(f"{foot} D1936 fatigue=1 supply=3") == ("tired-and-isolated", "14.67")
    assert why(f"{foot} D1936", committed=False, turn=2) == ("not-committed", "25.16")
    night: dict[str, object] = {"turn": 7, "clocks": ["bonus = 1"]}
    assert why(f"{foot} D1936 supply=3", "allied bonus move", **night) == ("isolated-at-night", "13.25")
    assert why(f"{gun} D1936", "allied bonus move", **night) == ("night-holds-guns", "13.22")
    carrier = field(f"GE-38_2Pxx-E D2119 bridge={CARRIED + 1}, GE-1_39_26-I D1013, US-c25-I D1936", "german move")
    assert carrier.why("move GE-38_2Pxx-E") == ("builds-bridge", "15.26")


@pytest.mark.rule("wacht_am_rhein", "6.26", "11.66-b")
def test_want_of_supply_shortens_moves() -> None:
    """A tank of 12, infantry of 6, a towed gun of 10: Unsupplied, Isolated-1 and Isolated-2."""
    tank, foot, gun = "US-19_9Axx-T-M4", "US-1_12_4-I", GUN
    expected = {0: (12, 6, 10), 1: (12, 6, 10), 2: (6, 6, 5), 3: (6, 6, 5), 4: (6, 3, 5)}
    for state, points in expected.items():
        match = field(", ".join(f"{id} D2246 supply={state}" for id in (tank, foot, gun)), "allied move")
        assert tuple(match.allowance(id) for id in (tank, foot, gun)) == points


@pytest.mark.rule("wacht_am_rhein", "6.31", "6.33")
def test_the_two_sides_of_a_gun() -> None:
    """Its allowance is printed on the Out of Battery side; barrage, protective fire and range on the other."""
    match = field(f"{GUN} D2246 battery, US-c25-I D1936", "allied move")
    data, gun = match.data, match.unit(GUN)
    assert data.faces[gun][1].moves == 10
    fire = data.fires[gun]
    assert fire is not None
    assert (fire.barrage, fire.fpf, fire.range) == (2, 2, 7)
    match.do(f"move {GUN}", "to D2248")
    assert not match.column("battery", GUN), "a moving gun shows its other side"
