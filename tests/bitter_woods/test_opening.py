"""15.0 Initial surprise."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.advance import Advance, most_hexes
from ardennes.games.bitter_woods.rules.opening import allowance
from ardennes.games.bitter_woods.rules.pieces import TWELFTHS
from tests.bitter_woods.fields import Battlefield, field, new_game


def attack(units: str, target: str, moment: str, turn: int, *joined: str) -> Battlefield:
    match = field(units, moment, turn=turn)
    match.do(f"attack {target}", *(f"join {id}" for id in joined))
    return match


def targets(units: str, turn: int, moment: str = "german combat") -> set[str]:
    return field(units, moment, turn=turn).targets()


@pytest.mark.rule("bitter_woods", "15.1-a", "15.1-b")
def test_the_surprise_shift() -> None:
    fight = "26-78 3702, 28-110 3703"
    assert attack(fight, "3703", "german combat", 1, "26-78").tally("right") == 1
    assert attack(fight, "3703", "german combat", 2, "26-78").tally("right") == 0
    assert attack(fight, "3702", "allied combat", 1, "28-110").tally("right") == 0


@pytest.mark.rule("bitter_woods", "15.2-a")
def test_who_began_in_a_german_zone() -> None:
    match = new_game()
    watched = {match.data.counters[unit].id for unit in match.position.on_map(1) if match.position.watched[unit]}
    assert watched == {
        "106-422",
        "106-423",
        "106-424",
        "14Cav",
        "28-109",
        "28-110",
        "28-112",
        "4-12",
        "99-393",
        "99-394",
        "9CCA",
    }


@pytest.mark.rule("bitter_woods", "15.2-a", "15.2-b", "15.2-c", "15.2-d", "15.2-f")
@pytest.mark.parametrize(
    ("unit", "first", "later"),
    [
        ("28-110 3702 watched", 4, 4),
        ("28-110 3702", 2, 4),
        ("9CCB 3702", 2, 5),
        ("14Cav 3702 watched", 5, 5),
        ("2-9 3702", 3, 4),
        ("2-9 3702 watched", 4, 4),
        ("FA-402 3702", 1, 4),
    ],
)
def test_allied_allowances_on_the_first_turn(unit: str, first: int, later: int) -> None:
    id = unit.split(maxsplit=1)[0]
    assert field(unit, "allied move", turn=1).allowance(id) == first
    assert field(unit, "allied move", turn=2).allowance(id) == later


@pytest.mark.rule("bitter_woods", "15.2-a")
def test_who_comes_into_a_zone_later_gains_nothing() -> None:
    assert field("28-110 3702, 26-78 3703", "allied move", turn=1).allowance("28-110") == 2


@pytest.mark.rule("bitter_woods", "15.2-e")
@pytest.mark.parametrize(("id", "points"), [("28-110", 4), ("2-9", 4), ("9CCB", 5)])
def test_allied_advances_use_the_printed_allowance(id: str, points: int) -> None:
    match = field(f"{id} 3702, 26-78 3703", "allied combat", turn=1)
    assert allowance(match.position, match.unit(id), advancing=True) == points * TWELFTHS


@pytest.mark.rule("bitter_woods", "15.3-a")
def test_allied_guns_support_no_attack_on_the_first_turn() -> None:
    units = "28-110 3702, 26-78 3703, FA-402 3701"
    assert "support FA-402" not in attack(units, "3703", "allied combat", 1, "28-110").offers()
    assert "support FA-402" in attack(units, "3703", "allied combat", 2, "28-110").offers()
    defence = attack("26-78 3702, 28-110 3703, FA-402 3705", "3703", "german combat", 1, "26-78")
    defence.do("go")
    assert "support FA-402" in defence.offers(), "defences they do"


@pytest.mark.rule("bitter_woods", "15.3-b")
def test_a_threatened_gun_moves_as_far_as_it_can() -> None:
    assert field("FA-402 3702, 26-78 3703", "allied move", turn=1).allowance("FA-402") == 4
    assert field("FA-402 3702, 1SS-1 3703", "allied move", turn=1).allowance("FA-402") == 4, "held back or not"
    assert field("FA-402 3702, 26-78 3704", "allied move", turn=1).allowance("FA-402") == 1


@pytest.mark.rule("bitter_woods", "15.5-a")
@pytest.mark.parametrize("id", ["1SS-Peiper", "1SS-1", "12SS-25", "12SS-12", "150"])
def test_the_first_ss_panzer_corps_is_held_back(id: str) -> None:
    units = f"{id} 0610, 99-394 0609, 12-27 3702"
    assert id not in field(f"{id} 0610, 12-27 3702", turn=1).movers()
    assert field(f"{id} 0610, 12-27 3702", turn=1).why(f"move {id}") == ("held-back", "15.5")
    assert id in field(f"{id} 0610", turn=2).movers()
    assert targets(units, 1) == set()
    assert targets(units, 2) == {"0609"}
    match = field(units, "allied combat", turn=1)
    assert match.position.in_enemy_zone(match.hex("0609"), 1), "it has its zone"
    assert targets(units, 1, "allied combat") == {"0610"}, "and defends"


@pytest.mark.rule("bitter_woods", "15.5-a")
def test_guns_of_the_corps_are_free() -> None:
    assert "VAK-388" in field("VAK-388 0512", turn=1).movers()


@pytest.mark.rule("bitter_woods", "15.7-a")
@pytest.mark.parametrize(
    ("id", "first", "later"),
    [("2-2", 3, 4), ("2-3", 3, 4), ("Lehr-Rec", 4, 5), ("26-78", 3, 3), ("VAK-766", 3, 3), ("Rkt-15", 4, 4)],
)
def test_the_traffic_jam(id: str, first: int, later: int) -> None:
    assert field(f"{id} 1223", turn=1).allowance(id) == first
    assert field(f"{id} 1223", turn=2).allowance(id) == later


@pytest.mark.rule("bitter_woods", "15.7-c")
def test_advances_in_the_traffic_jam() -> None:
    for turn, points, hexes in ((1, 3, 2), (2, 4, 3)):
        match = field("2-2 1223, 28-110 1224", "german combat", turn=turn)
        unit, hex = match.unit("2-2"), match.hex("1224")
        assert allowance(match.position, unit, advancing=True) == points * TWELFTHS
        advance = Advance(side=0, first=(hex,), hexes=2, road_bonus=True, waiting=(unit,))
        assert most_hexes(match.position, advance, unit) == hexes
    match = field("9CCB 1223, 26-78 1224", "allied combat", turn=1)
    unit = match.unit("9CCB")
    advance = Advance(side=1, first=(match.hex("1224"),), hexes=2, road_bonus=True, waiting=(unit,))
    assert most_hexes(match.position, advance, unit) == 3, "the Allies keep it"


@pytest.mark.rule("bitter_woods", "15.7-d", "15.7-e", "15.7-f", "15.7-g", "15.7-h", "15.7-i")
@pytest.mark.parametrize(
    ("attacker", "faced", "others"),
    [
        ("26-78", ("28-110", "28-112", "106-424", "14Cav"), ("28-109", "99-394", "4-12")),
        ("12-27", ("14Cav", "99-394", "2-9", "102Cav"), ("106-422", "28-110")),
        ("212-423", ("4-12", "9CCA", "28-109"), ("28-110", "14Cav")),
    ],
)
def test_an_army_attacks_whom_it_faces(attacker: str, faced: tuple[str, ...], others: tuple[str, ...]) -> None:
    """The worked example."""
    for id in faced:
        assert targets(f"{attacker} 3702, {id} 3703", 1) == {"3703"}
    for id in (*others, "9CCR", "2-23"):
        assert targets(f"{attacker} 3702, {id} 3703", 1) == set()
        assert targets(f"{attacker} 3702, {id} 3703", 2) == {"3703"}


@pytest.mark.rule("bitter_woods", "15.7-i")
def test_both_panzer_armies_attack_the_cavalry_between_them() -> None:
    guns = "VAK-388 3701, VAK-410 3701, VAK-408 3701"
    units = f"12-27 3702, 26-78 3702, 14Cav 3703, {guns}"
    match = attack(units, "3703", "german combat", 1, "12-27", "26-78")
    assert match.objects("support") == {"VAK-388", "VAK-410"}
    later = attack(units, "3703", "german combat", 2, "12-27", "26-78")
    assert later.objects("support") == {"VAK-388", "VAK-410", "VAK-408"}
