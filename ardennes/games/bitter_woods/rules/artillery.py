"""10.0 Artillery: which guns and rockets may support an attack or a defence."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.texts import Argument, Refusal
from ardennes.games.bitter_woods.rules.allies import fights_for
from ardennes.games.bitter_woods.rules.army_artillery import serves
from ardennes.games.bitter_woods.rules.boundaries import may_attack_over
from ardennes.games.bitter_woods.rules.details import is_spared
from ardennes.games.bitter_woods.rules.events import has_shells_enough, is_short_of_shells
from ardennes.games.bitter_woods.rules.field import MOVED_GUN, Field
from ardennes.games.bitter_woods.rules.opening import is_held_back, is_surprise, may_be_attacked_by
from ardennes.games.bitter_woods.rules.orders import german_guns_are_rich
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.numbers import Hex, Side, Unit


def guns_on_map(p: Field, side: Side) -> list[Unit]:
    """10.1 The artillery of a side on the map that has not used its strength."""
    return [unit for unit in p.data.guns[side] if p.where[unit] >= 0 and not p.fired[unit]]


def in_range(p: Field, gun: Unit, hex: Hex) -> bool:
    """10.1 Range goes over any ground."""
    return hex in p.data.within[p.data.counters[gun].range][p.where[gun]]


def attack_support(p: Field, side: Side, target: Hex) -> list[Unit]:
    """10.2, 10.3, 10.4, 12.4, 15.3 Guns that may support an attack on a hex: in supply and in range, corps artillery
    with no enemy beside it, rockets beside the target; no Allied guns on the first turn, 33.0 nor German ones at
    Monschau; 37.2 none past a boundary that binds it."""
    if (side == ALLIED and is_surprise(p)) or is_spared(p, side, target):
        return []
    return [gun for gun in guns_on_map(p, side) if in_range(p, gun, target) and may_support_attack(p, gun, target)]


def may_support_attack(p: Field, gun: Unit, target: Hex) -> bool:
    if not p.is_supplied(gun) or is_held_back(p, gun) or not may_be_attacked_by(p, gun, target):
        return False
    if not may_attack_over(p, gun, target):
        return False
    return p.data.counters[gun].kind == "rockets" or not p.is_beside_enemy(gun)


def defence_support(p: Field, side: Side, target: Hex) -> list[Unit]:
    """10.2, 10.3 Guns that may support the defence of a hex: in range of it, not in it, with no enemy beside them; no
    rockets. 21.1 None where it has been bombarded, if that is played."""
    if p.bombarded[target] and "bombarded_alone" in p.data.options:
        return []
    return [
        gun
        for gun in guns_on_map(p, side)
        if p.data.counters[gun].kind != "rockets"
        and p.where[gun] != target
        and in_range(p, gun, target)
        and not p.is_beside_enemy(gun)
        and serves(p, gun, p.units_in(target))
        and fights_for(p, gun, p.units_in(target))
    ]


def why_no_support(p: Field, side: Side, gun: Unit, target: Hex, *, attacks: bool) -> Refusal | None:
    """10.1 to 10.4 Why a gun may not support a combat, as a player would go through it: of a side that ``attacks`` a
    hex, or defends it; None if it may, whoever else takes part."""
    piece, args = p.data.counters[gun], dict[str, Argument](unit=gun, hex=target)
    if not piece.artillery or piece.side != side or p.where[gun] < 0:
        return Refusal("no-gun", args, "10.1")
    if p.fired[gun]:
        return (
            Refusal("gun-has-moved", args, "10.4") if p.fired[gun] == MOVED_GUN else Refusal("gun-used", args, "10.1")
        )
    if attacks and (found := _why_no_attack(p, side, gun, target)) is not None:
        return found
    if not attacks and piece.kind == "rockets":
        return Refusal("rockets-never-defend", args, "10.4")
    if not in_range(p, gun, target):
        return Refusal("gun-out-of-range", args, "10.1")
    if piece.kind != "rockets" and p.is_beside_enemy(gun):
        return Refusal("gun-beside-enemy", args, "10.3")
    if attacks:
        return None
    if p.where[gun] == target:
        return Refusal("gun-defends-itself", args, "10.3")
    if p.bombarded[target] and "bombarded_alone" in p.data.options:
        return Refusal("bombarded-alone", args, "21.1")
    return why_not_theirs(p, gun, p.units_in(target))


def _why_no_attack(p: Field, side: Side, gun: Unit, target: Hex) -> Refusal | None:
    """10.2 What keeps a gun from supporting attacks only."""
    args: dict[str, Argument] = {"unit": gun, "hex": target}
    if not p.is_supplied(gun):
        return Refusal("gun-unsupplied", args, "12.4")
    if side == ALLIED and is_surprise(p):
        return Refusal("guns-surprised", args, "15.3")
    if is_spared(p, side, target):
        return Refusal("monschau-spared", args, "33.0")
    if is_held_back(p, gun):
        return Refusal("held-back", {"unit": gun}, "15.5")
    if not may_be_attacked_by(p, gun, target):
        return Refusal("not-its-sector", args, "15.7")
    return None if may_attack_over(p, gun, target) else Refusal("boundary-in-the-way", {"hex": target}, "37.2")


def why_not_theirs(p: Field, gun: Unit, units: Iterable[Unit]) -> Refusal | None:
    """28.4, 37.2 Why a gun does not support these units: none is of its nation, or of its army."""
    units = tuple(units)
    if not serves(p, gun, units):
        return Refusal("gun-of-another-army", {"unit": gun}, "37.2")
    return None if fights_for(p, gun, units) else Refusal("gun-of-another-nation", {"unit": gun}, "28.4")


def reload_guns(p: Field, phasing: Side) -> None:
    """10.1 When a player turn begins: Allied artillery is ready again, German artillery in the German turn only, unless
    it has shells enough."""
    for side in (GERMAN, ALLIED):
        if side == ALLIED or phasing == GERMAN or german_guns_are_rich(p) or has_shells_enough(p):
            for gun in p.data.guns[side]:
                if may_reload(p, phasing, gun):
                    p.fired[gun] = 0


def may_reload(p: Field, phasing: Side, gun: Unit) -> bool:
    """10.4, 38.2 In the Allied player turn neither German guns that have moved, but for an option, nor Allied
    ones short of shells."""
    if phasing == GERMAN or not p.happened:
        return True
    if p.fired[gun] == MOVED_GUN and not ("moved_guns_defend" in p.data.options and has_shells_enough(p)):
        return False
    return not is_short_of_shells(p, gun)
