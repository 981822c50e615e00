"""23.0 British units wait behind the Meuse until they are released."""

from __future__ import annotations

import pytest

from ardennes.engine.notation import read_option
from ardennes.games.wacht_am_rhein.rules.advance import go_ahead
from ardennes.games.wacht_am_rhein.rules.retreats import NO_WAY, go_back, step_cost
from tests.wacht_am_rhein.fields import Battlefield, field

RACE = "race_for_the_meuse"
INFANTRY, TANKS, GUNS, OTHER = "BR-5W_158_53-I", "BR-3RT_29Ax-T-Fly", "BR-7_XXX-A-55g", "BR-4L_129_43-I"
GERMAN = "GE-2_3_2P-T-V"
SOMEBODY = "GE-7_Army_HQ-H D2014, US-1_12_4-I D3514, US-4_VIII-H D3613"


def scene(units: str, moment: str = "allied move", turn: int = 20, **more: object) -> Battlefield:
    return field(f"{units}, {SOMEBODY}", moment, turn=turn, scenario=RACE, **more)  # type: ignore[arg-type]


def goals(match: Battlefield, id: str) -> set[int]:
    match.do(f"move {id}")
    return {*match.goals("to"), *match.goals("march")}


def approach(*way: str, start: str, turn: int = 20) -> Battlefield:
    """A German tank battalion that goes there, hex by hex."""
    match = scene(f"{GERMAN} {start} march, {INFANTRY} A1026, {OTHER} A0514, {GUNS} A0820", "german move", turn)
    match.do(f"move {GERMAN}")
    match.apply(read_option(match.data, f"to {way[-1]}"), path=tuple(map(match.hex, way)))
    return match


@pytest.mark.rule("wacht_am_rhein", "23.0-a")
@pytest.mark.parametrize(("id", "hex"), [(TANKS, "A2829"), (INFANTRY, "A2830"), (TANKS, "A2828"), (GUNS, "A2828")])
def test_they_neither_cross_the_meuse_nor_leave_their_sheet(id: str, hex: str) -> None:
    match = scene(f"{id} {hex}")
    west = match.data.west_of_meuse
    sheet = match.data.board.area("map-A")
    here = match.hex(hex) in west
    found = goals(match, id)
    assert found
    assert all((goal in west) == here and goal in sheet for goal in found)


@pytest.mark.rule("wacht_am_rhein", "23.0-a")
def test_they_are_told_why() -> None:
    match = scene(f"{TANKS} A2828")
    match.do(f"move {TANKS}")
    assert match.why("to A2829") == ("british-wait", "23.0")
    other = scene(f"{TANKS} A3802 march")
    other.do(f"move {TANKS}")
    assert other.why("to B0601")[0] == "british-wait"
    american = scene("US-8_4Axx-T-M4 A2828")
    assert american.hex("A2829") in goals(american, "US-8_4Axx-T-M4")


@pytest.mark.rule("wacht_am_rhein", "23.0-a")
def test_nor_do_they_retreat_or_advance_across() -> None:
    match = scene(f"{TANKS} A2828 march, US-8_4Axx-T-M4 A2728")
    p = match.position
    assert step_cost(p, match.unit(TANKS), match.hex("A2828"), match.hex("A2829")) == NO_WAY
    assert step_cost(p, match.unit(TANKS), match.hex("A2828"), match.hex("A2827")) != NO_WAY
    march = scene(f"{TANKS} A2828 march", clocks=['released = ["29Ax"]'])
    assert step_cost(march.position, march.unit(TANKS), march.hex("A2828"), march.hex("A2829")) != NO_WAY


@pytest.mark.rule("wacht_am_rhein", "23.0-b", "23.0-e")
def test_a_german_across_the_meuse_frees_them_all() -> None:
    match = approach("A2829", start="A2828")
    assert match.position.released == ("everybody",)
    for id in (TANKS, OTHER):
        free = scene(f"{id} A2828 march", clocks=['released = ["everybody"]'])
        assert goals(free, id) & free.data.west_of_meuse
    passing = approach("A2829", "A2828", "A2827", start="A2828")
    assert passing.position.released == ("everybody",), "even if it goes back at once"


