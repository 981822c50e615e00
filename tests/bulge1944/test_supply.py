"""13.0 Supply: the path, the road, the edges, what blocks and what that costs."""

from __future__ import annotations

import pytest

from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.rules.supply import line_from
from tests.bulge1944.fields import ON_ALLIED_ENTRIES, ON_GERMAN_ENTRIES, Battlefield, field

SIXTHS = 6


def supplied(match: Battlefield, *ids: str) -> list[bool]:
    return [is_supplied(match.position, match.unit(id)) for id in ids]


def line_of(match: Battlefield, id: str) -> list[str]:
    """The hexes of a unit's supply line, from it to its source."""
    return [match.data.board.label(hex) for hex in line_from(match.position, match.unit(id))]


def dice_of(match: Battlefield, option: str = "go") -> tuple[int, int]:
    tallies = match.tells(option).tallies
    return tallies["attack"].total, tallies["defence"].total


@pytest.mark.rule("bulge1944", "13.0-a")
def test_a_road_three_hexes_away_supplies_and_one_four_away_does_not() -> None:
    match = field("12VG 0115, 277VG 0116")
    assert supplied(match, "12VG", "277VG") == [True, False]
    assert len(line_of(match, "12VG")) > 3
    assert line_of(match, "277VG") == []


@pytest.mark.rule("bulge1944", "13.0-a")
def test_the_path_keeps_out_of_enemy_zones() -> None:
    match = field("12VG 1508, 99Inf 1410")
    assert supplied(match, "12VG") == [True]
    ring = field("12VG 1508, 99Inf 1407, 2Inf 1509")
    assert supplied(ring, "12VG") == [False], "the six hexes around it are in enemy zones"


@pytest.mark.rule("bulge1944", "13.0-b")
def test_friendly_edges_of_either_side() -> None:
    allied = field("1Inf 2002, 277VG 1804")
    assert supplied(allied, "1Inf") == [True]
    assert line_of(allied, "1Inf")[-1] in {"1801", "1901", "2001"}, "by the north edge, for want of a road"
    german = field("12VG 2002, 99Inf 1903")
    assert supplied(german, "12VG") == [True], "by the east edge"
    assert supplied(field("12VG 0116, 99Inf 1903"), "12VG") == [False], "the west edge is the enemy's"


@pytest.mark.rule("bulge1944", "13.0-a", "13.0-b")
@pytest.mark.parametrize(
    ("unit", "hex", "is_near"),
    [
        ("30Inf", "1004", True),
        ("30Inf", "1005", False),
        ("30Inf", "0416", True),
        ("30Inf", "0516", False),
        ("30Inf", "0618", True),
        ("30Inf", "0617", False),
        ("30Inf", "2005", False),
        ("12VG", "1705", True),
        ("12VG", "1605", False),
        ("12VG", "1003", False),
        ("12VG", "0216", False),
        ("12VG", "0620", False),
    ],
)
def test_an_own_edge_supplies_over_three_hexes(unit: str, hex: str, is_near: bool) -> None:
    enemies = ON_ALLIED_ENTRIES if unit == "30Inf" else ON_GERMAN_ENTRIES
    assert supplied(field(f"{unit} {hex}, {enemies}"), unit) == [is_near]


@pytest.mark.rule("bulge1944", "13.0-d")
@pytest.mark.parametrize(
    "entry", ["0501", "0801", "1301", "1501", "0107", "0112", "0421", "0821", "1121", "1521", "1721"]
)
def test_each_allied_entry_supplies_its_road(entry: str) -> None:
    enemies = ", ".join(enemy for enemy in ON_ALLIED_ENTRIES.split(", ") if entry not in enemy)
    assert supplied(field(f"30Inf 1116, {enemies}"), "30Inf") == [True]
    assert supplied(field(f"30Inf 1116, {ON_ALLIED_ENTRIES}"), "30Inf") == [False]


@pytest.mark.rule("bulge1944", "13.0-d")
@pytest.mark.parametrize("entry", ["2010", "2013", "2017"])
def test_each_german_entry_supplies_its_road(entry: str) -> None:
    enemies = ", ".join(enemy for enemy in ON_GERMAN_ENTRIES.split(", ") if entry not in enemy)
    assert supplied(field(f"12VG 1116, {enemies}"), "12VG") == [True]
    assert supplied(field(f"12VG 1116, {ON_GERMAN_ENTRIES}"), "12VG") == [False]


@pytest.mark.rule("bulge1944", "13.0-c")
def test_terrain_and_rivers_do_not_hinder_supply() -> None:
    match = field("2Pz 1410, 99Inf 1311, 2Inf 1511")
    line = line_of(match, "2Pz")
    assert line[:2] == ["1410", "1409"], "armor without a bridge, across the river and through woods"


@pytest.mark.rule("bulge1944", "13.0-d")
def test_the_road_must_lead_to_a_supply_hex() -> None:
    ends = field("12VG 1706")
    assert line_of(ends, "12VG")[-1] in {"2010", "2013", "2017"}
    cut = field("12VG 1408, 277VG 0904, 99Inf 1910, 2Inf 1912, 1Inf 1916")
    assert supplied(cut, "12VG", "277VG") == [False, False], "their roads come to no source in the east"


