"""What the windows of a room are shown: the whole table, and what changes of it."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING
from weakref import proxy

from msgspec.structs import asdict

from ardennes.numbers import Side
from ardennes.server import wire
from ardennes.server.clip import Showing, walks
from ardennes.server.log import last_lines, lines_from
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.table import ChangeMessage, TableMessage
from ardennes.server.windows import Window

if TYPE_CHECKING:
    from ardennes.server.room import Room

logger = logging.getLogger(__name__)


class Scenes:
    """The table as it stands, once for all windows of a side and language."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)
        self._scenes: dict[tuple[int | None, str], wire.Scene] = {}

    def forget(self) -> None:
        """The table is another."""
        self._scenes = {}

    def of(self, window: Window) -> wire.Scene:
        key, match = (window.side, window.language), self.room.match
        if key not in self._scenes:
            self._scenes[key] = wire.scene(match, *key, Numbers.of(match, window.side).told)
        return self._scenes[key]

    def show(self, window: Window) -> None:
        """The whole table."""
        room, match = self.room, self.room.match
        shown, log = self.of(window), last_lines(match, window.side, window.language)
        cells = wire.whole_columns(shown, match)
        seat = Numbers.of(match, window.side)
        message = TableMessage(
            rev=room.rev_of(window.side),
            columns=cells,
            log=seat.lines(log.lines),
            log_from=seat.told(log.first),
            **room.officers.seen(shown.rest, window),
            **asdict(room.presence()),
        )
        window.send(wire.encoded(message))
        window.shows_table = True
        room.orders.show(window)
        room.officers.show(window)

    def show_to_side(self, side: Side) -> None:
        """To every window of a side, whichever its command."""
        for window in self.room.windows.at(side):
            self.show(window)

    def tell_change(self, cut: int, showing: Showing | None, seats: Collection[int | None]) -> None:
        """Tells every window at these seats what has changed from a record on, each side and language once. What cannot
        be told has happened all the same; whoever missed it is shown the whole table with the next change."""
        earlier = self._scenes
        self._scenes = {key: shown for key, shown in earlier.items() if key[0] not in seats}
        messages: dict[tuple[int | None, str, int], str] = {}
        for window in self.room.windows:
            scene = window.side, window.language
            key = *scene, window.number
            if window.side not in seats:
                continue
            try:
                if not window.shows_table or scene not in earlier:
                    self.show(window)
                    continue
                if key not in messages:
                    messages[key] = self._change_message(earlier[scene], window, cut, showing)
                window.send(messages[key])
            except Exception:
                logger.exception("table %s: a change cannot be told", self.room.id)
                window.shows_table = False

    def _change_message(self, before: wire.Scene, window: Window, cut: int, showing: Showing | None) -> str:
        side, language = window.side, window.language
        after, seat = self.of(window), Numbers.of(self.room.match, side)
        message = ChangeMessage(
            rev=self.room.rev_of(side),
            columns=wire.changed(before.columns, after.columns),
            walks=[],
            cut=seat.told(cut),
            log=seat.lines(lines_from(self.room.match, side, language, cut)),
            **self.room.officers.seen(after.rest, window),
            **asdict(self.room.presence()),
        )
        if showing is not None:
            message.walks, message.frames = showing.walks(side), showing.frames(side, language, seat)
        else:
            message.walks = walks(before.columns["where"], after.columns["where"], self.room.match.records[cut:])
        return wire.encoded(message)
