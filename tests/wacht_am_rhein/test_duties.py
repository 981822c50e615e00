"""8.4, 10.1, 10.2 Who must attack, and who must be attacked."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import BARRED_FROM_ATTACK, HAS_HELPED
from tests.wacht_am_rhein.battles import RIVER, battle

WEST, EAST = RIVER


@pytest.mark.rule("wacht_am_rhein", "8.41", "10.13")
def test_units_in_a_zone_must_attack_before_the_phase_ends() -> None:
    match = battle("J1 D0833, A1 D0834")
    assert match.offers() == {"attack D0834"}
    assert match.why("done") == ("must-attack", "8.41")
    match.dice(6).attack("D0834", "J1")
    assert match.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "10.21", "10.25")
def test_a_unit_alone_attacks_all_its_neighbours_at_once() -> None:
    match = battle("J1 D0833, A1 D0834, B1 D0734").dice(6)
    match.do("attack D0834", "join J1")
    assert match.offers() == {"also D0734"}
    assert match.why("go") == ("must-attack-as-well", "10.21")
    match.do("also D0734", "go")
    assert match.told("attacks")[-1].args["hexes"] == (match.hex("D0834"), match.hex("D0734"))


@pytest.mark.rule("wacht_am_rhein", "10.11", "10.13")
def test_an_attack_that_strands_another_is_not_offered() -> None:
    match = battle("J1 D0833, J2 D0934, A1 D0834, B1 D0734").dice(6)
    match.do("attack D0834")
    assert match.offers() == {"join J2"}
    assert match.why("join J1") == ("left-out", "10.13")
    match.do("join J2", "go", "apply")
    match.finish()
    fresh = battle("J1 D0833, J2 D0934, A1 D0834, B1 D0734")
    fresh.do("attack D0734", "join J1")
    assert fresh.why("also D0834") == ("left-out", "10.13")
    assert "go" in fresh.offers()


@pytest.mark.rule("wacht_am_rhein", "9.31", "10.12", "9.33-a", "10.15")
def test_two_battalions_and_a_company_attack_from_a_hex() -> None:
    match = battle("J1 D0833, J2 D0833, K1 D0833, A1 D0834").dice(3)
    match.do("attack D0834", "join J1")
    assert match.why("go") == ("must-join", "10.13")
    match.do("join K1")
    assert match.why("join J2") == ("hex-sends-enough", "9.31")
    assert "go" in match.offers()
    match.do("go")
    assert match.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "9.31")
def test_a_company_does_not_take_the_place_of_a_battalion() -> None:
    match = battle("A1 D0834, m4 D0834, m5 D0834, J1 D0833", "allied")
    match.do("attack D0833", "join A1", "join m5")
    assert match.why("join m4") == ("hex-sends-enough", "9.31")
    assert "go" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "9.33-b")
def test_a_bystander_shares_the_result_and_may_advance() -> None:
    match = battle("J1 D0833, J2 D0833, K1 D0833, A1 D0834/1").dice(1)
    match.attack("D0834", "J1", "J2").do("apply", "hit A1")
    assert match.result() == "D2(1)"
    assert match.offers() == {"advance J1", "advance J2", "advance K1", "done"}
    losing = battle("J1 D0833, J2 D0833, K1 D0833, A1 D0834, B1 D0834").dice(6)
    losing.attack("D0834", "J1", "J2").do("apply")
    assert "hit K1" in losing.offers()


@pytest.mark.rule("wacht_am_rhein", "10.8-e", "10.24", "10.0-f")
def test_results_of_a_hex_wait_for_its_other_attacks() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0734").dice(1, 6)
    match.attack("D0834", "J1")
    assert match.offers() == {"attack D0734"}
    assert match.why("apply") == ("left-out", "10.13")
    assert not match.told("retreats")
    match.attack("D0734", "K1")
    assert match.offers() == {"apply"}


@pytest.mark.rule("wacht_am_rhein", "10.8-e")
def test_hexes_are_joined_to_one_group_and_others_are_barred_after_it() -> None:
    """Attack 1 from D0833 and D0934, attack 2 from D0934 and D1033; Pi in D0934 need not attack."""
    match = battle("J1 D0833, J2 D0934, K1 D0934 march, Pi D0934, K2 D1033, A1 D0834, B1 D0933", positions={"D0934": 2})
    match.dice(3, 3).attack("D0834", "J1", "J2")
    assert match.offers() == {"attack D0933"}
    match.attack("D0933", "K1", "K2")
    assert match.offers() == {"apply"}
    match.do("apply")
    assert match.offers() == {"next D0834", "next D0933"}
    match.do("next D0933")
    assert match.prompt_code() == "choose-step-or-hex"
    assert match.position.fought[match.unit("Pi")] == BARRED_FROM_ATTACK


@pytest.mark.rule("wacht_am_rhein", "16.0-e3", "8.43", "16.33")
def test_in_a_position_only_units_in_march_mode_must_attack() -> None:
    match = battle("J1 D0833, J2 D0833 march, A1 D0834", positions={"D0833": 2})
    assert match.why("done") == ("must-attack", "8.41")
    match.do("attack D0834", "join J2")
    assert "join J1" in match.offers()
    quiet = battle("J1 D0833, J2 D0833, A1 D0834", positions={"D0833": 2})
    assert "done" in quiet.offers()
    building = battle("J1 D0833, A1 D0834", positions={"D0833": 1})
    assert "done" not in building.offers()


@pytest.mark.rule("wacht_am_rhein", "8.43", "8.43-b", "10.14-a")
def test_who_is_in_a_village_attacks_whom_it_likes() -> None:
    match = battle("J1 D0725, A1 D0724, B1 D0825").dice(6)
    assert {"attack D0724", "attack D0825", "done"} <= match.offers()
    match.do("attack D0825", "join J1")
    assert "go" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.14-b", "8.43")
def test_shelter_does_not_excuse_the_enemy_outside() -> None:
    match = battle("J1 D0725, A1 D0724", "allied")
    assert match.why("done") == ("must-attack", "8.41")


@pytest.mark.rule("wacht_am_rhein", "8.41", "10.11")
def test_an_enemy_behind_a_river_may_be_attacked_but_need_not_be() -> None:
    match = battle(f"J1 {EAST}, A1 {WEST}")
    assert match.offers() == {f"attack {WEST}", "done"}
    bridged = battle(f"J1 {EAST}, A1 {WEST}", spans={f"{EAST}/{WEST}": 2})
    assert bridged.offers() == {f"attack {WEST}"}


@pytest.mark.rule("wacht_am_rhein", "10.0-b", "8.41")
def test_isolated_enemies_must_be_attacked() -> None:
    match = battle("J1 D0833, A1 D0834 supply=3")
    assert match.offers() == {"attack D0834"}


@pytest.mark.rule("wacht_am_rhein", "8.42")
def test_a_headquarters_beside_an_isolated_enemy_alone_lives() -> None:
    match = battle("HQ D0833, J1 D0733, A1 D0834 supply=3")
    assert match.place("HQ") == "D0833"
    match = battle("HQ D0833, J1 D0833, A1 D0834")
    assert match.is_lost("HQ")


@pytest.mark.rule("wacht_am_rhein", "8.42")
def test_headquarters_in_a_zone_are_lost_in_towns_as_well() -> None:
    match = battle("HQ D0725, J1 D0725, A1 D0724")
    assert match.is_lost("HQ")
    assert match.told("eliminated")[0].rule == "8.42"
    assert not match.is_lost("J1")


@pytest.mark.rule("wacht_am_rhein", "10.0-b", "8.41")
def test_an_isolated_unit_need_not_attack_but_then_must_attack_all() -> None:
    match = battle("J1 D0833 supply=3, K1 D0734, A1 D0834, B1 D0832")
    assert match.why("done") == ("must-attack", "8.41")
    match.do("attack D0832", "join J1")
    assert "go" in match.offers()
    assert match.why("also D0834") == ("left-out", "10.13")
    alone = battle("J1 D0833 supply=3, A1 D0834, B1 D0734")
    assert "done" in alone.offers()
    alone.do("attack D0834", "join J1")
    assert alone.why("go") == ("must-attack-as-well", "10.21")


@pytest.mark.rule("wacht_am_rhein", "10.19-a")
def test_parenthesised_units_alone_are_lost_where_they_would_have_to_attack() -> None:
    match = battle("i1 D0834, i2 D0834, J1 D0833", "allied")
    assert match.is_lost("i1")
    assert match.is_lost("i2")
    assert {event.rule for event in match.told("eliminated")} == {"10.19"}
    assert not battle("i1 D0834, J1 D0833", "allied", positions={"D0834": 2}).is_lost("i1")
    assert not battle("i1 D0834 supply=3, J1 D0833", "allied").is_lost("i1")
    assert not battle("i1 D0834, A1 D0834, J1 D0833", "allied").is_lost("i1")
    assert not battle(f"i1 {WEST}, J1 {EAST}", "allied").is_lost("i1")
    assert battle("i1 D0834, hq D0834, J1 D0833", "allied").is_lost("i1")


@pytest.mark.rule("wacht_am_rhein", "10.19-b")
def test_parenthesised_units_add_to_an_attack_of_their_hex() -> None:
    match = battle("A1 D0834, w1 D0834, J1 D0833, K1 D0835", "allied")
    match.do("attack D0833")
    assert match.offers() == {"join A1"}
    assert match.why("join w1") == ("attacks-only-along", "10.19")
    match.do("join A1", "join w1")
    assert match.tally("attack", "also D0835") == 4


@pytest.mark.rule("wacht_am_rhein", "10.19-a", "10.19-b")
def test_a_gun_that_can_fire_is_company_for_a_parenthesised_unit() -> None:
    """WAR-R108: not one that is silent."""
    for silent in ("out", "march", "supply=4"):
        assert battle(f"i1 D0834, a105 D0834 {silent}, J1 D0833", "allied").is_lost("i1")
    match = battle("i1 D0834, a105 D0834, J1 D0833, A1 D0933", "allied")
    assert not match.is_lost("i1")
    match.do("attack D0833", "join A1")
    assert match.why("join i1") == ("attacks-only-along", "10.19")
    match.do("support a105")
    assert match.tally("attack", "join i1") == match.tally("attack") + 1


@pytest.mark.rule("wacht_am_rhein", "10.16")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    match = battle("J1 D0833, K1 D0835, A1 D0834").dice(3)
    match.attack("D0834", "J1", "K1")
    match.do("apply", "hit A1")
    assert match.is_over()


@pytest.mark.rule("wacht_am_rhein", "10.17", "10.22")
def test_units_of_several_hexes_attack_together_if_they_are_beside_the_target() -> None:
    match = battle("J1 D0833, K1 D0934, K2 D0935, J3 D0936, A1 D0834")
    match.do("attack D0834", "join J1")
    assert {"join K1", "join K2"} <= match.offers()
    assert match.why("join J3") == ("not-beside-all", "10.25")
    match.do("join K1", "join K2")
    assert match.tally("attack") == 15


@pytest.mark.rule("wacht_am_rhein", "10.23")
def test_a_hex_is_attacked_as_a_whole() -> None:
    match = battle("J1 D0833, A1 D0834, m4 D0834")
    match.do("attack D0834", "join J1")
    assert match.tally("defence") == 8


@pytest.mark.rule("wacht_am_rhein", "9.34", "9.31-b")
def test_two_battalions_and_a_company_defend_and_a_headquarters_only_alone() -> None:
    match = battle("J1 D0833, J2 D0833, A1 D0834, B1 D0834/1, T D0834, hq D0834")
    match.do("attack D0834", "join J1", "join J2")
    assert match.tally("defence") == 14
    lone = battle("J1 D0833, hq D0834")
    lone.do("attack D0834", "join J1")
    assert lone.tally("defence") == 1


@pytest.mark.rule("wacht_am_rhein", "10.61")
def test_weak_attacks_may_be_made_so_that_others_are_strong() -> None:
    match = battle("J1 D0833, J2 D0833, A1 D0834, B1 D0734").dice(6, 1)
    match.attack("D0834", "J2").attack("D0734", "J1")
    assert [event.args["result"] for event in match.told("rolled")] == ["A2(1)", "D2"]


def test_all_joins_everybody_who_may_and_what_must_be_added() -> None:
    match = battle("J1 D0833, J2 D0833, K1 D0734, K2 D0934, A1 D0834, B1 D0933")
    match.do("attack D0834", "all")
    attack = match.position.stack[-1]
    assert {match.data.counters[unit].id for unit in attack.attackers} >= {match.data.counters[match.unit("K1")].id}
    assert "go" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "10.8-e", "9.33-a", "9.33-b")
def test_t06_who_need_not_attack_is_barred_after_the_group_and_goes_back_with_its_stack() -> None:
    """Attack 1 from D0833 and D0934, attack 2 from D0934 and D1033; Pi in D0934 need not attack."""
    match = battle("J1 D0833, J2 D0934, K1 D0934 march, Pi D0934, K2 D1033, A1 D0834, B1 D0933", positions={"D0934": 2})
    match.dice(5, 3).attack("D0834", "J1", "J2")
    assert match.why("apply") == ("left-out", "10.13"), "K1 has not attacked yet"
    assert not match.told("retreats")
    match.attack("D0933", "K1", "K2")
    match.do("apply", "next D0834")
    while match.prompt_code() == "take-loss":
        match.do("hit J2")
    assert match.position.fought[match.unit("Pi")] == BARRED_FROM_ATTACK
    match.do("back")
    while match.prompt_code() == "choose-hex-back":
        match.do(sorted(match.offers())[0])
    assert match.place("Pi") == match.place("J2") != "D0934"


@pytest.mark.rule("wacht_am_rhein", "8.42", "10.19-a")
def test_t12_headquarters_first_then_who_is_left_alone() -> None:
    town = battle("HQ D1542, A1 D1541")
    assert town.is_lost("HQ")
    both = battle("hq D0834, i1 D0834, J1 D0833", "allied")
    assert both.is_lost("hq")
    assert both.is_lost("i1")
    assert [event.rule for event in both.told("eliminated")] == ["8.42", "10.19"]


@pytest.mark.rule("wacht_am_rhein", "10.62-b", "11.61", "11.25")
def test_t15_an_obliged_attack_that_cannot_reach_a_towns_lowest_odds() -> None:
    """Two points and eight of a gun, halved, are six against ten: one to one is the least against a Town."""
    match = battle("Pk D1541, K150 D1539, A1 D1542, E D1542")
    match.do("attack D1542", "join Pk")
    assert match.why("go") == ("more-could-join", "10.62")
    match.do("support K150")
    assert (match.tally("attack"), match.tally("defence")) == (2 + 4, 10)
    match.do("go", "apply")
    assert match.is_lost("Pk")
    assert match.told("eliminated")[-1].rule == "10.62"
    assert not match.is_lost("K150")
    assert not match.told("rolled")
    assert match.position.committed[match.unit("A1")], "it was attacked (25.16)"
    assert match.is_over()


@pytest.mark.rule("wacht_am_rhein", "6.53-c")
def test_an_engineer_who_helped_takes_no_part_in_its_combat_phase() -> None:
    match = battle(f"E D0834 done={HAS_HELPED}, A1 D0834, J1 D0833", "allied").dice(6)
    match.do("attack D0833", "join A1")
    assert match.why("join E") == ("helped-across", "6.53")
    match.do("go", "apply")
    assert "hit E" in match.offers(), "it shares the result of its stack"
    alone = battle(f"E D0834 done={HAS_HELPED}, J1 D0833", "allied")
    assert alone.is_over()
    assert not alone.is_lost("E")
    defending = battle("J1 D0833, E D0834")
    defending.do("attack D0834", "join J1")
    assert defending.tally("defence") == 4


@pytest.mark.rule("wacht_am_rhein", "7.34", "7.34-b")
def test_march_mode_halves_and_entrenchments_double_what_is_left() -> None:
    match = battle("J1 D0833 march, J2 D0833 march fatigue=2 supply=2, A1 D0834")
    match.do("attack D0834", "join J1", "join J2")
    assert match.tally("attack") == 5 // 2 + 5 // 2 // 2 // 2
    marching = battle("J1 D0833, A1 D0834 march", positions={"D0834": 4})
    marching.do("attack D0834", "join J1")
    assert marching.tally("defence") == 3
    tired = battle("J1 D0833, A1 D0834/1 fatigue=1, B1 D0834 supply=4", positions={"D0834": 4})
    tired.do("attack D0834", "join J1")
    assert tired.tally("defence") == 2 * (3 // 2) + 2 * (6 // 2)


@pytest.mark.rule("wacht_am_rhein", "6.8-m")
def test_the_river_line_needs_every_attacker_across_a_river() -> None:
    across = battle(f"J1 {EAST}, K150 D2620, A1 {WEST}")
    across.do(f"attack {WEST}", "join J1", "support K150")
    assert across.column().endswith(" river"), "guns behind do not matter"
    bridged = battle(f"J1 {EAST}, J2 {EAST}, A1 {WEST}/1", spans={f"{EAST}/{WEST}": 2})
    bridged.do(f"attack {WEST}", "join J1", "join J2")
    assert bridged.column().endswith(" river"), "a bridge does not matter"
    dry = battle(f"J1 {EAST}, J2 D2617, A1 {WEST}")
    dry.do(f"attack {WEST}", "join J1", "join J2")
    assert dry.column().endswith(" broken"), "one of them has dry ground"
    creek = battle("J1 D1541, A1 D1542/1")
    creek.do("attack D1542", "join J1")
    assert creek.column().endswith(" town")
