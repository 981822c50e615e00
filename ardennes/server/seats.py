"""A window at a seat: one WebSocket, with limits on how much and how often it may speak."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ardennes.server.limits import Bucket
from ardennes.server.mistakes import Mistake
from ardennes.server.room import Request, Room
from ardennes.server.wire import Scene

LONGEST_MESSAGE = 4096
MESSAGES_PER_SECOND, BURST = 25.0, 60.0
MOST_WINDOWS = 24
"""At one table; more of them would get around the limits of each."""


def check_windows(room: Room) -> None:
    """Whether another window may be opened at a table."""
    if len(room.windows) >= MOST_WINDOWS:
        raise Mistake("too-many-windows", windows=MOST_WINDOWS)


class SocketWindow:
    """What :class:`Room` sees of a browser window."""

    def __init__(self, socket: WebSocket[Any, Any, Any], side: int | None, language: str) -> None:
        self.socket, self.side, self.language = socket, side, language
        self.shown: Scene | None = None
        self._may_speak = Bucket(BURST, MESSAGES_PER_SECOND)

    async def send(self, message: dict[str, Any]) -> None:
        try:
            await self.socket.send_text(msgspec.json.encode(message).decode())
        except (WebSocketDisconnect, RuntimeError):
            self.shown = None

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
            await self._refuse(Mistake("message-too-long"))
        elif not self._may_speak.take():
            await self._refuse(Mistake("too-many-messages"))
        else:
            try:
                request = msgspec.json.decode(text, type=Request)
            except (msgspec.DecodeError, RecursionError) as error:
                await self._refuse(Mistake("message-makes-no-sense", reason=error))
                return
            await room.handle(self, request)

    async def _refuse(self, mistake: Mistake) -> None:
        text = mistake.told(self.language)
        await self.send({"is": "refused", "to": 0, "text": text, "rule": "", "code": "message"})
