"""The program says of random positions what a second model of the rules says, written from the rulebook alone."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from tests.models import compared_games, comparison

POSITIONS = 100


@pytest.mark.parametrize("game", compared_games())
def test_program_and_model_agree(game: str) -> None:
    compare = comparison(game)
    for number in range(POSITIONS):
        found = list(compare.differences(compare.random_position(Random(f"{game}-{number}"))))
        assert not found, f"position {number}: {'; '.join(found[:5])}"


@pytest.mark.parametrize("game", compared_games())
def test_a_model_knows_nothing_of_the_chapters(game: str) -> None:
    """It would repeat their errors."""
    tree = ast.parse((Path(__file__).parent / f"{game}.py").read_text("utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not {name for name in imported if name.startswith("ardennes") and not name.startswith("ardennes.board")}
