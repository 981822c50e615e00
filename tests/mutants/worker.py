"""Runs tests in a fork of this process, which has loaded all but the target, so that a mutant costs its tests alone.

The fork imports the target afresh and is served the mutant's source for one module, so constants computed on import,
caches and ``from x import y`` all hold the mutant, and no file is ever changed.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutants.target import Target

PYTEST_OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "--import-mode=importlib", "--strict-markers")
BUSY_FACTOR = 20
"""How much longer than its share of a processor a run may take on a busy machine before it counts as stuck."""
MEMORY = 4 << 30
KEEPS_GAMES_OUT = ("ardennes.games", "ardennes.players", "tests", "conftest")


class Served(importlib.abc.MetaPathFinder):
    """Imports one module from a source of our own instead of its file."""

    def __init__(self, module: str, path: Path, source: bytes) -> None:
        self.module, self.path, self.source = module, path, source

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> Any:
        if fullname != self.module:
            return None
        source, place = self.source, str(self.path)

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(source, place, "exec", dont_inherit=True)

        return importlib.util.spec_from_file_location(fullname, place, loader=Loader(fullname, place))


def serve_data(path: Path, source: bytes) -> None:
    """Reads a data file as a text of our own from now on, in data packs that tests copy it to as well."""
    printed, read_bytes = path.read_bytes(), Path.read_bytes

    def read(file: Path) -> bytes:
        return source if (found := read_bytes(file)) == printed else found

    Path.read_bytes = read  # type: ignore[method-assign]


class FirstFailure:
    """Remembers which test failed first."""

    test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.test = self.test or report.nodeid


def load_before_forking(modules: Iterable[str]) -> None:
    """Loads what the tests need besides the target."""
    for name in modules:
        if not name.startswith(KEEPS_GAMES_OUT):
            try:
                importlib.import_module(name)
            except ImportError:
                continue
    for name in [name for name in sys.modules if name.startswith("ardennes.games.")]:
        del sys.modules[name]


def in_fork(work: Callable[[], Any], cpu_seconds: float = 0) -> Any:
    """What some work in a fork of this process returns, or None where it came to no end: killed, stuck or out of time.

    Time is that of the processor, so a busy machine makes nothing look stuck."""
    with TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        child = os.fork()
        if child == 0:
            _serve(work, answer, round(cpu_seconds + 1) if cpu_seconds else 0)
        os.waitpid(child, 0)
        return json.loads(answer.read_text()) if answer.exists() else None


def _serve(work: Callable[[], Any], answer: Path, cpu_seconds: int) -> None:
    """The life of a fork; never returns."""
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        if cpu_seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(cpu_seconds * BUSY_FACTOR)
        done = answer.with_suffix(".tmp")
        done.write_text(json.dumps(work()))
        done.rename(answer)
    finally:
        os._exit(0)


def run_tests(target: Target, tests: Sequence[str], plugins: Iterable[object] = ()) -> str:
    """Runs tests in this process: nothing if all pass, else the first that failed, or what else went wrong."""
    os.chdir(target.root)
    sys.path.insert(0, str(target.root))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    first_failure = FirstFailure()
    status = pytest.main([*PYTEST_OPTIONS, f"--rootdir={target.root}", *tests], plugins=[first_failure, *plugins])
    return "" if status == pytest.ExitCode.OK else first_failure.test or "the tests cannot be collected"


def run_with_mutant(target: Target, module: Path, source: bytes, tests: Sequence[str], cpu_seconds: float) -> str:
    """Which test notices a mutant; nothing if none does."""

    def work() -> str:
        if module.suffix == ".py":
            sys.meta_path.insert(0, Served(target.name_of(module), module, source))
        else:
            serve_data(module, source)
        return run_tests(target, tests)

    found = in_fork(work, cpu_seconds)
    return "comes to no end" if found is None else str(found)
