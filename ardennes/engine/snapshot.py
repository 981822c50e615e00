"""Snapshots: a position by the names of its columns, units, hexes and procedures, so that a later release reads it.

A later layout may have more or fewer columns, clocks and units, in another order; what is new starts as it always
does, what is gone is left out, and :class:`Taken` says so. The seed of the dice is never part of a snapshot.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from ardennes.engine.columns import frozen
from ardennes.engine.duties import Duty, Order
from ardennes.engine.game_data import GameData
from ardennes.engine.layout import Layout, layout_of, number
from ardennes.engine.position import Position, Verdict
from ardennes.engine.procedure import Procedure, step_names
from ardennes.engine.references import GONE, Refers, Turn, declared_types, turned
from ardennes.engine.saves import KeptEvent, SaveError, check_places
from ardennes.engine.texts import Argument, Event, Text
from ardennes.numbers import Unit, all_units
from ardennes.shapes import worked_out

FORMAT = 2
MOST_BYTES = 16 * 1024 * 1024
"""No snapshot unpacks to more; one that would is no snapshot."""
END = "end"
"""The step of a procedure that has done all of its own."""
ARGUMENTS = {
    "unit": Refers.UNIT,
    "units": Refers.UNIT,
    "stand_in": Refers.UNIT,
    "hex": Refers.HEX,
    "from": Refers.HEX,
    "hexside": Refers.HEXSIDE,
}
"""What the arguments of a sentence refer to, by their names."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it is kept."""

    format: int = FORMAT
    layout: Layout
    columns: dict[str, Any]
    """Of units a value for each, in the order of the layout; of hexes and hexsides those that differ from the start."""
    clocks: dict[str, Any]
    stack: tuple[dict[str, Any], ...]
    duties: tuple[dict[str, Any], ...]
    orders: tuple[dict[str, Any], ...]
    over: dict[str, Any] | None
    draws: int


class Taken(msgspec.Struct):
    """A position read from a snapshot, and what of the snapshot the game no longer has."""

    position: Position
    layout: Layout
    columns: list[str] = msgspec.field(default_factory=list)
    units: list[str] = msgspec.field(default_factory=list)
    placeless: list[str] = msgspec.field(default_factory=list)
    """Units that stood in a place that is gone."""


def digest_of(packed: bytes) -> str:
    return blake2b(packed, digest_size=16).hexdigest()


# --- writing -----------------------------------------------------------------------------------------


def snapshot(p: Position) -> bytes:
    """The position by names, without its seed and without what can be worked out from it."""
    layout = layout_of(p.data)

    def name(kind: Refers, value: Any) -> Any:
        if kind is Refers.PLACE:
            return p.data.place_name(value)
        return layout.name(kind, value)

    found = Snapshot(
        layout=layout,
        columns={column: _cells(p, column, name) for column in p.saved_columns},
        clocks={clock: turned(getattr(p, clock), kept.shape, name) for clock, kept in p.clocks.items()},
        stack=tuple(_written(procedure, name) for procedure in p.stack),
        duties=tuple(_with_subject(duty, p.data.game.subjects, name) for duty in p.duties),
        orders=tuple(_with_subject(order, p.data.game.subjects, name) for order in p.orders),
        over=msgspec.to_builtins(_reworded(p.over, name)) if p.over is not None else None,
        draws=p.draws,
    )
    return zlib.compress(msgspec.msgpack.encode(found), level=1)


def _cells(p: Position, name: str, turn: Turn) -> Any:
    column, values = p.columns[name], getattr(p, name)
    kind = column.refers
    if column.owner == "unit":
        return [turn(kind, value) for value in values] if kind is not None else list(values)
    if values == column.fresh(len(values)):
        return {}
    owner, start = Refers(column.owner), column.start
    cells = ((index, value) for index, value in enumerate(values) if value != start)
    return {turn(owner, index): turn(kind, value) if kind is not None else value for index, value in cells}


