"""The hook for statistics of one's own: a small class that watches every game and adds up what it saw."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec

from ardennes.engine.position import Position
from ardennes.errors import ArdennesError
from ardennes.players.source import module_from, read_source


class Accumulator:
    """Statistics over many games.

    A new one watches each game, wherever it is played, and tells in ``found`` what it saw: numbers, words, lists and
    dictionaries with words as keys. One more stays at home and is given what was found, game by game in the order of
    their numbers, so that the total is the same however many workers there are.
    """

    # --- watching one game -----------------------------------------------------------------------

    def begin(self, p: Position) -> None:
        """The game is set up."""

    def answered(self, p: Position) -> None:
        """Somebody has answered: ``p.events`` tells what happened, ``p.outcomes`` what chance decided."""

    def turn_ended(self, p: Position, turn: int) -> None:
        """A turn is over, or the game with it."""

    def found(self) -> Any:
        """What this game adds."""
        return None

    # --- adding up -------------------------------------------------------------------------------

    def add(self, found: Any) -> None:
        """One more game."""

    def total(self) -> Any:
        """What the games add up to."""
        return None


class Hook(msgspec.Struct, frozen=True):
    """Where an accumulator's class is found, so that every worker can make one: ``my_stats.py:Bridges`` (the text of
    the file travels along) or ``package.module:Class``."""

    call: str
    source: str = ""

    @classmethod
    def at(cls, call: str) -> Hook:
        """Looks the class up and says what is wrong if there is none."""
        place, _, _ = call.partition(":")
        try:
            source = read_source(place) if place.endswith(".py") else ""
        except ArdennesError as error:
            raise ArdennesError(f"accumulator {call!r}: {error}") from None
        hook = cls(call, source)
        hook.make()
        return hook

    @property
    def name(self) -> str:
        return self.call.rpartition(":")[2]

    def make(self) -> Accumulator:
        place, _, name = self.call.partition(":")
        try:
            module = module_from(place, self.source) if self.source else import_module(place)
            made = getattr(module, name)()
        except Exception as error:
            raise ArdennesError(f"accumulator {self.call!r}: {type(error).__name__}: {error}") from None
        if not isinstance(made, Accumulator):
            raise ArdennesError(f"accumulator {self.call!r}: {name} is not derived from Accumulator")
        return made
