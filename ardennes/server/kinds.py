"""What workers may be asked to work out: by name, with types for what goes there and what comes back.

A worker is told what a side may know, and a finished game; never a whole game that is still played.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from ardennes.players import Considering
from ardennes.players.analysis import Analysis
from ardennes.players.hints import Hint
from ardennes.server.advice import advise, review
from ardennes.server.computers import Decision, Situation, accepts_draw, decide
from ardennes.server.people.glicko import Game, Rated, rate
from ardennes.shapes import worked_out


class Kind(NamedTuple):
    """One kind of work."""

    function: Callable[..., Any]
    takes: Any
    """The types of its arguments."""
    gives: Any
    tells: Any = None
    """The type of what it tells on the way; None where it tells nothing."""
    priority: int = 0
    """People wait longest for the computer's answer."""

    def encode(self, arguments: tuple[Any, ...]) -> bytes:
        return msgspec.msgpack.encode(arguments)

    def decode(self, payload: bytes) -> tuple[Any, ...]:
        found: tuple[Any, ...] = msgspec.msgpack.decode(payload, type=worked_out(self.takes))
        return found


KINDS = {
    "think": Kind(decide, tuple[Situation], Decision, Considering, priority=20),
    "draw": Kind(accepts_draw, tuple[Situation], bool, priority=20),
    "hint": Kind(advise, tuple[Situation], Hint, priority=10),
    "analyse": Kind(review, tuple[bytes, str], Analysis, float),
    "rate": Kind(rate, tuple[Game], Rated),
}


def kind_of(function: Callable[..., Any]) -> str:
    """The kind of work that a function does."""
    return next(name for name, kind in KINDS.items() if kind.function is function)


def key_of(name: str, arguments: tuple[Any, ...], payload: bytes) -> str:
    """The same work has the same key, whoever asks for it."""
    told = arguments[0]
    if isinstance(told, Situation):
        whose = "" if told.units is None else f":{told.units[0] if told.units else ''}"
        return f"{name}:{told.table}:{told.rev}:{told.side}:{told.call}{whose}"
    return f"{name}:{blake2b(payload, digest_size=16).hexdigest()}"
