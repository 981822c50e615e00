"""``python -m tests.site.kills --times 200``: kill one of two processes in mid-play, or the database under both."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from rich.progress import Progress

from tests.kills import Kills, Table
from tests.server.serving import Seat
from tests.site.cluster import Cluster, running
from tests.site.sites import Process


class SiteKills(Kills):
    """Each table has a seat at either process. One of the two is killed, or the database; the other goes on, and
    whoever sat at the one that is gone comes back at its successor."""

    def __init__(self, cluster: Cluster, database: str, folder: Path, seed: str) -> None:
        super().__init__(folder, seed)
        self.cluster, self.database = cluster, database
        self.processes = [Process(database, folder) for _ in range(2)]
        self.kills = {"process": 0, "database": 0}

    def once(self) -> None:
        victim = self._dice.choice((0, 1, None))
        with self.processes[0].owner() as owner:
            self._set_up(owner)
        if victim is None:
            self._play_until(self.cluster.restart, self._sit_down)
        else:
            self._play_until(self.processes[victim].kill, self._sit_down)
            self.processes[victim] = Process(self.database, self.folder)
        self.kills["database" if victim is None else "process"] += 1
        self._check()

    def _sit_down(self, table: Table) -> list[Seat]:
        return [process.seat(token) for process, token in zip(self.processes, table.seats, strict=True)]

    def close(self) -> None:
        for process in self.processes:
            process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.site.kills", description="Kills at moments nobody chose.")
    parser.add_argument("--times", type=int, default=200, help="how often something is killed")
    parser.add_argument("--seed", default="long", help="what the answers and the waits before the kills follow from")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        cluster, folder = stack.enter_context(running()), stack.enter_context(tempfile.TemporaryDirectory())
        kills = SiteKills(cluster, cluster.url(cluster.new()), Path(folder), chosen.seed)
        stack.callback(kills.close)
        progress = stack.enter_context(Progress())
        for _ in progress.track(range(chosen.times), description="kills"):
            kills.once()
        print(f"{kills.kills} killed, {kills.acknowledged} changes acknowledged, none lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
