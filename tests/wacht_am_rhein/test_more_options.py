"""24.1, 24.22, 24.5, 24.82 and 11.9: rules that are played only if both players want them."""

from __future__ import annotations

import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.games.wacht_am_rhein.rules.artillery import barrage_points, is_in_range, protective_points
from ardennes.games.wacht_am_rhein.rules.breakdown import take_place_of
from ardennes.games.wacht_am_rhein.rules.deployment import own_hexes
from ardennes.games.wacht_am_rhein.rules.dismounting import riders
from ardennes.games.wacht_am_rhein.rules.field import (
    FIRED,
    ISOLATED_1,
    LEAVES_VEHICLES,
    MOUNTED,
    ON_FOOT,
    UNSUPPLIED,
)
from ardennes.games.wacht_am_rhein.rules.formations import allowance, is_class_a
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover
from ardennes.games.wacht_am_rhein.rules.odds import defence_of
from ardennes.games.wacht_am_rhein.rules.pieces import PARTS, on_foot, read_faces
from ardennes.games.wacht_am_rhein.rules.reinforcements import roll_for_variable
from ardennes.games.wacht_am_rhein.rules.set_up import BY_DIE
from ardennes.rules.walk import step
from tests.wacht_am_rhein.battles import battle
from tests.wacht_am_rhein.fields import Battlefield, box, field, moving, new_game

STAFFS = "GE-XLVII_HQ-H D1010, US-4_VIII-H D3613"
RIDER, MOTORIZED, PARA_12 = "GE-1_2_2P-M", "GE-1_304_2P-MOT", "GE-1_15_5FJ-P"


# --- 24.1 ------------------------------------------------------------------------------------------------------------


def dismounting(units: str, moment: str = "german battery", **more: object) -> Battlefield:
    match = field(f"{units}, {STAFFS}", moment, options=["dismount"], **more)
    return match.skip_to("choose-dismount", "choose-move")


@pytest.mark.rule("wacht_am_rhein", "24.1-a", "24.1-d", "24.0")
def test_mechanized_and_motorized_infantry_may_leave_its_vehicles() -> None:
    others = f"{PARA_12} D2019, GE-1_39_26-I D1835, GE-2Pxx-R D2022, GE-38_2Pxx-E D2023, GE-1_3_2P-T-IV D2024"
    match = dismounting(f"{RIDER} D2020, {MOTORIZED} D2021, {others}")
    assert match.objects("dismount") == {RIDER, MOTORIZED}
    assert match.why(f"dismount {PARA_12}") == ("cannot-dismount", "24.1")
    without = field(f"{RIDER} D2020, {STAFFS}", "german battery").skip_to("choose-dismount", "choose-move")
    assert without.prompt_code() == "choose-move"
    match.do(f"dismount {RIDER}")
    assert match.objects("dismount") == {MOTORIZED}
    match.do("done")
    assert [match.allowance(RIDER), match.allowance(MOTORIZED)] == [6, 12 if match.at(MOTORIZED, "D2021") else 0]


@pytest.mark.rule("wacht_am_rhein", "24.1-a")
def test_both_sides_and_companies_may() -> None:
    match = dismounting("US-20_10Axx-M D2020, US-c04-M D2021, US-1_109_28-I D2022", "allied battery")
    assert match.objects("dismount") == {"US-20_10Axx-M", "US-c04-M"}


@pytest.mark.rule("wacht_am_rhein", "24.1-a")
def test_who_may_not_move_stays_on_its_vehicles() -> None:
    match = field(f"{RIDER} D2020 committed=0, {MOTORIZED} D2021 fatigue=1 supply=3, {STAFFS}", "german battery",
                  options=["dismount"]).skip_to("choose-dismount", "choose-move")  # fmt: skip
    assert match.prompt_code() == "choose-move"


@pytest.mark.rule("wacht_am_rhein", "24.1-a")
@pytest.mark.parametrize(
    ("supply", "riding", "walking"), [(0, 12, 6), (UNSUPPLIED, 6, 6), (ISOLATED_1, 6, 6), (4, 6, 3)]
)
def test_on_foot_it_is_of_class_a(supply: int, riding: int, walking: int) -> None:
    for afoot, points in ((MOUNTED, riding), (ON_FOOT, walking)):
        match = field(f"{RIDER} D2020 supply={supply} afoot={afoot}, {STAFFS}", options=["dismount"])
        p, unit = match.position, match.unit(RIDER)
        assert is_class_a(p, unit) == bool(afoot)
        assert allowance(p, unit) == points * PARTS


