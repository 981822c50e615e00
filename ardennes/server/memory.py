"""Gives memory that nobody needs any more back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress


def give_back_memory() -> None:
    """That of closed rooms: games hold on to themselves in circles, and the allocator keeps what it once had."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
