"""24.3 Truppeneinheit."""

from __future__ import annotations

import pytest

from ardennes.engine.advice import Script
from ardennes.games.wacht_am_rhein.rules.field import NONE, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, PARTS
from ardennes.games.wacht_am_rhein.rules.retreats import hexes_back
from ardennes.games.wacht_am_rhein.rules.terrain import MODES, modes_of
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import start_hexes, survive, zones_on_the_way
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side
from ardennes.players.advisers import advice_for
from tests.wacht_am_rhein.fields import GAME, Battlefield, box, field, moving

PEIPER, OPTION = "kampfgruppe_peiper", ["truppeneinheit"]
COLUMN, OTHER, COMPANY, TANKS = "US-1_395_99-I", "US-2_395_99-I", "US-254_V-E", "GE-1_1_1P_SS-M"
STAFFS = "GE-ISS_HQ-H C1408, US-99_V-H C0150"
BEFORE, ROAD, HERE = "C1831", ("C1832", "C1933"), "C2032"
"""A road through woods that comes to a fork where they are."""


def about(units: str, moment: str, *, at: str = HERE, **more: object) -> Battlefield:
    """Some of them in hexes, with other units."""
    board = box(PEIPER, OPTION).board
    hexes = [int(board.hex(label)) for label in at.split()]
    there = f"{units}, {STAFFS}" if units else STAFFS
    return field(there, moment, scenario=PEIPER, options=OPTION, clocks=[f"truppeneinheit = {hexes}"], **more)  # type: ignore[arg-type]


def asked_side(match: Battlefield) -> int | None:
    return match.asked.side if match.asked is not None else None


def after(match: Battlefield, *words: str) -> Battlefield:
    match.do(*words)
    return match


def stops(match: Battlefield) -> list[str]:
    return [match.data.board.label(hex) if hex >= 0 else "" for hex in match.position.truppeneinheit]


# --- the set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.31")
def test_four_start_within_a_hex_of_an_ss_unit() -> None:
    match = Battlefield.new(GAME, scenario=PEIPER, options=OPTION, seed="test", automatic=False)
    match.skip_to("choose-truppeneinheit-start", "choose-true")
    while match.prompt_code() != "choose-truppeneinheit-start":
        match.do(sorted(match.offers())[0])
        match.skip_to("choose-truppeneinheit-start", "choose-true")
    p, board = match.position, match.data.board
    assert asked_side(match) == GERMAN
    ss = [p.where[unit] for unit in p.on_map(GERMAN) if "SS" in match.data.counters[unit].id.split("-A-")[0]]
    away = {hex: min(distance(board.grid, hex, each) for each in ss) for hex in board.hexes}
    offered = match.goals("saboteurs")
    assert offered == {hex for hex in board.hexes if away[hex] <= 1 and p.side_in(hex) != ALLIED}
    two_away = next(board.label(hex) for hex in board.hexes if away[hex] == 2 and p.side_in(hex) != ALLIED)
    assert match.why(f"saboteurs {two_away}") == ("cannot-infiltrate-there", "24.31")
    first = board.label(min(offered))
    for placed in range(4):
        assert len(p.truppeneinheit) == placed
        assert "done" not in match.offers()
        match.do(f"saboteurs {first}")
    assert stops(match) == [first] * 4
    assert match.prompt_code() != "choose-truppeneinheit-start"


@pytest.mark.rule("wacht_am_rhein", "24.31")
@pytest.mark.parametrize(
    ("unit", "hex", "counts"),
    [
        ("GE-1_1_1P_SS-M", "C1010", True), ("GE-ISS-A-150-1", "C1010", True), ("GE-ISS_HQ-H", "C1010", True),
        ("GE-1_1_1P_SS-M", "D2019", False), ("GE-1_27_12-I", "C1010", False),
    ],
)  # fmt: skip
def test_which_units_are_ss_and_where(unit: str, hex: str, counts: bool) -> None:
    match = field(f"{unit} {hex}, US-28_VIII-H D0150", scenario="campaign", options=OPTION)
    p, around = match.position, match.data.board.around
    expected = {match.hex(hex), *around(match.hex(hex))} if counts else set()
    assert set(start_hexes(p)) == expected


