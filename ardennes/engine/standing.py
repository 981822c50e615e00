"""How a game stands, in the numbers a player would count: for the page, the laboratory and the opponents."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Counted on the truth or on a view; ``None`` where a game has no such number."""

    points: tuple[int, int] | None = None
    """Victory points of each side if the game ended now."""
    needed: tuple[int, int] | None = None
    """Points with which each side would win."""
    lost: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})
    """Steps each side has lost, by formation."""

    @property
    def steps_lost(self) -> tuple[int, int]:
        return sum(self.lost[0].values()), sum(self.lost[1].values())
