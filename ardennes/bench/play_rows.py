"""Random play: our games, and other engines where the extra ``bench`` is installed.

An action is not the same work in each game, so these rows give orders of magnitude.
"""

from __future__ import annotations

import random

from ardennes.bench.theatre import Theatre
from ardennes.bench.timing import Row, Rows, Stopwatch, optional
from ardennes.engine.game import game_folders, load_game
from ardennes.engine.match import Match
from ardennes.engine.procedure import answer

LONGEST_GAME = 20_000


def play_row(name: str, microseconds: float) -> Row:
    return Row(name=f"random play, {name}", microseconds=microseconds, detail=f"{1e6 / microseconds:,.0f} actions/s")


def play_rows(theatre: Theatre, stopwatch: Stopwatch) -> Rows:
    """One action of a random game."""
    for game, folder in game_folders().items():
        if (folder / "game.py").exists():
            yield play_row(load_game(game).info.title, stopwatch.each(lambda seed, game=game: play(game, seed)))  # type: ignore[misc]
    catanatron, chess = optional("catanatron"), optional("chess")
    if catanatron is not None:
        colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)

        def settle(seed: int) -> int:
            random.seed(seed)
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=seed)
            actions = 0
            while game.winning_color() is None and actions < LONGEST_GAME:
                game.play_tick()
                actions += 1
            return actions

        yield play_row("Catanatron (4 players)", stopwatch.each(settle))
    if chess is not None:

        def play_chess(seed: int) -> int:
            draw, board, actions = random.Random(seed), chess.Board(), 0
            while not board.is_game_over() and actions < LONGEST_GAME:
                board.push(draw.choice(list(board.legal_moves)))
                actions += 1
            return actions

        yield play_row("python-chess", stopwatch.each(play_chess))


def play(game: str, seed: int) -> int:
    """A game by random answers to the end; how many there were."""
    draw = random.Random(seed)
    position = Match.new(game, seed=str(seed)).position
    actions = 0
    while position.asked is not None and actions < LONGEST_GAME:
        answer(position, draw.choice(position.asked.options))
        actions += 1
    return actions