@pytest.mark.rule("wacht_am_rhein", "23.0-b", "23.0-e")
@pytest.mark.parametrize(("turn", "released"), [(39, ("everybody",)), (40, ("everybody",)), (41, ())])
def test_up_to_the_last_turn_that_binds_them(turn: int, released: tuple[str, ...]) -> None:
    assert approach("A2829", start="A2828", turn=turn).position.released == released


@pytest.mark.rule("wacht_am_rhein", "23.0-b")
def test_so_does_an_advance_but_nobody_else() -> None:
    match = scene(f"{GERMAN} A2828, {OTHER} A0514, US-8_4Axx-T-M4 A2827", "german move")
    p = match.position
    go_ahead(p, match.unit("US-8_4Axx-T-M4"), (match.hex("A2829"),))
    assert p.released == (), "not a German"
    go_ahead(p, match.unit(GERMAN), (match.hex("A2727"),))
    assert p.released == ()
    p.put(match.unit(GERMAN), match.hex("A2828"))
    go_ahead(p, match.unit(GERMAN), (match.hex("A2829"),))
    assert p.released == ("everybody",)


@pytest.mark.rule("wacht_am_rhein", "23.0-c")
@pytest.mark.parametrize(("hex", "released"), [("A1620", ()), ("A1520", ("53",)), ("A1420", ("53",))])
def test_a_german_within_five_hexes_frees_that_division(hex: str, released: tuple[str, ...]) -> None:
    """The infantry of the 53rd stands in A1020, as far off as the row says."""
    match = scene(f"{GERMAN} A1720, {INFANTRY} A1020, {OTHER} A0514, {GUNS} A0420", "german move")
    p, data = match.position, match.data
    near = match.hex(hex) in data.within[5][match.hex("A1020")]
    assert near == bool(released)
    go_ahead(p, match.unit(GERMAN), (match.hex(hex),))
    assert p.released == released


@pytest.mark.rule("wacht_am_rhein", "23.0-c")
def test_who_retreats_frees_it_too_and_corps_troops_are_one() -> None:
    match = scene(f"{GERMAN} A1720, {GUNS} A1120, BR-64_XXX-A-45g A0420, {INFANTRY} A0326", "german move")
    go_back(match.position, (match.unit(GERMAN),), match.hex("A1620"))
    assert match.position.released == ("XXX",)
    west = match.data.west_of_meuse
    for id, free in (("BR-64_XXX-A-45g", True), (TANKS, False)):
        crossing = scene(f"{id} A2828 march", clocks=['released = ["XXX"]'])
        assert bool(goals(crossing, id) & west) == free


@pytest.mark.rule("wacht_am_rhein", "23.0-c")
def test_the_british_who_come_near_free_nobody() -> None:
    match = scene(f"{GERMAN} A2820, {TANKS} A2828")
    match.do(f"move {TANKS}", "to A2827")
    assert match.position.released == ()


@pytest.mark.rule("wacht_am_rhein", "23.0-d")
@pytest.mark.parametrize(("turn", "bound"), [(39, True), (40, True), (41, False)])
def test_after_game_turn_40_nobody_is_bound(turn: int, bound: bool) -> None:
    match = scene(f"{TANKS} A2828 march", turn=turn)
    found = goals(match, TANKS)
    assert bool(found & match.data.west_of_meuse) != bound


@pytest.mark.rule("wacht_am_rhein", "23.0-d")
def test_the_bonus_turn_after_game_turn_40_is_still_bound() -> None:
    match = scene(f"{TANKS} A2828 march", "allied bonus move", turn=40, clocks=["bonus = 1"])
    assert not goals(match, TANKS) & match.data.west_of_meuse
    quiet = scene(f"{GERMAN} A2828", "german move", turn=41)
    go_ahead(quiet.position, quiet.unit(GERMAN), (quiet.hex("A2829"),))
    assert quiet.position.released == ()


@pytest.mark.rule("wacht_am_rhein", "23.0-e")
def test_who_is_free_stays_free() -> None:
    match = scene(f"{GERMAN} A1720, {INFANTRY} A1220, {OTHER} A0514", "german move")
    p = match.position
    go_ahead(p, match.unit(GERMAN), (match.hex("A1620"),))
    go_ahead(p, match.unit(GERMAN), (match.hex("A2620"),))
    assert p.released == ("53",)
    assert "division-free" in {event.code for event in p.events}
