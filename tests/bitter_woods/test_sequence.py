"""4.0 Sequence of play."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import Battlefield, field, new_game


def phases(match: Battlefield, answers: int) -> list[str]:
    """The questions that stand while everything is answered with ``done``."""
    found = []
    for _ in range(answers):
        if match.asked is None or "done" not in match.offers():
            break
        found.append(match.prompt_code())
        match.do("done")
    return found


@pytest.mark.rule("bitter_woods", "4.A.1-b", "4.A.2-a", "4.A.3-a", "4.A.4-a", "4.A.5-a", "4.A.6-a", "4-b")
def test_the_phases_of_a_german_turn() -> None:
    units = "2-2 4203, 26-78 1324, 26-77 3702, 28-110 3703, 12-27 1524, 28-112 1624, 28-109 2426"
    match = field(units, "german drops", turn=8, air=(1, 1), blown=("1324/1424",))
    found = phases(match, 7)
    assert found == [
        "choose-air-drop",
        "choose-interdiction",
        "choose-reserves",
        "choose-move",
        "choose-works",
        "choose-site",
        "choose-attack",
    ]
    assert match.prompt_code() == "choose-demolition"


@pytest.mark.rule("bitter_woods", "4.B-a", "4.B-b")
def test_the_phases_of_an_allied_turn() -> None:
    units = "9CCB 4203, 28-110 1424, 26-77 3702, 28-112 3703, 1-26 1524, 12-27 1624"
    match = field(units, "allied turn", turn=8, air=(1, 1), blown=("1324/1424",))
    found = phases(match, 5)
    assert found == ["choose-reserves", "choose-move", "choose-works", "choose-site", "choose-attack"]
    assert match.prompt_code() == "choose-demolition"


@pytest.mark.rule("bitter_woods", "4.B-a")
def test_allied_reserves_exploit_after_allied_combat() -> None:
    match = field("9CCB 4203, 28-110 3702", "allied reserves", turn=8)
    match.do("reserve 9CCB")
    match.skip_to("choose-move")
    match.do("done")
    match.skip_to("choose-move")
    assert match.movers() == {"9CCB"}


@pytest.mark.rule("bitter_woods", "4.C-a", "1.1-a", "4-a")
def test_the_turn_is_recorded_after_both_player_turns() -> None:
    match = field("2-2 4203 reserve, 28-110 3702", "german exploit", turn=1)
    match.do("done")
    assert match.position.turn == 1
    match.skip_to("choose-reserves")
    assert match.data.turns[match.position.turn - 1].name == "16PM"
    assert match.asked is not None
    assert match.asked.side == 0
    assert [space.name for space in match.data.turns[:22]][-1] == "26PM"


@pytest.mark.rule("bitter_woods", "3-a")
def test_each_player_answers_for_his_own_side() -> None:
    match = new_game()
    assert match.asked is not None
    assert match.asked.side == 0
    assert match.why("move 26-78", side=1)[0] == "not-your-decision"
    assert match.why("move 28-110", side=0) == ("not-yours", "5.1")


@pytest.mark.rule("bitter_woods", "4-b", "4.A.6-a", "4.A.7-a")
def test_exploitation_comes_after_combat_and_bridges_last() -> None:
    units = "2-2 4203 reserve, 26-78 1324, 26-77 3702, 28-110 3703"
    match = field(units, "german combat", turn=8, blown=("1324/1424",))
    match.position.bridging[match.unit("26-78")] = match.side("1324/1424")
    assert phases(match, 3) == ["choose-attack", "choose-move", "choose-completion"]


@pytest.mark.rule("bitter_woods", "4-a")
def test_the_german_turn_comes_first() -> None:
    match = new_game()
    while len(match.told("player-turn")) < 4:
        match.do("done" if "done" in match.offers() else sorted(match.offers())[0])
    assert [event.args["side"] for event in match.told("player-turn")] == [0, 1, 0, 1]
    assert match.position.turn == 2
