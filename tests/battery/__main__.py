"""``python -m tests.battery crossroads --games 5000``: the battery for as long as one likes."""

from __future__ import annotations

import argparse
import sys
import time

from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.battery.configurations import in_rotation, playable_games
from tests.battery.play import COSTLY_EVERY, BatteryError, Report, play


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.battery", description="Random play with every check.")
    parser.add_argument("game", nargs="*", help="games to play; all that can be played if none is named")
    parser.add_argument("--games", type=int, default=1000, help="how many games of each")
    parser.add_argument("--seed", default="long", help="start of the seeds; the same start plays the same games")
    parser.add_argument("--costly-every", type=int, default=COSTLY_EVERY, help="look closely at one answer in so many")
    chosen = parser.parse_args()
    failures = 0
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    for name in chosen.game or playable_games():
        report, began = Report(), time.perf_counter()
        games = in_rotation(name, chosen.games)
        with Progress(*columns) as progress:
            for number, configuration in enumerate(progress.track(games, description=name)):
                try:
                    play(configuration, f"{chosen.seed}-{number}", report, chosen.costly_every)
                except BatteryError as error:
                    failures += 1
                    progress.console.print(f"[red]{error}")
        seconds = time.perf_counter() - began
        print(f"{name}: {report.games} games over {len(set(games))} configurations in {seconds:.0f} s: {report}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
