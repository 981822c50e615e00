"""How Bitter Woods is played: what the opponents need to know."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.advisor.advice import GameAdvice
from ardennes.engine.advice import Script
from ardennes.games.bitter_woods.ai.fields import goals_wanted
from ardennes.games.bitter_woods.ai.ground import Ground
from ardennes.games.bitter_woods.ai.judge import SIGNS, numbers
from ardennes.games.bitter_woods.ai.plan import Plan
from ardennes.games.bitter_woods.ai.script import TurnScript, destinations, may_move
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import BitterData
from ardennes.games.bitter_woods.rules.sequence import PlayerTurn
from ardennes.numbers import Hex, Side, Unit


class BitterWoodsAdvice(GameAdvice[Field, Plan]):
    plan_type, player_turn, signs = Plan, PlayerTurn, SIGNS
    stay, drop_an_order, orders_at_once = 0.2, 0.3, (1, 2, 4)
    answers_a_second, most_answers = 4000, 4000
    least_lead, caution = 0.002, 0.4

    def __init__(self, data: BitterData) -> None:
        super().__init__(data)
        self.ground = Ground(data)

    def aims(self, p: Field, side: Side) -> dict[Hex, float]:
        return goals_wanted(p, side, self.ground)

    def units_to_order(self, p: Field, side: Side) -> Sequence[Unit]:
        return [unit for unit in p.on_map(side) if may_move(p, unit)]

    def hexes_to_order(self, p: Field, unit: Unit) -> list[Hex]:
        return destinations(p, unit)

    def script(self, side: Side, plan: Plan) -> Script[Field]:
        return TurnScript(side, plan, self.ground, self.judge)

    def numbers(self, p: Field) -> dict[str, float]:
        return numbers(p, self.ground, Side(self.stage(p) % 2))


ADVICE = BitterWoodsAdvice
