"""9.25 March teams: two units under one March Mode marker."""

from __future__ import annotations

import pytest

from ardennes.engine.options import is_about, object_of
from ardennes.games.wacht_am_rhein.rules import movement, moves
from ardennes.games.wacht_am_rhein.rules.field import HAS_MOVED
from ardennes.games.wacht_am_rhein.rules.moves import able_to_move, end_of_mate, is_able_to_move, searched, ways_end
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, TO
from tests.wacht_am_rhein.battles import battle
from tests.wacht_am_rhein.fields import Battlefield, box, field, moving

FOOT, TANKS, GUNS = "US-1_12_4-I", "US-707_28xx-T-M4", "US-42_4xx-A-105"
SQUAD, LORRIES, DESTROYERS = "US-c25-I", "US-c04-M", "US-c70-D"
GERMAN_FOOT, OTHER_FOOT = "GE-1_316_212-I", "US-1_109_28-I"


def team(units: str, one: str, other: str, **more: object) -> Battlefield:
    """A team that has just been formed and may go on."""
    match = moving(units, one, "allied move", **more)
    match.do(f"team {other}")
    return match


def paired(one: str, other: str, hex: str, marker: str = "") -> str:
    """Two units that marched under one marker before; the marker is the second's."""
    number = box().unit
    return f"{one} {hex} march team={number(other)}, {other} {hex} march team={number(one)} {marker}".rstrip()


@pytest.mark.rule("wacht_am_rhein", "9.25-a")
def test_a_company_and_a_battalion_march_under_one_marker() -> None:
    match = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1936", FOOT, SQUAD)
    assert [match.column("march", id) for id in (FOOT, SQUAD)] == [1, 1]
    assert match.position.team_of(match.unit(FOOT)) == (match.unit(FOOT), match.unit(SQUAD))
    assert match.prompt().args["points"] == 2 * 30, "each has paid four of its six points"
    match.do("to D1812", "done")
    assert match.at(FOOT, "D1812")
    assert match.at(SQUAD, "D1812")
    assert match.column("done", SQUAD) & HAS_MOVED


@pytest.mark.rule("wacht_am_rhein", "9.25-a", "9.25-b")
def test_who_may_be_a_team() -> None:
    match = moving(f"{FOOT} D1810, {OTHER_FOOT} D1810, {SQUAD} D1810", FOOT, "allied move")
    assert match.objects("team") == {SQUAD}, "not two battalions"
    assert match.why(f"team {OTHER_FOOT}") == ("no-team", "9.25")
    companies = moving(f"{LORRIES} D1810, {SQUAD} D1810", LORRIES, "allied move")
    assert companies.objects("team") == {SQUAD}, "errata: two companies"
    guns = moving(f"{GUNS} D1810, {SQUAD} D1810", SQUAD, "allied move")
    assert guns.objects("team") == {GUNS}
    staff = moving(f"US-4_VIII-H D1810, {SQUAD} D1810", SQUAD, "allied move")
    assert not staff.objects("team")
    germans = moving(f"{GERMAN_FOOT} D1810, GE-2_316_212-I D1810", GERMAN_FOOT)
    assert not germans.objects("team")


@pytest.mark.rule("wacht_am_rhein", "9.25-a")
def test_both_began_the_phase_in_the_hex_and_could_march_alone() -> None:
    match = field(f"{FOOT} D1810, {SQUAD} D1811", "allied move")
    match.do(f"move {SQUAD}", "to D1810", f"move {FOOT}")
    assert not match.objects("team")
    second = field(f"{FOOT} D1810, {SQUAD} D1810, {DESTROYERS} D1810", "allied move")
    second.do(f"move {SQUAD}", "done", f"move {FOOT}")
    assert second.objects("team") == {DESTROYERS}, "who has moved is not taken along"
    tired = moving(f"{FOOT} D1810, {SQUAD} D1810 spent=90", FOOT, "allied move")
    assert not tired.objects("team"), "three points left"
    held = moving(f"{FOOT} D1810, {SQUAD} D1810, {GERMAN_FOOT} D1811", FOOT, "allied move")
    assert not held.objects("team"), "7.13 an enemy zone"
    wood = moving(f"{FOOT} D2217, {SQUAD} D2217", FOOT, "allied move")
    assert not wood.objects("team"), "7.31 woods without a road"
    column = moving(f"{FOOT} D1810, {SQUAD} D1810, {DESTROYERS} D1810 march", FOOT, "allied move")
    assert not column.objects("team"), "9.21 another column"


