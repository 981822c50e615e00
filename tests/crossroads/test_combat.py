"""5 Combat."""

from __future__ import annotations

import pytest

from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, Field
from tests.crossroads.fields import field
from tests.situation import Situation

TABLE = {
    "1-2": ["A1", "A1", "CA", "CA", "EX", "D1"],
    "1-1": ["A1", "CA", "CA", "EX", "D1", "D1"],
    "2-1": ["EX", "CA", "CA", "D1", "D1", "D1"],
    "3-1": ["CA", "EX", "D1", "D1", "D1", "D1"],
}


def steps(match: Situation, id: str) -> int:
    assert isinstance(match.position, Field)
    return match.position.steps[match.unit(id)]


def odds(match: Situation) -> str:
    """The column of the attack that was rolled last."""
    return str(match.told("attacked")[-1].args["column"])


@pytest.mark.rule("crossroads", "5.1")
def test_unit_in_a_zone_must_attack() -> None:
    match = field("Pz 0603, Gr1 0702, Rif1 0503", "german combat")
    assert match.offers() == {"attack 0503"}
    assert match.why("done") == ("must-attack", "5.1")
    assert match.why("attack 0703") == ("no-target", "5.1")


@pytest.mark.rule("crossroads", "5.1")
def test_unit_across_water_may_attack() -> None:
    match = field("Pz 0502, Rif1 0402", "german combat")
    assert match.offers() == {"attack 0402", "done"}


@pytest.mark.rule("crossroads", "5.1")
def test_phase_ends_when_all_who_must_have_attacked() -> None:
    match = field("Pz 0603, Gr1 0501, Rif1 0503, Rif2 0401", "german combat").dice(6)
    assert "done" not in match.offers()
    match.do("attack 0503", "join Pz", "fire")
    assert match.offers() == {"attack 0401", "done"}


@pytest.mark.rule("crossroads", "5.2")
def test_attack_is_by_one_or_more_units_beside_the_target() -> None:
    match = field("Pz 0603, Gr1 0602, Gr2 0702, Rif1 0503", "german combat").dice(6)
    match.do("attack 0503")
    assert match.offers() == {"join Pz", "join Gr1"}
    assert match.why("join Gr2") == ("cannot-join", "5.2")
    assert match.why("fire") == ("nobody-attacks", "5.2")


@pytest.mark.rule("crossroads", "5.2")
def test_attack_is_not_let_go_while_somebody_would_be_left_out() -> None:
    match = field("Pz 0603, Gr1 0602, Rif1 0503", "german combat").dice(6)
    match.do("attack 0503", "join Pz")
    assert match.offers() == {"join Gr1"}
    refusal = match.refusal_of("fire")
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.args["units"]) == ("left-out", "5.1", (match.unit("Gr1"),))
    match.do("join Gr1")
    assert match.offers() == {"fire"}


@pytest.mark.rule("crossroads", "5.2")
def test_attack_is_let_go_if_the_others_have_another_enemy() -> None:
    match = field("Pz 0603, Gr1 0602, Rif1 0503, Rif2 0601", "german combat")
    match.do("attack 0503", "join Pz")
    assert match.offers() == {"join Gr1", "fire"}


@pytest.mark.rule("crossroads", "5.3")
def test_guns_answer_before_the_die() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat", guns=(1, 1)).dice(1)
    match.do("attack 0602", "join Pz", "fire")
    assert match.asked is not None
    assert match.asked.side == ALLIED
    assert match.offers() == {"guns support", "guns silent"}
    match.do("guns support")
    assert odds(match) == "1-1", "4 to 2, one column to the left"
    assert match.position.guns == (1, 0)


@pytest.mark.rule("crossroads", "5.3")
def test_silent_guns_are_kept() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat", guns=(1, 1)).dice(1)
    match.do("attack 0602", "join Pz", "fire", "guns silent")
    assert odds(match) == "2-1"
    assert match.position.guns == (1, 1)


@pytest.mark.rule("crossroads", "5.3")
def test_guns_answer_once_in_a_turn() -> None:
    match = field("Pz 0703, Gr1 0502, Rif1 0602, Rif2 0501", "german combat", guns=(1, 1)).dice(3, 3)
    match.do("attack 0602", "join Pz", "fire", "guns support", "attack 0501", "join Gr1", "fire")
    assert len(match.told("attacked")) == 2, "nobody was asked about guns again"
    german = field("Pz 0703, Rif1 0602, Gr1 0502, Rif2 0402", "allied combat", guns=(1, 0)).dice(3)
    german.do("attack 0703", "join Rif1", "fire")
    assert german.asked is not None
    assert german.asked.side == GERMAN
    german.do("guns support")
    assert german.position.guns == (0, 0)
    german.do("done")
    assert german.position.guns == (1, 1), "fresh guns for the next turn"


