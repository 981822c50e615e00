"""Hidden counters: stand-ins in the view of the other side, and how a possible truth is imagined.

A game with hidden counters keeps, for each side, a few *stand-ins* among its counters (a face-down piece under a
pseudonym) and a column ``mask``: the stand-in under which a unit is seen by the enemy, or NO_UNIT. The stand-in is
picked by chance, so that its number tells nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec

from ardennes.engine.columns import unit_column
from ardennes.engine.game_data import NOWHERE, UNSEEN
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.references import Refers
from ardennes.engine.texts import Argument, Event
from ardennes.kernels.counters import hand_over, set_back
from ardennes.numbers import SIDES, PerUnit, Side, Unit, by_unit


class UnitCells(msgspec.Struct, frozen=True):
    """The saved columns of one type that belong to units, and how each starts for a unit out of sight."""

    names: tuple[str, ...]
    starts: array[int]


def _saved_of_units(kind: type[Position]) -> list[str]:
    return [name for name in kind.saved_columns if kind.columns[name].owner == "unit"]


def _unit_cells(kind: type[Position], code: str) -> UnitCells:
    names = tuple(name for name in _saved_of_units(kind) if kind.columns[name].code == code)
    starts = [UNSEEN if name == "where" else kind.columns[name].start for name in names]
    return UnitCells(names, array(code, starts))


class HidingPosition(Position):
    """A position in which counters may lie face down."""

    mask: PerUnit[Unit] = unit_column("h", NO_UNIT, refers=Refers.UNIT)

    unit_cells: ClassVar[tuple[UnitCells, UnitCells]]
    """What a position remembers of units, in narrow columns and in wide ones."""

    derived_from: ClassVar[tuple[str, ...]] = ("where",)
    """The columns that the derived ones, and facts about where units are, follow from."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.unit_cells = _unit_cells(cls, "b"), _unit_cells(cls, "h")
        if sum(len(cells.names) for cells in cls.unit_cells) < len(_saved_of_units(cls)):
            raise TypeError(f"{cls.__name__}: columns of units that can be hidden are of type b or h")

    def view_name(self, unit: Unit, side: Side) -> Unit:
        """The unit as a side knows it: itself, or its stand-in."""
        stand_in = self.mask[unit]
        return unit if stand_in == NO_UNIT or self.data.sides[unit] == side else stand_in

    def derive(self, side: Side) -> None:
        """Gives a view its derived columns: those of the last view of the side, if all that they follow from is as it
        was, with what was found out about it."""
        state, (_, last) = self.__dict__, self.earlier.get(side, (None, None))
        known = {} if last is None else last.__dict__
        if [known.get(name) for name in self.derived_from] == [state[name] for name in self.derived_from]:
            for name in self.derived_columns:
                state[name] = known[name][:]
            self.caches = known["caches"][:]
            self.forget()
        else:
            self.rebuild()


def hide_unit(p: HidingPosition, unit: Unit, stand_ins: Sequence[Unit]) -> None:
    """Turns a unit face down, under a stand-in that is free."""
    used = set(p.mask)
    p.mask[unit] = p.draw([stand_in for stand_in in stand_ins if stand_in not in used])
    p.forget()


def reveal_unit(p: HidingPosition, unit: Unit, rule: str) -> None:
    """Turns a unit face up, for good or until it is hidden again. Undo never goes back across it."""
    if p.mask[unit] == NO_UNIT:
        return
    stand_in, p.mask[unit] = p.mask[unit], NO_UNIT
    p.revealed = True
    p.forget()
    p.tell(Event("revealed", {"unit": unit, "stand_in": stand_in, "hex": p.where[unit]}, rule))


def cover(view: HidingPosition, side: Side, public: tuple[str, ...] = (), lost: Iterable[int] = ()) -> None:
    """Replaces every unit hidden from ``side`` by its stand-in; ``public`` names columns the stand-in shows. Of units
    that are ``lost`` nothing is seen at all."""
    units, stand_ins = _face_down(bytes(view.mask), view.data.sides, side)
    named, (narrow, wide) = view.__dict__.__getitem__, view.unit_cells
    shown_narrow, shown_wide = _shown(type(view), public)
    hand_over([*map(named, shown_narrow)], [*map(named, shown_wide)], units, stand_ins)
    columns = [*map(named, narrow.names)], [*map(named, wide.names)]
    set_back(columns[0], narrow.starts, columns[1], wide.starts, units + array("h", lost))
    view.derive(side)


