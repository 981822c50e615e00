"""Starts the server on this machine and opens the browser."""

from __future__ import annotations

import io
import logging
import socket
import webbrowser
from collections.abc import Iterable, Mapping
from pathlib import Path

import segno
import uvicorn
from litestar import Litestar

from ardennes.errors import ArdennesError
from ardennes.server.app import STATIC, make_app
from ardennes.server.folder import Folder, data_folder
from ardennes.server.network import Network
from ardennes.server.sockets import listener, settings

USUAL_PORT = 1944
LAN_BY_SWITCH = (
    "It stays on the networks it is on: to let friends at home in, switch on “Friends at home can join” in its lobby."
)


def listening(wanted: int | None) -> socket.socket:
    """A socket on the port asked for, or on the usual one, or on any that is free."""
    for port in [wanted] if wanted is not None else [USUAL_PORT, 0]:
        try:
            return listener("127.0.0.1", port)
        except OSError as error:
            if wanted is not None:
                raise ArdennesError(f"port {wanted} cannot be used ({error.strerror})") from None
    raise ArdennesError("no port is free on this machine")


def serve(
    *,
    port: int | None,
    browser: bool,
    folder: Path | None,
    packs: Mapping[str, Path] | None = None,
    open_dice: bool = False,
    lan: bool = False,
    lan_address: str = "",
    names: Iterable[str] = (),
) -> None:
    """Serves until it is stopped; says where.

    ``packs`` has by game the data pack that new tables are played with. With ``open_dice`` a seed named for a table is
    taken as it is, so that its dice are known. With ``lan`` it listens on the home network
    too, on ``lan_address`` if the address found is not the right one. ``names`` are those a proxy before it has.
    """
    if browser and not (STATIC / "index.html").exists():
        raise ArdennesError("the page has not been built; install the package with Node.js at hand, or use --terminal")
    kept = Folder(folder or data_folder())
    with kept.held() as running:
        if running:
            print(f"Ardennes is running already: {running}", flush=True)
            if lan:
                print(LAN_BY_SWITCH, flush=True)
            if browser:
                webbrowser.open(running)
            return
        door = listening(port)
        network = Network(door.getsockname()[1], address=lan_address, names=names)
        try:
            if lan:
                network.listen()
            _serve_from(kept, door, network, packs or {}, browser=browser, open_dice=open_dice)
        finally:
            door.close()


def _serve_from(
    folder: Folder,
    door: socket.socket,
    network: Network,
    packs: Mapping[str, Path],
    *,
    browser: bool,
    open_dice: bool,
) -> None:
    key, store = folder.owner_key(), folder.store()
    url = f"http://127.0.0.1:{network.port}/#/enter/{key}"

    async def started(app: Litestar) -> None:
        print(f"Ardennes is ready: {url}\nStop it with Ctrl-C; every game is kept.", flush=True)
        if network.url:
            await network.start(app)
            _announce(f"{network.url}/#/enter/{key}")
        if browser:
            webbrowser.open(url)

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        folder.announce(url)
        app = make_app(store, key, network, started, packs, open_dice=open_dice, household=folder.path / "packs")
        uvicorn.Server(settings(app)).run(sockets=[door])
    finally:
        store.close()


def _announce(link: str) -> None:
    """The start link on the home network, and a QR code of it as far as the terminal can show one."""
    print(f"On the home network it is here, for your own telephone or tablet:\n{link}", flush=True)
    code = io.StringIO()
    segno.make_qr(link).terminal(code, compact=True)
    try:
        print(code.getvalue(), flush=True)
    except UnicodeEncodeError:
        return
