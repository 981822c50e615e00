"""The chance to win, from a few numbers of a position; their weights are fitted to games the scripts played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from ardennes.advisor.ground import Ground, Numbers, by_way
from ardennes.datafiles import DataError, read_toml
from ardennes.engine.position import Verdict
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.table import Table

FREE, FOR, AGAINST = 0, 1, -1
"""What a number may say: anything, or only something for the first side, or only something against it."""
BEYOND_DOUBT = 30.0
"""Log odds that are as good as certain."""
CUT_OFF = 0.5
"""What a unit out of supply counts of one that has it."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``weights.toml``: sets of weights by name, for positions that are won in different ways."""

    source: str
    sets: dict[str, dict[str, float]]


class Judge:
    """A logistic function of the numbers of a position, all seen from the first side."""

    def __init__(self, path: Path, signs: Mapping[str, int]) -> None:
        sets = read_toml(path, Weights).sets
        for name, weights in sets.items():
            if unknown := sorted(weights.keys() - signs.keys()):
                raise DataError(f"{path.name}: {name} has a weight for {unknown[0]}, which is no number of this game")
        self._sets = {
            name: [(number, weights[number]) for number in signs if number in weights] for name, weights in sets.items()
        }

    def set_like(self, name: str) -> str:
        """The set of weights with a name, or the first where it has none of its own."""
        return name if name in self._sets else next(iter(self._sets))

    def log_odds(self, weight_set: str, numbers: Mapping[str, float]) -> float:
        return sum(weight * numbers.get(number, 0.0) for number, weight in self._sets[weight_set])


class Corrections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``calibration.toml``: for a scenario and a turn what is added to the log odds, and by how much they are
    multiplied before; and how many turns are played on as usual before one judges."""

    source: str
    sets: dict[str, dict[str, tuple[float, float]]]
    ahead: dict[str, int] = {}


class Calibration:
    """What the judgement of a position comes to where both sides play on in their usual way: weights are fitted to more
    kinds of play, and to all turns at once."""

    def __init__(self, path: Path) -> None:
        self._found = read_toml(path, Corrections) if path.exists() else Corrections(source="", sets={})

    def log_odds(self, scenario: str, turn: int, log_odds: float) -> float:
        """Log odds put right for a turn; as they are where nothing is known about it."""
        added, times = self._found.sets.get(scenario, {}).get(f"{turn}", (0.0, 1.0))
        return added + times * log_odds

    def turns_ahead(self, scenario: str) -> int:
        """After how many more turns positions are judged that these corrections are for."""
        return self._found.ahead.get(scenario, 0)


def logistic(log_odds: float) -> float:
    """
    >>> logistic(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-max(-BEYOND_DOUBT, min(BEYOND_DOUBT, log_odds))))


def outcome(over: Verdict) -> float:
    """What a finished game is to the first side; half for a draw."""
    return 0.5 if over.winner is None else float(over.winner == 0)


def nearness(tables: Sequence[Numbers], places: Sequence[Sequence[int]], supplied: Sequence[int]) -> Numbers:
    """How much of each goal the nearest unit has as good as reached: by way of travelling, how goals fade over the map
    and where units are. Those out of supply count half."""
    near = np.zeros(len(tables[0]), dtype=np.float32)
    for table, hexes in zip(tables, places, strict=True):
        if hexes:
            share = np.array([1.0 if supplied[hex] else CUT_OFF for hex in hexes], dtype=np.float32)
            near = np.maximum(near, (table[:, hexes] * share).max(axis=1))
    return near


def closeness(
    p: Table, side: Side, goals: Mapping[Hex, float], ground: Ground, *, supplied: Sequence[int], reach: float
) -> float:
    """How much of some goals, by what each is worth, the nearest units of a side have as good as reached; ``reach`` is
    over how many turns nearness fades."""
    if not goals:
        return 0.0
    tables = ground.distances.fading(reach, tuple(goals))
    places = by_way(p.on_map(side), ground.travels, p.where, len(tables))
    near = nearness(tables, places, supplied) * np.array(list(goals.values()), dtype=np.float32)
    return float(near.sum())


def steps_cut_off(p: Table, side: Side, supplied: Sequence[int]) -> int:
    """What the units of a side have left that stand where there is no supply."""
    return steps_of(p, [unit for unit in p.on_map(side) if not supplied[p.where[unit]]])


def steps_of(p: Table, units: Iterable[Unit]) -> int:
    """All that some units have left."""
    return sum([p.steps[unit] for unit in units])
