"""Plain HTTP connections: how long one may take to ask and to read the answer, and how many there may be.

A connection costs a file descriptor, and a server that has none left lets nobody in. So whoever opens connections
without asking anything, asks byte by byte or does not read is cut off after a while, and sooner where many do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.mistakes import Mistake

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

SECONDS_TO_ASK = 20.0
"""For the headers of a request, from when the connection is made or the request before was answered."""
SECONDS_TO_SEND = 60.0
"""For the body of a request."""
SECONDS_TO_READ = 120.0
"""For what of an answer waits to be read; begins anew when most of that has been."""
MOST_CONNECTIONS = 600
USUAL_FILES = 1024
LANGUAGE = b"accept-language"


def most_files() -> int:
    """How many files and sockets the system lets this process have."""
    if resource is None:
        return USUAL_FILES
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return USUAL_FILES if limit == resource.RLIM_INFINITY else limit


class Connections:
    """All plain connections of the process; half of them at most are from one address.

    When there is no room for a new one, that goes whose peer has let us wait longest or, where we are busy with all of
    them, the oldest. Whoever asks now is therefore let in, however many there are who do not or have asked too much.
    """

    def __init__(self) -> None:
        self.most = min(MOST_CONNECTIONS, most_files() // 3)
        self._here: dict[HttpProtocol, None] = {}
        """Those whose state changed last come last."""

    def admit(self, new: HttpProtocol) -> None:
        neighbours = [other for other in self._here if other.address == new.address]
        if len(neighbours) >= self.most // 2:
            self._make_room(neighbours)
        elif len(self._here) >= self.most:
            self._make_room(list(self._here))
        self._here[new] = None

    def _make_room(self, among: Sequence[HttpProtocol]) -> None:
        first = next((one for one in among if one.waits_for_peer), among[0])
        first.transport.abort()
        self.discard(first)

    def move_to_end(self, one: HttpProtocol) -> None:
        if one in self._here:
            self._here[one] = self._here.pop(one)

    def discard(self, one: HttpProtocol) -> None:
        self._here.pop(one, None)


CONNECTIONS = Connections()
"""Of both listeners: they share the descriptors of the process."""


class HttpProtocol(H11Protocol):
    """What uvicorn has, with an end to its patience."""

    address = ""
    _patience: float | None = None
    _deadline: asyncio.TimerHandle | None = None

    @property
    def waits_for_peer(self) -> bool:
        """Whether it is the other end's turn to do something."""
        return self._patience is not None

    # --- what happens to a connection ------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        CONNECTIONS.admit(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch(anew=True)

    # --- patience --------------------------------------------------------------------------------

    def _watch(self, *, anew: bool = False) -> None:
        """Sets the deadline for what the peer has to do now."""
        if self.transport.get_protocol() is not self:
            return
        patience = self._patience_now()
        if patience == self._patience and not anew:
            return
        self._cancel()
        self._patience = patience
        CONNECTIONS.move_to_end(self)
        if patience is not None:
            self._deadline = self.loop.call_later(patience, self._lose_patience)

    def _patience_now(self) -> float | None:
        if self.transport.get_write_buffer_size():
            return SECONDS_TO_READ
        waiting: dict[Any, float] = {h11.IDLE: SECONDS_TO_ASK, h11.SEND_BODY: SECONDS_TO_SEND}
        return waiting.get(self.conn.their_state)

    def _lose_patience(self) -> None:
        """With one sentence where nothing has been answered yet; it waits for nobody."""
        asking = self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE)
        if not asking or self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        language = dict(self.headers or ()).get(LANGUAGE, FIRST_LANGUAGE.encode())[:2].decode("latin-1")
        body = msgspec.json.encode({"detail": Mistake("request-too-slow").told(language)})
        head = f"HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _leave(self) -> None:
        self._cancel()
        CONNECTIONS.discard(self)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
