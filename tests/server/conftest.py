"""A server for each module, and its owner's browser."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture(scope="module")
def owner(server: Server) -> Iterator[httpx.Client]:
    with server.owner() as client:
        yield client
