"""Readings of unclear rules that may be played the other way: each as it stands, and with its option."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.artillery import barrage_points
from ardennes.games.wacht_am_rhein.rules.bridges import note_still
from ardennes.games.wacht_am_rhein.rules.field import (
    BLOWN,
    FATIGUED,
    FRESH,
    HAS_HELPED,
    IMPROVING,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    UNSUPPLIED,
)
from ardennes.games.wacht_am_rhein.rules.surrender import ready_to_surrender
from tests.wacht_am_rhein.battles import NAMES, battle
from tests.wacht_am_rhein.fields import cost, field


def with_and_without(option: str) -> list[tuple[tuple[str, ...], bool]]:
    return [((), False), ((option,), True)]


@pytest.mark.rule("wacht_am_rhein", "6.53-c")
def test_an_engineer_who_helped_and_stands_alone_in_a_zone() -> None:
    for options, lost in with_and_without("helpers_lost"):
        assert battle(f"E D0834 done={HAS_HELPED}, J1 D0833", "allied", options=options).is_lost("E") == lost
        covered = battle(f"E D0834 done={HAS_HELPED}, A1 D0834, J1 D0833", "allied", options=options)
        assert not covered.is_lost("E")


@pytest.mark.rule("wacht_am_rhein", "8.32")
def test_leaving_a_rigid_zone_for_half_of_what() -> None:
    """A fatigued battalion of twelve points has six; a clear hex costs one."""
    for options, dear in with_and_without("half_of_printed"):
        way = {"others": "US-1_12_4-I D0833", "options": options}
        found = cost(f"{NAMES['Pg1']} fatigue=2", "D0834/D0835", "german move", **way)
        assert found == (None if dear else 3 + 1)


@pytest.mark.rule("wacht_am_rhein", "9.31")
def test_whether_a_gun_takes_the_place_of_a_battalion() -> None:
    for options, free in with_and_without("ranged_guns_free"):
        match = battle("J1 D0833, J2 D0833, g105 D0833, A1 D0834", options=options)
        match.do("attack D0834", "join J1", "join J2")
        assert ("support g105" in match.offers()) == free


@pytest.mark.rule("wacht_am_rhein", "10.19-a")
def test_whether_parenthesised_units_help_each_other() -> None:
    for options, able in with_and_without("paired_parentheses"):
        match = battle("i1 D0834, w1 D0834, m4 D0836, J1 D0833", "allied", options=options)
        assert match.is_lost("i1") != able
        if able:
            match.do("attack D0833", "join i1")
        assert battle("i1 D0834, J1 D0833", "allied", options=options).is_lost("i1"), "nobody else is there"


@pytest.mark.rule("wacht_am_rhein", "10.75-d")
def test_whether_every_stack_suffers_the_whole_result() -> None:
    for options, each in with_and_without("losses_by_stack"):
        match = battle("J1 D0833, K1 D0934, A1 D0834, T D0834", options=options).dice(6)
        match.attack("D0834", "J1", "K1").do("apply")
        assert match.result() == "A2(2)"
        assert match.offers() == ({"hit J1"} if each else {"hit J1", "hit K1"})
        match.do("hit J1", "hit J1")
        assert match.offers() == ({"hit K1"} if each else {"hit K1", "back"})
    both = battle("J1 D0833, Pz D0833, A1 D0834, B1 D0734", options=("losses_by_stack",)).dice(1)
    both.do("attack D0834", "join J1", "join Pz", "also D0734", "go", "apply")
    assert both.result() == "D3"
    both.do("hit A1", "hit A1")
    assert both.offers() == {"hit B1", "back"}, "the second stack pays as well"
    guns = battle("J1 D0833, K150 D0831, A1 D0834, T D0834, B1 D0734", options=("losses_by_stack",)).dice(6, 6)
    guns.do("barrage D0834", "support K150", "go", "apply")
    assert guns.result().startswith("A"), "which touches nobody"


@pytest.mark.rule("wacht_am_rhein", "11.32")
def test_whether_a_headquarters_spots() -> None:
    for options, spots in with_and_without("headquarters_spot"):
        match = battle("HQ D0833, K150 D0831, A1 D0834 supply=3, Pi D0716, m5 D0717", options=options)
        assert ("barrage D0834" in match.offers()) == spots


@pytest.mark.rule("wacht_am_rhein", "14.53")
def test_the_marker_after_isolation() -> None:
    """A battalion reaches its headquarters, which has no road."""
    for options, fresh in with_and_without("fresh_after_isolation"):
        pocket = f"US-1_12_4-I D3235 supply={ISOLATED_2}, US-4_VIII-H D3235"
        ring = "GE-1_39_26-I D3135, GE-2_39_26-I D3336, GE-XLVII_HQ-H D3135"
        match = field(f"{pocket}, {ring}", "allied supply", options=options)
        assert match.column("supply", "US-1_12_4-I") == (OUT_OF_COMMUNICATIONS if fresh else UNSUPPLIED)


@pytest.mark.rule("wacht_am_rhein", "10.62-b")
def test_whether_a_unit_without_strength_must_attack() -> None:
    for options, excused in with_and_without("spent_owe_nothing"):
        match = battle("V1 D0833/1 march, A1 D0834", options=options)
        assert match.is_over() == excused


@pytest.mark.rule("wacht_am_rhein", "13.22-b", "8.42")
def test_a_headquarters_in_a_zone_in_a_bonus_turn() -> None:
    for options, spared in with_and_without("headquarters_safe_in_bonus"):
        match = battle("HQ D0833, A1 D0834", turn=7, bonus=True, options=options)
        assert match.is_lost("HQ") != spared
        assert battle("HQ D0833, A1 D0834", turn=7, options=options).is_lost("HQ"), "not in a bonus turn"


@pytest.mark.rule("wacht_am_rhein", "11.12-a")
def test_guns_in_support_of_mixed_forces() -> None:
    for options, strict in with_and_without("strict_integrity"):
        p = battle("J1 D0833, Pz D0833, g105 D0831, A1 D0834", options=options).position
        gun, vg, panzer = (p.data.unit(NAMES[name]) for name in ("g105", "J1", "Pz"))
        assert barrage_points(p, gun, (vg, panzer)) == (2 if strict else 4)
        assert barrage_points(p, gun, (vg,)) == 4


@pytest.mark.rule("wacht_am_rhein", "13.41")
def test_whether_guns_tire_in_a_bonus_turn() -> None:
    for options, tireless in with_and_without("tireless_guns"):
        match = battle("J1 D0833, g105 D0831, A1 D0834", turn=7, bonus=True, options=options).dice(3)
        match.do("attack D0834", "join J1", "support g105", "go")
        assert match.position.fatigue[match.unit("g105")] == (FRESH if tireless else FATIGUED)
        assert match.position.fatigue[match.unit("J1")] == FATIGUED


@pytest.mark.rule("wacht_am_rhein", "14.72")
def test_how_corps_troops_surrender() -> None:
    for options, singly in with_and_without("surrender_singly"):
        units = ", ".join(f"US-{unit} D0834 supply={ISOLATED_2}" for unit in ("299_VIII-E", "158_VIII-E"))
        match = field(f"{units}, US-1_109_28-I D0836 supply={ISOLATED_2}", "allied move", options=options)
        assert len(ready_to_surrender(match.position, 1)) == (3 if singly else 2)


@pytest.mark.rule("wacht_am_rhein", "15.22", "15.31")
def test_whether_bridges_are_built_in_march_mode() -> None:
    for options, barred in with_and_without("no_bridging_in_march"):
        allied = field("US-299_VIII-E D2717 march, GE-1_39_26-I D1013", "allied bridges", options=options)
        assert bool(allied.objects("bridge")) != barred
        german = field("GE-38_2Pxx-E D2119 march bridge=1, US-c25-I D3530", "german bridges", options=options)
        assert bool(german.objects("build")) != barred


@pytest.mark.rule("wacht_am_rhein", "15.2-s")
def test_whether_a_zone_interrupts_a_repair() -> None:
    for more, interrupted in with_and_without("repair_interrupted"):
        units = "GE-38_2Pxx-E D2617 still=1, US-1_12_4-I D2518"
        options = ("bridge_repair", *more)
        match = field(units, "german bridges", spans={"D2617/D2717": BLOWN}, options=options)
        assert match.column("still", "GE-38_2Pxx-E") == (0 if interrupted else 2)
        assert note_still in type(match.position.stack[-1]).steps


@pytest.mark.rule("wacht_am_rhein", "16.11")
def test_improved_positions_in_one_of_two_hexes() -> None:
    for options, needs_all in with_and_without("shift_needs_all"):
        match = battle("J1 D0833, A1 D0834, B1 D0734", positions={"D0834": 2}, options=options)
        match.do("attack D0834", "join J1", "also D0734")
        assert ("improved-positions" in match.shifts()) != needs_all
        both = battle("J1 D0833, A1 D0834, B1 D0734", positions={"D0834": 2, "D0734": 2}, options=options)
        both.do("attack D0834", "join J1", "also D0734")
        assert both.shifts()["improved-positions"] == -1


@pytest.mark.rule("wacht_am_rhein", "16.0-e2")
def test_how_near_an_enemy_disturbs_digging() -> None:
    for options, nearer in with_and_without("digging_at_three"):
        for hex, lost in (("D0831", not nearer), ("D0832", True)):
            match = field(
                f"{NAMES['J1']} D0829, US-1_109_28-I D0834",
                "german move",
                hexes=[f"D0834: positions={IMPROVING}"],
                options=options,
            )
            match.do(f"move {NAMES['J1']}", f"to {hex}")
            assert (match.position.positions[match.hex("D0834")] == 0) == lost