@pytest.mark.rule("wacht_am_rhein", "24.31", "26.4b")
def test_only_in_two_scenarios_and_with_the_option() -> None:
    assert box(PEIPER, OPTION).scenario_data.truppeneinheit is not None
    assert box("campaign", OPTION).scenario_data.truppeneinheit is not None
    assert box(PEIPER).scenario_data.truppeneinheit is None
    assert modes_of(box(PEIPER)) == MODES
    game = box(PEIPER).game
    for scenario in ("bastogne", "race_for_the_meuse"):
        assert "truppeneinheit" in game.info.scenarios[scenario].barred
        assert box(scenario).scenario_data.truppeneinheit is None


# --- on their way ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.32-a")
@pytest.mark.parametrize("moment", ["german roam", "german bonus roam"])
def test_twenty_hexes_over_any_ground_through_zones_but_not_onto_an_enemy(moment: str) -> None:
    match = about(f"{COLUMN} C1933, {OTHER} C2133", moment)
    match.do(f"saboteurs {HERE}")
    board, start = match.data.board, match.hex(HERE)
    held = {match.hex("C1933"), match.hex("C2133")}
    within = {hex for hex in board.hexes if distance(board.grid, start, hex) <= 20} - held - {start}
    assert match.goals() == within
    assert max(distance(board.grid, start, hex) for hex in within) == 20
    farther = next(hex for hex in board.hexes if distance(board.grid, start, hex) == 21)
    assert match.why(f"to {board.label(farther)}") == ("cannot-sneak-there", "24.32")
    assert match.why("to C1933") == ("cannot-sneak-there", "24.32")


@pytest.mark.rule("wacht_am_rhein", "24.32-a")
def test_each_moves_once_and_none_has_to() -> None:
    match = about("", "german roam", at=f"{HERE} C1010")
    assert match.objects("saboteurs") == {HERE, "C1010"}
    match.do(f"saboteurs {HERE}", "to C2031")
    assert match.objects("saboteurs") == {"C1010"}
    match.do("saboteurs C1010", "done")
    assert stops(match) == ["C2031", "C1010"]
    assert match.prompt_code() != "choose-truppeneinheit"
    assert about("", "allied roam").prompt_code() != "choose-truppeneinheit"


@pytest.mark.rule("wacht_am_rhein", "24.32-b")
def test_only_hexes_in_rigid_zones_count_each_once() -> None:
    match = about(f"{COLUMN} C1933, {OTHER} C1933", "german roam", at="C2127")
    start, board = match.hex("C2127"), match.data.board
    zones = zones_on_the_way(match.position, start)
    assert zones[match.hex(HERE)] == 1, "two battalions, one zone"
    assert zones[match.hex("C2140")] == 0, "it goes round"
    inside = about(f"{COLUMN} C1933", "german roam")
    beside = zones_on_the_way(inside.position, inside.hex(HERE))
    both = set(board.around(inside.hex(HERE))) & set(board.around(inside.hex("C1933")))
    assert {beside[hex] for hex in both} == {1}, "the zone it leaves is not entered"


@pytest.mark.rule("wacht_am_rhein", "24.32-b")
def test_a_fluid_zone_needs_no_die() -> None:
    match = about(f"{COMPANY} C1933", "german roam", at="C2031")
    start = match.hex(HERE)
    assert match.position.in_enemy_zone(start, GERMAN)
    assert not match.position.in_rigid_zone(start, GERMAN)
    match.do("saboteurs C2031")
    assert not match.tells(f"to {HERE}").chances
    match.do(f"to {HERE}")
    assert stops(match) == [HERE]
    assert not match.told("comes-through")


@pytest.mark.rule("wacht_am_rhein", "24.35", "24.32-b")
@pytest.mark.parametrize(("zones", "lost_from"), [(1, 6), (2, 5), (3, 4), (4, 3)])
@pytest.mark.parametrize("die", range(1, 7))
def test_who_is_caught(zones: int, lost_from: int, die: int) -> None:
    match = about("", "german roam").dice(die)
    survive(match.position, 0, zones)
    assert (match.position.truppeneinheit[0] < 0) == (die >= lost_from)


@pytest.mark.rule("wacht_am_rhein", "24.32-b", "24.35")
@pytest.mark.parametrize(("die", "caught"), [(5, False), (6, True)])
def test_a_die_after_a_rigid_zone_and_for_good(die: int, caught: bool) -> None:
    match = about(f"{COLUMN} C1933", "german roam", at="C2031").dice(die)
    match.do("saboteurs C2031")
    assert match.tells(f"to {HERE}").chances == pytest.approx({"comes-through": 5 / 6, "is-caught": 1 / 6})
    match.do(f"to {HERE}")
    assert stops(match) == ["" if caught else HERE]
    assert bool(match.told("is-caught")) == caught


