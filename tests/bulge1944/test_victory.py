"""15.0, 16.0 Victory: sudden death by exit, and points for towns at the end."""

from __future__ import annotations

import pytest

from ardennes.games.bulge1944.rules.field import EXITED
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.victory import town_points
from tests.bulge1944.fields import Battlefield, field

KEY_PLACES = ("Liège", "Namur", "Verviers", "Bastogne", "Dinant", "Huy", "Rochefort")


def winner(match: Battlefield) -> int | None:
    assert match.over is not None
    return match.over.winner


def reason(match: Battlefield) -> str:
    assert match.over is not None
    return match.over.reason.code


# --- sudden death ------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "15.0-a")
@pytest.mark.parametrize("hex", ["0501", "0801", "0107", "0112"])
@pytest.mark.parametrize("unit", ["2Pz/1", "3PzGr"])
def test_an_armor_division_that_exits_across_the_meuse_wins_at_once(unit: str, hex: str) -> None:
    id, _, steps = unit.partition("/")
    match = field(f"{id} {hex}{'/' + steps if steps else ''}", turn=4)
    match.do(f"move {id}")
    assert {"exit", "done"} <= match.offers(), "it need not go"
    match.do("exit")
    assert winner(match) == GERMAN
    assert reason(match) == "sudden-death"
    assert match.place(id) == EXITED


@pytest.mark.rule("bulge1944", "15.0-a")
@pytest.mark.parametrize(("unit", "hex"), [("FBB", "0107"), ("12VG", "0107"), ("2Pz", "1301"), ("2Pz", "0108")])
def test_no_exit_for_others_or_elsewhere(unit: str, hex: str) -> None:
    match = field(f"{unit} {hex}")
    match.do(f"move {unit}")
    assert match.why("exit") == ("no-exit", "15.0")


@pytest.mark.rule("bulge1944", "15.0-a")
@pytest.mark.parametrize("unit", ["3Arm", "7Arm", "4Arm"])
def test_no_exit_for_the_allies(unit: str) -> None:
    match = field(f"{unit} 0107, 12VG 1909", "allied activation", turn=8)
    match.do(f"move {unit}")
    assert match.why("exit") == ("no-exit", "15.0")


@pytest.mark.rule("bulge1944", "15.0-a")
def test_the_exit_costs_half_a_point() -> None:
    match = field("2Pz 0308 dry")
    match.do("move 2Pz", "to 0107")
    assert "exit" in match.offers(), "two of three points are left"
    exact = field("2Pz 0606 dry")
    exact.do("move 2Pz", "to 0501")
    assert (exact.prompt().args["points"], "exit" in exact.offers()) == (3, True), "just the half it takes"
    spent = field("2Pz 0106 dry, 99Inf 0207")
    spent.do("move 2Pz", "to 0107")
    assert "exit" not in spent.offers(), "the zone leaves nothing for the exit"


@pytest.mark.rule("bulge1944", "15.0-b")
def test_an_exit_out_of_supply_wins_nothing() -> None:
    match = field("2Pz 0107, 99Inf 0208, 2Inf 0206, 12VG 1608")
    match.do("move 2Pz", "exit")
    assert match.over is None
    assert match.place("2Pz") == EXITED
    assert "move 2Pz" not in match.offers(), "and it never comes back"
    hidden = field("2Pz? 0107, 99Inf 0208, 2Inf 0206, 12VG 1608", options=("hidden",))
    codes = [event.code for event in hidden.do("move 2Pz", "exit")]
    assert codes == ["revealed", "exits"], "who leaves is shown"


@pytest.mark.rule("bulge1944", "15.0-c")
@pytest.mark.parametrize(("turn", "over"), [(9, False), (10, True)])
def test_the_battle_is_judged_after_turn_10(turn: int, over: bool) -> None:
    match = field("12VG 1909, 1Inf 0903", "allied activation", turn=turn)
    match.do("done")
    assert (match.over is not None) == over
    if over:
        assert reason(match) == "final-points"


