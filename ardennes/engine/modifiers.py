"""Lists of named, rule-numbered entries that sum to odds, shifts, dice or die modifiers."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.engine.texts import Argument


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One reason for one change of a number."""

    code: str
    amount: int
    rule: str
    args: dict[str, Argument] = {}


class Tally(msgspec.Struct, frozen=True, gc=False):
    """A list of modifiers and their sum."""

    entries: tuple[Modifier, ...]

    @classmethod
    def of(cls, entries: Iterable[Modifier | None]) -> Tally:
        """Keeps the entries that change something."""
        return cls(tuple([entry for entry in entries if entry is not None and entry.amount]))

    @property
    def total(self) -> int:
        return sum([entry.amount for entry in self.entries])