def _written(procedure: Procedure, turn: Turn) -> dict[str, Any]:
    kind = type(procedure)
    fields = {
        name: turned(getattr(procedure, name), declared_types(kind).get(name), turn)
        for name in procedure.__struct_fields__
        if name != "step"
    }
    steps = step_names(kind)
    at = steps[procedure.step] if procedure.step < len(steps) else END
    return {"procedure": kind.__name__, "step": at, **fields}


def _with_subject(owed: Duty | Order, subjects: Mapping[str, Refers], turn: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(owed)
    kind = subjects.get(owed.kind)
    if fields.get("others"):
        fields["others"] = [turn(Refers.UNIT, unit) for unit in fields["others"]]
    return {**fields, "subject": turn(kind, owed.subject) if kind is not None else owed.subject}


def _reworded(over: Verdict, turn: Turn) -> Verdict:
    return Verdict(over.winner, Text(over.reason.code, arguments(over.reason.args, turn), over.reason.rule))


def arguments(args: Mapping[str, Any], turn: Turn) -> dict[str, Argument]:
    """The arguments of a sentence with every reference turned; without those that are GONE."""
    found = {}
    for name, value in args.items():
        known = _argument(ARGUMENTS.get(name), value, turn)
        if known is not GONE:
            found[name] = tuple(known) if isinstance(known, list) else known
    return found


def _argument(kind: Refers | None, value: Any, turn: Turn) -> Any:
    if kind is None or value is None:
        return value
    try:
        if isinstance(value, tuple | list):
            return tuple(part for each in value if (part := turn(kind, each)) is not GONE)
        return turn(kind, value)
    except (KeyError, IndexError):
        return GONE


# --- reading -----------------------------------------------------------------------------------------


def read_snapshot(raw: bytes) -> Snapshot:
    """What a snapshot holds; SaveError if it is none, or one of a newer format."""
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(raw, MOST_BYTES)
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise SaveError("the position is damaged or cut short")
        found = msgspec.msgpack.decode(plain, type=worked_out(Snapshot))
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"the position cannot be read: {error}") from None
    if found.format > FORMAT:
        raise SaveError(f"the position has format {found.format}; this version reads up to {FORMAT}")
    wrong = found.layout.grid.wrong()
    if wrong:
        raise SaveError(f"the position cannot be read: {wrong}")
    return found


def take(data: GameData, raw: bytes) -> Taken:
    """The position of a snapshot in the game as it is now; SaveError if the game cannot go on from it."""
    kept = read_snapshot(raw)
    p: Position = data.game.position_type(data)

    def turn(kind: Refers, name: Any) -> Any:
        return number(data, kind, name) if isinstance(name, str) else GONE

    taken = Taken(p, kept.layout)
    numbers = [number(data, Refers.UNIT, unit) for unit in kept.layout.units]
    taken.units += [unit for unit, found in zip(kept.layout.units, numbers, strict=True) if found is GONE]
    try:
        _read_columns(p, kept, turn, taken)
        _set_up_new(p, set(all_units(len(data.counters))).difference(numbers))
        _read_clocks(p, kept.clocks, turn, taken)
        p.stack = [_procedure(data, fields, turn) for fields in kept.stack]
        p.duties = tuple(_owed(Duty, kept.duties, data.game.subjects, turn))
        p.orders = tuple(_owed(Order, kept.orders, data.game.subjects, turn))
        if kept.over is not None:
            p.over = _reworded(msgspec.convert(kept.over, worked_out(Verdict)), turn)
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError, KeyError) as error:
        raise SaveError(f"the position does not fit the game: {error}") from None
    p.draws = kept.draws
    check_places(p)
    data.game.fit(p)
    p.rebuild()
    return taken


def _read_columns(p: Position, kept: Snapshot, turn: Turn, taken: Taken) -> None:
    units = [_index(turn(Refers.UNIT, unit)) for unit in kept.layout.units]
    for old, cells in kept.columns.items():
        name = p.data.game.present_name(old)
        column = p.columns.get(name)
        if column is None or column.derived or isinstance(cells, dict) == (column.owner == "unit"):
            taken.columns.append(old)
            continue
        values, kind = getattr(p, name), column.refers
        pairs: Iterable[tuple[int | None, Any]]
        if column.owner == "unit":
            pairs = zip(units, cells, strict=True)
        else:
            pairs = ((_index(turn(Refers(column.owner), label)), value) for label, value in cells.items())
        for index, value in pairs:
            known = value if kind is None else turn(kind, value)
            if index is not None and known is not GONE:
                values[index] = known
            elif index is not None and kind is Refers.PLACE:
                taken.placeless.append(p.data.counters[index].id)


