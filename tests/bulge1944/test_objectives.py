"""19.0 Variable objectives: three cards, chosen in secret or drawn."""

from __future__ import annotations

import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, CARDS, GERMAN, SECRET
from ardennes.games.bulge1944.rules.victory import elimination_points
from tests.bulge1944.fields import Battlefield, field

MARTIN = ("Bastogne", "Eupen", "Marche", "Monschau", "Verviers")


def verdict(match: Battlefield) -> tuple[str, int | None]:
    """The word for how it ended, and the winner."""
    assert match.over is not None
    return match.over.reason.code, match.over.winner


def at_the_end(scenario: str, units: str, *, towns: tuple[str, ...] = (), turn: int = 6) -> Battlefield:
    """Plays the last question of a turn."""
    match = field(units, "allied activation", turn=turn, scenario=scenario, german_towns=towns)
    match.do("done")
    return match


# --- the card ----------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "19.0-a")
def test_the_german_player_chooses_and_the_allied_player_does_not_see() -> None:
    match = Match.new("bulge1944", scenario="secret_card")
    p = match.position
    assert isinstance(p, Field)
    assert match.prompt().code == "choose-card"
    assert match.asked is not None
    assert match.asked.side == GERMAN
    assert len(match.asked.options) == len(CARDS)
    match.apply(read_option(p.data, "card plan_martin"))
    assert p.view(GERMAN).card == "plan_martin"
    assert p.view(ALLIED).card == SECRET
    assert not any("plan_martin" in str(event) for event in match.log(ALLIED))
    determinized = {p.view(ALLIED).determinize(str(seed)).card for seed in range(30)}
    assert determinized == set(CARDS), "for all he knows it may be any"


@pytest.mark.rule("bulge1944", "19.0-a", "18.6-a")
@pytest.mark.parametrize(
    ("scenario", "options", "has_secrets"),
    [
        ("campaign", (), False),
        ("plan_martin", (), False),
        ("secret_card", (), True),
        ("random_card", (), True),
        ("campaign", ("hidden",), True),
    ],
)
def test_each_side_is_asked_by_its_own_view_where_there_are_secrets(
    scenario: str, options: tuple[str, ...], has_secrets: bool
) -> None:
    match = field("2Pz 1508, 99Inf 1909", "allied activation", scenario=scenario, options=options)
    assert (match.position.seen_by(ALLIED) is not match.position) == has_secrets


@pytest.mark.rule("bulge1944", "19.0-a", "19.1-a")
@pytest.mark.parametrize(
    ("phase", "possible"), [("german activation", {"autumn_mist", "campaign"}), ("allied activation", {"campaign"})]
)
def test_whoever_still_plays_knows_which_cards_are_over(phase: str, possible: set[str]) -> None:
    match = field("2Pz 1508, 99Inf 1909", phase, turn=7, scenario="secret_card", options=("fourth_card",))
    match.position.card = "campaign"
    assert {match.position.view(ALLIED).determinize(str(seed)).card for seed in range(20)} == possible


@pytest.mark.rule("bulge1944", "19.0-a")
def test_or_draws_it() -> None:
    drawn = set()
    for seed in range(30):
        p = Match.new("bulge1944", scenario="random_card", seed=str(seed)).position
        assert isinstance(p, Field)
        drawn.add(p.card)
        assert p.view(ALLIED).card == SECRET
        assert p.view(GERMAN).card == p.card
    assert drawn == set(CARDS)


@pytest.mark.rule("bulge1944", "19.0-a")
def test_the_exits_of_the_card_are_not_offered_to_the_allies() -> None:
    match = field("2Pz 1301", scenario="secret_card")
    match.position.card = "plan_martin"
    match.do("move 2Pz")
    assert "exit" in match.offers(), "N3 is an exit of this card only"
    assert match.position.view(ALLIED).asked is None


@pytest.mark.rule("bulge1944", "19.0-b")
@pytest.mark.parametrize(("scenario", "turn"), [("plan_martin", 6), ("spoiling_attack", 6)])
def test_two_cards_end_after_turn_6(scenario: str, turn: int) -> None:
    assert at_the_end(scenario, "12VG 1909", turn=turn).over is not None
    assert at_the_end(scenario, "12VG 1909", turn=turn - 1).over is None


