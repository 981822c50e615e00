"""Which tests run which lines, measured once and kept until the target or its tests change."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from coverage import Coverage

from tests.mutants.mutate import Mutant, lines_that_use
from tests.mutants.recorder import OPENING, Recorder
from tests.mutants.target import CHECKOUT, Target
from tests.mutants.worker import in_fork, run_tests

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
        """The tests that run a mutant's lines, or those that use its constant, quickest first; then all the others,
        where that is settled on import or when a box is opened, those from files that speak of the mutant's first."""
        found = self.tests_on(mutant.file, range(mutant.line, mutant.end_line + 1))
        if mutant.constant:
            uses = {module.name: lines_that_use(mutant.constant, module) for module in modules}
            if None not in uses.values():
                found = {test for file, lines in uses.items() for test in self.tests_on(file, lines or ())}
        direct, is_data = found - {OPENING}, not mutant.file.endswith(".py")
        others = self.seconds.keys() - direct if is_data or not found or OPENING in found else set()
        subject = Path(mutant.file).stem

        def farness(test: str) -> tuple[bool, bool, float]:
            file = test.partition("::")[0]
            return subject not in Path(file).name, subject not in _text(file), self.seconds[test]

        return [*sorted(direct, key=lambda test: self.seconds[test]), *sorted(others, key=farness)]

    def tests_on(self, file: str, lines: Iterable[int]) -> set[str]:
        known = self.lines.get(file, {})
        return {test for line in lines for test in known.get(line, ())}


@cache
def _text(file: str) -> str:
    path = CHECKOUT / file
    return path.read_text("utf-8") if path.exists() else ""


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
