"""What is said of data files, in other languages: every sentence that our checks can say is in the phrase book."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.engine.datapack import Contents
from ardennes.engine.game import game_folders, load_game
from ardennes.engine.packs import export
from ardennes.engine.phrasebook import GAP, PHRASES, Phrasebook, phrasebook, phrases_in
from ardennes.languages import LANGUAGES

ROOT = Path(ardennes.__file__).parent
OTHERS = LANGUAGES[1:]
SHARED = (
    "datafiles.py",
    "board/*.py",
    "engine/datapack.py",
    "engine/game_data.py",
    "engine/scenarios.py",
    "rules/calendar.py",
    "rules/data_checks.py",
    "rules/faces.py",
    "rules/names.py",
)
RAISED = ("DataError", "MapError", "Mistake", "ValueError")
"""What is made with a sentence about data."""
GAMES = game_folders()


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The sentences about data in a module, with a word in each gap: what Mistake and DataError are made with, and what
    the checks of single fields yield after the name of the field."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        said: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
            said = node.args
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "says":
            said = [node.value]
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            said = node.value.elts
        for each in said:
            text = _text(each)
            if any(word != "x" for word in re.findall("[a-z]+", text)) and " " in text:
                yield node.lineno, text


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    return ""


def modules(folder: Path, *patterns: str) -> list[Path]:
    return [path for pattern in patterns for path in sorted(folder.glob(pattern))]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_fault_of_a_games_data_can_be_told(game: str, language: str) -> None:
    folder = GAMES[game]
    book = phrasebook(language, folder)
    said = [each for path in modules(folder, "rules/data_checks.py", "rules/field.py") for each in sentences(path)]
    assert [(line, text) for line, text in said if book.told(text) is None] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_fault_of_any_data_can_be_told(language: str) -> None:
    book = Phrasebook(phrases_in([PHRASES / f"{language}.toml"]))
    said = [(path.name, *each) for path in modules(ROOT, *SHARED) for each in sentences(path)]
    assert len(said) > 50
    assert [each for each in said if book.told(each[2]) is None] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_phrase_has_the_same_gaps_in_both_languages(language: str) -> None:
    files = [PHRASES / f"{language}.toml", *(folder / "texts" / language / "faults.toml" for folder in GAMES.values())]
    phrases = phrases_in(files)
    assert len(phrases) > 150
    assert [
        english for english, other in phrases.items() if not set(GAP.findall(other)) <= set(GAP.findall(english))
    ] == []


@pytest.mark.parametrize(
    ("file", "ours", "theirs", "says"),
    [
        ("units.csv", ",3,", ",lots,", "ci si aspetta `int`, c'è `str`, nel campo `strength`"),
        ("units.csv", "id,", "ids,", "la colonna 'ids' non è nota; possono esserci "),
        ("scenarios/noon.toml", "last_turn = 4", "last_turn = 0", "ci si aspetta `int` >= 1, nel campo `last_turn`"),
        ("scenarios/noon.toml", "last_turn = 4", "last_turn 4", "manca '=' dopo la chiave (linea "),
    ],
)
def test_what_readers_of_files_say_is_told_too(file: str, ours: str, theirs: str, says: str, tmp_path: Path) -> None:
    game, pack = load_game("crossroads"), tmp_path / "pack"
    export(game, pack)
    text = (pack / file).read_text(encoding="utf-8")
    assert ours in text
    (pack / file).write_text(text.replace(ours, theirs, 1), encoding="utf-8")
    first = Contents(game, pack).mistakes[0]
    told = phrasebook("it", game.folder).told(first.says)
    assert told is not None
    assert told.startswith(says)
    assert file.endswith(".csv") or first.line == text[: text.index(ours)].count("\n") + 1


def test_what_no_phrase_fits_is_not_half_told() -> None:
    book = phrasebook("it", GAMES["crossroads"])
    assert book.told("units: something of which nobody thought") is not None  # "units" has a word
    assert book.told("Sherman: something of which nobody thought") is None
    assert book.told("x" * 5000) is None
