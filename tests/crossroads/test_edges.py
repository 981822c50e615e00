"""What the mutants of the chapters showed to be unproved: the edges of rules tested elsewhere."""

from __future__ import annotations

import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.texts import Refusal
from ardennes.games.crossroads.rules.field import ALLIED, Field
from tests.crossroads.fields import field

BRIDGE = "0403/0503"


@pytest.mark.rule("crossroads", "1.2")
def test_units_start_at_full_strength_and_turns_with_their_guns() -> None:
    p = Match.new("crossroads", scenario="noon").position
    assert isinstance(p, Field)
    for unit, piece in enumerate(p.data.counters):
        assert p.steps[unit] == (piece.steps if p.where[unit] >= 0 else 0)
    assert p.guns == (p.data.tables.guns_each_turn,) * 2


@pytest.mark.rule("crossroads", "1.6")
def test_who_holds_the_crossroads_does_not_take_it_again() -> None:
    match = field("Pz 0503, Rif1 0101", held_by="german")
    match.do("move Pz", "to 0303")
    assert not match.told("taken")


@pytest.mark.rule("crossroads", "3.2")
@pytest.mark.parametrize(("blown", "target"), [([BRIDGE], "to 0403"), ([], "to 0502")])
def test_road_points_are_rounded_up_before_a_blown_bridge_and_before_woods(blown: list[str], target: str) -> None:
    match = field("Sherman 0603, Pz 0706", "allied movement", blown=blown)
    match.do("move Sherman")
    assert match.tells("to 0503").cost == 1
    whole = match.tells(target).cost
    assert whole is not None
    assert whole % 2 == 0, "half a point on the road counts as a whole one"


@pytest.mark.rule("crossroads", "3.5")
@pytest.mark.parametrize(("units", "phase", "mover"), [
    ("Pz 0703, Rif1 0603, Rif2 0101", "german movement", "Pz"),
    ("Sherman 0703, Pz 0603, Rif2 0101", "allied movement", "Sherman"),
])  # fmt: skip
def test_enemies_of_either_side_are_in_the_way(units: str, phase: str, mover: str) -> None:
    match = field(units, phase)
    match.do(f"move {mover}")
    assert match.why("to 0603") == ("unit-in-the-way", "3.5")


@pytest.mark.rule("crossroads", "5.2")
def test_nobody_attacks_alone_without_being_named_or_from_afar() -> None:
    match = field("Pz 0703, Gr1 0502, Rif1 0602, Rif2 0501", "german combat")
    match.do("attack 0501")
    assert match.offers() == {"join Gr1"}, "nobody fires before somebody has joined, and Pz is not beside 0501"
    assert match.why("fire") == ("nobody-attacks", "5.2")
    match.do("join Gr1")
    assert match.why("join Rif1") == ("cannot-join", "5.2")


@pytest.mark.rule("crossroads", "5.3")
def test_the_defender_sees_what_his_guns_would_do() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat", guns=(0, 1))
    match.do("attack 0602", "join Pz", "fire")
    assert match.asked is not None
    assert match.asked.side == ALLIED

    def shift(words: str) -> int:
        return {entry.code: entry.amount for entry in match.tells(words).tallies["shifts"].entries}.get("guns", 0)

    assert (shift("guns support"), shift("guns silent")) == (-1, 0)


@pytest.mark.rule("crossroads", "6.1")
def test_a_blown_bridge_cannot_be_prepared() -> None:
    match = field("Pz 0703, Rif1 0101", blown=[BRIDGE])
    assert read_option(match.position.data, f"prepare {BRIDGE}") not in match.anytime(ALLIED)
    assert isinstance(match.refusal(read_option(match.position.data, f"prepare {BRIDGE}"), ALLIED), Refusal)
    score = field("Pz 0703, Rif1 0101")
    assert read_option(score.position.data, f"prepare {BRIDGE}") in score.anytime(ALLIED)
