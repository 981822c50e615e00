"""What an account is told of while it looks elsewhere: the bell, and when and where it is sent besides."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import sqlalchemy as sa

from ardennes.server.kept_tables import Summary
from ardennes.server.mistakes import Mistake
from ardennes.server.protocol.notices import KINDS, NoticeSettings, NoticeShown
from ardennes.server.schema import accounts, channels, deliveries, notices, tables
from ardennes.server.writer import explaining
from ardennes.shapes import worked_out

MOST_SHOWN: Final = 50
KEPT_FOR: Final = 60 * 24 * 3600.0
UNTIL_ANSWERED: Final = ("turn", "time")
"""Kinds that mean nothing any more when the turn has gone on."""
LINK: Final = "/#/mine/"


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an account may want to hear of."""

    account: str
    kind: str
    table_id: str | None = None
    name: str = ""
    """Of the table; of a channel its kind."""
    who: str = ""
    stage: str = ""
    """Of a clock: what part of the time is gone."""
    side: int = -1
    since: float = 0.0
    """Since when the turn lasts that it speaks of."""
    number: int = 0
    """Of the account's command, where several play a side."""


def words(event: Event, language: str) -> str:
    """One sentence; it holds no secret."""
    code = f"notice-{event.kind}-{event.stage}" if event.stage else f"notice-{event.kind}"
    return Mistake(code, name=event.name, who=event.who).told(language)


def still_stands(event: Event, found: Any) -> bool:
    """Whether the turn that it speaks of is still the one that is waited for; ``found`` is the row of its table."""
    if event.kind not in UNTIL_ANSWERED or found is None:
        return found is None or not found["deleted"]
    waiting = _summary(found).waiting if event.kind == "turn" else ()
    answered = bool(waiting) and event.number not in waiting
    return bool(found["turn_since"] == event.since and not found["deleted"] and not answered)


# --- when ----------------------------------------------------------------------------------------


def checked_settings(wanted: NoticeSettings) -> NoticeSettings:
    try:
        ZoneInfo(wanted.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Mistake("no-such-zone", zone=wanted.zone[:60]) from None
    return msgspec.structs.replace(wanted, silent=[kind for kind in wanted.silent if kind in KINDS])


def when(settings: NoticeSettings, now: float) -> float:
    """When a notice may be sent: at the hour of the digest, and not while it is quiet. Hours are those of the account's
    zone, whatever its summer time does."""
    moment = now
    if settings.digest is not None:
        moment = _next_hour(settings, moment, settings.digest)
    start, end = settings.quiet_from, settings.quiet_to
    if start is None or end is None or start == end:
        return moment
    hour = datetime.fromtimestamp(moment, ZoneInfo(settings.zone)).hour
    quiet = start <= hour < end if start < end else hour >= start or hour < end
    return _next_hour(settings, moment, end) if quiet else moment


def _next_hour(settings: NoticeSettings, now: float, hour: int) -> float:
    zone = ZoneInfo(settings.zone)
    local = datetime.fromtimestamp(now, zone)
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if due.timestamp() < now:
        due = (local + timedelta(days=1)).replace(hour=hour, minute=0, second=0, microsecond=0)
    return due.timestamp()


# --- what is kept --------------------------------------------------------------------------------


def ring(connection: sa.Connection, events: Iterable[Event], now: float) -> None:
    """Rings the bell of each account that wants to hear of it, and has it sent by each of its channels."""
    for event in events:
        settings = settings_of(connection, event.account)
        if settings is None or event.kind in settings.silent:
            continue
        notice = secrets.token_urlsafe(9)
        row = {"id": notice, "account": event.account, "table_id": event.table_id, "created": now}
        connection.execute(notices.insert().values(**row, data=msgspec.json.encode(event)))
        if event.kind == "channel":
            continue  # To say that one does not work by another is more than was asked for.
        working = sa.and_(channels.c.account == event.account, channels.c.off == "")
        for channel in connection.scalars(sa.select(channels.c.id).where(working)).all():
            delivery = {"notice": notice, "channel": channel, "at": when(settings, now)}
            connection.execute(deliveries.insert().values(delivery))


def settings_of(connection: sa.Connection, account: str) -> NoticeSettings | None:
    """None for an account that is no more."""
    query = sa.select(accounts.c.notice_settings).where(accounts.c.id == account, ~accounts.c.deleted)
    found = connection.execute(query).first()
    if found is None:
        return None
    return msgspec.json.decode(found[0], type=worked_out(NoticeSettings)) if found[0] else NoticeSettings()


class Notices:
    """The bell of every account, and what it wants to be told."""

    def __init__(self, engine: sa.Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock

    def shown(self, account: str, language: str) -> list[NoticeShown]:
        """The newest first; what has been answered meanwhile is withdrawn."""
        joined = notices.outerjoin(tables, tables.c.id == notices.c.table_id)
        columns = (tables.c.turn_since, tables.c.deleted, tables.c.summary)
        query = sa.select(notices, *columns).select_from(joined).where(notices.c.account == account)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(notices.c.created.desc()).limit(MOST_SHOWN)).mappings().all()
        found = []
        for row in rows:
            event = msgspec.json.decode(row["data"], type=worked_out(Event))
            there = None if row["table_id"] is None else row
            if still_stands(event, there) and not (there and event.kind in UNTIL_ANSWERED and _summary(row).over):
                told = NoticeShown(
                    id=row["id"],
                    kind=event.kind,
                    table=row["table_id"] or "",
                    text=words(event, language),
                    created=row["created"],
                    seen=row["seen"],
                )
                found.append(told)
        return found

    def mark_seen(self, account: str) -> None:
        self._write(notices.update().where(notices.c.account == account).values(seen=True))

    def settings(self, account: str) -> NoticeSettings:
        with explaining(), self._engine.connect() as connection:
            return settings_of(connection, account) or NoticeSettings()

    def set_settings(self, account: str, wanted: NoticeSettings) -> None:
        kept = msgspec.json.encode(checked_settings(wanted))
        self._write(accounts.update().where(accounts.c.id == account).values(notice_settings=kept))

    def _write(self, statement: sa.UpdateBase) -> None:
        with explaining(), self._engine.begin() as connection:
            connection.execute(statement)


def _summary(found: Any) -> Summary:
    """Of the table in a row."""
    return msgspec.json.decode(found["summary"], type=worked_out(Summary))
