"""``ardennes bench --web``: page and server, measured as people meet them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from ardennes.bench.findings import Finding
from ardennes.bench.pace import measure_pace
from ardennes.bench.report import conditions
from ardennes.bench.shape import SHAPE, shape_among_games, shape_games
from ardennes.bench.web_browser import browser, shape_findings, table_findings
from ardennes.bench.web_load import load_findings
from ardennes.bench.web_server import Server, draw_shape, largest_game


def measure_web(say: Callable[[str], None], *, quick: bool = False) -> tuple[list[Finding], str]:
    """Everything there is to measure, and the browser it was measured with; says what it is doing."""
    with tempfile.TemporaryDirectory() as folder:
        place, game = Path(folder), largest_game()
        with browser() as chromium:
            name = f"Chromium {chromium.version}"
            say("drawing the largest map")
            games = shape_games()
            draw_shape(games)
            say("opening tables and clicking")
            with Server(place / "tables", games) as server:
                times = 2 if quick else 6
                found = table_findings(server, chromium, game, times=times, clicks=5 if quick else 10)
                say("moving the largest map")
                clicks, seconds = (5, 1) if quick else (40, 4)
                found += shape_findings(server, chromium, times=times, clicks=clicks, seconds=seconds)
        say("playing at many tables at once")
        with Server(place / "many") as server:
            found += load_findings(server, game, tables=20 if quick else 200, rounds=2 if quick else 6)
        found += measure_pace(say, quick=quick)
        from ardennes.bench.memory import memory_finding

        say("opening many tables")
        with shape_among_games():
            found += [memory_finding(place, one, tables=10 if quick else 40) for one in (game, SHAPE)]
    return found, name


def web_conditions(browser: str) -> str:
    return f"{conditions()}, {os.cpu_count()} cores, {browser}, everything on this one machine, no GPU"