@pytest.mark.rule("bulge1944", "19.0-b")
def test_autumn_mist_ends_with_german_turn_7() -> None:
    assert at_the_end("autumn_mist", "12VG 1909", turn=6).over is None
    for turn in (1, 6, 7):
        match = field("12VG 1909, 99Inf 0404", "german activation", turn=turn, scenario="autumn_mist")
        match.do("done")
        assert (match.over is not None) == (turn == 7), "without an Allied turn 7"


@pytest.mark.rule("bulge1944", "19.0-b")
@pytest.mark.parametrize("scenario", ["campaign", "plan_martin", "spoiling_attack"])
def test_other_cards_do_not_end_with_a_german_turn(scenario: str) -> None:
    for turn in (6, 7, 10):
        match = field("12VG 1909, 99Inf 0404", "german activation", turn=turn, scenario=scenario)
        match.do("done")
        assert match.over is None


@pytest.mark.rule("bulge1944", "19.0-a", "19.0-b")
@pytest.mark.parametrize(
    ("scenario", "phase", "turn", "is_told"),
    [
        ("secret_card", "german activation", 7, True),
        ("secret_card", "german activation", 6, False),
        ("secret_card", "german activation", 8, False),
        ("secret_card", "allied activation", 6, True),
        ("secret_card", "allied activation", 5, False),
        ("secret_card", "allied activation", 8, False),
        ("campaign", "german activation", 7, False),
        ("campaign", "allied activation", 6, False),
    ],
)
def test_that_the_game_goes_on_tells_something_of_a_secret_card(
    scenario: str, phase: str, turn: int, is_told: bool
) -> None:
    match = field("12VG 1909, 99Inf 0404", phase, turn=turn, scenario=scenario)
    match.position.card = "campaign"
    match.do("done")
    assert (match.over, match.position.revealed) == (None, is_told)


# --- Autumn Mist -------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "19.1-a")
def test_autumn_mist_is_won_by_an_exit_only() -> None:
    towns = ("Liège", "Namur", "Verviers", "Bastogne", "Dinant", "Huy", "Rochefort", "Malmedy")
    late = field("12VG 1909", turn=7, scenario="autumn_mist", german_towns=towns)
    late.do("done")
    assert verdict(late) == ("no-exit-in-time", ALLIED)
    for hex in ("0501", "0801", "0107", "0112"):
        match = field(f"2Pz {hex}", turn=7, scenario="autumn_mist")
        match.do("move 2Pz", "exit")
        assert verdict(match) == ("sudden-death", GERMAN)
    north = field("2Pz 1301", turn=7, scenario="autumn_mist")
    north.do("move 2Pz")
    assert "exit" not in north.offers()


# --- Plan Martin -------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "19.2-a")
def test_plan_martin_needs_all_five_in_supply() -> None:
    assert verdict(at_the_end("plan_martin", "12VG 1909", towns=MARTIN)) == ("objectives-met", GERMAN)
    for missing in MARTIN:
        towns = tuple(town for town in MARTIN if town != missing)
        assert verdict(at_the_end("plan_martin", "12VG 1909", towns=towns)) == ("objectives-missed", ALLIED)
    cut_off = at_the_end("plan_martin", "12VG 1909, 99Inf 1115", towns=MARTIN)
    assert verdict(cut_off) == ("objectives-missed", ALLIED), "Bastogne is in an Allied zone"


@pytest.mark.rule("bulge1944", "19.2-b")
@pytest.mark.parametrize(("hex", "wins"), [("0801", True), ("1301", True), ("0501", False), ("0107", False)])
def test_plan_martin_is_also_won_by_an_exit_in_the_north(hex: str, wins: bool) -> None:
    match = field(f"2Pz {hex}", turn=3, scenario="plan_martin")
    match.do("move 2Pz")
    assert ("exit" in match.offers()) == wins
    if wins:
        match.do("exit")
        assert verdict(match) == ("sudden-death", GERMAN)
    else:
        assert match.why("exit") == ("no-exit", "19.0")


