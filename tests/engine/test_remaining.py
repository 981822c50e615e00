"""What remains in a phase before it is ended, where one is in the sequence of play, and the way back across its end."""

from __future__ import annotations

import pytest

from ardennes.engine.group_orders import gather
from ardennes.engine.match import Match
from ardennes.engine.options import is_about, object_of
from ardennes.engine.remaining import Remaining, remaining, stages
from tests.bitter_woods.fields import field


def what_remains(match: Match) -> Remaining:
    assert match.asked is not None
    found = remaining(match.position.view(match.asked.side), automatic=True)
    assert found is not None
    return found


def test_what_remains_is_what_is_offered_besides_the_end() -> None:
    match = Match.new("bulge1944", seed="remaining")
    found, verbs = what_remains(match), match.game.verbs
    assert match.asked is not None
    movers = tuple(object_of(option) for option in match.asked.options if is_about(option, verbs.named("move")))
    targets = tuple(object_of(option) for option in match.asked.options if is_about(option, verbs.named("attack")))
    assert (found.units, found.hexes) == (movers, targets)
    assert dict(found.offers) == {verbs.named("move"): len(movers), verbs.named("attack"): len(targets)}
    assert found.unspent is not None
    assert found.unspent.args == {"n": match.position.points}  # type: ignore[attr-defined]
    assert found.option == verbs.named("done")


def test_nothing_remains_where_no_phase_can_be_ended() -> None:
    match = Match.new("bulge1944", seed="remaining")
    match.apply(what_remains(match).units[0] + match.game.verbs.named("move"))
    assert match.asked is not None
    assert remaining(match.position.view(match.asked.side), automatic=True) is None


@pytest.mark.parametrize(("game", "scenario"), [("bulge1944", ""), ("crossroads", "noon")])
def test_an_end_that_hands_over_is_final(game: str, scenario: str) -> None:
    match = Match.new(game, scenario=scenario, seed="remaining")
    found, side = what_remains(match), match.asked.side if match.asked else -1
    assert found.final
    match.apply(found.option)
    assert match.asked is not None
    assert match.asked.side != side
    assert match.undoable == 0


def test_an_end_within_a_turn_is_taken_back() -> None:
    match = Match.new("deadly_woods", scenario="attack", seed="remaining")
    found, before = what_remains(match), match.position.digest()
    assert not found.final
    match.apply(found.option)
    assert match.prompt().code == "choose-move"
    assert match.next_undone == len(match.records) - 1
    match.undo()
    assert match.position.digest() == before


def test_the_stage_of_play() -> None:
    match = Match.new("deadly_woods", scenario="attack", seed="remaining")
    told = [[match.sentence(stage, language) for stage in stages(match.position.view(0))] for language in ("en", "it")]
    assert told == [["Surprise attack", "Combat"], ["Attacco a sorpresa", "Combattimento"]]
    match.apply(what_remains(match).option)
    assert [stage.code for stage in stages(match.position.view(0))] == ["stage-surprise", "stage-movement"]


def test_all_who_can_join_an_attack_join_it() -> None:
    match = Match.new("deadly_woods", scenario="attack", seed="remaining")
    join = match.game.verbs.named("join")
    match.apply(match.game.verbs.named("attack") + what_remains(match).hexes[0])
    assert match.asked is not None
    assert list(match.asked.question.gathers()) == [join]
    offered = [option for option in match.asked.options if is_about(option, join)]
    taken = gather(match.position.view(0), offered)
    assert taken
    run = match.apply_run([(option, ()) for option in taken])
    assert (run.done, run.refusal) == (len(taken), None)
    assert not set(offered) - set(taken) & set(match.asked.options)
    assert match.prompt().code == "announce-attack"


def test_stacks_that_are_too_high_are_told_before_the_phase_ends() -> None:
    match = field("26-78 3811, 26-39 3811, 26-77 3811, 2-2 3812", "german move", turn=9)
    assert what_remains(match).unspent is None
    match.do("move 2-2", "to 3811")
    match.skip_to("choose-move")
    told = what_remains(match).unspent
    assert told is not None
    assert match.sentence(told, "en").endswith("too many units in 3811: some will be eliminated")
