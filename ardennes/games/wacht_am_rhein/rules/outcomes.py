"""10.7, errata 10.8 What the die brings: the results of a group, one after another; then advances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules import morale
from ardennes.games.wacht_am_rhein.rules.advance import Advance
from ardennes.games.wacht_am_rhein.rules.attacks import HOPELESS, WITHDRAWN, Held, HeldResult, Stacks
from ardennes.games.wacht_am_rhein.rules.field import ROUTED, Field
from ardennes.games.wacht_am_rhein.rules.morale import BROKEN, STEADY, UNTRIED
from ardennes.games.wacht_am_rhein.rules.pieces import BACK, HIT, NEXT, TO
from ardennes.games.wacht_am_rhein.rules.removal import eliminate, lose_step
from ardennes.games.wacht_am_rhein.rules.retreats import end_retreat, go_back, hexes_back
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules import losses

RESULT = re.compile(r"([AD])([0-9])(?:\(([0-9])\))?")
DEFENDER = "D"
ONE_HEX = 1
"""10.87 How far one advances into a hex that was left before the die."""


class Read(NamedTuple):
    """10.73 to 10.75 What a result says."""

    loser: str
    number: int
    """Hexes to go back or steps to lose."""
    steps: int
    """Steps that must be lost first."""


@lru_cache(maxsize=64)
def read(result: str) -> Read | None:
    """A result of the table.

    >>> read("D3(2)")
    Read(loser='D', number=3, steps=2)
    """
    found = RESULT.fullmatch(result)
    return Read(found[1], int(found[2]), int(found[3] or 0)) if found else None


Vacated = tuple[Side, tuple[Hex, ...], tuple[tuple[Hex, ...], ...], int, tuple[Unit, ...], bool]


class Left(NamedTuple):
    """10.91 Hexes that were left: who may advance, because of which attack, where to, and how far."""

    side: Side
    origins: tuple[Hex, ...]
    ways: tuple[tuple[Hex, ...], ...]
    length: int
    victors: tuple[Unit, ...]
    fought: bool = True
    """Whether a result of the table drove the loser out (10.93)."""


class Outcome(SideProcedure):
    """errata 10.8 The results of a group of attacks come into force, then both sides may advance."""

    waiting: tuple[HeldResult, ...]
    left: tuple[Vacated, ...] = ()
    by_stack: tuple[HeldResult, ...] = ()
    """With an option, the stacks that still have to suffer the result that came last, each by itself (WAR-R111)."""


class Advances(SideProcedure):
    """10.91 Those who may advance do so, one combat after another."""

    left: tuple[Vacated, ...]


class Settle(SideProcedure):
    """10.75 The loser of a combat goes back and loses steps until the number of the result is met."""

    origins: tuple[Hex, ...]
    """The hexes attacked from."""
    hexes: tuple[Hex, ...]
    """The loser's hexes when the die was rolled."""
    stacks: Stacks
    """Who stood in each of them."""
    victors: tuple[Unit, ...]
    steps_first: int
    number: int
    points: int
    """What is left of the number."""
    ways: tuple[tuple[Hex, ...], ...]
    """The way that each stack has gone back, from where it stood."""
    paid: int = 0
    """Steps lost in place of hexes."""
    moving: tuple[int, ...] = ()
    """Stacks that still have to go back a hex."""
    spirit: int = UNTRIED
    """31.2 With an option, whether they may lose steps in place of hexes."""

    @property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for stack in self.stacks for unit in stack)


class Losses(losses.Losses):
    """10.74, 10.85 Steps that must be lost."""

    rule: str


class TakeLoss(losses.TakeLoss[Field, Losses]):
    """10.75 The owner chooses who loses a step."""

    rule, verb, refusal = "10.75", HIT, "not-among-them"

    def lose(self, p: Field, losses: Losses, unit: Unit) -> None:
        lose_step(p, unit, losses.rule)


Losses.steps = (TakeLoss(),)


# --- one result after another ----------------------------------------------------------------------------


class ChooseOrder(Question[Field, Outcome]):
    """errata 10.8 The attacker says which result comes first, where there are several."""

    prompt, rule = "choose-order", "10.8"
    reasons = {NEXT: ("no-result-there", "10.8")}

    def offers(self, p: Field, outcome: Outcome) -> Sequence[int]:
        if outcome.by_stack or len(outcome.waiting) < 2:
            return []
        return [NEXT + Held(*held).targets[0] for held in outcome.waiting]

    def answer(self, p: Field, outcome: Outcome, option: int) -> Then:
        first = [held for held in outcome.waiting if Held(*held).targets[0] == object_of(option)]
        outcome.waiting = (*first, *(held for held in outcome.waiting if held not in first))
        return Then.NEXT


