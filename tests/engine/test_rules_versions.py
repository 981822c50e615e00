"""Rules and data have a version that rises with them, and says what it has put right."""

from __future__ import annotations

import pytest

from ardennes.engine.game import load_game
from tests.battery.configurations import playable_games
from tests.rules_versions import row_now, rows


@pytest.mark.parametrize("game", playable_games())
def test_a_change_of_rules_or_data_has_a_version_of_its_own(game: str) -> None:
    kept = rows(game)
    assert [int(row["version"]) for row in kept] == sorted({int(row["version"]) for row in kept})
    assert kept[-1:] == [row_now(game)], (
        f"{game} plays otherwise or has other data than that version of its rules: raise rules_version in its "
        f"game.toml, unless it has not been released, and run `python -m tests.rules_versions {game} --write`"
    )


@pytest.mark.parametrize("game", playable_games())
def test_each_version_says_what_it_has_put_right(game: str) -> None:
    """Whoever opens an older game is told; both languages have the same codes."""
    loaded = load_game(game)
    sentences = loaded.catalogue().sentences
    assert [v for v in range(1, 99) if f"rules-{v}" in sentences] == list(range(2, loaded.info.rules_version + 1))
