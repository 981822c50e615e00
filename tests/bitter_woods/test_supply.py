"""12.0 Supply: paths, sources, effects, air drops and German shortage; 15.6 the first days."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.field import OUT_OF_SUPPLY
from ardennes.games.bitter_woods.rules.supply import can_trace, sources, supply_line
from tests.bitter_woods.fields import Battlefield, field

FREE = 9
NORTH, SOUTH = "3902", "3904"
"""Two hexes from which the zones of enemies close the ring around 3903."""
RINGED = "3903"
MEUSE_BRIDGES = (
    "2803/2903",
    "3003/3004",
    "3806/3807",
    "4207/4208",
    "4717/4817",
    "4809/4909",
    "4814/4815",
    "4922/5021",
    "5135/5235",
    "5223/5224",
    "5226/5327",
    "5231/5331",
)


def traces(units: str, id: str, **more: object) -> bool:
    """Whether a unit could trace supply now."""
    match = field(units, turn=FREE, **more)  # type: ignore[arg-type]
    return can_trace(match.position, match.unit(id))


def allied_check(units: str, turn: int) -> Battlefield:
    """The Allied supply phase, and then whatever is asked."""
    return field(units, "allied supply", turn=turn)


def next_turn(units: str, turn: int, *dice: int) -> Battlefield:
    """The German supply phase of a turn, with these dice."""
    match = field(f"{units}, 2CCA 4602 reserve", "allied exploit", turn=turn - 1)
    match.dice(*dice).do("done")
    if match.prompt_code() == "choose-air-drop":
        match.do("done")
    return match


# --- paths -----------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "12.1-b", "12.2-a")
@pytest.mark.parametrize(("own", "enemies"), [("26-78", ("28-110", "28-112")), ("28-110", ("26-78", "26-77"))])
def test_zones_all_around_cut_a_unit_off(own: str, enemies: tuple[str, str]) -> None:
    north, south = (f"{id} {hex}" for id, hex in zip(enemies, (NORTH, SOUTH), strict=True))
    assert traces(f"{own} {RINGED}", own)
    assert traces(f"{own} {RINGED}, {north}", own), "a unit in a zone traces from its own hex"
    assert not traces(f"{own} {RINGED}, {north}, {south}", own)


@pytest.mark.rule("bitter_woods", "12.2-e")
@pytest.mark.parametrize(
    ("own", "friend", "enemies"),
    [("26-78", "26-77", ("28-110", "28-112")), ("28-110", "28-112", ("26-78", "26-77"))],
)
def test_a_friend_opens_a_hex_in_a_zone(own: str, friend: str, enemies: tuple[str, str]) -> None:
    """The pictured example."""
    ring = f"{own} {RINGED}, {enemies[0]} {NORTH}, {enemies[1]} {SOUTH}"
    assert not traces(ring, own)
    match = field(ring, turn=FREE)
    around = match.data.board.around(match.hex(RINGED))
    free = [match.data.board.label(hex) for hex in around if match.data.board.label(hex) not in (NORTH, SOUTH)]
    assert any(traces(f"{ring}, {friend} {hex}", own) for hex in free)


@pytest.mark.rule("bitter_woods", "12.2-f")
@pytest.mark.parametrize(("own", "enemy", "gun"), [("26-78", "28-110", "FA-402"), ("28-110", "26-78", "VAK-766")])
def test_a_gun_blocks_its_own_hex_alone(own: str, enemy: str, gun: str) -> None:
    """The pictured example."""
    assert traces(f"{own} {RINGED}, {enemy} {NORTH}, {gun} {SOUTH}", own)
    match = field(f"{own} 0101, {gun} 3702", turn=FREE)
    assert can_trace(match.position, match.unit(own)) is False


@pytest.mark.rule("bitter_woods", "12.2-b", "12.2-c")
@pytest.mark.parametrize("id", ["26-78", "2-3", "28-110"])
def test_four_hexes_to_the_road_over_any_ground(id: str) -> None:
    """The pictured example: the road hex is the fourth, and what lies between does not matter."""
    assert traces(f"{id} 0102", id)
    assert not traces(f"{id} 0101", id)
    assert traces(f"{id} 0102", id, hexes=("0202: interdicted=1", "0203: interdicted=1")), "nor do aircraft"
    assert traces(f"{id} 2426", id), "on the road itself"


@pytest.mark.rule("bitter_woods", "12.2-d")
def test_a_road_may_be_of_any_length() -> None:
    match = field("26-78 5306", turn=FREE)
    assert len(supply_line(match.position, match.unit("26-78"))) > 50


@pytest.mark.rule("bitter_woods", "12.2-g", "13.2-a")
def test_supply_roads_need_their_bridges() -> None:
    assert traces("26-78 4203", "26-78")
    assert not traces("26-78 4203", "26-78", blown=MEUSE_BRIDGES), "too far from the roads of the other bank"
    assert traces("26-78 4107", "26-78", blown=MEUSE_BRIDGES), "the four hexes off the road cross any river"
    assert traces("26-78 4203", "26-78", blown=MEUSE_BRIDGES[1:]), "one bridge is enough"
    assert traces("28-110 4203", "28-110", blown=MEUSE_BRIDGES), "the Allies have roads there"


@pytest.mark.rule("bitter_woods", "12.3-a", "12.3-b")
def test_where_supply_comes_from() -> None:
    match = field("", turn=FREE)
    label = match.data.board.label
    german = {label(hex) for hex in sources(match.position, 0)}
    allied = {label(hex) for hex in sources(match.position, 1)}
    assert {hex[:2] for hex in german} == {"01"}, "the eastern edge"
    north = {hex for hex in allied if hex.endswith("01")}
    assert north == {"1401", "1901", "2701", "3101", "4001", "4701", "5301"}, "west of row 13"
    assert {"2803", "2903"} <= allied, "Liège"
    assert {"5511", "5518", "0635", "5235"} <= allied


@pytest.mark.rule("bitter_woods", "12.3-a")
@pytest.mark.parametrize("id", ["26-78", "2-3", "VAK-388"])
def test_liege_feeds_the_germans_who_hold_it(id: str) -> None:
    match = field(f"{id} 2903", turn=FREE)
    assert match.hex("2903") in sources(match.position, 0)
    assert match.hex("2803") not in sources(match.position, 0), "that hex alone"
    led = field("Dietrich 2903, 26-78 0512", turn=FREE, options=("leaders",))
    assert led.place("Dietrich") == "2903"
    assert led.hex("2903") not in sources(led.position, 0), "a leader holds nothing"


@pytest.mark.rule("bitter_woods", "12.3-b")
def test_liege_is_allied_until_germans_come_and_after_allies_return() -> None:
    match = field("26-78 2904, 28-110 3202", "german move", turn=FREE)
    match.do("move 26-78", "to 2903")
    assert match.hex("2903") not in sources(match.position, 1)
    assert match.hex("2803") in sources(match.position, 1)
    left = field("28-110 2902", "allied move", turn=FREE, hexes=("2903: liege=0",))
    assert left.hex("2903") not in sources(left.position, 1)
    left.do("move 28-110", "to 2903")
    assert left.hex("2903") in sources(left.position, 1)


# --- when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "4.A.1-a", "12.1-a", "12.4-a")
def test_supply_changes_in_supply_phases_alone() -> None:
    cut = f"28-110 {RINGED}, 26-78 {NORTH}, 26-77 {SOUTH}, 2-2 4602 reserve"
    match = field(cut, "german exploit", turn=8)
    assert match.is_supplied("28-110"), "cut off, and not yet out of supply"
    match.do("done")
    assert not match.is_supplied("28-110"), "both sides check in the Allied phase"
    opened = field("28-110 3903 supply, 26-78 4602", "allied move", turn=FREE)
    assert not opened.is_supplied("28-110"), "its road is open, its marker stays"


@pytest.mark.rule("bitter_woods", "4.A.1-a", "12.1-a")
def test_germans_are_checked_in_the_allied_turn_too() -> None:
    match = allied_check("26-78 4602 supply, 28-110 3902", 8)
    assert match.is_supplied("26-78")


@pytest.mark.rule("bitter_woods", "15.6-a", "12.1-b")
@pytest.mark.parametrize(("turn", "supplied"), [(1, True), (4, True), (5, False), (6, False)])
def test_germans_need_no_road_on_the_first_four_turns(turn: int, supplied: bool) -> None:
    units = f"26-78 {RINGED}, 28-110 {NORTH}, 28-112 {SOUTH}"
    for moment in ("german supply", "allied supply"):
        assert field(units, moment, turn=turn).is_supplied("26-78") is supplied


@pytest.mark.rule("bitter_woods", "12.1-b", "12.4-a")
def test_who_loses_supply_and_who_has_it_again_is_told() -> None:
    match = field(f"26-78 {RINGED}, 26-77 2426 supply, 28-110 {NORTH}, 28-112 {SOUTH}", "german supply", turn=FREE)
    told = [(event.code, event.args["units"], event.rule) for event in match.log(None) if "supply" in event.code]
    assert told[:2] == [
        ("out-of-supply", (match.unit("26-78"),), "12.4"),
        ("in-supply-again", (match.unit("26-77"),), "12.1"),
    ]


@pytest.mark.rule("bitter_woods", "15.6-a")
def test_the_allies_do_from_the_start() -> None:
    assert not field(f"28-110 {RINGED}, 26-78 {NORTH}, 26-77 {SOUTH}", "german supply", turn=1).is_supplied("28-110")


# --- effects ---------------------------------------------------------------------------------------------


def attack(units: str, target: str, side: str, *joined: str) -> Battlefield:
    match = field(units, f"{side} combat", turn=FREE)
    match.do(f"attack {target}", *(f"join {id}" for id in joined))
    return match


@pytest.mark.rule("bitter_woods", "12.4-b")
def test_out_of_supply_halves_attacks_unit_by_unit() -> None:
    assert attack("2-3 3702 supply, 28-110 3703", "3703", "german", "2-3").tally("attack") == 5, "nine halved"
    two = attack("326-751 3702 supply, 326-752 3702 supply, 28-110 3703", "3703", "german", "326-751", "326-752")
    assert two.tally("attack") == 4, "two and two of three and three"
    assert attack("28-110 3702 supply, 26-78 3703", "3703", "allied", "28-110").tally("attack") == 3


@pytest.mark.rule("bitter_woods", "12.4-c")
def test_defence_is_not_halved() -> None:
    assert attack("2-3 3702, 28-110 3703 supply", "3703", "german", "2-3").tally("defence") == 5
    assert attack("28-110 3702, 2-3 3703 supply", "3703", "allied", "28-110").tally("defence") == 9


@pytest.mark.rule("bitter_woods", "12.4-d")
@pytest.mark.parametrize(
    ("id", "moment", "points"),
    [("9CCB", "allied", 3), ("28-110", "allied", 2), ("2-3", "german", 2), ("26-78", "german", 2)],
)
def test_allowances_are_halved(id: str, moment: str, points: int) -> None:
    assert field(f"{id} 3702 supply", f"{moment} move", turn=FREE).allowance(id) == points


@pytest.mark.rule("bitter_woods", "12.4-d")
def test_exploitation_is_halved_too() -> None:
    assert field("2-3 3702 supply reserve", "german exploit", turn=FREE).allowance("2-3") == 2


@pytest.mark.rule("bitter_woods", "12.4-e")
def test_endurance_is_one_lower() -> None:
    even = "26-78 3702, 28-110 3703"
    assert attack(even, "3703", "german", "26-78").tally("die") == 0
    assert attack("26-78 3702, 28-110 3703 supply", "3703", "german", "26-78").tally("die") == -1
    assert attack("26-78 3702 supply, 28-110 3703", "3703", "german", "26-78").tally("die") == 1


@pytest.mark.rule("bitter_woods", "12.4-f")
@pytest.mark.parametrize(
    ("side", "own", "gun", "enemy"), [("german", "26-78", "VAK-766", "28-110"), ("allied", "28-110", "FA-402", "26-78")]
)
def test_guns_out_of_supply_support_no_attack(side: str, own: str, gun: str, enemy: str) -> None:
    ready = attack(f"{own} 3702, {enemy} 3703, {gun} 3701", "3703", side, own)
    assert f"support {gun}" in ready.offers()
    cut = attack(f"{own} 3702, {enemy} 3703, {gun} 3701 supply", "3703", side, own)
    assert f"support {gun}" not in cut.offers()
    other = "allied" if side == "german" else "german"
    defence = attack(f"{own} 3703, {enemy} 3702, {gun} 3705 supply", "3703", other, enemy)
    defence.do("go")
    assert f"support {gun}" in defence.offers(), "a defence they do"


@pytest.mark.rule("bitter_woods", "12.4-g", "13.1-g")
@pytest.mark.parametrize(("side", "own", "enemy"), [("german", "26-78", "28-110"), ("allied", "28-110", "26-78")])
def test_who_is_out_of_supply_builds_and_blows_nothing(side: str, own: str, enemy: str) -> None:
    for marker, able in (("", True), (" supply", False)):
        assert bool(field(f"{own} 3702{marker}", f"{side} works", turn=FREE).objects("dig")) is able
        bridge = field(f"{own} 1324{marker}", f"{side} bridges", turn=FREE, blown=("1324/1424",))
        assert bool(bridge.objects("bridge")) is able
        blow = field(f"{own} 1324{marker}, {enemy} 1424", f"{side} demolition", turn=FREE)
        assert bool(blow.objects("blow")) is able


@pytest.mark.rule("bitter_woods", "12.4-h")
@pytest.mark.parametrize(("side", "own"), [("german", "2-3"), ("allied", "9CCB")])
def test_no_reserve_out_of_supply(side: str, own: str) -> None:
    assert field(f"{own} 3702", f"{side} reserves", turn=FREE).objects("reserve") == {own}
    assert field(f"{own} 3702 supply", f"{side} reserves", turn=FREE).objects("reserve") == set()
    others = ("28-110", "28-112") if side == "german" else ("26-78", "26-77")
    ring = f"{own} {RINGED} reserve, {others[0]} 3901, {others[1]} 3905"
    assert field(ring, f"{side} supply", turn=8).is_reserve(own)


@pytest.mark.rule("bitter_woods", "12.4-h", "12.6-d")
def test_a_shortage_takes_a_reserve_marker_kept_from_before() -> None:
    match = next_turn("2-3 3702 reserve, 116-16 4203 reserve", 9, 3, 4)
    assert not match.is_reserve("2-3")
    assert match.is_reserve("116-16")


# --- air drops -------------------------------------------------------------------------------------------


POCKET = f"28-110 {RINGED}, 28-112 {RINGED}, 26-78 {NORTH}, 26-77 {SOUTH}"


@pytest.mark.rule("bitter_woods", "12.5-a", "12.5-c", "12.5-d")
def test_an_air_drop_supplies_a_hex_until_the_next_german_turn() -> None:
    match = field(f"{POCKET}, 28-109 2426, 2-2 4602 reserve", "german drops", turn=6, air=(0, 1))
    match.do(f"drop {RINGED}")
    assert match.is_supplied("28-110")
    assert match.is_supplied("28-112")
    match.skip_to("choose-move")
    while match.position.stack[1].side == 0:  # type: ignore[attr-defined]
        match.do("done")
    assert match.is_supplied("28-110"), "through the Allied turn"
    while match.position.turn == 6:
        match.do("done")
    match.skip_to("choose-air-drop", "choose-interdiction", "choose-move")
    assert not match.position.dropped[match.unit("28-110")], "its marker comes off"
    late = field(f"28-109 {RINGED} supply, 28-110 {RINGED} supply dropped", "allied move", turn=6)
    assert late.is_supplied("28-110")
    assert not late.is_supplied("28-109"), "who comes later is not covered"


@pytest.mark.rule("bitter_woods", "12.5-b", "4.A.1-b")
def test_each_aircraft_makes_one_drop_in_the_german_turn() -> None:
    two = field(f"{POCKET}, 28-109 2426", "german drops", turn=6, air=(0, 2))
    two.do(f"drop {RINGED}")
    assert two.why(f"drop {RINGED}") == ("no-drop-there", "12.5"), "once a hex"
    two.do("drop 2426")
    assert two.prompt_code() not in ("choose-air-drop", "choose-interdiction"), "both are used"
    assert field(POCKET, "german drops", turn=6).prompt_code() != "choose-air-drop", "no aircraft, no drop"
    assert field(POCKET, "allied turn", turn=6, air=(0, 2)).objects("drop") == set()


# --- shortage --------------------------------------------------------------------------------------------


PANZERS = "1SS-1 4203, 12SS-25 4204, 150 4205, 2-3 4303, Lehr-901 4304, 116-16 4403, 26-78 4404, VAK-766 4405"


@pytest.mark.rule("bitter_woods", "12.6-a")
def test_no_shortage_before_20am_nor_in_allied_turns() -> None:
    match = next_turn(PANZERS, 8)
    assert match.told("no-shortage") == match.told("shortage") == []
    first = next_turn(PANZERS, 9, 1)
    assert len(first.told("no-shortage")) == 1
    last = next_turn(PANZERS, 22, 2)
    assert len(last.told("no-shortage")) == 1
    allied = field(f"{PANZERS}, 28-110 2426, 2-2 4602 reserve", "german exploit", turn=9)
    allied.dice().do("done")
    assert allied.told("shortage") == [], "no die was needed"


@pytest.mark.rule("bitter_woods", "12.6-b")
@pytest.mark.parametrize("die", [1, 2])
def test_one_or_two_means_no_shortage(die: int) -> None:
    match = next_turn(PANZERS, 9, die)
    assert all(match.is_supplied(id) for id in ("1SS-1", "2-3", "116-16"))


@pytest.mark.rule("bitter_woods", "12.6-c")
@pytest.mark.parametrize(
    ("second", "short"),
    [
        (1, {"1SS-1", "12SS-25", "150"}),
        (2, set()),
        (3, {"1SS-1", "12SS-25", "150"}),
        (4, {"2-3", "Lehr-901"}),
        (5, {"116-16"}),
        (6, {"2-3", "Lehr-901", "116-16"}),
    ],
)
def test_the_second_die_names_the_units(second: int, short: set[str]) -> None:
    match = next_turn(PANZERS, 9, 3, second)
    ids = [entry.split()[0] for entry in PANZERS.split(", ")]
    assert {id for id in ids if not match.is_supplied(id)} == short


@pytest.mark.rule("bitter_woods", "12.6-d")
def test_a_shortage_lasts_for_both_player_turns() -> None:
    match = next_turn(f"{PANZERS}, 28-110 2426", 9, 6, 4)
    assert not match.is_supplied("2-3")
    assert match.position.supply[match.unit("2-3")] != OUT_OF_SUPPLY
    while match.position.stack[1].side == 0:  # type: ignore[attr-defined]
        match.do("done")
    assert not match.is_supplied("2-3"), "though its road is open"
    match.dice(1)
    while match.position.turn == 9:
        match.do("done")
    assert match.is_supplied("2-3")
