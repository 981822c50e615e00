"""Second, plain and slow models of the games, written from the rulebooks alone and compared on random positions.

A model reads the map, the data files and a position written as text. It imports nothing of a game's chapters, so an
error would have to be made twice to stay unseen. ``compare_GAME.py`` makes random positions and tells where program and
model differ; ``python -m tests.models GAME --positions 2000`` does so for as long as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast


class Comparison(Protocol):
    """What a module ``compare_GAME`` offers."""

    def random_position(self, rng: Random) -> Any: ...

    def differences(self, match: Any) -> Iterator[str]: ...


def compared_games() -> list[str]:
    """The games that have a model."""
    return sorted(path.stem.removeprefix("compare_") for path in Path(__file__).parent.glob("compare_*.py"))


def comparison(game: str) -> Comparison:
    return cast(Comparison, import_module(f"tests.models.compare_{game}"))
