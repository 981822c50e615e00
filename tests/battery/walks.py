"""Reach against step: each path found can be walked for its price, and no walk at random is cheaper."""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure, view_of_asked
from ardennes.kernels.reach import EVERY_WAY, Reach
from ardennes.rules.walk import Going, Mover, reach, step, walk

Walker = tuple[Going, Reach, Mover]


class Hooks(Protocol):
    """What a game's ``battery_hooks`` offer. One whose games are long may say how many of them are played instead
    (``GAMES``), of how many answers in a row the costs of all checks are borne (``SAMPLE``), and of which scenarios
    only so many are played at all (``SAMPLED``)."""

    Move: type[Procedure]

    def walkers(self, p: Position, move: Procedure) -> Iterable[Walker]: ...


def hooks(game: str) -> Hooks:
    return cast(Hooks, import_module(f"tests.{game}.battery_hooks"))


def walkers(p: Position) -> Iterable[Walker]:
    """The unit on its way, in each manner open to it, as its own side sees the ground."""
    if p.asked is None:
        return ()
    seen, game = view_of_asked(p), hooks(p.data.game.id)
    move = seen.stack[-1]
    return game.walkers(seen, move) if isinstance(move, game.Move) else ()


def check_reach(going: Going, search: Reach, mover: Mover, rng: random.Random, walks: int = 20) -> None:
    """Each path found costs by step what the search says, and no random walk by step arrives cheaper; walks do not go
    on from the start in another direction than the first step allows."""
    found = reach(going, search, mover)
    begun = (mover.hex, mover.mode) if mover.first != EVERY_WAY else None
    prices = {(hex, mode): cost for hex, mode, cost in found.reached()}
    for (hex, mode), cost in prices.items():
        path = found.path_to(hex, mode)
        arrived = walk(going, mover, path[1:])
        assert arrived is not None, f"the path {path} cannot be walked"
        assert (arrived.hex, arrived.mode, arrived.spent) == (hex, mode, cost), f"{path} costs otherwise"
    for _ in range(walks):
        here = mover
        while True:
            ways = (here.hex, *going.board.around(here.hex))
            ahead = [after for there in ways if (after := step(going, here, there))]
            if not ahead:
                break
            here = rng.choice(ahead)
            if (here.hex, here.mode) == begun:
                break
            best = prices.get((here.hex, here.mode))
            assert best is not None, f"a walk comes to hex {here.hex}, the search does not"
            assert best <= here.spent, f"a walk reaches hex {here.hex} for {here.spent}, the search for {best}"


def check_described_paths(match: Match) -> None:
    """A path that is shown leads from hex to neighbouring hex to the one the option names."""
    p = match.position
    for option in p.asked.options if p.asked is not None else ():
        found = match.about(option)
        assert found.cost is None or found.cost >= 0, f"option {option} costs {found.cost}"
        for here, there in zip(found.path, found.path[1:], strict=False):
            assert there == here or there in p.data.board.around(here), "a path that is shown jumps"
