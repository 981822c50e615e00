"""A run of answers is what its answers are one by one, and is taken back as one."""

from __future__ import annotations

import random

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.play import Step
from ardennes.engine.procedure import answer
from ardennes.engine.texts import Refused
from tests.battery.checks import random_option

MOST_STEPS = 12


def check_run(match: Match, rng: random.Random) -> None:
    """Plays on at random until something binds, and does the same as a run: with an answer at its end that is not
    allowed, and with those that would come after dice or a hand-over."""
    assert match.asked is not None
    side, before = match.asked.side, match.position.digest()
    singly, steps = _from_here(match), list[Step]()
    while not singly.settled and len(steps) < MOST_STEPS:
        assert singly.asked is not None
        steps.append((rng.choice(list(singly.asked.options)), ()))
        singly.apply(steps[-1][0], side)
    wrong = random_option(singly, rng)
    refusal = None if singly.settled else singly.refusal(wrong, side)
    if singly.settled or refusal is not None:
        steps.append((wrong, ()))
    given = len(steps) - (singly.settled > 0 or refusal is not None)
    at_once = _from_here(match)
    run = at_once.apply_run(steps, side)
    assert (run.done, run.refusal) == (given, refusal), "a run comes less far than its answers, or further"
    _check_same(at_once, singly)
    assert run.events == [event for events in singly.events for event in events], "a run tells something else"
    if at_once.settled:
        return
    assert at_once.undoable == 1, "a run is not taken back as one"
    at_once.undo()
    assert at_once.position.digest() == before, "what a run did is not taken back"
    with pytest.raises(Refused):
        at_once.undo()
    at_once.redo()
    _check_same(at_once, singly)
    assert (at_once.undoable, at_once.redoable) == (1, 0)


def check_foreseen(match: Match, rng: random.Random) -> None:
    """A side's view leads to the view of what really happens, unless chance, a reveal or the enemy comes between: so
    the computer can think of a whole run with nothing but its view."""
    asked = match.asked
    assert asked is not None
    view, truth = match.position.view(asked.side), _from_here(match)
    truth.automatic = [False, False]
    option = rng.choice(list(asked.options))
    truth.apply(option, asked.side)
    if truth.settled:
        return
    answer(view, option)
    assert view.digest() == truth.position.view(asked.side).digest(), "a view leads elsewhere than the truth"
    assert view.asked is not None
    assert truth.asked is not None
    assert view.asked.question is truth.asked.question
    assert list(view.asked.options) == list(truth.asked.options), "a view offers something else than the truth"


def _from_here(match: Match) -> Match:
    """A match that begins where this one stands, with the same dice to come."""
    twin = Match(match.header, match.position.copy())
    twin.automatic = list(match.automatic)
    return twin


def _check_same(at_once: Match, singly: Match) -> None:
    assert at_once.position.digest() == singly.position.digest(), "a run leads elsewhere than its answers"
    assert [msgspec.structs.replace(record, run=0) for record in at_once.records] == singly.records
