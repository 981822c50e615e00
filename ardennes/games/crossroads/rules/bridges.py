"""6 Bridges: prepared for demolition by a standing order (6.1), blown when an enemy reaches them (6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.anytime import Anytime
from ardennes.engine.duties import Order, give, stands, withdraw
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Event
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, PREPARE, SPARE, Field
from ardennes.numbers import Hexside, Unit


def demolition(side: Hexside) -> Order:
    return Order(ALLIED, "demolition", side)


class PrepareBridges(Question[Field, Anytime]):
    """6.1 At any time the Allied player may have a bridge prepared, or spared again; the enemy does not know."""

    prompt, rule = "prepare-bridges", "6.1"

    def offers(self, p: Field, anytime: Anytime) -> Sequence[int]:
        if anytime.side != ALLIED:
            return []
        standing = [side for side in p.data.bridges if not p.blown[side]]
        return [(SPARE if stands(p, demolition(side)) else PREPARE) + side for side in standing]

    def answer(self, p: Field, anytime: Anytime, option: int) -> Procedure | Then | None:
        change = give if is_about(option, PREPARE) else withdraw
        change(p, demolition(object_of(option)))
        return None


def blow_prepared(p: Field, unit: Unit) -> None:
    """6.2 A prepared bridge goes up when a German counter comes to either end of it."""
    hex = p.where[unit]
    if hex < 0 or p.data.counters[unit].side != GERMAN:
        return
    for side in p.data.bridges:
        if hex in p.data.board.side_hexes[side] and stands(p, demolition(side)):
            withdraw(p, demolition(side))
            p.revealed = True
            p.set_bridge(side, blown=True)
            p.tell(Event("blown", {"hexside": side}, "6.2"))
