"""Rules and data have a version, and it rises with them: what was played under one version stays what it was.

``rules_versions.csv`` of a game's tests has a row for each version: the digest of its data, and that of games played at
random under it. ``python -m tests.rules_versions`` compares the last rows with the games; ``--write`` brings them up to
date, which is right only while that version has not been released. Otherwise ``rules_version`` in the game's
``game.toml`` has to be raised first.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from hashlib import blake2b
from pathlib import Path

from ardennes.engine.datapack import Contents
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from tests.battery.configurations import playable_games

ANSWERS = 600


def table(game: str) -> Path:
    return Path(__file__).parent / game / "rules_versions.csv"


def rows(game: str) -> list[dict[str, str]]:
    """What is kept of each version of a game's rules."""
    return list(csv.DictReader(table(game).read_text("utf-8").splitlines())) if table(game).exists() else []


def row_now(game: str) -> dict[str, str]:
    """What the row of the present version has to say."""
    loaded = load_game(game)
    digest = Contents(loaded).digest(*loaded.info.scenarios)
    return {"version": str(loaded.info.rules_version), "data": digest, "played": played(game)}


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


def write(game: str, row: dict[str, str]) -> None:
    """Replaces the last row, or adds one where it is of an earlier version."""
    earlier = [kept for kept in rows(game) if int(kept["version"]) < int(row["version"])]
    lines = [row.keys(), *(kept.values() for kept in (*earlier, row))]
    table(game).write_text("".join(",".join(line) + "\n" for line in lines), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules_versions", description="Versions of the rules.")
    parser.add_argument("game", nargs="*", help="games; all that can be played if none is named")
    parser.add_argument("--write", action="store_true", help="bring the last rows up to date")
    chosen, stale = parser.parse_args(), 0
    for game in chosen.game or playable_games():
        row = row_now(game)
        if rows(game)[-1:] != [row]:
            stale += 1
            print(f"{game}: {'brought up to date' if chosen.write else 'plays otherwise, or has other data'}")
            if chosen.write:
                write(game, row)
    return 1 if stale and not chosen.write else 0


if __name__ == "__main__":
    sys.exit(main())
