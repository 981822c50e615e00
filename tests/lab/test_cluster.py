"""The laboratory on a real Dask cluster of several worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster

from ardennes.errors import ArdennesError
from ardennes.lab import cluster as cluster_module
from ardennes.lab.cluster import play_on_cluster
from ardennes.lab.local import play_here
from ardennes.lab.plan import make_plan
from ardennes.lab.rows import Played
from ardennes.lab.series import play_series

GAMES = 40
HOOKS = str(Path(__file__).with_name("hooks.py"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=3, threads_per_worker=2, processes=True, dashboard_address=None) as made:
        yield made


def test_a_killed_worker_costs_no_game(tmp_path: Path, cluster: LocalCluster) -> None:
    plan = make_plan("crossroads", players=("random", "random"), seed="7", hooks=[f"{HOOKS}:Kinds"])
    pids = [worker.pid for worker in cluster.workers.values()]
    assert len(set(pids)) == 3
    arrived: list[Played] = []

    def follow(played: Played) -> None:
        arrived.append(played)
        if len(arrived) == 5:
            os.kill(pids[0], signal.SIGKILL)

    workers = partial(play_on_cluster, address=cluster.scheduler_address)
    there = play_series(plan, GAMES, tmp_path / "there", workers=workers, follow=follow)
    here = play_series(plan, GAMES, tmp_path / "here", workers=partial(play_here, jobs=1))
    assert sorted(played.number for played in arrived) == list(range(GAMES))
    assert there.crashes == []
    assert there.found == here.found
    for name in ("games.csv", "turns.parquet", "losses.jsonl"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def test_workers_with_other_data_are_refused(cluster: LocalCluster) -> None:
    from msgspec.structs import replace

    plan = make_plan("crossroads", players=("random", "random"), seed="7")
    with pytest.raises(ArdennesError, match="they have other data"):
        list(play_on_cluster(replace(plan, data_digest="0"), [0], cluster.scheduler_address))
    with pytest.raises(ArdennesError, match="they have version"):
        list(play_on_cluster(replace(plan, version="0"), [0], cluster.scheduler_address))


def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)
    plan = make_plan("crossroads", players=("random", "random"), seed="7")
    with pytest.raises(ArdennesError, match=r"--cluster tcp://127\.0\.0\.1:9: no scheduler answers"):
        list(play_on_cluster(plan, [0], "tcp://127.0.0.1:9"))
    with pytest.raises(ArdennesError, match="--cluster nonsense://x: no scheduler answers"):
        list(play_on_cluster(plan, [0], "nonsense://x"))