def settle_next(p: Field, outcome: Outcome) -> Procedure | None:
    """10.74 The next result."""
    if outcome.by_stack:
        held, outcome.by_stack = Held(*outcome.by_stack[0]), outcome.by_stack[1:]
    else:
        held, outcome.waiting = Held(*outcome.waiting[0]), outcome.waiting[1:]
        if "losses_by_stack" in p.data.options and read(held.result) is not None:
            first, *others = parted(held)
            held, outcome.by_stack = first, tuple(others)
    found = read(held.result)
    if held.result == HOPELESS:
        for unit in chain(*held.attackers):
            if p.where[unit] >= 0:
                eliminate(p, unit, "10.62")
    elif held.result == WITHDRAWN:
        ways = tuple((hex,) for hex in held.targets)
        victors = tuple(chain(*held.attackers))
        leave(outcome, Left(outcome.side, held.origins, ways, ONE_HEX, victors, fought=False))
    elif found is not None:
        return suffer(p, outcome, held, found)
    return None


def parted(held: Held) -> list[Held]:
    """10.75, WAR-R111 A result of the table for each of the loser's stacks; distant guns have none (11.35)."""
    found = read(held.result)
    if found is not None and found.loser == DEFENDER:
        stacks = zip(held.targets, held.defenders, strict=True)
        return [held._replace(targets=(hex,), defenders=(stack,)) for hex, stack in stacks]
    stacks = zip(held.origins, held.attackers, strict=True)
    return [held._replace(origins=(hex,), attackers=(stack,)) for hex, stack in stacks] or [held]


def suffer(p: Field, outcome: Outcome, held: Held, found: Read) -> Settle:
    """10.73 A side suffers a result; 10.86 those who had retreated into the hex before are lost at once."""
    defends = found.loser == DEFENDER
    for unit in chain(*held.defenders) if defends else ():
        if p.fought[unit] & ROUTED and p.where[unit] >= 0:
            eliminate(p, unit, "10.86")
    return Settle(
        side=ENEMY_OF[outcome.side] if defends else outcome.side,
        origins=held.origins,
        hexes=held.targets if defends else held.origins,
        stacks=held.defenders if defends else held.attackers,
        victors=tuple(chain(*(held.attackers if defends else held.defenders))),
        steps_first=found.steps,
        number=found.number,
        points=found.number,
        ways=tuple((hex,) for hex in (held.targets if defends else held.origins)),
    )


def go_on(p: Field, outcome: Outcome) -> Then | None:
    return Then.REPEAT if outcome.waiting or outcome.by_stack else None


# --- what a loser does -----------------------------------------------------------------------------------


def lose_first(p: Field, settle: Settle) -> Procedure | None:
    """10.74 Steps in brackets come first; 10.75 if nobody is left there is nothing more to do."""
    steps, settle.steps_first = settle.steps_first, 0
    return Losses(side=settle.side, units=settle.units, n=steps, rule="10.74") if steps else None


class ChooseStepOrHex(Question[Field, Settle]):
    """10.75, 10.81 Each point of the number is a step, or a hex back for all stacks."""

    prompt, rule, prompt_fields = "choose-step-or-hex", "10.75", ("points",)
    reasons = {HIT: ("not-among-them", "10.75"), BACK: ("no-way-back", "10.84")}

    def why_not(self, p: Field, settle: Settle, option: int) -> Refusal | None:
        if is_about(option, HIT) and settle.spirit == BROKEN and object_of(option) in settle.units:
            return Refusal("morale-is-broken", {"unit": object_of(option)}, "31.2")
        return super().why_not(p, settle, option)

    def offers(self, p: Field, settle: Settle) -> Sequence[int]:
        if settle.moving or not settle.points:
            return []
        alive = [unit for unit in settle.units if p.where[unit] >= 0]
        options = [HIT + unit for unit in alive]
        if not alive or not can_go_back(p, settle):
            return options
        return [BACK + 0] if settle.spirit == BROKEN else [*options, BACK + 0]

    def answer(self, p: Field, settle: Settle, option: int) -> Then | None:
        if option != BACK and not is_steady(p, settle):
            return None
        settle.points -= 1
        if option == BACK:
            settle.moving = tuple(
                at for at, stack in enumerate(settle.stacks) if any(p.where[unit] >= 0 for unit in stack)
            )
            return Then.NEXT
        settle.paid += 1
        lose_step(p, object_of(option), "10.75")
        return None


