"""What the opponents need not work out twice: tables of the counters, and facts of positions that playouts meet again
and again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ardennes.engine.derived import Until, derived
from ardennes.games.bulge1944.ai.ground import ARMOR, FOOT, LORRY
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.movement import first_manners
from ardennes.games.bulge1944.rules.pieces import ALLIED, BulgeData
from ardennes.games.bulge1944.rules.victory import objective
from ardennes.games.bulge1944.rules.walking import search

DIVISION = 3
"""Besides how units travel: armor divisions look for the exits too."""
MOST_POSITIONS = 500
"""Those met last are kept."""

Facts = dict[Any, Any]


class Memory:
    """For one game data: lists by unit, and facts by position."""

    def __init__(self, data: BulgeData) -> None:
        counters = data.counters
        self.side = [piece.side for piece in counters]
        self.army = [piece.army for piece in counters]
        self.armor = [piece.armor for piece in counters]
        self.land = [piece.land_unit for piece in counters]
        self.division = [piece.armor_division for piece in counters]
        self.travel = [ARMOR if piece.armor else LORRY if piece.side == ALLIED else FOOT for piece in counters]
        self.kinds = [
            DIVISION if division else travel for division, travel in zip(self.division, self.travel, strict=True)
        ]
        self.dice = [[piece.dice_with(steps) for steps in range(piece.steps + 1)] for piece in counters]
        """4.0 By the steps that are left."""
        self.towns: dict[str, dict[int, float]] = {}
        """By card."""
        self._facts: dict[tuple[bytes, ...], Facts] = {}

    def facts_like(self, p: Field) -> Facts:
        """The facts of all positions that are like this one."""
        key = p.where.tobytes(), p.dry.tobytes(), p.leads.tobytes()
        found = self._facts.pop(key, None)
        if found is None:
            found = {}
            if len(self._facts) >= MOST_POSITIONS:
                del self._facts[next(iter(self._facts))]
        self._facts[key] = found
        return found


memory_of = lru_cache(maxsize=8)(Memory)


@derived(Until.ANY_CHANGE)
def facts_of(p: Field) -> Facts:
    """What follows from where units are, who is out of fuel and whom leaders are with: the same for all positions that
    are alike in this."""
    return memory_of(p.data).facts_like(p)


def town_worth(p: Field) -> dict[int, float]:
    """What each town counts towards the objective."""
    known, data, goal = memory_of(p.data).towns, p.data, objective(p)
    if p.card not in known:
        name = data.board.name
        known[p.card] = {
            hex: float(goal.worth.get(name(hex), goal.other_town)) if goal.other_town else 3.0
            for hex in sorted(data.towns)
            if goal.other_town or name(hex) in goal.towns
        }
    return known[p.card]


def destinations(p: Field, unit: int) -> list[int]:
    """Where a unit could end its move if it were activated now, in any mode, in the order in which they are found."""
    facts = facts_of(p)
    found: list[int] | None = facts.get(unit)
    if found is None:
        movement_modes = first_manners(p, unit)
        hexes = [hex for movement_mode in movement_modes for hex in search(p, unit, movement_mode).destination_hexes()]
        found = facts[unit] = hexes if len(movement_modes) == 1 else list(dict.fromkeys(hexes))
    return found
