"""Rules and data have a version, and it rises with them: what was played under one version stays what it was.

``rules_versions.csv`` of a game's tests has a row for each version: the digest of its data, and that of games played at
random under it.
"""

from __future__ import annotations

import csv
import random
from hashlib import blake2b
from pathlib import Path

import pytest

from ardennes.engine.datapack import Contents
from ardennes.engine.game import load_game
from ardennes.engine.match import Match

TESTS = Path(__file__).parent.parent
GAMES = ("crossroads", "bulge1944", "deadly_woods", "bitter_woods")
ANSWERS = 600


def played(game: str) -> str:
    """What random games come to, one of each scenario and one with every option that goes with the others."""
    info, digest = load_game(game).info, blake2b(digest_size=8)
    for scenario, setting in info.scenarios.items():
        free = {name for name, option in info.options.items() if not option.conflicts and not option.needs}
        options = sorted(free.difference(setting.barred))
        for chosen in ((), options):
            match, rng = Match.new(game, scenario=scenario, options=chosen, seed="version"), random.Random(scenario)
            while match.asked is not None and len(match.records) < ANSWERS:
                match.apply(rng.choice(sorted(match.asked.options)))
            for name in sorted(match.position.saved_columns):
                digest.update(name.encode() + bytes(memoryview(getattr(match.position, name)).cast("B")))
            digest.update(f"{len(match.records)}:{match.over}".encode())
    return digest.hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_rules_or_data_has_a_version_of_its_own(game: str) -> None:
    loaded = load_game(game)
    now = {
        "version": str(loaded.info.rules_version),
        "data": Contents(loaded).digest(*loaded.info.scenarios),
        "played": played(game),
    }
    table = TESTS / game / "rules_versions.csv"
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [int(row["version"]) for row in rows] == sorted({int(row["version"]) for row in rows})
    row = ",".join(now.values())
    assert rows[-1] == now, (
        f"{game} plays otherwise or has other data than version {rows[-1]['version']} of its rules: raise "
        "rules_version in its game.toml, unless that version has not been released, and let the last row of "
        f"{table.name} be {row}"
    )


@pytest.mark.parametrize("game", GAMES)
def test_each_version_says_what_it_has_put_right(game: str) -> None:
    """Whoever opens an older game is told; both languages have the same codes."""
    loaded = load_game(game)
    sentences = loaded.catalogue().sentences
    assert [v for v in range(1, 99) if f"rules-{v}" in sentences] == list(range(2, loaded.info.rules_version + 1))
