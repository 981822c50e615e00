"""A sample of `python -m tests.site.fuzz`, which runs for hours."""

from __future__ import annotations

from pathlib import Path

from tests.site.fuzz import check_logs, fuzzed

MESSAGES = 400


def test_no_message_crashes_the_site_or_is_told_a_secret(database: str, tmp_path: Path) -> None:
    with fuzzed(database, tmp_path, MESSAGES, seed=20441216) as done:
        assert done["socket"] > MESSAGES / 2
        assert done["http 2xx"]
        assert done["http 4xx"]
    assert check_logs(database) >= 0
