"""Attacks put together: who is there, who could come up, and what the exact odds make of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.ai.fields import Fields
from ardennes.games.bulge1944.ai.fights import Fights, defender_in
from ardennes.games.bulge1944.ai.plan import Plan
from ardennes.games.bulge1944.rules.combat import ONE_ARMY, SEVERAL_ARMIES
from ardennes.games.bulge1944.rules.combat_dice import RIVER_PENALTY
from ardennes.games.bulge1944.rules.field import Field
from ardennes.numbers import ENEMY_OF, Hex, Unit

ARMOR_STEP = 1.3
"""An armor step against an infantry step."""
BREAKING = 0.3
"""The share of the ground's worth that a kill there opens."""
MOST_WHO_COME = 3


class Package(msgspec.Struct, frozen=True):
    """An attack on a hex: who takes part, who must move where first, what it gains and costs."""

    target: Hex
    units: tuple[Unit, ...]
    moves: tuple[tuple[Unit, Hex], ...]
    gain: float
    cost: int


class _Fight(msgspec.Struct, frozen=True, gc=False):
    """What is the same for all attacks on a hex: the defender, its dice, and what it is worth to be rid of it."""

    target: Hex
    defender: Unit
    defence: int
    kill: float


class Packages:
    """The attacks a side could make now."""

    def __init__(self, p: Field, fields: Fields, plan: Plan, fights: Fights, orders: dict[Unit, Hex]) -> None:
        self.p, self.fields, self.plan, self.fights = p, fields, plan, fights
        self.side = fields.side
        self._aims = dict(plan.aims)
        self._orders = orders
        self._strength: dict[Unit, int] = {}
        self._who_can_come: dict[int, list[Unit]] = {}
        self._counters, board = p.data.counters, p.data.board
        self._front = {there for unit in p.on_map(ENEMY_OF[self.side]) for there in board.around(p.where[unit])}

    def may_come(self, unit: Unit, hexes: list[Hex]) -> None:
        """Notes where beside the enemy a unit could end its move."""
        if self.plan.together and not self.p.attacked[unit] and unit not in self._orders:
            for hex in self._front.intersection(hexes):
                self._who_can_come.setdefault(hex, []).append(unit)

    def targets(self) -> list[Hex]:
        """Hexes of enemies that somebody could attack."""
        p, side, board = self.p, self.side, self.p.data.board
        reached = self._who_can_come
        held = p.held(side)
        hexes = [p.where[enemy] for enemy in p.on_map(ENEMY_OF[side])]
        return [target for target in hexes if held[target] or any(hex in reached for hex in board.around(target))]

    def _strength_of(self, unit: Unit) -> int:
        found = self._strength.get(unit)
        if found is None:
            found = self._strength[unit] = self.fights.strength(self.p, unit)
        return found

    def forget_strength(self) -> None:
        """After a fight units may be weaker."""
        self._strength.clear()

    def best(self, target: Hex) -> Package | None:
        """The best attack on a hex that can be paid for."""
        p, counters = self.p, self._counters
        defender = defender_in(p, target, self.side)
        if defender == NO_UNIT or not counters[defender].land_unit:
            return None
        around = p.data.board.around(target)
        beside = [unit for hex in around for unit in p.units_in(hex)]
        present = [unit for unit in beside if self._is_ours(unit) and not p.attacked[unit]]
        fight = _Fight(target, defender, self.fights.defence_dice(p, defender, target), self._worth_of_a_kill(target))
        found: Package | None = None
        armies = dict.fromkeys(counters[unit].army for unit in present)
        for army in armies:
            units = [unit for unit in present if counters[unit].army == army]
            found = self._better(found, fight, units, self._dice(units, target))
        if len(armies) > 1:
            found = self._better(found, fight, present, self._dice(present, target))
        if self.plan.together and p.points > ONE_ARMY:
            found = self._reinforced(found, fight, around)
        return found

    def _is_ours(self, unit: Unit) -> bool:
        piece = self._counters[unit]
        return piece.side == self.side and piece.land_unit

    def _worth_of_a_kill(self, target: Hex) -> float:
        return self.plan.kill + max(0.0, self.fields.worth_of_breaking(target)) * BREAKING

    def _reinforced(self, found: Package | None, fight: _Fight, around: tuple[Hex, ...]) -> Package | None:
        """The attack with others brought up, the strongest first, while it pays."""
        p, target = self.p, fight.target
        units = list(found.units) if found else []
        ways = self._ways_to_come(units, target, around)
        if not ways:
            return found
        ways.sort()
        moves: list[tuple[Unit, Hex]] = []
        stands: list[float] = []
        total, fields = self._dice(units, target), self.fields
        for less, unit, hex in ways:
            if len(moves) == MOST_WHO_COME or ONE_ARMY + len(moves) >= p.points:
                break
            if unit in units or any(hex == taken for _, taken in moves):
                continue
            units.append(unit)
            moves.append((unit, hex))
            stands.append(fields.worth(unit, hex) - fields.stay(unit))
            total -= less
            found = self._better(found, fight, units, total, moves=moves, stands=stands)
        return found

    def _ways_to_come(self, units: list[Unit], target: Hex, around: tuple[Hex, ...]) -> list[tuple[int, Unit, Hex]]:
        """Who else could come to which hex beside a target, led by how many dice fewer than none it has there."""
        p, counters, ground = self.p, self._counters, self.fights.ground
        for_infantry, for_armor = ground.penalty[False][target], ground.penalty[True][target]
        ways: list[tuple[int, Unit, Hex]] = []
        for hex in around:
            if hex in self._who_can_come and p.top[hex] == NO_UNIT:
                river = RIVER_PENALTY if (hex, target) in ground.wet else 0
                for unit in self._who_can_come[hex]:
                    if p.moved[unit] or p.attacked[unit] or unit in units:
                        continue
                    less = river + (for_armor if counters[unit].armor else for_infantry) - self._strength_of(unit)
                    if less < 0:
                        ways.append((less, unit, hex))
        return ways

    def _better(
        self,
        found: Package | None,
        fight: _Fight,
        units: list[Unit],
        dice: int,
        *,
        moves: Sequence[tuple[Unit, Hex]] = (),
        stands: Sequence[float] = (),
    ) -> Package | None:
        """This attack, if it can be paid for and is better than what was found; ``stands`` is what each move gains by
        where the unit stands then."""
        armies = {self._counters[unit].army for unit in units}
        cost = len(moves) + (SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY)
        if cost > self.p.points:
            return found
        gain, price = self._gain(fight, units, dice, stands), self.plan.price
        if found is None or gain - price * cost > found.gain - price * found.cost:
            return Package(fight.target, tuple(units), tuple(moves), gain, cost)
        return found

    def _gain(self, fight: _Fight, units: list[Unit], dice: int, stands: Sequence[float]) -> float:
        """Expected steps on both sides, the chance that the defender is gone, and how well the movers stand then."""
        p, plan, fights = self.p, self.plan, self.fights
        armor, infantry, gone = fights.blow(p, dice, (fight.defender,))
        own_armor, own_infantry, _ = fights.blow(p, fight.defence, units)
        gain = plan.harm * (ARMOR_STEP * armor + infantry) - plan.blood * (ARMOR_STEP * own_armor + own_infantry)
        gain += gone * fight.kill
        gain += self._aims.get(fight.target, 0.0)
        for stand in stands:
            gain += stand
        return gain

    def _dice(self, units: Sequence[Unit], target: Hex, coming: Sequence[tuple[Unit, Hex]] = ()) -> int:
        hexes, counters, dice_of = dict(coming), self._counters, self.fights.attack_dice
        total = 0
        for unit in units:
            total += dice_of(self._strength_of(unit), counters[unit].armor, hexes.get(unit, self.p.where[unit]), target)
        return total

    def why(self, package: Package) -> tuple[Text, ...]:
        """An attack in words: its odds, what it costs and who has to come up."""
        p, counters = self.p, self.p.data.counters
        defender = defender_in(p, package.target, self.side)
        if defender == NO_UNIT:
            return ()
        dice = self._dice(package.units, package.target, package.moves)
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
        if p.data.board.place[package.target] and counters[defender].side != self.side:
            said.append(Text("advice-town", {"hex": package.target}, "16.0"))
        return tuple(said)