@pytest.mark.rule("bulge1944", "13.0-e", "13.0-f")
def test_the_graphic_example_around_malmedy() -> None:
    units = "12SS 1308, 272VG 1408, 212VG 1409, 10Arm 1407, 14Cav 1410, 2Inf 1208"
    match = field(units, as_shipped=True)
    assert supplied(match, "12SS", "272VG", "212VG") == [False, True, True]
    line = line_of(match, "272VG")
    assert line[1] == "1409", "through the hex that 212th holds in an enemy zone"
    assert line[-1] == "2010", "and off to E6"
    without_armor = field("12SS 1308, 272VG 1408, 212VG 1409, 2Inf 1208")
    assert supplied(without_armor, "12SS") == [True]
    assert "1508" in line_of(without_armor, "12SS"), "10th Armored and 14th Cavalry closed the way to 1508 and 1409"
    without_infantry = field("12SS 1308, 272VG 1408, 212VG 1409, 10Arm 1407, 14Cav 1410")
    assert supplied(without_infantry, "12SS") == [True], "2nd Infantry closed the other road"
    without_friend = field("12SS 1308, 272VG 1408, 10Arm 1407, 14Cav 1410, 2Inf 1208")
    assert supplied(without_friend, "272VG") == [False]


@pytest.mark.rule("bulge1944", "13.0-e")
def test_supply_does_not_pass_through_an_enemy_unit() -> None:
    free = field("12VG 2002, 277VG 0101")
    assert supplied(free, "12VG") == [True]
    shut = field("12VG 1901, 99Inf 2001, 2Inf 1902")
    assert supplied(shut, "12VG") == [False]


@pytest.mark.rule("bulge1944", "13.0-f")
def test_a_friend_in_the_hex_negates_a_zone_but_a_friendly_zone_does_not() -> None:
    ring = "12VG 1508, 99Inf 1407, 2Inf 1509"
    assert supplied(field(f"{ring}, 277VG 1708"), "12VG") == [False], "a friend next to 1608 does not open it"
    assert supplied(field(f"{ring}, 277VG 1608"), "12VG") == [True], "a friend in 1608 does"


@pytest.mark.rule("bulge1944", "13.0-g")
def test_a_unit_on_a_friendly_edge_is_always_in_supply() -> None:
    match = field("1Inf 1001, 12VG 0901, 277VG 1101, 3FJ 0902, 18VG 1002")
    assert supplied(match, "1Inf") == [True], "surrounded, but on the north edge"
    assert supplied(field("3FJ 1002, 12VG 2011, 1Inf 1910, 99Inf 1912, 2Inf 2010"), "12VG") == [True]


@pytest.mark.rule("bulge1944", "13.0-h")
@pytest.mark.parametrize(
    ("unit", "moves"), [("4Arm", 6 - 3), ("14Cav", 6 - 3), ("99Inf", 4 - 1), ("82Abn", 4), ("517RCT", 4)]
)
def test_allied_movement_out_of_supply(unit: str, moves: int) -> None:
    match = field(f"{unit} 1508, 12VG 1608, 277VG 1408", "allied activation")
    assert supplied(match, unit) == [False]
    assert match.allowance(unit) == moves * SIXTHS


@pytest.mark.rule("bulge1944", "13.0-h")
@pytest.mark.parametrize(("unit", "moves"), [("2Pz", 3), ("3PzGr", 3), ("12VG", 3), ("3FJ", 3), ("Heydte", 3)])
def test_german_movement_out_of_supply(unit: str, moves: int) -> None:
    match = field(f"{unit} 0117")
    assert match.allowance(unit) == moves * SIXTHS, "paratroops too, if they are not American"


@pytest.mark.rule("bulge1944", "13.0-i")
@pytest.mark.parametrize(("unit", "dice"), [("4Arm", 2), ("99Inf", 2), ("82Abn", 3), ("517RCT", 2), ("14Cav", 0)])
def test_dice_out_of_supply_in_attack_and_defence(unit: str, dice: int) -> None:
    units = f"{unit} 1508, 12VG 1608, 277VG 1408"
    attack = field(units, "allied activation")
    attack.do("attack 1608", f"join {unit}")
    assert dice_of(attack)[0] == dice
    defence = field(units)
    defence.do("attack 1508", "join 12VG")
    assert dice_of(defence)[1] == dice


@pytest.mark.rule("bulge1944", "13.0-i")
@pytest.mark.parametrize(("unit", "dice"), [("2Pz", 2), ("3PzGr", 1), ("12VG", 2), ("3FJ", 2), ("Heydte", 0)])
def test_german_dice_out_of_supply_in_attack_and_defence(unit: str, dice: int) -> None:
    units = f"{unit} 1508, 99Inf 1608, 2Inf 1408"
    attack = field(units)
    attack.do("attack 1608", f"join {unit}")
    assert dice_of(attack)[0] == dice
    defence = field(units, "allied activation")
    defence.do("attack 1508", "join 99Inf")
    assert dice_of(defence)[1] == dice


@pytest.mark.rule("bulge1944", "13.0-a")
def test_supply_is_judged_when_the_unit_is_activated() -> None:
    match = field("2Pz 1508, 99Inf 1407, 2Inf 1509, 12VG 1608", points=3)
    assert supplied(match, "2Pz") == [True]
    match.do("move 12VG", "to 1708", "done")
    assert supplied(match, "2Pz") == [False], "the friend who held the door is gone"
    assert match.allowance("2Pz") == 3 * SIXTHS
