"""Who may ask: under which name, from which page, with which key or link."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response, WebSocket, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.handlers.base import BaseRouteHandler

from ardennes.server.mistakes import NotAllowed, WrongKey
from ardennes.server.protocol.lobby import Key

OWNER_COOKIE = "ardennes-owner"
LONGEST_NAME = 100
UNASKED = "unasked"
"""A route that other programs than our page may ask, which say nothing of where they come from."""
A_YEAR = 365 * 24 * 3600


def caller(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


# --- our own page --------------------------------------------------------------------------------


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A socket is checked by its own handler: only there it can be told why it is refused."""
    if not isinstance(connection, WebSocket) and not handler.opt.get(UNASKED):
        check_origin(connection)


def check_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Requests come from our own page, and under a name we know. Others do not even count as wrong tries."""
    host = connection.headers.get("host", "")
    if _name(host) not in connection.app.state.network.hosts:
        raise NotAllowed("other-name", name=host[:LONGEST_NAME])
    origin = connection.headers.get("origin")
    if (origin is not None and not _is_place(origin, host)) or _sent_by_another_site(connection):
        raise NotAllowed("other-site")
    if connection.app.state.site is not None and origin is None and _changes_something(connection):
        raise NotAllowed("no-origin")


def _name(host: str) -> str | None:
    """The name in a header Host, without its port; nothing where it makes no sense."""
    with suppress(ValueError):
        split = urlsplit(f"//{host}")
        if split.netloc == host and split.username is None and split.port != 0:
            return split.hostname
    return None


def _is_place(origin: str, host: str) -> bool:
    """Whether a page of an origin is a page of ours, which was asked for under a name."""
    with suppress(ValueError):
        return urlsplit(origin).netloc == host
    return False


def _changes_something(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Every browser says where such a request or socket comes from. In a household programs of one's own need not."""
    return not isinstance(connection, Request) or connection.method not in ("GET", "HEAD")


def _sent_by_another_site(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Pictures and scripts of another site are asked for without an Origin. A link to us anybody may follow."""
    headers = connection.headers
    return headers.get("sec-fetch-site") in ("cross-site", "same-site") and headers.get("sec-fetch-mode") != "navigate"


# --- the owner -----------------------------------------------------------------------------------


@post("/api/enter", sync_to_thread=False)
def enter(data: Key, state: State) -> Response[None]:
    """What the start link does: makes this browser the owner's."""
    if not _same(data.key, state.owner_key):
        raise WrongKey("wrong-key")
    secure = state.site is not None and state.site.is_secure
    cookie = Cookie(key=OWNER_COOKIE, value=data.key, httponly=True, samesite="strict", max_age=A_YEAR, secure=secure)
    return Response(None, status_code=204, cookies=[cookie])


def owner_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The lobby belongs to whoever started the server."""
    if not is_owner(connection):
        raise (WrongKey if connection.cookies.get(OWNER_COOKIE) else NotAllowed)("not-the-owner")


def is_owner(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return has_key(connection, connection.cookies.get(OWNER_COOKIE, ""))


def has_key(connection: ASGIConnection[Any, Any, Any, Any], key: str) -> bool:
    return _same(key, connection.app.state.owner_key)


def _same(key: str, owner_key: str) -> bool:
    return secrets.compare_digest(key.encode(errors="replace"), owner_key.encode())


# --- a seat --------------------------------------------------------------------------------------


def seat_token(request: Request[Any, Any, Any]) -> str:
    """The secret of a seat's link. It comes in a header, because paths and queries end up in logs."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAllowed("no-link")
    return token.strip()
