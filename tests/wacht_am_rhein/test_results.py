"""10.7, 10.8, 10.9 Losses, retreats and advances; results that wait for each other."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.match import Refused
from ardennes.engine.procedure import paths
from ardennes.games.wacht_am_rhein.rules.field import (
    BUILDING,
    BUILT,
    CARRIED,
    OUT_OF_COMMUNICATIONS,
    ROUTED,
    UNSUPPLIED,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.outcomes import Losses, Settle, can_go_back, pay_instead
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED
from ardennes.games.wacht_am_rhein.rules.retreats import NO_WAY, hexes_back, step_cost
from ardennes.numbers import Unit
from tests.wacht_am_rhein.battles import NAMES, RIVER, Battle, battle

WEST, EAST = RIVER
SURE = "J1 D0833, J2 D0833, Pz D0734, Pg1 D0734"
"""26 strength points, with one shift, against whoever is in D0834."""


def fought(
    units: str, hex: str, *joining: str, die: int | tuple[int, ...], side: str = "german", **more: object
) -> Battle:
    """An attack that was rolled; its results come into force."""
    match = battle(units, side, **more)  # type: ignore[arg-type]
    match.dice(*((die,) if isinstance(die, int) else die))
    match.attack(hex, *joining).do("apply")
    return match


@pytest.mark.rule("wacht_am_rhein", "10.75-a", "10.81", "10.73")
def test_each_point_of_the_number_is_a_step_or_a_hex() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=2)
    assert match.result() == "D2"
    assert match.offers() == {"hit A1", "back"}
    match.do("hit A1")
    assert match.steps_of("A1") == 1
    assert match.offers() == {"hit A1", "back"}
    match.do("back")
    assert match.prompt_code() == "choose-hex-back"


@pytest.mark.rule("wacht_am_rhein", "10.74", "10.75-b", "10.75-c")
def test_ex_13_steps_in_brackets_come_first() -> None:
    match = fought(f"{SURE}, Rc D0934, A1 D0834/1, m4 D0834", "D0834", "J1", "J2", "Pz", "Pg1", "Rc", die=1)
    assert match.result() == "D3(2)"
    assert match.offers() == {"hit A1", "hit m4"}
    match.do("hit A1", "hit m4")
    assert match.is_lost("A1")
    assert match.prompt_code() == "choose-advance"
    stronger = fought(f"{SURE}, Rc D0934, A1 D0834, m4 D0834/1", "D0834", "J1", "J2", "Pz", "Pg1", "Rc", die=1)
    stronger.do("hit A1", "hit m4")
    assert stronger.offers() == {"hit A1", "back"}


@pytest.mark.rule("wacht_am_rhein", "10.71", "10.72")
def test_battalions_have_two_steps_and_others_one() -> None:
    data = battle("J1 D0833, A1 D0834").data
    steps = {name: data.full_steps[data.unit(id)] for name, id in (("J1", "GE-1_39_26-I"), ("Pz", "GE-1_3_2P-T-IV"))}
    assert steps == {"J1": 2, "Pz": 2}
    match = fought("J1 D0833, Pz D0734, A1 D0834, m4 D0834, a105 D0834", "D0834", "J1", "Pz", die=1)
    match.do("hit m4")
    assert match.is_lost("m4")


@pytest.mark.rule("wacht_am_rhein", "10.84-a", "10.82")
def test_a_stack_goes_back_as_a_whole_to_the_best_hex() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834, m4 D0834", "D0834", "J1", "Pz", die=3)
    match.do("back")
    assert match.offers() == {"to D0835", "to D0935"}
    match.do("to D0835")
    assert (match.place("A1"), match.place("m4")) == ("D0835", "D0835")


@pytest.mark.rule("wacht_am_rhein", "10.84-a")
def test_vacant_hexes_come_before_occupied_ones_and_zones_before_all() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834, B1 D0835", "D0834", "J1", "Pz", die=3)
    match.do("back")
    assert match.offers() == {"to D0935"}
    match = fought("J1 D0833, Pz D0734, K1 D1035, A1 D0834, B1 D0835", "D0834", "J1", "Pz", die=3)
    match.do("back")
    assert match.offers() == {"to D0835"}


@pytest.mark.rule("wacht_am_rhein", "10.84-a")
def test_germans_go_back_eastwards() -> None:
    match = fought("J1 D0834, J2 D0834, A1 D0835, T D0835", "D0835", "J1", "J2", die=5)
    assert match.result() == "A1(1)"
    match.do("hit J1", "back")
    assert match.offers() == {"to D0833"}


@pytest.mark.rule("wacht_am_rhein", "10.85", "8.44", "8.45")
def test_a_hex_in_an_enemy_zone_costs_a_step_besides() -> None:
    units = "J1 D0833, Pz D0734, K1 D0934, K2 D0735, K3 D0936, A1 D0834, m4 D0834"
    match = fought(units, "D0834", "J1", "Pz", "K1", "K2", die=5)
    assert match.result() == "D1"
    match.do("back", "to D0835")
    assert match.prompt_code() == "take-loss"
    match.do("hit m4")
    assert match.is_lost("m4")
    assert match.place("A1") == "D0835"
    assert match.told("eliminated")[-1].rule == "10.85"


@pytest.mark.rule("wacht_am_rhein", "10.83")
def test_ex_14_a_retreat_keeps_to_ground_that_is_open() -> None:
    p = battle(f"T {WEST}, A1 {WEST}, m4 D2520 march, J1 D0833").position
    west, east = (p.data.board.hex(hex) for hex in (WEST, EAST))
    tank, foot = (p.data.unit(NAMES[name]) for name in ("T", "A1"))
    assert step_cost(p, tank, west, east) == NO_WAY
    assert step_cost(p, foot, west, east) != NO_WAY
    p.set_span(p.data.board.side(west, east), BUILT)
    assert step_cost(p, tank, west, east) == NO_WAY
    p.set_march(tank, True)
    assert step_cost(p, tank, west, east) != NO_WAY


@pytest.mark.rule("wacht_am_rhein", "10.83", "9.35-b")
def test_a_stack_goes_where_all_of_it_can_and_loses_who_cannot() -> None:
    match = battle(f"T {WEST}, A1 {WEST}, K210 D0833")
    p = match.position
    both = [match.unit("T"), match.unit("A1")]
    assert match.hex(EAST) not in hexes_back(p, both, ())
    marching = battle("A1 D0834 march, B1 D0835 march, J1 D0833").position
    unit = marching.data.unit(NAMES["A1"])
    assert step_cost(marching, unit, marching.where[unit], marching.data.board.hex("D0835")) == NO_WAY
    marching.set_march(unit, False)
    assert step_cost(marching, unit, marching.where[unit], marching.data.board.hex("D0835")) != NO_WAY


@pytest.mark.rule("wacht_am_rhein", "10.84-c", "10.75-a")
def test_without_a_way_back_the_number_is_met_in_steps() -> None:
    units = "J1 D0833, J2 D0734, K1 D0934, K2 D0735, K3 D0835, Pz D0935, A1 D0834"
    match = battle(units).dice(6)
    match.attack("D0834", "J1", "J2", "K1", "K2", "K3", "Pz").do("apply")
    assert match.offers() == {"hit A1"}
    assert match.why("back") == ("no-way-back", "10.84")


@pytest.mark.rule("wacht_am_rhein", "10.84-b")
def test_no_hex_is_entered_twice() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=1)
    assert match.result() == "D3"
    match.do("back", "to D0835", "back")
    assert "to D0834" not in match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.86-a", "10.86-b", "10.86-c", "9.35-a")
def test_who_retreats_onto_friends_does_not_help_them_and_dies_with_their_result() -> None:
    match = onto_friends(1)
    assert match.position.fought[match.unit("A1")] & ROUTED
    match.do("attack D0835", "join K1", "join K3")
    assert match.tally("defence") == 6
    match.do("go", "apply")
    assert match.is_lost("A1")
    assert match.told("eliminated")[-1].rule == "10.86"
    assert match.offers() == {"hit B1", "back"}


@pytest.mark.rule("wacht_am_rhein", "10.86-b")
def test_who_retreated_onto_friends_lives_if_the_attackers_lose() -> None:
    match = onto_friends(5)
    match.attack("D0835", "K1", "K3").do("apply")
    assert match.result() == "A1(1)"
    assert not match.is_lost("A1")


def onto_friends(die: int) -> Battle:
    """A1 has gone back to B1, the only way that was left to it; D0835 is attacked with another die."""
    units = "J1 D0833, Pz D0734, J3 D0934, K1 D0735, K3 D0935, A1 D0834, B1 D0835"
    match = battle(units).dice(5, die)
    match.attack("D0834", "J1", "Pz", "J3").do("apply", "back", "to D0835", "hit A1", "done")
    assert match.prompt_code() == "choose-target"
    return match


@pytest.mark.rule("wacht_am_rhein", "10.92-a", "10.91", "10.95")
def test_ex_15_the_advance_is_as_long_as_the_retreat() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=2)
    match.do("back", "to D0835", "back", "to D0836")
    assert match.offers() == {"advance J1", "advance Pz", "done"}
    match.do("advance J1")
    assert match.offers() == {"along D0834", "along D0835"}
    match.do("along D0835")
    assert match.place("J1") == "D0835"


@pytest.mark.rule("wacht_am_rhein", "10.92-b", "10.92-c")
def test_ex_16_after_an_elimination_what_is_left_of_the_number() -> None:
    match = fought("J1 D0833, Rc D0734, m4 D0834", "D0834", "J1", "Rc", die=6)
    assert match.result() == "D2"
    match.do("hit m4", "advance J1")
    assert match.offers() == {"along D0834"}
    match.do("along D0834", "advance Rc")
    assert match.offers() == {"along D0834"}


@pytest.mark.rule("wacht_am_rhein", "10.92-b", "10.92-c")
def test_without_a_path_only_tanks_and_reconnaissance_go_on() -> None:
    match = fought("J1 D0833, Rc D0734, w1 D0834", "D0834", "J1", "Rc", die=2)
    assert match.result() == "D4(2)"
    match.do("hit w1", "advance J1")
    assert match.offers() == {"along D0834"}
    match.do("along D0834", "advance Rc")
    assert {"along D0834", "along D0835", "along D0836"} <= match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.92-b", "10.93")
@pytest.mark.parametrize("column", [(), ("K1",)])
def test_where_all_of_the_number_was_paid_in_steps_nobody_advances(column: tuple[str, ...]) -> None:
    """Nor does March Mode add a hex to none."""
    marching = "".join(f", {name} D0833 march" for name in column)
    match = fought(f"J1 D0833, Pz D0734, A1 D0834/1{marching}", "D0834", "J1", "Pz", *column, die=6)
    assert match.result() == "D1"
    match.do("hit A1")
    assert match.is_over()


@pytest.mark.rule("wacht_am_rhein", "10.94-a", "10.94-b", "10.94-c")
def test_tanks_and_reconnaissance_may_leave_the_path() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=2)
    match.do("back", "to D0835", "back", "to D0836", "advance Pz")
    assert match.offers() == {f"along {hex}" for hex in ("D0834", "D0833", "D0934", "D0935", "D0835", "D0735")}
    match.do("along D0934", "advance J1")
    assert match.offers() == {"along D0834", "along D0835"}


@pytest.mark.rule("wacht_am_rhein", "10.94-f", "10.94-c", "10.94-b")
def test_whoever_may_leave_the_path_chooses_its_way() -> None:
    """To D0936, three hexes ahead, lead two ways; to D0935 a short one and two longer ones; D0836 is entered along the
    path."""
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=1)
    assert match.result() == "D3"
    match.do("back", "to D0835", "back", "to D0836", "back", "to D0837", "advance Pz")
    along, first = match.data.game.verbs.named("along"), match.hex("D0834")
    for end, through in (("D0936", "D0835"), ("D0936", "D0935"), ("D0935", "D0835"), ("D0935", "D0934")):
        assert match.about(along + match.hex(end), [match.hex(through)]).path == (
            first, match.hex(through), match.hex(end)
        )  # fmt: skip
    assert match.tells("along D0935").path == (first, match.hex("D0935")), "the shortest, if none is named"
    for end, through in (("D0836", "D0935"), ("D1035", "D0934")):
        with pytest.raises(Refused) as caught:
            match.about(along + match.hex(end), [match.hex(through)])
        assert (caught.value.refusal.code, caught.value.refusal.rule) == ("cannot-advance-there", "10.94")
    for bad in (["D0935", "D0936"], ["D0834", "D0735", "D0635", "D0735"], ["D0834", "D0835", "D0836", "D0936"]):
        with pytest.raises(Refused):
            match.apply(along + match.hex("D0936"), path=[match.hex(hex) for hex in bad])
    way = [first, match.hex("D0935"), match.hex("D0936")]
    match.apply(along + match.hex("D0936"), path=way)
    assert match.place("Pz") == "D0936"
    assert match.records[-1].path == tuple(way)
    match.do("advance J1")
    with pytest.raises(Refused):
        match.apply(along + match.hex("D0836"), path=[first, match.hex("D0935"), match.hex("D0836")])
    match.do("along D0836")


@pytest.mark.rule("wacht_am_rhein", "10.94-f")
def test_the_ways_of_an_advance_are_drawn_before_one_chooses() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=2)
    match.do("back", "to D0835", "back", "to D0836", "advance J1")
    first, second = match.hex("D0834"), match.hex("D0835")
    assert sorted(paths(match.position).values()) == [(first,), (first, second)]


@pytest.mark.rule("wacht_am_rhein", "10.94-d")
def test_a_rigid_zone_stops_an_advance_but_not_in_the_first_hex() -> None:
    units = "J1 D0833, Pz D0734, A1 D0834, B1 {hex}/{steps}"
    rigid = fought(units.format(hex="D1034", steps=2), "D0834", "J1", "Pz", die=1)
    rigid.do("back", "to D0835", "back", "to D0836", "back", "to D0837", "advance Pz")
    assert "along D0935" in rigid.offers()
    assert "along D1035" not in rigid.offers()
    fluid = fought(units.format(hex="D1034", steps=1), "D0834", "J1", "Pz", die=1)
    fluid.do("back", "to D0835", "back", "to D0836", "back", "to D0837", "advance Pz")
    assert "along D1035" in fluid.offers()
    first = fought(units.format(hex="D0935", steps=2), "D0834", "J1", "Pz", die=1)
    first.do("back", "to D0835", "back", "to D0836", "back", "to D0837", "advance Pz")
    assert "along D0735" in first.offers()


@pytest.mark.rule("wacht_am_rhein", "10.96")
def test_an_advance_keeps_to_the_stacking_limit() -> None:
    match = fought("J1 D0833, J2 D0833, K1 D0833, K2 D0734, A1 D0834/1", "D0834", "J1", "J2", "K2", die=6)
    assert match.result() == "D2"
    match.do("hit A1")
    for unit in ("J1", "J2", "K1"):
        match.do(f"advance {unit}", "along D0834")
    assert "advance K2" not in match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.97", "10.98")
def test_ex_17_no_advance_over_a_river_that_is_closed() -> None:
    match = fought(f"Pz {EAST}, J1 {EAST}, m4 {WEST}", WEST, "Pz", "J1", die=1)
    assert match.result().startswith("D")
    while match.prompt_code() in ("choose-step-or-hex", "take-loss"):
        match.do("hit m4")
    assert match.offers() == {"advance J1", "done"}


@pytest.mark.rule("wacht_am_rhein", "10.93")
def test_march_mode_advances_a_hex_more() -> None:
    match = fought("J1 D0833 march, Pz D0734, A1 D0834/1, m4 D0834", "D0834", "J1", "Pz", die=2)
    assert match.result() == "D2"
    match.do("hit A1", "back", "to D0835")
    match.do("advance J1")
    assert match.offers() == {"along D0834"}


@pytest.mark.rule("wacht_am_rhein", "10.91-b")
def test_defenders_advance_after_an_attack_that_failed() -> None:
    match = fought("J1 D0833, A1 D0834, T D0834", "D0834", "J1", die=6)
    assert match.result() == "A2(2)"
    match.do("hit J1", "hit J1")
    assert match.prompt_code() == "choose-advance"
    assert match.offers() == {"advance A1", "advance T", "done"}
    match.do("advance A1")
    assert match.offers() == {"along D0833"}


@pytest.mark.rule("wacht_am_rhein", "10.8-e")
def test_of_two_attacks_from_a_hex_with_contrary_advances_neither_is_made() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0734").dice(1, 3)
    match.attack("D0834", "J1").attack("D0734", "K1")
    assert [event.args["result"] for event in match.told("rolled")] == ["D1", "A1"]
    match.do("apply", "next D0834", "back", "to D0835", "back", "to D0832")
    assert match.is_over()


@pytest.mark.rule("wacht_am_rhein", "10.8-e")
def test_the_attacker_advances_if_the_stack_stays() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0734").dice(1, 3)
    match.attack("D0834", "J1").attack("D0734", "K1")
    match.do("apply", "next D0734", "hit K1", "back", "to D0835")
    assert {"advance J1", "advance K1"} <= match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.75-d")
def test_losers_in_several_hexes_lose_steps_once_and_all_go_back() -> None:
    match = battle("J1 D0833, K1 D0934, A1 D0834, T D0834").dice(6)
    match.attack("D0834", "J1", "K1").do("apply")
    assert match.result() == "A2(2)"
    match.do("hit J1", "hit K1", "back")
    assert match.prompt_code() == "choose-hex-back"
    match.do("to D0832", "to D0933")
    assert match.place("J1") != "D0833"
    assert match.place("K1") != "D0934"
    assert match.offers() == {"hit J1", "hit K1", "back"}


@pytest.mark.rule("wacht_am_rhein", "10.75-a", "10.84-c")
def test_all_go_back_or_nobody_does() -> None:
    """WAR-R112: a hex counts for all stacks of the loser; where one of them has none, steps are lost."""
    ring = "J1 D0833, J2 D0734, K1 D0934, K2 D0735, K3 D0835, Pz D0935"
    p = battle(f"{ring}, A1 D0834, B1 D0830").position
    surrounded, free = map(p.data.unit, ("US-1_112_28-I", "US-1_109_28-I"))

    def may_go_back(*units: Unit) -> bool:
        return can_go_back(p, suffering(p, *units))

    assert may_go_back(free)
    assert not may_go_back(surrounded)
    assert not may_go_back(free, surrounded)
    assert not may_go_back(surrounded, free)


@pytest.mark.rule("wacht_am_rhein", "10.84-c")
def test_a_stack_that_lost_its_way_while_others_went_loses_a_step_instead() -> None:
    """WAR-R112"""
    p = battle("J1 D0833, A1 D0834, B1 D0830").position
    gone, left = map(p.data.unit, ("US-1_112_28-I", "US-1_109_28-I"))
    settle = suffering(p, gone, left)
    assert pay_instead(p, settle) is None, "nobody is on the way"
    settle.moving = (1,)
    instead = pay_instead(p, settle)
    assert isinstance(instead, Losses)
    assert (instead.units, instead.n, instead.side) == ((left,), 1, ALLIED)
    assert settle.moving == ()


def suffering(p: Field, *units: Unit) -> Settle:
    """A result of one hex or step for Allied units, each a stack by itself."""
    hexes, stacks = tuple(p.where[unit] for unit in units), tuple((unit,) for unit in units)
    of_result: dict[str, Any] = {"origins": (), "victors": (), "steps_first": 0, "number": 1, "points": 1}
    return Settle(side=ALLIED, hexes=hexes, stacks=stacks, ways=tuple((hex,) for hex in hexes), **of_result)


@pytest.mark.rule("wacht_am_rhein", "10.87-a", "10.87-b")
def test_a_lone_headquarters_may_leave_before_the_die() -> None:
    match = battle("J1 D0833, Pz D0833, hq D0834")
    match.do("attack D0834", "join J1")
    assert match.tells("go").chances["leaves-1: W"] == 1.0
    match.do("go")
    assert match.prompt_code() == "leave-hex"
    assert match.offers() == {"withdraw hq", "stay"}
    match.do("withdraw hq", "to D0835", "apply")
    assert not match.told("rolled")
    assert match.offers() == {"advance J1", "advance Pz", "done"}
    match.do("advance Pz")
    assert match.offers() == {"along D0834"}
    match.do("along D0834", "done")
    assert match.is_over()


@pytest.mark.rule("wacht_am_rhein", "16.36-a")
def test_a_position_whose_holders_are_gone_is_lost() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834", "D0834", "J1", "Pz", die=2, positions={"D0834": 2})
    match.do("back", "to D0835")
    assert match.position.positions[match.hex("D0834")] == 0
    assert match.told("position-lost")


@pytest.mark.rule("wacht_am_rhein", "11.52")
def test_guns_that_retreat_are_out_of_battery() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834, a105 D0834", "D0834", "J1", "Pz", die=1)
    match.do("back", "to D0835")
    assert not match.position.battery[match.unit("a105")]


@pytest.mark.rule("wacht_am_rhein", "7.12")
def test_ex_03_march_mode_comes_off_after_an_unfavourable_result() -> None:
    match = fought("J1 D0833 march, A1 D0834/1", "D0834", "J1", die=4)
    assert match.result() == "A1(1)"
    match.do("hit J1", "back")
    assert match.position.march[match.unit("J1")]
    match.do("to D0832")
    assert not match.position.march[match.unit("J1")]
    assert match.told("leaves-march")


@pytest.mark.rule("wacht_am_rhein", "10.93")
def test_a_tank_in_march_mode_goes_a_hex_farther_than_one_in_tactical_mode() -> None:
    beyond = {f"along {hex}" for hex in ("D0734", "D0735", "D0934", "D0935")}
    for mode, die, ahead in (("", 5, set[str]()), (" march", 4, beyond)):
        match = fought(f"J1 D0833, J2 D0833, Pz D0833{mode}, A1 D0834", "D0834", "J1", "Pz", die=die)
        assert match.result() == "D1"
        match.do("back", "to D0835", "advance Pz")
        assert match.offers() == {"along D0834", *ahead}


@pytest.mark.rule("wacht_am_rhein", "10.93", "10.97")
def test_march_mode_lets_nobody_into_woods_without_a_road() -> None:
    """Two hexes after D2 in Tactical Mode, or after D1 in March Mode; D1644 is wooded and has no road."""
    for mode, result, enters in (("", "D2", True), (" march", "D1", False)):
        match = fought(f"J1 D1642, J2 D1642, Pz D1642{mode}, A1 D1643", "D1643", "J1", "Pz", die=4)
        assert match.result() == result
        match.do("back", "to D1744")
        if not mode:
            match.do("back", "to D1745")
        match.do("advance Pz")
        assert "along D1543" in match.offers()
        assert ("along D1644" in match.offers()) == enters


@pytest.mark.rule("wacht_am_rhein", "10.85", "8.44", "8.45")
@pytest.mark.parametrize("steps", [2, 1])
def test_every_zone_on_the_way_back_costs_a_step_rigid_or_fluid_and_friends_do_not_help(steps: int) -> None:
    """B1 stands in the only hex that is left; a full battalion or a reduced one has it in its zone."""
    units = f"J1 D0833, Pz D0734, K1 D0934, K2 D0735, J3 D0935, K3 D0836/{steps}, A1 D0834, B1 D0835"
    match = battle(units).dice(5)
    match.attack("D0834", "J1", "Pz", "K1", "K2", "J3").do("apply")
    match.do("back", "to D0835")
    assert match.prompt_code() == "take-loss"
    match.do("hit A1")
    assert match.told("loses-step")[-1].rule == "10.85"


@pytest.mark.rule("wacht_am_rhein", "10.98", "10.97")
def test_who_crosses_a_river_in_an_advance_stops_there() -> None:
    """The same retreat of two hexes: over the river infantry follows one hex, over land two."""
    for start, die in ((EAST, 1), ("D2617", 4)):
        match = battle(f"J1 {start}, J2 {start}, K150 D2715, K151 D2715, A1 {WEST}").dice(die)
        match.do(f"attack {WEST}", "join J1", "join J2", "support K150", "support K151", "go", "apply")
        assert match.result() == "D2"
        match.do("back", "to D2418", "back")
        match.do(sorted(match.offers())[0], "advance J1")
        assert match.offers() == ({f"along {WEST}"} if start == EAST else {f"along {WEST}", "along D2418"})


@pytest.mark.rule("wacht_am_rhein", "10.75-d", "10.91-b", "10.8-e")
def test_t29_losers_in_two_hexes_lose_once_and_both_go_two_hexes() -> None:
    match = battle("J1 D0833, K1 D0934, A1 D0834, B1 D0834").dice(5)
    match.attack("D0834", "J1", "K1").do("apply")
    assert match.result() == "A2(1)"
    match.do("hit J1")
    ways: dict[str, list[str]] = {"J1": [], "K1": []}
    for _ in range(2):
        match.do("back")
        while match.prompt_code() == "choose-hex-back":
            match.do(sorted(match.offers())[0])
        for name, way in ways.items():
            way.append(match.place(name))
    assert (match.steps_of("J1"), match.steps_of("K1")) == (1, 2), "one loss for both"
    assert all(len(set(way)) == 2 for way in ways.values())
    assert match.prompt_code() == "choose-advance"
    match.do("advance A1")
    assert match.offers() == {"along D0833", "along D0934", "along D0933"}
    match.do("along D0933")
    assert match.place("A1") == ways["K1"][0] == "D0933"


@pytest.mark.rule("wacht_am_rhein", "10.8-e", "10.75-a")
def test_t29_two_results_against_one_stack_are_both_carried_out_in_the_attackers_order() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0734").dice(4, 3)
    match.attack("D0834", "J1").attack("D0734", "K1").do("apply")
    results = [event.args["result"] for event in match.told("rolled")]
    assert results == ["A1(1)", "A1"]
    assert match.offers() == {"next D0834", "next D0734"}
    match.do("next D0734", "hit K1")
    assert match.offers() == {"hit J1", "hit K1"}, "then the step in brackets of the other"
    match.do("hit J1", "back")
    match.do(sorted(match.offers())[0])
    assert match.place("J1") == match.place("K1") != "D0833"


@pytest.mark.rule("wacht_am_rhein", "10.87-b")
def test_where_a_headquarters_left_nobody_goes_farther_than_its_hex_in_march_mode_either() -> None:
    match = battle("J1 D0833, Pz D0833 march, hq D0834")
    match.do("attack D0834", "join J1", "go", "withdraw hq", "to D0835", "apply", "advance Pz")
    assert match.offers() == {"along D0834"}


@pytest.mark.rule("wacht_am_rhein", "15.26")
def test_who_builds_a_bridge_does_not_advance() -> None:
    for bridge, stays in ((BUILDING, True), (CARRIED, False)):
        match = battle(f"J1 D0833, GE-38_2Pxx-E D0833 bridge={bridge}, m4 D0834").dice(1)
        match.attack("D0834", "J1", "GE-38_2Pxx-E").do("apply", "hit m4")
        assert ("advance GE-38_2Pxx-E" not in match.offers()) == stays


@pytest.mark.rule("wacht_am_rhein", "10.16")
def test_what_was_done_in_a_combat_phase_is_forgotten_after_it() -> None:
    match = fought("J1 D0833, Pz D0734, A1 D0834/1", "D0834", "J1", "Pz", die=6)
    match.do("hit A1")
    assert match.is_over()
    assert not any(match.position.fought)


@pytest.mark.rule("wacht_am_rhein", "14.54-a", "10.87-a")
def test_an_attack_on_a_headquarters_that_left_uses_up_no_supplies() -> None:
    """WAR-R123: it involves nobody, guns neither; if the headquarters stays, it does."""
    for answer, after in (("withdraw hq", OUT_OF_COMMUNICATIONS), ("stay", UNSUPPLIED)):
        units = f"J1 D0833 supply={OUT_OF_COMMUNICATIONS}, g105 D0831 supply={OUT_OF_COMMUNICATIONS}, hq D0834"
        match = battle(units).dice(3)
        match.do("attack D0834", "join J1", "support g105", "go", answer)
        match.do(*(["to D0835", "apply"] if answer != "stay" else ["apply", "hit hq"]))
        match.finish()
        assert match.is_over()
        assert {match.position.supply[match.unit(name)] for name in ("J1", "g105")} == {after}


@pytest.mark.rule("wacht_am_rhein", "10.83", "10.84-a", "14.0-e")
def test_a_gun_that_never_goes_does_not_drive_the_others_where_they_cannot() -> None:
    """North-east of D0213 the way is closed to tanks; the gun is lost wherever the stack goes."""
    match = battle("K210 D0213, Pz D0213, J1 D0213, J2 D0222, A1 D0834")
    p, here = match.position, match.hex("D0213")
    gun, tank, foot = (match.unit(id) for id in ("K210", "Pz", "J1"))
    closed = match.hex("D0212")
    assert step_cost(p, tank, here, closed) == NO_WAY != step_cost(p, foot, here, closed)
    assert closed in hexes_back(p, [foot], ()), "the infantry alone would go there"
    assert hexes_back(p, [gun, tank, foot], ()) == hexes_back(p, [tank, foot], ())
    assert closed not in hexes_back(p, [gun, tank, foot], ())
