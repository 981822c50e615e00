"""The sockets windows talk through: what uvicorn has, with an end to its patience."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PING_SECONDS = 20.0
"""Between two pings, and until the answer to one must be there: a line that is dead is noticed in twice that time."""
CLOSING_SECONDS = 5.0
"""How long a peer has to read what was sent before its socket was closed."""
SEND_BUFFER = 128 * 1024
"""What the system keeps for a peer that does not read; the window's own queue comes on top."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A closed socket is gone even if its peer reads nothing. asyncio would keep it until all has been written."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


SOCKET_SETTINGS: dict[str, Any] = {
    "ws": SocketProtocol,
    "ws_max_size": 64 * 1024,
    "ws_ping_interval": PING_SECONDS,
    "ws_ping_timeout": PING_SECONDS,
    # A change is 2 kB; compressing it would cost more than all else that is done to send it.
    "ws_per_message_deflate": False,
}
