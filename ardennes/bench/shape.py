"""Wacht am Rhein's shape as a game that can be loaded: its folder, put together with the map it is played on."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from ardennes.bench.wacht_shape.game import WachtShape
from ardennes.engine.game import game_folder

SHAPE = "wacht_shape"
MAP_OF = "wacht_am_rhein"
DOOR = """
from pathlib import Path
from ardennes.bench.wacht_shape.game import WachtShape
GAME = WachtShape(Path(__file__).parent)
"""
"""The shape beside its map: the same modules, in the folder that has both."""


@cache
def shape_games() -> Path:
    """A folder of games with the shape in it; it lasts as long as the process, as imported games do."""
    games = Path(tempfile.mkdtemp(prefix="ardennes-bench-"))
    atexit.register(shutil.rmtree, games, ignore_errors=True)
    shutil.copytree(Path(__file__).parent / SHAPE, games / SHAPE, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(game_folder(MAP_OF) / "map", games / SHAPE / "map")
    (games / SHAPE / "game.py").write_text(DOOR)
    return games


def shape_game() -> WachtShape:
    return WachtShape(shape_games() / SHAPE)


@contextmanager
def shape_among_games() -> Iterator[str]:
    """Lets matches find the shape by its short name, which is given."""
    before = os.environ.get("ARDENNES_GAMES")
    os.environ["ARDENNES_GAMES"] = os.pathsep.join(filter(None, (before, str(shape_games()))))
    try:
        yield SHAPE
    finally:
        if before is None:
            del os.environ["ARDENNES_GAMES"]
        else:
            os.environ["ARDENNES_GAMES"] = before
