"""Both catalogues of a finished game say the same things, and everything its code may say."""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.engine.game import ENGINE_MESSAGES, game_folders, game_info
from ardennes.engine.texts import Catalogue

SAYING = {"Event", "Refusal", "Text", "Modifier", "Relaxation", "self._refused"}
PACKAGE = Path(ardennes.__file__).parent
FINISHED = {
    name: folder for name, folder in game_folders().items() if game_info(name).stage in ("complete", "tutorial")
}


def codes(folder: Path) -> Iterator[str]:
    """Every code of a sentence in the modules of a folder."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                yield from _of_call(ast.unparse(node.func), node.args)
            elif isinstance(node, ast.Assign):
                yield from _of_assignment(ast.unparse(node.targets[0]), node.value)


def _of_call(name: str, args: list[ast.expr]) -> Iterator[str]:
    if name in SAYING:
        yield from _words(args[0])
    elif name.endswith("p.end") and isinstance(args[-1], ast.Call):
        yield from (f"ending-{code}" for code in _words(args[-1].args[0]))
    elif name in ("Duty", "Order"):
        kinds = list(_words(args[1]))
        yield from (f"{name.casefold()}-{kind}" for kind in kinds)
        if name == "Duty":
            yield from (f"lapsed-{kind}" for kind in kinds)


def _of_assignment(target: str, value: ast.expr) -> Iterator[str]:
    if target == "prompt":
        yield from _words(value)
    elif target.lstrip("(").startswith("prompt, rule") and isinstance(value, ast.Tuple):
        yield from _words(value.elts[0])
    elif target == "reasons" and isinstance(value, ast.Dict):
        for pair in value.values:
            assert isinstance(pair, ast.Tuple)
            yield from _words(pair.elts[0])


def _words(expression: ast.expr) -> Iterator[str]:
    """The words an expression may come to; one put together from parts is left to its own rule."""
    if isinstance(expression, ast.Constant):
        assert isinstance(expression.value, str)
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from _words(expression.body)
        yield from _words(expression.orelse)


def sentences(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text("utf-8"))


def test_the_scan_finds_what_is_there() -> None:
    found = set(codes(FINISHED["crossroads"])) | set(codes(PACKAGE / "rules")) | set(codes(PACKAGE / "engine"))
    assert {"choose-unit", "cannot-move", "forded", "not-forded", "zone-in-the-way", "cover"} <= found
    assert {"too-far", "nothing-to-undo", "lapsed-counterattack", "order-demolition", "holds"} <= found


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", FINISHED)
def test_every_code_has_a_sentence(game: str, language: str) -> None:
    folder = FINISHED[game]
    files = ENGINE_MESSAGES / f"{language}.toml", folder / "texts" / language / "messages.toml"
    catalogue = Catalogue.load(language, files)
    said = {*codes(PACKAGE / "engine"), *codes(PACKAGE / "rules"), *codes(folder)}
    assert catalogue.gaps(said) == []


CATALOGUES = [f"{ENGINE_MESSAGES}/{{}}.toml", *(f"{folder}/texts/{{}}/messages.toml" for folder in FINISHED.values())]


@pytest.mark.parametrize("path", CATALOGUES)
def test_both_languages_say_the_same(path: str) -> None:
    english, italian = sentences(Path(path.format("en"))), sentences(Path(path.format("it")))
    assert list(english) == list(italian)
    for code, sentence in english.items():
        assert _arguments(sentence) == _arguments(italian[code]), code
        assert italian[code] != "", code


def _arguments(sentence: object) -> set[tuple[str | None, str | None]]:
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    parts = [part for form in forms for part in string.Formatter().parse(str(form))]
    return {(name, kind) for _, name, kind, _ in parts if name}