def is_steady(p: Field, settle: Settle) -> bool:
    """31.2 With morale, who first wants to lose a step in place of a hex rolls for all of this combat; who has no hex
    to go to (WAR-R155) loses steps without."""
    if not morale.is_played(p) or settle.spirit != UNTRIED or not can_go_back(p, settle):
        return True
    alive = [unit for unit in settle.units if p.where[unit] >= 0]
    die = p.die()
    settle.spirit = STEADY if morale.holds(p, alive, die) else BROKEN
    code = "morale-holds" if settle.spirit == STEADY else "morale-breaks"
    p.tell(Event(code, {"units": tuple(alive), "die": die, "side": settle.side}, "31.2"))
    return settle.spirit == STEADY


def can_go_back(p: Field, settle: Settle) -> bool:
    """10.84, WAR-R112 Whether every stack that is left has a hex to go to."""
    stacks = zip(settle.stacks, settle.ways, strict=True)
    return all(hexes_back(p, stack, way) for stack, way in stacks if any(p.where[unit] >= 0 for unit in stack))


class ChooseHexBack(Question[Field, Settle]):
    """10.84 Where a stack goes back to, of the hexes that are best."""

    prompt, rule = "choose-hex-back", "10.84"
    reasons = {TO: ("no-retreat-there", "10.84")}

    def arguments(self, p: Field, settle: Settle) -> dict[str, Argument]:
        return {"units": tuple(unit for unit in settle.stacks[settle.moving[0]] if p.where[unit] >= 0)}

    def offers(self, p: Field, settle: Settle) -> Sequence[int]:
        if not settle.moving:
            return []
        at = settle.moving[0]
        return [TO + hex for hex in hexes_back(p, settle.stacks[at], settle.ways[at])]

    def answer(self, p: Field, settle: Settle, option: int) -> Procedure | None:
        """10.85 A hex in an enemy zone costs the stack a step."""
        at, hex = settle.moving[0], object_of(option)
        settle.moving = settle.moving[1:]
        settle.ways = tuple((*way, hex) if number == at else way for number, way in enumerate(settle.ways))
        stack = settle.stacks[at]
        go_back(p, stack, hex)
        alive = any(p.where[unit] >= 0 for unit in stack)
        if not alive or not p.in_enemy_zone(hex, settle.side):
            return None
        return Losses(side=settle.side, units=stack, n=1, rule="10.85")


def pay_instead(p: Field, settle: Settle) -> Procedure | None:
    """10.84, WAR-R112 A stack that has lost its way while others went back loses a step instead."""
    if not settle.moving:
        return None
    at, settle.moving = settle.moving[0], settle.moving[1:]
    return Losses(side=settle.side, units=settle.stacks[at], n=1, rule="10.84")


def go_on_settling(p: Field, settle: Settle) -> Then | None:
    alive = any(p.where[unit] >= 0 for unit in settle.units)
    return Then.REPEAT if alive and (settle.points or settle.moving) else None


def end_settling(p: Field, settle: Settle) -> None:
    """10.92 How far the victors may go: the number without the steps paid in place of hexes (WAR-R114)."""
    for stack in settle.stacks:
        end_retreat(p, stack)
    outcome = p.stack[-2]
    assert isinstance(outcome, Outcome)
    loser = settle.side
    ways = tuple(way for way in settle.ways if p.side_in(way[0]) != loser)
    if ways and settle.number > settle.paid:
        leave(outcome, Left(ENEMY_OF[loser], settle.origins, ways, settle.number - settle.paid, settle.victors))


def leave(outcome: Outcome, left: Left) -> None:
    outcome.left += ((left.side, left.origins, left.ways, left.length, left.victors, left.fought),)


# --- advances --------------------------------------------------------------------------------------------


def open_advances(p: Field, outcome: Outcome) -> Advances | None:
    """errata 10.8 Where of two attacks from one hex one lets the attacker and one the defender advance, neither
    does."""
    found = [Left(*left) for left in outcome.left]
    allowed = [left for left in outcome.left if not any(contradicts(Left(*left), other) for other in found)]
    allowed.sort(key=lambda left: Left(*left).side != outcome.side)
    return Advances(side=outcome.side, left=tuple(allowed)) if allowed else None


def contradicts(left: Left, other: Left) -> bool:
    return left.side != other.side and not set(left.origins).isdisjoint(other.origins)


def next_advance(p: Field, advances: Advances) -> Procedure | None:
    left, advances.left = Left(*advances.left[0]), advances.left[1:]
    ways = tuple(way for way in left.ways if p.side_in(way[0]) != ENEMY_OF[left.side])
    if not ways:
        return None
    return Advance(side=left.side, ways=ways, length=left.length, waiting=left.victors, fought=left.fought)


def more_advances(p: Field, advances: Advances) -> Then | None:
    return Then.REPEAT if advances.left else None


Outcome.steps = (ChooseOrder(), settle_next, go_on, open_advances)
Settle.steps = (lose_first, ChooseStepOrHex(), ChooseHexBack(), pay_instead, go_on_settling, end_settling)
Advances.steps = (next_advance, more_advances)
