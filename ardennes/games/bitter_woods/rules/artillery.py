"""10.0 Artillery: which guns and rockets may support an attack or a defence."""

from __future__ import annotations

from ardennes.games.bitter_woods.rules.field import Field, is_beside_enemy
from ardennes.games.bitter_woods.rules.opening import is_held_back, is_surprise, may_be_attacked_by
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN


def guns_on_map(p: Field, side: int) -> list[int]:
    """10.1 The artillery of a side on the map that has not used its strength."""
    return [unit for unit in p.data.guns[side] if p.where[unit] >= 0 and not p.fired[unit]]


def in_range(p: Field, gun: int, hex: int) -> bool:
    """10.1 Range goes over any ground."""
    return hex in p.data.within[p.data.counters[gun].range][p.where[gun]]


def attack_support(p: Field, side: int, target: int) -> list[int]:
    """10.2, 10.3, 10.4, 12.4, 15.3 Guns that may support an attack on a hex: in supply and in range, corps artillery
    with no enemy beside it, rockets beside the target; no Allied guns on the first turn."""
    if side == ALLIED and is_surprise(p):
        return []
    return [gun for gun in guns_on_map(p, side) if in_range(p, gun, target) and may_support_attack(p, gun, target)]


def may_support_attack(p: Field, gun: int, target: int) -> bool:
    if not p.is_supplied(gun) or is_held_back(p, gun) or not may_be_attacked_by(p, gun, target):
        return False
    return p.data.counters[gun].kind == "rockets" or not is_beside_enemy(p, gun)


def defence_support(p: Field, side: int, target: int) -> list[int]:
    """10.2, 10.3 Guns that may support the defence of a hex: in range of it, not in it, with no enemy beside them; no
    rockets."""
    return [
        gun
        for gun in guns_on_map(p, side)
        if p.data.counters[gun].kind != "rockets"
        and p.where[gun] != target
        and in_range(p, gun, target)
        and not is_beside_enemy(p, gun)
    ]


def reload_guns(p: Field, phasing: int) -> None:
    """10.1 When a player turn begins: Allied artillery is ready again, German artillery in the German turn only."""
    for side in (GERMAN, ALLIED):
        if side == ALLIED or phasing == GERMAN:
            for gun in p.data.guns[side]:
                p.fired[gun] = 0
