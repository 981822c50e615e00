"""26.0 The Race for the Meuse: a set-up that both players change within its limits, and who wins."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.games.wacht_am_rhein.rules import sequence, supply
from ardennes.games.wacht_am_rhein.rules.deployment import depends_on, nearest_place, own_hexes, places_for, road_hexes
from ardennes.games.wacht_am_rhein.rules.exits import ways_out
from ardennes.games.wacht_am_rhein.rules.fatigue import rest
from ardennes.games.wacht_am_rhein.rules.field import (
    BUILT,
    CARRIED,
    CLEAR,
    FATIGUED,
    FREEZE,
    FRESH,
    ISOLATED_1,
    NORMAL,
    OVERCAST,
    RECOVERING,
    SUPPLIED,
    TRAY,
    UNSUPPLIED,
)
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS
from ardennes.games.wacht_am_rhein.rules.victory import level
from ardennes.hexes import distance
from tests.wacht_am_rhein.fields import Battlefield, box, field, germans, new_game

RACE = "race_for_the_meuse"
FIRST_FIVE = ("Neufchâteau", "St. Hubert", "Rochefort", "Marche", "St. Vith")
SECOND_FIVE = ("Bastogne", "Sedan", "Givet", "Dinant", "Spa")
EAST = "GE-7_Army_HQ-H D2014, US-1_12_4-I D3514, US-4_VIII-H D3613"
WESTERN_BANK = ("A2829", "A2830", "A2831", "A2832", "A2833", "A2834")


def german_set_up() -> Battlefield:
    """The Allies take the set-up as it stands; the Germans are asked."""
    match = new_game(RACE)
    match.do("done")
    return match


def gap(match: Battlefield, id: str, hex: str) -> int:
    return distance(match.data.board.grid, match.position.where[match.unit(id)], match.hex(hex))


# --- set-up (26.2) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "26.1", "26.4a")
def test_it_runs_from_game_turn_17_to_37_with_the_allies_first() -> None:
    match = german_set_up()
    assert match.position.turn == 17
    assert match.data.scenario_data.last_turn == 37
    match.do("done")
    assert match.position.turn == 17
    assert match.asked is not None
    assert match.asked.side == 1
    last = field(EAST, "end", turn=36, scenario=RACE)
    assert last.over is None
    assert field(EAST, "end", turn=37, scenario=RACE).over is not None


@pytest.mark.rule("wacht_am_rhein", "26.2-a", "26.2-b", "26.2-f")
@pytest.mark.parametrize("side", [0, 1])
def test_the_proposal_keeps_every_limit(side: int) -> None:
    match = german_set_up()
    p, data = match.position, match.data
    assert list(match.game.invariants(p)) == []
    for unit in (unit for unit in data.deployable if data.sides[unit] == side):
        assert p.where[unit] in data.deployable[unit], data.counters[unit].id
        assert p.steps[unit] == data.full_steps[unit]
        bond = data.bonds.get(unit)
        if bond is not None:
            gaps = [distance(data.board.grid, p.where[unit], p.where[anchor]) for anchor in bond.anchors]
            assert min(gaps) <= bond.within, data.counters[unit].id
    if side == 0:
        beside = {data.counters[unit].id for unit in p.on_map(0) if p.where[unit] in p.front(0)}
        assert beside <= {"GE-1_1_1P_SS-T-IV", "GE-2_1_1P_SS-T-V", "GE-ISS-T-VI-3"}, "only Peiper stands beside enemies"


@pytest.mark.rule("wacht_am_rhein", "26.2-a", "26.2-b")
@pytest.mark.parametrize(
    ("formation", "middle", "units"),
    [
        ("33Ax", "A0309", 3),
        ("43", "A0514", 16),
        ("51", "A0719", 16),
        ("53", "A0726", 16),
        ("GA", "A1030", 14),
        ("29Ax", "A2828", 4),
    ],
)
def test_british_formations_stand_within_two_hexes(formation: str, middle: str, units: int) -> None:
    match = new_game(RACE)
    data = match.data
    own = [piece.id for piece in data.counters if piece.nation == "British" and piece.formation == formation]
    assert len(own) == units
    assert all(gap(match, id, middle) <= 2 for id in own)
    match.do(f"place {own[0]}")
    near = data.within[2][match.hex(middle)]
    goals = match.goals()
    assert goals <= near
    assert any(distance(data.board.grid, goal, match.hex(middle)) == 2 for goal in goals)


@pytest.mark.rule("wacht_am_rhein", "26.2-a", "26.2-f")
def test_the_allies_place_first_and_the_germans_come_after_them() -> None:
    match = new_game(RACE)
    assert match.asked is not None
    assert match.asked.side == 1
    germans = {match.data.counters[unit].id for unit in match.position.on_map(0)}
    assert germans == {"GE-1_1_1P_SS-T-IV", "GE-2_1_1P_SS-T-V", "GE-ISS-T-VI-3"}
    assert match.why("place GE-1_316_212-I") == ("starts-there", "25.12")
    match.do("place US-1_12_4-I", "to D3512")
    assert match.at("US-1_12_4-I", "D3512")
    match.do("done")
    assert match.asked.side == 0
    assert len(match.position.on_map(0)) == 238
    match.do("place GE-1_316_212-I")
    assert match.goals() <= match.data.within[1][match.hex("D3709")]


@pytest.mark.rule("wacht_am_rhein", "26.2-f")
def test_germans_never_start_beside_the_enemy() -> None:
    match = new_game(RACE)
    match.do("place US-2_22_4-I", "to D3711", "done")
    unit = match.unit("GE-1_316_212-I")
    match.do("place GE-1_316_212-I")
    beside = {*match.data.board.around(match.hex("D3711"))}
    assert not match.goals() & beside
    assert match.position.where[unit] not in beside


@pytest.mark.rule("wacht_am_rhein", "26.2-n")
def test_who_finds_no_legal_hex_takes_the_nearest() -> None:
    match = new_game(RACE)
    for id, hex in (("US-2_22_4-I", "D3711"), ("US-3_22_4-I", "D3611"), ("US-2_8_4-I", "D3611")):
        match.do(f"place {id}", f"to {hex}")
    match.do("place US-1_12_4-I", "to D3512")
    p, data = match.position, match.data
    match.do("done")
    unit = match.unit("GE-1_316_212-I")
    assert p.where[unit] not in p.front(0)
    assert not [hex for hex in places_for(p, unit) if hex in p.front(0)]
    # With every hex of its own taken, it goes to the nearest other one.
    own = data.within[1][match.hex("D3709")]
    blocked = match.position.copy()
    for stranger, hex in zip(("US-1_325_82-GL", "US-2_325_82-GL"), ("D3708", "D3710"), strict=True):
        for other in [*blocked.units_in(match.hex(hex))]:
            blocked.put(other, data.box(TRAY))
        blocked.put(match.unit(stranger), match.hex(hex))
    found = nearest_place(blocked, unit)
    assert found not in own
    assert found not in blocked.front(0)
    nearer = [
        hex
        for hex in data.board.hexes
        if distance(data.board.grid, hex, match.hex("D3709")) < distance(data.board.grid, found, match.hex("D3709"))
    ]
    assert all(
        hex in blocked.front(0) or blocked.side_in(hex) == 1 or len(blocked.units_in(hex)) >= 3 for hex in nearer
    )


@pytest.mark.rule("wacht_am_rhein", "26.2-n", "26.2-g")
def test_stoumont_is_closed_to_the_allies() -> None:
    match = new_game(RACE)
    p, data = match.position, match.data
    stoumont, beside = match.hex("C1438"), match.hex("C1437")
    near = [unit for unit in p.on_map(1) if unit in data.bonds and stoumont in own_hexes(p, unit)]
    near += [unit for unit, hexes in data.deployable.items() if unit not in data.bonds and stoumont in hexes]
    for unit in [*p.units_in(stoumont)]:
        p.put(unit, data.box(TRAY))
    assert near
    for unit in near:
        assert stoumont not in places_for(p, unit), "even without anybody there"
    assert any(beside in places_for(p, unit) for unit in near)


@pytest.mark.rule("wacht_am_rhein", "26.2-g")
def test_peiper_starts_fatigued_in_stoumont() -> None:
    match = german_set_up()
    p = match.position
    peiper = ("GE-1_1_1P_SS-T-IV", "GE-2_1_1P_SS-T-V", "GE-ISS-T-VI-3")
    assert all(match.at(id, "C1438") and match.column("fatigue", id) == FATIGUED for id in peiper)
    assert [unit for unit in p.on_map(0) if p.fatigue[unit] != FRESH] == sorted(map(match.unit, peiper))
    for id in peiper:
        assert match.why(f"place {id}") == ("starts-there", "25.12")
    match.do("place GE-1P_ISS-H")
    assert match.hex("C1438") not in match.goals()
    match.do("done", "done")
    rest(match.position)
    assert [match.column("fatigue", id) for id in peiper] == [RECOVERING] * 3


@pytest.mark.rule("wacht_am_rhein", "26.2-h", "26.2-f")
def test_two_battalions_start_in_march_mode_in_different_hexes() -> None:
    match = german_set_up()
    p = match.position
    marching = [match.data.counters[unit].id for unit in p.on_map(0) if p.march[unit]]
    assert marching == ["GE-1_1129_560-I", "GE-2_1129_560-I"]
    first, second = map(match.unit, marching)
    assert p.where[first] != p.where[second]
    assert all(gap(match, id, "C3209") <= 1 for id in marching)
    match.do(f"place {marching[0]}")
    assert p.where[second] not in match.goals(), "one unit in March Mode to a hex"


@pytest.mark.rule("wacht_am_rhein", "26.2-c")
@pytest.mark.parametrize(
    ("id", "formation", "radius"),
    [("US-391_3Axx-SPA-105", "3A", 2), ("US-4_4xx-E", "4", 1), ("US-2_V-H", "2", 1), ("US-319_82xx-AA-75", "82", 2)],
)
def test_divisional_extras_stand_near_their_division(id: str, formation: str, radius: int) -> None:
    match = new_game(RACE)
    p, data = match.position, match.data
    match.do(f"place {id}")
    own = [
        unit
        for unit in p.on_map(1)
        if data.counters[unit].formation == formation and data.counters[unit].nation == "US" and unit != match.unit(id)
    ]
    near = frozenset().union(*(data.within[radius][p.where[unit]] for unit in own))
    goals = match.goals()
    assert goals <= near
    exact = {hex for unit in own for hex in data.within[radius][p.where[unit]] - data.within[radius - 1][p.where[unit]]}
    assert goals & exact, "the limit itself is allowed"
    outside = next(iter(data.within[radius + 1][p.where[own[0]]] - near))
    assert match.why(f"to {data.board.label(outside)}") == ("cannot-start-there", "25.12")


@pytest.mark.rule("wacht_am_rhein", "26.2-c")
def test_nobody_is_left_behind_by_those_he_is_placed_near() -> None:
    """The 28th has four battalions; its headquarters and engineers must stay within a hex of one of them."""
    match = new_game(RACE)
    p, data = match.position, match.data
    headquarters = match.unit("US-28_VIII-H")
    bond = data.bonds[headquarters]
    for _ in range(40):
        holding = [
            unit for unit in bond.anchors if distance(data.board.grid, p.where[unit], p.where[headquarters]) <= 1
        ]
        assert holding
        match.do(f"place {data.counters[holding[0]].id}")
        goals = sorted(match.goals(), key=lambda hex: -distance(data.board.grid, hex, p.where[headquarters]))
        match.do(f"to {data.board.label(goals[0])}" if goals else "done")
        if len(holding) == 1:
            break
    assert len(holding) == 1
    assert distance(data.board.grid, p.where[holding[0]], p.where[headquarters]) <= 1


@pytest.mark.rule("wacht_am_rhein", "26.2-d")
@pytest.mark.parametrize(
    ("id", "corps"), [("US-274_III-SPA-105", "III"), ("US-291_V-E", "V"), ("BR-7_XXX-A-45g", "XXX")]
)
def test_corps_units_stand_near_a_combat_unit_of_their_corps(id: str, corps: str) -> None:
    match = new_game(RACE)
    p, data = match.position, match.data
    anchors = data.bonds[match.unit(id)].anchors
    assert anchors
    for anchor in anchors:
        formation = data.formation_of(anchor)
        assert (formation.corps if formation else data.counters[anchor].corps) == corps
        assert not data.counters[anchor].headquarters
    match.do(f"place {id}")
    assert match.goals() <= frozenset().union(*(data.within[2][p.where[anchor]] for anchor in anchors))


@pytest.mark.rule("wacht_am_rhein", "26.2-d")
def test_four_engineers_start_anywhere_west_of_the_meuse() -> None:
    match = new_game(RACE)
    for id in ("US-1_354-E", "US-2_354-E", "US-1_1313-E", "US-2_1313-E"):
        match.do(f"place {id}")
        goals = match.goals()
        assert goals <= match.data.west_of_meuse
        assert len(goals) > 1400
        match.do("done")


@pytest.mark.rule("wacht_am_rhein", "26.2-e")
def test_the_defence_of_bastogne_stands_within_five_hexes() -> None:
    match = new_game(RACE)
    others = ("19_9Axx-T-M4", "52_9Axx-M", "73_9Axx-SPA-105", "3_10Axx-T-M4", "20_10Axx-M", "420_10Axx-SPA-105")
    corps = ("755_VII-A-155", "969_VIII-A-155", "705_VII-T-M10")
    ids = [piece.id for piece in match.data.counters if piece.formation == "101"]
    assert len(ids) == 18
    for id in (*ids, *(f"US-{name}" for name in (*others, *corps))):
        assert gap(match, id, "Bastogne") <= 5
        assert match.data.deployable[match.unit(id)] == match.data.within[5][match.hex("Bastogne")]
    ring = match.data.within[5][match.hex("Bastogne")]
    p = match.position
    companies = [unit for unit in p.on_map(1) if p.where[unit] in ring and match.data.counters[unit].company]
    assert [match.data.counters[unit].company for unit in companies] == ["D", "D"]


@pytest.mark.rule("wacht_am_rhein", "26.2-i")
def test_german_guns_and_headquarters() -> None:
    match = german_set_up()
    data = match.data
    fixed = {
        **{"GE-7_Army-A-210": "D2513", "GE-7_Army-A-150-1": "D2711", "GE-7_Army-RKT-NW150-1": "D1910"},
        **{"GE-XLVII-A-150-1": "D1127", "GE-XLVII-RKT-NW150-1": "D1128", "GE-LVIII-A-150-1": "D0627"},
        **{"GE-LVIII-RKT-NW150-1": "D0627", "GE-LXVI-A-150": "C3120", "GE-ISS-A-210-1": "C2114"},
        **{"GE-ISS-RKT-NW150-1": "C2617", "GE-ISS-A-150-1": "C2020", "GE-ISS-A-150-2": "C2020"},
        **{"GE-LXVII-A-150-1": "C0214", "GE-LXVII-A-150-2": "C0214", "GE-LXVII-RKT-NW150": "C0213"},
    }
    assert all(match.at(id, hex) for id, hex in fixed.items())
    assert all(data.deployable[match.unit(id)] == {match.hex(hex)} for id, hex in fixed.items())
    assert all(match.column("battery", id) for id in fixed)
    for id in ("GE-2P_XLVII-H", "GE-Lehr_XLVII-H", "GE-116P_LVIII-H", "GE-1P_ISS-H", "GE-12P_ISS-H", "GE-26xx-A-105"):
        bond = data.bonds[match.unit(id)]
        assert bond.within == 2
        assert {data.counters[unit].formation for unit in bond.anchors} == {data.counters[match.unit(id)].formation}


@pytest.mark.rule("wacht_am_rhein", "26.2-j")
def test_two_bridges_are_built_and_two_may_be_carried() -> None:
    match = german_set_up()
    p = match.position
    built = {(match.side("D1124/D1123"), match.hex("D1124")), (match.side("D1522/D1521"), match.hex("D1522"))}
    assert set(p.built) == built
    assert all(p.spans[side] == BUILT and p.has_bridge(side) for side, _ in built)
    carriers = {"GE-2_2Pxx_SS-E", "GE-9_9Pxx_SS-E"}
    assert match.objects("unload") == carriers
    match.do("unload GE-9_9Pxx_SS-E")
    assert match.column("bridge", "GE-9_9Pxx_SS-E") == 0
    assert match.column("bridge", "GE-2_2Pxx_SS-E") == CARRIED
    assert match.why("unload GE-9_9Pxx_SS-E") == ("carries-no-bridge", "15.21")


@pytest.mark.rule("wacht_am_rhein", "26.2-k")
def test_headquarters_of_corps_stand_on_roads_near_their_units() -> None:
    match = german_set_up()
    p, data = match.position, match.data
    roads = road_hexes(data.board)
    for id in ("7_Army", "XLVII", "LVIII", "LXVI", "LXVII", "ISS", "IISS"):
        unit = match.unit(f"GE-{id}_HQ-H")
        assert p.where[unit] in roads - p.front(0)
        assert data.deployable[unit] == roads & frozenset(data.board.hexes)
        bond = data.bonds[unit]
        assert min(distance(data.board.grid, p.where[unit], p.where[anchor]) for anchor in bond.anchors) <= 2
        assert bond.within == 2
    match.do("place GE-7_Army_HQ-H")
    assert match.goals() <= roads - p.front(0)


@pytest.mark.rule("wacht_am_rhein", "26.2-l")
@pytest.mark.parametrize(
    ("id", "model", "hex"),
    [
        ("GE-116_116Pxx-T-SGIII", "SGIII", "C2749"),
        ("GE-7_Army-T-StuH", "StuH", "D2133"),
        ("GE-ISS-T-V", "V", "C1513"),
        ("GE-2_3_2P-T-V", "V", "D1448"),
        ("GE-1Pxx_SS-T-JgV", "JgV", "C2330"),
    ],
)
def test_letters_of_german_tanks(id: str, model: str, hex: str) -> None:
    match = german_set_up()
    assert match.data.counters[match.unit(id)].model == model
    assert gap(match, id, hex) <= 1


@pytest.mark.rule("wacht_am_rhein", "26.2-m")
def test_some_battalions_may_be_broken_down_at_set_up() -> None:
    match = new_game(RACE)
    p, data = match.position, match.data
    tanks = match.unit("US-741_2xx-T-M4")
    mates = [unit for unit in p.units_in(p.where[tanks]) if unit != tanks and data.counters[unit].counts]
    if mates:
        assert "break US-741_2xx-T-M4" not in match.offers(), "three companies need room"
        match.do("place US-741_2xx-T-M4")
        empty = next(hex for hex in sorted(match.goals()) if not p.units_in(hex))
        match.do(f"to {data.board.label(empty)}")
    assert match.why("break US-2_2xx-E")[0] == "never-breaks-down"
    assert match.why("break US-1_9_2-I")[0] == "never-breaks-down"
    match.do("break US-741_2xx-T-M4")
    companies = [unit for unit in data.companies if p.parent[unit] == tanks]
    assert [data.counters[unit].company for unit in companies] == ["T", "T", "T"]
    match.do(f"place {data.counters[companies[0]].id}")
    own = [unit for unit in p.on_map(1) if data.counters[unit].formation == "2" and data.counters[unit].nation == "US"]
    assert match.goals() <= frozenset().union(*(data.within[1][p.where[unit]] for unit in own))
    match.do("done", "done")
    assert match.asked is not None
    assert match.asked.side == 0


# --- reinforcements, special rules (26.3 to 26.6) --------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "26.3")
def test_the_schedule_runs_from_game_turn_17() -> None:
    data = box(RACE)
    arriving = {piece.id: piece.arrives for piece in data.counters if piece.arrives}
    assert min(arriving.values()) == 17
    for formation, turn in (("80", 17), ("84", 17), ("26", 18), ("2A", 21), ("75", 23), ("35", 32), ("83", 33)):
        own = [piece for piece in data.counters if piece.nation == "US" and piece.formation == formation]
        assert own
        assert {arriving.get(piece.id) for piece in own} == {turn}, formation
    for formation, turn in (("79", 24), ("15PG", 24), ("167", 29)):
        own = [piece for piece in data.counters if piece.side == 0 and piece.formation == formation]
        assert {arriving[piece.id] for piece in own} == {turn}, formation
    assert "US-15_9xx-E" not in arriving, "on the map already"
    variable = [group.units for group in data.scenario_data.variable]
    assert {id for units in variable for id in units if "246" in id}
    assert not any("GE-ISS-T-V" in units for units in variable), "the Mark V battalion is on the map"
    assert [units for units in variable if "GE-ISS-T-VI-4" in units] == [("GE-ISS-T-VI-4", "GE-ISS-T-VI-5")]


@pytest.mark.rule("wacht_am_rhein", "26.4c")
@pytest.mark.parametrize(("turn", "state"), [(17, UNSUPPLIED), (19, UNSUPPLIED), (20, SUPPLIED)])
def test_the_2nd_ss_is_unsupplied_until_game_turn_20(turn: int, state: int) -> None:
    units = "GE-2_2_2P_SS-T-V D0801, GE-2P_ISS-H D0802, GE-1_2_12P_SS-M D0902, GE-12P_ISS-H D0901"
    match = field(f"{units}, {EAST}", turn=turn, scenario=RACE)
    supply.determine(match.position, 0)
    assert match.column("supply", "GE-2_2_2P_SS-T-V") == state
    assert match.column("supply", "GE-1_2_12P_SS-M") == SUPPLIED
    assert match.column("supply", "GE-2P_ISS-H") == SUPPLIED


@pytest.mark.rule("wacht_am_rhein", "26.4c")
@pytest.mark.parametrize(("turn", "state"), [(19, UNSUPPLIED), (20, ISOLATED_1)])
def test_cut_off_it_is_no_worse(turn: int, state: int) -> None:
    match = field("GE-2_2_2P_SS-T-V B2020, US-1_12_4-I D3514, US-4_VIII-H D3613", turn=turn, scenario=RACE)
    supply.determine(match.position, 0)
    assert match.column("supply", "GE-2_2_2P_SS-T-V") == state


@pytest.mark.rule("wacht_am_rhein", "26.4d")
def test_nobody_leaves_the_map() -> None:
    match = field(f"GE-2_2_2P_SS-T-V A0137 march, {EAST}", turn=20, scenario=RACE)
    match.do("move GE-2_2_2P_SS-T-V")
    assert not match.objects("exit")
    assert match.why("exit A0137") == ("no-exit-there", "26.7")
    search = match.data.search
    assert not ways_out(match.position, match.unit("GE-2_2_2P_SS-T-V"), search, 12 * 30)


@pytest.mark.rule("wacht_am_rhein", "26.5")
def test_weather_is_rolled_for_at_once() -> None:
    match = new_game(RACE)
    assert match.position.weather == OVERCAST
    assert match.position.ground == NORMAL
    assert match.data.scenario_data.air_divided_by == 1
    match.dice(6, 6)
    sequence.weather_stage(match.position, sequence.GameTurn())
    assert (match.position.weather, match.position.ground) == (CLEAR, FREEZE), "two dice, less one for overcast"


@pytest.mark.rule("wacht_am_rhein", "26.6")
def test_everybody_is_committed() -> None:
    match = german_set_up()
    p = match.position
    for side in (0, 1):
        units = list(p.on_map(side))
        assert len(units) > 100
        assert all(p.committed[unit] for unit in units)
    assert not p.is_first_day()


# --- victory (26.7) --------------------------------------------------------------------------------------------------


def verdict(places: Iterable[str], beyond: Iterable[str] = (), more: str = "", options: Iterable[str] = ()) -> str:
    ids = iter(germans(RACE, "I"))
    inside = [f"{next(ids)} {box(RACE).board.label(box(RACE).board.hex(place))}" for place in places]
    across = [f"{id} {hex}" for id, hex in zip(beyond, WESTERN_BANK, strict=False)]
    listed = ", ".join([*inside, *across, *([more] if more else []), EAST])
    return LEVELS[level(field(listed, turn=37, scenario=RACE, options=options).position)]


@pytest.mark.rule("wacht_am_rhein", "26.7-a", "26.7-b", "26.7-g")
def test_german_levels_by_towns() -> None:
    assert verdict(FIRST_FIVE[:3]) == verdict(FIRST_FIVE[2:]) == "german-marginal"
    assert verdict([*FIRST_FIVE[:3], *SECOND_FIVE[:2]]) == "german-marginal"
    assert verdict([*FIRST_FIVE[:3], *SECOND_FIVE[:3]]) == "german-substantive"
    assert verdict([*FIRST_FIVE[:3], *SECOND_FIVE[2:]]) == "german-substantive"
    assert verdict([*FIRST_FIVE[:2], *SECOND_FIVE]) == "draw"


@pytest.mark.rule("wacht_am_rhein", "26.7-c")
def test_german_decisive_needs_five_units_with_three_tanks_beyond_the_meuse() -> None:
    towns = [*FIRST_FIVE[:3], "Bastogne", "Sedan", "Spa"]
    foot, tanks = germans(RACE, "I")[-6:], germans(RACE, "T")
    assert verdict(towns, [*tanks[:3], *foot[:2]]) == "german-decisive"
    assert verdict(towns, [*tanks[:3], foot[0]]) == "german-substantive"
    assert verdict(towns, [*tanks[:2], *foot[:3]]) == "german-substantive"
    assert verdict(FIRST_FIVE[:3], [*tanks[:3], *foot[:2]]) == "german-marginal"


@pytest.mark.rule("wacht_am_rhein", "26.7-d", "26.7-e", "26.7-g")
def test_allied_levels() -> None:
    somebody = "GE-1_1129_560-I A3020"
    assert verdict([], more=somebody) == "allied-substantive"
    assert verdict(["Marche", "Spa"]) == "allied-marginal"
    assert verdict(["Marche"]) == "allied-marginal"
    assert verdict(["Marche", "Spa", "Bastogne"]) == "draw"
    last = germans(RACE, "I")[-1:]
    assert verdict([], last) == "draw", "one unit beyond the Meuse"
    assert verdict(["Marche"], last) == "draw"


@pytest.mark.rule("wacht_am_rhein", "26.7-a", "26.7-c", "26.7-d", "26.7-e")
def test_headquarters_are_units_unless_an_option_says_otherwise() -> None:
    """WAR-R176"""
    towns, foot = [*FIRST_FIVE[:3], "Bastogne", "Sedan", "Spa"], germans(RACE, "I")[-6:]
    option = ["headquarters_hold_nothing"]
    st_vith = box(RACE).board.label(box(RACE).board.hex("St. Vith"))
    for more, counting, not_counting in (
        ((FIRST_FIVE[:2], [], f"GE-LXVI_HQ-H {st_vith}"), "german-marginal", "allied-marginal"),
        ((["Marche"], [], f"GE-LXVI_HQ-H {WESTERN_BANK[0]}"), "draw", "allied-marginal"),
        (
            (towns, [*germans(RACE, "T")[:3], foot[0]], f"GE-LXVI_HQ-H {WESTERN_BANK[5]}"),
            "german-decisive",
            "german-substantive",
        ),
    ):
        assert verdict(*more) == counting
        assert verdict(*more, options=option) == not_counting


@pytest.mark.rule("wacht_am_rhein", "26.7-f")
def test_allied_decisive_clears_two_map_sheets() -> None:
    assert verdict([]) == "allied-decisive"
    assert verdict(["Spa"]) == "allied-decisive", "whatever they hold elsewhere"
    assert verdict(["Spa"], more="GE-LXVI_HQ-H A2010") == "allied-marginal", "headquarters count here"
    assert verdict(["Spa"], more="GE-LXVI_HQ-H B2010") == "allied-marginal"
    assert verdict(["Spa", "Bastogne", "St. Vith"]) == "allied-decisive"


@pytest.mark.rule("wacht_am_rhein", "26.2-d")
@pytest.mark.parametrize("place", ["C0101", "C0102"])
def test_who_is_placed_near_another_keeps_it_near_in_the_corner_of_the_map_too(place: str) -> None:
    match = field("", scenario="race_for_the_meuse")
    p, data = match.position, match.data
    gun = match.unit("US-32_1xx-A-105")
    bond = data.bonds[gun]
    near = data.within[bond.within][match.hex(place)]
    anchor, *others = bond.anchors
    for unit in (*others, *p.on_map(1)):
        p.put(unit, -1)
    p.put(gun, match.hex(place))
    p.put(anchor, min(near - {match.hex(place)}))
    assert depends_on(p, anchor) == [gun]
    assert own_hexes(p, anchor) <= near
