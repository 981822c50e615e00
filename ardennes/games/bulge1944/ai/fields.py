"""What every hex is worth to a side, by its plan: ways to the enemy's goals, ways to its own that must be closed."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from ardennes.advisor import fields
from ardennes.advisor.fields import Worth
from ardennes.advisor.ground import Numbers, Ways
from ardennes.engine.texts import Argument, Text
from ardennes.games.bulge1944.ai.goals import goals_of, turns_after
from ardennes.games.bulge1944.ai.ground import ARMOR, DIVISION, Ground
from ardennes.games.bulge1944.ai.plan import Plan
from ardennes.games.bulge1944.ai.raids import Raids
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.victory import exits
from ardennes.numbers import ENEMY_OF, Hex, Unit
from ardennes.rules.supply import supplied_hexes


class Fields(fields.Fields[Field, Plan, Ground]):
    """The worth of hexes to a side in one phase."""

    def goals_wanted(self) -> dict[Hex, float]:
        """The enemy's supply hexes count more to who raids them."""
        towns, goals = self.p.data.towns, goals_of(self.p, self.side)
        return {hex: worth * (1.0 if hex in towns else self.plan.raid) for hex, worth in goals.items()}

    @cached_property
    def exits(self) -> dict[Hex, float]:
        return dict.fromkeys(exits(self.begun), self.plan.dash)

    @property
    def goals(self) -> tuple[Hex, ...]:
        return tuple(self.wanted)

    @cached_property
    def ways(self) -> Ways:
        """To what must be guarded; to the exits for divisions."""
        p, enemies = self.begun, self.begun.on_map(ENEMY_OF[self.side])
        groups = [(goals_of(p, ENEMY_OF[self.side]), enemies)]
        if self.side == ALLIED:
            groups.append((self.exits, tuple(unit for unit in enemies if self.ground.kinds[unit] == DIVISION)))
        turns, size = turns_after(p, self.side), self.ground.size
        corridor, garrisons = np.zeros((2, size), dtype=np.float32)
        for goals, who in groups:
            if goals:
                ways = self.ground.ways(self.starts(who), tuple(goals), tuple(goals.values()), 0.0, turns)
                corridor, garrisons = corridor + ways.corridor, garrisons + ways.garrisons
        return Ways(corridor, garrisons, np.zeros(0, dtype=np.float32))

    @cached_property
    def guarded(self) -> Numbers:
        """Besides, what the enemy could ride into if nobody stood there."""
        guarded: Numbers = super().guarded
        if self.plan.watch:
            for hex, lost in Raids(self.begun, self.side, self.plan.watch, self.ground).at_stake().items():
                guarded[hex] += lost
        return guarded

    def pulls(self) -> npt.NDArray[np.floating]:
        return self.plan.pull * np.array(list(self.wanted.values()), dtype=np.float32)

    def supplied(self) -> bytearray:
        """13.0 A unit negates the enemy zone it stands in, so a supplied hex beside its own is taken to be enough."""
        return supplied_hexes(self.begun, self.side)

    @cached_property
    def here(self) -> tuple[Worth, ...]:
        """Before an armor division lie the exits, too."""
        here = super().here
        ahead = here[ARMOR]
        if self.side == GERMAN and self.exits:
            near = self.ground.distances.fading(self.plan.reach, tuple(self.exits))[ARMOR].max(axis=0)
            ahead = ahead + near * self.plan.dash * np.where(self.near_supply, 1.0, 0.5)
        return *here, ahead

    def drawn_to(self, unit: Unit) -> Worth:
        return self.here[self.ground.kinds[unit]]

    def worth_of_breaking(self, hex: Hex) -> float:
        """What the ground that a kill opens is worth."""
        return float(self.here[DIVISION if self.side == GERMAN else ARMOR][hex])

    def why(self, unit: Unit, hex: Hex, ordered: bool) -> tuple[Text, ...]:
        """A move in words: what it is for, by what weighs most."""
        drawn, here = self.draws(unit), self.p.where[unit]
        args: dict[str, Argument] = {"unit": unit, "hex": hex}
        said = [Text("advice-move", args, "11.0")]
        if ordered:
            said.append(Text("advice-tried", {}, ""))
        if hex in self.wanted:
            said.append(Text("advice-takes", {"hex": hex}, "5.0"))
        elif self.guarded[hex] > 0:
            said.append(Text("advice-guards", {"hex": hex}, "16.0"))
        elif self.gained[hex] - self.lost[here] > drawn[hex] - drawn[here]:
            said.append(Text("advice-closes", {"unit": unit}, "11.0"))
        elif goal := self._goal_ahead(self.ground.kinds[unit], hex):
            said.append(Text("advice-towards", {"hex": goal}, "16.0"))
        if self.ground.cover[hex] >= 1:
            said.append(Text("advice-cover", {"hex": hex}, "17.0"))
        return tuple(said)

    def _goal_ahead(self, kind: int, hex: Hex) -> Hex | None:
        """The goal that draws most from a hex."""
        goals = {**self.wanted, **(self.exits if kind == DIVISION and self.side == GERMAN else {})}
        if not goals:
            return None
        near = self.ground.distances.fading(self.plan.reach, tuple(goals))[kind % DIVISION][:, hex]
        return max(zip(goals, near.tolist(), strict=True), key=lambda each: goals[each[0]] * each[1])[0]
