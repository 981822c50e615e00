"""The bench of page and server: its numbers, its tables, and what it says where something is missing."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ardennes.bench.findings import Finding, at_least, at_most, findings_markdown, findings_table, percentile
from ardennes.bench.memory import memory_finding
from ardennes.bench.web_browser import browser, table_findings
from ardennes.bench.web_echo import EchoServer
from ardennes.bench.web_load import load_findings, pace_findings
from ardennes.bench.web_server import Server, largest_game
from ardennes.cli.app import app
from ardennes.engine.game import game_info
from ardennes.errors import ArdennesError
from tests.server.serving import in_a_thread


def test_percentile_is_what_so_many_do_not_exceed() -> None:
    hundred = random.Random(1).sample(range(1, 101), 100)
    assert percentile(hundred, 95) == 95
    assert percentile([3.0], 95) == 3.0
    assert percentile([1, 2], 50) == 1


def test_targets_are_limits_from_above_or_below() -> None:
    assert at_most("a", 5, "ms", 5).met
    assert not at_most("a", 5.1, "ms", 5).met
    assert at_least("a", 50, "fps", 50).met
    assert not at_least("a", 49, "fps", 50).met


def test_report_has_a_row_for_each_finding_and_says_what_it_was_measured_with() -> None:
    findings = [at_most("a click", 12, "ms", 100, "40 clicks"), at_least("pan", 30, "fps", 50)]
    block = findings_markdown(findings, "page", "Chromium 1", datetime(2026, 1, 2, tzinfo=UTC))
    assert "## 2026-01-02" in block
    assert "Chromium 1" in block
    assert "| a click | 12 ms | at most 100 ms | yes | 40 clicks |" in block
    assert "| pan | 30 fps | at least 50 fps | no |" in block
    assert findings_table(findings, "Chromium 1").row_count == 2


def test_without_a_browser_the_command_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = CliRunner().invoke(app, ["bench", "--web"])
    assert isinstance(result.exception, ArdennesError)
    assert "needs a browser" in str(result.exception)


def test_actions_are_timed_and_weighed_on_the_real_server(tmp_path: Path) -> None:
    game = largest_game()
    assert game_info(game).stage == "complete"
    with Server(tmp_path) as server:
        time, weight = in_a_thread(lambda: load_findings(server, game, tables=3, rounds=1))
    assert "3 tables of two seats" in time.name
    assert time.detail.startswith("3 actions")
    assert 0.1 < weight.value < 40


def test_answers_are_timed_beside_a_bare_echo(tmp_path: Path) -> None:
    with Server(tmp_path) as server, EchoServer() as echo:
        found = in_a_thread(lambda: pace_findings(server, echo, "crossroads", tables=2, seconds=1))
    answers, spent, echoed, echo_spent = found
    assert answers.detail.startswith("4 answers")
    assert echoed.detail.startswith("4 messages")
    assert "CPU of the server" in spent.name
    assert "CPU of the server" in echo_spent.name


@pytest.mark.parametrize("two", [["--web", "--pace"], ["--web", "--turns"], ["--pace", "--turns"]])
def test_one_thing_is_measured_at_a_time(two: list[str]) -> None:
    result = CliRunner().invoke(app, ["bench", *two])
    assert isinstance(result.exception, ArdennesError)
    assert "choose one" in str(result.exception)


def test_memory_of_a_table_is_what_one_more_takes(tmp_path: Path) -> None:
    found = in_a_thread(lambda: memory_finding(tmp_path, "crossroads", tables=4))
    assert "Crossroads" in found.name
    assert 0.005 < found.value < 0.4


def test_the_browser_measures_a_table(tmp_path: Path) -> None:
    def measured() -> list[Finding]:
        with browser() as chromium, Server(tmp_path) as server:
            return list(table_findings(server, chromium, largest_game(), times=1, clicks=2))

    first, click = in_a_thread(measured)
    assert first.unit == "s"
    assert 0.1 < first.value < 30
    assert click.detail.startswith("2 clicks")
