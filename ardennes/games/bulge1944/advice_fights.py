"""What an attack is worth: dice for units that are not there yet, and exact expectations from the resolver."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ardennes.engine.dice import every_branch
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.advice_ground import Ground
from ardennes.games.bulge1944.combat import strike
from ardennes.games.bulge1944.combat_dice import AIR_DICE, ARTILLERY_DICE, RIVER_PENALTY
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.pieces import Piece
from ardennes.games.bulge1944.supply import ARMOR_DICE_LESS, INFANTRY_DICE_LESS, is_hampered

Blow = tuple[float, float, tuple[float, ...]]
"""Armor steps and infantry steps to be expected, and the chance of each number of steps in all."""


@cache
def dice_printed(piece: Piece, steps: int) -> int:
    """4.0 The dice a counter shows."""
    return piece.dice_with(steps)


class Fights:
    """Expected results, remembered by dice and by what they fall on."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._blows: dict[tuple[int, int, int, bool], Blow] = {}

    def blow(self, p: Field, dice: int, units: Sequence[int]) -> Blow:
        """12.0 What so many dice do to these units, on every branch of the resolver."""
        counters, steps = p.kit.counters, p.steps
        armor = sum(steps[unit] for unit in units if counters[unit].armor)
        infantry = sum(steps[unit] for unit in units) - armor
        key = dice, armor, infantry, "surplus_lost" in p.kit.options
        found = self._blows.get(key)
        if found is None:
            branches = every_branch(lambda rolled: strike(p, rolled, dice, units))
            chances = [0.0] * (armor + infantry + 1)
            for result, chance in branches.items():
                chances[result.steps] += float(chance)
            found = self._blows[key] = (
                float(sum(result.armor_hits * chance for result, chance in branches.items())),
                float(sum(result.infantry_hits * chance for result, chance in branches.items())),
                tuple(chances),
            )
        return found

    def attack_dice(self, p: Field, unit: int, hex: int, target: int) -> int:
        """2.0, 12.0 What a unit would roll if it attacked from a hex, with the supply it has now."""
        piece, board = p.kit.counters[unit], p.kit.board
        dice = dice_printed(piece, p.steps[unit]) - self.ground.penalty[piece.armor][target]
        if board.river[board.side(hex, target)]:
            dice -= RIVER_PENALTY
        if dice > 0 and is_hampered(p, unit):
            dice -= ARMOR_DICE_LESS if piece.armor else INFANTRY_DICE_LESS
        return max(0, dice)

    def defence_dice(self, p: Field, unit: int, hex: int) -> int:
        """12.0 What a unit rolls in defence, without support."""
        piece = p.kit.counters[unit]
        dice = dice_printed(piece, p.steps[unit]) + self.ground.bonus[piece.side][hex]
        if is_hampered(p, unit):
            dice -= ARMOR_DICE_LESS if piece.armor else INFANTRY_DICE_LESS
        return max(0, dice)


def support_dice(p: Field, piece: int) -> int:
    """4.2 What artillery or an air unit adds."""
    return AIR_DICE if p.kit.counters[piece].kind == "air" else ARTILLERY_DICE


def defender_in(p: Field, hex: int, side: int) -> int:
    """The enemy of a side in a hex, or NO_UNIT."""
    unit = p.top[hex]
    return unit if unit != NO_UNIT and p.kit.counters[unit].side != side else NO_UNIT
