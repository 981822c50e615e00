"""Actions: every option a game could ever offer, numbered without gaps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ardennes.engine.kit import Kit
from ardennes.engine.options import OBJECT_BITS, OBJECT_MASK, Kind, Verb
from ardennes.errors import ArdennesError

NUMBERS = 256
"""How many numbers, from zero, a verb about numbers can have."""

Mask = npt.NDArray[np.int8]


class Actions:
    """One action for each verb and each thing it may be about."""

    def __init__(self, kit: Kit) -> None:
        self.verbs = tuple(kit.game.verbs)
        self.sizes = tuple(_things(kit, verb) for verb in self.verbs)
        self._first = [sum(self.sizes[:index]) for index in range(len(self.sizes))]
        self.count = sum(self.sizes)

    def action(self, option: int) -> int:
        """The number of an option."""
        verb, thing = option >> OBJECT_BITS, option & OBJECT_MASK
        if thing >= self.sizes[verb]:
            raise ArdennesError(f"{self.verbs[verb].name} {thing}: there are actions up to {self.sizes[verb] - 1} only")
        return self._first[verb] + thing

    def option(self, action: int) -> int:
        """The option with this number."""
        if not 0 <= action < self.count:
            raise ArdennesError(f"there is no action {action}; there are {self.count}, from 0")
        verb = bisect_right(self._first, action) - 1
        return self.verbs[verb] + action - self._first[verb]

    def mask(self, options: Iterable[int]) -> Mask:
        """1 for what may be done now, 0 for all else."""
        mask, first = bytearray(self.count), self._first
        for option in options:
            mask[first[option >> OBJECT_BITS] + (option & OBJECT_MASK)] = 1
        return np.frombuffer(mask, np.int8)


def _things(kit: Kit, verb: Verb) -> int:
    match verb.kind:
        case Kind.UNIT:
            return len(kit.counters)
        case Kind.HEX:
            return kit.board.size
        case Kind.HEXSIDE:
            return kit.board.sides
        case Kind.NUMBER:
            return NUMBERS
        case Kind.WORD:
            return len(verb.words)
        case Kind.NOTHING:
            return 1
