"""The socket of a table. It says first which link it has, and only then comes into the room."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from ardennes.errors import ArdennesError
from ardennes.server.doors import caller
from ardennes.server.mistakes import FIRST_LANGUAGE, Mistake, in_language
from ardennes.server.room import Room
from ardennes.server.seats import LONGEST_MESSAGE, SocketWindow

SECONDS_TO_ENTER = 10.0
MOST_SILENT = 200
"""Sockets that have not said yet where they want to go."""
SAID_NOTHING, NO_WAY_IN = 4408, 4404


class Enter(msgspec.Struct, forbid_unknown_fields=True):
    """The first message of a socket."""

    do: Literal["enter"]
    token: str
    language: str = FIRST_LANGUAGE
    id: int = 0


class Hall:
    """Where sockets wait that have not entered. When it is full the one that was silent longest goes."""

    def __init__(self) -> None:
        self._silent: dict[WebSocket[Any, Any, Any], asyncio.Task[str]] = {}

    async def first_message(self, socket: WebSocket[Any, Any, Any]) -> str | None:
        """What a socket says first; nothing if it takes too long or goes away."""
        if len(self._silent) >= MOST_SILENT:
            next(iter(self._silent.values())).cancel()
        hearing = asyncio.create_task(socket.receive_text())
        self._silent[socket] = hearing
        try:
            await asyncio.wait([hearing], timeout=SECONDS_TO_ENTER)
        finally:
            del self._silent[socket]
            hearing.cancel()
        if not hearing.done() or hearing.cancelled():
            return None
        return hearing.result()


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """A socket that is dropped on the way in leaves nothing behind."""
    try:
        entered = await _enter(socket, state)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
    if entered is not None:
        room, window = entered
        await window.converse(room)


async def _enter(socket: WebSocket[Any, Any, Any], state: State) -> tuple[Room, SocketWindow] | None:
    """The room a socket's link leads to, or else the socket is told why it leads nowhere."""
    await socket.accept()
    text = await state.hall.first_message(socket)
    if text is None:
        await socket.close(code=SAID_NOTHING)
        return None
    language = FIRST_LANGUAGE
    try:
        wanted = _read(text)
        language = wanted.language
        room, side = await state.rooms.of_token(wanted.token)
        room.match.game.check_language(language)
        window = SocketWindow(socket, side, language)
        room.enter(window)
    except ArdennesError as error:
        told = {"is": "closed", "text": in_language(state.door.answer(caller(socket), error), language)}
        await socket.send_text(msgspec.json.encode(told).decode())
        await socket.close(code=NO_WAY_IN)
        return None
    return room, window


def _read(text: str) -> Enter:
    if len(text) > LONGEST_MESSAGE:
        raise Mistake("message-too-long")
    try:
        return msgspec.json.decode(text, type=Enter)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Mistake("message-makes-no-sense", reason=error) from None
