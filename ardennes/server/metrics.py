"""Numbers of a process of a site for whoever watches over it, as Prometheus reads them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler

from ardennes.server.doors import has_key, is_owner
from ardennes.server.mistakes import NotAllowed
from ardennes.server.rooms import Rooms

BEARER = "bearer "
WAITING = "SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status = 'todo' GROUP BY queue_name"
Sample = tuple[str, str, str, float]
"""Name, kind, labels and value."""


def owner_or_bearer(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """For whoever has the owner's key: in the browser's cookie, or as a program sends it."""
    given = connection.headers.get("authorization", "")
    is_program = given.lower().startswith(BEARER) and has_key(connection, given[len(BEARER) :].strip())
    if not is_program and not is_owner(connection):
        raise NotAllowed("not-the-owner")


def samples(rooms: Rooms) -> Iterator[Sample]:
    """What is counted; nothing of it says who plays."""
    opened = rooms.open_rooms()
    yield "ardennes_open_rooms", "gauge", "", len(opened)
    yield "ardennes_windows", "gauge", "", sum(1 for room in opened for _ in room.windows)
    yield "ardennes_thinking_rooms", "gauge", "", sum(room.computer.busy for room in opened)
    yield "ardennes_listening", "gauge", "", rooms.sharing is None or rooms.sharing.listening
    yield "ardennes_cpu_seconds_total", "counter", "", time.process_time()
    if rooms.store.is_shared:
        with rooms.store.reading() as connection:
            for kind, count in connection.execute(sa.text(WAITING)):
                yield "ardennes_waiting_jobs", "gauge", f'{{kind="{kind}"}}', count


@get("/metrics", guards=[owner_or_bearer], sync_to_thread=True)
def metrics(state: State) -> Response[str]:
    lines, known = [], set()
    for name, kind, labels, value in samples(state.rooms):
        if name not in known:
            known.add(name)
            lines.append(f"# TYPE {name} {kind}")
        lines.append(f"{name}{labels} {float(value):g}")
    return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
