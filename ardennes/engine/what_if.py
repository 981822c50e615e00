"""Attacks that nobody has declared: what would come of them, told by the code that resolves real ones.

Worked out on a side's view, for either side's attacks and at any time. A game derives from :class:`WhatIfs` and hands
an instance to its :class:`~ardennes.engine.game.Game`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Generic

import msgspec

from ardennes.engine.procedure import About, P
from ardennes.numbers import SIDES, Hex, Side, Unit

if TYPE_CHECKING:
    from ardennes.engine.position import Position


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as it might be declared."""

    side: Side
    """Who attacks."""
    target: Hex
    choices: dict[str, tuple[int, ...]]
    """What could take part, as options of the game's own verbs, by the message that says as what."""
    chosen: tuple[int, ...]
    """Those of them that do."""
    about: About


class WhatIfs(Generic[P]):
    """How a game foretells attacks; by default it has none."""

    def attackers(self, view: P, side: Side, target: Hex) -> Sequence[Unit]:
        """The units of a side that stand so that they could attack a hex; nobody where no enemy is in it."""
        return ()

    def foretell(self, view: P, side: Side, target: Hex, chosen: Collection[int] | None) -> WhatIf:
        """An attack with those of the choices that are in ``chosen``; None leaves it to the game: all who can attack,
        without support."""
        raise NotImplementedError


def fights_around(view: Position, hex: Hex) -> list[tuple[Side, Hex]]:
    """The attacks on a hex, then those from it: who attacks, and which hex."""
    whatifs, board, where = view.data.game.what_ifs, view.data.board, view.where
    on_it = [(side, hex) for side in SIDES if whatifs.attackers(view, side, hex)]
    return on_it + [
        (side, target)
        for target in board.around(hex)
        for side in SIDES
        if any(where[unit] == hex for unit in whatifs.attackers(view, side, target))
    ]
