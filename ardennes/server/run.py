"""Starts the server on this machine and opens the browser."""

from __future__ import annotations

import logging
import socket
import webbrowser
from collections.abc import Mapping
from pathlib import Path

import uvicorn

from ardennes.errors import ArdennesError
from ardennes.server.app import STATIC, make_app
from ardennes.server.folder import Folder, data_folder
from ardennes.server.sockets import SEND_BUFFER, SOCKET_SETTINGS

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
USUAL_PORT = 1944


def listening(wanted: int | None) -> socket.socket:
    """A socket on the port asked for, or on the usual one, or on any that is free."""
    for port in [wanted] if wanted is not None else [USUAL_PORT, 0]:
        # asyncio sends at once (TCP_NODELAY) only where it can see that a socket is TCP.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            found.bind(("127.0.0.1", port))
            found.listen(128)
        except OSError as error:
            found.close()
            if wanted is not None:
                raise ArdennesError(f"port {wanted} cannot be used ({error.strerror})") from None
        else:
            return found
    raise ArdennesError("no port is free on this machine")


def serve(*, port: int | None, browser: bool, folder: Path | None, packs: Mapping[str, Path] | None = None) -> None:
    """Serves until it is stopped; says where. ``packs`` has by game the data pack that new tables are played with."""
    if browser and not (STATIC / "index.html").exists():
        raise ArdennesError("the page has not been built; install the package with Node.js at hand, or use --terminal")
    kept = Folder(folder or data_folder())
    with kept.held() as running:
        if running:
            print(f"Ardennes is running already: {running}", flush=True)
            if browser:
                webbrowser.open(running)
            return
        _serve_from(kept, port, packs or {}, browser=browser)


def _serve_from(folder: Folder, port: int | None, packs: Mapping[str, Path], *, browser: bool) -> None:
    key, store, door = folder.owner_key(), folder.store(), listening(port)
    url = f"http://127.0.0.1:{door.getsockname()[1]}/#/enter/{key}"

    def started() -> None:
        print(f"Ardennes is ready: {url}\nStop it with Ctrl-C; every game is kept.", flush=True)
        if browser:
            webbrowser.open(url)

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        folder.announce(url)
        app = make_app(store, key, LOOPBACK, started, packs)
        # Nobody says for somebody else where he calls from: wrong links are counted by address.
        settings = uvicorn.Config(app, log_level="warning", proxy_headers=False, **SOCKET_SETTINGS)
        uvicorn.Server(settings).run(sockets=[door])
    finally:
        door.close()
        store.close()