@lru_cache
def _shown(kind: type[HidingPosition], public: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The narrow and the wide columns that a stand-in shows."""
    narrow, wide = (tuple(name for name in cells.names if name in ("where", *public)) for cells in kind.unit_cells)
    return narrow, wide


@lru_cache(maxsize=256)
def _face_down(mask: bytes, sides: bytes, side: Side) -> tuple[array[int], array[int]]:
    """Who is hidden from a side, and the stand-ins; the same for many views, as counters are seldom turned."""
    masks = array("h", mask)
    units = [unit for unit, stand_in in by_unit(masks) if stand_in != NO_UNIT and sides[unit] != side]
    return array("h", units), array("h", [masks[unit] for unit in units])


def lies_face_down(p: HidingPosition, side: Side) -> bool:
    """Whether any counter lies face down for a side."""
    units, _ = _face_down(bytes(p.mask), p.data.sides, side)
    return len(units) > 0


def uncover(truth: HidingPosition, public: Iterable[str] = ()) -> dict[Unit, Unit]:
    """Deals the unseen units out to the stand-ins of their side at random: one possible truth. Returns who lies behind
    each stand-in, for open procedures that speak of one."""
    dealt: dict[Unit, Unit] = {}
    for side in SIDES:
        hidden = unseen(truth, side)
        for stand_in in stand_ins_on_map(truth, side):
            dealt[stand_in] = truth.draw(hidden)
            hidden.remove(dealt[stand_in])
    reveal_all(truth, dealt, public)
    return dealt


def unseen(truth: Position, side: Side) -> list[Unit]:
    """The units of a side that a view has lost sight of."""
    counters = truth.data.counters
    return [unit for unit, hex in by_unit(truth.where) if hex == UNSEEN and counters[unit].side == side]


def stand_ins_on_map(truth: HidingPosition, side: Side) -> list[Unit]:
    """The stand-ins of a side behind which nobody knows who is."""
    taken, counters = set(truth.mask), truth.data.counters
    return [
        other
        for other, hex in by_unit(truth.where)
        if hex >= 0 and counters[other].side == side and is_stand_in(truth, other) and other not in taken
    ]


def reveal_all(truth: HidingPosition, dealt: Mapping[Unit, Unit], public: Iterable[str] = ()) -> None:
    """Puts units where their stand-ins lie; ``public`` names the columns that the stand-ins showed."""
    shown = tuple(public)
    for stand_in, unit in dealt.items():
        truth.where[unit], truth.where[stand_in] = truth.where[stand_in], NOWHERE
        truth.mask[unit] = stand_in
        for name in shown:
            column = getattr(truth, name)
            column[unit], column[stand_in] = column[stand_in], truth.columns[name].start
    truth.rebuild()


def is_stand_in(p: Position, unit: Unit) -> bool:
    """Whether a counter only stands for one that is face down."""
    return bool(getattr(p.data.counters[unit], "stand_in", False))


def _speaks_of_hidden(p: HidingPosition, event: Event, units: Iterable[str]) -> bool:
    """Whether one of these arguments of an event is a unit that lies face down, or has one among others."""
    args, mask = event.args, p.mask
    for name in units:
        value = args.get(name)
        if isinstance(value, int):
            if mask[Unit(value)] != NO_UNIT:
                return True
        elif isinstance(value, tuple) and any(mask[Unit(unit)] != NO_UNIT for unit in value):
            return True
    return False


def disguise(p: HidingPosition, event: Event, units: Iterable[str] = ("unit",)) -> Event:
    """The event with stand-ins in the arguments ``units``, for the side that may not know better."""
    if event.code == "revealed" or not _speaks_of_hidden(p, event, units):
        return event
    told = dict(event.told or {})
    for side in set(SIDES) - told.keys():
        args = event.args
        for name in units:
            value = args.get(name)
            if isinstance(value, int):
                known: Argument = p.view_name(Unit(value), side)
            elif isinstance(value, tuple):
                known = tuple(p.view_name(Unit(unit), side) for unit in value)
            else:
                continue
            if known != value:
                args = {**args, name: known}
        if args is not event.args:
            told[side] = args
    return Event(event.code, event.args, event.rule, told) if told else event
