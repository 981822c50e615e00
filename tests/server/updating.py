"""Games as a later release would bring them: a copy of a game's folder, changed and put in its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from ardennes.engine.game import GAMES


class Release:
    """A folder for ``ARDENNES_GAMES`` with a copy of a game that can be changed file by file."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.game = folder, folder / game
        shutil.copytree(GAMES / game, self.game, ignore=shutil.ignore_patterns("__pycache__"))
        for module in self.game.rglob("*.py"):
            text = module.read_text("utf-8")
            module.write_text(text.replace(f"ardennes.games.{game}", game), "utf-8")

    def change(self, file: str, old: str, new: str) -> None:
        path = next(self.game.rglob(file))
        text = path.read_text("utf-8")
        assert re.search(old, text, re.MULTILINE), f"{file} has no {old!r}"
        path.write_text(re.sub(old, new, text, count=1, flags=re.MULTILINE), "utf-8")


NEW_COLUMN = 'PerUnit[int] = unit_column("b", 1)'
CHANGES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "a number in the data": (("units.csv", r"tank,4,2,4,0703", "tank,3,2,3,0703"),),
    "a line of code": (("movement.py", r"prices.set\(WOODS_COST, WOODS", "prices.set(1 + WOODS_COST, WOODS"),),
    "another version of the rules": (
        ("game.toml", r"^rules_version = 1$", "rules_version = 7"),
        ("movement.py", r"FORD_FAILS_ON = 2", "FORD_FAILS_ON = 3"),
    ),
    "a new column": (("field.py", r"^    moved: PerUnit", f"    tired: {NEW_COLUMN}\n    moved: PerUnit"),),
    "a new step": (("combat.py", r"^Attack.steps = \(", "Attack.steps = (lambda p, own: None, "),),
    "another name of a counter": (("units.csv", r"^Rif2,", "Rif9,"),),
    "a counter less": (("units.csv", r"^Sham2,.*\n", ""),),
    "counters in another order": (("units.csv", r"^(Pz,.*\n)(Gr1,.*\n)(Gr2,.*\n)", r"\3\2\1"),),
}
"""What a later release of the smallest game may do to it: file, what stands there, what will."""
