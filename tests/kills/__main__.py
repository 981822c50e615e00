"""``python -m tests.kills --times 200``: kill the server in mid-play as often as one likes."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rich.progress import Progress

from tests.kills import Kills


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description="Kills at moments nobody chose.")
    parser.add_argument("--times", type=int, default=200, help="how often the server is killed")
    parser.add_argument("--seed", default="long", help="what the answers and the waits before the kills follow from")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        kills = Kills(Path(folder), chosen.seed)
        for _ in progress.track(range(chosen.times), description="kills"):
            kills.once()
    print(f"{chosen.times} kills, {kills.acknowledged} changes acknowledged, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
