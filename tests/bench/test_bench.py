"""The benchmark measures what it says, and its command answers people and programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ardennes.bench import Stopwatch, c_rows, report, timing
from ardennes.bench.bench_map import PLACES, UNITS, BenchMap
from ardennes.bench.timing import Row, alone, beside
from ardennes.cli.app import app
from ardennes.errors import ArdennesError


@pytest.fixture(scope="module")
def bench_map() -> BenchMap:
    return BenchMap()


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """One quick run of the command: what it prints for programs, and what it logs."""
    log = tmp_path_factory.mktemp("bench") / "results.md"
    log.write_text("# Results\n")
    result = CliRunner().invoke(app, ["bench", "--quick", "--json", "--log", str(log)])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), log.read_text()


def test_rows_name_time_reference_ratio_and_target(measured: tuple[dict[str, Any], str]) -> None:
    rows = measured[0]["rows"]
    names = {row["name"] for row in rows}
    assert {"reach, one mode", "reach, three modes", "supply, whole map", "zone upkeep, one move"} <= names
    assert {"copy of a position", "digest of a position", "save", "load", "random play, Crossroads"} <= names
    for row in rows:
        assert row["microseconds"] > 0
        assert (row["ratio"] is None) == (row["reference"] is None)
        assert (row["met"] is None) == (row["target"] is None)
        if row["ratio"] is not None:
            assert row["ratio"] == pytest.approx(row["reference_microseconds"] / row["microseconds"])


def test_reach_is_measured_beside_plain_python_and_in_the_range_promised(measured: tuple[dict[str, Any], str]) -> None:
    rows = [row for row in measured[0]["rows"] if row["name"] in ("reach, one mode", "reach, three modes")]
    assert {row["target"] for row in rows} >= {"at most 15 µs", "at most 40 µs", "at least 10 times"}
    medians = [int(row["detail"].split()[0]) for row in rows if row["detail"]]
    assert len(medians) == 2
    assert all(200 <= median <= 400 for median in medians)


def test_kernels_are_measured_beside_c(
    measured: tuple[dict[str, Any], str], bench_map: BenchMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row for row in measured[0]["rows"] if row["name"].startswith("kernel beside C: ")]
    assert [row["reference"] for row in rows] == ["plain C"] * 3
    assert {row["target"] for row in rows} == {"at most 1.2 times as long"}
    monkeypatch.setattr(c_rows, "compiler", lambda: None)
    alone_rows = list(c_rows.c_rows(bench_map, Stopwatch(quick=True)))
    assert [(row.reference, row.met) for row in alone_rows] == [(None, None)] * 3
    assert all("no C compiler" in row.detail for row in alone_rows)


def test_log_gets_a_dated_block_with_the_same_rows(measured: tuple[dict[str, Any], str]) -> None:
    log = measured[1]
    assert log.startswith("# Results\n\n## 20")
    assert measured[0]["conditions"] in log
    assert log.count("\n| ") == len(measured[0]["rows"]) + 1


def test_theatre_is_as_large_as_wacht_am_rhein(bench_map: BenchMap) -> None:
    assert len(bench_map.board.hexes) >= 7500
    assert len(bench_map.where) == UNITS >= 800
    assert not set(bench_map.ours) & set(bench_map.theirs)
    assert bench_map.where == BenchMap().where
    assert bench_map.board.label(PLACES) == "002001"


def test_log_into_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "--quick", "--log", str(tmp_path / "nowhere" / "results.md")])
    assert isinstance(result.exception, ArdennesError)
    assert "nowhere" in str(result.exception)


def test_stopwatch_tells_the_time_of_one_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def work(microseconds: int) -> None:
        nonlocal now
        now += microseconds / 1e6

    monkeypatch.setattr(timing, "perf_counter", lambda: now)
    stopwatch = Stopwatch(quick=True)
    assert stopwatch.best(lambda: work(80)) == pytest.approx(80)
    assert stopwatch.best(lambda: work(80), count=10) == pytest.approx(8)
    assert stopwatch.best_of_each(work, [20, 60]) == pytest.approx(40)


def test_stopwatch_counts_what_the_work_does() -> None:
    stopwatch = Stopwatch(quick=True)
    stopwatch.play_seconds = 0.01
    seeds: list[int] = []
    assert stopwatch.each(lambda seed: seeds.append(seed) or 5) > 0  # type: ignore[func-returns-value]
    assert seeds == list(range(len(seeds)))
    turns: list[tuple[str, int]] = []
    stopwatch.each_in_turn(
        [lambda seed: turns.append(("one", seed)) or 5, lambda seed: turns.append(("two", seed)) or 1]
    )  # type: ignore[func-returns-value]
    for name in ("one", "two"):
        played = [seed for each, seed in turns if each == name]
        assert played == list(range(len(played))), "each has its own seeds"


def test_targets_are_judged() -> None:
    assert alone("copy", 19.0, 20).met is True
    assert alone("copy", 21.0, 20).met is False
    assert alone("copy", 21.0).target is None
    assert beside("reach", 10.0, "plain", 150.0, at_least=10) == Row(
        name="reach",
        microseconds=10.0,
        reference="plain",
        reference_microseconds=150.0,
        ratio=15.0,
        target="at least 10 times",
        met=True,
    )
    assert beside("reach", 10.0, "plain", 90.0, at_least=10).met is False


def test_report_in_markdown() -> None:
    block = report.markdown([alone("copy", 19.04, 20, "800 units")], datetime(2026, 1, 2, tzinfo=UTC))
    assert block.startswith("## 2026-01-02\n")
    assert block.endswith("| copy | 19 |  |  |  | at most 20 µs | yes | 800 units |\n")


def test_missing_extras_leave_their_rows_out() -> None:
    assert timing.optional("no_such_engine") is None
    assert timing.optional("json") is json
