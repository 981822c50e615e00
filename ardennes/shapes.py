"""Shapes of data, worked out by one thread at a time.

msgspec works out what a Struct is made of when it is first read into. A thread that comes while another is at it finds
half of it, and the process crashes. Whoever reads where threads may be at work asks ``worked_out`` for the shape first.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_known: set[Any] = set()
_one_at_a_time = Lock()


@overload
def worked_out(shape: type[T]) -> type[T]: ...


@overload
def worked_out(shape: Any) -> Any: ...


def worked_out(shape: Any) -> Any:
    """The shape itself, once msgspec knows all of it."""
    if shape not in _known:
        with _one_at_a_time:
            msgspec.msgpack.Decoder(shape)
            _known.add(shape)
    return shape
