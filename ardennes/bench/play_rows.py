"""Random play: our games, and other engines where the extra ``bench`` is installed.

An action is not the same work in each game, so these rows give orders of magnitude.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from types import ModuleType

import msgspec

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.shape import shape_game
from ardennes.bench.timing import Row, Rows, Stopwatch, beside, optional
from ardennes.bench.wacht_shape.game import SECRET_PLAN
from ardennes.bench.wacht_shape.rules.field import Field
from ardennes.bench.wacht_shape.rules.movement import go_to, searched, set_out
from ardennes.bench.wacht_shape.rules.pieces import MOVE, STAY, TO
from ardennes.engine import acts
from ardennes.engine.game import AnyGame, game_folders, load_game
from ardennes.engine.options import is_about
from ardennes.engine.procedure import answer, carry_out
from ardennes.numbers import by_unit

LONGEST_GAME = 20_000
SHAPE_ANSWERS, SHAPE_RATE = 5_000, 15_000
"""How many answers of the shape are played at a time, and how many a second there should be."""
SECRETLY = 0.87
"""How fast it should be with secrets, beside the open game: it may take 15 % longer."""
CATANATRON = "Catanatron (4 players)"
TIMES_CATANATRON = {"1944: Battle of the Bulge": 2.5, "The Deadly Woods": 1.6, "Crossroads": 1.3}
"""How many times faster random play of a game should be, by its title."""
Player = Callable[[int], int]
"""Plays a game with this seed and says how many actions it had."""


def play_row(name: str, microseconds: float) -> Row:
    return Row(name=f"random play, {name}", microseconds=microseconds, detail=f"{1e6 / microseconds:,.0f} actions/s")


def play_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """One action of a random game."""
    games = [load_game(name) for name, folder in game_folders().items() if (folder / "game.py").exists()]
    players = {game.info.title: player_of(game) for game in games}
    catanatron, chess = optional("catanatron"), optional("chess")
    if catanatron is not None:
        players[CATANATRON] = player_of_catan(catanatron)
    if chess is not None:
        players["python-chess"] = player_of_chess(chess)
    taken = dict(zip(players, stopwatch.each_in_turn(list(players.values())), strict=True))
    for title, microseconds in taken.items():
        row = play_row(title, microseconds)
        yield row
        if CATANATRON in taken and title in TIMES_CATANATRON:
            yield beside(row.name, microseconds, CATANATRON, taken[CATANATRON], TIMES_CATANATRON[title])
    shape = shape_game()
    yield from shape_rows(shape, stopwatch)
    yield from move_rows(shape, stopwatch)


def shape_rows(shape: AnyGame, stopwatch: Stopwatch) -> Rows:
    """The first answers of the largest game there is to come, played openly and with a secret plan."""
    players = [player_of(shape, options, SHAPE_ANSWERS) for options in ((), (SECRET_PLAN,))]
    openly, secretly = stopwatch.each_in_turn(players)
    most, target = 1e6 / SHAPE_RATE, f"at least {SHAPE_RATE:,} actions/s"
    yield msgspec.structs.replace(play_row(shape.info.title, openly), target=target, met=openly <= most)
    row = play_row(f"{shape.info.title}, {SECRET_PLAN}", secretly)
    yield msgspec.structs.replace(row, target=target, met=secretly <= most)
    yield beside(row.name, secretly, "the same played openly", openly, SECRETLY)


def move_rows(shape: AnyGame, stopwatch: Stopwatch) -> Rows:
    """Every unit of the shape's first side goes somewhere within its reach: by answers to questions, and by the rules
    they call, with one question at the end."""
    start = shape.start(shape.load_data(shape.first_scenario, ()), "1")
    assert isinstance(start, Field)
    units = [unit for unit, ready in by_unit(start.ready) if ready]

    def by_questions(seed: int) -> int:
        p, draw = start.copy(), random.Random(seed)
        for unit in units:
            answer(p, MOVE + unit)
            assert p.asked is not None
            answer(p, draw.choice([option for option in p.asked.options if is_about(option, TO)] or [STAY]))
        return len(units)

    def by_acts(seed: int) -> int:
        p, draw = start.copy(), random.Random(seed)
        acts.begin(p)
        for unit in units:
            move = set_out(p, unit)
            p.forget()
            hexes = searched(p, move).destination_hexes()
            if hexes:
                go_to(p, move, draw.choice(hexes))
        acts.finish(p)
        return len(units)

    for how, play in (("by questions", by_questions), ("by acts", by_acts)):
        microseconds = stopwatch.each(play)
        turn = f"{len(units)} units in {microseconds * len(units) / 1000:.1f} ms"
        yield Row(name=f"a unit's move, {shape.info.title}, {how}", microseconds=microseconds, detail=turn)


def player_of(game: AnyGame, options: Iterable[str] = (), longest: int = LONGEST_GAME) -> Player:
    """Plays the game's first scenario by random answers; the box is opened only once."""
    data = game.load_data(game.first_scenario, options)

    def play(seed: int) -> int:
        chance, position, actions = random.Random(seed).random, game.start(data, str(seed)), 0
        while position.asked is not None and actions < longest:
            options = position.asked.options
            carry_out(position, options[int(chance() * len(options))])
            actions += 1
        return actions

    return play


def player_of_catan(catanatron: ModuleType) -> Player:
    colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)

    def play(seed: int) -> int:
        random.seed(seed)
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=seed)
        actions = 0
        while game.winning_color() is None and actions < LONGEST_GAME:
            game.play_tick()
            actions += 1
        return actions

    return play


def player_of_chess(chess: ModuleType) -> Player:
    def play(seed: int) -> int:
        draw, board, actions = random.Random(seed), chess.Board(), 0
        while not board.is_game_over() and actions < LONGEST_GAME:
            board.push(draw.choice(list(board.legal_moves)))
            actions += 1
        return actions

    return play
