"""What is mutated, and which tests must notice: the chapters of a game and the tests in the folder of its name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ardennes.engine.game import game_folders, game_info

CHECKOUT = Path(__file__).parents[2]
NO_CHAPTERS = ("__init__", "advice", "course", "data_checks", "overlays", "standing", "what_if")
"""Modules of a game that hold no rules: its opponents, what the page shows of it, the checks of its data. A name stands
for those that begin with it, too: ``advice_plan``."""
RECORDED_GAMES = "test_recorded.py"
FINISHED = ("complete", "tutorial")


@dataclass(frozen=True)
class Target:
    """A package of modules with the folders of the tests that prove them."""

    name: str
    package: str
    folder: Path
    tests: tuple[Path, ...]
    root: Path
    """Where tests start, and what their names are relative to."""

    @property
    def modules(self) -> list[Path]:
        return [
            path
            for path in sorted(self.folder.glob("*.py"))
            if not any(path.stem == other or path.stem.startswith(f"{other}_") for other in NO_CHAPTERS)
        ]

    @property
    def recorded_games(self) -> list[Path]:
        """Tests that follow whole games: they run every line and name no rule."""
        return [file for folder in self.tests for file in folder.glob(RECORDED_GAMES)]

    def digest(self) -> str:
        """Changes with everything that decides which test runs which line."""
        folders = [self.folder, *self.tests]
        files = {file for folder in folders for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"}
        files.update((CHECKOUT / "tests").glob("*.py"), Path(__file__).parent.glob("*.py"))
        digest = hashlib.sha256()
        for file in sorted(files):
            digest.update(str(file).encode() + file.read_bytes())
        return digest.hexdigest()


def games() -> list[str]:
    """The games whose rules are finished."""
    return [name for name in game_folders() if game_info(name).stage in FINISHED]


def target(game: str) -> Target:
    return Target(
        name=game,
        package=f"ardennes.games.{game}",
        folder=game_folders()[game],
        tests=(CHECKOUT / "tests" / game,),
        root=CHECKOUT,
    )
