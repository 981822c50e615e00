"""Guards: what of one's own the enemy could walk into next, and the move that would keep most of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeVar

from ardennes.engine.game_data import NOWHERE
from ardennes.numbers import Hex, Unit
from ardennes.rules.table import Table

P = TypeVar("P", bound=Table)
Raid = Callable[[P, Unit], Mapping[Hex, float]]
"""Says for an enemy which hexes to be guarded it is near by ways that are open, from nothing to one: one is within its
next turn."""
PLACES_TRIED = 3
"""Hexes that are tried out for each unit that could stand guard, those that most could be lost by first."""


def let_in_by(p: P, moves: Iterable[tuple[Unit, Hex]], danger: Callable[[P], float]) -> float:
    """How much more of a danger there would be after some moves: what units keep out by standing where they are, less
    what they keep out where they go."""
    after = p.copy()
    for unit, hex in moves:
        after.put(unit, hex)
    return danger(after) - danger(p)


class Guards(Generic[P]):
    """What could be lost to raiders: ``prices`` is what the loss of each hex would cost."""

    def __init__(self, p: P, prices: Mapping[Hex, float], raiders: Collection[Unit], raid: Raid[P]) -> None:
        self.p, self.prices, self.raiders, self.raid = p, prices, raiders, raid

    def exposure(self) -> dict[Hex, float]:
        """What could be lost in each hex, by what its loss would cost and how near the nearest enemy is."""
        p, prices, near = self.p, self.prices, dict[Hex, float]()
        for raider in self.raiders:
            for hex, danger in self.raid(p, raider).items():
                near[hex] = max(near.get(hex, 0.0), danger)
        return {hex: prices[hex] * danger for hex, danger in near.items() if danger and hex in prices}

    def exposure_without(self, garrison: Collection[Unit]) -> dict[Hex, float]:
        """The same if none of these units stood where it stands: what they keep by being there."""
        p, homes = self.p, [(unit, self.p.where[unit]) for unit in garrison]
        for unit, _ in homes:
            p.put(unit, NOWHERE)
        found = self.exposure()
        for unit, home in homes:
            p.put(unit, home)
        return found

    def best_move(
        self, movers: Iterable[tuple[Unit, Collection[Hex]]], leaves: Callable[[Unit, Hex], float], least: float
    ) -> tuple[Unit, Hex] | None:
        """The move that keeps most of what could be lost, less what the unit ``leaves`` by it; None where no move keeps
        ``least``. ``movers`` are those who may still move, each with where it could go."""
        p, lost = self.p, self.exposure()
        before = sum(lost.values())
        if before <= least:
            return None
        posts = self._posts(lost)
        most, choice = least, None
        for unit, hexes in movers:
            home = p.where[unit]
            for hex in sorted(posts.keys() & set(hexes), key=lambda hex: (-posts[hex], hex))[:PLACES_TRIED]:
                price = leaves(unit, hex)
                if before - price <= most:
                    continue
                p.put(unit, hex)
                kept = before - sum(self.exposure().values()) - price
                p.put(unit, home)
                if kept > most:
                    most, choice = kept, (unit, hex)
        return choice

    def _posts(self, lost: Mapping[Hex, float]) -> dict[Hex, float]:
        """Hexes to stand in, by how much of the danger they are at or beside."""
        around, posts = self.p.data.board.around, dict[Hex, float]()
        for hex, share in lost.items():
            for post in (hex, *around(hex)):
                posts[post] = posts.get(post, 0.0) + share * (2.0 if post == hex else 1.0)
        return posts
