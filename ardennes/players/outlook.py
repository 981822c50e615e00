"""The outlook: the chance to win if both sides play the rest of the turn in their usual way.

A judgement of a position in mid-turn favours whoever has just moved. Judged always at the end of a turn, moments of the
same game can be compared.
"""

from __future__ import annotations

from statistics import fmean

from ardennes.engine.advice import AnyAdvice
from ardennes.engine.position import Position
from ardennes.engine.score import turn_of
from ardennes.engine.texts import Event
from ardennes.numbers import SIDES, Side
from ardennes.players.advisers import advice_for
from ardennes.players.judgement import evaluate
from ardennes.players.spread import SpreadDice

TRIES = 4
"""How often the rest of a turn is played: with spread dice four tell about as much as eight with others. Never more
where these disagree: those that happen to agree would count too much, and chances come out nearer to nought or one."""


def outlook(p: Position, side: Side, turn: int | None = None, tries: int = TRIES) -> float:
    """The chance of a side, judged at the end of a turn (of the present one, if none is named) over several dice. ``p``
    is the truth, or a view behind which possible truths are imagined."""
    advice = advice_for(p.data)
    last = turn_of(p) if turn is None else turn
    if advice is None or p.over is not None or (p.viewer is None and turn_of(p) > last):
        return evaluate(p, side)
    return fmean(advice.expectation(turn_played(advice, p, last, number), side) for number in range(tries))


def turn_played(advice: AnyAdvice, p: Position, last: int, number: int) -> Position:
    """One way the rest of a turn may go, always the same one for a number."""
    seed = f"outlook:{number}"
    world: Position = advice.reveal_all(p.copy() if p.viewer is None else p.determinize(seed))
    world.source = SpreadDice("outlook", number)
    scripts = [advice.script(side, advice.plans(world, side)[0]) for side in SIDES]
    for _ in range(2 * advice.most_answers):
        if world.asked is None or turn_of(world) > last:
            break
        scripts[world.asked.side].act(world)
    return world


def play_usual_part(advice: AnyAdvice, world: Position, side: Side) -> list[Event]:
    """Plays what is left of a side's part of the turn in the usual way; what is told of it."""
    turn, events = turn_of(world), list[Event]()
    world.source = SpreadDice("outlook", 0)
    scripts = [advice.script(each, advice.plans(world, each)[0]) for each in SIDES]
    for _ in range(advice.most_answers):
        if world.asked is None or turn_of(world) > turn or _has_the_turn(world) not in (side, None):
            break
        world.begin_record()
        scripts[world.asked.side].act(world)
        events += world.events
    return events


def _has_the_turn(p: Position) -> int | None:
    """The side whose part of the turn it is: the lowest open procedure that belongs to one."""
    return next((side for each in p.stack if (side := getattr(each, "side", None)) is not None), None)
