"""The line that keeps the enemy away: the cheapest chain of posts across the map, zones touching from each to the next.

Units in it are never more than two hexes apart, so that nobody passes between them without stopping (7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ardennes.advisor.ground import Hexes, Numbers
from ardennes.board import Board
from ardennes.numbers import Hex, all_hexes
from ardennes.rules.ranges import Near

APART = 3
"""Hexes from a post to the next."""
MOST_POSTS = 36
CLOSED = np.float32(1e6)
"""The price of a hex where no post can be."""


class Line(NamedTuple):
    """Posts from one edge of the map to the other."""

    posts: tuple[Hex, ...]
    hexes: Hexes
    """The posts, and what lies between them."""


NO_LINE = Line((), np.array([], dtype=np.intp))


class Liner:
    """Draws lines on one map; ``within`` is the hexes at most so far from each hex, by distance."""

    def __init__(self, board: Board, within: Sequence[Near]) -> None:
        far = [sorted(within[APART][hex] - within[1][hex]) for hex in all_hexes(board.size)]
        most = max(map(len, far))
        self._next = np.array([(*hexes, *(most - len(hexes)) * (board.size,)) for hexes in far], dtype=np.intp).T.copy()
        """Where the next post may be; the number behind the last hex stands for nowhere."""
        lanes: dict[int, list[int]] = {}
        for hex in board.hexes:
            lanes.setdefault(board.grid.lane_place(hex)[0], []).append(hex)
        self._first, self._last = (np.array([end(lane) for lane in lanes.values()]) for end in (min, max))
        """The northern and southern edges."""
        self._within = within

    def draw(self, prices: Numbers) -> Line:
        """The cheapest chain of posts from the northern edge to the southern, by what a post costs in each hex."""
        total = np.full(len(prices) + 1, CLOSED, dtype=np.float32)
        total[self._first] = prices[self._first]
        for _ in range(MOST_POSTS):
            through = total.take(self._next).min(axis=0) + prices
            if not (through < total[:-1]).any():
                break
            np.minimum(total[:-1], through, out=total[:-1])
        hex = Hex(int(self._last[total[self._last].argmin()]))
        posts = [hex]
        while hex not in self._first and len(posts) < MOST_POSTS:
            beside = self._next[:, hex]
            hex = Hex(int(beside[total[beside].argmin()]))
            posts.append(hex)
        return Line(tuple(posts), np.array(sorted(self._filled(posts)), dtype=np.intp))

    def _filled(self, posts: list[Hex]) -> set[Hex]:
        """Posts, and the hexes between neighbouring ones."""
        found, (_, one, two, *_) = set(posts), self._within
        for here, there in pairwise(posts):
            found |= one[here] & one[there] or (one[here] & two[there]) | (two[here] & one[there])
        return found
