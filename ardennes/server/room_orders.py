"""The order books of a room: written by the seats of a side, followed as the game goes on, told to that side alone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import proxy

import msgspec

from ardennes.engine.position import Position
from ardennes.engine.saves import Record
from ardennes.numbers import SIDES, Side
from ardennes.server.order_book import OrderBook, changed, followed, has_marched, ordered_answer, shown
from ardennes.server.protocol.requests import OrdersRequest
from ardennes.server.windows import Window
from ardennes.server.wire import encoded
from ardennes.server.writer import DiskTrouble
from ardennes.shapes import worked_out

if TYPE_CHECKING:
    from ardennes.server.room import Room


class OrderBooks:
    """Those of both sides."""

    def __init__(self, room: Room, kept: Mapping[Side, bytes]) -> None:
        self.room: Room = proxy(room)
        self._books = {side: OrderBook() for side in SIDES}
        self.take_over(kept)

    def take_over(self, kept: Mapping[Side, bytes]) -> None:
        """As somebody else has left them."""
        self._books |= {side: msgspec.json.decode(book, type=worked_out(OrderBook)) for side, book in kept.items()}

    @property
    def answer(self) -> int | None:
        """What the side that must decide has ordered for this question in advance."""
        asked = self.room.match.asked
        if asked is None or not self._books[asked.side].standing:
            return None
        return ordered_answer(self._books[asked.side], self.room.match.position.view(asked.side))

    async def write(self, side: Side, request: OrdersRequest) -> None:
        """A player has given orders, or taken them back."""
        await self._keep(side, changed(self._books[side], self._view(side), side, request))
        self.tell(side)

    async def follow(self, records: Sequence[Record], *, undone: bool) -> None:
        """These have been played, or the side that decides has taken something back. What cannot be written down now is
        written with the next change."""
        asked = self.room.match.asked
        for side in SIDES:
            if not self._books[side].marches:
                continue
            own = undone and asked is not None and asked.side == side
            goes = own or has_marched(self.room.match.game, side, records)
            with suppress(DiskTrouble):
                await self._keep(side, followed(self._books[side], self._view(side), goes=goes))

    def tell(self, side: Side) -> None:
        """To every window of the side."""
        for window in self.room.windows.at(side):
            self.show(window)

    def tell_to_all(self) -> None:
        for side in SIDES:
            self.tell(side)

    def tell_of_marches(self) -> None:
        """What has happened may be a surprise to who marches."""
        for side in SIDES:
            if self._books[side].marches:
                self.tell(side)

    def show(self, window: Window) -> None:
        if window.side is not None:
            window.send(encoded(shown(self._books[window.side], self._view(window.side), window.language)))

    def _view(self, side: Side) -> Position:
        return self.room.match.position.view(side)

    async def _keep(self, side: Side, book: OrderBook) -> None:
        if book == self._books[side]:
            return
        await asyncio.wrap_future(self.room.store.keep_order_book(self.room.id, side, msgspec.json.encode(book)))
        self._books[side] = book