@pytest.mark.rule("wacht_am_rhein", "24.1-a")
def test_on_foot_it_pays_for_woods_wades_and_moves_a_hex_at_least() -> None:
    """D2518 and D2618 lie on the banks of a river without bridge or ford."""

    def price(afoot: int, way: str, hex: str) -> float | None:
        start = way.split("/", maxsplit=1)[0]
        return moving(f"{RIDER} {start} afoot={afoot}, {STAFFS}", RIDER, options=["dismount"]).price(hex)

    assert price(MOUNTED, "D2518", "D2618") is None
    assert price(ON_FOOT, "D2518", "D2618") == 5
    costs = box().costs
    assert [costs["tactical-b-infantry"].woods, costs["tactical-a"].woods] == ["6", "2"]
    match = field(f"{RIDER} D2020 afoot=1 fatigue=1, {STAFFS}", options=["dismount"])
    move = Move(side=0, unit=match.unit(RIDER))
    assert mover(match.position, move).guaranteed


@pytest.mark.rule("wacht_am_rhein", "24.1-b")
def test_it_loses_one_in_attack_and_two_in_defence() -> None:
    full, reduced = read_faces("6-10-12/3-6-12")
    assert [on_foot(full).attack, on_foot(full).defence, on_foot(full).moves] == [5, 8, 6]
    assert [on_foot(reduced).attack, on_foot(reduced).defence] == [2, 4]
    company = read_faces("1-2-12")[0]
    assert [on_foot(company).attack, on_foot(company).defence] == [0, 1], "never below nothing, and one"


@pytest.mark.rule("wacht_am_rhein", "24.1-b")
def test_the_loss_comes_before_all_halving() -> None:
    match = battle("Pg1 D0833 afoot=1 fatigue=1, A1 D0834 ", options=["dismount"])
    match.do("attack D0834", "join Pg1")
    assert match.tally("attack") == 2, "6 less 1, halved"
    p = match.position
    assert defence_of(p, match.unit("Pg1")) == 4, "10 less 2, halved"
    assert defence_of(battle("Pg1 D0833 fatigue=1, A1 D0834").position, match.unit("Pg1")) == 5


@pytest.mark.rule("wacht_am_rhein", "24.1-c")
def test_who_stands_still_for_a_phase_may_mount_at_its_end() -> None:
    match = dismounting(f"{RIDER} D2020, {MOTORIZED} D2031 afoot=1, GE-2_2_2P-M D2035 afoot=1")
    match.do(f"dismount {RIDER}", "move GE-2_2_2P-M")
    match.do(f"to {min(match.destinations())}")
    match.skip_to("choose-remount", "choose-bridge-work", "choose-target", "choose-unmarch")
    assert match.prompt_code() == "choose-remount"
    assert match.objects("remount") == {MOTORIZED}, "not who has just dismounted, nor who has moved"
    for unit in (RIDER, "GE-2_2_2P-M"):
        assert match.why(f"remount {unit}") == ("cannot-remount", "24.1")
    assert match.column("afoot", RIDER) == LEAVES_VEHICLES
    match.do(f"remount {MOTORIZED}")
    if match.asked is not None and match.prompt_code() == "choose-remount":
        match.do("done")
    assert match.column("afoot", MOTORIZED) == MOUNTED
    assert match.position.face(match.unit(MOTORIZED)).moves > 6
    assert match.column("afoot", RIDER) == ON_FOOT, "it may mount at the end of the next phase"


@pytest.mark.rule("wacht_am_rhein", "24.1-c")
def test_nobody_has_to_mount() -> None:
    match = dismounting(f"{MOTORIZED} D2031 afoot=1, {RIDER} D2020")
    match.skip_to("choose-remount").do("done")
    assert match.column("afoot", MOTORIZED) == ON_FOOT


