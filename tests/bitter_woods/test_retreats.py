"""9.7 Retreat after combat."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.procedure import why_not_by
from ardennes.games.bitter_woods.rules.pieces import BACK
from ardennes.games.bitter_woods.rules.retreats import Rout, can_step_back, roads_back, ways_back
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_combat import fought


def ways(units: str, id: str, hexes: int, **more: Any) -> dict[str, list[list[str]]]:
    """The best ways back of a unit, by the hex they end in."""
    match = field(units, "german combat", turn=9, **more)
    label = match.data.board.label
    found = ways_back(match.position, match.unit(id), hexes)
    return {label(end): [[label(hex) for hex in path] for path in paths] for end, paths in found.items()}


def beaten(units: str, hexes: int, *ids: str, **more: Any) -> Battlefield:
    """Units that must retreat."""
    match = field(units, "german combat", turn=9, **more)
    waiting = tuple(sorted(match.unit(id) for id in ids))
    match.position.open(Rout(side=match.position.data.sides[waiting[0]], hexes=hexes, waiting=waiting))
    return match


@pytest.mark.rule("bitter_woods", "9.7-e", "9.7-k", "9.7-u", "9.7-m", "9.7-l")
def test_along_the_road_and_beside_it_where_it_leaves_the_map() -> None:
    """Case T27: the road goes by 1935 to 2035 on the edge; the unit may not leave the map, nor enter a hex twice."""
    units = "4-12 1834, 212-423 1833, 212-320 1734"
    assert set(ways(units, "4-12", 2)) == {"2035"}
    three, four = ways(units, "4-12", 3), ways(units, "4-12", 4)
    assert set(three) == {"2034", "2135"}
    assert set(four) == {"2033", "2034", "2134", "2135", "2234", "2235"}
    for hexes, found in ((3, three), (4, four)):
        for paths in found.values():
            assert all(path[:2] == ["1935", "2035"] and len({*path}) == hexes for path in paths)


@pytest.mark.rule("bitter_woods", "9.7-c")
@pytest.mark.parametrize(("id", "enemy"), [("28-110", "26-78"), ("26-78", "28-110")])
def test_the_shortest_way_to_a_supply_road(id: str, enemy: str) -> None:
    """The road goes by 3712, 3812 and 3913; from 3911 the nearest free hexes of a road are two away."""
    found = ways(f"{id} 3811, {enemy} 3910", id, 1)
    assert set(found) == {"3712", "3812"}, "both on the road"
    far = ways(f"{id} 3910, {enemy} 3909", id, 2)
    assert far
    assert all(path[-1] in {"3712", "3812", "4110", "4109", "4111"} for paths in far.values() for path in paths)


@pytest.mark.rule("bitter_woods", "9.7-d")
def test_a_road_in_an_enemy_zone_is_no_goal() -> None:
    """With enemies along the road on both sides it leads nowhere, unless friends stand in its hexes."""
    cut = "28-110 3811, 26-78 3810, 62-164 4012, 62-183 3610"
    alone, helped = (
        field(cut, "german combat", turn=9),
        field(cut + ", 28-109 4013, 28-112 3913", "german combat", turn=9),
    )
    along = [roads_back(match.position, 1).along[match.hex("3812")] for match in (alone, helped)]
    assert along[0] < 0 < along[1]


@pytest.mark.rule("bitter_woods", "9.7-f")
def test_a_road_may_be_left_for_another_at_a_junction() -> None:
    """From 4114 roads lead on by 4113 and by 4115: both go to sources."""
    found = ways("28-110 4013, 26-78 3913", "28-110", 2)
    assert {path[1] for paths in found.values() for path in paths} == {"4113", "4115"}
    assert all(path[0] == "4114" for paths in found.values() for path in paths)


@pytest.mark.rule("bitter_woods", "9.7-g")
def test_no_road_that_cannot_be_followed_to_its_end() -> None:
    """North of 4113 friends hold the road in a German zone: supply passes there, a retreat could not go on."""
    units = "28-110 4013, 26-78 3913, 28-109 4109, 28-112 4110"
    assert set(ways(units, "28-110", 2)) == {"4113", "4115"}
    assert set(ways(units + ", 62-183 4009", "28-110", 2)) == {"4115"}


@pytest.mark.rule("bitter_woods", "9.7-h", "9.7-q")
def test_the_way_to_supply_does_not_kill() -> None:
    """The road on is closed by enemies: any other way of full length is taken, and none means elimination."""
    found = ways("28-110 3812, 26-78 3811, 62-164 4013", "28-110", 2)
    assert found, "off the road"
    assert all("3913" not in path for paths in found.values() for path in paths)
    ring = "28-110 3812, 26-78 3811, 62-164 3912, 62-183 3813, 26-39 3713, 26-77 3712, 62-190 3913"
    match = beaten(ring, 1, "28-110")
    assert match.place("28-110") == "eliminated"


@pytest.mark.rule("bitter_woods", "9.7-q", "9.7-b")
def test_units_are_judged_one_by_one_in_any_order() -> None:
    """Only a forest without a road is open: infantry goes there, armor is lost."""
    units = "26-78 1401, Lehr-130 1401, 28-110 1502, 62-164 1301, 62-183 1301, 62-190 1301"
    match = beaten(units, 1, "26-78", "Lehr-130")
    assert match.objects("retreat") == {"26-78", "Lehr-130"}
    match.do("retreat 26-78", "back 1302")
    assert (match.place("26-78"), match.place("Lehr-130")) == ("1302", "eliminated")
    first = beaten(units, 1, "26-78", "Lehr-130")
    first.do("retreat Lehr-130", "back 1302")
    assert first.place("Lehr-130") == "eliminated"


@pytest.mark.rule("bitter_woods", "9.7-a")
def test_it_costs_nothing_over_any_ground() -> None:
    """Case T11: two broken hexes at a stretch."""
    found = ways("26-78 2316, 28-110 2415", "26-78", 2)
    assert found
    assert all(len(path) == 2 for paths in found.values() for path in paths)


@pytest.mark.rule("bitter_woods", "9.7-n")
def test_no_end_in_a_full_hex() -> None:
    units = "28-110 3811, 26-78 3910, 62-164 3711"
    assert set(ways(units, "28-110", 1)) == {"3812"}
    full = ", 99-393 3812, 99-394 3812, 99-395 3812"
    assert "3812" not in ways(units + full, "28-110", 1)
    through = ways(units + full, "28-110", 2)
    assert set(through) == {"3913"}, "but through it"


@pytest.mark.rule("bitter_woods", "9.7-o", "9.7-p")
@pytest.mark.parametrize(
    ("id", "enemy", "gun", "friend", "near"),
    [("28-110", "26-78", "VAK-401", "28-109", "62-164"), ("26-78", "28-110", "FA-402", "26-39", "28-109")],
)
def test_not_into_enemies_nor_their_zones(id: str, enemy: str, gun: str, friend: str, near: str) -> None:
    held = ways(f"{id} 3811, {enemy} 3810, {gun} 3812", id, 1)
    assert "3812" not in held
    assert held, "beside the gun the way is open"
    zone = ways(f"{id} 3811, {enemy} 3810, {friend} 3812, {near} 3813", id, 1)
    assert "3812" not in zone, "a friend there does not help"


@pytest.mark.rule("bitter_woods", "9.7-p")
def test_zones_do_not_reach_over_the_meuse() -> None:
    """26-78 in 4007 is across the Meuse from 4006 and 4107."""
    found = ways("43-129 4106, 62-164 4205, 26-78 4007", "43-129", 1)
    assert "4006" in found


@pytest.mark.rule("bitter_woods", "9.7-r", "9.7-v", "9.7-i")
def test_heavy_tanks_need_a_bridge() -> None:
    """From 1424 a bridge leads to 1324 and none to 1325; everything else is watched."""
    watched = "28-110 1524, 28-109 1525"
    assert set(ways(f"2-3 1424, {watched}", "2-3", 1)) == {"1324"}
    assert ways(f"2-3 1424, {watched}", "2-3", 1, blown=["1324/1424"]) == {}
    assert ways(f"26-78 1424, {watched}", "26-78", 1, blown=["1324/1424"]), "infantry fords"
    assert set(ways(f"Lehr-130 1424, {watched}", "Lehr-130", 1, blown=["1324/1424"])) == {"1324"}
    lost = beaten(f"2-3 1424, {watched}", 1, "2-3", blown=["1324/1424"])
    assert lost.place("2-3") == "eliminated"


@pytest.mark.rule("bitter_woods", "9.7-s", "9.7-t", "9.7-v")
def test_over_the_meuse_infantry_alone_and_over_cliffs_nobody() -> None:
    """4609 is beyond the Meuse from 4608, where there is a cliff, and from 4709."""
    match = field("26-78 4609, 28-110 4609, Lehr-Rec 4709, 2-3 4709, FA-402 4709", "german combat", turn=9)
    p, pieces = match.position, match.data.counters
    here, over, cliff = match.hex("4609"), match.hex("4709"), match.hex("4608")
    for id, crosses in (("26-78", True), ("2-2", True), ("Lehr-Rec", False), ("2-3", False), ("FA-402", False)):
        piece = pieces[match.unit(id)]
        assert can_step_back(p, piece, here, over) == crosses
        assert not can_step_back(p, piece, here, cliff)
        river = can_step_back(p, piece, match.hex("1424"), match.hex("1325"))
        assert river == (id not in ("2-3",)), "over a small river all but heavy tanks"


@pytest.mark.rule("bitter_woods", "9.7-i", "9.7-w", "9.7-r")
def test_armor_and_forest() -> None:
    """1324 is a forest by the bridge from 1424; 1302 is a forest without a road."""
    match = field("26-78 3811", "german combat", turn=9, blown=["1324/1424"])
    p, pieces = match.position, match.data.counters
    into, forest = (match.hex("1424"), match.hex("1324")), (match.hex("1401"), match.hex("1302"))
    for id, over_blown, roadless in (
        ("9CCA", True, False),
        ("Lehr-130", True, False),
        ("2-3", False, False),
        ("28-110", True, True),
        ("102Cav", True, True),
    ):
        piece = pieces[match.unit(id)]
        assert can_step_back(p, piece, *into) == over_blown
        assert can_step_back(p, piece, *forest) == roadless
        assert can_step_back(p, piece, *reversed(forest)) == roadless
    assert not ways("9CCA 1302, 26-78 1401", "9CCA", 1), "armor has no way out of it"


@pytest.mark.rule("bitter_woods", "9.7-j", "5.5-d", "9.7-k")
def test_allied_units_leave_the_map_where_nothing_else_is_left() -> None:
    """2235 is on the southern edge."""
    closed = "62-164 2134, 62-183 2234, 26-39 2334"
    match = beaten(f"28-110 2235, {closed}", 3, "28-110")
    assert match.place("28-110") == "exited"
    german = beaten("26-78 2235, 28-110 2134, 28-109 2234, 28-112 2334", 3, "26-78")
    assert german.place("26-78") == "eliminated"
    free = beaten("28-110 2235, 62-164 2134", 1, "28-110")
    assert free.place("28-110") == "2235"
    assert free.objects("back")


@pytest.mark.rule("bitter_woods", "9.7-l", "9.7-c")
def test_the_player_chooses_among_the_best_ways() -> None:
    match = beaten("4-12 1834, 212-423 1833, 212-320 1734", 4, "4-12")
    p, end = match.position, match.hex("2134")
    good = [match.hex(label) for label in ("1935", "2035", "2135", "2134")]
    bad = [match.hex(label) for label in ("1935", "2034", "2135", "2134")]
    assert why_not_by(p, BACK + end, good) is None
    found = why_not_by(p, BACK + end, bad)
    assert found is not None
    assert match.why("back 1934") == ("no-retreat-there", "9.7")


@pytest.mark.rule("bitter_woods", "9.7-y")
def test_who_has_retreated_defends_again() -> None:
    match = fought("FuhEs 3811, 2-3 3911, 28-110 3812/1, 99-393 3913", "3812", "FuhEs", result="D1")
    assert match.objects("back") == {"3913"}
    match.do("back 3913", "advance FuhEs", "along 3812")
    if match.asked is not None and match.prompt_code() == "choose-advance":
        match.do("done")
    assert sorted(match.position.units_in(match.hex("3913"))) == sorted((match.unit("28-110"), match.unit("99-393")))


@pytest.mark.rule("bitter_woods", "9.7-x", "10.4-d")
def test_attackers_retreat_each_from_its_own_hex() -> None:
    units = "26-78 3811, Rkt-7 3811, 62-164 3912, 3CCA 3812"
    match = beaten(units, 2, "26-78", "Rkt-7", "62-164")
    assert match.objects("retreat") == {"26-78", "Rkt-7", "62-164"}
    for id in ("26-78", "Rkt-7", "62-164"):
        if match.prompt_code() == "choose-next-to-retreat":
            match.do(f"retreat {id}")
        assert all(len(match.tells(offer).path) == 2 for offer in match.offers())
        match.do(sorted(match.offers())[0])
        assert match.place(id) not in ("3811", "3912")
