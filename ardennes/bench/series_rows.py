"""Series of games in the laboratory: two workers beside one."""

from __future__ import annotations

from time import perf_counter

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.timing import Rows, Stopwatch, beside
from ardennes.engine.game import game_folders, game_info, load_game
from ardennes.lab.local import play_here
from ardennes.lab.plan import Plan, make_plan

GAMES_A_SECOND = 8
"""How many are played for each second that a thing is timed."""
WARM_UP = 6
"""Games that do not count: by then every worker has opened its box."""
ROUNDS = 2


def series_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """One game of a series, once all workers are at work; needs as many idle cores."""
    complete = (load_game(name) for name in game_folders() if game_info(name).stage == "complete")
    name = min(complete, key=lambda game: len(game.load_data(game.first_scenario, ()).counters)).id
    plan = make_plan(name, players=("greedy", "greedy"), seed="bench")
    games = WARM_UP + round(GAMES_A_SECOND * stopwatch.play_seconds)
    rounds = [[microseconds_a_game(plan, games, jobs) for jobs in (1, 2)] for _ in range(ROUNDS)]
    one, two = (min(times) for times in zip(*rounds, strict=True))
    yield beside("a game of a series, two workers", two, "one worker", one, at_least=1.7)


def microseconds_a_game(plan: Plan, games: int, jobs: int) -> float:
    """From the last game of the warm-up to the last of all."""
    arrivals = [perf_counter() for _ in play_here(plan, range(games), jobs)]
    return (arrivals[-1] - arrivals[WARM_UP - 1]) / (games - WARM_UP) * 1e6