@pytest.mark.rule("wacht_am_rhein", "24.1-a")
def test_companies_of_a_battalion_on_foot_are_on_foot() -> None:
    tray = ", ".join(f"{piece.id} tray" for piece in box().counters if piece.company)
    units = f"US-20_10Axx-M D2020 afoot=1, US-10A_III-H D2025, GE-XLVII_HQ-H D1010, {tray}"
    match = field(units, options=["dismount"])
    p = match.position
    companies = take_place_of(p, match.unit("US-20_10Axx-M"), match.hex("D2020"), "17.21")
    assert companies
    assert [p.afoot[company] for company in companies] == [ON_FOOT] * len(companies)
    assert all(company in riders(p, 1) for company in companies)


# --- 24.22 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.22")
def test_guns_reach_half_as_far_again_for_half_their_strength() -> None:
    """The range of the 105s is five hexes, and seven with the option."""
    plain, long = (
        battle("g105 D0825, J1 D0833, A1 D0834, a105 D0843", options=chosen) for chosen in ((), ("long_range",))
    )
    gun, own = plain.unit("g105"), (plain.unit("J1"),)
    within = {hex: plain.hex(hex) for hex in ("D0830", "D0831", "D0832", "D0833")}
    assert is_in_range(plain.position, gun, [within["D0830"]])
    assert not is_in_range(plain.position, gun, [within["D0831"]])
    for hex, points in (("D0830", 4), ("D0831", 2), ("D0832", 2)):
        assert is_in_range(long.position, gun, [within[hex]])
        assert barrage_points(long.position, gun, own, (within[hex],)) == points
        assert protective_points(long.position, gun, own, (within[hex],)) == points // 2
    assert not is_in_range(long.position, gun, [within["D0833"]])


@pytest.mark.rule("wacht_am_rhein", "24.22")
def test_one_hex_within_the_printed_range_is_enough_and_halvings_add_up() -> None:
    match = battle("g105 D0825 supply=2, h105 D0825, J1 D0833, A1 D0834", options=["long_range"])
    own, near, far = (match.unit("J1"),), match.hex("D0830"), match.hex("D0832")
    gun, other = match.unit("g105"), match.unit("h105")
    assert barrage_points(match.position, gun, own, (near, far)) == 2, "unsupplied"
    assert barrage_points(match.position, gun, own, (far,)) == 1
    assert barrage_points(match.position, other, own, (near,)) == 2, "of another division"
    assert barrage_points(match.position, other, own, (far,)) == 1


@pytest.mark.rule("wacht_am_rhein", "24.22")
def test_they_take_part_in_attacks_and_answer_them() -> None:
    units = "g105 D0827, J1 D0833, J2 D0833, A1 D0834, a105 D0843"
    for chosen, joins in (((), False), (("long_range",), True)):
        match = battle(units, options=chosen)
        match.do("attack D0834", "join J1", "join J2")
        assert ("support g105" in match.offers()) == joins
        if joins:
            before = match.tally("attack")
            match.do("support g105")
            assert match.tally("attack") == before + 2
        else:
            assert match.why("support g105") == ("out-of-range", "11.24")
        match.do("go")
        assert ("support a105" in match.offers()) == joins


# --- 24.5 ------------------------------------------------------------------------------------------------------------

TANKS, GRENADIERS, OTHER = "GE-1_150Px-T", "GE-2_150Px-M", "GE-1_2_12P_SS-M"
US_RIGID, US_FLUID = "US-1_395_99-I", "US-c40-R"
CAMPAIGN = {"scenario": "campaign", "options": ["brigade_150"]}
FAR = "US-99_V-H C0150, GE-ISS_HQ-H C1408"


def clear_hexes() -> tuple[str, str, str]:
    """An enemy's hex and two of its neighbours that lie beside each other, all on clear or broken ground."""
    board = box("campaign").board
    for hex in board.hexes:
        ring = list(board.around(hex))
        if len(ring) < 6 or not board.label(hex).startswith("C1"):
            continue
        ground = {near: board.row(near) for near in (hex, *ring)}
        dry = all(not board.river[board.side_of[6 * each + way]] for each in (hex, *ring) for way in range(6)
                  if board.side_of[6 * each + way] >= 0)  # fmt: skip
        if dry and all(row.terrain in ("clear", "broken") and not row.place for row in ground.values()):
            first = ring[0]
            second = next(near for near in board.around(first) if near in ring)
            return board.label(hex), board.label(first), board.label(second)
    raise AssertionError("no such place on the map")


