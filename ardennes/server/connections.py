"""Plain HTTP connections: how long one may take to ask and to read the answer, and how many there may be.

A connection costs a file descriptor, and a server that has none left lets nobody in. So whoever opens connections
without asking anything, asks byte by byte or does not read is cut off after a while, and sooner where many do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ardennes.server.mistakes import FIRST_LANGUAGE, Mistake, TooMany

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


class TooSlow(Mistake):
    """The rest of the request has not come in time."""

    status = 408


class NoRoom(TooMany):
    """All are being answered, and there is no room for one more."""

    status = 503


def most_files() -> int:
    """How many files and sockets the system lets this process have."""
    if resource is None:
        return USUAL_FILES
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return USUAL_FILES if limit == resource.RLIM_INFINITY else limit


class Connections:
    """All plain connections of the process; half of them at most are from one address.

    When there is no room for a new one, that goes whose peer has let us wait longest. Whoever asks at once is
    therefore let in however many there are who do not.
    """

    def __init__(self) -> None:
        self.most = min(MOST_CONNECTIONS, most_files() // 2)
        self._here: dict[HttpProtocol, None] = {}
        """Those whose state changed last come last."""

    def admit(self, new: HttpProtocol) -> bool:
        """Whether there is room, or has been made."""
        neighbours = [other for other in self._here if other.address == new.address]
        if len(neighbours) >= self.most // 2:
            return self._give_way(iter(neighbours), new)
        if len(self._here) >= self.most:
            return self._give_way(iter(self._here), new)
        self._here[new] = None
        return True

    def _give_way(self, among: Iterator[HttpProtocol], new: HttpProtocol) -> bool:
        longest = next((other for other in among if other.waits_for_peer), None)
        if longest is None:
            return False
        longest.transport.abort()
        del self._here[longest]
        self._here[new] = None
        return True

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
        if CONNECTIONS.admit(self):
            self._watch()
        else:
            self._turn_away(NoRoom("too-many-connections"))

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
        asking = self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE)
        if asking and not self.transport.is_closing() and not self.transport.get_write_buffer_size():
            self._turn_away(TooSlow("request-too-slow"))
        else:
            self.transport.abort()

    def _turn_away(self, mistake: Mistake) -> None:
        """With one sentence, which waits for nobody."""
        language = dict(self.headers or ()).get(LANGUAGE, FIRST_LANGUAGE.encode())[:2].decode("latin-1")
        body = msgspec.json.encode({"detail": mistake.told(language)})
        head = f"HTTP/1.1 {mistake.status} \r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def _leave(self) -> None:
        self._cancel()
        CONNECTIONS.discard(self)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
