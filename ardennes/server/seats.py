"""A window at a seat: one WebSocket, with limits on how much and how often it may speak."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ardennes.errors import ArdennesError
from ardennes.server.rooms import Request, Room
from ardennes.server.wire import Scene

LONGEST_MESSAGE = 4096
MESSAGES_PER_SECOND, BURST = 25.0, 60.0
MOST_WINDOWS = 24
"""At one table; more of them would get around the limits of each."""


def check_windows(room: Room) -> None:
    """Whether another window may be opened at a table."""
    if len(room.windows) >= MOST_WINDOWS:
        raise ArdennesError(f"this table is open in {MOST_WINDOWS} windows already; close one first")


class SocketWindow:
    """What :class:`Room` sees of a browser window."""

    def __init__(self, socket: WebSocket[Any, Any, Any], side: int | None, language: str) -> None:
        self.socket, self.side, self.language = socket, side, language
        self.shown: Scene | None = None
        self._allowance, self._last = BURST, time.monotonic()

    async def send(self, message: dict[str, Any]) -> None:
        try:
            await self.socket.send_text(msgspec.json.encode(message).decode())
        except (WebSocketDisconnect, RuntimeError):
            self.shown = None

    def may_speak(self) -> bool:
        """A bucket that fills with time and empties with each message."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._last) * MESSAGES_PER_SECOND)
        self._last = now
        self._allowance -= 1
        return self._allowance >= 0

    async def converse(self, room: Room) -> None:
        """Until the window is closed."""
        await room.welcome(self)
        try:
            while True:
                await self._hear(room, await self.socket.receive_text())
        except WebSocketDisconnect:
            return
        finally:
            await room.farewell(self)

    async def _hear(self, room: Room, text: str) -> None:
        if len(text) > LONGEST_MESSAGE:
            await self._refuse("that message is too long")
        elif not self.may_speak():
            await self._refuse("too many messages; wait a moment")
        else:
            try:
                request = msgspec.json.decode(text, type=Request)
            except (msgspec.DecodeError, RecursionError) as error:
                await self._refuse(f"that message makes no sense: {error}")
                return
            await room.handle(self, request)

    async def _refuse(self, reason: str) -> None:
        await self.send({"is": "refused", "to": 0, "text": reason, "rule": "", "code": "message"})