ENEMY, FIRST, SECOND = clear_hexes()


@pytest.mark.rule("wacht_am_rhein", "24.5-a")
def test_the_brigade_leaves_fluid_zones_without_penalty() -> None:
    def price(id: str, options: tuple[str, ...]) -> float | None:
        match = moving(f"{id} {FIRST}, {US_FLUID} {ENEMY}, {FAR}", id, scenario="campaign", options=options)
        return match.price(SECOND)

    dear, free = price(GRENADIERS, ()), price(GRENADIERS, ("brigade_150",))
    assert dear is not None
    assert free is not None
    assert dear - free == 2
    assert price(OTHER, ("brigade_150",)) == dear


@pytest.mark.rule("wacht_am_rhein", "24.5-b")
@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_out_of_a_rigid_zone_on_a_die_of_three(die: int, passes: bool) -> None:
    match = moving(f"{TANKS} {FIRST}, {US_RIGID} {ENEMY}, {FAR}", TANKS, **CAMPAIGN)
    assert f"infiltrate {SECOND}" in match.offers()
    assert f"to {SECOND}" not in match.offers(), "from rigid zone to rigid zone"
    told = match.tells(f"infiltrate {SECOND}")
    assert told.chances == {"infiltrates": 0.5, "is-stopped": 0.5}
    match.dice(die).do(f"infiltrate {SECOND}")
    assert match.at(TANKS, SECOND if passes else FIRST)
    if passes:
        assert match.objects("infiltrate"), "it may try to go on"
        assert not match.destinations(), "and in no other way"
        match.do("done")
    assert TANKS not in (match.movers() if match.asked is not None else set())


@pytest.mark.rule("wacht_am_rhein", "24.5-b")
def test_it_pays_for_the_hex_but_not_for_leaving() -> None:
    match = moving(f"{TANKS} {FIRST}, {US_RIGID} {ENEMY}, {FAR}", TANKS, **CAMPAIGN)
    cost = match.points_for(f"infiltrate {SECOND}") / PARTS
    assert cost in (1, 3)
    outside = next(hex for hex in match.data.board.around(match.hex(FIRST)) if not match.position.in_enemy_zone(hex, 0))
    label = match.data.board.label(outside)
    assert match.points_for(f"infiltrate {label}") / PARTS == match.cost(label) - 6, "half of twelve"


@pytest.mark.rule("wacht_am_rhein", "24.5-b")
def test_it_may_come_into_a_zone_and_slip_on_in_the_same_phase() -> None:
    board = box("campaign").board
    out = next(hex for hex in board.around(board.hex(FIRST)) if hex not in board.around(board.hex(ENEMY))
               and board.label(hex) != ENEMY and board.row(hex).terrain in ("clear", "broken"))  # fmt: skip
    match = moving(f"{TANKS} {board.label(out)}, {US_RIGID} {ENEMY}, {FAR}", TANKS, **CAMPAIGN)
    match.do(f"to {FIRST}")
    assert match.offers() >= {f"infiltrate {SECOND}", "done"}
    spent = match.position.stack[-1].spent
    assert spent > 0
    match.dice(1).do(f"infiltrate {board.label(out)}")
    assert match.destinations(), "outside the zone it goes on as it likes"
    plain = moving(f"{OTHER} {board.label(out)}, {US_RIGID} {ENEMY}, {FAR}", OTHER, **CAMPAIGN)
    plain.do(f"to {FIRST}")
    assert OTHER not in plain.movers(), "others stop"


@pytest.mark.rule("wacht_am_rhein", "24.5-b", "26.4b")
def test_nobody_else_and_not_without_the_option_nor_in_the_race() -> None:
    for id, more in ((OTHER, CAMPAIGN), (TANKS, {"scenario": "campaign"})):
        match = moving(f"{id} {FIRST}, {US_RIGID} {ENEMY}, {FAR}", id, **more)
        assert not match.objects("infiltrate")
        assert match.why(f"infiltrate {SECOND}") == ("cannot-infiltrate", "24.5")
    assert not box("race_for_the_meuse").scenario_data.infiltrators


