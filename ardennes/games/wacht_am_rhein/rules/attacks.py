"""10.0 The Combat Phase and one attack in it. Results of attacks made from the same hex wait for each other (errata
10.8): a *group* is the hexes attacked from, joined as long as attacks share one."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ardennes.engine.procedure import Procedure, SideProcedure
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import fighting

WRITTEN_FIRE = "written_fire"
"""errata 11.4 The option."""
NOTHING, WITHDRAWN, HOPELESS = "", "W", "X"
"""Results besides those of the table: none; 10.87 a headquarters left before the die; 10.62 attackers below the lowest
odds are lost."""
Stacks = tuple[tuple[Unit, ...], ...]
HeldResult = tuple[tuple[Hex, ...], tuple[Hex, ...], Stacks, Stacks, str]


class Held(NamedTuple):
    """errata 10.8 A result that waits: who stood in the hexes fought over when the die was rolled."""

    targets: tuple[Hex, ...]
    origins: tuple[Hex, ...]
    """The hexes attacked from."""
    attackers: Stacks
    """The units in each of them, bystanders too (9.33)."""
    defenders: Stacks
    """The units in each target."""
    result: str


class Combat(SideProcedure):
    """10.0 The Combat Phase of a side."""

    stage_name = "stage-combat"
    owed: tuple[Hex, ...] = ()
    """8.41, 10.11 Enemy hexes that must be attacked, from the beginning of the phase."""
    owing: tuple[Unit, ...] = ()
    """10.13 Units that must attack."""
    sent: tuple[tuple[Hex, int, int], ...] = ()
    """9.31 How many battalions and companies have attacked from a hex: those that stand there may be others by now."""
    group: tuple[Hex, ...] = ()
    """The hexes attacked from whose results wait."""
    held: tuple[HeldResult, ...] = ()
    flown: tuple[int, int] = (0, 0)
    """19.13 Points of ground support that each side has used."""


class Attack(fighting.Attack):
    """10.25 One attack: on a hex, or on several if every attacker is beside each of them."""

    also: tuple[Hex, ...] = ()
    barrage: bool = False
    """11.3 By guns and aircraft alone."""
    guns: tuple[Unit, ...] = ()
    """11.2 In battery, with their barrage."""
    air: int = 0
    """19.1 Points of ground support."""
    answer: tuple[Unit, ...] = ()
    """11.4 The defender's guns, with their protective fire."""
    air_answer: int = 0
    checked: bool = False
    """10.62 It has reached the lowest odds."""
    left: tuple[Hex, ...] = ()
    """10.87 Hexes that a headquarters has left before the die."""
    die: int = 0
    result: str = NOTHING
    dry: bool = False
    """11.81 The Germans lose a gun that took part."""

    @property
    def targets(self) -> tuple[Hex, ...]:
        """The hexes under attack that somebody still holds."""
        hexes = (self.target, *self.also)
        return tuple([hex for hex in hexes if hex not in self.left]) if self.left else hexes


class WrittenAttack(Attack):
    """errata 11.4 One attack with protective fire that is written down: until it is shown the attacker does not know
    it."""

    shown: bool = False

    def seen_by(self, p: Field, side: Side) -> Procedure:
        if side != self.side or self.shown:
            return self
        return msgspec.structs.replace(self, answer=(), air_answer=0)


def as_declared(fields: tuple[Any, ...]) -> Attack:
    """The attack that has these fields, of whichever kind."""
    kind = next(kind for kind in (Attack, WrittenAttack) if len(kind.__struct_fields__) == len(fields))
    return kind(**dict(zip(kind.__struct_fields__, fields, strict=True)))


def phase_of(p: Field, side: Side) -> Combat:
    """The Combat Phase that is on, or one of a side in which nothing has happened yet."""
    for each in p.stack:
        if isinstance(each, Combat):
            return each
    return Combat(side=side)


def origins(p: Field, attack: Attack) -> tuple[Hex, ...]:
    """10.25, 11.25 The hexes attacked from: of units and of guns beside a target, but not of guns farther away."""
    beside = {hex for target in (attack.target, *attack.also) for hex in p.data.board.around(target)}
    return tuple(sorted({p.where[unit] for unit in (*attack.attackers, *attack.guns)} & beside))


def near_guns(p: Field, attack: Attack) -> list[Unit]:
    """11.25 The guns of an attack that stand beside a target: they share its result."""
    hexes = origins(p, attack)
    return [gun for gun in attack.guns if p.where[gun] in hexes]