# --- points ------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "16.0-a")
@pytest.mark.parametrize("city", ["Liège", "Namur", "Verviers"])
def test_a_supplied_city_is_worth_two(city: str) -> None:
    assert town_points(field("12VG 1909", german_towns=[city]).position) == 2


@pytest.mark.rule("bulge1944", "16.0-b")
@pytest.mark.parametrize("town", ["Bastogne", "Dinant", "Huy", "Rochefort"])
def test_a_supplied_key_town_is_worth_two(town: str) -> None:
    assert town_points(field("12VG 1909", german_towns=[town]).position) == 2


@pytest.mark.rule("bulge1944", "16.0-c")
@pytest.mark.parametrize("town", ["Malmedy", "St. Vith", "Marche", "Clervaux"])
def test_any_other_supplied_town_is_worth_one(town: str) -> None:
    assert town_points(field("12VG 1909", german_towns=[town]).position) == 1
    assert town_points(field("12VG 1909").position) == 0, "in Allied hands it is worth nothing"


@pytest.mark.rule("bulge1944", "16.0-a", "16.0-b", "16.0-c")
def test_places_that_are_cut_off_count_nothing() -> None:
    towns = ["Liège", "Bastogne", "Malmedy"]
    in_zones = field("12VG 1909, 99Inf 0903, 2Inf 1115, 1Inf 1508", german_towns=towns)
    assert town_points(in_zones.position) == 0, "empty, and in Allied zones"
    held = field("12VG 0904, 277VG 1116, 3FJ 1408, 99Inf 0903, 2Inf 1115, 1Inf 1508", german_towns=towns)
    assert town_points(held.position) == 2 + 2 + 1, "traced as for the unit there"
    ring = field("12VG 1408, 99Inf 1508, 2Inf 1308", german_towns=["Malmedy"])
    assert town_points(ring.position) == 0


@pytest.mark.rule("bulge1944", "16.0-d")
@pytest.mark.parametrize(("start", "entry"), [("2012", "2013"), ("1910", "2010"), ("2018", "2017")])
def test_an_eastern_supply_hex_in_allied_hands_costs_three(start: str, entry: str) -> None:
    match = field(f"1Inf {start}, 12VG 1408", "allied activation", german_towns=["Malmedy"])
    before = town_points(match.position)
    match.do("move 1Inf", f"to {entry}", "done")
    assert match.holder(entry) == "allied"
    assert (before, town_points(match.position)) == (1, 1 - 3)


@pytest.mark.rule("bulge1944", "16.0-d")
def test_each_eastern_supply_hex_counts() -> None:
    match = field("12VG 1909")
    for lost, entry in enumerate(("2013", "2010", "2017"), start=1):
        match.position.control[match.hex(entry)] = ALLIED
        assert town_points(match.position) == -3 * lost


@pytest.mark.rule("bulge1944", "16.0-d")
def test_it_counts_again_when_a_german_unit_comes_back() -> None:
    match = field("12VG 1910", points=2)
    match.position.control[match.hex("2010")] = ALLIED
    match.do("move 12VG", "to 2010", "done")
    assert town_points(match.position) == 0


@pytest.mark.rule("bulge1944", "16.0-e")
@pytest.mark.parametrize(
    ("towns", "points", "won_by"),
    [
        (KEY_PLACES, 14, GERMAN),
        ((*KEY_PLACES, "Malmedy"), 15, GERMAN),
        ((*KEY_PLACES[:6], "Malmedy"), 13, None),
        (KEY_PLACES[:6], 12, ALLIED),
        ((), 0, ALLIED),
    ],
)
def test_fourteen_wins_thirteen_is_a_draw(towns: tuple[str, ...], points: int, won_by: int | None) -> None:
    match = field("12VG 1909", "allied activation", turn=10, german_towns=towns)
    match.do("done")
    assert match.over is not None
    assert match.over.reason.args["n"] == points
    assert winner(match) == won_by
