"""The socket of a table. It says first which link it has, and only then comes into the room."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State

from ardennes.errors import ArdennesError
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.connections import most_files
from ardennes.server.doors import caller, check_origin, is_owner
from ardennes.server.mistakes import Mistake, in_language
from ardennes.server.protocol.requests import Enter
from ardennes.server.protocol.table import Closed, Message, Refused
from ardennes.server.seats import GONE, LONGEST_MESSAGE, SocketWindow
from ardennes.server.secrecy import note_guest
from ardennes.server.sockets import refusal
from ardennes.server.wire import encoded
from ardennes.server.writer import DiskTrouble
from ardennes.shapes import worked_out

logger = logging.getLogger(__name__)
SECONDS_TO_ENTER = 10.0
MOST_SILENT = 200
"""Sockets that have not said yet where they want to go."""
SAID_NOTHING, NO_WAY_IN, TRY_AGAIN_LATER = 4408, 4404, 1013


class Hall:
    """Where sockets wait that have not entered. When it is full the one that was silent longest goes."""

    def __init__(self) -> None:
        self.most = min(MOST_SILENT, most_files() // 6)
        self._silent: dict[WebSocket[Any, Any, Any], asyncio.Task[str]] = {}

    async def first_message(self, socket: WebSocket[Any, Any, Any]) -> str | None:
        """What a socket says first; nothing if it takes too long."""
        if len(self._silent) >= self.most:
            self._silent.pop(next(iter(self._silent))).cancel()
        hearing = asyncio.create_task(socket.receive_text())
        self._silent[socket] = hearing
        try:
            await asyncio.wait([hearing], timeout=SECONDS_TO_ENTER)
        finally:
            self._silent.pop(socket, None)
            hearing.cancel()
        return hearing.result() if hearing.done() and not hearing.cancelled() else None


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """A socket that is dropped on the way in leaves nothing behind."""
    try:
        check_origin(socket)
    except Mistake as mistake:
        await _refuse(socket, mistake)
        return
    try:
        await socket.accept()
        text = await state.hall.first_message(socket)
    except GONE:
        return
    if text is None:
        await _close(socket, SAID_NOTHING)
        return
    try:
        await _sit_down(socket, state, text)
    except Exception:
        logger.exception("a window failed")
        raise


async def _sit_down(socket: WebSocket[Any, Any, Any], state: State, text: str) -> None:
    """In the room its link leads to; or else the socket is told why it leads nowhere."""
    language = FIRST_LANGUAGE
    try:
        wanted = _read(text)
        language = wanted.language
        room, side, number = await state.rooms.place_of_token(wanted.token)
        room.match.game.check_language(language)
        window = SocketWindow(socket, side, language, number)
        if side is not None and not is_owner(socket):
            await note_guest(room)
        room.enter(window)
    except DiskTrouble as error:
        # Not the link's fault: the page opens it again until it can be used.
        await _close(socket, TRY_AGAIN_LATER, Refused(error.told(language), rule="", code="error"))
    except ArdennesError as error:
        sentence = in_language(state.door.answer(caller(socket), error), language)
        await _close(socket, NO_WAY_IN, Closed(sentence))
    else:
        await window.converse(room)


async def _refuse(socket: WebSocket[Any, Any, Any], mistake: Mistake) -> None:
    """Says by HTTP, before there is a socket, why there will be none."""
    with suppress(*GONE):
        for event in refusal(mistake, socket.headers.get("accept-language", "")):
            await socket.send(event)


async def _close(socket: WebSocket[Any, Any, Any], code: int, last_words: Message | None = None) -> None:
    """With a word why, where there is one."""
    with suppress(*GONE):
        if last_words:
            await socket.send_text(encoded(last_words))
        await socket.close(code=code)


def _read(text: str) -> Enter:
    if len(text) > LONGEST_MESSAGE:
        raise Mistake("message-too-long")
    try:
        return msgspec.json.decode(text, type=worked_out(Enter))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Mistake("message-makes-no-sense", reason=error) from None
