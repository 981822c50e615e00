"""Tells the measurement which test is running, and what of the processor's time it takes.

Each test must be known to run all that it depends on, so it finds nothing worked out by another: caches are emptied,
and game data are as they were when the box was opened. Boxes are opened once for all tests, for that would take most of
the time; what it runs is noted by itself.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Iterable
from functools import _lru_cache_wrapper
from pathlib import Path
from time import process_time
from typing import Any

from coverage import Coverage

from ardennes.engine.game import AnyGame, Game
from ardennes.engine.game_data import GameData
from tests.mutants.target import Target

OPENING = "opening a box"
"""The name under which lines are noted that open one, whoever wants it."""
CONTAINERS = (dict, list, set)
EMPTIED = ("ardennes.", "tests.")


class Recorder:
    """Listens to pytest. The target is loaded before the first test, lest that one alone seem to run what is settled
    on import."""

    def __init__(self, target: Target, coverage: Coverage) -> None:
        self.target, self.coverage = target, coverage
        self.seconds: dict[str, float] = {}
        self._test = ""
        self._caches: list[Any] = []
        self._modules = 0
        self._boxes = Boxes(self)

    def pytest_collection_finish(self) -> None:
        for module in self.target.modules:
            importlib.import_module(self.target.name_of(module))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self._modules != len(sys.modules):
            self._modules = len(sys.modules)
            found = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
            self._caches = [each for each in found if each.__module__.startswith(EMPTIED)]
        for function in self._caches:
            function.cache_clear()
        self._boxes.tidy()
        self._test = nodeid
        self.coverage.switch_context(nodeid)
        self.seconds[nodeid] = -process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] += process_time()

    def is_opening(self, opening: bool) -> None:
        self.coverage.switch_context(OPENING if opening else self._test)


class Boxes:
    """The game data that tests have wanted, by game, scenario and options; those of data packs are not kept."""

    def __init__(self, recorder: Recorder) -> None:
        self._kept: dict[tuple[object, ...], GameData] = {}
        self._at_first: list[tuple[GameData, dict[str, Any], list[str]]] = []
        """What each had in it when it was opened, and what of it was empty."""
        open_box = Game.load_data

        def load_data(game: AnyGame, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
            key = (game, scenario, frozenset(options))
            if pack is not None:
                return open_box(game, scenario, options, pack)
            if key not in self._kept:
                recorder.is_opening(True)
                try:
                    data = self._kept[key] = open_box(game, scenario, options)
                finally:
                    recorder.is_opening(False)
                empty = [name for name, value in vars(data).items() if isinstance(value, CONTAINERS) and not value]
                self._at_first.append((data, vars(data).copy(), empty))
            return self._kept[key]

        Game.load_data = load_data  # type: ignore[method-assign]

    def tidy(self) -> None:
        """Puts back what there was at first; counters forget what they have worked out."""
        for data, at_first, empty in self._at_first:
            for name in empty:
                at_first[name].clear()
            vars(data).clear()
            vars(data).update(at_first)
            for counter in data.counters:
                getattr(counter, "__dict__", {}).clear()
