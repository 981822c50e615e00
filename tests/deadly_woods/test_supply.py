"""8.0 Supply: the line, who checks when, and what its lack means."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ardennes.games.deadly_woods.rules.field import lose_step
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.supply import (
    BY_ROAD,
    OPEN,
    air_supplied_hexes,
    build_supply_graph,
    can_trace,
    check_german_supply,
    is_supplied,
)
from ardennes.games.deadly_woods.rules.terrain import FOREST
from ardennes.kernels.flags import no_flags
from ardennes.rules.supply import line_from, supplied_hexes
from tests.deadly_woods.fields import Battlefield, field, new_game

RING = "2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916"
"""Germans around an Allied unit in 3015."""
WEST_OF_THE_CLERVE = "26VG-a 3016"


def traces(units: str, id: str, **more: object) -> bool:
    match = field(units, "german move", **more)  # type: ignore[arg-type]
    return can_trace(match.position, match.unit(id))


# --- the line ----------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "8.2-a", "2.2.1-c")
def test_five_hexes_to_a_road_and_along_it_to_an_entry_hex() -> None:
    match = field("26VG-a 3016, 28-110 2215", "german move")
    line = line_from(match.position, match.unit("26VG-a"))
    assert line[-1] in match.data.sources[GERMAN]
    assert match.data.board.road[match.data.board.side(line[-2], line[-1])]
    line = line_from(match.position, match.unit("28-110"))
    assert line[-1] in match.data.sources[ALLIED], "each side its own sources"


@pytest.mark.rule("deadly_woods", "8.2-a")
def test_a_sixth_hex_off_the_road_is_too_far() -> None:
    match = field("26VG-a 3016", "german move")
    data = match.data
    lines = build_supply_graph(data.board)
    lines.run(data.sources[GERMAN], BY_ROAD, no_flags(data.board.size), match.position.sides, 1)
    on_road = set(lines.reached())
    assert on_road <= data.road_hexes
    lines.spread(OPEN, no_flags(data.board.size), match.position.sides, 1)
    off_road = {hex: lines.beyond_of(hex) for hex in lines.reached()}
    supplied = supplied_hexes(match.position, GERMAN)
    for hex in data.board.hexes:
        nearest = off_road.get(hex, FAR)
        if data.terrain[hex] == FOREST:
            nearest = min(nearest, *(off_road.get(there, FAR) + 1 for there in open_ground_beside(match, hex)), FAR)
        assert bool(supplied[hex]) == (nearest <= 5), data.board.label(hex)


FAR = 99


def open_ground_beside(match: Battlefield, hex: int) -> list[int]:
    """Hexes beside this one that are no Forest, without a river in between or with a bridge."""
    board, terrain = match.data.board, match.data.terrain
    sides = {there: board.side(hex, there) for there in board.around(hex) if terrain[there] != FOREST}
    return [there for there, side in sides.items() if not board.river[side] or board.bridge[side]]


@pytest.mark.rule("deadly_woods", "8.2-b")
def test_any_number_of_units_trace_to_one_hex() -> None:
    match = field("26VG-a 3016, 26VG-b 3016, 2Pz-a 3016", "german move")
    assert all(can_trace(match.position, match.unit(id)) for id in ("26VG-a", "26VG-b", "2Pz-a"))


@pytest.mark.rule("deadly_woods", "8.2-c", "8.6-b")
def test_forest_only_by_road() -> None:
    """Forest lies all around the marker in 2117; roads lead out of it to 2016 and 2015, none to 1916."""
    match = field("AirSupply 2117, 28-110 2116", "allied move", turn=6)
    marks = air_supplied_hexes(match.position)
    assert marks is not None
    near = {hex: bool(marks[match.hex(hex)]) for hex in ("2116", "2016", "2015", "1915", "1916")}
    assert near == {"2116": True, "2016": True, "2015": True, "1915": True, "1916": False}
    assert all(match.data.terrain[match.hex(hex)] == FOREST for hex in ("2015", "2016", "1916"))


@pytest.mark.rule("deadly_woods", "8.2-c")
def test_no_line_leaves_the_road_in_a_forest() -> None:
    """A road leads from 3601 into the Forest of 3502, none from there to 3402; the ways round are in Allied zones."""
    assert traces("26VG-a 3701", "26VG-a")
    assert not traces("2-9 3603, 26VG-a 3701", "26VG-a")
    assert traces("2-9 3603, 26VG-a 3502", "26VG-a"), "the unit's own hex may be left across country"


@pytest.mark.rule("deadly_woods", "8.2-c", "8.6-b")
def test_air_supply_passes_through_forest_along_roads() -> None:
    """From 2914 to 2411 it is five hexes by 2813 and 2713; but 2713 is Forest, and no road leads there from 2813."""
    match = field("AirSupply 2914, 28-110 2914", "allied move", turn=6)
    marks = air_supplied_hexes(match.position)
    assert marks is not None
    near = {hex: bool(marks[match.hex(hex)]) for hex in ("2813", "2713", "2512", "2411")}
    assert near == {"2813": True, "2713": True, "2512": True, "2411": False}


@pytest.mark.rule("deadly_woods", "8.2-d", "7.3-f")
def test_enemies_and_their_zones_block_the_line() -> None:
    assert traces("28-110 3015", "28-110")
    assert not traces(f"28-110 3015, {RING}", "28-110")
    match = field(f"28-110 3015, {RING}", "german move")
    assert supplied_hexes(match.position, ALLIED)[match.hex("2716")], "behind the ring all is well"


@pytest.mark.rule("deadly_woods", "7.3-g")
def test_friends_negate_enemy_zones_for_supply() -> None:
    ring = f"28-110 3015, {RING}"
    assert not traces(ring, "28-110")
    assert traces(f"{ring}, 28-112 2915, 28-109 2815", "28-110"), "a chain of friends lets it through"


@pytest.mark.rule("deadly_woods", "7.3-j", "7.3-k")
def test_delay_negates_zones_and_engineers_do_not() -> None:
    ring = f"28-110 3015, {RING}"
    assert traces(f"{ring}, Delay 2915, 28-109 2815", "28-110")
    assert not traces(f"{ring}, Eng-VIII-1 2915, 28-109 2815", "28-110")


@pytest.mark.rule("deadly_woods", "7.3-i")
def test_the_westwall_negates_zones_for_the_germans() -> None:
    match = field("26VG-a 3416, 28-110 3217, 28-112 3315", "german move")
    supplied = supplied_hexes(match.position, GERMAN)
    in_zone = [hex for hex in match.data.westwall if match.position.held(ALLIED)[hex]]
    assert in_zone
    assert all(supplied[hex] for hex in in_zone)


@pytest.mark.rule("deadly_woods", "8.2-e")
def test_rivers_and_destroyed_bridges_block_the_line() -> None:
    match = field("26VG-a 3017", "german move")
    p, unit = match.position, match.unit("26VG-a")
    line = line_from(p, unit)
    assert match.hex("3117") in line, "over the bridge"
    p.set_bridge(match.side("3017/3117"), blown=True)
    again = line_from(p, unit)
    assert match.hex("3117") not in again[:2]
    board = match.data.board
    for here, there in pairwise(again):
        side = board.side(here, there)
        assert not board.river[side] or (board.bridge[side] and not p.destroyed[side])


# --- when it is checked ------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "8.1-c", "8.1-e")
def test_germans_are_checked_by_the_chit() -> None:
    cut_off = "26VG-a 2916, 28-110 2816, 28-112 2917, 28-109 3015"
    match = field(cut_off, "german combat")
    assert is_supplied(match.position, match.unit("26VG-a")), "not checked yet"
    checked = field(cut_off, "supply check", cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert checked.position.cut[checked.unit("26VG-a")]
    assert not is_supplied(checked.position, checked.unit("26VG-a"))
    assert [len(checked.told(code)) for code in ("out-of-supply", "in-supply-again")] == [1, 0]
    freed = field("26VG-a 2916 cut", "supply check", cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert not freed.position.cut[freed.unit("26VG-a")], "in supply again at the next check"
    assert [len(freed.told(code)) for code in ("out-of-supply", "in-supply-again")] == [0, 1]
    same = field("26VG-a 3115", "supply check", cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert [len(same.told(code)) for code in ("out-of-supply", "in-supply-again")] == [0, 0]


@pytest.mark.rule("deadly_woods", "8.1-a")
def test_allied_units_are_checked_when_they_move() -> None:
    match = field(f"9A-CCB 3015, {RING}", "allied move")
    assert match.allowance("9A-CCB") == 3
    match.position.put(match.unit("2Pz-a"), match.hex("3414"))
    match.position.put(match.unit("2Pz-b"), match.hex("3415"))
    match.position.put(match.unit("116Pz-a"), match.hex("3416"))
    assert match.allowance("9A-CCB") == 6, "restored as quickly as lost"


@pytest.mark.rule("deadly_woods", "8.1-d")
def test_supply_checks_come_from_turn_two() -> None:
    match = field("26VG-a 3016", "german move")
    for turn in range(1, 13):
        cup = match.data.chart[turn, GERMAN].cup.split()
        assert cup.count("supply-check") == (0 if turn == 1 else 2)


@pytest.mark.rule("deadly_woods", "8.1-f")
def test_units_may_move_out_of_supply() -> None:
    match = field("26VG-a 2917, 28-110 2815, 28-112 3015", "german move")
    match.do("move 26VG-a")
    assert "2916" in match.destinations()


# --- what its lack means -----------------------------------------------------------------------------


def cut_ally(id: str, moment: str = "allied move") -> Battlefield:
    return field(f"{id} 3015, {RING}", moment)


@pytest.mark.rule("deadly_woods", "8.3-a")
def test_allied_vehicles_out_of_supply() -> None:
    for id in ("9A-CCB", "14Cav"):
        match = cut_ally(id)
        assert match.allowance(id) == 3
        match.do(f"move {id}")
        assert all(match.cost(hex) >= 1 for hex in match.destinations()), "no road rate"


@pytest.mark.rule("deadly_woods", "8.3-c")
def test_allied_infantry_out_of_supply_has_no_trucks() -> None:
    assert cut_ally("28-110").allowance("28-110") == 3
    assert field("28-110 3015", "allied move").allowance("28-110") == 6


@pytest.mark.rule("deadly_woods", "8.3-b", "8.3-c", "11.2-d")
def test_allied_units_out_of_supply_do_not_attack() -> None:
    for id in ("9A-CCB", "28-110"):
        match = cut_ally(id, "allied combat")
        assert match.targets() == set()
    assert field("28-110 3015, 26VG-a 3115", "allied combat").targets() == {"3115"}


@pytest.mark.rule("deadly_woods", "8.3-d")
def test_german_armor_out_of_supply_leaves_its_tanks() -> None:
    match = field("2Pz-a 3115/2 cut, 506 3113 cut, 26VG-a 3016", "german move")
    assert match.movers() == {"26VG-a"}
    assert match.why("move 2Pz-a") == ("tanks-stranded", "8.3")
    assert match.why("abandon 506") == ("cannot-abandon", "8.3"), "heavy tanks have no third step"
    left = field("2Pz-a 3115/1 cut, 26VG-a 3016", "german move")
    assert left.why("abandon 2Pz-a") == ("cannot-abandon", "8.3"), "who has left them has none to leave"
    match.do("abandon 2Pz-a")
    assert match.steps_of("2Pz-a") == 1
    assert match.position.kind(match.unit("2Pz-a")) == "mech"
    assert match.prompt().args["points"] == 6, "three points"
    assert match.cost("3114") == 2, "no road rate: woods in full"


@pytest.mark.rule("deadly_woods", "8.3-f")
def test_german_mechanized_units_out_of_supply() -> None:
    match = field("FB 3115 cut", "german move")
    assert match.allowance("FB") == 3
    match.do("move FB")
    assert match.cost("3114") == 2
    assert field("FB 3115 cut, 28-110 3015", "german combat").targets() == set()


@pytest.mark.rule("deadly_woods", "8.3-e", "8.3-g", "11.2-d")
def test_germans_out_of_supply_do_not_attack() -> None:
    for id in ("2Pz-a", "26VG-a"):
        assert field(f"{id} 3115 cut, 28-110 3015", "german combat").targets() == set()
        assert field(f"{id} 3115, 28-110 3015", "german combat").targets() == {"3015"}


@pytest.mark.rule("deadly_woods", "8.3-g")
def test_trucks_leave_infantry_out_of_supply() -> None:
    ring = "26VG-a 2916, 28-110 2816, 28-112 2917, 28-109 3015, Motorized 2916"
    data = field("26VG-a 2916").data
    marked = [f"motorized = {data.unit('26VG-a')}"]
    match = field(ring, "supply check", clocks=marked, cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert match.position.cut[match.unit("26VG-a")]
    assert match.place("Motorized") == "assets"
    assert match.position.motorized == -1


@pytest.mark.rule("deadly_woods", "8.3-g")
def test_trucks_stay_with_infantry_in_supply() -> None:
    marked = [f"motorized = {field('26VG-a 2916').data.unit('26VG-a')}"]
    units = "26VG-a 3414, Motorized 3414, 28-110 2215"
    match = field(units, "supply check", clocks=marked, cup=["G-MC-1", "A-MC-1"], track=["A-MC-2"])
    assert (match.place("Motorized"), match.position.motorized) == ("3414", match.unit("26VG-a"))


@pytest.mark.rule("deadly_woods", "8.4-a")
def test_delay_needs_no_supply() -> None:
    match = field(f"Delay 3015, {RING}", "allied move")
    assert is_supplied(match.position, match.unit("Delay"))


@pytest.mark.rule("deadly_woods", "8.5-a")
def test_peiper_captures_the_dump() -> None:
    match = field("1SS-Peiper 3608, 12SS-a 3907", "german move", turn=1)
    assert match.position.fuel == "dump"
    match.do("move 1SS-Peiper", "to 3508")
    assert match.position.fuel == "captured"
    p, peiper = match.position, match.unit("1SS-Peiper")
    p.cut[peiper] = 1
    assert not is_supplied(p, peiper), "turn 1"
    p.turn = 2
    assert is_supplied(p, peiper), "in supply for all purposes"
    p.turn = 3
    assert not is_supplied(p, peiper)


@pytest.mark.rule("deadly_woods", "8.5-a", "8.1-c")
def test_captured_fuel_counts_when_supply_is_checked() -> None:
    """8.5 Cut off on turn 2 Peiper has his fuel, so he is out of supply by a check of turn 3 at the earliest."""
    match = field("1SS-Peiper 2916, 28-110 2816, 28-112 2917, 28-109 3015", "german move", turn=2)
    p, peiper = match.position, match.unit("1SS-Peiper")
    p.fuel = "captured"
    check_german_supply(p)
    p.turn = 3
    assert is_supplied(p, peiper)
    check_german_supply(p)
    assert not is_supplied(p, peiper)


@pytest.mark.rule("deadly_woods", "8.5-a", "8.5-b")
def test_peiper_captures_nothing_elsewhere_or_too_late() -> None:
    match = field("1SS-Peiper 3608, 12SS-a 3907", "german move", turn=1)
    match.do("move 1SS-Peiper", "to 3607")
    assert match.position.fuel == "dump"
    late = field("1SS-Peiper 3608, 12SS-a 3907", "german move", turn=1, clocks=['fuel = "gone"'])
    late.do("move 1SS-Peiper", "to 3508")
    assert late.position.fuel == "gone"
    for fuel, unit in (("gone", "1SS-Peiper"), ("captured", "12SS-a")):
        p = field(f"{unit} 3608 cut, 26VG-a 4010", "german move", turn=2, clocks=[f'fuel = "{fuel}"']).position
        assert not is_supplied(p, p.data.unit(unit)), unit


@pytest.mark.rule("deadly_woods", "8.5-a")
def test_only_peiper_captures_the_dump() -> None:
    match = field("12SS-a 3608, 12SS-b 3907", "german move", turn=1)
    match.do("move 12SS-a", "to 3508")
    assert match.position.fuel == "dump"


@pytest.mark.rule("deadly_woods", "8.6-b", "8.6-c")
def test_air_supply() -> None:
    ring = f"28-110 3015, 43-129 3015, {RING}"
    match = field(f"{ring}, AirSupply 3015", "allied move", turn=6)
    p = match.position
    assert not can_trace(p, match.unit("28-110")), "not for replacements and artillery"
    assert is_supplied(p, match.unit("28-110"))
    assert not is_supplied(p, match.unit("43-129")), "US units only"
    match = field("AirSupply 3115, 26VG-a 3114, 28-110 2215", "german move", turn=6)
    match.do("move 26VG-a", "to 3115")
    assert match.place("AirSupply") == "removed"
    other = field("AirSupply 2519, 26VG-a 3114, 28-110 2215", "german move", turn=6)
    other.do("move 26VG-a", "to 3115")
    assert other.place("AirSupply") == "2519", "another Village"
    again = field("AirSupply 3115, 26VG-a 4010, 28-110 3114", "allied move", turn=6, german=("3115",))
    again.do("move 28-110", "to 3115")
    assert again.place("AirSupply") == "3115", "only Germans take it"
    far = field(f"28-110 3015, AirSupply 2130, {RING}", "allied move", turn=6)
    assert not is_supplied(far.position, far.unit("28-110")), "five hexes at most"
    alone = field(f"28-110 3015, {RING}", "allied move", turn=6)
    assert not is_supplied(alone.position, alone.unit("28-110")), "nothing without the marker"


@pytest.mark.rule("deadly_woods", "8.5-b")
def test_the_dump_is_gone_after_the_first_move_round() -> None:
    match = new_game()
    while match.prompt_code() != "place-traffic":
        assert match.position.fuel == "dump"
        match.do("done")
    assert match.position.fuel == "gone"


@pytest.mark.rule("deadly_woods", "12.6-b")
def test_trucks_are_free_when_their_unit_is_gone() -> None:
    data = field("26VG-a 2916").data
    match = field("26VG-a 2916/1, Motorized 2916, 26VG-b 3016", clocks=[f"motorized = {data.unit('26VG-a')}"])
    lose_step(match.position, match.unit("26VG-a"), "11.3.3")
    assert match.place("Motorized") == "assets"
    assert match.position.motorized == -1
