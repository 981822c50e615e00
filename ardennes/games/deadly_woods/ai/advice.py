"""How The Deadly Woods is played: what the opponents need to know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from ardennes.advisor.advice import GameAdvice
from ardennes.engine.advice import Script
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.judge import SIGNS, numbers
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.ai.script import RoundScript, destinations
from ardennes.games.deadly_woods.rules.chits import SUPPLY_CHECK, chit_type
from ardennes.games.deadly_woods.rules.field import MAY_MOVE, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, WoodsData
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

A_TURN = 64
"""More than twice the chits of a turn: stages of a turn come after all those of the last."""


class DeadlyWoodsAdvice(GameAdvice[Field, Plan]):
    plan_type, signs = Plan, SIGNS
    stay, drop_an_order = 0.2, 0.3
    answers_a_second, stages_a_turn, longest_turn = 7000, 3.5, 90.0
    least_lead, caution = 0.002, 0.4

    def __init__(self, data: WoodsData) -> None:
        super().__init__(data)
        self.ground = Ground(data)

    def stage(self, p: Field) -> int:
        """14.2 A stage is a run of rounds of one side; before the first chit, it is that of the initiative."""
        side, changes = p.initiative, 0
        for chit in p.track:
            if chit_type(p, chit) != SUPPLY_CHECK and p.data.counters[chit].side != side:
                side, changes = ENEMY_OF[side], changes + 1
        return p.turn * A_TURN + p.initiative + changes

    def plans(self, p: Field, side: Side) -> Sequence[Plan]:
        """Besides the portfolio, a plan for each goal that both sides are near."""
        near_both = self.ground.contested(*([p.where[unit] for unit in p.on_map(each)] for each in (GERMAN, ALLIED)))
        usual, *others = super().plans(p, side)
        return usual, *others, *(focused(usual, goal) for goal in near_both)

    def aims(self, p: Field, side: Side) -> dict[Hex, float]:
        return {hex: 1.0 for hex in self.ground.goals if not p.holds(side, hex)}

    def units_to_order(self, p: Field, side: Side) -> Sequence[Unit]:
        """Before a round is opened, any."""
        units = [unit for unit in p.on_map(side) if p.may[unit] & MAY_MOVE and not p.moved[unit]]
        return units if any(p.may) else list(p.on_map(side))

    def hexes_to_order(self, p: Field, unit: Unit) -> set[Hex]:
        return destinations(p, unit)

    def script(self, side: Side, plan: Plan) -> Script[Field]:
        return RoundScript(side, plan, self.ground)

    def title(self, plan: Plan) -> Text:
        return Text(f"plan-{plan.name}", {} if plan.focus is None else {"hex": plan.focus})

    def numbers(self, p: Field) -> dict[str, float]:
        return numbers(p, self.ground)


@lru_cache(maxsize=256)
def focused(plan: Plan, goal: Hex) -> Plan:
    """A plan with one goal before all others."""
    return msgspec.structs.replace(plan, name="focus", focus=goal)


ADVICE = DeadlyWoodsAdvice