@pytest.mark.rule("bulge1944", "19.1-a", "19.2-b")
@pytest.mark.parametrize(
    ("scenario", "rule"),
    [("autumn_mist", "19.0"), ("plan_martin", "19.0"), ("secret_card", "15.0"), ("campaign", "15.0")],
)
def test_an_exit_goes_by_the_rule_of_the_card_unless_that_is_secret(scenario: str, rule: str) -> None:
    match = field("2Pz 0801", turn=3, scenario=scenario)
    if scenario == "secret_card":
        match.position.card = "plan_martin"
    match.do("move 2Pz", "exit")
    assert match.over is not None
    assert (match.over.reason.rule, [event.rule for event in match.told("exits")]) == (rule, [rule])


# --- Spoiling Attack ---------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "19.3-a")
@pytest.mark.parametrize(
    ("towns", "enough"),
    [
        (("Ettelbruck", "Eupen"), True),
        (("Eupen", "Manhay"), True),
        (("Ettelbruck", "Eupen", "Manhay"), True),
        (("Manhay",), False),
        (("Bastogne", "Liège", "Manhay"), False),
    ],
)
def test_spoiling_attack_needs_two_of_three(towns: tuple[str, ...], enough: bool) -> None:
    match = at_the_end("spoiling_attack", "12VG 1909, 106Inf eliminated", towns=towns)
    assert verdict(match) == (("bag-counted", GERMAN) if enough else ("objectives-missed", ALLIED))


@pytest.mark.rule("bulge1944", "19.3-a")
def test_spoiling_attack_needs_them_in_supply() -> None:
    match = at_the_end("spoiling_attack", "12VG 1909, 1Inf 1304, 106Inf eliminated", towns=("Eupen", "Manhay"))
    assert verdict(match) == ("objectives-missed", ALLIED)


@pytest.mark.rule("bulge1944", "19.3-b")
@pytest.mark.parametrize(
    ("unit", "points"), [("3Arm", 4), ("7Arm", 3), ("106Inf", 2), ("82Abn", 2), ("7Arm-minus", 0), ("7Arm-CC", 0)]
)
def test_what_allied_divisions_are_worth(unit: str, points: int) -> None:
    assert elimination_points(field(f"12VG 1909, {unit} eliminated").position) == (points, 0)


@pytest.mark.rule("bulge1944", "19.3-c")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("1SS", 6), ("12SS", 4), ("2Pz", 3), ("3PzGr", 2), ("26VG", 2), ("3FJ", 2), ("62VG", 1), ("Peiper", 3)],
)
def test_what_german_divisions_are_worth(unit: str, points: int) -> None:
    assert elimination_points(field(f"1Inf 0903, {unit} eliminated").position) == (0, points)


@pytest.mark.rule("bulge1944", "19.3-d")
@pytest.mark.parametrize("unit", ["FBB", "150Bde", "Heydte", "112Rgt", "9CCB", "14Cav", "517RCT"])
def test_single_step_units_are_worth_nothing(unit: str) -> None:
    assert elimination_points(field(f"12VG 1909, {unit} eliminated").position) == (0, 0)


@pytest.mark.rule("bulge1944", "19.3-e")
@pytest.mark.parametrize(
    ("lost", "won_by"),
    [
        ("106Inf eliminated", GERMAN),
        ("62VG eliminated", ALLIED),
        ("106Inf eliminated, 26VG eliminated", None),
        ("3Arm eliminated, 12SS eliminated", None),
        ("3Arm eliminated, 1SS eliminated", ALLIED),
    ],
)
def test_the_larger_bag_wins(lost: str, won_by: int | None) -> None:
    match = at_the_end("spoiling_attack", f"12VG 1909, {lost}", towns=("Eupen", "Manhay"))
    assert verdict(match) == ("bag-counted", won_by)


@pytest.mark.rule("bulge1944", "19.3-e")
def test_spoiling_attack_knows_no_sudden_death() -> None:
    for hex in ("0501", "0801", "0107", "0112", "1301"):
        match = field(f"2Pz {hex}", turn=3, scenario="spoiling_attack")
        match.do("move 2Pz")
        assert match.why("exit") == ("no-exit", "19.0")
