"""Which tests run which lines, measured once and kept until the target or its tests change."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Iterable
from functools import _lru_cache_wrapper
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
from coverage import Coverage

from tests.mutants.mutate import Mutant, lines_that_use
from tests.mutants.target import CHECKOUT, Target
from tests.mutants.worker import in_fork, run_tests

EMPTIED = ("ardennes.", "tests.")
CACHE = CHECKOUT / ".cache" / "mutants"


class BrokenTests(Exception):
    """The tests do not even pass on the target as it is."""


class Covering(msgspec.Struct, frozen=True):
    """The tests that run each line of each module, what each test costs, and what they all import."""

    digest: str
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    modules: list[str]

    def tests_of(self, mutant: Mutant, modules: Iterable[Path]) -> list[str]:
        """The tests that run a mutant's lines, or those that use its constant, quickest first; all where that is
        settled on import."""
        found = self.tests_on(mutant.file, range(mutant.line, mutant.end_line + 1))
        if mutant.constant:
            uses = {module.name: lines_that_use(mutant.constant, module) for module in modules}
            if None not in uses.values():
                found = {test for file, lines in uses.items() for test in self.tests_on(file, lines or ())}
        return sorted(found or self.seconds, key=lambda test: self.seconds[test])

    def tests_on(self, file: str, lines: Iterable[int]) -> set[str]:
        known = self.lines.get(file, {})
        return {test for line in lines for test in known.get(line, ())}


class Recorder:
    """Tells the measurement which test is running, and what of the processor's time it takes. Each test begins with
    empty caches, so that it is known to run all that it depends on. The target is loaded before the first, lest that
    one alone seem to run what is settled on import."""

    def __init__(self, target: Target, coverage: Coverage) -> None:
        self.target, self.coverage = target, coverage
        self.seconds: dict[str, float] = {}

    def pytest_collection_finish(self) -> None:
        for module in self.target.modules:
            importlib.import_module(self.target.name_of(module))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        for function in [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]:
            if function.__module__.startswith(EMPTIED):
                function.cache_clear()
        self.coverage.switch_context(nodeid)
        self.seconds[nodeid] = -process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] += process_time()


def covering(target: Target, cache: Path = CACHE) -> Covering:
    """Measures, or reads what was measured before."""
    file, digest = cache / f"{target.name}.json", target.digest()
    try:
        known = msgspec.json.decode(file.read_bytes(), type=Covering)
        if known.digest == digest:
            return known
    except (OSError, msgspec.DecodeError):
        pass
    measured = msgspec.convert({"digest": digest, **_measured(target)}, Covering, strict=False)
    cache.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(measured))
    return measured


def _measured(target: Target) -> dict[str, Any]:
    def work() -> dict[str, Any]:
        coverage = Coverage(data_file=None, include=[str(path) for path in target.modules], config_file=False)
        recorder = Recorder(target, coverage)
        coverage.start()
        skipped = [f"--ignore={file}" for file in target.recorded_games]
        failed = run_tests(target, [*map(str, target.tests), *skipped], plugins=[recorder])
        coverage.stop()
        data, lines = coverage.get_data(), {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            lines[Path(file).name] = {line: list(filter(None, tests)) for line, tests in by_line.items()}
        return {"failed": failed, "seconds": recorder.seconds, "lines": lines, "modules": list(sys.modules)}

    measured = in_fork(work)
    if measured is None or measured["failed"]:
        failed = measured and measured["failed"]
        raise BrokenTests(f"{target.name}: the tests fail without any mutant: {failed or 'they came to no end'}")
    return {key: value for key, value in measured.items() if key != "failed"}
