"""Saves: one compact, versioned format that says what it needs and notices damage."""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from ardennes.engine.columns import frozen
from ardennes.engine.duties import Duty, Order
from ardennes.engine.kit import Kit
from ardennes.engine.position import Outcome, Position, Verdict
from ardennes.errors import ArdennesError

MAGIC = b"ARDENNES\n"
FORMAT = 1
CHECK_BYTES = 16


RECORD_KINDS = ("answer", "forced", "anytime", "resign", "draw")


class SaveError(ArdennesError):
    """A save that cannot be used; the text says why."""


class Record(msgspec.Struct, frozen=True, array_like=True):
    """One answer: who chose what, and what chance and the chosen path decided."""

    side: int
    option: int
    outcomes: tuple[Outcome, ...] = ()
    kind: str = "answer"
    """``answer``, ``forced`` (the only option there was), ``anytime``, ``resign`` or ``draw``."""

    @property
    def path(self) -> tuple[int, ...]:
        """The hexes that were entered, where a path was walked."""
        return next((outcome for outcome in self.outcomes if isinstance(outcome, tuple)), ())


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a save was made with, readable before anything else is."""

    format: int = FORMAT
    version: str
    game: str
    rules_version: int
    scenario: str
    options: tuple[str, ...]
    data_digest: str
    seed: str
    automatic: bool


class _Body(msgspec.Struct, array_like=True):
    columns: dict[str, bytes]
    clocks: dict[str, Any]
    stack: msgspec.Raw
    duties: tuple[Duty, ...]
    orders: tuple[Order, ...]
    over: Verdict | None
    seed: str
    draws: int


_encoder = msgspec.msgpack.Encoder()


def encode_position(p: Position) -> bytes:
    """The position without what can be worked out from it."""
    state = p.__dict__
    columns = {name: bytes(_little(state[name])) for name in p.saved_columns}
    clocks = {name: state[name] for name in p.clocks}
    stack = msgspec.Raw(_encoder.encode(p.stack))
    return _encoder.encode(_Body(columns, clocks, stack, p.duties, p.orders, p.over, p.seed, p.draws))


def decode_position(kit: Kit, data: bytes) -> Position:
    """The position back again; SaveError if it does not fit the game."""
    p = kit.game.position_type(kit)
    try:
        body = msgspec.msgpack.decode(data, type=_Body)
        p.stack = msgspec.msgpack.decode(body.stack, type=kit.game.stack_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"the position cannot be read: {error}") from None
    if set(body.columns) != set(p.saved_columns) or set(body.clocks) != set(p.clocks):
        raise SaveError("the position belongs to another game or another version of it")
    for name, raw in body.columns.items():
        setattr(p, name, _column(name, getattr(p, name), raw))
    for name, value in body.clocks.items():
        setattr(p, name, frozen(value))
    p.duties, p.orders, p.over, p.seed, p.draws = body.duties, body.orders, body.over, body.seed, body.draws
    check_places(p)
    p.rebuild()
    return p


def check_places(p: Position) -> None:
    """Every unit stands in a place that exists, and every open procedure at a step it has; otherwise SaveError."""
    lowest = -2 - len(p.kit.boxes)
    for unit, place in enumerate(p.where):
        if place < lowest or (place >= 0 and place not in p.kit.board):
            raise SaveError(f"unit {p.kit.counters[unit].id} stands in a place that does not exist")
    for procedure in p.stack:
        if not 0 <= procedure.step <= len(procedure.steps):
            raise SaveError(f"procedure {type(procedure).__name__} has no step {procedure.step}")


def _column(name: str, like: array[int] | bytearray, raw: bytes) -> array[int] | bytearray:
    if len(raw) != memoryview(like).nbytes:
        raise SaveError(f"column {name!r} of the position has the wrong length")
    return bytearray(raw) if isinstance(like, bytearray) else _little(array(like.typecode, raw))


def _little(column: array[int] | bytearray) -> array[int] | bytearray:
    """Numbers are saved with the low byte first, whatever the machine does."""
    if sys.byteorder == "big" and not isinstance(column, bytearray):
        column = column[:]
        column.byteswap()
    return column


def write_save(path: Path, header: Header, position: Position, records: list[Record]) -> None:
    """Writes a save beside the old one and puts it in its place only when it is whole."""
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_bytes(pack(header, position, records))
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise SaveError(f"{path}: cannot be written ({error.strerror})") from None


def pack(header: Header, position: Position, records: list[Record]) -> bytes:
    parts = [msgspec.json.encode(header), encode_position(position), _encoder.encode(records)]
    body = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
    return MAGIC + body + blake2b(body, digest_size=CHECK_BYTES).digest()


def unpack(data: bytes, name: str = "save") -> tuple[Header, bytes, list[Record]]:
    """Header, position and records of a save; SaveError naming what is wrong with it."""
    if not data.startswith(MAGIC):
        raise SaveError(f"{name}: not a save of this program")
    body, check = data[len(MAGIC) : -CHECK_BYTES], data[-CHECK_BYTES:]
    header_part, _ = _part(body, 0, name)
    try:
        found = msgspec.json.decode(header_part)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise SaveError(f"{name}: damaged or cut short") from None
    if not isinstance(found, dict) or not isinstance(found.get("format"), int):
        raise SaveError(f"{name}: its header names no format")
    if found["format"] > FORMAT:
        raise SaveError(
            f"{name}: saved by a newer version ({found.get('version')}), format {found['format']}; "
            f"this version reads up to {FORMAT}"
        )
    if found["format"] != FORMAT:
        raise SaveError(f"{name}: format {found['format']} is not {FORMAT}, the one this version reads")
    if blake2b(body, digest_size=CHECK_BYTES).digest() != check:
        raise SaveError(f"{name}: damaged or cut short")
    try:
        header = msgspec.convert(found, Header)
        start = 0
        parts = []
        for _ in range(3):
            part, start = _part(body, start, name)
            parts.append(part)
        if start != len(body):
            raise SaveError(f"{name}: something follows its end")
        return header, parts[1], msgspec.msgpack.decode(parts[2], type=list[Record])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"{name}: {error}") from None


def _part(body: bytes, start: int, name: str) -> tuple[bytes, int]:
    length = int.from_bytes(body[start : start + 4], "little")
    end = start + 4 + length
    if len(body) < end or start + 4 > len(body):
        raise SaveError(f"{name}: damaged or cut short")
    return body[start + 4 : end], end
