"""Starts the server on this machine and opens the browser."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import webbrowser
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


def free_port(wanted: int | None) -> int:
    """The port asked for, or the usual one, or any."""
    for port in [wanted] if wanted is not None else [USUAL_PORT, 0]:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                if wanted is not None:
                    raise ArdennesError(f"port {wanted} cannot be used ({error.strerror})") from None
                continue
            return int(probe.getsockname()[1])
    raise ArdennesError("no port is free on this machine")


def serve(*, port: int | None, browser: bool, folder: Path | None) -> None:
    """Serves until it is stopped; says where."""
    if not (STATIC / "index.html").exists():
        raise ArdennesError("the page has not been built; install the package with Node.js at hand, or use --terminal")
    kept = folder or data_folder()
    try:
        kept.mkdir(parents=True, exist_ok=True)
        key = owner_key(kept)
    except OSError as error:
        raise ArdennesError(f"{kept}: games cannot be kept there ({error.strerror})") from None
    store = Store(f"sqlite:///{kept / 'tables.sqlite'}")
    chosen = free_port(port)
    url = f"http://127.0.0.1:{chosen}/enter?key={key}"

    def started() -> None:
        print(f"Ardennes is ready: {url}\nStop it with Ctrl-C; every game is kept.", flush=True)
        if browser:
            webbrowser.open(url)

    app = make_app(store, key, LOOPBACK, started)
    try:
        uvicorn.run(app, host="127.0.0.1", port=chosen, log_level="warning", ws_max_size=64 * 1024)
    finally:
        store.close()
