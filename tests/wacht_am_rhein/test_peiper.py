"""25.2 Kampfgruppe Peiper: fuel dumps in secret, reinforcements by a die, what wins."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.games.wacht_am_rhein.rules.artillery import barrage_points, is_capped, protective_points
from ardennes.games.wacht_am_rhein.rules.field import (
    ENTRENCHED,
    EXITED,
    IMPROVED,
    OUT_OF_COMMUNICATIONS,
    SUPPLIED,
    TRACK,
)
from ardennes.games.wacht_am_rhein.rules.reinforcements import is_unattached, roll_for_variable
from ardennes.games.wacht_am_rhein.rules.retreats import NO_WAY, hexes_back, step_cost
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS
from ardennes.games.wacht_am_rhein.rules.supply import CUT, TRACED, Survey
from ardennes.games.wacht_am_rhein.rules.victory import level
from tests.wacht_am_rhein.fields import Battlefield, box, field

PEIPER = "kampfgruppe_peiper"
GERMAN, TANK = "GE-1_27_12-I", "GE-2_1_1P_SS-T-V"
SOMEBODY = "GE-ISS_HQ-H C1408, GE-LXVI_HQ-H C3209, US-106_VIII-H C2724, US-99_V-H C1522"


def scene(units: str, moment: str = "german move", **more: object) -> Battlefield:
    return field(f"{units}, {SOMEBODY}", moment, scenario=PEIPER, **more)  # type: ignore[arg-type]


def set_up() -> Battlefield:
    match = Battlefield.new("wacht_am_rhein", scenario=PEIPER, seed="test", automatic=False)
    return Battlefield(match.header, match.position)


def dumps(match: Battlefield, *places: str, true: tuple[str, ...] = ()) -> None:
    """Lays markers out on the map, some of them true."""
    match.position.dumps = tuple(map(match.hex, places))
    match.position.true_dumps = tuple(map(match.hex, true))


# --- fuel dumps (25.27) ------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "25.27-a")
def test_six_markers_are_placed_near_francorchamps() -> None:
    match = set_up()
    assert match.prompt_code() == "choose-dump-hex"
    assert "dump C1232" in match.offers()
    assert match.why("dump C0935") == ("no-dump-there", "25.27"), "next to the one at C1035"
    match.do("dump C1232")
    around = {match.data.board.label(hex) for hex in match.data.board.around(match.hex("C1232"))}
    assert not match.objects("dump") & {"C1232", *around}
    match.do("done")
    assert len(match.position.dumps) == 8
    assert {"C1617", "C1035", "C1232"} <= {match.data.board.label(hex) for hex in match.position.dumps}


@pytest.mark.rule("wacht_am_rhein", "25.27-a")
def test_the_german_does_not_see_which_are_true() -> None:
    views = []
    for first, second in ((2, 3), (6, 7)):
        match = set_up()
        match.do("done")
        places = [match.data.board.label(hex) for hex in match.position.dumps]
        match.do(f"true {places[first]}")
        assert match.offers() == {f"true {hex}" for hex in places[2:] if hex != places[first]}
        match.do(f"true {places[second]}")
        assert len(match.position.true_dumps) == 4
        seen = match.position.view(0)
        assert seen.true_dumps == ()
        assert match.position.view(1).true_dumps == match.position.true_dumps
        views.append((seen.digest(), [event.code for event in match.log(0)]))
        for seed in range(3):
            truth = seen.determinize(str(seed))
            assert len(truth.true_dumps) == 4
            assert set(truth.true_dumps) <= set(truth.dumps)
    assert views[0] == views[1]


@pytest.mark.rule("wacht_am_rhein", "25.27-b")
def test_a_dump_is_captured_by_who_enters_its_hex() -> None:
    match = scene(f"{GERMAN} C1331")
    dumps(match, "C1332", "C1232", "C1035", true=("C1332", "C1035"))
    match.do(f"move {GERMAN}", "to C1332")
    assert (match.position.dumps_lost, len(match.position.dumps)) == (1, 2)
    assert match.told("dump-captured")
    false = scene(f"{GERMAN} C1231")
    dumps(false, "C1232", true=())
    false.do(f"move {GERMAN}", "to C1232")
    assert (false.position.dumps_lost, false.position.dumps) == (0, ())


@pytest.mark.rule("wacht_am_rhein", "25.27-b")
def test_who_passes_through_captures_as_well_and_headquarters_do_not() -> None:
    match = scene(f"{TANK} C1331")
    there = match.hex("C1332")
    match.position.put(match.unit("GE-ISS_HQ-H"), there)
    dumps(match, "C1332", true=("C1332",))
    match.position.put(match.unit("GE-ISS_HQ-H"), there)
    assert match.position.dumps_lost == 0
    unit = match.unit(TANK)
    match.position.capture_dump(unit, there)
    assert match.position.dumps_lost == 1


@pytest.mark.rule("wacht_am_rhein", "25.27-b")
def test_a_march_past_a_dump_takes_it() -> None:
    """The cheapest way from C1331 leads through a hex with a marker."""
    match = scene(f"{GERMAN} C1331")
    match.do(f"move {GERMAN}")
    far = next(
        hex
        for hex in sorted(match.destinations())
        if len(match.tells(f"to {hex}").path) == 3 and match.tells(f"to {hex}").path[1] not in match.position.dumps
    )
    passed = match.tells(f"to {far}").path[1]
    match.position.dumps = match.position.true_dumps = (passed,)
    match.do(f"to {far}")
    assert match.position.dumps_lost == 1


@pytest.mark.rule("wacht_am_rhein", "25.27-b")
def test_an_advance_past_a_dump_takes_it() -> None:
    match = scene(f"{TANK} C1615, US-c32-I C1616", "german combat").dice(6)
    dumps(match, "C1616", true=("C1616",))
    match.do("attack C1616", f"join {TANK}", "go", "apply")
    while match.prompt_code() != "choose-advance":
        match.do(min(match.offers()))
    match.do(f"advance {TANK}")
    match.position.pass_dumps(match.unit("US-99_V-H"), [match.hex("C1616")])
    assert match.position.dumps_lost == 0, "the Allies leave theirs alone"
    beyond = sorted(match.objects("along") - {"C1616"})[0]
    match.do(f"along {beyond}")
    assert match.position.dumps_lost == 1


@pytest.mark.rule("wacht_am_rhein", "10.94-f", "25.27-b")
@pytest.mark.parametrize("through", ["C1516", "C1617"])
def test_a_tank_that_advances_takes_the_dumps_on_the_way_its_owner_chose(through: str) -> None:
    """Both ways to C1517 are three hexes long; one leads through a hex with a marker."""
    units = f"{TANK} C1615, US-c32-I C1616"
    match = scene(units, "german combat").dice(1)
    dumps(match, "C1617", true=("C1617",))
    match.do("attack C1616", f"join {TANK}", "go", "apply")
    while match.prompt_code() != "choose-advance":
        match.do(min(match.offers()))
    match.do(f"advance {TANK}")
    along = match.data.game.verbs.named("along")
    way = match.about(along + match.hex("C1517"), [match.hex(through)]).path
    assert len(way) == 3
    match.apply(along + match.hex("C1517"), path=list(way))
    assert match.position.dumps_lost == (through == "C1617")


# --- what wins (25.27) -------------------------------------------------------------------------------------------


def verdict(*units: str, out: int = 0, lost: int = 0) -> str:
    ids = [p.id for p in box(PEIPER).counters if p.side == 0 and p.battalion and p.id != GERMAN]
    gone = [f"{id} {EXITED}" for id in ids[:out]]
    match = scene(", ".join([f"{GERMAN} C1409", *units, *gone]), clocks=[f"dumps_lost = {lost}"])
    return LEVELS[level(match.position)]


@pytest.mark.rule("wacht_am_rhein", "25.27-d")
@pytest.mark.parametrize(
    ("out", "expected"),
    [
        *((out, "german-decisive") for out in (18, 19)),
        *((out, "german-substantive") for out in (12, 17)),
        *((out, "german-marginal") for out in (6, 11)),
        *((out, "draw") for out in (1, 5)),
    ],
)
def test_levels_by_exits(out: int, expected: str) -> None:
    assert verdict("US-1_422_106-I C2723", out=out) == expected


@pytest.mark.rule("wacht_am_rhein", "25.27-e")
def test_allied_levels() -> None:
    st_vith = "US-1_422_106-I C2723"
    assert [verdict(st_vith, lost=lost) for lost in (0, 1, 2)] == [
        "allied-decisive",
        "allied-substantive",
        "allied-substantive",
    ]
    assert verdict() == "allied-marginal"
    assert verdict("US-7A_VIII-H C2723") == "allied-decisive", "headquarters are units (WAR-R176)"


@pytest.mark.rule("wacht_am_rhein", "25.27-f")
def test_three_dumps_shift_the_level() -> None:
    """The worked example: a marginal Allied victory becomes a draw."""
    assert verdict(lost=3) == verdict(lost=4) == "draw"
    assert verdict("US-1_422_106-I C2723", lost=3) == "allied-marginal"
    assert verdict(out=5, lost=3) == "german-marginal"
    assert verdict(out=18, lost=4) == "german-decisive"


@pytest.mark.rule("wacht_am_rhein", "25.27-c")
def test_exits_of_the_north_and_west() -> None:
    match = scene(f"{GERMAN} C0138")
    match.do(f"move {GERMAN}")
    assert match.objects("exit") <= {"C0133", "C0135", "C0137", "C0138", "C0143", "C1251", "C1551"}
    assert "C0138" in match.objects("exit")
    assert match.why("exit C0140") == ("no-exit-there", "25.27")


# --- special rules -----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "25.24a")
def test_the_first_ss_never_goes_short() -> None:
    units = f"{TANK} C1431, GE-1P_ISS-H C2106"
    match = scene(units, "german supply", turn=8)
    assert Survey(match.position, 0).finding(match.unit(TANK)) == CUT
    assert match.position.supply[match.unit(TANK)] == SUPPLIED
    other = "GE-2_12_12P_SS-T-V"
    twelfth = scene(f"{other} C1431, GE-12P_ISS-H C2106", "german supply", turn=8)
    assert twelfth.position.supply[twelfth.unit(other)] == OUT_OF_COMMUNICATIONS


@pytest.mark.rule("wacht_am_rhein", "25.24b")
def test_the_116th_stays_in_the_south() -> None:
    match = scene("GE-3_16_116P-T-V C3316")
    match.do("move GE-3_16_116P-T-V")
    assert match.destinations()
    assert all(int(hex[1:3]) >= 33 for hex in match.destinations() if hex.startswith("C"))


@pytest.mark.rule("wacht_am_rhein", "25.24b")
def test_the_116th_attacks_into_row_32_but_neither_advances_nor_retreats_there() -> None:
    tanks, others = "GE-3_16_116P-T-V", "GE-1_183_62-I"
    match = scene(f"{tanks} C3316, {others} C3316, US-c32-I C3216", "german combat")
    match.dice(1, 1)
    match.do("attack C3216", f"join {tanks}", f"join {others}", "go", "apply")
    while "hit US-c32-I" in match.offers():
        match.do("hit US-c32-I")
    assert match.objects("advance") == {others}
    p, south, north = match.position, match.hex("C3316"), match.hex("C3216")
    assert step_cost(p, match.unit(tanks), south, north) == NO_WAY
    assert north not in hexes_back(p, [match.unit(tanks)], ())
    assert step_cost(p, match.unit(others), south, north) != NO_WAY


@pytest.mark.rule("wacht_am_rhein", "25.25")
def test_half_of_the_air_points() -> None:
    assert box(PEIPER).scenario_data.air_divided_by == 2


@pytest.mark.rule("wacht_am_rhein", "14.12-f")
def test_detachments_whose_headquarters_take_no_part() -> None:
    battalion = "GE-3_16_116P-T-V"
    match = scene(f"{battalion} C3210", turn=8)
    assert Survey(match.position, 0).finding(match.unit(battalion)) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.33")
def test_brigades_use_any_headquarters() -> None:
    brigade = "GE-1_FBx-M"
    match = scene(f"{brigade} C3210", turn=12)
    assert Survey(match.position, 0).finding(match.unit(brigade)) == TRACED


# --- reinforcements (25.23) --------------------------------------------------------------------------------------


def drawn(*dice: int, rolls: int = 1) -> Counter[str]:
    """The formations and tanks that so many rolls bring."""
    ids = [id for group in box(PEIPER).scenario_data.variable for id in group.units]
    match = scene(f"{GERMAN} C1409, {', '.join(f'{id} {TRACK}' for id in ids)}", turn=5)
    match.dice(*dice)
    for _ in range(rolls):
        roll_for_variable(match.position)
    units = [unit for unit in map(match.unit, ids) if match.position.drawn[unit]]
    pieces = [match.data.counters[unit] for unit in units]
    return Counter(piece.formation or piece.model for piece in pieces)


@pytest.mark.rule("wacht_am_rhein", "22.2-a", "25.23-b")
def test_the_variable_reinforcements() -> None:
    assert drawn(1) == {"246": 10}
    assert drawn(2) == drawn(3) == {"VI": 1}
    assert drawn(4) == {"V": 1}
    assert drawn(5) == {"IV": 1}
    assert drawn(6, 1) == drawn(6, 2) == {"11P": 12}
    assert drawn(6, 3) == drawn(6, 4) == {"10P(SS)": 16}
    assert drawn(6, 5) == drawn(6, 6) == {}


@pytest.mark.rule("wacht_am_rhein", "22.2-b")
def test_what_has_come_does_not_come_again() -> None:
    """The worked example: the 246th once."""
    assert drawn(1, 1, rolls=2) == {"246": 10}
    assert drawn(4, 4, rolls=2) == {"V": 1}
    assert drawn(2, 3, 2, rolls=3) == {"VI": 2}


@pytest.mark.rule("wacht_am_rhein", "22.2-a")
@pytest.mark.parametrize(("turn", "rolls"), [(1, 0), (2, 1), (3, 0), (5, 1), (6, 0), (7, 0)])
def test_the_die_is_rolled_on_mornings(turn: int, rolls: int) -> None:
    match = scene(f"{GERMAN} C1409", "german columns", turn=turn)
    events = [event.code for event in match.position.events]
    assert sum("variable" in code for code in events) == rolls


@pytest.mark.rule("wacht_am_rhein", "22.2-c")
def test_they_come_by_the_eastern_roads() -> None:
    unit = "GE-ISS-T-V"
    match = scene(f"{GERMAN} C1409, {unit} {TRACK} drawn=5", "german columns", turn=6)
    match.skip_to("choose-move").do(f"move {unit}")
    assert match.objects("enter") == {"C0801", "C1401", "C2101", "C2501", "C3101"}


@pytest.mark.rule("wacht_am_rhein", "14.3-e")
def test_a_division_is_attached_when_it_arrives() -> None:
    first, second = "GE-1_8_3PG-MOT", "GE-2_8_3PG-MOT"
    match = scene(f"{first} {TRACK}, {second} {TRACK}", "german columns", turn=12)
    match.do(f"move {first}", "enter C1401")
    assert match.objects("attach") == {"GE-ISS_HQ-H", "GE-LXVI_HQ-H"}
    match.do("attach GE-LXVI_HQ-H")
    assert match.prompt_code() == "choose-destination"
    match.do(f"to {sorted(match.destinations())[0]}", f"move {second}", "enter C2501")
    assert match.prompt_code() == "choose-destination", "once for the whole division"
    near = match.hex("C3210")
    match.position.put(match.unit(first), near)
    assert Survey(match.position, 0).finding(match.unit(first)) == TRACED


@pytest.mark.rule(
    "wacht_am_rhein", "25.23-a", "22.1-07", "22.1-09", "22.1-10", "22.1-12", "22.1-13", "22.2-11", "22.2-14"
)
def test_the_schedule() -> None:
    arriving = Counter((p.side, p.arrives) for p in box(PEIPER).counters if 0 < p.arrives < 99)
    allied = {5: 21, 6: 6, 7: 6, 8: 4, 9: 5, 10: 24, 11: 30, 12: 1, 13: 7, 14: 6}
    assert {turn: n for (side, turn), n in arriving.items() if side} == allied
    assert {turn: n for (side, turn), n in arriving.items() if not side} == {11: 5, 12: 30, 14: 2}
    pieces = {p.id: (p.arrives, p.place) for p in box(PEIPER).counters}
    assert pieces["US-9_V-H"] == (7, "C7")
    assert pieces["US-613_V-T-M36"] == (7, "C7")
    assert pieces["US-195_VII-A-8in"] == (12, "C7")
    assert pieces["US-82_XVIII-H"] == (11, "C3549")
    assert not any(p.formation == "2P(SS)" for p in box(PEIPER).counters)


# --- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "25.22-a", "25.22-d", "25.22-f", "25.22-g")
def test_the_set_up() -> None:
    match = set_up()
    assert {match.place(id) for id in ("US-2_393_99-I", "US-324_99xx-E")} == {"C1113"}
    assert match.place("US-106_VIII-H") == "C2723"
    assert match.place("GE-116Pxx-SPA-150") == "C3514"
    assert [match.place(f"GE-{corps}_HQ-H") for corps in ("ISS", "LXVII", "LXVI")] == ["C1408", "C0710", "C3209"]
    assert match.place("US-32_VIII-R") == "C2632"


@pytest.mark.rule("wacht_am_rhein", "25.22-h")
def test_no_german_starts_beside_the_enemy() -> None:
    match = set_up()
    p, german = match.position, match.data.sides[match.unit(GERMAN)]
    assert not p.hexes_of(german) & p.front(german)
    assert not any(p.march[unit] for unit in p.on_map(german))


@pytest.mark.rule("wacht_am_rhein", "11.1-e2")
def test_guns_of_the_chosen_corps_support_a_division_fully() -> None:
    """3 PG is attached to LXVI: its corps guns have full strength, those of ISS half; errata 11.1 for VG as well."""
    unit, guns = "GE-1_8_3PG-MOT", ("GE-LXVI-A-150", "GE-ISS-A-150-1")
    match = scene(f"{unit} C2009, {guns[0]} C2011 battery, {guns[1]} C2011 battery", turn=12)
    p = match.position
    for chosen, points in (("GE-LXVI_HQ-H", (8, 4)), ("GE-ISS_HQ-H", (4, 8))):
        p.attached = (("3PG", match.unit(chosen)),)
        p.forget_all()
        assert tuple(barrage_points(p, match.unit(gun), (match.unit(unit),)) for gun in guns) == points
    assert not is_unattached(p, match.unit(unit))
    p.attached = ()
    assert is_unattached(p, match.unit(unit))
    assert not is_unattached(p, match.unit("GE-1_352_246-I")), "the errata name its corps"


@pytest.mark.rule("wacht_am_rhein", "25.21")
def test_sixteen_game_turns_on_map_c() -> None:
    data = box(PEIPER)
    assert (data.scenario_data.last_turn, data.turns[15].kind) == (16, "night")
    assert {data.board.label(hex)[0] for hex in data.board.hexes} == {"C"}
    assert data.board.find("D2020") is None


@pytest.mark.rule("wacht_am_rhein", "25.22-b", "25.22-c")
def test_the_2nd_and_106th_divisions_are_set_up() -> None:
    """The lines of the 2nd are lost and rebuilt from history; those of the 106th are printed."""
    match = set_up()
    printed = {
        "C2112": ["R", "W"],
        "C2116": ["275/VIII"],
        "C2223": ["168/VIII", "2/423/106"],
        "C2311": ["L", "R"],
        "C2414": ["592/106xx"],
        "C2511": ["D", "R"],
        "C2514": ["589/106xx"],
        "C2624": ["578/VIII", "740/VIII"],
        "C2632": ["32/VIII"],
        "C2711": ["1/422/106"],
        "C2723": ["106/VIII", "770/VIII", "965/VIII"],
        "C2815": ["590/106xx"],
        "C2819": ["559/VIII"],
        "C2912": ["2/422/106"],
        "C2920": ["561/VIII"],
        "C2921": ["1/424/106"],
        "C3012": ["3/422/106"],
        "C3016": ["81/106xx"],
        "C3113": ["1/423/106"],
        "C3114": ["3/423/106"],
        "C3116": ["R", "W"],
        "C3319": ["2/424/106", "W"],
        "C3323": ["333/VIII", "771/VIII"],
        "C3420": ["591/106xx"],
        "C3519": ["3/424/106"],
    }
    found = {}
    for hex in printed:
        pieces = [match.data.counters[unit] for unit in match.position.units_in(match.hex(hex))]
        found[hex] = sorted(piece.company or piece.designation for piece in pieces)
    assert found == printed
    positions = match.position.positions
    assert {positions[match.hex(hex)] for hex in ("C2112", "C2311", "C2511")} == {ENTRENCHED}
    assert {positions[match.hex(hex)] for hex in ("C2711", "C2912", "C3012", "C3113", "C3116", "C3519")} == {IMPROVED}
    second = [piece for piece in match.data.counters if piece.formation == "2" and not piece.arrives]
    on_map = [piece.designation for piece in second if match.position.where[match.unit(piece.id)] >= 0]
    assert len(on_map) == len(second) == 17, "nine battalions, guns, tanks, engineers and a headquarters"


@pytest.mark.rule("wacht_am_rhein", "25.22-e")
@pytest.mark.parametrize(
    ("id", "middle", "radius"),
    [
        ("GE-1_980_272-I", "C0214", 1),
        ("GE-272xx-A-150", "C0214", 1),
        ("GE-1_751_326-I", "C0612", 2),
        ("GE-1_989_277-I", "C1109", 2),
        ("GE-1_27_12-I", "C1709", 2),
        ("GE-1_5_3FJ-P", "C2008", 2),
        ("GE-1_294_18-I", "C2508", 1),
        ("GE-18xx-REP", "C2508", 1),
        ("GE-1_293_18-I", "C3110", 1),
        ("GE-1_183_62-I", "C3514", 3),
    ],
)
def test_german_divisions_are_placed_within_their_radius(id: str, middle: str, radius: int) -> None:
    data = box(PEIPER)
    near = data.within[radius][data.board.hex(middle)]
    assert data.deployable[data.unit(id)] == {hex for hex in near if hex in data.board}


@pytest.mark.rule("wacht_am_rhein", "25.22-e")
def test_panzer_divisions_start_on_their_roads() -> None:
    match, data = set_up(), box(PEIPER)
    for id, hexes in (
        ("GE-2_1_1P_SS-T-V", [f"C210{n}" for n in range(1, 7)]),
        ("GE-1_2_12P_SS-M", [f"C140{n}" for n in range(2, 8)]),
    ):
        assert data.deployable[data.unit(id)] == {data.board.hex(hex) for hex in hexes}
    for id in ("GE-1_150Px-T", "GE-2_150Px-M"):
        assert match.at(id, "C2205")


@pytest.mark.rule("wacht_am_rhein", "25.24c")
def test_green_divisions() -> None:
    green = {piece.formation for piece in box(PEIPER).counters if "standard" in piece.green and not piece.arrives}
    assert green == {"99", "106", "9A", "272", "326", "277", "62"}


@pytest.mark.rule("wacht_am_rhein", "25.24d")
def test_the_rules_of_the_first_day_hold_until_game_turn_3() -> None:
    """Surprise, and American protective fire that is halved before dawn; nobody is supplied or capped by them later."""
    gun, target = "US-370_99xx-A-105", "US-1_393_99-I"
    for turn, points, first_day in ((1, 1, True), (2, 2, True), (3, 2, True), (4, 2, False)):
        match = scene(f"{gun} C1413 battery, {target} C1312", turn=turn)
        p = match.position
        assert protective_points(p, match.unit(gun), (match.unit(target),)) == points
        assert p.is_first_day() == first_day
        assert is_capped(p, 0) != first_day


@pytest.mark.rule("wacht_am_rhein", "25.26-a")
def test_on_game_turn_2_the_32nd_cavalry_must_be_committed() -> None:
    cavalry, others = "US-32_VIII-R", "US-1_424_106-I"
    match = scene(f"{cavalry} C2632, {others} C2921, {GERMAN} C1409", "allied commit", turn=2, committed=False)
    assert match.offers() == {f"commit {cavalry}"}
    assert match.why("done") == ("must-commit", "25.26")
    assert match.why(f"commit {others}") == ("cannot-be-committed", "25.16")
    match.do(f"commit {cavalry}")
    assert match.skip_to("choose-move").movers() == {cavalry}


@pytest.mark.rule("wacht_am_rhein", "25.26-b")
def test_german_armour_of_two_divisions_waits_for_game_turn_2() -> None:
    tanks, foot, engineers = "GE-2_1_1P_SS-T-V", "GE-1_1_1P_SS-M", "GE-12_12Pxx_SS-E"
    units = f"{tanks} C2101, {foot} C2102, {engineers} C1402, {GERMAN} C1409"
    for turn, held in ((1, {tanks, engineers}), (2, set[str]())):
        match = scene(units, "german commit", turn=turn, committed=False).skip_to("choose-move")
        assert {id for id in (tanks, foot, engineers, GERMAN) if not match.column("committed", id)} == held
        assert held.isdisjoint(match.movers())
