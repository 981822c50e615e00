"""Starts one process of a site: as many as one likes serve the same database, behind a proxy."""

from __future__ import annotations

import secrets
from pathlib import Path

import uvicorn
from litestar import Litestar

from ardennes.errors import ArdennesError
from ardennes.server.app import make_app
from ardennes.server.json_log import log_as_json
from ardennes.server.network import Network
from ardennes.server.people.mail import Relay
from ardennes.server.people.part import people_part
from ardennes.server.site import Site
from ardennes.server.sockets import listener, settings
from ardennes.server.store import NOTICE_AFTER, Store


def serve_site(
    *,
    database: str,
    public: str,
    listen: str,
    proxies: list[str],
    key_file: Path | None,
    mail: str = "",
    mail_from: str = "",
    notice_after: float = NOTICE_AFTER,
    open_dice: bool = False,
) -> None:
    """Serves until it is stopped; says where."""
    site, key = Site.at(public), _key(key_file)
    relay = Relay.at(mail, mail_from) if mail else None
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        raise ArdennesError(f"--listen {listen}: an address and a port, such as 127.0.0.1:8001")
    try:
        door = listener(host.strip("[]"), int(port))
    except OSError as error:
        raise ArdennesError(f"--listen {listen}: it cannot be listened on ({error.strerror})") from None
    place = f"http://{host}:{door.getsockname()[1]}"

    async def started(_: Litestar) -> None:
        print(f"Ardennes serves {site.public} at {place}", flush=True)

    log_as_json()
    store = Store(database)
    store.notice_after = notice_after
    try:
        network = Network(door.getsockname()[1], names=[site.host])
        people = people_part(store, site, relay)
        app = make_app(store, key, network, started, open_dice=open_dice, site=site, people=people)
        told = {"proxy_headers": bool(proxies), "forwarded_allow_ips": proxies}
        uvicorn.Server(settings(app, **told)).run(sockets=[door])
    finally:
        store.close()
        door.close()


def _key(file: Path | None) -> str:
    """The secret that opens the owner's lobby; where none is given, nobody has it."""
    if file is None:
        return secrets.token_urlsafe(24)
    try:
        key = file.read_text("utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise ArdennesError(f"--key-file {file}: it cannot be read ({error})") from None
    if len(key) < 20 or not key.isascii():
        raise ArdennesError(f"--key-file {file}: a secret of at least 20 letters and digits")
    return key
