"""16.1 Where a reinforcement comes onto the map; 29.0 what waits for a unit where it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ardennes.engine.options import object_of
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.games.bitter_woods.rules import reinforcements
from ardennes.games.bitter_woods.rules.event_rolls import is_trap, spring
from ardennes.games.bitter_woods.rules.field import HAS_ENTERED, HAS_MOVED, MOVED_GUN, Field
from ardennes.games.bitter_woods.rules.pieces import DONE, ENTER, GERMAN
from ardennes.rules.moving import nearest_first

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.rules.marching import Move


class ChooseEntry(Question[Field, "Move"]):
    """16.1 Where a reinforcement comes onto the map; 24.3 a leader who comes alone into an enemy zone is lost there."""

    prompt, rule = "choose-entry", "16.1"
    prompt_fields = ("unit",)
    reasons = {ENTER: ("not-an-entry", "16.1")}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        if p.where[move.unit] >= 0:
            return []
        return [*(ENTER + hex for hex in reinforcements.entry_hexes(p, move.unit)), DONE + 0]

    def towards(self, p: Field, move: Move, option: int) -> Sequence[int]:
        entries = [ENTER + hex for hex in reinforcements.entry_hexes(p, move.unit)]
        return nearest_first(p.data.board, entries, object_of(option))

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.END
        hex = object_of(option)
        move.spent = reinforcements.entry_cost(p, move.unit, hex)
        p.done[move.unit] |= HAS_MOVED | HAS_ENTERED
        reinforcements.enter(p, move.unit, hex)
        if move.side == GERMAN and p.data.counters[move.unit].kind == "corps-artillery":
            p.fired[move.unit] = MOVED_GUN
        if p.where[move.unit] < 0:
            return Then.END
        move.over = is_trap(p, move.side, hex) and spring_trap(p, move)
        return Then.NEXT


def spring_trap(p: Field, move: Move) -> bool:
    """29.0 Paratroopers or commandos: the unit may be delayed, kept off roads, or stopped; otherwise it goes on."""
    back, result = spring(p, move.unit, p.where[move.unit])
    move.spent -= back
    move.off_road = move.off_road or result == "off-road"
    return result == "stops"
