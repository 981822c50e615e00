"""7.0 Zones of control."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import Battlefield, field

FREE = 9


def moving(units: str, id: str, moment: str = "german move") -> Battlefield:
    match = field(units, moment, turn=FREE)
    match.do(f"move {id}")
    return match


def zone(match: Battlefield, side: int) -> set[str]:
    """The hexes in a zone of the enemy of a side."""
    data = match.data
    return {data.board.label(hex) for hex in data.board.hexes if match.position.in_enemy_zone(hex, side)}


@pytest.mark.rule("bitter_woods", "7.0-a")
def test_a_zone_is_the_six_hexes_around() -> None:
    around = {"1310", "1312", "1210", "1211", "1410", "1411"}
    assert zone(field("28-110 1311", turn=FREE), 0) == around
    assert zone(field("26-78 1311", turn=FREE), 1) == around


@pytest.mark.rule("bitter_woods", "7.1-a")
def test_zones_reach_into_all_ground_and_over_rivers() -> None:
    found = zone(field("28-110 0305", turn=FREE), 0)
    assert {"0204", "0304"} <= found, "forest over a river"


@pytest.mark.rule("bitter_woods", "7.1-b", "7.1-c")
@pytest.mark.parametrize(("moment", "own", "enemy"), [("german", "26-78", "28-110"), ("allied", "28-110", "26-78")])
def test_the_meuse_stops_a_zone_but_not_the_eye(moment: str, own: str, enemy: str) -> None:
    """The pictured example: along the bank, past an enemy on the other."""
    match = moving(f"{own} 4006, {enemy} 4108", own, f"{moment} move")
    assert match.price("4107", "4207") is not None
    assert "4207" not in zone(match, 0) | zone(match, 1) - {"4107"}, "the bridge changes nothing"
    beside = field(f"{own} 4107, {enemy} 4108", f"{moment} combat", turn=FREE)
    assert beside.targets() == {"4108"}, "they are adjacent all the same"
    assert field(f"{own} 4107, {enemy} 4108", f"{moment} works", turn=FREE).objects("dig") == set()


@pytest.mark.rule("bitter_woods", "7.1-c")
def test_a_reserve_is_lost_to_an_enemy_over_the_meuse_or_to_a_gun() -> None:
    for units in ("2-2 4107 reserve, 28-110 4108", "2-2 3702 reserve, FA-402 3703"):
        match = field(units, "german supply", turn=3)
        assert not match.is_reserve("2-2")


@pytest.mark.rule("bitter_woods", "7.2-a", "7.4-a")
@pytest.mark.parametrize(("moment", "marker"), [("move", ""), ("exploit", " reserve")])
def test_a_unit_stops_in_a_zone(moment: str, marker: str) -> None:
    match = moving(f"2-2 3702{marker}, 28-110 3705", "2-2", f"german {moment}")
    assert match.price("3703") == 1
    assert match.price("3703", "3704") == 2
    assert match.price("3703", "3704", "3804") is None
    assert match.price("3703", "3704", "3804") is None
    road = moving(f"2-2 2426{marker}, 28-110 2428", "2-2", f"german {moment}")
    assert road.price("2427") == 0.25
    assert road.price("2427", "2528") is None, "on a road too"


@pytest.mark.rule("bitter_woods", "7.4-a")
def test_allied_units_stop_too() -> None:
    match = moving("9CCB 3702, 26-78 3705", "9CCB", "allied move")
    assert match.price("3703", "3704") == 2
    assert match.price("3703", "3704", "3604") is None


@pytest.mark.rule("bitter_woods", "7.2-b")
def test_both_sides_may_have_a_zone_in_a_hex() -> None:
    match = field("26-78 3702, 28-110 3704", turn=FREE)
    assert "3703" in zone(match, 0) & zone(match, 1)


@pytest.mark.rule("bitter_woods", "7.2-c")
def test_a_friend_in_the_hex_removes_no_zone() -> None:
    match = moving("2-2 3702, 26-78 3704, 28-110 3705", "2-2")
    assert match.price("3703", "3704") == 2
    assert match.price("3703", "3704", "3804") is None


@pytest.mark.rule("bitter_woods", "7.3-a")
def test_guns_have_no_zone_around_them() -> None:
    """The pictured example."""
    match = moving("2-2 3702, FA-402 3704", "2-2")
    assert match.price("3703", "3803") == 2
    assert match.price("3703", "3704") is None, "its own hex is closed"
    assert moving("2-2 3702, FA-402 3704, 28-110 3704", "2-2").price("3703", "3803") is None, "with infantry it has"
    assert moving("9CCB 3702, Rkt-15 3704", "9CCB", "allied move").price("3703", "3803") == 2
    assert moving("9CCB 3702, VAK-766 3704", "9CCB", "allied move").price("3703", "3803") == 2


@pytest.mark.rule("bitter_woods", "7.4-b")
@pytest.mark.parametrize(
    ("moment", "own", "enemies"), [("german", "2-2", ("28-110", "28-112")), ("allied", "9CCB", ("26-78", "26-77"))]
)
def test_from_the_zone_of_one_unit_to_that_of_another(moment: str, own: str, enemies: tuple[str, str]) -> None:
    one, other = enemies
    match = moving(f"{own} 3703, {one} 3702, {other} 3705", own, f"{moment} move")
    assert match.price("3704") == 1
    assert match.price("3704", "3804") is None, "and it stops there"


@pytest.mark.rule("bitter_woods", "7.4-c")
@pytest.mark.parametrize(
    ("moment", "own", "enemies"), [("german", "2-2", ("28-110", "28-112")), ("allied", "9CCB", ("26-78", "26-77"))]
)
def test_not_from_hex_to_hex_in_the_zone_of_one_unit(moment: str, own: str, enemies: tuple[str, str]) -> None:
    one, other = enemies
    for there in (f"{other} 3805", f"{one} 3702, {other} 3702"):
        match = moving(f"{own} 3703, {one} 3702, {there}", own, f"{moment} move")
        closed = around(match, "3703") & around(match, "3702")
        assert len(closed) == 2
        assert all(match.price(hex) is None for hex in closed)
    friend = "26-39" if moment == "german" else "28-109"
    match = moving(f"{own} 3703, {one} 3702, {friend} {min(closed)}", own, f"{moment} move")
    assert match.price(min(closed)) is None, "a friend there does not help"


@pytest.mark.rule("bitter_woods", "7.4-c", "7.1-b", "7.3-a")
@pytest.mark.parametrize(
    ("moment", "own", "enemies", "gun"),
    [("german", "2-2", ("28-110", "28-112"), "FA-177"), ("allied", "9CCB", ("26-78", "26-77"), "VAK-388")],
)
def test_only_who_has_the_unit_in_its_zone_keeps_its_other_hexes_from_it(
    moment: str, own: str, enemies: tuple[str, str], gun: str
) -> None:
    """An enemy over the Meuse has not, nor has a gun; what lies beside them is open to who is in a zone of another. So
    is what lies beside an enemy whose zone the unit is in, but over the Meuse."""
    one, other = enemies
    match = moving(f"{own} 4717, {one} 4616, {other} 4816", own, f"{moment} move")
    assert match.price("4817") is not None, "by the bridge, into a zone that does not reach over the river"
    match = moving(f"{own} 4717, {one} 4718", own, f"{moment} move")
    assert match.price("4817") is not None, "by the bridge, out of the zone that ends at the river"
    match = moving(f"{own} 3703, {one} 3702, {gun} 3704", own, f"{moment} move")
    beside_the_gun = (around(match, "3703") & around(match, "3704")) - around(match, "3702")
    assert len(beside_the_gun) == 2
    assert all(match.price(hex) is not None for hex in beside_the_gun)


def around(match: Battlefield, hex: str) -> set[str]:
    board = match.data.board
    return {board.label(there) for there in board.around(board.hex(hex))}


@pytest.mark.rule("bitter_woods", "7.4-e")
def test_out_of_a_zone_and_back_into_it() -> None:
    match = moving("2-2 3703, 28-110 3702", "2-2")
    back = sorted(around(match, "3702") - around(match, "3703") - {"3703"})
    found = [hex for hex in back if hex in match.destinations()]
    assert found, "around the enemy"
    assert match.cost(found[0]) > 1


@pytest.mark.rule("bitter_woods", "7.6-a")
def test_aircraft_know_no_zones() -> None:
    match = field("26-78 3702", "german interdiction", turn=4, air=(0, 1))
    assert {"3702", "3703"} <= match.objects("interdict")


@pytest.mark.rule("bitter_woods", "7.4-d", "5.2-e", "13.3-h")
def test_who_builds_a_bridge_crosses_from_zone_to_zone() -> None:
    units = "26-78 1324, 28-110 1423"
    match = field(units, "german bridges", turn=2, blown=("1324/1424",))
    match.do(f"bridge {match.bridge('1324/1424')}", "builder 26-78")
    match.skip_to("choose-completion")
    match.do("builder 26-78")
    assert match.place("26-78") == "1424"


@pytest.mark.rule("bitter_woods", "7.5-a")
@pytest.mark.parametrize(
    ("attacker", "own", "enemies"), [("german", "28-110", ("2-3", "2-2")), ("allied", "26-78", ("3CCA", "3CCR"))]
)
def test_who_must_retreat_into_a_zone_is_eliminated(attacker: str, own: str, enemies: tuple[str, str]) -> None:
    one, other = enemies
    match = field(f"{own} 3903, {one} 3902, {other} 3904", f"{attacker} combat", turn=7)
    match.dice(2).do("attack 3903", f"join {one}", f"join {other}", "go")
    if match.prompt_code() == "answer-attack":
        match.do("go")
    assert match.told("rolled")[0].args["result"] == "D3", "a retreat and no loss"
    assert match.place(own) == "eliminated"
