"""``ardennes bench --turns``: how long people wait for the strongest opponent, by its own time on the processor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean
from time import process_time

from ardennes.bench.findings import Finding, at_most
from ardennes.engine.advice import AnyAdvice
from ardennes.engine.game import AnyGame, game_folders, load_game
from ardennes.engine.score import turn_of
from ardennes.numbers import SIDES
from ardennes.players import call_of, play_on, sit_down
from ardennes.players.advisers import advice_for

LEVEL = "hard"
LONGEST_THOUGHT = 20.0
"""Seconds before a single answer."""
TURNS, TURNS_QUICK = 3, 1


def count_turns(*, quick: bool = False) -> int:
    """How many turns of a game are played in all."""
    return len(list(_games())) * (TURNS_QUICK if quick else TURNS)


def measure_turns(say: Callable[[str], object], *, quick: bool = False) -> Iterator[Finding]:
    """The first turns of each game, played by the strongest level on both sides; says after each which game it was."""
    for game, advice in _games():
        yield from turn_findings(game, advice, TURNS_QUICK if quick else TURNS, partial(say, game.info.title))


def turn_findings(
    game: AnyGame, advice: AnyAdvice, turns: int, turn_is_over: Callable[[], object], call: str = call_of(LEVEL)
) -> list[Finding]:
    """The longest that a side took for a whole turn, and for one answer."""
    p = game.start(advice.data, "bench")
    players = [sit_down(call, game, side, "bench") for side in SIDES]
    spent: dict[tuple[int, int], list[float]] = defaultdict(list)
    turn, start = turn_of(p), process_time()
    for side, _, _ in play_on(p, players):
        spent[turn, side].append(process_time() - start)
        if p.over is not None or turn_of(p) != turn:
            turn_is_over()
            turn, turns = turn_of(p), turns - 1
            if not turns:
                break
        start = process_time()
    whole = [sum(answers) for answers in spent.values()]
    longest = max(max(answers) for answers in spent.values())
    title, sample = game.info.title, f"{len(whole)} turns, {fmean(whole):.3g} s on average"
    return [
        at_most(f"a whole turn at {LEVEL}, {title}", max(whole), "s", advice.longest_turn, sample),
        at_most(f"one answer at {LEVEL}, {title}", longest, "s", LONGEST_THOUGHT, f"{len(whole)} turns"),
    ]


def _games() -> Iterator[tuple[AnyGame, AnyAdvice]]:
    """Every game that knows how to be played, in its first scenario."""
    for name, folder in game_folders().items():
        if (folder / "game.py").exists():
            game = load_game(name)
            advice = advice_for(game.load_data(game.first_scenario, ()))
            if advice is not None:
                yield game, advice