# --- what they are ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.32-c")
def test_they_are_in_nobodys_way_and_cannot_be_attacked() -> None:
    match = about(f"{COLUMN} C1933, {TANKS} C1832", "allied combat")
    p, here = match.position, match.hex(HERE)
    assert not p.units_in(here)
    assert p.side_in(here) not in (GERMAN, ALLIED)
    assert not p.in_enemy_zone(match.hex("C2133"), ALLIED)
    assert match.why(f"attack {HERE}")[0] == "no-enemy-there"


@pytest.mark.rule("wacht_am_rhein", "24.3-e", "24.32-c")
def test_americans_retreat_onto_them() -> None:
    match = about(f"{COLUMN} C1933, {TANKS} C1832", "german combat")
    with_them = set(hexes_back(match.position, [match.unit(COLUMN)], []))
    without = field(f"{COLUMN} C1933, {TANKS} C1832, {STAFFS}", "german combat", scenario=PEIPER)
    assert with_them == set(hexes_back(without.position, [without.unit(COLUMN)], []))
    assert match.hex(HERE) in with_them


@pytest.mark.rule("wacht_am_rhein", "24.3-e", "24.32-c")
def test_they_find_no_fuel_and_need_no_supply() -> None:
    board = box(PEIPER, OPTION).board
    dump = int(board.hex("C2031"))
    clocks = [f"dumps = [{dump}]", f"true_dumps = [{dump}]", f"truppeneinheit = [{int(board.hex(HERE))}]"]
    match = field(STAFFS, "german roam", scenario=PEIPER, options=OPTION, clocks=clocks)
    match.do(f"saboteurs {HERE}", "to C2031")
    assert match.position.dumps == (dump,)
    assert not match.position.dumps_lost
    assert not any(piece.type == "CMD" for piece in match.data.counters), "they are no units at all"


@pytest.mark.rule("wacht_am_rhein", "24.32-c", "24.33")
def test_who_is_in_tactical_mode_passes_by() -> None:
    with_them = moving(f"{COLUMN} C1933, {STAFFS}", COLUMN, "allied move", scenario=PEIPER, options=OPTION,
                       clocks=[f"truppeneinheit = [{int(box(PEIPER, OPTION).board.hex(HERE))}]"])  # fmt: skip
    without = moving(f"{COLUMN} C1933, {STAFFS}", COLUMN, "allied move", scenario=PEIPER)
    assert with_them.destinations() == without.destinations()
    with_them.do(f"to {HERE}")
    assert with_them.at(COLUMN, HERE)
    assert with_them.prompt_code() != "choose-way-astray"


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_germans_pass_them_and_so_do_headquarters() -> None:
    clocks = [f"truppeneinheit = [{int(box(PEIPER, OPTION).board.hex(HERE))}]"]
    for unit, moment in (("GE-1_1_1P_SS-M C1831 march", "german move"), ("US-99_V-H C1831", "allied move")):
        found = []
        for options, more in ((OPTION, clocks), ([], [])):
            others = "GE-ISS_HQ-H C1408, US-2_V-H C0150"
            match = moving(f"{unit}, {others}", unit.split()[0], moment, scenario=PEIPER, options=options, clocks=more)
            found.append(match.destinations())
        assert found[0] == found[1]
        assert "C2131" in found[0]


# --- sabotage --------------------------------------------------------------------------------------------------------


