"""22.0 Challenging air interdiction (option): forest roads under aircraft stop German mechanized units, or are run."""

from __future__ import annotations

import msgspec

from ardennes.board import Board
from ardennes.engine.options import object_of
from ardennes.engine.procedure import About
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.opening import is_peipers_day
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.terrain import FOREST
from ardennes.kernels.flags import MARKED
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Unit
from ardennes.rules.table import flags_without
from ardennes.rules.walk import Going, Mover, Relaxation, walk

LOSES_STEP, STOPS = 2, 4
"""22.2 The highest dice with which a challenger loses a step, and with which it stops."""
RESULTS = ("challenge-costs-step", "challenge-stopped", "challenge-won")


def forest_roads(board: Board, terrain: bytes) -> frozenset[Hex]:
    """22.1 Forest hexes with a road."""
    forest = [hex for hex in board.hexes if terrain[hex] == FOREST]
    return frozenset(hex for hex in forest if any(board.road[board.side(hex, there)] for there in board.around(hex)))


def halting_hexes(p: Field, unit: Unit) -> list[Hex]:
    """22.1 Interdicted forest roads, where a German mechanized unit pays for the aircraft and stops."""
    if "challenge_interdiction" not in p.data.options or 1 not in p.interdicted:
        return []
    piece = p.data.counters[unit]
    if piece.side != GERMAN or not piece.mechanized or is_peipers_day(p, unit):
        return []
    return [hex for hex in p.interdicted_hexes() if hex in p.data.forest_roads]


class Challenge(msgspec.Struct, frozen=True):
    """22.2 A way into an interdicted hex at the road rate."""

    path: tuple[Hex, ...]
    spent: int


def challenges(p: Field, unit: Unit, way: Going, mover: Mover, found: Reach) -> dict[int, Challenge]:
    """22.2 The interdicted forest roads that a unit could run: by road, for the price of the road."""
    board = p.data.board
    offered: dict[int, Challenge] = {}
    for hex in halting_hexes(p, unit):
        unwatched = msgspec.structs.replace(way, hexes=flags_without(way.hexes, (hex,), MARKED))
        for near in board.around(hex):
            side = board.side(near, hex)
            if not board.road[side] or p.blown[side] or found.cost_of(near) < 0 or hex == mover.hex:
                continue
            path = (*found.path_to(near)[1:], hex)
            end = walk(unwatched, mover, path)
            if end is not None and (hex not in offered or end.spent < offered[hex].spent):
                offered[hex] = Challenge(path, end.spent)
    return offered


def about_challenge(offered: dict[int, Challenge], spent: int, option: int) -> About:
    """22.2 The price of the road, and a third of a chance each to lose a step, to stop and to go on."""
    challenge = offered[object_of(option)]
    chances = dict.fromkeys(RESULTS, 1 / len(RESULTS))
    return About(cost=challenge.spent - spent, path=challenge.path, chances=chances, rules=("22.2",))


def challenge_result(die: int) -> str:
    """22.2 What a die brings a challenger.

    >>> [challenge_result(die) for die in (2, 4, 5)]
    ['challenge-costs-step', 'challenge-stopped', 'challenge-won']
    """
    return RESULTS[0 if die <= LOSES_STEP else 1 if die <= STOPS else 2]


def unhalted(p: Field, unit: Unit, way: Going) -> list[Relaxation]:
    """22.1 The way without aircraft over forest roads, to find out whether they are what is in it."""
    hexes = halting_hexes(p, unit)
    if not hexes:
        return []
    flags = way.hexes[:]
    for hex in hexes:
        flags[hex] = p.way(GERMAN)[hex]
    return [Relaxation("interdiction-in-the-way", "22.1", msgspec.structs.replace(way, hexes=flags))]
