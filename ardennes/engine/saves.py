"""Saves: one compact, versioned format that says what it needs and notices damage."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ardennes.engine.columns import frozen
from ardennes.engine.dice import Outcome, mixed
from ardennes.engine.duties import Duty, Order
from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position, Verdict
from ardennes.engine.texts import Text
from ardennes.errors import ArdennesError
from ardennes.numbers import Hex, Side, by_unit
from ardennes.shapes import worked_out

MAGIC = b"ARDENNES\n"
FORMAT, FIRST_FORMAT = 2, 1
"""The format that is written, and the oldest that is read."""
CHECK_BYTES = 16

RecordKind = Literal["answer", "forced", "anytime", "resign", "draw", "time", "back", "lost"]
"""What is read of a record is one of these very words, not another copy of it."""
ENDINGS: tuple[RecordKind, ...] = ("resign", "draw", "time")
"""Records by which a game is stopped, whatever the rules say of how it stands."""
BACK: Final = "back"
"""The kind of a record that says that both sides agreed to take back what a side had answered: so many records."""
UNPLAYED: tuple[RecordKind, ...] = (*ENDINGS, BACK)
"""Records that answer nothing: in their place an option means nothing."""
RECORD_KINDS: tuple[RecordKind, ...] = ("answer", "forced", "anytime", *UNPLAYED)
LOST: Final = "lost"
"""The kind of a record that speaks of something the game no longer has."""


class SaveError(ArdennesError):
    """A save that cannot be used; the text says why."""


class Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One answer: who chose what, and what chance and the chosen path decided. A long game has a hundred thousand; none
    refers to itself, so that no garbage is looked for in them."""

    side: Side
    option: int
    outcomes: tuple[Outcome, ...] = ()
    kind: RecordKind = "answer"
    """``answer``, ``forced`` (the only option there was), ``anytime``, an ending, ``back`` or ``lost``."""
    run: int = 0
    """The number of the run of answers that it belongs to; 0 for one given alone."""
    by: int = 0
    """The number of whoever gave it, where several have commands of a side; 0 is their commander-in-chief."""

    @property
    def path(self) -> tuple[Hex, ...]:
        """The hexes that were entered, where a path was walked."""
        return next((outcome for outcome in self.outcomes if isinstance(outcome, tuple)), ())


class Given(NamedTuple):
    """How an answer is given: in a run of this number, and by whom of several of a side."""

    run: int = 0
    by: int = 0


ALONE = Given()


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
    """What the dice follow from; empty in a save of a running game whose dice nobody may foretell."""
    automatic: bool
    salt: str = ""
    """Random, so that no short seed can be found from the commitment; empty in games before there was one."""
    commitment: str = ""
    """Given out before the first throw; see :func:`ardennes.engine.dice.commitment`."""
    shares: tuple[str, ...] = ()
    """What each side mixed into the seed, after it had seen the commitment and before the game was set up."""
    thrown_before: int = -1
    """The number of records whose throws, with those of the set-up, came from another seed; -1 where none did."""
    known_dice: bool = False
    """Whether somebody knew the seed before the game."""
    data_pack: bool = False
    """Whether it was set up with a data pack."""
    log_check: str = ""
    """At a table: ``pending`` where nobody has played the whole log of a file, ``failed`` where it led elsewhere."""

    @property
    def dice_seed(self) -> str:
        """What every throw is reckoned from; see :func:`ardennes.engine.dice.mixed`."""
        return mixed(self.seed, self.shares)


