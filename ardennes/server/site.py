"""What a site has that a household does not: an address of its own, and questions for whoever watches over it."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from ardennes.errors import ArdennesError
from ardennes.server.migrations import REVISIONS
from ardennes.server.writer import DiskTrouble


class Site(NamedTuple):
    """How the site is reached."""

    public: str
    """Its address as a browser shows it, without a path."""
    host: str

    @property
    def is_secure(self) -> bool:
        return self.public.startswith("https:")

    @classmethod
    def at(cls, public: str) -> Site:
        parts = urlsplit(public)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise ArdennesError(f"--public {public}: the address of the site, such as https://games.example.org")
        return cls(f"{parts.scheme}://{parts.netloc}", parts.hostname)


class Readiness(msgspec.Struct):
    """Whether a process can serve: every part that must work says so."""

    database: bool
    listener: bool
    revision: str

    @property
    def is_ready(self) -> bool:
        return self.database and self.listener


@get("/healthz", sync_to_thread=False)
def health() -> Response[None]:
    """The process answers."""
    return Response(None, status_code=204)


@get("/readyz", sync_to_thread=True)
def readiness(state: State) -> Response[Readiness]:
    """The database answers, and its news are heard; otherwise others should be asked instead."""
    try:
        state.store.glance([""])
        answers = True
    except DiskTrouble:
        answers = False
    sharing = state.rooms.sharing
    found = Readiness(answers, sharing is None or sharing.listening, REVISIONS[-1])
    return Response(found, status_code=200 if found.is_ready else 503)


SITE_ROUTES = [health, readiness]