@pytest.mark.rule("wacht_am_rhein", "9.25-a")
@pytest.mark.parametrize(("first", "second", "may"), [(60, 0, True), (75, 0, False), (0, 60, True), (0, 75, False)])
def test_each_has_the_four_points_of_the_marker_left(first: int, second: int, may: bool) -> None:
    """Of six points each; a point has thirty parts."""
    match = moving(f"{FOOT} D1810 spent={first}, {SQUAD} D1810 spent={second}", FOOT, "allied move")
    assert match.objects("team") == ({SQUAD} if may else set())


@pytest.mark.rule("wacht_am_rhein", "9.25-a", "9.23")
def test_a_team_is_one_column_and_two_units_of_a_stack() -> None:
    match = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1811 march", FOOT, SQUAD)
    assert match.why("to D1811") == ("column-in-the-way", "9.21")
    crowded = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1811 done=1, {OTHER_FOOT} D1811 done=1", FOOT, SQUAD)
    assert crowded.why("to D1811") == ("too-many-there", "9.11")
    assert "to D1812" in crowded.offers()
    room = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1811 done=1", FOOT, SQUAD)
    assert "to D1811" in room.offers()


@pytest.mark.rule("wacht_am_rhein", "9.25-d")
def test_each_pays_its_own_price_and_they_stop_together() -> None:
    match = team(f"{FOOT} D1810, {DESTROYERS} D1810", DESTROYERS, FOOT)
    assert match.prompt().args["points"] == 2 * 30, "the infantry leads"
    assert match.position.spent[match.unit(DESTROYERS)] == 4 * 30
    guns = field(f"{paired(SQUAD, GUNS, 'D1810', 'spent=285')}, {TANKS} D1936", "allied move")
    guns.do(f"move {SQUAD}")
    assert guns.prompt().args["points"] == 6 * 30
    assert "to D1811" in guns.offers(), "a third of the half point that the guns have left"
    assert guns.why("to D1812") == ("mate-falls-short", "9.25")


@pytest.mark.rule("wacht_am_rhein", "9.25-d")
def test_a_team_may_go_on_until_it_has_had_enough() -> None:
    match = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1936", FOOT, SQUAD)
    match.do("to D1811")
    assert match.prompt().args["points"] == 2 * 30 - 30 // 5
    match.do("to D1812", "done")
    assert match.prompt_code() == "choose-move"
    assert match.at(SQUAD, "D1812")


@pytest.mark.rule("wacht_am_rhein", "9.25-d")
def test_a_team_of_the_turn_before_moves_together_and_loses_nobody_on_the_way() -> None:
    match = field(f"{paired(FOOT, SQUAD, 'D1810')}, {TANKS} D1936", "allied move")
    match.do(f"move {SQUAD}", "to D1813", "done")
    assert match.at(FOOT, "D1813")
    assert match.why(f"move {FOOT}") == ("has-moved", "6.24")


@pytest.mark.rule("wacht_am_rhein", "9.25-c")
def test_who_leaves_march_mode_takes_its_mate_along() -> None:
    match = field(paired(FOOT, SQUAD, "D1810"), "allied unmarch")
    match.do(f"unmarch {FOOT}")
    assert [match.column("march", id) for id in (FOOT, SQUAD)] == [0, 0]
    assert [match.column("spent", id) for id in (FOOT, SQUAD)] == [120, 120]
    assert match.position.team_of(match.unit(FOOT)) == (match.unit(FOOT),)
    weak = field(paired(FOOT, SQUAD, "D1810", "fatigue=2"), "allied unmarch")
    assert not weak.objects("unmarch"), "the company has but three points"


