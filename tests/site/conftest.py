"""One PostgreSQL for all tests of a process, and an up-to-date database for each test that wants one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ardennes.server.store import Store
from tests.site.cluster import Cluster, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running() as started:
        yield started


@pytest.fixture(scope="session")
def template(cluster: Cluster) -> str:
    """A database with our tables and nothing in them."""
    name = cluster.new()
    Store(cluster.url(name)).close()
    return name


@pytest.fixture
def database(cluster: Cluster, template: str) -> Iterator[str]:
    """The URL of a database of one's own, gone before its files have come to the disk."""
    name = cluster.new(template)
    yield cluster.url(name)
    cluster.drop(name)
