"""24.0 Optional rules, each by itself."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.duties import is_sheltered
from ardennes.games.wacht_am_rhein.rules.field import FLUID, NONE, RIGID
from ardennes.games.wacht_am_rhein.rules.green import green_units, is_green, roll_green
from ardennes.games.wacht_am_rhein.rules.odds import is_entrenched
from ardennes.games.wacht_am_rhein.rules.sequence import PlayerTurn, in_battery
from tests.wacht_am_rhein.fields import box, field

CAMPAIGN = "campaign"
CORPS, ARMY, ROCKETS, DIVISION = "GE-XLVII-A-150-1", "GE-7_Army-A-210", "GE-XLVII-RKT-NW150-1", "GE-26xx-A-105"
ALLIED_CORPS = "US-687_VIII-A-105"
STAFFS = "GE-XLVII_HQ-H D1010, US-4_VIII-H D3613"


# --- slow guns (24.21) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.21")
@pytest.mark.parametrize(
    ("id", "slow"), [(CORPS, True), (ARMY, True), (ROCKETS, True), (DIVISION, False), (ALLIED_CORPS, False)]
)
def test_guns_of_german_corps_take_two_game_turns(id: str, slow: bool) -> None:
    side = 0 if id.startswith("GE") else 1
    for option, waits in (((), False), (("slow_corps_guns",), slow)):
        match = field(f"{id} D2020, {STAFFS}", "german move", options=option)
        p, turn = match.position, PlayerTurn(side=side)
        assert not match.column("battery", id)
        in_battery(p, turn)
        assert match.column("battery", id) == (not waits)
        in_battery(p, turn)
        assert match.column("battery", id) == 1, "after a Movement Phase without moving"


@pytest.mark.rule("wacht_am_rhein", "24.21")
def test_who_moves_again_waits_again() -> None:
    match = field(f"{CORPS} D1411, GE-1_39_26-I D1010, {STAFFS}", "german move", options=["slow_corps_guns"])
    p, turn = match.position, PlayerTurn(side=0)
    in_battery(p, turn)
    match.do(f"move {CORPS}")
    goal = min(match.destinations())
    match.do(f"to {goal}")
    in_battery(p, turn)
    assert not match.column("battery", CORPS)
    in_battery(p, turn)
    assert match.column("battery", CORPS)


# --- green units (24.6) ----------------------------------------------------------------------------------------------

GREEN_US, GREEN_GERMAN, ONLY_FIRST_DAY = "US-1_424_106-I", "GE-1_183_62-I", "GE-1_751_326-I"


@pytest.mark.rule("wacht_am_rhein", "24.62", "24.63")
def test_the_longer_lists() -> None:
    found: dict[int, set[str]] = {0: set(), 1: set()}
    for piece in box(CAMPAIGN).counters:
        if "long" in piece.green:
            found[piece.side].add(piece.formation)
            assert piece.battalion
            assert not piece.gun
    assert found[1] == {"9A", "11A", "35", "75", "87", "99", "106"}
    assert found[0] == {"9", "62", "167", "246", "272", "277", "352", "560"}


@pytest.mark.rule("wacht_am_rhein", "24.61")
def test_each_green_unit_rolls_once_when_it_first_fights() -> None:
    units = f"{GREEN_US} C2020, {GREEN_GERMAN} C2021, {ONLY_FIRST_DAY} C2021, GE-LXVI_HQ-H C3001, US-106_VIII-H C1530"
    match = field(units, "german move", turn=4, scenario=CAMPAIGN, options=["more_green"]).dice(2, 1)
    p = match.position
    attack = Attack(side=0, target=match.hex("C2020"), attackers=(match.unit(GREEN_GERMAN), match.unit(ONLY_FIRST_DAY)))
    assert green_units(p, attack) == [match.unit(GREEN_GERMAN), match.unit(GREEN_US)]
    roll_green(p, attack)
    assert [match.steps_of(GREEN_GERMAN), match.steps_of(GREEN_US)] == [1, 1], "a 2, and a 1 with one added"
    assert green_units(p, attack) == [], "once in the game"


@pytest.mark.rule("wacht_am_rhein", "24.61")
@pytest.mark.parametrize(
    ("turn", "options", "rolls"),
    [(3, (), True), (4, (), False), (4, ("more_green",), True), (55, ("more_green",), True)],
)
def test_with_and_without_the_option(turn: int, options: tuple[str, ...], rolls: bool) -> None:
    units = f"{GREEN_US} C2020, {GREEN_GERMAN} C2021, GE-LXVI_HQ-H C3001, US-106_VIII-H C1530"
    match = field(units, "german move", turn=turn, scenario=CAMPAIGN, options=options)
    attack = Attack(side=0, target=match.hex("C2020"), attackers=(match.unit(GREEN_GERMAN),))
    assert bool(green_units(match.position, attack)) == rolls


@pytest.mark.rule("wacht_am_rhein", "24.61")
def test_who_fought_on_the_first_day_has_had_its_roll() -> None:
    units = f"{GREEN_US} C2020, {GREEN_GERMAN} C2021, GE-LXVI_HQ-H C3001, US-106_VIII-H C1530"
    match = field(units, "german move", turn=3, scenario=CAMPAIGN, options=["more_green"]).dice(6, 6, 6, 6)
    p = match.position
    attack = Attack(side=0, target=match.hex("C2020"), attackers=(match.unit(GREEN_GERMAN),))
    roll_green(p, attack)
    roll_green(p, attack)
    p.turn = 4
    assert not is_green(p, match.unit(GREEN_GERMAN))
    assert not is_green(p, match.unit(GREEN_US))


# --- the Westwall (24.7) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.7")
@pytest.mark.parametrize(
    ("hex", "inside"),
    [("C0114", True), ("C2014", True), ("C0115", False), ("C2015", False), ("D1520", True), ("D1530", False)],
)
def test_where_the_westwall_is(hex: str, inside: bool) -> None:
    for options, holds in (((), False), (("westwall",), inside)):
        match = field(f"GE-1_39_26-I {hex}, GE-XLVII_HQ-H D1001, US-4_VIII-H D3613", scenario=CAMPAIGN, options=options)
        p, unit = match.position, match.unit("GE-1_39_26-I")
        assert is_entrenched(p, unit) == p.is_in_position(unit) == holds
        assert is_sheltered(p, unit) == (holds or match.hex(hex) in match.data.built_up)


@pytest.mark.rule("wacht_am_rhein", "24.7")
def test_who_has_the_benefit_of_it() -> None:
    units = "GE-26xx-E C2013, US-1_12_4-I C2512, US-4_4xx-E C1012, GE-26xx-A-105 C1508, GE-1_77_26-I C1010 march"
    more = "GE-XLVII_HQ-H C3010, US-4_VIII-H D3613"
    match = field(f"{units}, {more}", scenario=CAMPAIGN, options=["westwall"])
    p = match.position
    zones = {id: p.exerts[match.unit(id)] for id in ("GE-26xx-E", "GE-26xx-A-105", "GE-1_77_26-I", "GE-XLVII_HQ-H")}
    assert zones == {"GE-26xx-E": RIGID, "GE-26xx-A-105": FLUID, "GE-1_77_26-I": FLUID, "GE-XLVII_HQ-H": NONE}
    assert p.exerts[match.unit("US-4_4xx-E")] == FLUID, "not the Allies"
    for id in ("GE-26xx-A-105", "GE-1_77_26-I", "GE-XLVII_HQ-H", "US-1_12_4-I"):
        assert not is_entrenched(p, match.unit(id))
    plain = field(f"GE-26xx-E C2013, {more}", scenario=CAMPAIGN)
    assert plain.position.exerts[plain.unit("GE-26xx-E")] == FLUID
