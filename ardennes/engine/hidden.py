"""Hidden counters: stand-ins in the view of the other side, and how a possible truth is imagined.

A game with hidden counters keeps, for each side, a few *stand-ins* among its counters (a face-down piece under a
pseudonym) and a column ``mask``: the stand-in under which a unit is seen by the enemy, or NO_UNIT. The stand-in is
picked by chance, so that its number tells nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from ardennes.engine.columns import unit_column
from ardennes.engine.kit import NOWHERE, UNSEEN
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.texts import Argument, Event


class HidingPosition(Position):
    """A position in which counters may lie face down."""

    mask: array[int] = unit_column("h", NO_UNIT)

    def view_name(self, unit: int, side: int) -> int:
        """The unit as a side knows it: itself, or its stand-in."""
        hidden = self.mask[unit] != NO_UNIT and self.kit.counters[unit].side != side
        return self.mask[unit] if hidden else unit


def hide_unit(p: HidingPosition, unit: int, stand_ins: Sequence[int]) -> None:
    """Turns a unit face down, under a stand-in that is free."""
    used = set(p.mask)
    p.mask[unit] = p.draw([stand_in for stand_in in stand_ins if stand_in not in used])
    p.memo.clear()


def reveal_unit(p: HidingPosition, unit: int, rule: str) -> None:
    """Turns a unit face up, for good or until it is hidden again. Undo never goes back across it."""
    if p.mask[unit] == NO_UNIT:
        return
    stand_in, p.mask[unit] = p.mask[unit], NO_UNIT
    p.revealed = True
    p.memo.clear()
    p.tell(Event("revealed", {"unit": unit, "stand_in": stand_in, "hex": p.where[unit]}, rule))


def cover(view: HidingPosition, side: int, public: Iterable[str] = ()) -> None:
    """Replaces every unit hidden from ``side`` by its stand-in; ``public`` names columns the stand-in shows."""
    where, counters, state = view.where, view.kit.counters, view.__dict__
    shown = [state[name] for name in public]
    of_units = [(state[name], column.start) for name, column in view.columns.items()
                if column.owner == "unit" and not column.derived]  # fmt: skip
    for unit, stand_in in enumerate(view.mask):
        if stand_in == NO_UNIT or counters[unit].side == side:
            continue
        where[stand_in] = where[unit]
        for numbers in shown:
            numbers[stand_in] = numbers[unit]
        for numbers, start in of_units:
            numbers[unit] = start
        where[unit] = UNSEEN
    view.rebuild()


def uncover(truth: HidingPosition, public: Iterable[str] = ()) -> dict[int, int]:
    """Deals the unseen units out to the stand-ins of their side at random: one possible truth. Returns who lies behind
    each stand-in, for open procedures that speak of one."""
    dealt: dict[int, int] = {}
    for side in (0, 1):
        hidden = unseen(truth, side)
        for stand_in in stand_ins_on_map(truth, side):
            dealt[stand_in] = truth.draw(hidden)
            hidden.remove(dealt[stand_in])
    lay_open(truth, dealt, public)
    return dealt


def unseen(truth: Position, side: int) -> list[int]:
    """The units of a side that a view has lost sight of."""
    counters = truth.kit.counters
    return [unit for unit, hex in enumerate(truth.where) if hex == UNSEEN and counters[unit].side == side]


def stand_ins_on_map(truth: HidingPosition, side: int) -> list[int]:
    """The stand-ins of a side behind which nobody knows who is."""
    taken, counters = set(truth.mask), truth.kit.counters
    return [
        other
        for other, hex in enumerate(truth.where)
        if hex >= 0 and counters[other].side == side and is_stand_in(truth, other) and other not in taken
    ]


def lay_open(truth: HidingPosition, dealt: Mapping[int, int], public: Iterable[str] = ()) -> None:
    """Puts units where their stand-ins lie; ``public`` names the columns that the stand-ins showed."""
    shown = tuple(public)
    for stand_in, unit in dealt.items():
        truth.where[unit], truth.where[stand_in] = truth.where[stand_in], NOWHERE
        truth.mask[unit] = stand_in
        for name in shown:
            column = getattr(truth, name)
            column[unit], column[stand_in] = column[stand_in], truth.columns[name].start
    truth.rebuild()


def is_stand_in(p: Position, unit: int) -> bool:
    """Whether a counter only stands for one that is face down."""
    return bool(getattr(p.kit.counters[unit], "stand_in", False))


def disguise(p: HidingPosition, event: Event, units: Iterable[str] = ("unit",)) -> Event:
    """The event with stand-ins in the arguments ``units``, for the side that may not know better."""
    if event.code == "revealed":
        return event
    told: dict[int, dict[str, Argument] | None] = {}
    for side in (0, 1):
        args = dict(event.args)
        for name in units:
            value = args.get(name)
            if isinstance(value, int):
                args[name] = p.view_name(value, side)
            elif isinstance(value, tuple):
                args[name] = tuple(p.view_name(unit, side) for unit in value)
        if args != event.args:
            told[side] = args
    return Event(event.code, event.args, event.rule, told) if told else event
