"""What all tests share: the mark that ties a test to a rule of a game's ledger, and examples at any pace."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("at any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("at any pace")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rule(game, *ids): proves these rules of a game\'s ledger, as in rule("crossroads", "3.4")'
    )
