"""Loads the four maps once for all tests, and walks their roads."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import ardennes.games
from ardennes.board import Board, load_map

GAMES = Path(ardennes.games.__file__).parent
MAPS = ("bulge1944", "deadly_woods", "bitter_woods", "wacht_am_rhein")


@cache
def board(game: str) -> Board:
    return Board(load_map(GAMES / game / "map" / "map.json"))


def carries_road(here: Board, side: int) -> bool:
    """Whether traffic can use the road across a hexside: over water it needs a standing bridge."""
    water, bridge = here.river[side], here.vocabulary["bridge"][here.bridge[side]]
    return bool(here.road[side]) and (not water or bridge == "bridge")


def road_distances(here: Board, starts: Iterable[int]) -> dict[int, int]:
    """How many road hexes away from the nearest start each hex is."""
    away = dict.fromkeys(starts, 0)
    queue = deque(away)
    while queue:
        hex = queue.popleft()
        for other in here.around(hex):
            if other not in away and carries_road(here, here.side(hex, other)):
                away[other] = away[hex] + 1
                queue.append(other)
    return away


def on_road(here: Board, hex: int) -> bool:
    return any(here.road[here.side(hex, other)] for other in here.around(hex))


def pair(here: Board, text: str) -> tuple[int, int]:
    """The two hexes of ``3315/3215``."""
    one, other = text.split("/")
    return here.hex(one), here.hex(other)
