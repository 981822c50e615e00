"""Who may ask: under which name, from which page, with which key or link."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotAuthorizedException
from litestar.handlers.base import BaseRouteHandler

from ardennes.server.mistakes import NotAllowed, WrongKey

OWNER_COOKIE = "ardennes-owner"
A_YEAR = 365 * 24 * 3600


def caller(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


# --- our own page --------------------------------------------------------------------------------


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Requests come from our own page, and under a name we know."""
    host = connection.headers.get("host", "")
    if urlsplit(f"//{host}").hostname not in connection.app.state.hosts:
        raise NotAuthorizedException(f"this server does not answer to the name {host!r}")
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        raise NotAuthorizedException("requests from another site are not answered")


# --- the owner -----------------------------------------------------------------------------------


class Key(msgspec.Struct, forbid_unknown_fields=True):
    key: str


@post("/api/enter", sync_to_thread=False)
def enter(data: Key, state: State) -> Response[None]:
    """What the start link does: makes this browser the owner's."""
    if not secrets.compare_digest(data.key, state.owner_key):
        raise WrongKey("wrong-key")
    cookie = Cookie(key=OWNER_COOKIE, value=data.key, httponly=True, samesite="strict", max_age=A_YEAR)
    return Response(None, status_code=204, cookies=[cookie])


def owner_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The lobby belongs to whoever started the server."""
    key = connection.cookies.get(OWNER_COOKIE, "")
    if not secrets.compare_digest(key, connection.app.state.owner_key):
        raise (WrongKey if key else NotAllowed)("not-the-owner")


# --- a seat --------------------------------------------------------------------------------------


def seat_token(request: Request[Any, Any, Any]) -> str:
    """The secret of a seat's link. It comes in a header, because paths and queries end up in logs."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAllowed("no-link")
    return token.strip()
