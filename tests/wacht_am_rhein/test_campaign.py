"""27.0 The campaign: the whole schedule (22.0), a secret plan, and who wins by it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable

import pytest

from ardennes.games.wacht_am_rhein.rules.commitment import ChooseCommitment, Commit, commit_by_rule
from ardennes.games.wacht_am_rhein.rules.exits import ways_out
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, EXITED, eliminate
from ardennes.games.wacht_am_rhein.rules.pieces import OPERATIONS, WachtData
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS
from ardennes.games.wacht_am_rhein.rules.set_up import BY_DIE
from ardennes.games.wacht_am_rhein.rules.supply import CUT, Survey, is_spared
from ardennes.games.wacht_am_rhein.rules.victory import level, stands_in_hex
from tests.wacht_am_rhein.fields import box, field, germans, new_game

CAMPAIGN = "campaign"
EAST = "GE-7_Army_HQ-H D2014, US-1_12_4-I D3514, US-4_VIII-H D3613"
HISTORICAL, LIEGE, LUXEMBOURG, BOTH, SPOILING = OPERATIONS
NORTH_TOWNS, SOUTH_TOWNS = (
    ("Verviers", "Spa", "Monschau"),
    ("Echternach", "Diekirch", "Wiltz", "Bastogne", "Neufchâteau"),
)


def data() -> WachtData:
    return box(CAMPAIGN)


def foot() -> list[str]:
    return germans(CAMPAIGN, "I")


def tanks() -> list[str]:
    return germans(CAMPAIGN, "T")


# --- the schedule (22.0) ---------------------------------------------------------------------------------------------


def coming(turn: int, side: int = 1) -> Counter[tuple[str, str]]:
    """Who comes in a Game-Turn: formations, or corps, or the letter of a company, each with its roads."""
    return Counter(
        (piece.company or piece.formation or piece.corps or piece.nation, piece.place)
        for piece in data().counters
        if piece.arrives == turn and piece.side == side
    )


def whole(formation: str, nation: str = "US") -> int:
    return sum(piece.formation == formation and piece.nation == nation for piece in data().counters)


WEST, SOUTH_WEST = "A12 A13 B16 B15 B14 B13 B12", "B16 B15 B14 B13 B12"
SOUTH, BELGIAN = "B4 B3 B2 B1 D1 D2 D3 D4", "A2 A3 A4 A5 A6 A7 A8 A9 A10 A11"
EASTERN = "C15 C14 C13 C12 C11 C10 D8 D9 D10 D11 D12 D13"
FRONT = "B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2 B1 D1"


@pytest.mark.rule("wacht_am_rhein", "22.1-08")
def test_game_turn_8() -> None:
    assert coming(8) == {("V", "C7"): 3, ("VII", "C2"): 1, ("101", WEST): whole("101"), ("82", WEST): whole("82")}


@pytest.mark.rule("wacht_am_rhein", "22.1-15")
def test_game_turn_15() -> None:
    assert coming(15) == {("any", SOUTH_WEST): 2}
    assert {piece.id for piece in data().counters if piece.arrives == 15} == {"US-1_1313-E", "US-2_1313-E"}


@pytest.mark.rule("wacht_am_rhein", "22.1-17")
def test_game_turn_17() -> None:
    assert coming(17) == {
        ("80", "D1 D2"): whole("80"),
        ("III", "D1 D2"): 1,
        ("5", "D3 D4 D5"): whole("5"),
        ("III", "D3 D4 D5"): 2,
        ("any", "D1"): 1,
        ("VII", "C2"): 1,
        ("84", "A1"): whole("84"),
        ("VII", "A1"): 1,
    }
    for id in ("US-602_III-T-M10", "US-737_III-T-M4", "US-818_III-T-M10"):
        assert data().counters[data().unit(id)].arrives == 17, "errata 22.0"


@pytest.mark.rule("wacht_am_rhein", "22.1-18")
def test_game_turn_18() -> None:
    assert coming(18) == {
        ("26", "D1 D2"): whole("26"),
        ("III", "D1 D2"): 1,
        ("3A", "C6"): 5,
        ("5A", "C6"): 4,
        ("D", "C6"): 1,
        ("R", "C6"): 1,
    }
    assert data().counters[data().unit("US-249_III-E")].kind == "engineer"


@pytest.mark.rule("wacht_am_rhein", "22.1-21")
def test_game_turn_21() -> None:
    assert coming(21) == {
        ("III", FRONT): 4,
        ("2A", "A4"): whole("2A"),
        ("VII", "A4"): 1,
        ("9", "A4"): 7,
        ("any", WEST): 10,
    }
    assert data().counters[data().unit("US-9_V-H")].arrives == 7, "errata 22.0"


@pytest.mark.rule("wacht_am_rhein", "22.1-23")
def test_game_turn_23() -> None:
    assert coming(23) == {
        ("VII", "A4"): 4,
        ("VII", "C2"): 3,
        ("75", WEST): whole("75"),
        ("VII", WEST): 1,
        ("III", WEST): 1,
    }


@pytest.mark.rule("wacht_am_rhein", "22.1-26")
def test_game_turns_26_and_27() -> None:
    assert coming(26) == {("V", "C6 C7"): 2, ("VII", "C6 C7"): 2}
    assert coming(27) == {("V", "C6 C7"): 1, ("VII", "C6 C7"): 3}


@pytest.mark.rule("wacht_am_rhein", "22.1-32")
def test_game_turns_32_and_33() -> None:
    assert coming(32) == {("35", SOUTH): whole("35"), ("III", SOUTH): 2}
    assert coming(33) == {("83", "A1"): whole("83")}


@pytest.mark.rule("wacht_am_rhein", "22.1-38")
def test_game_turn_38() -> None:
    assert coming(38) == {("6A", SOUTH): whole("6A"), ("III", SOUTH): 1, ("34Ax", BELGIAN): 3}
    assert "US-776_V-A-155" not in {piece.id for piece in data().counters if piece.arrives == 38}


@pytest.mark.rule("wacht_am_rhein", "22.1-43")
def test_game_turns_43_to_50() -> None:
    assert coming(43) == {("11A", "A12 A13"): whole("11A")}
    assert coming(44) == {("87", SOUTH): whole("87")}
    assert coming(50) == {("17", "A12 A13 B16"): whole("17")}


@pytest.mark.rule("wacht_am_rhein", "22.2-24", "22.2-d")
def test_german_game_turn_24() -> None:
    guns = sum(piece.formation == "9P" and piece.gun for piece in data().counters)
    assert guns
    assert coming(24, 0) == {
        ("79", EASTERN): whole("79", "German"),
        ("FGx", EASTERN): whole("FGx", "German"),
        ("15PG", EASTERN): whole("15PG", "German"),
        ("9P", EASTERN): whole("9P", "German") - guns,
        ("LIII", EASTERN): 1,
    }
    assert coming(38, 0)["9P", EASTERN] == guns


@pytest.mark.rule("wacht_am_rhein", "22.2-29", "22.2-38", "22.2-d")
def test_german_game_turns_29_and_38() -> None:
    assert coming(29, 0) == {("167", EASTERN): whole("167", "German")}
    assert coming(38, 0)["9", EASTERN] == whole("9", "German")
    assert {piece.arrives for piece in data().counters if piece.side == 0} == {0, 11, 12, 14, 24, 29, 38, BY_DIE}


@pytest.mark.rule("wacht_am_rhein", "22.0-e2")
def test_engineers_that_may_arrive_with_a_bridge() -> None:
    match = new_game(CAMPAIGN)
    for id in ("GE-209_11Pxx-E", "GE-10_10Pxx_SS-E", "GE-3_3PGxx-E", "GE-33_15PGxx-E", "GE-86_9Pxx-E"):
        assert match.column("bridge", id) == CARRIED
        assert match.position.where[match.unit(id)] < 0
    arriving = field(
        "GE-XLVII_HQ-H D0901, GE-33_15PGxx-E turn-track bridge=1, US-1_12_4-I D3514", turn=24, scenario=CAMPAIGN
    )
    arriving.do("move GE-33_15PGxx-E")
    assert "unload GE-33_15PGxx-E" in arriving.offers(), "they may, and need not"
    arriving.do("unload GE-33_15PGxx-E")
    assert arriving.column("bridge", "GE-33_15PGxx-E") == 0


@pytest.mark.rule("wacht_am_rhein", "27.3")
def test_every_counter_is_set_up_or_arrives() -> None:
    missing = {piece.id for piece in data().counters if not piece.arrives and not piece.place and not piece.company}
    assert missing == set()
    assert {1, 2, 4}.isdisjoint(piece.arrives for piece in data().counters)
    assert sum(bool(piece.arrives) for piece in data().counters) == 642


# --- set-up and special rules (27.1 to 27.6) -------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "27.1")
def test_it_runs_for_55_game_turns() -> None:
    match = new_game(CAMPAIGN)
    assert match.position.turn == 1
    assert field(EAST, "end", turn=54, scenario=CAMPAIGN).over is None
    assert field(EAST, "end", turn=55, scenario=CAMPAIGN, clocks=['operation = "historical"']).over is not None


@pytest.mark.rule("wacht_am_rhein", "27.2")
def test_both_set_ups_are_combined() -> None:
    scenario = data().scenario_data
    for name in ("bastogne", "kampfgruppe_peiper"):
        part = box(name).scenario_data
        for id, hex in part.set_up.items():
            if not id.startswith("US-c"):
                assert scenario.set_up[id] == hex
        assert set(part.improved) <= set(scenario.improved)
        assert set(part.entrenched) <= set(scenario.entrenched)
    letters = Counter(data().counters[data().unit(id)].company for id in scenario.set_up if id.startswith("US-c"))
    assert letters == {"I": 16, "W": 12, "R": 11, "D": 9, "L": 2}
    match = new_game(CAMPAIGN)
    assert list(match.game.invariants(match.position)) == []
    match.do("operation spoiling")
    assert match.asked is not None
    assert match.asked.side == 0, "the Allies have nothing to choose"


@pytest.mark.rule("wacht_am_rhein", "27.4-a")
def test_the_rules_of_the_first_day_hold() -> None:
    assert new_game(CAMPAIGN).position.is_first_day()
    assert field(EAST, turn=3, scenario=CAMPAIGN).position.is_first_day()
    assert not field(EAST, turn=4, scenario=CAMPAIGN).position.is_first_day()
    green = {piece.formation for piece in data().counters if "standard" in piece.green}
    assert green == {"9A", "99", "106", "352", "560", "272", "326", "277", "62"}
    match = field(f"GE-1_1_1P_SS-M C2020, {EAST}", turn=8, scenario=CAMPAIGN)
    p, unit = match.position, match.unit("GE-1_1_1P_SS-M")
    assert Survey(p, 0).finding(unit) == CUT
    assert is_spared(p, unit, CUT), "25.24a"
    assert not data().fences, "25.24b does not apply"
    assert data().scenario_data.dumps is None


@pytest.mark.rule("wacht_am_rhein", "27.4-b")
def test_units_of_both_sides_leave_the_map_for_the_terrain_they_stand_in() -> None:
    for id, hex in (("GE-1_39_26-I", "A0103"), ("US-1_12_4-I", "A0103")):
        side = "german" if id.startswith("GE") else "allied"
        match = field(
            f"{id} {hex}, GE-7_Army_HQ-H D2014, US-4_VIII-H D3613", f"{side} move", turn=20, scenario=CAMPAIGN
        )
        ground = data().board.row(match.hex(hex)).terrain
        match.do(f"move {id}")
        assert match.points_for(f"exit {hex}") / 30 == {"clear": 1, "broken": 1, "woods": 2}[ground]
        assert match.why("exit A0203") == ("no-exit-there", "27.4")
        match.do(f"exit {hex}")
        assert [event.rule for event in match.told("exits")] == ["27.4"]
        assert match.place(id) == EXITED
        assert match.column("left_by", id) == match.hex(hex)


@pytest.mark.rule("wacht_am_rhein", "27.4-b")
def test_by_a_road_that_leads_off_the_road_rate_is_paid() -> None:
    match = field(f"GE-2_3_2P-T-V A0137 march, {EAST}", turn=20, scenario=CAMPAIGN)
    match.do("move GE-2_3_2P-T-V")
    assert match.points_for("exit A0137") == 10, "a third of a point on a primary road"
    off = field(f"GE-2_3_2P-T-V A0137, {EAST}", turn=20, scenario=CAMPAIGN)
    off.do("move GE-2_3_2P-T-V")
    assert off.points_for("exit A0137") >= 30
    zone = field(f"GE-2_3_2P-T-V A0137 march, US-8_4Axx-T-M4 A0237, {EAST}", turn=20, scenario=CAMPAIGN)
    zone.do("move GE-2_3_2P-T-V")
    assert zone.points_for("exit A0137") == 6 * 30 + 10, "half the allowance to leave a rigid zone"


@pytest.mark.rule("wacht_am_rhein", "27.4-b", "23.0-a")
@pytest.mark.parametrize(("turn", "bound"), [(20, True), (39, True), (40, True), (41, False)])
def test_the_british_stay_while_they_are_bound(turn: int, bound: bool) -> None:
    unit = "BR-5W_158_53-I"
    match = field(f"{unit} A0137, {EAST}", "allied move", turn=turn, scenario=CAMPAIGN)
    match.do(f"move {unit}")
    assert (match.hex("A0137") in match.goals("exit")) == (not bound)
    assert ways_out(match.position, match.unit(unit), match.data.search, 0) == {}


@pytest.mark.rule("wacht_am_rhein", "27.5")
def test_air_and_weather() -> None:
    assert data().scenario_data.air_divided_by == 1
    assert data().scenario_data.weather_from == 5
    assert field(EAST, turn=4, scenario=CAMPAIGN).position.weather == 0


@pytest.mark.rule("wacht_am_rhein", "27.61")
def test_no_hex_is_closed() -> None:
    assert not data().closed_hexes
    match = field(f"GE-1_39_26-I D0220, {EAST}", turn=8, scenario=CAMPAIGN)
    match.do("move GE-1_39_26-I")
    assert match.hex("D0120") in match.goals()


@pytest.mark.rule("wacht_am_rhein", "27.62")
def test_commitment_goes_by_the_map_that_units_started_on() -> None:
    """A unit of the southern sheet that stands in the north counts for the south."""
    north, south = "US-32_VIII-R", "US-707_28xx-T-M4"
    units = f"{north} C2020, US-2_9_2-I C1020, {south} C1520, GE-7_Army_HQ-H D2014"
    match = field(units, "allied commit", turn=2, scenario=CAMPAIGN, committed=False)
    assert match.position.quota == (1, 1)
    assert match.objects("commit") == {north, south}, "of the northern ones only the squadron that is named"
    assert "done" not in match.offers(), "it must be committed"
    match.do(f"commit {north}")
    assert match.position.quota == (0, 1)
    assert match.objects("commit") == {south}
    assert "done" in match.offers(), "the other need not"


@pytest.mark.rule("wacht_am_rhein", "27.62")
@pytest.mark.parametrize(("turn", "quotas"), [(3, (3, 7)), (4, (6, 14)), (5, (0,))])
def test_a_die_for_each_map(turn: int, quotas: tuple[int, ...]) -> None:
    units = "US-32_VIII-R C2020, US-2_9_2-I C1020, US-707_28xx-T-M4 D2025, GE-7_Army_HQ-H D2014"
    match = field(units, "allied move", turn=turn, scenario=CAMPAIGN, committed=False).dice(1, 6)
    p = match.position
    p.turn = turn
    commit_by_rule(p, Commit(side=1))
    assert p.quota == quotas
    if turn < 5:
        unit = match.unit("US-2_9_2-I")
        ChooseCommitment().pick(p, Commit(side=1), unit)
        assert p.quota == (quotas[0] - 1, quotas[1]), "nothing is pooled"
    assert all(p.committed[unit] for unit in p.on_map(1)) == (turn == 5)


# --- the plan (27.7) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "27.7")
def test_the_plan_is_secret_on_the_wire_and_in_views() -> None:
    views = []
    for plan in (HISTORICAL, SPOILING):
        match = new_game(CAMPAIGN)
        assert match.offers() == {f"operation {name}" for name in OPERATIONS}
        match.do(f"operation {plan}")
        assert match.position.operation == plan
        seen = match.position.view(1)
        assert seen.operation == ""
        assert match.position.view(0).operation == plan
        views.append((seen.digest(), [event.code for event in match.log(1)]))
        imagined = {seen.determinize(str(seed)).operation for seed in range(40)}
        assert imagined == set(OPERATIONS)
        assert match.prompt_code() != "choose-operation", "it is fixed for the game"
    assert views[0] == views[1]


@pytest.mark.rule("wacht_am_rhein", "27.7")
def test_the_plan_comes_to_light_at_the_end() -> None:
    match = field(EAST, "end", turn=55, scenario=CAMPAIGN, clocks=['operation = "luxembourg"'])
    assert match.over is not None
    assert "operation-luxembourg" in {event.code for event in match.position.events}


# --- victory (27.71 to 27.75) ----------------------------------------------------------------------------------------


def verdict(
    plan: str,
    towns: Iterable[str] = (),
    *,
    gone: Iterable[tuple[str, str]] = (),
    beyond: Iterable[str] = (),
    more: str = "",
    destroyed: int = 0,
) -> str:
    """The level with Germans in some towns, some gone by an edge hex, and some beyond the Meuse."""
    units = iter(reversed(foot()))
    inside = [f"{next(units)} {data().board.label(data().board.hex(town))}" for town in towns]
    left = [f"{id} {EXITED} left_by={data().board.hex(hex)}" for id, hex in gone]
    west = sorted(data().board.area("west-of-meuse"))
    across = [f"{id} {data().board.label(west[400 + number])}" for number, id in enumerate(beyond)]
    listed = ", ".join([*inside, *left, *across, *([more] if more else []), EAST])
    match = field(listed, turn=55, scenario=CAMPAIGN, clocks=[f'operation = "{plan}"', f"destroyed = {destroyed}"])
    return LEVELS[level(match.position)]


def leaving(hex: str, units: int, armor: int) -> list[tuple[str, str]]:
    return [(id, hex) for id in (*tanks()[:armor], *foot()[: units - armor])]


@pytest.mark.rule("wacht_am_rhein", "27.71-a")
@pytest.mark.parametrize("hex", ["A0101", "A0148", "C0150"])
def test_historical_strategic(hex: str) -> None:
    assert verdict(HISTORICAL, ["Spa"], gone=leaving(hex, 15, 7)) == "german-strategic"
    assert verdict(HISTORICAL, ["Spa"], gone=leaving(hex, 14, 7)) != "german-strategic"
    assert verdict(HISTORICAL, ["Spa"], gone=leaving(hex, 15, 6)) != "german-strategic"
    assert verdict(HISTORICAL, ["Spa"], gone=leaving(hex, 100, 50)) == "german-strategic", "never too many"
    assert verdict(HISTORICAL, gone=leaving(hex, 15, 7)).startswith("allied")
    assert verdict(HISTORICAL, ["Spa"], gone=leaving("C0147", 15, 7)) != "german-strategic", "C2 is no such road"


@pytest.mark.rule("wacht_am_rhein", "27.71-b")
def test_historical_substantive() -> None:
    assert verdict(HISTORICAL, ["Spa"], beyond=[*tanks()[:7], *foot()[:8]]) == "german-substantive"
    assert verdict(HISTORICAL, ["Spa"], beyond=[*tanks()[:7], *foot()[:7]]) == "allied-marginal"
    assert verdict(HISTORICAL, ["Spa"], beyond=[*tanks()[:6], *foot()[:9]]) == "allied-marginal"
    assert verdict(HISTORICAL, beyond=[*tanks()[:7], *foot()[:8]]) == "allied-substantive"
    assert verdict(HISTORICAL, ["Spa"], beyond=[*tanks()[:50], *foot()[:50]]) == "german-substantive", "never too many"


@pytest.mark.rule("wacht_am_rhein", "27.71-c")
def test_historical_marginal() -> None:
    six = ("Spa", "St. Vith", "Bastogne", "Marche", "St. Hubert", "Rochefort")
    assert verdict(HISTORICAL, six[:4]) == verdict(HISTORICAL, six[2:]) == "german-marginal"
    assert verdict(HISTORICAL, six[:3]) == "allied-decisive", "four are needed; none of these is on a western sheet"
    assert verdict(HISTORICAL, six[3:]) == "allied-marginal"


@pytest.mark.rule("wacht_am_rhein", "27.71-d", "27.71-e", "27.71-f")
@pytest.mark.parametrize("plan", [HISTORICAL, LIEGE, LUXEMBOURG, BOTH])
def test_allied_levels_are_those_of_four_plans(plan: str) -> None:
    assert verdict(plan) == "allied-decisive"
    assert verdict(plan, gone=[(foot()[0], "A0120")]) == "allied-substantive", "somebody left by a western edge"
    assert verdict(plan, gone=[(foot()[0], "C0110")]) == "allied-decisive"
    assert verdict(plan, more="GE-LXVI_HQ-H A2010") == "allied-substantive"
    for town in ("Dinant", "Marche", "St. Hubert", "Rochefort", "Sedan", "Charleville"):
        assert verdict(plan, [town]) == "allied-marginal"
    assert verdict(plan, ["Spa"], more="GE-LXVI_HQ-H A2010") == "allied-marginal"
    assert verdict(plan, ["Givet"]) == "allied-substantive", "Givet is not on the list"


@pytest.mark.rule("wacht_am_rhein", "27.72")
def test_liege_aachen() -> None:
    assert verdict(LIEGE, NORTH_TOWNS) == "german-marginal"
    assert verdict(LIEGE, NORTH_TOWNS, gone=leaving("C0135", 1, 1)) == "german-median"
    assert verdict(LIEGE, NORTH_TOWNS, gone=leaving("C0134", 1, 1)) == "german-marginal", "east of C5"
    assert verdict(LIEGE, NORTH_TOWNS, gone=leaving("C0140", 15, 7)) == "german-decisive"
    assert verdict(LIEGE, NORTH_TOWNS, gone=leaving("A0120", 15, 6)) == "german-median"
    assert verdict(LIEGE, NORTH_TOWNS, gone=leaving("A0120", 14, 0)) == "german-marginal"
    assert verdict(LIEGE, NORTH_TOWNS[:2], gone=leaving("C0140", 15, 7)) == "allied-decisive"


@pytest.mark.rule("wacht_am_rhein", "27.73")
def test_luxembourg() -> None:
    assert verdict(LUXEMBOURG, SOUTH_TOWNS) == "german-marginal"
    assert verdict(LUXEMBOURG, SOUTH_TOWNS, gone=leaving("D3909", 3, 3)) == "german-median"
    assert verdict(LUXEMBOURG, SOUTH_TOWNS, gone=leaving("D3909", 3, 2)) == "german-marginal"
    assert verdict(LUXEMBOURG, SOUTH_TOWNS, gone=leaving("D3908", 3, 3)) == "german-marginal", "east of D6"
    assert verdict(LUXEMBOURG, SOUTH_TOWNS, gone=leaving("B3930", 15, 7)) == "german-decisive"
    assert verdict(LUXEMBOURG, SOUTH_TOWNS[1:], gone=leaving("D3930", 15, 7)) != "german-decisive"


@pytest.mark.rule("wacht_am_rhein", "27.74")
def test_liege_luxembourg() -> None:
    towns = [*NORTH_TOWNS, *SOUTH_TOWNS]
    north, south = leaving("C0140", 15, 7), [(id, "D3930") for id in (*tanks()[7:14], *foot()[8:16])]
    assert verdict(BOTH, towns, gone=[*north, *south]) == "german-strategic"
    assert verdict(BOTH, towns, gone=[*north, *south[:3]]) == "german-decisive"
    assert verdict(BOTH, towns, gone=[*north[:1], *south[:3]]) == "german-decisive"
    assert verdict(BOTH, towns, gone=[*north, *south[:2]]) == "german-marginal"
    assert verdict(BOTH, NORTH_TOWNS) == verdict(BOTH, SOUTH_TOWNS) == verdict(BOTH, towns) == "german-marginal"
    assert verdict(BOTH, NORTH_TOWNS[:2]) == "allied-decisive"


@pytest.mark.rule("wacht_am_rhein", "27.75")
def test_spoiling_attack() -> None:
    six = ("Monschau", "St. Vith", "Bastogne", "Houffalize", "Diekirch", "Echternach")
    assert verdict(SPOILING, six, destroyed=60) == "german-tactical"
    assert verdict(SPOILING, six, destroyed=59) == "draw"
    assert verdict(SPOILING, six[:5], destroyed=60) == "draw"
    assert verdict(SPOILING) == "allied-substantive"
    assert verdict(SPOILING, ["Diekirch"]) == "allied-marginal"
    assert verdict(SPOILING, ["Spa"]) == "allied-substantive", "Spa is not among the six"
    assert verdict(SPOILING, ["Diekirch", "Spa"]) == "draw"
    assert verdict(SPOILING, ["Houffalize"]) == "draw"


@pytest.mark.rule("wacht_am_rhein", "27.75")
def test_destroyed_units_are_allied_combat_units() -> None:
    match = field(f"US-c25-I D2020, US-707_28xx-T-M4 D2021, GE-1_39_26-I D1010, {EAST}", scenario=CAMPAIGN)
    p = match.position
    for id, count in (("US-c25-I", 1), ("GE-1_39_26-I", 1), ("US-4_VIII-H", 1), ("US-707_28xx-T-M4", 2)):
        eliminate(p, match.unit(id))
        assert p.destroyed == count


@pytest.mark.rule("wacht_am_rhein", "27.76")
def test_every_level_is_told_in_words() -> None:
    folder = new_game(CAMPAIGN).game.folder / "texts"
    for language in ("en", "it"):
        messages = tomllib.loads((folder / language / "messages.toml").read_text("utf-8"))
        assert {f"war-{level.level}" for level in data().scenario_data.levels} <= messages.keys()


@pytest.mark.rule("wacht_am_rhein", "27.4-b")
def test_who_walks_to_the_edge_and_leaves_can_be_taken_back_and_sent_again() -> None:
    match = field(f"GE-2_3_2P-T-V A0337, {EAST}", turn=20, scenario=CAMPAIGN)
    before = match.position.digest()
    match.do("move GE-2_3_2P-T-V", "exit A0137")
    assert match.column("left_by", "GE-2_3_2P-T-V") == match.hex("A0137")
    after = match.position.digest()
    match.undo()
    match.undo()
    assert match.position.digest() == before
    match.redo()
    match.redo()
    assert match.position.digest() == after


@pytest.mark.rule("wacht_am_rhein", "27.71-c", "24.43")
def test_parachute_commandos_hold_no_town() -> None:
    """WAR-R162, R176: headquarters do."""
    for unit, holds in (("GE-VdH_1-PC", False), ("GE-LXVI_HQ-H", True)):
        match = field(f"{unit} C1036, {EAST}", scenario=CAMPAIGN, options=["heydte_drop"])
        assert stands_in_hex(match.position, 0, match.hex("C1036")) == holds
