"""What all tests share: the mark of a rule in a game's ledger, examples at any pace, and what runs in one process."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("at any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("at any pace")
os.environ["ARDENNES_PACE"] = "4000"
"""Opponents at tables count a second alike on every machine."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rule(game, *ids): proves these rules of a game\'s ledger, as in rule("crossroads", "3.4")'
    )
    # Mutants are tried without plugins, so without xdist, whose mark this is.
    config.addinivalue_line("markers", "xdist_group(name): runs in one process with others of this name")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server, or whatever else is made once for a module, run in one process."""
    for item in items:
        fixtures = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
        if any(fixture[-1].scope == "module" for fixture in fixtures) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
