"""Attacks put together: who is there, who could come up, and what the exact odds make of it."""

from __future__ import annotations

import msgspec

from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.advice_fields import Fields
from ardennes.games.bulge1944.advice_fights import Fights, defender_in
from ardennes.games.bulge1944.advice_plan import Plan
from ardennes.games.bulge1944.combat import ONE_ARMY, SEVERAL_ARMIES
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.movement import begin_move
from ardennes.games.bulge1944.walking import search

ARMOR_STEP = 1.3
"""An armor step against an infantry step."""
MOST_WHO_COME = 3


class Package(msgspec.Struct, frozen=True):
    """An attack on a hex: who takes part, who must move where first, what it gains and costs."""

    target: int
    units: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]
    gain: float
    cost: int


class Packages:
    """The attacks a side could make now."""

    def __init__(self, p: Field, fields: Fields, plan: Plan, fights: Fights, orders: dict[int, int]) -> None:
        self.p, self.fields, self.plan, self.fights = p, fields, plan, fights
        self.side = fields.side
        self._aims = dict(plan.aims)
        self._orders = orders
        self._front = {there for unit in p.on_map(1 - self.side) for there in p.kit.board.around(p.where[unit])}
        self._who_can_come: dict[int, list[int]] = {}
        if plan.together:
            self._gather()

    def _gather(self) -> None:
        """Who could end a move in which hex beside the enemy."""
        p = self.p
        for unit in p.on_map(self.side):
            if p.moved[unit] or p.attacked[unit] or unit in self._orders:
                continue
            for manner in begin_move(p, unit).manners:
                for hex in self._front.intersection(search(p, unit, manner).destination_hexes()):
                    self._who_can_come.setdefault(hex, []).append(unit)

    def targets(self) -> list[int]:
        """Hexes of enemies that somebody could attack."""
        p, side = self.p, self.side
        found = []
        for enemy in p.on_map(1 - side):
            around = p.kit.board.around(p.where[enemy])
            if any(hex in self._who_can_come or self._own_in(hex) != NO_UNIT for hex in around):
                found.append(p.where[enemy])
        return found

    def _own_in(self, hex: int) -> int:
        unit = self.p.top[hex]
        return unit if unit != NO_UNIT and self.p.kit.counters[unit].side == self.side else NO_UNIT

    def best(self, target: int) -> Package | None:
        """The best attack on a hex that can be paid for."""
        p, counters = self.p, self.p.kit.counters
        defender = defender_in(p, target, self.side)
        if defender == NO_UNIT or not counters[defender].land_unit:
            return None
        around = p.kit.board.around(target)
        present = [
            unit
            for hex in around
            for unit in p.units_in(hex)
            if counters[unit].side == self.side and counters[unit].land_unit and not p.attacked[unit]
        ]
        found: Package | None = None
        for army in dict.fromkeys(counters[unit].army for unit in present):
            found = self._better(found, self._weigh(target, defender, [u for u in present if counters[u].army == army]))
        if len({counters[unit].army for unit in present}) > 1:
            found = self._better(found, self._weigh(target, defender, present))
        if self.plan.together:
            found = self._reinforced(target, defender, found, around)
        return found

    def _reinforced(self, target: int, defender: int, found: Package | None, around: tuple[int, ...]) -> Package | None:
        """The attack with others brought up, one after another while it pays."""
        p = self.p
        free = [hex for hex in around if hex in self._who_can_come and p.top[hex] == NO_UNIT]
        units = list(found.units) if found else []
        moves: list[tuple[int, int]] = []
        for _ in range(min(MOST_WHO_COME, len(free))):
            coming = {unit for unit, _ in moves}
            best: tuple[int, int, int] | None = None
            for hex in free:
                for unit in self._who_can_come[hex]:
                    if unit in units or unit in coming or p.moved[unit] or p.attacked[unit]:
                        continue
                    dice = self.fights.attack_dice(p, unit, hex, target)
                    if best is None or dice > best[0]:
                        best = dice, unit, hex
            if best is None or best[0] == 0:
                break
            _, unit, hex = best
            units.append(unit)
            moves.append((unit, hex))
            free.remove(hex)
            tried = self._weigh(target, defender, units, tuple(moves))
            found = self._better(found, tried)
        return found

    def _better(self, one: Package | None, other: Package) -> Package | None:
        if other.cost > self.p.points:
            return one
        price = self.plan.floor
        if one is None or other.gain - price * other.cost > one.gain - price * one.cost:
            return other
        return one

    def _weigh(self, target: int, defender: int, units: list[int], moves: tuple[tuple[int, int], ...] = ()) -> Package:
        """Expected steps on both sides, the chance that the defender is gone, and how well the movers stand then."""
        p, plan, fights, counters = self.p, self.plan, self.fights, self.p.kit.counters
        coming = dict(moves)
        dice = sum(fights.attack_dice(p, unit, coming.get(unit, p.where[unit]), target) for unit in units)
        armor, infantry, chances = fights.blow(p, dice, [defender])
        own_armor, own_infantry, _ = fights.blow(p, fights.defence_dice(p, defender, target), units)
        gain = plan.harm * (ARMOR_STEP * armor + infantry) - plan.blood * (ARMOR_STEP * own_armor + own_infantry)
        gain += chances[-1] * (plan.kill + max(0.0, self.fields.worth_of_breaking(target)) * 0.3)
        gain += self._aims.get(target, 0.0)
        fields = self.fields
        for unit, hex in moves:
            way, here = fields.way(unit), p.where[unit]
            gain += fields.there[way][hex] - fields.here[way][here] - fields.leaving[here]
        armies = {counters[unit].army for unit in units}
        cost = (SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY) + len(moves)
        return Package(target, tuple(units), moves, gain, cost)
