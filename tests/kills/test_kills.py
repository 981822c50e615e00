"""Eight kills; ``python -m tests.kills`` does more of them."""

from __future__ import annotations

from pathlib import Path

from tests.kills import Kills


def test_nothing_acknowledged_is_lost_at_any_of_eight_kills(tmp_path: Path) -> None:
    kills = Kills(tmp_path, "eight")
    for _ in range(8):
        kills.once()
    assert kills.acknowledged > 0
