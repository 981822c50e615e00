"""17.0 Terrain Effects Chart: what a step costs, in sixths of a point, and what the ground does in combat."""

from __future__ import annotations

import pytest

from ardennes.games.bulge1944.rules.movement import begin_move
from ardennes.games.bulge1944.rules.pieces import GERMAN
from ardennes.games.bulge1944.rules.walking import going
from ardennes.rules.walk import Mover, step
from tests.bulge1944.fields import Battlefield, box, field

SIXTHS = 6
HALF, THIRD = SIXTHS // 2, SIXTHS // 3
ENOUGH = 10 * SIXTHS


def cost(unit: str, start: str, end: str, others: str = "") -> int | None:
    """What one step costs a unit in its cheapest manner, None if it may not be made; ``others`` stand there too."""
    match = field(f"{unit} {start}" + (f", {others}" if others else ""))
    p = match.position
    own = begin_move(p, match.unit(unit))
    steps = [
        step(going(p, own.unit, kind), Mover(p.where[own.unit], ENOUGH), match.hex(end))
        for kind, _, _ in own.movement_modes
    ]
    return min((after.spent for after in steps if after is not None), default=None)


def dice_of(attackers: str, defender: str) -> tuple[int, int]:
    """Dice of both sides, for ``12VG 1608, 2Pz 1509`` against ``99Inf 1508``."""
    hex = defender.split()[1]
    joining = [entry.split()[0] for entry in attackers.split(", ")]
    side = "german" if box().counters[box().unit(joining[0])].side == GERMAN else "allied"
    match: Battlefield = field(f"{attackers}, {defender}", f"{side} activation")
    match.do(f"attack {hex}", *(f"join {unit}" for unit in joining))
    tallies = match.tells("go").tallies
    return tallies["attack"].total, tallies["defence"].total


@pytest.mark.rule("bulge1944", "17.0-a")
def test_clear() -> None:
    assert cost("2Pz", "1509", "1508") == cost("12VG", "1509", "1508") == SIXTHS
    assert dice_of("2Pz 1509", "99Inf 1508") == (4, 3)


@pytest.mark.rule("bulge1944", "17.0-b")
def test_open_road() -> None:
    assert cost("2Pz", "1608", "1508") == HALF
    assert cost("12VG", "1608", "1508") == SIXTHS
    assert cost("2Pz", "1508", "1408") == HALF, "woods or not"
    assert cost("12VG", "1508", "1408") == SIXTHS


@pytest.mark.rule("bulge1944", "17.0-c")
def test_motorized_on_open_road() -> None:
    assert cost("99Inf", "1608", "1508") == cost("82Abn", "1608", "1508") == THIRD
    assert cost("12VG", "1608", "1508") == cost("3FJ", "1608", "1508") == SIXTHS, "not for Germans"
    assert cost("4Arm", "1608", "1508") == HALF, "nor for armor"


@pytest.mark.rule("bulge1944", "17.0-d")
def test_friends_on_the_road() -> None:
    for unit, friend in (("2Pz", "12VG"), ("99Inf", "1Inf")):
        side = "german" if unit == "2Pz" else "allied"
        match = field(f"{unit} 1608, {friend} 1508", f"{side} activation")
        match.do(f"move {unit}")
        beyond = HALF if unit == "2Pz" else THIRD
        assert match.costs("1408") == [SIXTHS + beyond]


@pytest.mark.rule("bulge1944", "17.0-e")
def test_bridge() -> None:
    assert cost("2Pz", "1510", "1409") == HALF
    assert cost("12VG", "1510", "1409") == SIXTHS
    assert cost("12VG", "1510", "1409", "99Inf 1408") == (3 + 1) * SIXTHS, "interdicted: zone and river"
    assert cost("4Arm", "1510", "1409", "12VG 1408") == 3 * SIXTHS, "Allies are not kept off bridges"
    assert cost("2Pz", "1309", "1209", "99Inf 1109") is None, "from rough to rough there is no way but the bridge"
    assert cost("12VG", "1309", "1209", "99Inf 1109") == (3 + 1) * SIXTHS
    assert cost("4Arm", "1309", "1209", "12VG 1109") == 3 * SIXTHS


@pytest.mark.rule("bulge1944", "17.0-f")
def test_forest() -> None:
    assert cost("2Pz", "1508", "1507") == cost("12VG", "1508", "1507") == 2 * SIXTHS
    assert dice_of("2Pz 1607, 12VG 1606", "99Inf 1507") == (4 - 1 + 3 - 1, 3)


