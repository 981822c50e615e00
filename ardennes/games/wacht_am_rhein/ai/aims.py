"""25.17 to 27.7 Which places a side plays for: those that the levels of victory name, in the campaign by the German
plan, and the ways over the Meuse where units on its far bank count. All weights are ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ardennes.advisor.ground import Distances
from ardennes.games.wacht_am_rhein.rules.deployment import road_hexes
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, WachtData
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS, Level
from ardennes.games.wacht_am_rhein.rules.victory import DRAW, places_held
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side

LEVEL_ONLY = 0.3
"""What a place is worth that only decides the level of a victory."""
CROSSING = 0.35
"""27.71 What a way into an area is worth in which Germans are to be at the end."""
CROSSINGS_APART, MOST_CROSSINGS = 8, 5
PRESSURE_REACH = 1.0
"""Turns over which the strength near a place fades, where it tells which plan the Germans follow."""
OPEN_MIND = 0.25
"""The share of every plan that no sight takes away."""

Towns = dict[Hex, float]


def is_german(level: Level) -> bool:
    return LEVELS.index(level.level) < DRAW


class Aims:
    """What is worth how much of a whole game, by plan."""

    def __init__(self, data: WachtData) -> None:
        self._data, levels = data, data.scenario_data.levels
        self.plans: tuple[str, ...] = data.scenario_data.plans
        self._by_plan: dict[str, Towns] = {
            plan: _towns(data, [level for level in levels if plan in level.plans or not level.plans])
            for plan in self.plans
        }
        self.all = _towns(data, levels)

    def of_plan(self, plan: str) -> Towns:
        """What the Germans play for; all there is where there are no plans, or this is not known."""
        return self._by_plan.get(plan) or self.all

    def towns(self, p: Field, side: Side, distances: Distances, travels: Sequence[int]) -> Towns:
        """The same as a side sees it: the Allies do not know the plan, and reckon with each as far as the Germans look
        like it."""
        if side == GERMAN or not self.plans:
            return self.of_plan(p.operation)
        shares = self.beliefs(p, distances, travels)
        found: Towns = dict.fromkeys(self.all, 0.0)
        for plan, share in shares.items():
            for hex, worth in self._by_plan[plan].items():
                found[hex] += share * worth
        return found

    def beliefs(self, p: Field, distances: Distances, travels: Sequence[int]) -> dict[str, float]:
        """27.7 How likely each plan is, by how much German strength is near the places it is for."""
        faces, steps = p.data.faces, p.steps
        units = [unit for unit in p.on_map(GERMAN) if not p.data.counters[unit].headquarters]
        strengths = np.array([faces[unit][steps[unit]].attack for unit in units], dtype=np.float32)
        near: Towns = {}
        for hex in self.all:
            away = np.array([distances.turns_to(travels[unit], hex)[p.where[unit]] for unit in units])
            near[hex] = float((strengths * np.exp(-away / PRESSURE_REACH)).sum())
        pressed = {
            plan: sum(worth * near[hex] for hex, worth in towns.items()) / (sum(towns.values()) or 1.0)
            for plan, towns in self._by_plan.items()
        }
        whole = sum(pressed.values())
        if not whole:
            return dict.fromkeys(self.plans, 1 / len(self.plans))
        even = OPEN_MIND / len(self.plans)
        return {plan: even + (1 - OPEN_MIND) * pressure / whole for plan, pressure in pressed.items()}

    def ways_to_leave(self, p: Field) -> frozenset[Hex]:
        """27.71 to 27.74 The hexes by which Germans who leave the map count: only once the places are theirs that must
        be held besides."""
        scenario = p.data.scenario_data
        found: set[Hex] = set()
        for level in scenario.levels:
            held = all(places_held(p, holding) >= holding.at_least for holding in level.holding)
            if not level.departures or not is_german(level) or not held:
                continue
            if not level.plans or p.operation in level.plans:
                names = (name for departure in level.departures for name in scenario.edges[departure.by])
                found.update(map(self._data.board.hex, names))
        return frozenset(found)


def _towns(data: WachtData, levels: Iterable[Level]) -> Towns:
    """Those that decide who wins count whole, those that decide how much of a victory it is a part of it."""
    found: Towns = {}

    def add(hex: Hex, worth: float) -> None:
        found[hex] = max(found.get(hex, 0.0), worth)

    for level in levels:
        for place in (*level.german_in, *level.allied_in):
            decides = is_german(level) or LEVELS.index(level.level) == DRAW + 1
            add(data.board.hex(place), 1.0 if decides else LEVEL_ONLY)
        for holding in level.holding:
            for place in holding.places:
                add(data.board.hex(place), 1 / holding.at_least if holding.at_least else LEVEL_ONLY / 2)
        for place in level.allied_in_any:
            found.setdefault(data.board.hex(place), LEVEL_ONLY / 2)
        for presence in level.present if is_german(level) else ():
            for hex in _crossings(data, frozenset().union(*map(data.board.area, presence.areas))):
                add(hex, CROSSING)
    return found


def _crossings(data: WachtData, area: frozenset[int]) -> list[Hex]:
    """Where roads lead into an area, those in places first."""
    board, found = data.board, list[Hex]()
    roads = road_hexes(board)

    def is_entered(hex: Hex) -> bool:
        around = board.around(hex)
        return any(there not in area and board.road[board.side(hex, there)] for there in around)

    entered = [Hex(hex) for hex in sorted(area) if hex in roads and is_entered(Hex(hex))]
    for hex in sorted(entered, key=lambda hex: (hex not in data.built_up, hex)):
        if len(found) < MOST_CROSSINGS and all(distance(board.grid, hex, other) >= CROSSINGS_APART for other in found):
            found.append(hex)
    return found
