"""The log of a game that stays open: what is seldom read again takes a few octets a record, as in a save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from operator import eq
from typing import overload
from zlib import compress, decompress

import msgspec

from ardennes.engine.saves import Record
from ardennes.shapes import worked_out

BLOCK = 128
"""So many records are packed together; at least as many, the latest, are at hand."""
_encoder = msgspec.msgpack.Encoder()


class PackedRecords(MutableSequence[Record]):
    """Records that grow, and are taken back, at their end."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._blocks: list[bytes] = []
        self._latest: list[Record] = []
        self.extend(records)

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._latest)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Record]:
        return self._between(0, len(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PackedRecords | list):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            assert step == 1, "records are read in the order of play"
            return list(self._between(first, last))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        block, place = divmod(number, BLOCK)
        return self._block(block)[place] if block < len(self._blocks) else self._latest[number - self._packed]

    def append(self, value: Record) -> None:
        self._latest.append(value)
        if len(self._latest) == 2 * BLOCK:
            self._blocks.append(compress(_encoder.encode(self._latest[:BLOCK])))
            del self._latest[:BLOCK]

    def insert(self, index: int, value: Record) -> None:
        assert index == len(self), "nothing comes in between"
        self.append(value)

    @overload
    def __setitem__(self, index: int, value: Record) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[Record]) -> None: ...
    def __setitem__(self, index: int | slice, value: Record | Iterable[Record]) -> None:
        later = self[index:][1:] if isinstance(index, int) else []
        del self[index if isinstance(index, slice) else slice(index, None)]
        self.extend([value, *later] if isinstance(value, Record) else value)

    def __delitem__(self, index: int | slice) -> None:
        assert isinstance(index, slice), "what follows goes too"
        first, last, _ = index.indices(len(self))
        assert last == len(self), "what follows goes too"
        if first >= self._packed:
            del self._latest[first - self._packed :]
            return
        block, rest = divmod(first, BLOCK)
        self._latest = self._block(block)[:rest]
        del self._blocks[block:]

    @property
    def _packed(self) -> int:
        return len(self._blocks) * BLOCK

    def _block(self, number: int) -> list[Record]:
        return msgspec.msgpack.decode(decompress(self._blocks[number]), type=worked_out(list[Record]))

    def _between(self, first: int, last: int) -> Iterator[Record]:
        for number in range(first // BLOCK, min(len(self._blocks), -(-last // BLOCK))):
            begin = number * BLOCK
            yield from self._block(number)[max(0, first - begin) : last - begin]
        yield from self._latest[max(0, first - self._packed) : max(0, last - self._packed)]
