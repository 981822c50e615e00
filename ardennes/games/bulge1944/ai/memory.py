"""What the opponents need not work out twice: playouts meet positions again and again that are alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from ardennes.engine.derived import Until, derived
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.movement import first_manners
from ardennes.games.bulge1944.rules.pieces import BulgeData
from ardennes.games.bulge1944.rules.victory import objective
from ardennes.games.bulge1944.rules.walking import search
from ardennes.numbers import Hex, Unit

MOST_POSITIONS = 1000
"""Those met last are kept."""

Fact = TypeVar("Fact", bound=Callable[..., Any])


@lru_cache(maxsize=MOST_POSITIONS)
def _facts(data: BulgeData, *columns: bytes) -> dict[Hashable, Any]:
    """The facts of all positions with such columns."""
    return {}


@derived(Until.ANY_CHANGE)
def _facts_of(p: Field) -> dict[Hashable, Any]:
    return _facts(p.data, p.where.tobytes(), p.dry.tobytes(), p.leads.tobytes())


def remembered(besides: Callable[[Field], Hashable] = lambda _: None) -> Callable[[Fact], Fact]:
    """For what follows from where units are, who is out of fuel and whom leaders are with, and from something besides:
    it is the same for all positions that are alike in this."""

    def declare(work_out: Fact) -> Fact:
        @wraps(work_out)
        def recall(p: Field, *things: Any) -> Any:
            facts, key = _facts_of(p), (work_out.__name__, things, besides(p))
            if key not in facts:
                facts[key] = work_out(p, *things)
            return facts[key]

        return cast("Fact", recall)

    return declare


@remembered()
def destinations(p: Field, unit: Unit) -> list[Hex]:
    """Where a unit could end its move if it were activated now, in any mode, in the order in which they are found."""
    hexes = [hex for mode in first_manners(p, unit) for hex in search(p, unit, mode).destination_hexes()]
    return list(dict.fromkeys(hexes))


@derived(Until.ANY_CHANGE)
def town_worth(p: Field) -> dict[Hex, float]:
    """What each town counts towards the objective."""
    goal, name = objective(p), p.data.board.name
    return {
        hex: float(goal.worth.get(name(hex), goal.other_town)) if goal.other_town else 3.0
        for hex in sorted(p.data.towns)
        if goal.other_town or name(hex) in goal.towns
    }
