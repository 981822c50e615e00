"""Shapes that threads read into for the first time, all at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from ardennes.shapes import worked_out

HANDS = 4


@pytest.fixture
def hasty_threads() -> Iterator[ThreadPoolExecutor]:
    """Threads that give way to each other at every step."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(HANDS) as threads:
        yield threads
    sys.setswitchinterval(usual)


def test_threads_that_read_a_new_shape_at_once_get_it_whole(hasty_threads: ThreadPoolExecutor) -> None:
    """Without ``worked_out`` this ends the process within a few of these rounds."""
    for _ in range(300):
        inner = msgspec.defstruct("Inner", [("number", int)])
        outer = msgspec.defstruct("Outer", [("by_name", dict[str, inner]), ("last", int)])  # type: ignore[valid-type]
        start = Barrier(HANDS)

        def read(_: int, shape: type[msgspec.Struct] = outer, start: Barrier = start) -> object:
            start.wait()
            return msgspec.to_builtins(msgspec.convert({"by_name": {"a": {"number": 1}}, "last": 2}, worked_out(shape)))

        assert list(hasty_threads.map(read, range(HANDS))) == [{"by_name": {"a": {"number": 1}}, "last": 2}] * HANDS