def _set_up_new(p: Position, units: Collection[Unit]) -> None:
    """Counters that the game did not have begin as they do in a new one, unless that is on the map."""
    if not units:
        return
    start = p.data.game.start(p.data, secrets.token_hex(16))
    for unit in units:
        if start.where[unit] < 0:
            for name, column in p.columns.items():
                if column.owner == "unit" and not column.derived:
                    getattr(p, name)[unit] = getattr(start, name)[unit]


def _index(found: Any) -> int | None:
    return found if isinstance(found, int) and found >= 0 else None


def _read_clocks(p: Position, clocks: Mapping[str, Any], turn: Turn, taken: Taken) -> None:
    for old, value in clocks.items():
        name = p.data.game.present_name(old)
        clock = p.clocks.get(name)
        if clock is None:
            taken.columns.append(old)
            continue
        known = turned(value, clock.shape, turn)
        if known is not GONE:
            shape = Any if clock.start is None else type(clock.start)
            setattr(p, name, msgspec.convert(frozen(known), worked_out(shape)))


def _procedure(data: GameData, fields: Mapping[str, Any], turn: Turn) -> Procedure:
    """An open procedure back again. A field that is new has its usual value, one that is gone is left out."""
    fields = {data.game.present_name(field): value for field, value in fields.items()}
    name, at = data.game.present_name(fields["procedure"]), data.game.present_name(fields["step"])
    kind = next((kind for kind in data.game.procedures if kind.__name__ == name), None)
    if kind is None:
        raise SaveError(f"the game has no procedure {name} any more")
    steps = (*step_names(kind), END)
    if at not in steps:
        raise SaveError(f"procedure {name} has no step {at} any more")
    kinds, known = declared_types(kind), {"step": steps.index(at)}
    for field in kind.__struct_fields__:
        if field in fields and field != "step":
            known[field] = turned(fields[field], kinds.get(field), turn)
            if known[field] is GONE:
                raise SaveError(f"procedure {name} is about a {field} that the game has no more")
    return msgspec.convert({**known, "type": name}, worked_out(kind))


def _owed(
    kind: type[Any], kept: Iterable[Mapping[str, Any]], subjects: Mapping[str, Refers], turn: Turn
) -> Iterable[Any]:
    """Duties or orders back again, but for those about something that is gone."""
    for fields in kept:
        refers = subjects.get(fields["kind"])
        subject = fields["subject"] if refers is None else turn(refers, fields["subject"])
        others = [unit for unit in (turn(Refers.UNIT, name) for name in fields.get("others", ())) if unit is not GONE]
        if subject is not GONE:
            yield msgspec.convert(
                {**fields, "subject": subject, **({"others": others} if others else {})}, worked_out(kind)
            )


# --- events ------------------------------------------------------------------------------------------


def events_by_name(data: GameData, events: Iterable[Event]) -> tuple[KeptEvent, ...]:
    """Events for keeping."""
    layout = layout_of(data)
    return tuple(KeptEvent(*_parts(event, layout.name)) for event in events)


def events_by_number(data: GameData, events: Iterable[KeptEvent]) -> list[Event]:
    """Kept events back again."""
    parts = [_parts(event, lambda kind, name: number(data, kind, name)) for event in events]
    return [Event(code, args, rule, told or None) for code, args, rule, told in parts]


def _parts(event: Event | KeptEvent, turn: Turn) -> tuple[str, dict[str, Any], str, dict[int, dict[str, Any] | None]]:
    told = {side: None if args is None else arguments(args, turn) for side, args in (event.told or {}).items()}
    return event.code, arguments(event.args, turn), event.rule, told
