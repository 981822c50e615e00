"""Where the server answers: on this machine and, while the owner wants it, on the home network as well."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any

import uvicorn

from ardennes.server.mistakes import Mistake
from ardennes.server.sockets import listener, settings

THIS_MACHINE = frozenset(("127.0.0.1", "localhost", "::1"))
SOMEWHERE = ("192.0.2.1", 9)
"""An address for examples, which nobody has (RFC 5737)."""
CLOSING_SECONDS = 2
"""How long those who are there have to say goodbye when the home network is shut out again."""


class Network:
    """The names the server answers to, and its listener on the home network."""

    def __init__(self, port: int, *, address: str = "", names: Iterable[str] = ()) -> None:
        self.port, self.wanted = port, address
        """The address to listen on instead of the one that is found."""
        self.names = THIS_MACHINE | {name.lower() for name in names}
        self.url = ""
        """Where friends at home find the server; empty while they cannot."""
        self._address = ""
        self._listener: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def hosts(self) -> frozenset[str]:
        """What may stand in a header Host: nothing that has not been announced."""
        return self.names | {self._address} if self._address else self.names

    def listen(self) -> None:
        """Takes the port; whoever calls now waits until :meth:`start`."""
        address = self.wanted or home_address()
        for port in (self.port, 0):
            try:
                self._listener = listener(address, port)
                break
            except OSError as error:
                if port == 0:
                    raise Mistake("cannot-listen", address=address, reason=error.strerror) from None
        assert self._listener is not None
        self._address = address
        shown = f"[{address}]" if ":" in address else address
        self.url = f"http://{shown}:{self._listener.getsockname()[1]}"

    async def start(self, app: Any) -> None:
        """Answers on the home network too, if it does not yet."""
        await self._closed()
        if self._listener is None:
            self.listen()
        assert self._listener is not None
        self._server = _SecondServer(settings(app, lifespan="off", timeout_graceful_shutdown=CLOSING_SECONDS))
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._listener]))

    async def stop(self) -> None:
        """Nobody at home gets in any more, and whoever is there is cut off. Waits for that, unless asked from there."""
        self.url = self._address = ""
        self._listener = None
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await asyncio.wait([self._serving], timeout=CLOSING_SECONDS / 2)

    async def _closed(self) -> None:
        """Waits until an earlier listener is gone."""
        if self._serving is not None and self._server is not None and self._server.should_exit:
            await asyncio.wait([self._serving])
            self._server = self._serving = None


class _SecondServer(uvicorn.Server):
    """Beside the first one, which hears the signals for both."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def home_address() -> str:
    """This machine's address on the home network. Connecting a socket for datagrams sends nothing to anybody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            raise Mistake("no-home-network") from None
        address = str(probe.getsockname()[0])
    found = ipaddress.ip_address(address)
    if found.is_loopback or found.is_unspecified:
        raise Mistake("no-home-network")
    if not found.is_private:
        raise Mistake("no-private-address", address=address)
    return address
