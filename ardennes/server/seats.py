"""A window at a seat: one WebSocket, with limits on how much and how often it may speak."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple, get_args

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from ardennes.numbers import Side
from ardennes.server.mistakes import Mistake, TooMany
from ardennes.server.protocol.requests import Request, RunRequest
from ardennes.server.protocol.table import Refused
from ardennes.server.room import Room
from ardennes.server.windows import Window
from ardennes.server.wire import encoded
from ardennes.shapes import worked_out

LONGEST_MESSAGE = 4096
PAUSE = 0.05
"""Seconds for which a window that speaks too often is not listened to."""
FAREWELL = 2.0
"""Seconds a closed window has to read its last words."""
GONE = (WebSocketDisconnect, ClientDisconnected, RuntimeError, OSError)
"""What a socket raises when nobody is at its other end any more."""

LONGEST_NAME = 80
REQUESTS = frozenset(str(request.__struct_config__.tag) for request in get_args(Request))
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class SocketWindow(Window):
    """A window at the other end of a socket that has been accepted."""

    def __init__(self, socket: WebSocket[Any, Any, Any], side: Side | None, language: str, number: int = 0) -> None:
        super().__init__(side, language, number)
        self.socket = socket
        self._conversation: asyncio.Task[Any] | None = None
        self._listening = False

    async def converse(self, room: Room) -> None:
        """In a room that has let the window in, until either is gone. However it ends, the window leaves the room."""
        self._conversation = asyncio.current_task()
        writer = asyncio.create_task(self._write())
        try:
            await room.welcome(self)
            while not self.closed:
                await self._hear(room, await self._next_message())
        except GONE:
            pass
        except asyncio.CancelledError:
            if not self.closed:
                raise
        finally:
            room.leave(self)
            self.close()
            await _end(writer)

    def close(self, last_words: str = "") -> None:
        """Ends the conversation too, but never in the middle of a request."""
        super().close(last_words)
        if self._listening and self._conversation is not None:
            self._listening = False
            self._conversation.cancel()

    async def _next_message(self) -> str:
        self._listening = True
        try:
            return await self.socket.receive_text()
        finally:
            self._listening = False

    async def _write(self) -> None:
        try:
            await self.write(self.socket.send_text)
            await self.socket.close(code=4408)
        except GONE:
            self.close()

    async def _hear(self, room: Room, text: str) -> None:
        """One message: what comes too often or makes no sense is refused, everything else is the room's business."""
        request = understood(text)
        try:
            if isinstance(request, NotUnderstood):
                self.check_may_ask("")
                raise request.mistake
            self.check_may_ask(request.do, len(request.steps) if isinstance(request, RunRequest) else 1)
        except Mistake as refused:
            self.send(encoded(Refused(refused.told(self.language), rule="", code="message", to=request.id)))
            await asyncio.sleep(PAUSE if isinstance(refused, TooMany) else 0)
        else:
            await room.handle(self, request)
            await asyncio.sleep(0)


class NotUnderstood(NamedTuple):
    """A message that makes no sense: who waits for its answer, and what is wrong with it."""

    id: int
    mistake: Mistake


class _Numbered(msgspec.Struct):
    """All that is read of a message which makes no sense otherwise."""

    id: int = 0
    do: str = ""


def understood(text: str) -> Request | NotUnderstood:
    """What is asked, or what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        return NotUnderstood(0, Mistake("message-too-long"))
    try:
        return _requests.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        mistake = Mistake("message-makes-no-sense", reason=error)
    try:
        told = msgspec.json.decode(text, type=worked_out(_Numbered))
    except (msgspec.DecodeError, RecursionError):
        return NotUnderstood(0, mistake)
    unknown = told.do and told.do not in REQUESTS
    return NotUnderstood(told.id, Mistake("no-such-act", name=told.do[:LONGEST_NAME]) if unknown else mistake)


async def _end(writer: asyncio.Task[None]) -> None:
    """Waits until the last words are written, if anybody reads them."""
    await asyncio.wait([writer], timeout=FAREWELL)
    writer.cancel()
