# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which ways may a beaten stack retreat, when some hexes are better than others and no hex is entered twice?

Every step has a *rank*: 0 is best, NEVER_RANK is not allowed. It is read from a table by what the map says about the
directed hexside (its kind, as in :mod:`ardennes.kernels.reach`; kind 0 can never be crossed), whether the hexside is
ALTERED, and the first eight flags of the hex entered. Of all paths of the length asked for that end where ending
is allowed, the best are found in one of two senses:

* by tiers: the worst rank on the path counts first, then how often it occurs, then the next one, and at last the
  length ("through an enemy zone only if there is no other way");
* step by step: the best first step that does not lead into a dead end, then the best second one ("according to the
  following priorities").

Either way a step is offered only if a whole path goes on from it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ardennes.kernels.flags import ALTERED, CLOSED, NO_END, ByteTable, HexFlags, no_flags

NEVER_RANK = 255
LONGEST_BY_TIERS = 15
WORST_BY_TIERS = 14
LONGEST_STEP_BY_STEP = 7
RANKS_OF_A_KIND = 512

_never = NEVER_RANK
_altered = ALTERED
_closed = CLOSED
_none = 1 << 62
_nothing = no_flags(0)


class Ranks:
    """How good each step is for one kind of retreat: the kind of each directed hexside and the table of ranks.

    ``rank_of`` is asked once for each kind from 1 on, printed or altered hexside, and mix of the first eight flags.
    """

    def __init__(self, ground: ByteTable, kinds: int, rank_of: Callable[[int, bool, int], int]) -> None:
        if len(ground) and max(ground) >= kinds:
            raise ValueError(f"the ground uses kind {max(ground)}, the ranks have {kinds}")
        table = bytearray([NEVER_RANK]) * (kinds * RANKS_OF_A_KIND)
        for kind in range(1, kinds):
            for altered in (False, True):
                for flags in range(256):
                    table[kind * RANKS_OF_A_KIND + 256 * altered + flags] = rank_of(kind, altered, flags)
        self.worst = max((rank for rank in table if rank != NEVER_RANK), default=0)
        self._ground = ground
        self._table = table


class Retreat:
    """The search, with its scratch tables; the answers stay until the next run.

    ``first_steps`` are the hexes a best path may begin with, ``paths`` the best paths themselves (as many as asked
    for), each without the hex it starts from.
    """

    def __init__(self, neighbours: array[int], side_of: array[int]) -> None:
        if len(neighbours) % 6 or len(side_of) != len(neighbours):
            raise ValueError("the tables of neighbours and hexsides have six entries for each hex")
        self.hexes = len(neighbours) // 6
        self.sides = max(side_of, default=-1) + 1
        self.first_steps: list[Any] = []
        self.paths: list[list[Any]] = []
        self._neighbours = neighbours
        self._side_of = side_of
        self._visited = bytearray(self.hexes)
        self._near = bytearray(self.hexes)
        self._trail = array("h", [0]) * (LONGEST_BY_TIERS + 1)
        self._flags: HexFlags = _nothing
        self._passes: ByteTable = b""
        self._ground: ByteTable = b""
        self._table: ByteTable = b""
        self._least = self._most = self._no_end = self._keep = 0
        self._stepwise = False
        self._best = self._branch = _none

    def run(
        self,
        walked: Sequence[int],
        ranks: Ranks,
        flags: HexFlags,
        sides: ByteTable,
        least: int,
        most: int = 0,
        no_end: int = NO_END,
        away: int = 0,
        step_by_step: bool = False,
        keep: int = 32,
    ) -> bool:
        """Looks for the best paths of ``least`` to ``most`` further steps (``most`` is ``least`` if not given).

        ``walked`` has the hex where the retreat began and those entered since; it goes on from the last. The path may
        not end in a hex with a bit of ``no_end``, nor nearer than ``away`` hexes to where it began. At most ``keep``
        paths are listed. Returns whether there is a way at all.
        """
        longest = LONGEST_STEP_BY_STEP if step_by_step else LONGEST_BY_TIERS
        most = max(least, most)
        if not 1 <= least <= most <= longest:
            raise ValueError(f"a retreat of {least} to {most} hexes: it must be 1 to {longest}")
        if not step_by_step and ranks.worst > WORST_BY_TIERS:
            raise ValueError(f"a rank of {ranks.worst}: by tiers there are ranks 0 to {WORST_BY_TIERS}")
        if len(flags) != self.hexes or len(sides) < self.sides or len(ranks._ground) != 6 * self.hexes:
            raise ValueError("flags or ranks are not those of this map")
        if not walked or min(walked) < 0 or max(walked) >= self.hexes:
            raise ValueError("a retreat begins in a hex of the map")
        self._flags, self._passes = flags, sides
        self._ground, self._table = ranks._ground, ranks._table
        self._least, self._most, self._no_end, self._keep = least, most, no_end, keep
        self._stepwise = step_by_step
        near = self._hexes_near(walked[0], away)
        for hex in near:
            self._near[hex] = 1
        for hex in walked:
            self._visited[hex] = 1
        self.first_steps, self.paths = [], []
        self._best = _none
        self._look(walked[len(walked) - 1])
        for hex in walked:
            self._visited[hex] = 0
        for hex in near:
            self._near[hex] = 0
        self._flags, self._passes = _nothing, b""
        return bool(self.first_steps)

    def _hexes_near(self, start: int, away: int) -> list[int]:
        """The hexes less than ``away`` hexes from the start."""
        near = [start] if away > 0 else []
        ring = near
        for _ in range(1, away):
            beyond = {self._neighbours[edge] for hex in ring for edge in range(6 * hex, 6 * hex + 6)}
            ring = [hex for hex in beyond if hex >= 0 and hex not in near]
            near = near + ring
        return near

    def _look(self, here: int) -> None:
        """Finds the best score, the first steps that lead to it and the paths that have it."""
        scores: list[int] = []
        for edge in range(6 * here, 6 * here + 6):
            self._branch = _none
            score = self._enter(edge, 0, 0)
            if score >= 0:
                self._search(self._neighbours[edge], 1, score)
            scores.append(self._branch)
            self._best = min(self._best, self._branch)
        if self._best == _none:
            return
        for edge in range(6 * here, 6 * here + 6):
            if scores[edge - 6 * here] == self._best:
                self.first_steps.append(self._neighbours[edge])
                self._collect(self._neighbours[edge], 1, self._enter(edge, 0, 0))

    def _enter(self, edge: int, depth: int, score: int) -> int:
        """The score after one more step, -1 where it is not allowed. Lower is better; every step adds something."""
        there = self._neighbours[edge]
        if there < 0 or self._visited[there]:
            return -1
        side = self._passes[self._side_of[edge]]
        if side & _closed:
            return -1
        row = self._ground[edge] * 2 + (1 if side & _altered else 0)
        rank = self._table[row * 256 + (self._flags[there] & 255)]
        if rank == _never:
            return -1
        digit: int = rank + 1
        if self._stepwise:
            return score + (digit << (8 * (self._most - 1 - depth)))
        digit = 1
        return score + (digit << (4 * rank))

    def _may_end(self, hex: int, depth: int) -> bool:
        return depth >= self._least and not self._flags[hex] & self._no_end and not self._near[hex]

    def _search(self, hex: int, depth: int, score: int) -> None:
        """The best score of all paths that go on from here, into ``_branch``; what cannot better it is left out."""
        if score >= self._branch or score > self._best:
            return
        if self._may_end(hex, depth):
            self._branch = score
            return
        if depth == self._most:
            return
        self._visited[hex] = 1
        for edge in range(6 * hex, 6 * hex + 6):
            after = self._enter(edge, depth, score)
            if after >= 0:
                self._search(self._neighbours[edge], depth + 1, after)
        self._visited[hex] = 0

    def _collect(self, hex: int, depth: int, score: int) -> None:
        """Lists every path with the best score."""
        if score > self._best or len(self.paths) >= self._keep:
            return
        self._trail[depth - 1] = hex
        if self._may_end(hex, depth):
            self.paths.append([self._trail[number] for number in range(depth)])
            return
        if depth == self._most:
            return
        self._visited[hex] = 1
        for edge in range(6 * hex, 6 * hex + 6):
            after = self._enter(edge, depth, score)
            if after >= 0:
                self._collect(self._neighbours[edge], depth + 1, after)
        self._visited[hex] = 0