@pytest.mark.rule("crossroads", "5.4")
@pytest.mark.parametrize(
    ("units", "target", "joining", "column"),
    [
        ("Pz 0703, Rif1 0602", "0602", ["Pz"], "2-1"),
        ("Gr1 0703, Rif1 0602", "0602", ["Gr1"], "1-1"),
        ("Pz 0703, Gr1 0702, Rif1 0602", "0602", ["Pz", "Gr1"], "3-1"),
        ("Pz 0603, Rif1 0503", "0503", ["Pz"], "1-1"),
        ("Pz 0203, Rif1 0303", "0303", ["Pz"], "1-1"),
        ("Pz 0602, Rif1 0703", "0703", ["Pz"], "1-1"),
        ("Pz 0501, Rif1 0401", "0401", ["Pz"], "1-1"),
        ("Pz 0502, Rif1 0402", "0402", ["Pz"], "1-2"),
        ("Pz 0501, Gr1 0301, Rif1 0401", "0401", ["Pz", "Gr1"], "3-1"),
        ("Pz 0503, Rif1 0403", "0403", ["Pz"], "2-1"),
        ("Gr1 0502, Sherman 0402", "0402", ["Gr1"], "1-2"),
    ],
    ids=[
        "4:2",
        "3:2",
        "7:2",
        "woods",
        "town",
        "village",
        "water",
        "woods and water",
        "one of two dry",
        "bridge",
        "low",
    ],
)
def test_odds(units: str, target: str, joining: list[str], column: str) -> None:
    match = field(units, "german combat").dice(6)
    match.do(f"attack {target}", *(f"join {id}" for id in joining), "fire")
    assert odds(match) == column


@pytest.mark.rule("crossroads", "5.4")
def test_shifts_are_listed() -> None:
    match = field("Pz 0502, Rif1 0402", "german combat", guns=(1, 1))
    match.do("attack 0402", "join Pz")
    tally = match.tells("fire").tallies["shifts"]
    assert [(entry.code, entry.amount) for entry in tally.entries] == [("cover", -1), ("across-river", -1)]
    assert tally.total == -2


@pytest.mark.rule("crossroads", "5.5")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("units", "joining", "column"),
    [
        ("Pz 0502, Rif1 0402", ["Pz"], "1-2"),
        ("Gr1 0703, Rif1 0602", ["Gr1"], "1-1"),
        ("Pz 0703, Rif1 0602", ["Pz"], "2-1"),
        ("Pz 0703, Gr1 0702, Rif1 0602", ["Pz", "Gr1"], "3-1"),
    ],
)
def test_die_on_the_column(units: str, joining: list[str], column: str, die: int) -> None:
    match = field(units, "german combat").dice(die)
    match.do(f"attack {units[-4:]}", *(f"join {id}" for id in joining), "fire")
    (event,) = match.told("attacked")
    assert (event.args["column"], event.args["die"], event.args["result"]) == (column, die, TABLE[column][die - 1])


@pytest.mark.rule("crossroads", "5.5")
def test_preview_is_the_column() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat", guns=(0, 1))
    match.do("attack 0602", "join Pz")
    chances = match.tells("fire").chances
    shares = {result: TABLE["2-1"].count(result) / 6 for result in set(TABLE["2-1"])}
    with_guns = {f"guns: {result}": TABLE["1-1"].count(result) / 6 for result in set(TABLE["1-1"])}
    assert chances == pytest.approx(shares | with_guns)
    spent = field("Pz 0703, Rif1 0602", "german combat", guns=(1, 0))
    spent.do("attack 0602", "join Pz")
    assert spent.tells("fire").chances == pytest.approx(shares), "only the defender's guns, while he has them"


