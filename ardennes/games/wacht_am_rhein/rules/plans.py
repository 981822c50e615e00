"""27.7 The German plan: one of five, chosen in secret before the game, which alone decides what wins."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Procedure, Then
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, OPERATION, OPERATIONS
from ardennes.numbers import Side
from ardennes.rules.picking import Pick


class Planning(Procedure):
    """27.7 Before the start of the game."""

    stage_name = "stage-planning"
    side: Side = GERMAN


class ChooseOperation(Pick[Field, Planning]):
    """27.7 Which plan the German player follows; the Allied player is not told."""

    prompt, rule, verb, refusal, deliberate = "choose-operation", "27.7", OPERATION, "no-such-plan", (OPERATION,)

    def choices(self, p: Field, planning: Planning) -> Sequence[int]:
        return [OPERATIONS.index(plan) for plan in p.data.scenario_data.plans] if not p.operation else ()

    def pick(self, p: Field, planning: Planning, number: int) -> Then:
        p.operation = OPERATIONS[number]
        return Then.NEXT


def imagine(truth: Field) -> None:
    """27.7 Any plan is possible for all that the Allied player knows."""
    plans = truth.data.scenario_data.plans
    if plans and not any(isinstance(each, Planning) for each in truth.stack):
        truth.operation = plans[truth.pick(len(plans))]


Planning.steps = (ChooseOperation(),)
