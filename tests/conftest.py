"""What all tests share: the mark that ties a test to a rule of a game's ledger."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rule(game, *ids): proves these rules of a game\'s ledger, as in rule("crossroads", "3.4")'
    )
