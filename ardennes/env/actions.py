"""Actions: every option a game could ever offer, numbered without gaps."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ardennes.engine.game_data import GameData
from ardennes.engine.notation import write_option
from ardennes.errors import ArdennesError

Mask = npt.NDArray[np.int8]


class Actions:
    """One action for each verb and each thing it may be about."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        self._options = [verb + thing for verb in data.game.verbs for thing in data.objects(verb)]
        self._numbers = {option: number for number, option in enumerate(self._options)}
        self.count = len(self._options)

    def action(self, option: int) -> int:
        """The number of an option."""
        try:
            return self._numbers[option]
        except KeyError:
            known = self.data.exists(option)
            told = write_option(self.data, option) if known else f"option {option}"
            raise ArdennesError(f"there is no action for {told}") from None

    def option(self, action: int) -> int:
        """The option with this number."""
        if not 0 <= action < self.count:
            raise ArdennesError(f"there is no action {action}; there are {self.count}, from 0")
        return self._options[action]

    def mask(self, options: Iterable[int]) -> Mask:
        """1 for what may be done now, 0 for all else."""
        mask, numbers = bytearray(self.count), self._numbers
        for option in options:
            mask[numbers[option]] = 1
        return np.frombuffer(mask, np.int8)