@pytest.mark.rule("wacht_am_rhein", "24.5-b")
def test_a_die_leaves_nobody_without_points() -> None:
    match = moving(f"{TANKS} {FIRST} fatigue=2 supply=2, {US_RIGID} {ENEMY}, {FAR}", TANKS, **CAMPAIGN)
    p = match.position
    move = p.stack[-1]
    assert isinstance(move, Move)
    assert allowance(p, move.unit) == 3 * PARTS
    way, start = going(p, Move(side=0, unit=move.unit, slips=True)), mover(p, move)
    for hex in p.data.board.around(match.hex(FIRST)):
        after = step(way, start, hex)
        label = p.data.board.label(hex)
        assert (f"infiltrate {label}" in match.offers()) == (after is not None)


@pytest.mark.rule("wacht_am_rhein", "24.5-c")
def test_the_brigade_starts_on_the_north_eastern_sheet() -> None:
    for scenario in ("kampfgruppe_peiper", "campaign"):
        set_up = box(scenario).scenario_data.set_up
        assert set_up[TANKS] == set_up[GRENADIERS] == "C2205"


# --- 24.82 -----------------------------------------------------------------------------------------------------------

ALL_OUT = ("all_out",)
SCENARIOS = ("bastogne", "kampfgruppe_peiper", "campaign")


def formations_at_start(scenario: str, options: tuple[str, ...]) -> set[str]:
    return {piece.formation for piece in box(scenario, options).counters if piece.side == 0 and not piece.arrives}


@pytest.mark.rule("wacht_am_rhein", "24.82")
@pytest.mark.parametrize(
    ("scenario", "more"),
    [("bastogne", {"3PG"}), ("kampfgruppe_peiper", {"2P(SS)", "9P(SS)"}), ("campaign", {"2P(SS)", "9P(SS)", "3PG"})],
)
def test_who_starts_in_an_all_out_effort(scenario: str, more: set[str]) -> None:
    assert formations_at_start(scenario, ALL_OUT) - formations_at_start(scenario, ()) == more


@pytest.mark.rule("wacht_am_rhein", "24.82")
def test_all_others_come_three_game_turns_sooner() -> None:
    for scenario in SCENARIOS:
        before = {piece.id: piece for piece in box(scenario).counters if piece.arrives}
        certain = set(box(scenario, ALL_OUT).scenario_data.arrivals) - set(box(scenario).scenario_data.arrivals)
        for piece in box(scenario, ALL_OUT).counters:
            if not piece.arrives:
                continue
            if piece.id in certain:
                assert piece.arrives == 5
                assert set(piece.place.split()) <= {"C10", "C11", "C12", "C13", "C14", "C15"}
                assert piece.formation in ("246", "10P(SS)", "11P")
            elif piece.arrives != BY_DIE and piece.id in before:
                assert piece.arrives == before[piece.id].arrives - (3 if piece.side == 0 else 0), piece.id
    fuehrer = {piece.id: piece.arrives for piece in box("campaign", ALL_OUT).counters if piece.formation == "FBx"}
    assert set(fuehrer.values()) == {8}, "EX-41: on Game-Turn 11 otherwise"


@pytest.mark.rule("wacht_am_rhein", "24.82")
def test_the_dice_bring_only_what_is_left() -> None:
    left = box("campaign", ALL_OUT).scenario_data.variable
    assert sorted(die for group in left for die in group.die) == [2, 3, 4, 5]
    match = field("GE-ISS_HQ-H C1408, US-99_V-H C0150", "german move", turn=8, scenario="campaign", options=ALL_OUT)
    for face in (1, 6):
        fresh = Battlefield(match.header, match.position.copy()).dice(face)
        roll_for_variable(fresh.position)
        assert not [unit for unit in range(len(fresh.position.drawn)) if fresh.position.drawn[unit]]


