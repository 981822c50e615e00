"""How this game is played well, for the opponents; the parts are in the modules beside this one."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence

import msgspec

from ardennes.engine.advice import Advice, Script
from ardennes.engine.kit import Kit
from ardennes.engine.position import NO_UNIT, Position
from ardennes.games.bulge1944.advice_judge import NAMES, german_chance, numbers
from ardennes.games.bulge1944.advice_plan import USUAL, Plan, careless, portfolio
from ardennes.games.bulge1944.advice_script import TurnScript, tools_for
from ardennes.games.bulge1944.field import BESIDE, Field
from ardennes.games.bulge1944.movement import begin_move
from ardennes.games.bulge1944.pieces import ALLIED, GERMAN, Box
from ardennes.games.bulge1944.walking import search

OPENED = frozenset(("hidden", "phantoms"))


class Bulge1944Advice(Advice):
    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        assert isinstance(kit, Box)
        self.tools = tools_for(kit)
        self._open_kit = _opened(kit)

    def stage(self, p: Position) -> int:
        assert isinstance(p, Field)
        allied = any(getattr(procedure, "side", GERMAN) == ALLIED for procedure in p.stack[:3])
        return 2 * p.turn + allied

    def lay_open(self, truth: Position) -> Position:
        assert isinstance(truth, Field)
        if truth.kit is self.kit and self.kit.has_secrets:
            _open(truth, self._open_kit)
        return truth

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        return portfolio(side)

    def simple(self, p: Position, side: int) -> Plan:
        return msgspec.structs.replace(USUAL[side], together=False)

    def careless(self, p: Position, side: int, chance: random.Random) -> Plan:
        return careless(side, chance)

    def vary(self, p: Position, side: int, plan: Plan, chance: random.Random) -> Plan:
        assert isinstance(p, Field)
        units = [unit for unit in p.on_map(side) if not p.moved[unit]]
        if not units:
            return plan
        unit = chance.choice(units)
        orders = dict(plan.orders)
        if chance.random() < 0.2 and orders:
            del orders[chance.choice(sorted(orders))]
        elif chance.random() < 0.15:
            orders[unit] = p.where[unit]
        else:
            manner = chance.choice(begin_move(p, unit).manners)
            hexes = search(p, unit, manner).destination_hexes()
            if hexes:
                orders[unit] = chance.choice(hexes)
        return msgspec.structs.replace(plan, orders=tuple(sorted(orders.items())))

    def script(self, side: int, plan: Plan) -> Script:
        return TurnScript(side, plan, self.tools)

    def judge(self, p: Position, side: int) -> float:
        assert isinstance(p, Field)
        german = german_chance(p, self.tools.distances)
        return german if side == GERMAN else 1 - german

    def family(self, p: Position) -> str:
        assert isinstance(p, Field)
        return p.card

    def numbers(self, p: Position) -> dict[str, float]:
        assert isinstance(p, Field)
        return dict(zip(NAMES, numbers(p, self.tools.distances), strict=True))


def _opened(kit: Box) -> Box:
    """The same box for a game in which everybody sees everything."""
    twin = copy.copy(kit)
    twin.options = kit.options - OPENED
    twin.has_secrets = False
    twin.__dict__["secret_card"] = False
    return twin


def _open(truth: Field, kit: Box) -> None:
    """Turns every counter up and takes the phantoms away."""
    for side in (GERMAN, ALLIED):
        for phantom in truth.phantoms_on_map(side):
            if not any(getattr(procedure, "unit", NO_UNIT) == phantom for procedure in truth.stack):
                truth.put(phantom, truth.kit.box(BESIDE))
    for unit in range(len(truth.mask)):
        truth.mask[unit] = NO_UNIT
    truth.kit = kit
    truth.memo.clear()


ADVICE = Bulge1944Advice
