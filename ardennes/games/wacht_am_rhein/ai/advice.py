"""How Wacht am Rhein is played: what the opponents need to know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property

import msgspec

from ardennes.advisor.advice import GameAdvice
from ardennes.engine.advice import Script
from ardennes.games.wacht_am_rhein.ai.formations import formations_of
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.judge import SIGNS, numbers
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.ai.script import TurnScript, reached
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.moves import is_able_to_move
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, WachtData
from ardennes.games.wacht_am_rhein.rules.sequence import BonusTurn, PlayerTurn
from ardennes.numbers import Hex, Side, Unit

ANOTHER_AXIS = 0.6
"""How often a plan is varied by a formation's goal instead of by units' orders."""


class WachtAmRheinAdvice(GameAdvice[Field, Plan]):
    plan_type, player_turn, signs = Plan, PlayerTurn, SIGNS
    stay, drop_an_order, orders_at_once = 0.2, 0.3, (1, 2, 4)
    answers_a_second, most_answers, stages_a_turn = 6000, 12000, 1.3
    least_lead, caution, longest_turn = 0.002, 0.4, 120.0

    def __init__(self, data: WachtData) -> None:
        super().__init__(data)
        self.ground = Ground(data)

    @cached_property
    def _stages_before(self) -> tuple[int, ...]:
        """5.3 How many player turns there were before each Game-Turn, bonus turns among them."""
        assert isinstance(self.data, WachtData)
        found = [0, 0]
        for space in self.data.turns:
            bonus = space.kind == "night" and space.turn < self.data.scenario_data.last_turn
            found.append(found[-1] + (4 if bonus else 2))
        return tuple(found)

    def stage(self, p: Field) -> int:
        """5.1 The Allied player turn comes first."""
        side = next((each.side for each in p.stack if isinstance(each, PlayerTurn | BonusTurn)), ALLIED)
        return self._stages_before[p.turn] + 2 * p.bonus + 2 - side

    def units_to_order(self, p: Field, side: Side) -> Sequence[Unit]:
        return [unit for unit in p.on_map(side) if is_able_to_move(p, unit)]

    def hexes_to_order(self, p: Field, unit: Unit) -> list[Hex]:
        return reached(p, unit)[0]

    def vary(self, p: Field, side: Side, plan: Plan, chance: random.Random) -> Plan:
        """A formation makes for another goal, or units get other orders."""
        formations = sorted(formations_of(p, side))
        if not formations or chance.random() >= ANOTHER_AXIS:
            return super().vary(p, side, plan, chance)
        axes = {**dict(plan.axes), chance.choice(formations): chance.choice(self.ground.goals)}
        return msgspec.structs.replace(plan, axes=tuple(sorted(axes.items())))

    def script(self, side: Side, plan: Plan) -> Script[Field]:
        return TurnScript(side, plan, self.ground)

    def numbers(self, p: Field) -> dict[str, float]:
        return numbers(p, self.ground, Side(self.stage(p) % 2))


ADVICE = WachtAmRheinAdvice
