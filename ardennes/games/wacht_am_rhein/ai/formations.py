"""Army, formation, unit: which goal each formation makes for, and which post of the defence each unit takes."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from ardennes.advisor.fields import Worth
from ardennes.advisor.ground import Numbers
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.rules.field import STACK, Field
from ardennes.games.wacht_am_rhein.rules.odds import defence_of
from ardennes.numbers import Hex, Side, Unit

CROWDED_GOAL = 0.35
"""What each formation that makes for a goal already takes from it in the eyes of the next."""
OTHER_GOALS = 0.35
"""What goals that are not its own still draw a formation by."""
APART = 2
"""Hexes from a post within which no other is wanted."""
LATE, TOO_LATE = 1.5, 99.0
"""Turns that a unit may be away from a post it is sent to."""
STRENGTH = 0.1
"""Turns farther away that a unit of a garrison may be for each point of its defence."""


def formation_of(p: Field, unit: Unit) -> str:
    """The division or brigade of a unit, or its corps where it has none."""
    piece = p.data.counters[unit]
    return p.division_of(unit) or piece.corps or piece.nation


def formations_of(p: Field, side: Side) -> dict[str, list[Unit]]:
    """The formations of a side on the map, with their units."""
    found: dict[str, list[Unit]] = {}
    for unit in p.on_map(side):
        found.setdefault(formation_of(p, unit), []).append(unit)
    return found


class Axes:
    """25.0 Which goal each formation makes for: the nearest, unless others go there already or the plan says so."""

    def __init__(self, p: Field, side: Side, plan: Plan, ground: Ground, pulls: npt.NDArray[np.floating]) -> None:
        self._p, self._ground = p, ground
        self.goals: dict[str, int] = {}
        """By formation, the number of its goal."""
        wanted = [number for number, pull in enumerate(pulls) if pull > 0]
        if not wanted:
            return
        told, load = dict(plan.axes), dict.fromkeys(wanted, 0)
        nearest = [(self._turns(units, wanted), name) for name, units in formations_of(p, side).items()]
        for turns, name in sorted(nearest, key=lambda entry: (min(entry[0]), entry[1])):
            worth = {
                number: pulls[number] * np.exp(-away / (2 * plan.reach)) / (1 + CROWDED_GOAL * load[number])
                for number, away in zip(wanted, turns, strict=True)
            }
            goal = max(worth, key=worth.__getitem__)
            order = told.get(name)
            if order is not None and order in ground.goals and ground.goals.index(order) in worth:
                goal = ground.goals.index(order)
            self.goals[name] = goal
            load[goal] += 1

    def _turns(self, units: list[Unit], wanted: list[int]) -> list[float]:
        """How far the middle of a formation is from each goal."""
        travels, where, goals, found = self._ground.travels, self._p.where, self._ground.goals, []
        for number in wanted:
            rows = self._ground.distances.turns_to
            away = sorted(float(rows(travels[unit], goals[number])[where[unit]]) for unit in units)
            found.append(away[len(away) // 2])
        return found

    def shares(self, name: str, many: int) -> npt.NDArray[np.floating]:
        """How much each goal counts to a formation."""
        goal = self.goals.get(name)
        shares = np.full(many, 1.0 if goal is None else OTHER_GOALS)
        if goal is not None:
            shares[goal] = 1.0
        return shares


class Posts:
    """Where the defence needs somebody: the hexes that close most of the enemy's ways, each with who takes it."""

    def __init__(self, ground: Ground, worth: Numbers, open_to: Worth, most: int) -> None:
        self.worth: dict[Hex, float] = {}
        self._ground = ground
        values = worth[ground.keys] * open_to[ground.keys]
        near = ground.keys_near(APART)
        while len(self.worth) < most:
            best = int(values.argmax()) if len(values) else 0
            if not len(values) or values[best] <= 0:
                break
            self.worth[Hex(int(ground.keys[best]))] = float(values[best])
            values[near[best]] = 0.0

    def match(
        self, p: Field, units: list[Unit], garrisons: Collection[Hex], besieged: Collection[Hex] = ()
    ) -> dict[Unit, Hex]:
        """Each post gets the nearest unit that has none, those first that matter most; before them, places that decide
        the game get a garrison of the strongest who are near. Who is in a besieged one stays."""
        free, found = set(units), dict[Unit, Hex]()
        travels, where, turns_to = self._ground.travels, p.where, self._ground.distances.turns_to
        others = (post for post in self.worth if post not in garrisons)
        posts = [*(post for post in sorted(garrisons) for _ in range(STACK)), *others]
        for post in posts:
            chosen = dict.fromkeys(sorted(free), 0.0)
            strong = STRENGTH if post in garrisons else 0.0
            for unit in chosen:
                away = float(turns_to(travels[unit], post)[where[unit]])
                stays = LATE * (where[unit] == post and post in besieged)
                chosen[unit] = away - strong * defence_of(p, unit) - stays if away <= LATE else TOO_LATE
            best = min(chosen, key=chosen.__getitem__, default=None)
            if best is not None and chosen[best] < TOO_LATE:
                found[best] = post
                free.discard(best)
        return found
