"""7.0 Zones of control: who has one, and where it reaches."""

from __future__ import annotations

import pytest

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from tests.deadly_woods.fields import field


def reach(units: str, side: int = GERMAN, **more: object) -> set[str]:
    """The hexes around the first unit named that are in the zone of its side."""
    match = field(units, "german move" if side == GERMAN else "allied move", **more)  # type: ignore[arg-type]
    hex = match.hex(units.split(",", maxsplit=1)[0].split()[1].partition("/")[0])
    around = match.data.board.around(hex)
    return {match.data.board.label(there) for there in around if match.position.in_enemy_zone(there, 1 - side)}


@pytest.mark.rule("deadly_woods", "7.1-a")
def test_every_unit_has_a_zone_unless_its_strength_is_circled() -> None:
    assert reach("26VG-a 3115") == {"3114", "3214", "3215", "3116", "3015", "3014"}
    assert reach("506 3115") == set(), "a battalion"
    assert reach("14Cav 3115", ALLIED) == {"3114", "3214", "3215", "3116", "3015", "3014"}
    assert reach("14Cav 3115/1", ALLIED) == set(), "reduced cavalry"
    assert reach("Delay 3115", ALLIED) == set()


@pytest.mark.rule("deadly_woods", "2.3.1.1-c")
def test_a_third_step_has_no_zone() -> None:
    assert reach("FB 3115/2")
    assert reach("FB 3115/1") == set()


@pytest.mark.rule("deadly_woods", "7.1-b")
def test_one_unit_gives_the_whole_stack_its_zone() -> None:
    assert reach("506 3115, 26VG-a 3115") == {"3114", "3214", "3215", "3116", "3015", "3014"}
    tanks = reach("2Pz-a 3115")
    assert "3214" not in tanks, "woods without a road"
    assert "3214" in reach("2Pz-a 3115, 26VG-a 3115"), "infantry beside the tanks reaches in"


@pytest.mark.rule("deadly_woods", "7.1-c")
def test_zones_do_not_hinder_friends() -> None:
    match = field("26VG-a 3014, 26VG-b 3015", "german move")
    match.do("move 26VG-a")
    assert match.tells("to 3116").cost == 4, "3115 and on, past its own division"


@pytest.mark.rule("deadly_woods", "7.2-a")
def test_no_zone_across_a_river_without_a_bridge() -> None:
    assert "3117" not in reach("26VG-a 3016"), "the Clerve"
    assert "3117" in reach("26VG-a 3017"), "a bridge"
    assert "3117" not in reach("26VG-a 3017", blown=["3017/3117"]), "a destroyed bridge is none"


@pytest.mark.rule("deadly_woods", "7.2-a")
def test_zones_follow_bridges_that_are_blown_and_rebuilt() -> None:
    match = field("26VG-a 3017, 28-110 3117", "german move")
    p, hex = match.position, match.hex("3117")
    assert p.in_enemy_zone(hex, ALLIED)
    p.set_bridge(match.side("3017/3117"), blown=True)
    assert not p.in_enemy_zone(hex, ALLIED)
    p.set_bridge(match.side("3017/3117"), blown=False)
    assert p.in_enemy_zone(hex, ALLIED)


@pytest.mark.rule("deadly_woods", "7.2-b")
def test_armor_reaches_into_woods_by_road_only() -> None:
    assert reach("2Pz-a 3115") == {"3114", "3215", "3116", "3015", "3014"}, "3114 and 3215 are woods on a road"
    assert "3018" in reach("2Pz-a 2919"), "forest on a road"
    assert "3019" not in reach("2Pz-a 2919"), "forest without one"
    assert "3019" in reach("26VG-a 2919")


@pytest.mark.rule("deadly_woods", "7.2-c")
def test_allied_vehicles_do_not_reach_into_the_westwall() -> None:
    assert "3317" in reach("28-110 3217", ALLIED), "infantry does"
    assert "3317" not in reach("9A-CCB 3217", ALLIED)
    assert "3317" not in reach("14Cav 3217", ALLIED)
    assert "3217" in reach("2Pz-a 3317")


@pytest.mark.rule("deadly_woods", "7.3-l")
def test_no_zone_forces_an_attack() -> None:
    match = field("26VG-a 3115, 28-110 3015", "german combat")
    assert "done" in match.offers()
