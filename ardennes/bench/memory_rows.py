"""What an open table takes of the server's memory: of each game, and of the largest there is to come."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.shape import shape_among_games
from ardennes.bench.timing import Rows, Stopwatch, optional
from ardennes.engine.game import game_folders

TABLES, FEW_TABLES = 40, 4


def memory_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """One row a game, where the extra ``server`` is installed."""
    if optional("litestar") is None:
        return
    from ardennes.bench.memory import memory_row

    tables = FEW_TABLES if stopwatch.quick else TABLES
    with shape_among_games():
        for game, folder in game_folders().items():
            if (folder / "game.py").exists():
                with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as place:
                    yield memory_row(Path(place), game, tables=tables)
