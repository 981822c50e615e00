"""Four kills; ``python -m tests.site.kills`` does more of them."""

from __future__ import annotations

from pathlib import Path

from tests.site.cluster import Cluster
from tests.site.kills import SiteKills


def test_nothing_acknowledged_is_lost_at_any_of_four_kills(cluster: Cluster, database: str, tmp_path: Path) -> None:
    kills = SiteKills(cluster, database, tmp_path, "four")
    try:
        for _ in range(4):
            kills.once()
    finally:
        kills.close()
    assert kills.acknowledged > 0
    assert min(kills.kills.values()) > 0, "of either kind"
