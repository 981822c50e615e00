"""Scripts that call the rules themselves do what they would have chosen question by question."""

from __future__ import annotations

import pytest

from ardennes.engine.advice import AnyAdvice, Script
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.players.advisers import advice_for
from ardennes.players.spread import SpreadDice

STAGES = 6
LARGE = ("wacht_am_rhein",)
"""Games that one comparison is enough for: a turn of theirs takes long."""


def open_world(game: str, scenario: str, options: tuple[str, ...]) -> tuple[AnyAdvice, Position]:
    p = Match.new(game, scenario=scenario, options=options, seed="acts").position
    advice = advice_for(p.data)
    assert advice is not None
    assert p.asked is not None
    return advice, advice.reveal_all(p.view(p.asked.side).determinize("a truth"))


def played(advice: AnyAdvice, world: Position, number: int, *, by_acts: bool) -> list[tuple[int, str]]:
    """The answers up to each stage of the game, and the position there; sides play by different plans."""
    p = world.copy()
    p.source = SpreadDice("acts", number)
    scripts = [advice.script(side, (plans := advice.plans(p, side))[number % len(plans)]) for side in (0, 1)]
    last, answers, seen = advice.stage(p) + STAGES, 0, list[tuple[int, str]]()
    while p.asked is not None and (stage := advice.stage(p)) < last:
        script = scripts[p.asked.side]
        answers += script.act(p) if by_acts else Script.act(script, p)
        if p.asked is None or advice.stage(p) != stage:
            seen.append((answers, p.digest()))
    return seen


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [
        ("crossroads", "noon", ()),
        ("crossroads", "dawn", ()),
        ("bulge1944", "", ()),
        ("bulge1944", "", ("hidden",)),
        ("deadly_woods", "", ()),
        ("bitter_woods", "", ()),
        ("wacht_am_rhein", "bastogne", ()),
    ],
)
def test_a_script_acts_as_it_would_answer(game: str, scenario: str, options: tuple[str, ...]) -> None:
    advice, world = open_world(game, scenario, options)
    for number in range(1 if game in LARGE else 4):
        by_acts = played(advice, world, number, by_acts=True)
        assert len(by_acts) == STAGES or by_acts[-1][0] > 0
        assert by_acts == played(advice, world, number, by_acts=False)
