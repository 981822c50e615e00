"""Tables of a kind share game data, whatever thread they play on, and play as if each had its own."""

from __future__ import annotations

import gc
import random
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from ardennes.bench.shape import shape_game
from ardennes.engine.game import AnyGame, load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.packs import export
from ardennes.engine.procedure import about, answer
from ardennes.engine.shared_data import shared_data

GAMES = ("crossroads", "bulge1944", "deadly_woods", "shape")
THREADS, TABLES, ANSWERS = 4, 12, 150


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def game_of(name: str) -> AnyGame:
    return shape_game() if name == "shape" else load_game(name)


def play(data: GameData, table: int) -> list[str]:
    """The digest after every tenth answer of a random game, and what was told of the options on the way."""
    p, draw, told = data.game.start(data, str(table)), random.Random(table), []
    for number in range(ANSWERS):
        if p.asked is None:
            break
        option = draw.choice(p.asked.options)
        if number % 10 == 0:
            told += [p.digest(), repr(about(p, option))]
        answer(p, option)
    return [*told, p.digest()]


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("name", GAMES)
def test_many_tables_of_a_kind_play_from_several_threads_as_one_after_another(name: str) -> None:
    game = game_of(name)
    alone = [play(game.load_data(game.first_scenario, ()), table) for table in range(3)]
    data = shared_data(game, game.first_scenario, ())
    one_by_one = [play(data, table) for table in range(TABLES)]
    with ThreadPoolExecutor(THREADS) as threads:
        at_once = list(threads.map(lambda table: play(data, table), range(TABLES)))
    assert one_by_one[:3] == alone
    assert at_once == one_by_one


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("name", GAMES)
def test_tables_that_go_from_thread_to_thread_find_no_answers_of_another(name: str) -> None:
    """What a search found is read again while nobody has searched since; another thread's search is another."""
    game = game_of(name)
    data = shared_data(game, game.first_scenario, ())
    games = [data.game.start(data, str(table)) for table in range(THREADS)]
    twins = [game.start(data, str(table)) for table in range(THREADS)]
    draws = [random.Random(table) for table in range(THREADS)]
    chosen: list[list[int]] = [[] for _ in range(THREADS)]
    together = Barrier(THREADS, timeout=60)

    def take_turns(thread: int) -> None:
        for step in range(60):
            table = (thread + step) % THREADS
            p = games[table]
            if p.asked is not None:
                option = draws[table].choice(p.asked.options)
                chosen[table].append(int(option))
                answer(p, option)
            together.wait()

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(take_turns, range(THREADS)))
    for p, twin, options in zip(games, twins, chosen, strict=True):
        for option in options:
            answer(twin, option)
        assert twin.digest() == p.digest()


def test_the_same_kind_has_the_same_data_and_another_kind_is_not() -> None:
    game = load_game("crossroads")
    data = shared_data(game, "dawn", ())
    assert shared_data(game, "dawn", ()) is data
    assert shared_data(game, "noon", ()) is not data
    assert shared_data(game, "dawn", ("muddy",)) is not data
    assert Match.set_up(data, "1").position.data is data


def test_data_go_with_their_last_table() -> None:
    game = load_game("crossroads")
    data = shared_data(game, "noon", ("muddy",))
    kept = weakref.ref(data)
    match = Match.set_up(data, "1")
    del data
    gc.collect()
    assert shared_data(game, "noon", ("muddy",)) is kept()
    del match
    gc.collect()
    assert kept() is None


def test_an_edited_data_pack_makes_other_data(tmp_path: Path) -> None:
    game = load_game("crossroads")
    pack = tmp_path / "pack"
    export(game, pack)
    data = shared_data(game, "noon", (), pack)
    assert shared_data(game, "noon", (), pack) is data
    units = pack / "units.csv"
    units.write_text(units.read_text().replace("Panzer", "Panther"))
    again = shared_data(game, "noon", (), pack)
    assert again is not data
    assert again.digest != data.digest
