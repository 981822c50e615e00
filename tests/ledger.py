"""Which tests prove which rule. ``python -m tests.ledger --write`` brings the ledgers' column up to date.

A test names its rules with ``@pytest.mark.rule("crossroads", "3.4")``, on a function or on a class of tests.
"""

from __future__ import annotations

import argparse
import ast
import csv
import io
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ardennes.engine.game import game_folders

TESTS = Path(__file__).parent

Marks = dict[tuple[str, str], list[str]]
"""By game and rule, the tests that are marked with it."""


def marks(folder: Path = TESTS) -> Marks:
    """Every mark in the test modules of a folder."""
    found: Marks = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        for game, rule, name in _marked(tree.body, [], ()):
            found[game, rule].append(f"{path.relative_to(folder).as_posix()}::{name}")
    return found


def _marked(
    body: list[ast.stmt], inherited: list[tuple[str, str]], names: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            own = [mark for decorator in node.decorator_list for mark in _rules(decorator)]
            yield from _marked(node.body, inherited + own, (*names, node.name))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            own = [mark for decorator in node.decorator_list for mark in _rules(decorator)]
            for game, rule in dict.fromkeys(inherited + own):
                yield game, rule, "::".join((*names, node.name))


def _rules(decorator: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        game, *rules = (ast.literal_eval(argument) for argument in decorator.args)
        for rule in rules:
            yield game, rule


def with_marks(ledger: Path, found: Marks) -> str:
    """A ledger's text with its column ``tests`` as the marks say."""
    game = ledger.parent.name
    rows = csv.DictReader(io.StringIO(ledger.read_text("utf-8-sig"), newline=""))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows.fieldnames or ()), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({**row, "tests": " ".join(found.get((game, row["id"]), ()))})
    return text.getvalue()


def is_current(ledger: Path, found: Marks) -> bool:
    """Whether the column already says what the marks say, however the file is quoted."""
    text = ledger.read_text("utf-8-sig")
    return list(csv.reader(text.splitlines())) == list(csv.reader(with_marks(ledger, found).splitlines()))


def ledgers() -> dict[str, Path]:
    """The ledger of each game that has one."""
    return {name: folder / "ledger.csv" for name, folder in game_folders().items() if (folder / "ledger.csv").exists()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ledger", description="Compares ledgers with the marks.")
    parser.add_argument("--write", action="store_true", help="bring the column `tests` up to date")
    write = parser.parse_args().write
    found, stale = marks(), 0
    for name, path in ledgers().items():
        if not is_current(path, found):
            stale += 1
            print(f"{name}: {'brought up to date' if write else 'the column `tests` is not what the marks say'}")
            if write:
                path.write_text(with_marks(path, found), "utf-8")
    return 1 if stale and not write else 0


if __name__ == "__main__":
    sys.exit(main())
