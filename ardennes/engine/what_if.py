"""Attacks that nobody has declared: what would come of them, told by the code that resolves real ones.

Worked out on a side's view, for either side's attacks and at any time. A game derives from :class:`WhatIfs` and hands
an instance to its :class:`~ardennes.engine.game.Game`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Generic

import msgspec

from ardennes.engine.procedure import About, P

if TYPE_CHECKING:
    from ardennes.engine.position import Position


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as it might be declared."""

    side: int
    """Who attacks."""
    target: int
    choices: dict[str, tuple[int, ...]]
    """What could take part, as options of the game's own verbs, by the message that says as what."""
    chosen: tuple[int, ...]
    """Those of them that do."""
    about: About


class WhatIfs(Generic[P]):
    """How a game foretells attacks; by default it has none."""

    def attackers(self, view: P, side: int, target: int) -> Sequence[int]:
        """The units of a side that stand so that they could attack a hex; nobody where no enemy is in it."""
        return ()

    def foretell(self, view: P, side: int, target: int, chosen: Collection[int] | None) -> WhatIf:
        """An attack with those of the choices that are in ``chosen``; None leaves it to the game: all who can attack,
        without support."""
        raise NotImplementedError


def fights_around(view: Position, hex: int) -> list[tuple[int, int]]:
    """The attacks on a hex, then those from it: who attacks, and which hex."""
    whatifs, board, where = view.data.game.what_ifs, view.data.board, view.where
    on_it = [(side, hex) for side in (0, 1) if whatifs.attackers(view, side, hex)]
    return on_it + [
        (side, target)
        for target in board.around(hex)
        for side in (0, 1)
        if any(where[unit] == hex for unit in whatifs.attackers(view, side, target))
    ]
