"""What is mutated, and which tests must notice: the chapters of a game and the tests in the folder of its name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ardennes.engine.game import game_folders, game_info
from tests.mutants.mutate import Mutant, all_mutants
from tests.mutants.mutate_data import data_mutants, turn_files

CHECKOUT = Path(__file__).parents[2]
NO_CHAPTERS = ("__init__.py", "data_checks.py")
"""Modules among the rules that hold none."""
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
        """The chapters, and the game itself, which sets them up."""
        chapters = sorted(path for path in self.folder.glob("rules/*.py") if path.name not in NO_CHAPTERS)
        return [*sorted(self.folder.glob("game.py")), *chapters]

    def mutants(self) -> list[Mutant]:
        """Every slip in the chapters, and every turn of the data moved by one."""
        return [*all_mutants(self.modules), *data_mutants(self.folder)]

    def path_of(self, file: str) -> Path:
        return next(path for path in (*self.modules, *turn_files(self.folder)) if path.name == file)

    def name_of(self, module: Path) -> str:
        """As it is imported."""
        return ".".join((self.package, *module.relative_to(self.folder).with_suffix("").parts))

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
