"""One list each of languages, levels and options: whoever has them in another form has the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.engine.game import game_folder, game_info
from ardennes.languages import FIRST_LANGUAGE, LANGUAGES
from ardennes.players import LEVELS
from tests.battery.configurations import playable_games

PACKAGE = Path(ardennes.__file__).parent
WEB = PACKAGE.parent / "web/src"


@pytest.mark.parametrize("folder", sorted({path.parent for path in PACKAGE.rglob(f"{FIRST_LANGUAGE}.toml")}), ids=str)
def test_whatever_speaks_a_language_speaks_them_all(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.toml")} == set(LANGUAGES)


@pytest.mark.parametrize("game", playable_games())
def test_every_game_speaks_them_all(game: str) -> None:
    assert {path.parent.name for path in game_folder(game).glob("texts/*/messages.toml")} == set(LANGUAGES)


def test_the_page_has_the_same_languages_and_levels() -> None:
    languages, levels = (
        re.search(rf"export const {name} = (.+)", (WEB / file).read_text())
        for name, file in (("LANGUAGES", "state/settings.svelte.ts"), ("LEVELS", "state/levels.ts"))
    )
    assert languages is not None
    assert levels is not None
    assert re.findall(r"(\w+): ", languages[1]) == list(LANGUAGES)
    assert re.findall(r'"(\w+)"', levels[1]) == list(LEVELS)
    assert all((WEB / f"words/{language}.ts").exists() for language in LANGUAGES)


def words_in(tree: ast.AST) -> Iterator[str]:
    words = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return (word for word in words if isinstance(word, str))


def names_asked_for(tree: ast.AST) -> Iterator[str]:
    """The words of a module that are compared with a set of options."""
    for node in ast.walk(tree):
        parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if any("options" in (getattr(part, "attr", ""), getattr(part, "id", "")) for part in parts):
            for part in parts:
                yield from words_in(part)


@pytest.mark.parametrize("game", playable_games())
def test_the_options_asked_for_are_those_of_the_title_page(game: str) -> None:
    """Every name that is asked for is an option; every option stands in the rules by name, if only in a table."""
    options = set(game_info(game).options)
    trees = [ast.parse(module.read_text("utf-8")) for module in game_folder(game).rglob("*.py")]
    assert {name for tree in trees for name in names_asked_for(tree)} <= options
    assert options <= {word for tree in trees for word in words_in(tree)}
