"""The game as the others find it."""

from pathlib import Path

from ardennes.games.deadly_woods.setup import DeadlyWoods

GAME = DeadlyWoods(Path(__file__).parent)