def come_upon(others: str = "", die: int = 1, unit: str = COLUMN) -> Battlefield:
    """A column has marched along the road to where they are."""
    units = f"{unit} {BEFORE} march" + (f", {others}" if others else "")
    match = about(units, "allied move").dice(die, *(3,) * 40)
    return after(match, f"move {unit}", f"to {HERE}")


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_a_column_halts_where_they_are() -> None:
    spent = PARTS * 6 - 4 * PARTS // 3
    column = f"{COLUMN} {BEFORE} march spent={spent}"
    match = after(about(column, "allied move"), f"move {COLUMN}")
    plain = moving(f"{column}, {STAFFS}", COLUMN, "allied move", scenario=PEIPER)
    assert plain.destinations() - match.destinations() == {"C2031", "C2133"}
    assert HERE in match.destinations()
    assert match.price(*ROAD, HERE, "C2031") is None
    shut = after(about(f"{COLUMN} C2416 march, {TANKS} C2519", "allied move", at="C2517"), f"move {COLUMN}")
    assert shut.why("to C2518") == ("truppeneinheit-in-the-way", "24.33")
    assert match.price(*ROAD, HERE) == plain.price(*ROAD, HERE)


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_the_germans_lead_it_astray_along_roads() -> None:
    match = come_upon()
    assert match.prompt_code() == "choose-way-astray"
    assert asked_side(match) == GERMAN
    board, goals = match.data.board, match.goals()
    passed = {match.hex(label) for label in (BEFORE, *ROAD, HERE)}
    found, edge = {match.hex(HERE): 0}, [match.hex(HERE)]
    for here in edge:
        for there in board.around(here):
            hexside = board.side(here, there)
            bridged = not board.river[hexside] or match.position.has_bridge(hexside)
            if there not in found and there not in passed and board.road[hexside] and bridged:
                found[there] = found[here] + 1
                edge.append(there)
    assert goals == {hex for hex, steps in found.items() if 1 <= steps <= 10}
    assert max(found[hex] for hex in goals) == 10
    farther = next(hex for hex, steps in found.items() if steps == 11)
    for label in (board.label(farther), "C1933", BEFORE):
        assert match.why(f"to {label}") == ("cannot-be-led-there", "24.33")
    far = board.label(max(goals, key=lambda hex: (found[hex], hex)))
    match.do(f"to {far}")
    assert match.at(COLUMN, far)
    assert match.column("march", COLUMN)
    assert asked_side(match) == ALLIED
    assert COLUMN not in match.movers(), "it moves no more"


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_what_closes_the_way() -> None:
    free = come_upon().goals()
    guarded = come_upon(f"{TANKS} C2231").goals()
    zone = field(f"{TANKS} C2231, {STAFFS}", scenario=PEIPER).position
    assert guarded <= {hex for hex in free if not zone.in_enemy_zone(hex, ALLIED)}
    assert guarded < free
    column = come_upon(f"{OTHER} C2031 march").goals()
    board = box(PEIPER).board
    assert board.hex("C2031") in free
    assert board.hex("C2031") not in column
    full = come_upon("US-2_395_99-I C2031, US-3_395_99-I C2031, US-1_393_99-I C2031")
    assert board.hex("C2031") not in full.goals(), "three stand there"
    assert board.hex("C2131") in full.goals(), "but it may pass through"


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_it_may_be_left_where_it_halts_and_halts_all_the_same() -> None:
    match = after(come_upon(die=6), "done")
    assert match.at(COLUMN, HERE)
    assert COLUMN not in match.movers()
    match.do("done")
    assert stops(match) == [HERE], "without sabotage no die"


@pytest.mark.rule("wacht_am_rhein", "24.33", "9.25-d")
def test_both_of_a_team_are_led_astray() -> None:
    company = next(p.id for p in box(PEIPER, OPTION).counters if p.company == "I" and p.nation == "US")
    match = about(f"{COLUMN} {BEFORE}, {company} {BEFORE}", "allied move").dice(*(1,) * 40)
    match.do(f"move {COLUMN}", f"team {company}", f"to {HERE}")
    assert match.prompt_code() == "choose-way-astray"
    match.do("to C2031")
    assert match.at(COLUMN, "C2031")
    assert match.at(company, "C2031")
    assert asked_side(match) == ALLIED
    assert match.prompt_code() != "choose-destination"


@pytest.mark.rule("wacht_am_rhein", "24.34", "24.35")
@pytest.mark.parametrize(("die", "caught"), [(2, False), (3, True)])
def test_who_led_a_column_astray_may_be_caught_at_the_end_of_the_phase(die: int, caught: bool) -> None:
    match = after(come_upon(f"{OTHER} C1010", die), "to C2031")
    assert stops(match) == [HERE], "not before the end of the phase"
    assert match.position.saboteurs == (0,)
    match.do("done")
    assert stops(match) == ["" if caught else HERE]
    assert match.position.saboteurs == ()