@pytest.mark.rule("wacht_am_rhein", "24.82")
def test_the_proposed_set_up_is_legal_and_may_be_changed() -> None:
    for scenario in SCENARIOS:
        match = Match.new("wacht_am_rhein", scenario=scenario, options=ALL_OUT, seed="x", automatic=False)
        p = match.position
        effort = p.data.scenario_data.all_out
        assert effort is not None
        for id in effort.set_up:
            unit = p.data.unit(id)
            assert p.where[unit] in own_hexes(p, unit), id
            assert p.where[unit] not in p.front(0), "never beside an enemy"
        assert not list(p.data.game.invariants(p))
        carriers = {p.data.unit(id) for id in effort.set_up if id.endswith("-E")}
        assert all(p.bridge[unit] for unit in carriers), "WAR-R139 engineers keep their bridge"


# --- 11.9 ------------------------------------------------------------------------------------------------------------

TOWED, SELF_PROPELLED, SP_US, US_TOWED = "GE-26xx-A-105", "GE-2Pxx-SPA-105", "US-73_9Axx-SPA-105", "US-109_28xx-A-105"
GUNS = {"options": ["gun_movement"]}


@pytest.mark.rule("wacht_am_rhein", "11.9-1")
@pytest.mark.parametrize(("id", "side"), [(TOWED, "german"), (US_TOWED, "allied")])
def test_guns_move_only_in_march_mode(id: str, side: str) -> None:
    plain = moving(f"{id} D2020 battery, {STAFFS}", id, f"{side} move")
    assert plain.destinations()
    match = moving(f"{id} D2020 battery, {STAFFS}", id, f"{side} move", **GUNS)
    assert not match.destinations()
    hexes = match.objects("march")
    assert hexes
    near = min(hexes - {"D2020"}, key=lambda hex: match.points_for(f"march {hex}"))
    assert match.points_for(f"march {near}") > 4 * PARTS, "March Mode costs four points"
    assert match.why(f"to {near}") == ("guns-only-march", "11.91")
    far = read_option(match.position.data, f"march {max(hexes, key=lambda hex: match.points_for(f'march {hex}'))}")
    best = match.about(far)
    bent = match.about(far, best.path[:1])
    assert bent.cost == best.cost == best.along[-1], "also on a way of the player's own"
    match.do(f"march {near}")
    assert match.at(id, near)
    assert match.column("march", id) == 1
    assert match.column("battery", id) == 0


@pytest.mark.rule("wacht_am_rhein", "11.9-1")
def test_a_gun_may_take_up_march_mode_and_stay() -> None:
    match = moving(f"{TOWED} D2020 battery, {STAFFS}", TOWED, **GUNS)
    assert "march D2020" in match.offers()
    told = match.tells("march D2020")
    assert (told.cost, told.path, told.along) == (4 * PARTS, (), ()), "what it costs is told, and that nobody moves"
    match.do("march D2020")
    assert match.at(TOWED, "D2020")
    assert [match.column("march", TOWED), match.column("battery", TOWED)] == [1, 0]


@pytest.mark.rule("wacht_am_rhein", "11.9-1")
@pytest.mark.parametrize(
    ("units", "stuck"),
    [
        (f"{TOWED} D2020", False),
        (f"{TOWED} D2020, US-1_109_28-I D2021", True),
        (f"{TOWED} D2020, GE-1_39_26-I D2020 march", True),
        (f"{TOWED} D2020 supply=3", False),
        (f"{TOWED} D2020 supply=3 march", False),
        (f"{TOWED} D2020 fatigue=2 supply=3", True),
    ],
)
def test_who_cannot_take_up_march_mode_stays(units: str, stuck: bool) -> None:
    match = field(f"{units}, {STAFFS}", **GUNS)
    assert (TOWED not in match.movers()) == stuck
    if stuck:
        assert match.why(f"move {TOWED}") == ("gun-cannot-march", "11.91")


@pytest.mark.rule("wacht_am_rhein", "11.9-1", "11.9-2")
def test_its_owner_decides_whether_it_goes_in_battery() -> None:
    for stays in (True, False):
        match = field(f"{TOWED} D2020 march, GE-1_39_26-I D2031, {STAFFS}", "german unmarch", **GUNS)
        match.do(
            *(() if stays else (f"unmarch {TOWED}",)), *(("done",) if match.prompt_code() == "choose-unmarch" else ())
        )
        match.skip_to("choose-move")
        assert match.column("battery", TOWED) == (not stays)
        assert match.column("march", TOWED) == stays