@pytest.mark.rule("bulge1944", "17.0-g")
def test_rough_movement() -> None:
    assert cost("2Pz", "1110", "1109") == 3 * SIXTHS
    assert cost("12VG", "1110", "1109") == 2 * SIXTHS
    assert cost("12VG", "1108", "1109") == 2 * SIXTHS
    assert cost("2Pz", "1804", "1805") is None, "no armor from rough to rough"
    assert [cost(unit, "1109", "1110") for unit in ("2Pz", "12VG")] == [SIXTHS, SIXTHS], "leaving it costs nothing"
    match = field("2Pz 1804 dry")
    match.do("move 2Pz")
    assert not {"to 1803", "to 1904", "to 1805", "to 1705"} & match.offers()
    assert cost("2Pz", "1309", "1209") == HALF, "but by road, and by a bridge"


@pytest.mark.rule("bulge1944", "17.0-g")
def test_armor_is_told_that_rough_bars_its_way() -> None:
    match = field("1SS 1207, 99Inf 0101")
    match.do("move 1SS")
    assert match.why("to 1208") == ("rough-to-rough", "17.0")
    guards = field("Guards 0805, 12VG 2010", "allied activation", turn=7)
    guards.do("move Guards")
    assert guards.why("to 0906") == ("xxx-corps-area", "14.0"), "its bounds are another matter"


@pytest.mark.rule("bulge1944", "17.0-h")
def test_rough_combat() -> None:
    assert dice_of("3PzGr 1110", "99Inf 1109") == (3 - 2, 3)
    assert dice_of("12VG 1110", "99Inf 1109") == (3 - 1, 3)
    assert dice_of("12VG 1110, 2Pz 1009", "99Inf 1109") == (3 - 1 + 4 - 2, 3)


@pytest.mark.rule("bulge1944", "17.0-i")
def test_town() -> None:
    assert dice_of("12VG 1508", "99Inf 1408") == (3 - 1, 3 + 1), "in the woods"
    assert dice_of("12VG 1115", "99Inf 1116") == (3, 3 + 1), "in the open"
    assert dice_of("99Inf 1508", "12VG 1408") == (3 - 1, 3 + 1), "for either side"
    assert cost("12VG", "1307", "1408") == 2 * SIXTHS
    assert cost("2Pz", "1306", "1207") == 3 * SIXTHS


@pytest.mark.rule("bulge1944", "17.0-j")
def test_city() -> None:
    assert dice_of("12VG 0903, 3FJ 0804", "99Inf 0904") == (2 + 2, 3 + 2)
    assert cost("2Pz", "1306", "1205") == cost("12VG", "1306", "1205") == SIXTHS
    assert cost("2Pz", "1206", "1205") == HALF, "by road as on any road"


@pytest.mark.rule("bulge1944", "17.0-k")
def test_siegfried_line() -> None:
    assert dice_of("99Inf 1710", "12VG 1711") == (3, 3 + 2)
    assert dice_of("12VG 1710", "99Inf 1711") == (3, 3), "it is of no use to Americans"
    assert dice_of("99Inf 1708", "277VG 1808") == (3 - 1, 2 + 2), "and woods stay woods"
    assert cost("99Inf", "1710", "1711") == SIXTHS


@pytest.mark.rule("bulge1944", "17.0-l")
def test_river_movement() -> None:
    assert cost("12VG", "0905", "0904") == (1 + 1) * SIXTHS
    assert cost("2Pz", "0905", "0904") == (1 + 3) * SIXTHS
    assert cost("12VG", "1409", "1410") == (2 + 1) * SIXTHS
    assert cost("2Pz", "1409", "1410") == (2 + 3) * SIXTHS, "on top of the woods"


@pytest.mark.rule("bulge1944", "17.0-m")
def test_river_combat() -> None:
    assert dice_of("12VG 1409", "99Inf 1410") == (3 - 1 - 1, 3)
    assert dice_of("12VG 1409, 3FJ 1510", "99Inf 1410") == (1 + 2, 3), "only who attacks across it"
    assert dice_of("12VG 1510", "99Inf 1409") == (3 - 1 - 1, 3), "a bridge is no help"


@pytest.mark.rule("bulge1944", "17.0-n")
def test_enemy_zone() -> None:
    assert cost("2Pz", "1610", "1509", "99Inf 1508") == 3 * SIXTHS
    assert cost("12VG", "1610", "1509", "99Inf 1508") == 3 * SIXTHS
    assert cost("2Pz", "1506", "1507", "99Inf 1608") == 3 * SIXTHS, "not added to the woods"
    assert dice_of("12VG 1608", "99Inf 1508") == (3, 3), "and nothing in combat"
