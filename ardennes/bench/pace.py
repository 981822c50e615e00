"""``ardennes bench --pace``: many tables in play on one server, as fast as people can, beside a bare echo."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from ardennes.bench.findings import Finding
from ardennes.bench.web_echo import EchoServer
from ardennes.bench.web_load import pace_findings
from ardennes.bench.web_server import Server, largest_game

TABLES, TABLES_QUICK = (100, 150), (20,)
SECONDS, SECONDS_QUICK = 20, 4


def measure_pace(say: Callable[[str], None], *, quick: bool = False) -> list[Finding]:
    """Two answers a second at each table; for every number of tables a server that has seen none before."""
    found: list[Finding] = []
    for tables in TABLES_QUICK if quick else TABLES:
        say(f"playing at {tables} tables, two answers a second each")
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, EchoServer() as echo:
            seconds = SECONDS_QUICK if quick else SECONDS
            found += pace_findings(server, echo, largest_game(), tables=tables, seconds=seconds)
    return found
