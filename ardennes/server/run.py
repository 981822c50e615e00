"""Starts the server on this machine and opens the browser."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path

import uvicorn

from ardennes.errors import ArdennesError
from ardennes.server.app import STATIC, make_app
from ardennes.server.store import Store

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
USUAL_PORT = 1944


def data_folder() -> Path:
    """Where a user's games are kept."""
    if sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share"))
    return base / "ardennes"


def owner_key(folder: Path) -> str:
    """The secret that makes a browser the owner's; made once and kept."""
    path = folder / "owner.key"
    if path.exists():
        return path.read_text("ascii").strip()
    key = secrets.token_urlsafe(24)
    path.touch(mode=0o600)
    path.write_text(key, "ascii")
    return key


def listening(wanted: int | None) -> socket.socket:
    """A socket on the port asked for, or on the usual one, or on any that is free."""
    for port in [wanted] if wanted is not None else [USUAL_PORT, 0]:
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
    kept = folder or data_folder()
    try:
        kept.mkdir(parents=True, exist_ok=True)
        key = owner_key(kept)
    except OSError as error:
        raise ArdennesError(f"{kept}: games cannot be kept there ({error.strerror})") from None
    store = Store(f"sqlite:///{kept / 'tables.sqlite'}")
    door = listening(port)
    url = f"http://127.0.0.1:{door.getsockname()[1]}/#/enter/{key}"

    def started() -> None:
        print(f"Ardennes is ready: {url}\nStop it with Ctrl-C; every game is kept.", flush=True)
        if browser:
            webbrowser.open(url)

    app = make_app(store, key, LOOPBACK, started, packs)
    try:
        # Nobody says for somebody else where he calls from: wrong links are counted by address.
        settings = uvicorn.Config(app, log_level="warning", ws_max_size=64 * 1024, proxy_headers=False)
        uvicorn.Server(settings).run(sockets=[door])
    finally:
        door.close()
        store.close()
