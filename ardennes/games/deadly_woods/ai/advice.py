"""How The Deadly Woods is played: what the opponents need to know."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from ardennes.advisor.advice import GameAdvice
from ardennes.engine.advice import Plan, Script
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.judge import SIGNS, numbers
from ardennes.games.deadly_woods.ai.plan import SIMPLE, beginner_plan, focused, portfolio
from ardennes.games.deadly_woods.ai.script import RoundScript
from ardennes.games.deadly_woods.rules.chits import SUPPLY_CHECK, chit_type
from ardennes.games.deadly_woods.rules.field import MAY_MOVE, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, WoodsData
from ardennes.games.deadly_woods.rules.walking import begin_move, search

A_TURN = 64
"""More than twice the chits of a turn: stages of a turn come after all those of the last."""
STAY, DROP_AN_ORDER = 0.2, 0.3
"""How often a unit is told to stay where it is, and an order is taken back."""


class DeadlyWoodsAdvice(GameAdvice[Field]):
    signs = SIGNS
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
                side, changes = 1 - side, changes + 1
        return p.turn * A_TURN + p.initiative + changes

    def plans(self, p: Field, side: int) -> Sequence[Plan]:
        near_both = self.ground.contested(*([p.where[unit] for unit in p.on_map(each)] for each in (GERMAN, ALLIED)))
        return (*portfolio(side, p.turn), *(focused(side, p.turn, goal) for goal in near_both))

    def simple(self, p: Field, side: int) -> Plan:
        return SIMPLE[side]

    def beginner_plan(self, p: Field, side: int, chance: random.Random) -> Plan:
        return beginner_plan(side, p.turn, chance)

    def vary(self, p: Field, side: int, plan: Plan, chance: random.Random) -> Plan:
        """Another order to a unit that may move; before a round is opened, to any."""
        units = [unit for unit in p.on_map(side) if p.may[unit] & MAY_MOVE and not p.moved[unit]]
        units = units if any(p.may) else list(p.on_map(side))
        if not units:
            return plan
        orders = dict(plan.orders)
        if orders and chance.random() < DROP_AN_ORDER:
            del orders[chance.choice(sorted(orders))]
        unit = chance.choice(units)
        movement_modes = begin_move(p, unit).movement_modes
        hexes = sorted(
            {hex for movement_mode in movement_modes for hex in search(p, unit, movement_mode).destination_hexes()}
        )
        orders[unit] = chance.choice(hexes) if hexes and chance.random() > STAY else p.where[unit]
        return msgspec.structs.replace(plan, orders=tuple(sorted(orders.items())))

    def script(self, side: int, plan: Plan) -> Script[Field]:
        return RoundScript(side, plan, self.ground)

    def title(self, plan: Plan) -> Text:
        return Text(f"plan-{plan.name}", {} if plan.focus is None else {"hex": plan.focus})

    def weight_set(self, p: Field) -> str:
        """The scenario whose weights judge a position: the one played, or the one it is said to be like."""
        return self.fitted.set_like(p.data.scenario_data.judged_as or p.data.scenario)

    def numbers(self, p: Field) -> dict[str, float]:
        return numbers(p, self.ground)


ADVICE = DeadlyWoodsAdvice
