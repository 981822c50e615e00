"""A coach: what the adviser would have begun a turn with."""

from __future__ import annotations

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import Kind
from ardennes.players import sit_down
from ardennes.players.coaching import coach, in_words, last_turn


def answer(match: Match, *words: str) -> None:
    for each in words:
        match.apply(read_option(match.position.data, each))


def test_a_turn_is_spoken_of_when_it_is_over() -> None:
    match = Match.new("crossroads", scenario="noon", seed="7")
    adviser = sit_down("greedy", match.game, 0, "coach")
    assert last_turn(match, 0) is None
    assert coach(match, 0, adviser) is None
    answer(match, "done")
    assert match.asked is not None
    assert match.asked.side == 1
    assert last_turn(match, 0) == (0, len(match.records))
    lesson = coach(match, 0, adviser)
    assert lesson is not None
    assert lesson.options
    assert not lesson.followed, "the adviser would not have stood still"
    assert 0 <= lesson.before <= 1
    assert 0 <= lesson.after <= 1
    assert coach(match, 0, adviser, since=lesson.last) is None, "once is enough"
    assert last_turn(match, 1) is None


def test_who_did_as_the_adviser_would_is_told_so() -> None:
    match = Match.new("crossroads", scenario="noon", seed="7")
    advised = coach_of_a_still_turn(match)
    twin = Match.new("crossroads", scenario="noon", seed="7")
    for option in advised:
        assert twin.asked is not None
        twin.apply(option)
    while last_turn(twin, 0) is None:
        assert twin.asked is not None
        twin.apply(twin.asked.options[-1])
    lesson = coach(twin, 0, sit_down("greedy", twin.game, 0, "coach"))
    assert lesson is not None
    assert lesson.followed


def coach_of_a_still_turn(match: Match) -> tuple[int, ...]:
    answer(match, "done")
    lesson = coach(match, 0, sit_down("greedy", match.game, 0, "coach"))
    assert lesson is not None
    return lesson.options


def test_the_greatest_difference_of_a_whole_turn_is_told() -> None:
    """Who stands still is told which unit the usual way would have moved, and who plays it is told nothing."""
    match = Match.new("bulge1944", scenario="campaign", seed="7")
    while last_turn(match, 0) is None:
        assert match.asked is not None
        match.apply(match.game.verbs.named("done") + 0)
    adviser = sit_down("greedy", match.game, 0, "coach")
    lesson = coach(match, 0, adviser)
    assert lesson is not None
    missed = lesson.difference
    assert missed is not None
    assert match.position.data.counters[missed.unit].side == 0
    assert match.position.where[missed.unit] == missed.stands != missed.hex
    begun = [match.game.verbs.split(option) for option in lesson.options]
    assert missed.unit not in [thing for verb, thing in begun if verb.kind is Kind.UNIT], "not the same twice"
    for language, part in (("en", "Over the whole turn"), ("it", "In tutto il turno")):
        said = in_words(match, lesson, ["…"], language)
        assert part in said
        assert match.position.data.unit_name(missed.unit) in said or language == "it"
