"""What an attack is worth: dice for units that are not there yet, and exact expectations from the resolver."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.dice import every_branch
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.ai.ground import Ground
from ardennes.games.bulge1944.rules.combat import strike
from ardennes.games.bulge1944.rules.combat_dice import RIVER_PENALTY
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import BulgeData
from ardennes.games.bulge1944.rules.supply import ARMOR_DICE_LESS, INFANTRY_DICE_LESS, is_hampered
from ardennes.numbers import Hex, Side, Unit

Blow = tuple[float, float, float]
"""Armor steps and infantry steps to be expected, and the chance that nothing is left."""


class Fights:
    """Expected results, remembered by dice and by what they fall on."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._blows: dict[tuple[int, int, int, bool], Blow] = {}

    def blow(self, p: Field, dice: int, units: Sequence[Unit]) -> Blow:
        """12.0 What so many dice do to these units, on every branch of the resolver."""
        counters = p.data.counters
        armor = sum([p.steps[unit] for unit in units if counters[unit].armor])
        infantry = sum([p.steps[unit] for unit in units]) - armor
        key = dice, armor, infantry, "surplus_lost" in p.data.options
        found = self._blows.get(key)
        if found is None:
            branches = every_branch(lambda rolled: strike(p, rolled, dice, units))
            found = self._blows[key] = (
                float(sum(result.armor_hits * chance for result, chance in branches.items())),
                float(sum(result.infantry_hits * chance for result, chance in branches.items())),
                float(sum(chance for result, chance in branches.items() if result.steps == armor + infantry)),
            )
        return found

    def strength(self, p: Field, unit: Unit) -> int:
        """13.0 The dice of a unit, less what it lacks in supply; terrain may take more, but never below none."""
        piece = p.data.counters[unit]
        dice = piece.dice_with(p.steps[unit])
        if is_hampered(p, unit):
            dice -= ARMOR_DICE_LESS if piece.armor else INFANTRY_DICE_LESS
        return dice

    def attack_dice(self, strength: int, armor: bool, hex: Hex, target: Hex) -> int:
        """2.0, 12.0 What a unit rolls when it attacks from a hex."""
        dice = strength - self.ground.penalty[armor][target]
        if (hex, target) in self.ground.wet:
            dice -= RIVER_PENALTY
        return max(0, dice)

    def defence_dice(self, p: Field, unit: Unit, hex: Hex) -> int:
        """12.0 What a unit rolls in defence, without support."""
        return max(0, self.strength(p, unit) + self.ground.bonus[p.data.counters[unit].side][hex])


_made: dict[str, Fights] = {}


def fights_for(data: BulgeData) -> Fights:
    """What all scripts share that play with the same data; made once."""
    if data.digest not in _made:
        _made[data.digest] = Fights(Ground(data))
    return _made[data.digest]


def defender_in(p: Field, hex: Hex, side: Side) -> Unit:
    """The enemy of a side in a hex, or NO_UNIT."""
    unit = p.top[hex]
    return unit if unit != NO_UNIT and p.data.sides[unit] != side else NO_UNIT
