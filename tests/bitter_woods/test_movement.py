"""5.1 to 5.3 Movement: who moves and how far, what ground and roads cost, rivers, the Meuse and cliffs."""

from __future__ import annotations

import pytest

from ardennes.engine.acts import perform
from ardennes.engine.notation import read_option
from tests.bitter_woods.fields import Battlefield, field

FREE = 9
"""20AM: no boundaries, no mud, no frost."""


def moving(units: str, id: str, moment: str = "german move", *, turn: int = FREE, **more: object) -> Battlefield:
    match = field(units, moment, turn=turn, **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


def cost(id: str, way: str, moment: str = "german move", **more: object) -> float | None:
    """What a unit pays for a way: ``3702/3703``; None where it is closed."""
    start, *hexes = way.split("/")
    return moving(f"{id} {start}", id, moment, **more).price(*hexes)  # type: ignore[arg-type]


# --- who moves, and how far ----------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "5.1-a")
def test_a_move_at_once_is_the_move_by_answers() -> None:
    """As scripts give it, and players who send a stack."""
    units = "26-78 2426, 26-77 2426, 28-110 4203"
    at_once, by_answers = field(units, turn=FREE), field(units, turn=FREE)
    perform(at_once.position, at_once.game.acts[0], at_once.unit("26-78"), at_once.hex("2425"))
    by_answers.do("move 26-78", "to 2425")
    assert at_once.place("26-78") == "2425"
    assert at_once.position.digest() == by_answers.position.digest()
    assert at_once.movers() == by_answers.movers() == {"26-77"}


@pytest.mark.rule("bitter_woods", "5.2-a", "5.3-g")
def test_what_is_too_far_and_where_no_way_leads() -> None:
    """3020 is forest without a road."""
    match = field("26-78 1424, 2-3 1522, 28-110 2424", turn=FREE)
    match.do("move 26-78")
    assert match.why("to 3020") == ("too-far", "5.2")
    match.do("done", "move 2-3")
    assert match.why("to 3020") == ("no-way-there", "5.3")


@pytest.mark.rule("bitter_woods", "5.1-a", "4.A.4-a")
@pytest.mark.parametrize(("moment", "own", "enemy"), [("german", "26-78", "28-110"), ("allied", "28-110", "26-78")])
def test_any_number_of_units_move_or_none(moment: str, own: str, enemy: str) -> None:
    match = field(f"{own} 3702, {enemy} 4105", f"{moment} move", turn=FREE)
    assert match.offers() == {f"move {own}", "done"}
    assert match.why(f"move {enemy}") == ("not-yours", "5.1")
    match.do("done")
    assert match.place(own) == "3702"


@pytest.mark.rule("bitter_woods", "5.1-b")
def test_a_way_goes_from_hex_to_hex() -> None:
    match = moving("26-78 3702", "26-78")
    option = read_option(match.data, "to 3704")
    assert match.refusal(option, None, [match.hex("3703"), match.hex("3704")]) is None
    refusal = match.refusal(option, None, [match.hex("3704")])
    assert refusal is not None
    assert refusal.rule == "5.1"


@pytest.mark.rule("bitter_woods", "5.1-c", "6.3-a")
def test_a_hex_with_an_enemy_is_closed_even_to_pass() -> None:
    match = moving("2-2 4718, FA-402 4717", "2-2")
    assert match.why("to 4717") == ("enemy-there", "6.3")
    assert match.price("4717", "4716") is None
    assert cost("2-2", "4718/4717/4716") == 0.5


@pytest.mark.rule("bitter_woods", "5.2-a", "5.3-h")
def test_no_more_points_than_the_allowance() -> None:
    assert cost("26-78", "4203/4204/4205/4206") == 3
    assert cost("26-78", "4203/4204/4205/4206/4106") is None
    assert cost("26-78", "4205/4206/4207") == 3, "clear and broken"
    assert cost("26-78", "4204/4205/4206/4207") is None, "one point left, two needed"


@pytest.mark.rule("bitter_woods", "5.2-b")
def test_points_are_neither_saved_nor_lent() -> None:
    match = field("26-78 3702, 26-77 3902, 26-39 4203", turn=FREE)
    match.do("move 26-78", "done", "move 26-77")
    assert match.prompt().args["points"] == 36, "three points, as ever"
    match.do("to 3903")
    assert match.why("move 26-78") == ("has-moved", "5.2"), "its points are gone"


@pytest.mark.rule("bitter_woods", "5.2-c")
def test_one_hex_is_always_open_to_who_has_not_moved() -> None:
    assert cost("26-78", "0205/0204") == 3
    cut = moving("26-78 0205 supply", "26-78")
    assert cut.prompt().args["points"] == 24
    assert cut.price("0204") == 2, "three points of its two"
    assert cut.price("0204", "0304") is None, "and it ends there"
    assert moving("FA-402 0912", "FA-402", "allied move", turn=1).price("0913") == 1, "a gun of one point into forest"
    assert moving("FA-402 0911", "FA-402", "allied move", turn=1).price("0912", "0913") is None, "not after a road hex"


@pytest.mark.rule("bitter_woods", "5.2-c")
def test_the_sure_hex_opens_no_closed_ground() -> None:
    assert moving("Lehr-130 0812 supply", "Lehr-130").price("0813") is None, "armor in forest"
    assert moving("2-3 0205 supply", "2-3").price("0105") is None, "a Panther at a river"
    assert moving("28-110 4719 supply", "28-110", "allied move").price("4818") is None, "a cliff"
    zone = moving("26-78 3702, 28-110 3703", "26-78")
    shared = zone_of(zone, "3702") & zone_of(zone, "3703")
    assert len(shared) == 2
    assert all(zone.price(hex) is None for hex in shared), "in the zone of the same unit"
    crowd = "26-78 3703 reserve=0 done=1, 26-77 3703 done=1, 26-39 3703 done=1"
    assert "3703" not in moving(f"2-2 3702 supply, {crowd}", "2-2").destinations(), "a full hex"


def zone_of(match: Battlefield, hex: str) -> set[str]:
    board = match.data.board
    return {board.label(there) for there in board.around(board.hex(hex))}


@pytest.mark.rule("bitter_woods", "5.2-f")
@pytest.mark.parametrize(
    ("units", "id", "turn", "why"),
    [
        ("2-3 3702 reserve", "2-3", 9, ("in-reserve", "14.1")),
        ("1SS-Peiper 0412", "1SS-Peiper", 1, ("held-back", "15.5")),
    ],
)
def test_who_may_not_move_is_sure_of_nothing(units: str, id: str, turn: int, why: tuple[str, str]) -> None:
    match = field(f"{units}, 26-78 4203", turn=turn)
    assert match.movers() == {"26-78"}
    assert match.why(f"move {id}") == why


@pytest.mark.rule("bitter_woods", "5.2-g")
def test_allowances_are_replaced_then_reduced_then_halved() -> None:
    assert field("2-2 3702 supply", turn=1).allowance("2-2") == 2, "four less one, halved upwards"
    assert field("28-110 3702 supply", "allied move", turn=1).allowance("28-110") == 1, "two, halved"
    assert field("FA-402 3702 supply", "allied move", turn=1).allowance("FA-402") == 1, "one, halved upwards"


# --- roads -----------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "5.3-a")
def test_the_road_rate_needs_the_road() -> None:
    assert cost("2-2", "0815/0816") == 0.25
    assert cost("28-110", "1424/1525", "allied move") == 2, "both have roads, none between them"


@pytest.mark.rule("bitter_woods", "5.3-b", "5.3-c", "5.3-d")
@pytest.mark.parametrize(
    ("id", "moment", "rate"),
    [
        ("28-110", "allied move", 1 / 4),
        ("43-129", "allied move", 1 / 4),
        ("FA-402", "allied move", 1 / 4),
        ("9CCB", "allied move", 1 / 4),
        ("2-2", "german move", 1 / 4),
        ("2-3", "german move", 1 / 4),
        ("26-78", "german move", 1 / 3),
        ("3FJ-5", "german move", 1 / 3),
        ("Rkt-15", "german move", 1 / 3),
        ("VAK-766", "german move", 1 / 2),
    ],
)
def test_what_a_road_hex_costs(id: str, moment: str, rate: float) -> None:
    assert cost(id, "4717/4718", moment) == pytest.approx(rate)


@pytest.mark.rule("bitter_woods", "5.3-c")
def test_german_infantry_goes_nine_road_hexes() -> None:
    match = moving("26-78 2426", "26-78")
    reached = [hex for hex in match.destinations() if match.cost(hex) == 3]
    longest = max(len(match.tells(f"to {hex}").path) for hex in reached)
    assert longest == 9


@pytest.mark.rule("bitter_woods", "5.3-e")
def test_fractions_are_kept() -> None:
    assert cost("26-78", "2426/2427/2528/2628") == 1, "three thirds"
    assert cost("26-78", "2426/2427/2528/2628/2728") == 2
    assert cost("VAK-766", "2426/2427") == 0.5
    assert cost("2-2", "2426/2427/2528/2628") == 0.75


# --- ground ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "5.3-f")
@pytest.mark.parametrize(
    ("id", "moment"),
    [("26-78", "german move"), ("2-2", "german move"), ("14Cav", "allied move"), ("FA-402", "allied move")],
)
def test_forest_costs_two(id: str, moment: str) -> None:
    assert cost(id, "0912/0913", moment) == 2
    assert cost(id, "0912/0812", moment) < 1, "by road"


@pytest.mark.rule("bitter_woods", "5.3-g")
def test_armor_is_in_forest_on_roads_only() -> None:
    """The worked example: out of 0812 to 0912 and nowhere else."""
    for id, moment in (("2-3", "german move"), ("Lehr-130", "german move"), ("9CCB", "allied move")):
        match = moving(f"{id} 0812", id, moment)
        open_to = {hex for hex in zone_of(match, "0812") if match.price(hex) is not None}
        assert open_to == {"0912"}
        assert cost(id, "0912/0812", moment) == 0.25
        assert cost(id, "0912/0913", moment) is None
    assert cost("2-2", "0812/0813") == 2, "armored infantry walks"
    assert cost("26-78", "0812/0913") == 2


@pytest.mark.rule("bitter_woods", "5.3-h")
@pytest.mark.parametrize("id", ["26-78", "2-2", "2-3", "VAK-766"])
def test_broken_costs_two(id: str) -> None:
    assert cost(id, "4106/4107") == 2


@pytest.mark.rule("bitter_woods", "5.3-i")
@pytest.mark.parametrize("turn", [4, 5, 9, 15])
def test_a_town_costs_one(turn: int) -> None:
    for id in ("9CCB", "28-110", "FA-402"):
        assert cost(id, "4522/4622", "allied move", turn=turn) == 1
        assert cost(id, "1725/1624", "allied move", turn=turn) == 1, "Clervaux, whatever lies below"


@pytest.mark.rule("bitter_woods", "5.3-j", "5.3-k")
@pytest.mark.parametrize(
    ("id", "moment", "before", "after"),
    [
        ("26-78", "german move", 1, 1),
        ("2-2", "german move", 2, 1),
        ("VAK-766", "german move", 2, 1),
        ("28-110", "allied move", 1, 1),
        ("9CCB", "allied move", 2, 1),
        ("FA-402", "allied move", 2, 1),
    ],
)
def test_light_woods_before_and_after_the_frost(id: str, moment: str, before: int, after: int) -> None:
    assert [cost(id, "2429/2428", moment, turn=turn) for turn in (13, 14, 15, 22)] == [before, before, after, after]


@pytest.mark.rule("bitter_woods", "5.3-k", "2.9-a")
@pytest.mark.parametrize(("id", "moment"), [("26-78", "german move"), ("9CCB", "allied move")])
def test_frost_lasts_under_the_snow(id: str, moment: str) -> None:
    assert [cost(id, "2429/2428", moment, turn=turn, scenario="extended") for turn in (28, 29, 40)] == [1, 2, 2]


@pytest.mark.rule("bitter_woods", "5.3-k")
def test_frost_changes_no_other_ground() -> None:
    assert [cost("2-2", "4106/4107", turn=turn) for turn in (14, 15)] == [2, 2]
    assert [cost("2-2", "0912/0913", turn=turn) for turn in (14, 15)] == [2, 2]


@pytest.mark.rule("bitter_woods", "5.3-l", "5.3-m")
@pytest.mark.parametrize(
    ("id", "moment", "mud"),
    [
        ("26-78", "german move", 1),
        ("2-3", "german move", 2),
        ("2-2", "german move", 2),
        ("VAK-766", "german move", 2),
        ("28-110", "allied move", 1),
        ("9CCB", "allied move", 2),
        ("FA-402", "allied move", 2),
    ],
)
def test_mud_lasts_from_18am_to_19pm(id: str, moment: str, mud: int) -> None:
    found = [cost(id, "4203/4204", moment, turn=turn) for turn in (3, 4, 5, 6, 7, 8, 9)]
    assert found == [1, 1, mud, mud, mud, mud, 1]


@pytest.mark.rule("bitter_woods", "5.3-m", "5.3-n")
def test_mud_spares_roads_towns_and_broken_ground() -> None:
    assert cost("9CCB", "2426/2425", "allied move", turn=5) == 0.25
    assert cost("9CCB", "4522/4622", "allied move", turn=5) == 1
    assert cost("9CCB", "4106/4107", "allied move", turn=5) == 2


# --- rivers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "5.3-o")
def test_a_river_is_forded_first_or_not_at_all() -> None:
    assert cost("28-110", "1009/1010", "allied move") == 1
    assert cost("28-110", "1008/1009/1010", "allied move") is None, "not after a step"
    assert cost("28-110", "1009/1010/0910", "allied move") is None, "nor two rivers in one move"


@pytest.mark.rule("bitter_woods", "5.3-o")
def test_an_unmoved_reserve_fords_when_it_exploits() -> None:
    match = field("2-2 1623 reserve", "german exploit", turn=FREE)
    match.do("move 2-2")
    assert match.cost("1622") == 3


@pytest.mark.rule("bitter_woods", "5.3-q", "5.3-r", "5.3-y")
@pytest.mark.parametrize("id", ["26-78", "2-2"])
def test_what_infantry_pays_for_a_ford(id: str) -> None:
    """The pictured example: one point into open ground and towns, three into rough ground."""
    assert cost(id, "1009/1010") == 1, "clear"
    assert cost(id, "0418/0518") == 1, "town"
    assert cost(id, "0205/0105") == 3, "broken"
    assert cost(id, "0205/0204") == 3, "forest"
    assert cost(id, "1110/1111", turn=15) == 1, "light woods"


@pytest.mark.rule("bitter_woods", "5.3-q")
def test_infantry_goes_on_after_a_ford() -> None:
    assert cost("28-110", "1009/1010/1011", "allied move") == 2
    assert cost("2-2", "1009/1010/1011") == 2


@pytest.mark.rule("bitter_woods", "5.3-r")
def test_the_panzergrenadiers_of_the_example_pay_three() -> None:
    assert cost("2-2", "1324/1424", turn=2, blown=("1324/1424",)) == 3
    assert cost("2-2", "1324/1424", turn=2) == 0.25, "while the bridge stands"


@pytest.mark.rule("bitter_woods", "5.3-s", "ESC-e")
@pytest.mark.parametrize(
    ("id", "moment"),
    [("9CCB", "allied move"), ("14Cav", "allied move"), ("FA-402", "allied move"), ("Lehr-130", "german move")],
)
def test_armor_cavalry_and_guns_stop_after_a_ford(id: str, moment: str) -> None:
    assert cost(id, "1009/1010", moment) == 1
    assert cost(id, "1009/1010/1011", moment) is None
    assert cost(id, "0205/0105", moment) == 3, "the extra point is theirs too"


@pytest.mark.rule("bitter_woods", "5.3-t")
@pytest.mark.parametrize("id", ["2-3", "1SS-Peiper", "653"])
def test_heavy_tanks_never_ford(id: str) -> None:
    assert cost(id, "1009/1010") is None
    assert cost("Lehr-130", "1009/1010") == 1, "a Mark IV may"


@pytest.mark.rule("bitter_woods", "5.3-u", "5.3-v", "ESC-a")
@pytest.mark.parametrize(
    ("id", "moment", "fords"),
    [
        ("9CCB", "allied move", False),
        ("14Cav", "allied move", False),
        ("FA-402", "allied move", False),
        ("Lehr-130", "german move", False),
        ("28-110", "allied move", True),
        ("2-2", "german move", True),
        ("26-78", "german move", True),
    ],
)
def test_the_meuse(id: str, moment: str, fords: bool) -> None:
    assert cost(id, "4207/4208", moment) in (1 / 4, 1 / 3), "by the bridge"
    forded = 1 if fords else None
    assert cost(id, "4207/4208", moment, blown=("4207/4208",)) == forded
    assert cost(id, "4107/4108", moment) == (3 if fords else None)
    assert cost(id, "4207/4208/4209", moment, blown=("4207/4208",)) is None, "it stops on the far bank"


@pytest.mark.rule("bitter_woods", "5.3-u")
def test_exploiting_armor_needs_the_bridge_too() -> None:
    for blown, price in (((), 0.25), (("4207/4208",), None)):
        match = field("Lehr-130 4207 reserve", "german exploit", turn=FREE, blown=blown)
        match.do("move Lehr-130")
        assert match.price("4208") == price


@pytest.mark.rule("bitter_woods", "5.3-w")
def test_nobody_moves_or_attacks_over_a_cliff() -> None:
    assert cost("28-110", "4818/4719", "allied move") is None
    assert cost("26-78", "4818/4719") is None
    assert cost("28-110", "4818/4718", "allied move") == 3, "the Meuse alone is no cliff"
    assert field("28-110 4818, 26-78 4719", "allied combat", turn=FREE).targets() == set()
    assert field("28-110 4818, 26-78 4719", "german combat", turn=FREE).targets() == set()
    assert field("28-110 4818, 26-78 4718", "german combat", turn=FREE).targets() == {"4818"}


@pytest.mark.rule("bitter_woods", "5.3-x")
def test_guns_fire_over_cliffs() -> None:
    match = field("26-78 4719, FA-402 4919, 28-112 4618", "allied combat", turn=FREE)
    match.do("attack 4719", "join 28-112")
    assert "support FA-402" in match.offers()


@pytest.mark.rule("bitter_woods", "5.3-c")
def test_the_chart_of_terrain_marks_the_unit_on_its_way() -> None:
    match = field("2-3 3712, 28-110 3702", "german move", turn=9)
    match.do("move 2-3")
    (chart,) = (chart for chart in match.game.charts(match.position) if chart.name == "terrain")
    rows = {row[0]: row[1:] for row in chart.rows}
    assert rows["forest"][chart.heads.index("tanks") - 1] == "–"
    assert rows["road"][chart.heads.index("german-foot") - 1] == "⅓"
    assert match.game.chart_marks(match.position)["terrain"] == ["tanks"]