class KeptEvent(msgspec.Struct, frozen=True):
    """An event with names instead of numbers, for keeping."""

    code: str
    args: dict[str, Any] = {}
    rule: str = ""
    told: dict[int, dict[str, Any] | None] = {}


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position after some records, by names: where a later release goes on when the log no longer leads there."""

    number: int
    """After how many records."""
    rules_version: int
    data_digest: str
    code_digest: str
    """Of the program that made it; empty where it is not known."""
    digest: str
    """Of the position."""
    position: bytes
    """A snapshot."""
    opening: tuple[KeptEvent, ...] = ()
    """What happened before the first question, in the checkpoint that a game begins with."""
    notice: tuple[Text, ...] = ()
    """What changed, where the game was taken up from here under other rules."""
    unseen: tuple[tuple[int, int], ...] | None = None
    """The parts of the log before such a beginning that its rules cannot show: the first and the last record of each;
    None where nobody has looked."""

    @property
    def made_with(self) -> tuple[int, str, str]:
        return self.rules_version, self.data_digest, self.code_digest


class Kept(msgspec.Struct, frozen=True):
    """What a save or a table holds of a game."""

    header: Header
    checkpoints: tuple[Checkpoint, ...]
    """The one the game began with, those from which it was taken up again, and the last ones; oldest first."""
    records: list[Record]
    body: bytes = b""
    """The last position as the first format had it, without names."""


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


def decode_position(data: GameData, raw: bytes) -> Position:
    """The position back again; SaveError if it does not fit the game."""
    p: Position = data.game.position_type(data)
    try:
        body = msgspec.msgpack.decode(raw, type=worked_out(_Body))
        p.stack = msgspec.msgpack.decode(body.stack, type=worked_out(data.game.stack_type))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"the position cannot be read: {error}") from None
    if set(body.columns) != set(p.saved_columns) or set(body.clocks) != set(p.clocks):
        raise SaveError("the position belongs to another game or another version of it")
    for name, cells in body.columns.items():
        setattr(p, name, _column(name, getattr(p, name), cells))
    for name, value in body.clocks.items():
        setattr(p, name, frozen(value))
    p.duties, p.orders, p.over, p.seed, p.draws = body.duties, body.orders, body.over, body.seed, body.draws
    check_places(p)
    p.rebuild()
    return p


def check_places(p: Position) -> None:
    """Every unit stands in a place that exists, and every open procedure at a step it has; otherwise SaveError."""
    lowest = -2 - len(p.data.boxes)
    for unit, place in by_unit(p.where):
        if place < lowest or (place >= 0 and place not in p.data.board):
            raise SaveError(f"unit {p.data.counters[unit].id} stands in a place that does not exist")
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


def write_save(path: Path, raw: bytes) -> None:
    """Writes a save beside the old one and puts it in its place only when it is whole."""
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_bytes(raw)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise SaveError(f"{path}: cannot be written ({error.strerror})") from None


def pack(header: Header, checkpoints: Sequence[Checkpoint], records: Sequence[Record]) -> bytes:
    return sealed(msgspec.json.encode(header), _encoder.encode(checkpoints), _encoder.encode(list(records)))


def sealed(*parts: bytes) -> bytes:
    """The parts of a save as one, with a check sum."""
    body = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
    return MAGIC + body + blake2b(body, digest_size=CHECK_BYTES).digest()


def unpack(raw: bytes, name: str = "save") -> Kept:
    """What a save holds; SaveError naming what is wrong with it."""
    if not raw.startswith(MAGIC):
        raise SaveError(f"{name}: not a save of this program")
    body, check = raw[len(MAGIC) : -CHECK_BYTES], raw[-CHECK_BYTES:]
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
    if found["format"] < FIRST_FORMAT:
        raise SaveError(f"{name}: this version reads formats {FIRST_FORMAT} to {FORMAT}, not {found['format']}")
    if blake2b(body, digest_size=CHECK_BYTES).digest() != check:
        raise SaveError(f"{name}: damaged or cut short")
    try:
        header = msgspec.convert(found, worked_out(Header))
        start = 0
        parts = []
        for _ in range(3):
            part, start = _part(body, start, name)
            parts.append(part)
        if start != len(body):
            raise SaveError(f"{name}: something follows its end")
        records = msgspec.msgpack.decode(parts[2], type=worked_out(list[Record]))
        if header.format == FIRST_FORMAT:
            return Kept(header, (), records, parts[1])
        checkpoints = msgspec.msgpack.decode(parts[1], type=worked_out(tuple[Checkpoint, ...]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"{name}: {error}") from None
    check_order(checkpoints, len(records), name)
    return Kept(header, checkpoints, records)


def check_order(checkpoints: Sequence[Checkpoint], records: int, name: str) -> None:
    """The first checkpoint is the start of the game, and none is later than the log; otherwise SaveError."""
    numbers = [checkpoint.number for checkpoint in checkpoints]
    if not numbers or numbers[0] != 0 or numbers != sorted(numbers) or numbers[-1] > records:
        raise SaveError(f"{name}: its checkpoints do not fit its log")


def _part(body: bytes, start: int, name: str) -> tuple[bytes, int]:
    length = int.from_bytes(body[start : start + 4], "little")
    end = start + 4 + length
    if len(body) < end or start + 4 > len(body):
        raise SaveError(f"{name}: damaged or cut short")
    return body[start + 4 : end], end
