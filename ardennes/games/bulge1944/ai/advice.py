"""How this game is played well, for the opponents; the parts are in the modules beside this one."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence

import msgspec

from ardennes.advisor.advice import GameAdvice
from ardennes.engine.advice import DirectAnswer, Script
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.ai.exits import dangers
from ardennes.games.bulge1944.ai.fights import fights_for
from ardennes.games.bulge1944.ai.goals import goals_of
from ardennes.games.bulge1944.ai.ground import DIVISION, Ground
from ardennes.games.bulge1944.ai.judge import SIGNS, numbers
from ardennes.games.bulge1944.ai.memory import destinations
from ardennes.games.bulge1944.ai.phantoms import with_phantoms
from ardennes.games.bulge1944.ai.plan import Plan
from ardennes.games.bulge1944.ai.script import TurnScript
from ardennes.games.bulge1944.rules.alternates import break_downs, may_split
from ardennes.games.bulge1944.rules.field import BESIDE, POOL, Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, BulgeData
from ardennes.games.bulge1944.rules.victory import exits, objective
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit, all_units
from ardennes.rules.supply import line_from

OPENED = frozenset(("hidden", "phantoms"))
ANOTHER_AIM, A_KEY_HEX = 0.2, 0.6
"""How plans are varied: the chances that it is about an attack, and that a unit goes where it matters."""
AIMS = (-2.0, 1.0, 3.0)
"""What an attack may be made to look better or worse by."""


class Bulge1944Advice(GameAdvice[Field, Plan]):
    plan_type, signs = Plan, SIGNS
    answers_a_second = 5000
    stay, drop_an_order, orders_at_once = 0.15, 0.25, (1, 1, 2)

    def __init__(self, data: BulgeData) -> None:
        super().__init__(data)
        self.fights = fights_for(data)
        self._open_data = _opened(data)

    def stage(self, p: Field) -> int:
        for procedure in p.stack[:3]:
            if getattr(procedure, "side", GERMAN) == ALLIED:
                return 2 * p.turn + 1
        return 2 * p.turn

    def reveal_all(self, truth: Field) -> Field:
        if truth.data is self.data and self.data.has_secrets:
            _open(truth, self._open_data)
        return truth

    def plans(self, p: Field, side: Side) -> Sequence[Plan]:
        return [plan for plan in super().plans(p, side) if not plan.parts or _may_come_apart(p, side)]

    def vary(self, p: Field, side: Side, plan: Plan, chance: random.Random) -> Plan:
        """Other orders to units that have not moved, or another attack."""
        if self.units_to_order(p, side) and chance.random() < ANOTHER_AIM:
            return self._other_aim(p, side, plan, chance)
        return super().vary(p, side, plan, chance)

    @property
    def map_ground(self) -> Ground:
        return self.fights.ground

    def aims(self, p: Field, side: Side) -> Mapping[Hex, float]:
        """15.0 What is held at the end, and the way off the map."""
        away = dict.fromkeys(exits(p), self.book.plan(side).dash) if side == GERMAN else {}
        return {**goals_of(p, side), **away}

    def suits(self, p: Field, unit: Unit, goal: Hex) -> bool:
        return self.fights.ground.kinds[unit] == DIVISION or goal not in exits(p)

    def units_to_order(self, p: Field, side: Side) -> Sequence[Unit]:
        return [unit for unit in p.on_map(side) if not p.moved[unit]]

    def hexes_to_order(self, p: Field, unit: Unit) -> Sequence[Hex]:
        return destinations(p, unit)

    def likely(self, p: Field, hexes: list[Hex], chance: random.Random) -> list[Hex]:
        """Often those that matter."""
        if chance.random() >= A_KEY_HEX:
            return hexes
        keys = key_hexes(p, p.card, self.fights.ground)
        return [hex for hex in hexes if hex in keys] or hexes

    def _other_aim(self, p: Field, side: Side, plan: Plan, chance: random.Random) -> Plan:
        """An enemy in reach is attacked sooner, or let be."""
        held = p.held(side)
        enemies = [p.where[enemy] for enemy in p.on_map(ENEMY_OF[side]) if held[p.where[enemy]]]
        if not enemies:
            return plan
        aims = {**dict(plan.aims), chance.choice(enemies): chance.choice(AIMS)}
        return msgspec.structs.replace(plan, aims=tuple(sorted(aims.items())))

    def direct_answer(self, view: Field, side: Side) -> DirectAnswer | None:
        option = with_phantoms(view, side, self.fights.ground)
        return None if option is None else DirectAnswer(option, Text("advice-phantom", {}, "18.7"))

    def script(self, side: Side, plan: Plan) -> Script[Field]:
        return TurnScript(side, plan, self.book, self.fights)

    def weight_set(self, p: Field) -> str:
        """The objective whose weights judge a position: the one in play, or the one it is said to be like."""
        return self.fitted.set_like(objective(p).judged_as or p.card)

    def numbers(self, p: Field) -> dict[str, float]:
        return numbers(p, self.fights.ground)


@derived(Until.ANY_MOVE)
def key_hexes(p: Field, card: str, ground: Ground) -> set[Hex]:
    """Towns and exits, and what lies across the enemy's spearheads."""
    found = {*goals_of(p, GERMAN), *goals_of(p, ALLIED), *exits(p)}
    for unit, (_, path) in dangers(p, ground).items():
        found.update(path, line_from(p, unit))
    return found


def _may_come_apart(p: Field, side: Side) -> bool:
    """18.5 Whether a division of a side could enter in two parts, or break down, this turn."""
    if side == GERMAN:
        return bool(break_downs(p))
    pool = p.data.box(POOL)
    return any(p.where[unit] == pool and may_split(p, unit) for unit in p.data.units[side])


def _opened(data: BulgeData) -> BulgeData:
    """The same box for a game in which everybody sees everything."""
    twin = copy.copy(data)
    twin.options = data.options - OPENED
    twin.has_secrets = False
    twin.__dict__["secret_card"] = False
    return twin


def _open(truth: Field, data: BulgeData) -> None:
    """Turns every counter up and takes the phantoms away; what a side was shown before counts no more."""
    for side in (GERMAN, ALLIED):
        for phantom in truth.phantoms_on_map(side):
            if not any(getattr(procedure, "unit", NO_UNIT) == phantom for procedure in truth.stack):
                truth.put(phantom, truth.data.box(BESIDE))
    for unit in all_units(len(truth.mask)):
        truth.mask[unit] = NO_UNIT
    truth.data, truth.shown = data, None
    truth.forget()


ADVICE = Bulge1944Advice