@pytest.mark.rule("wacht_am_rhein", "24.33", "24.34")
def test_a_second_column_and_still_one_die() -> None:
    match = come_upon(f"{OTHER} C2133 march").dice(2, *(3,) * 20)
    match.do("to C2031", f"move {OTHER}", f"to {HERE}")
    assert match.prompt_code() == "choose-way-astray"
    match.do("to C1832", "done")
    assert stops(match) == [HERE]
    assert len(match.told("comes-through")) == 1


@pytest.mark.rule("wacht_am_rhein", "24.33")
def test_a_reinforcement_that_enters_where_they_are_halts_too() -> None:
    data = box(PEIPER, OPTION)
    unit = next(piece.id for piece in data.counters if piece.side == ALLIED and piece.arrives == 5 and piece.battalion
                and piece.kind == "infantry")  # fmt: skip
    match = about(f"{unit} turn-track", "allied move", turn=5)
    match.do(f"move {unit}")
    entry = sorted(match.objects("enter"))[0]
    match = about(f"{unit} turn-track", "allied move", turn=5, at=entry)
    match.do(f"move {unit}", f"enter {entry}")
    assert match.prompt_code() == "choose-way-astray"
    assert match.at(unit, entry)
    match.do("done")
    assert unit not in match.movers()


@pytest.mark.rule("wacht_am_rhein", "24.33", "27.4-b")
def test_a_column_that_halts_at_the_edge_does_not_leave_the_map() -> None:
    board = box("campaign", OPTION).board
    others = "GE-ISS_HQ-H C1408, US-99_V-H A0505"
    for mode, number, out in (("march", 0, False), ("", 0, True), ("march", 1, True)):
        there = int(board.hex("C0150" if number == 0 else "C1010"))
        clocks = [f"truppeneinheit = [{there}]"]
        match = field(f"{COLUMN} C0250 {mode}, {others}", "allied move", scenario="campaign", options=OPTION,
                      clocks=clocks)  # fmt: skip
        match.do(f"move {COLUMN}")
        assert ("exit C0150" in match.offers()) == out
        if not out:
            assert match.why("exit C0150") == ("halts-at-the-edge", "24.33")
    already = field(f"{COLUMN} C0150 march, {others}", "allied move", scenario="campaign", options=OPTION,
                    clocks=[f"truppeneinheit = [{int(board.hex('C0150'))}]"])  # fmt: skip
    already.do(f"move {COLUMN}", "exit C0150")
    assert already.position.where[already.unit(COLUMN)] < 0, "it did not enter the hex"


# --- the computer ----------------------------------------------------------------------------------------------------


def script_of(match: Battlefield, side: Side) -> Script[Field]:
    advice = advice_for(match.position.data)
    assert advice is not None
    return advice.script(side, advice.plans(match.position, side)[0])


def test_the_computer_moves_them_and_leads_columns_astray() -> None:
    match = about(f"{COLUMN} C1943 march, {TANKS} C2130", "german roam")
    p, script = match.position, script_of(match, GERMAN)
    for _ in range(2):
        script.act(p)
    assert stops(match) != [HERE]
    assert p.side_in(Hex(p.truppeneinheit[0])) != ALLIED
    led = come_upon()
    script_of(led, GERMAN).act(led.position)
    assert not led.at(COLUMN, HERE)
    assert led.position.exerts[led.unit(COLUMN)] != NONE


@pytest.mark.rule("wacht_am_rhein", "24.33")
@pytest.mark.parametrize(("id", "options", "halts"), [
    ("US-1_395_99-I", [], True), ("US-1_395_99-I", ["sabotage_of_americans"], True),
    ("BE-5Fus_V-I", [], True), ("BE-5Fus_V-I", ["sabotage_of_americans"], False),
])  # fmt: skip
def test_with_an_option_only_american_columns_halt(id: str, options: list[str], halts: bool) -> None:
    """WAR-R172"""
    data = box(PEIPER, [*OPTION, *options])
    clocks = [f"truppeneinheit = [{int(data.board.hex(HERE))}]"]
    match = field(
        f"{id} {BEFORE} march, {STAFFS}", "allied move", scenario=PEIPER, options=[*OPTION, *options], clocks=clocks
    )
    match.do(f"move {id}")
    beyond = [
        hex
        for hex in match.destinations()
        if HERE in {data.board.label(step) for step in match.tells(f"to {hex}").path[:-1]}
    ]
    assert bool(beyond) != halts