@pytest.mark.rule("wacht_am_rhein", "9.25-c", "9.25-d")
def test_a_team_retreats_and_advances_as_one_and_a_survivor_marches_on_alone() -> None:
    units = paired("US-1_112_28-I", "US-c04-M", "D0834")
    match = battle(f"J1 D0833, Pz D0734, {units}").dice(3)
    match.attack("D0834", "J1", "Pz").do("apply", "back", "to D0835", "back", "to D0836")
    assert [match.place(name) for name in ("A1", "m4")] == ["D0836", "D0836"]
    assert not any(match.position.march[match.unit(name)] for name in ("A1", "m4"))
    victors = battle(f"{units}, T D0834, J1 D0833/1", "allied").dice(1)
    victors.attack("D0833", "A1", "T", "m4").do("apply", "hit J1", "advance m4", "along D0833")
    assert [victors.place(name) for name in ("A1", "m4")] == ["D0833", "D0833"]
    lost = battle(f"J1 D0833, Pz D0734, {units}").dice(3)
    lost.attack("D0834", "J1", "Pz").do("apply", "hit m4")
    assert lost.position.team_of(lost.unit("A1")) == (lost.unit("A1"),)


@pytest.mark.rule("wacht_am_rhein", "21.3-b", "7.62")
def test_a_team_comes_in_as_one_place_of_the_column() -> None:
    company, tanks, last = "US-c95-D", "US-17_7Axx-T-M4", "US-23_7Axx-M"
    match = field(
        f"{company} turn-track, {tanks} turn-track, {last} turn-track",
        "allied move",
        turn=5,
        scenario="kampfgruppe_peiper",
    )
    match.do(f"move {tanks}", f"team {company}")
    (road,) = match.objects("enter")
    match.do(f"enter {road}")
    assert match.at(company, road)
    assert match.at(tanks, road)
    assert match.column("march", company)
    onward = sorted(match.objects("to"))[0]
    match.do(f"to {onward}", "done", f"move {last}")
    cost = match.tells(f"enter {road}").cost
    alone = field(
        f"{company} turn-track, {tanks} turn-track, {last} turn-track",
        "allied move",
        turn=5,
        scenario="kampfgruppe_peiper",
    )
    alone.do(f"move {tanks}", f"enter {road}", f"to {onward}", f"move {last}")
    assert alone.tells(f"enter {road}").cost == cost, "one place, whether alone or with a mate"


@pytest.mark.rule("wacht_am_rhein", "9.25-d", "8.31")
def test_a_rigid_zone_stops_a_team_and_a_fluid_one_does_not() -> None:
    for steps, question in ((2, "choose-move"), (1, "choose-destination")):
        units = f"{paired(FOOT, SQUAD, 'D1810')}, {GERMAN_FOOT} D1712/{steps}, {TANKS} D1936"
        match = field(units, "allied move")
        match.do(f"move {FOOT}", "to D1811")
        assert match.prompt_code() == question


def test_a_team_goes_where_both_can_walk_and_its_ways_are_drawn_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = team(f"{FOOT} D1810, {SQUAD} D1810, {TANKS} D1936", FOOT, SQUAD)
    p, drawn, going = match.position, [], moves.going
    move = p.stack[-1]
    offered = {object_of(option) for option in movement.ChooseDestination().offers(p, move) if is_about(option, TO)}
    search = searched(p, move)
    paths = {hex: search.path_to(hex, among=ways_end(p, move, TO + 0))[1:] for hex in search.destination_hexes()}
    assert offered == {hex for hex, path in paths.items() if end_of_mate(p, move, path) is not None} != set()
    monkeypatch.setattr(moves, "going", lambda *args, **options: drawn.append(1) or going(*args, **options))
    p.forget()
    movement.ChooseDestination().offers(p, move)
    assert len(drawn) == 2, "the leader's and the mate's, however many destinations there are"


@pytest.mark.parametrize("bonus", [0, 1])
def test_who_may_move_is_the_same_asked_of_all_and_one_by_one(bonus: int) -> None:
    pair, lone = paired(FOOT, SQUAD, "D1810", "supply=3 fatigue=1"), f"{OTHER_FOOT} D1811 supply=3"
    match = field(f"{pair}, {lone}, {TANKS} D1936 fatigue=1, {GUNS} D1937", "allied move")
    match.position.bonus = bonus
    match.position.forget()
    one_by_one = [unit for unit in match.position.on_map(ALLIED) if is_able_to_move(match.position, unit)]
    assert able_to_move(match.position, ALLIED) == one_by_one
    assert match.unit(FOOT) not in one_by_one, "its mate is tired and isolated"
    assert (match.unit(GUNS) in one_by_one) is not bool(bonus)
