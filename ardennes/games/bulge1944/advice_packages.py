"""Attacks put together: who is there, who could come up, and what the exact odds make of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.advice_fields import Fields
from ardennes.games.bulge1944.advice_fights import Fights, defender_in
from ardennes.games.bulge1944.advice_plan import Plan
from ardennes.games.bulge1944.combat import ONE_ARMY, SEVERAL_ARMIES
from ardennes.games.bulge1944.field import Field

ARMOR_STEP = 1.3
"""An armor step against an infantry step."""
BREAKING = 0.3
"""The share of the ground's worth that a kill there opens."""
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
        self._strength: dict[int, int] = {}
        self._who_can_come: dict[int, list[int]] = {}
        board = p.kit.board
        self._front = {there for unit in p.on_map(1 - self.side) for there in board.around(p.where[unit])}

    def may_come(self, unit: int, hexes: list[int]) -> None:
        """Notes where beside the enemy a unit could end its move."""
        if self.plan.together and not self.p.attacked[unit] and unit not in self._orders:
            for hex in self._front.intersection(hexes):
                self._who_can_come.setdefault(hex, []).append(unit)

    def targets(self) -> list[int]:
        """Hexes of enemies that somebody could attack."""
        p, side, board = self.p, self.side, self.p.kit.board
        reached = self._who_can_come
        held = p.held(side)
        hexes = [p.where[enemy] for enemy in p.on_map(1 - side)]
        return [target for target in hexes if held[target] or any(hex in reached for hex in board.around(target))]

    def _strength_of(self, unit: int) -> int:
        found = self._strength.get(unit)
        if found is None:
            found = self._strength[unit] = self.fights.strength(self.p, unit)
        return found

    def forget_strength(self) -> None:
        """After a fight units may be weaker."""
        self._strength.clear()

    def best(self, target: int) -> Package | None:
        """The best attack on a hex that can be paid for."""
        p, counters = self.p, self.p.kit.counters
        defender = defender_in(p, target, self.side)
        if defender == NO_UNIT or not counters[defender].land_unit:
            return None
        present: list[int] = []
        around = p.kit.board.around(target)
        for hex in around:
            unit = p.top[hex]
            while unit != NO_UNIT:
                piece = counters[unit]
                if piece.side == self.side and piece.land_unit and not p.attacked[unit]:
                    present.append(unit)
                unit = p.below[unit]
        found: Package | None = None
        defence = self.fights.defence_dice(p, defender, target)
        armies = dict.fromkeys(counters[unit].army for unit in present)
        for army in armies:
            units = [unit for unit in present if counters[unit].army == army]
            found = self._better(found, self._weigh(target, defender, defence, units, ()))
        if len(armies) > 1:
            found = self._better(found, self._weigh(target, defender, defence, present, ()))
        if self.plan.together:
            found = self._reinforced(target, defender, defence, found, around)
        return found

    def _reinforced(
        self, target: int, defender: int, defence: int, found: Package | None, around: tuple[int, ...]
    ) -> Package | None:
        """The attack with others brought up, the strongest first, while it pays."""
        p, counters = self.p, self.p.kit.counters
        units = list(found.units) if found else []
        ways = sorted(
            (
                (-self.fights.attack_dice(self._strength_of(unit), counters[unit].armor, hex, target), unit, hex)
                for hex in around
                if hex in self._who_can_come and p.top[hex] == NO_UNIT
                for unit in self._who_can_come[hex]
                if not p.moved[unit] and not p.attacked[unit] and unit not in units
            ),
        )
        moves: list[tuple[int, int]] = []
        for dice, unit, hex in ways:
            if dice == 0 or len(moves) == MOST_WHO_COME:
                break
            if unit in units or any(hex == taken for _, taken in moves):
                continue
            units.append(unit)
            moves.append((unit, hex))
            found = self._better(found, self._weigh(target, defender, defence, units, tuple(moves)))
        return found

    def _better(self, one: Package | None, other: Package) -> Package | None:
        if other.cost > self.p.points:
            return one
        price = self.plan.price
        if one is None or other.gain - price * other.cost > one.gain - price * one.cost:
            return other
        return one

    def _weigh(
        self, target: int, defender: int, defence: int, units: list[int], moves: tuple[tuple[int, int], ...]
    ) -> Package:
        """Expected steps on both sides, the chance that the defender is gone, and how well the movers stand then."""
        p, plan, fights, counters, fields = self.p, self.plan, self.fights, self.p.kit.counters, self.fields
        dice = self._dice(units, dict(moves), target)
        armies = {counters[unit].army for unit in units}
        armor, infantry, gone = fights.blow(p, dice, [defender])
        own_armor, own_infantry, _ = fights.blow(p, defence, units)
        gain = plan.harm * (ARMOR_STEP * armor + infantry) - plan.blood * (ARMOR_STEP * own_armor + own_infantry)
        gain += gone * (plan.kill + max(0.0, fields.worth_of_breaking(target)) * BREAKING)
        gain += self._aims.get(target, 0.0)
        for unit, hex in moves:
            gain += float(fields.there[fields.kinds[unit]][hex]) - fields.stay(unit)
        cost = (SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY) + len(moves)
        return Package(target, tuple(units), moves, gain, cost)

    def _dice(self, units: Sequence[int], coming: dict[int, int], target: int) -> int:
        where, counters, dice_of = self.p.where, self.p.kit.counters, self.fights.attack_dice
        return sum(
            dice_of(self._strength_of(unit), counters[unit].armor, coming.get(unit, where[unit]), target)
            for unit in units
        )

    def why(self, package: Package) -> tuple[Text, ...]:
        """An attack in words: its odds, what it costs and who has to come up."""
        p, counters = self.p, self.p.kit.counters
        defender = defender_in(p, package.target, self.side)
        if defender == NO_UNIT:
            return ()
        dice = self._dice(package.units, dict(package.moves), package.target)
        armor, infantry, gone = self.fights.blow(p, dice, [defender])
        defence = self.fights.defence_dice(p, defender, package.target)
        own_armor, own_infantry, _ = self.fights.blow(p, defence, package.units)
        said = [
            Text("advice-attack", {"hex": package.target, "units": package.units, "n": dice}, "12.0"),
            Text("advice-odds", {"chance": round(100 * gone), "unit": defender}, "12.0"),
            Text(
                "advice-steps", {"dealt": f"{armor + infantry:.1f}", "taken": f"{own_armor + own_infantry:.1f}"}, "12.0"
            ),
        ]
        if package.moves:
            said.append(Text("advice-come-up", {"units": tuple(unit for unit, _ in package.moves)}, "10.0"))
        if p.kit.board.place[package.target] and counters[defender].side != self.side:
            said.append(Text("advice-town", {"hex": package.target}, "16.0"))
        return tuple(said)