@pytest.mark.rule("wacht_am_rhein", "11.9-2", "24.21")
def test_slow_guns_wait_a_phase_more() -> None:
    slow = "GE-XLVII-A-150-1"
    match = field(f"{slow} D2020 march, GE-1_39_26-I D2031, {STAFFS}", "german unmarch",
                  options=["gun_movement", "slow_corps_guns"])  # fmt: skip
    match.do(f"unmarch {slow}").clear() if match.prompt_code() == "choose-unmarch" else None
    match.skip_to("choose-move")
    assert not match.column("battery", slow), "WAR-R142"
    assert match.column("stood", slow)


@pytest.mark.rule("wacht_am_rhein", "11.9-3")
def test_guns_leave_the_woods_they_started_in_and_no_others() -> None:
    board = box().board
    woods = next(hex for hex in sorted(box().no_march) if board.label(hex).startswith("D2")
                 and any(board.row(near).terrain != "woods" for near in board.around(hex)))  # fmt: skip
    label = board.label(woods)
    for rooted, free in ((True, True), (False, False)):
        marker = f" rooted={int(woods)}" if rooted else ""
        match = field(f"{TOWED} {label} battery{marker}, {STAFFS}", **GUNS)
        assert (TOWED in match.movers()) == free
    match = new_game("bastogne")
    assert not any(hex >= 0 for hex in match.position.rooted), "without the option nobody is noted"
    played = Match.new("wacht_am_rhein", scenario="bastogne", options=["gun_movement"], seed="x", automatic=False)
    Battlefield(played.header, played.position).skip_to(
        "choose-move", "choose-target", "choose-unmarch", "choose-digging"
    )
    p = played.position
    in_woods = {unit for unit in p.data.guns[0] if p.where[unit] in p.data.no_march}
    assert in_woods
    assert all(p.rooted[unit] == p.where[unit] for unit in in_woods)


@pytest.mark.rule("wacht_am_rhein", "11.9-4")
@pytest.mark.parametrize(("id", "side"), [(SELF_PROPELLED, "german"), (SP_US, "allied")])
def test_self_propelled_guns_stay_in_battery_up_to_six_points(id: str, side: str) -> None:
    for least, most, stays in ((1, 6, True), (7, 99, False)):
        match = moving(f"{id} D2020 battery, {STAFFS}", id, f"{side} move", **GUNS)
        goals = {hex: match.cost(hex) for hex in match.destinations()}
        goal = max(
            (hex for hex in goals if least <= goals[hex] <= most),
            key=lambda hex: (goals[hex] if stays else -goals[hex], hex),
        )
        match.do(f"to {goal}")
        assert match.column("battery", id) == stays, f"{goals[goal]} points"


@pytest.mark.rule("wacht_am_rhein", "11.9-4")
def test_points_for_leaving_march_mode_count() -> None:
    match = moving(f"{SELF_PROPELLED} D2020 battery spent={4 * PARTS}, {STAFFS}", SELF_PROPELLED, **GUNS)
    goals = {hex: match.cost(hex) for hex in match.destinations()}
    near = min(goals, key=lambda hex: (abs(goals[hex] - 3), hex))
    assert goals[near] == 3, "the seventh point with the four before"
    match.do(f"to {near}")
    assert not match.column("battery", SELF_PROPELLED)


@pytest.mark.rule("wacht_am_rhein", "11.9-4")
def test_who_has_fired_does_not_take_up_march_mode_in_the_same_game_turn() -> None:
    match = moving(f"{SELF_PROPELLED} D2020 battery fought={FIRED}, {STAFFS}", SELF_PROPELLED, **GUNS)
    assert match.destinations()
    assert not match.objects("march")
    goal = min(match.destinations())
    assert match.why(f"march {goal}") == ("has-fired-and-stays", "11.93")
    fresh = moving(f"{SELF_PROPELLED} D2020 battery, {STAFFS}", SELF_PROPELLED, **GUNS)
    assert fresh.objects("march")
    plain = moving(f"{SELF_PROPELLED} D2020 battery fought={FIRED}, {STAFFS}", SELF_PROPELLED)
    assert plain.objects("march")
