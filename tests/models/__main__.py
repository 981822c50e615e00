"""``python -m tests.models bulge1944 --positions 2000``: program and model side by side for as long as one likes."""

from __future__ import annotations

import argparse
import sys
from random import Random

from rich.progress import Progress

from tests.models import compared_games, comparison


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.models", description="Program against model.")
    parser.add_argument("game", nargs="*", help="games to compare; all that have a model if none is named")
    parser.add_argument("--positions", type=int, default=1000, help="how many of each")
    parser.add_argument("--seed", default="long", help="start of the seeds; the same start makes the same positions")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.game if name not in compared_games()]:
        parser.error(f"no model of {unknown[0]!r}; there are {', '.join(compared_games())}")
    differing = 0
    for game in chosen.game or compared_games():
        compare = comparison(game)
        with Progress() as progress:
            for number in progress.track(range(chosen.positions), description=game):
                found = list(compare.differences(compare.random_position(Random(f"{chosen.seed}-{number}"))))
                differing += bool(found)
                for difference in found[:5]:
                    progress.console.print(f"{game}, position {number}: {difference}")
        print(f"{game}: {chosen.positions} positions compared")
    print("no difference" if not differing else f"{differing} positions differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
