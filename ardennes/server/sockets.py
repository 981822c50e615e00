"""The sockets windows talk through: what uvicorn has, with an end to its patience."""

from __future__ import annotations

import socket
from http import HTTPStatus
from typing import Any

import msgspec
import uvicorn
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ardennes.server.connections import HttpProtocol
from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.protocol.base import Failure

PING_SECONDS = 20.0
"""Between two pings, and until the answer to one must be there: a line that is dead is noticed in twice that time."""
CLOSING_SECONDS = 5.0
"""How long a peer has to read what was sent before its socket was closed."""
MOST_CLOSING = 32
"""How many have that long: each of them still costs a file descriptor."""
SEND_BUFFER = 128 * 1024
"""What the system keeps for a peer that does not read; the window's own queue comes on top."""
BACKLOG = 64
"""How many may wait to be let in."""
NO_SOCKET = (HTTPStatus.NOT_FOUND.phrase, HTTPStatus.BAD_REQUEST.phrase)
"""What Litestar says of an address that is none, or one for plain requests."""

_closing: dict[SocketProtocol, None] = {}
"""The sockets that are closed but not gone, the first to be closed first."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A closed socket is gone even if its peer reads nothing. asyncio would keep it until all has been written."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if len(_closing) >= MOST_CLOSING:
            next(iter(_closing)).end()
        _closing[self] = None
        self.loop.call_later(CLOSING_SECONDS, self.end)

    def end(self) -> None:
        """Whatever has not been read is lost."""
        _closing.pop(self, None)
        self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        """Whoever gets no socket is told by HTTP why, also where Litestar refuses it before any of ours is asked."""
        if message["type"] == "websocket.close" and not self.handshake_complete and self.initial_response is None:
            reason = message.get("reason") or ""
            senseless = Mistake("request-makes-no-sense", reason=reason)
            language = dict(self.scope["headers"]).get(b"accept-language", b"").decode("latin-1")
            for event in refusal(NotThere("no-such-address") if reason in NO_SOCKET else senseless, language):
                await self.send(event)
            return
        await super().send(message)
        if self.close_sent:
            # uvicorn forgets this where it has answered by HTTP, and complains that nobody did.
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def refusal(mistake: Mistake, language: str) -> tuple[Any, Any]:
    """The sentence for whoever asked for a socket and gets none, as two events; uvicorn and Litestar each have types of
    their own for them."""
    body = msgspec.json.encode(Failure(mistake.told(language[:2])))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    return (
        {"type": "websocket.http.response.start", "status": mistake.status, "headers": headers},
        {"type": "websocket.http.response.body", "body": body, "more_body": False},
    )


def settings(app: Any, **more: Any) -> uvicorn.Config:
    """How an application is served."""
    usual = {
        "log_level": "warning",
        # Nobody says for somebody else where he calls from: wrong links are counted by address.
        "proxy_headers": False,
        "http": HttpProtocol,
        "ws": SocketProtocol,
        # As many are accepted at a time, and cost a descriptor, before the first of them is counted.
        "backlog": BACKLOG,
        "ws_max_size": 64 * 1024,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        # A change is 2 kB; compressing it would cost more than all else that is done to send it.
        "ws_per_message_deflate": False,
    }
    return uvicorn.Config(app, **{**usual, **more})


def listener(address: str, port: int) -> socket.socket:
    """A socket that listens on an address of this machine; port 0 is any that is free."""
    # asyncio sends at once (TCP_NODELAY) only where it can see that a socket is TCP.
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        found.bind((address, port))
        found.listen(BACKLOG)
    except OSError:
        found.close()
        raise
    return found
