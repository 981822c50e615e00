"""2.0, 4.2, 12.0, 17.0 An attack as it is announced: how many dice each side rolls, as a list of reasons; and which
support may be added."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.games.bulge1944.rules import leaders, weather
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.supply import dice_lost, is_supplied
from ardennes.games.bulge1944.rules.terrain import CITY, attack_penalty, ground_of
from ardennes.numbers import Side, Unit
from ardennes.rules import fighting

ARTILLERY_DICE, AIR_DICE, LEADER_DICE = 1, 2, 1
TOWN_BONUS, CITY_BONUS, WALL_BONUS = 1, 2, 2
RIVER_PENALTY = 1


class Attack(fighting.Attack):
    """One hex under attack."""

    budget: int
    """Points that may be spent on it; others may be owed elsewhere (9.0), for counters the enemy may not know."""
    support: tuple[Unit, ...] = ()
    leaders: tuple[Unit, ...] = ()
    """4.2 Who has joined one of the attackers for it."""
    answer: tuple[Unit, ...] = ()
    """What the defender adds."""
    after_all: tuple[Unit, ...] = ()
    """13.0, 18.7 Units in supply after all, as their owners learned: what seemed to cut them off is a phantom."""

    def seen_by(self, p: Field, side: Side) -> Procedure:
        attackers = tuple(p.view_name(unit, side) for unit in self.attackers)
        budget = self.budget if side == self.side else p.points
        after_all = tuple(unit for unit in self.after_all if p.data.sides[unit] == side)
        return msgspec.structs.replace(self, attackers=attackers, budget=budget, after_all=after_all)


# --- dice --------------------------------------------------------------------------------------------


def attack_dice(p: Field, attack: Attack) -> Tally:
    """12.0 Each attacker's dice, less terrain and supply, but never below none; support comes on top."""
    entries: list[Modifier] = []
    for unit in attack.attackers:
        entries += _at_least_none(_attacker_dice(p, attack, unit))
    if is_led(p, attack):
        entries.append(Modifier("leader", LEADER_DICE, "4.2"))
    return Tally.of([*entries, *support_dice(p, attack.support)])


def is_led(p: Field, attack: Attack) -> bool:
    """4.2 Whether a leader is with one of the attackers, or about to join it."""
    return bool(attack.leaders) or any(leaders.leader_of(p, unit) != NO_UNIT for unit in attack.attackers)


def _attacker_dice(p: Field, attack: Attack, unit: Unit) -> list[Modifier]:
    piece, board, target = p.data.counters[unit], p.data.board, attack.target
    river = board.river[board.side(p.where[unit], target)]
    return [
        Modifier("unit", piece.dice_with(p.steps[unit]), "4.0", {"unit": unit}),
        Modifier("terrain", -attack_penalty(ground_of(board, target), piece.armor), "17.0", {"hex": target}),
        Modifier("across-river", -RIVER_PENALTY if river else 0, "17.0"),
        Modifier("out-of-supply", -dice_lost(p, unit, attack.after_all), "13.0"),
    ]


def defence_dice(p: Field, attack: Attack) -> Tally:
    """12.0 The defender's dice with what terrain adds, less supply; a hidden one's own dice are not known."""
    target, defender = attack.target, p.enemy_in(attack.target, attack.side)
    piece, board = p.data.counters[defender], p.data.board
    town = board.place[target] == board.code("place", "town")
    city = ground_of(board, target) == CITY
    wall = piece.side == GERMAN and target in p.data.wall
    own = [
        Modifier("unit", 0 if piece.stand_in else piece.dice_with(p.steps[defender]), "4.0", {"unit": defender}),
        Modifier("town", TOWN_BONUS if town else 0, "17.0"),
        Modifier("city", CITY_BONUS if city else 0, "17.0"),
        Modifier("siegfried-line", WALL_BONUS if wall else 0, "17.0"),
        Modifier("out-of-supply", 0 if piece.stand_in else -dice_lost(p, defender, attack.after_all), "13.0"),
    ]
    return Tally.of([*_at_least_none(own), *support_dice(p, attack.answer)])


def _at_least_none(entries: list[Modifier]) -> list[Modifier]:
    """12.0 A unit never rolls fewer than no dice."""
    total = sum(entry.amount for entry in entries)
    return [*entries, Modifier("no-less-than-none", -total, "2.0")] if total < 0 else entries


def support_dice(p: Field, support: Iterable[int]) -> list[Modifier]:
    """4.2 One die for artillery, two for an air unit, whatever the terrain."""
    return [
        Modifier(
            p.data.counters[piece].kind,
            AIR_DICE if p.data.counters[piece].kind == "air" else ARTILLERY_DICE,
            "4.2",
            {"unit": piece},
        )
        for piece in support
    ]


# --- support -----------------------------------------------------------------------------------------


def attack_support(p: Field, attack: Attack) -> list[Unit]:
    """4.2, 12.0 Support the attacker may still add: German guns near the Siegfried Line only, air for the Allies."""
    if not attack.attackers:
        return []
    in_range = attack.side == ALLIED or attack.target in p.data.near_wall
    return _support_for(p, attack, attack.side, attack.attackers if in_range else (), attack.support)


def defence_support(p: Field, attack: Attack) -> list[Unit]:
    """4.2, 12.0 Support the Allied player may add to a defence; the Germans have none."""
    if attack.side == ALLIED:
        return []
    return _support_for(p, attack, ALLIED, [p.enemy_in(attack.target, GERMAN)], attack.answer)


def _support_for(p: Field, attack: Attack, side: Side, units: Iterable[Unit], chosen: Iterable[int]) -> list[Unit]:
    """4.2 One artillery and one air unit to a combat and side."""
    counters = p.data.counters
    armies = {counters[unit].army for unit in units if is_supplied(p, unit, attack.after_all)}
    taken = {counters[piece].kind for piece in chosen}
    free = [piece for piece in p.data.support[side] if counters[piece].kind not in taken]
    return [piece for piece in free if weather.flies(p, piece) or _guns_for(p, piece, armies)]


def _guns_for(p: Field, piece: Unit, armies: set[str]) -> bool:
    """4.2 Artillery on its turns, for supplied units of its own army."""
    counter = p.data.counters[piece]
    return counter.kind == "artillery" and counter.army in armies and leaders.is_available(p, piece)