@pytest.mark.rule("crossroads", "5.5", "5.6")
@pytest.mark.parametrize(("left", "chance", "least"), [(1, 67, 50), (2, 0, 0)])
def test_what_an_attack_is_expected_to_bring(left: int, chance: int, least: int) -> None:
    """At 2-1 four faces of six cost the defender a step and one the attacker; with his guns, at 1-1, three do."""
    match = field(f"Pz 0703, Rif1 0602/{left}", "german combat", guns=(0, 1))
    match.do("attack 0602", "join Pz")
    told = match.tells("fire").summary
    assert told is not None
    assert told.args == {"chance": chance, "least": least, "loss": 7, "cost": 2}


@pytest.mark.rule("crossroads", "5.3", "5.5")
def test_who_answers_is_told_each_answer_by_itself() -> None:
    """The defender's guns are silent or not; neither answer leaves the other open."""
    match = field("Pz 0703, Rif1 0602", "german combat", guns=(0, 1))
    match.do("attack 0602", "join Pz", "fire")
    for answer, column in (("silent", "2-1"), ("support", "1-1")):
        shares = {result: TABLE[column].count(result) / 6 for result in set(TABLE[column])}
        assert match.tells(f"guns {answer}").chances == pytest.approx(shares), answer


@pytest.mark.rule("crossroads", "5.6")
def test_results_are_held_back_until_the_phase_ends() -> None:
    match = field("Pz 0703, Gr1 0502, Rif1 0602, Rif2 0501", "german combat").dice(6, 6)
    match.do("attack 0602", "join Pz", "fire")
    assert steps(match, "Rif1") == 2
    match.do("attack 0501", "join Gr1", "fire")
    assert (steps(match, "Rif1"), steps(match, "Rif2")) == (1, 1)
    assert [event.args["unit"] for event in match.told("lost-step")] == [match.unit("Rif1"), match.unit("Rif2")]


@pytest.mark.rule("crossroads", "5.6")
def test_last_step_removes_the_unit() -> None:
    match = field("Pz 0703, Rif1 0602/1, Rif2 0101", "german combat").dice(6)
    match.do("attack 0602", "join Pz", "fire")
    assert match.place("Rif1") == "-"


@pytest.mark.rule("crossroads", "5.6")
def test_first_attacker_takes_the_loss() -> None:
    match = field("Pz 0603, Gr1 0602, Sherman 0503, Rif1 0101", "german combat").dice(1)
    match.do("attack 0503", "join Gr1", "join Pz", "fire")
    assert odds(match) == "1-1"
    assert (steps(match, "Gr1"), steps(match, "Pz"), steps(match, "Sherman")) == (1, 2, 2)


@pytest.mark.rule("crossroads", "5.6")
def test_exchange_costs_both_a_step() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat").dice(1)
    match.do("attack 0602", "join Pz", "fire")
    assert (steps(match, "Pz"), steps(match, "Rif1")) == (1, 1)


@pytest.mark.rule("crossroads", "5.7")
def test_counterattack_is_owed_in_the_next_own_turn() -> None:
    match = field("Pz 0703, Rif1 0602, Rif2 0101", "german combat").dice(2, 6)
    match.do("attack 0602", "join Pz", "fire")
    (duty,) = match.position.duties
    assert (duty.side, duty.subject, duty.due) == (ALLIED, match.unit("Rif1"), 1)
    assert match.why("move Rif1") == ("pinned", "3.6")
    match.do("done", "attack 0703", "join Rif1", "fire")
    assert match.position.duties == ()
    assert not match.told("lapsed-counterattack")


@pytest.mark.rule("crossroads", "5.7")
def test_germans_owe_it_a_turn_later() -> None:
    match = field("Pz 0703, Rif1 0602", "allied combat").dice(3)
    match.do("attack 0703", "join Rif1", "fire")
    (duty,) = match.position.duties
    assert (duty.side, duty.due) == (GERMAN, 2)


@pytest.mark.rule("crossroads", "5.7")
def test_counterattack_must_be_made_even_across_water() -> None:
    match = field("Pz 0502, Rif1 0402", "german combat", owing=["Pz"])
    assert match.offers() == {"attack 0402"}
    free = field("Pz 0502, Rif1 0402", "german combat")
    assert "done" in free.offers()


@pytest.mark.rule("crossroads", "5.7")
def test_counterattack_that_cannot_be_made_lapses() -> None:
    match = field("Pz 0703, Rif1 0101", "german movement", owing=["Pz"])
    match.do("done")
    assert match.position.duties == ()
    (event,) = match.told("lapsed-counterattack")
    assert (event.args["subject"], event.rule) == (match.unit("Pz"), "5.7")
