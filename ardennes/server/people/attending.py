"""What is due at a table: to tell whoever is waited for, to remind him, to say that a game has begun or ended.

All that is told follows from the table as it is kept, and from what was told of it before; so a process that dies in
the middle of it leaves nothing undone, and two that look at the same time tell nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.server.computers import PERSON
from ardennes.server.pace import HOUR, held_until
from ardennes.server.people.notices import Event, ring, settings_of
from ardennes.server.schema import accounts, challenges, order_books, present, said, seats, tables, vacations
from ardennes.server.store import TableRow
from ardennes.shapes import worked_out

BETWEEN_CHATS: Final = 6 * HOUR
SEEN_WITHIN: Final = 60.0
"""Seconds for which a window is taken for open that was last heard of so long ago."""
MOST_AT_ONCE: Final = 200


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """What was told of a table already."""

    turn: float = 0.0
    """The turn that was told of, by the moment it began."""
    stage: str = ""
    over: bool = False
    draw: int | None = None
    undo: int | None = None
    said: int = -1
    said_at: float = 0.0


class Attended(NamedTuple):
    """What came of looking at a table."""

    table_id: str
    is_out: bool
    """Whether the side that must decide has no time left, and loses without being claimed."""
    wakes: bool
    """Whether somebody must answer who has no window: the computer, or an order given in advance."""


class _Table(NamedTuple):
    """A table and who sits at it."""

    row: TableRow
    before: Noticed
    people: dict[Side, list[tuple[str, str]]]
    """By side, account and name."""
    now: float
    delay: float


def attend_due(engine: sa.Engine, now: float, delay: float) -> list[Attended]:
    """Everything that is due now, each table in a transaction of its own."""
    with engine.connect() as connection:
        due = sa.select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(MOST_AT_ONCE)
        found = list(connection.scalars(due))
    attended = []
    for table_id in found:
        with engine.begin() as connection:
            this = tables.select().where(tables.c.id == table_id, tables.c.due <= now)
            row = connection.execute(this.with_for_update(skip_locked=True)).mappings().first()
            if row is not None:
                attended.append(_attend(connection, row, now, delay))
    return attended


def _attend(connection: sa.Connection, found: Any, now: float, delay: float) -> Attended:
    row = TableRow.from_columns(found)
    before = msgspec.json.decode(found["noticed"], type=worked_out(Noticed)) if found["noticed"] else Noticed()
    table = _Table(row, before, _people(connection, row.id), now, delay)
    after, due = before, None
    if not row.deleted and not _waits_for_somebody(connection, row.id):
        after, events = _news(connection, table)
        turn, due, more = _turn(connection, table)
        after = msgspec.structs.replace(after, turn=turn.turn, stage=turn.stage)
        here = _here(connection, row.id, now)
        ring(connection, [event for event in (*events, *more) if _is_told(connection, event, here)], now)
    kept = {"due": due, "noticed": msgspec.json.encode(after)}
    connection.execute(tables.update().where(tables.c.id == row.id).values(kept))
    deciding = row.summary.deciding
    is_out = bool(row.timer and row.timer.pace.automatic and row.timer.out is not None and row.timer.out <= now)
    computer = deciding is not None and row.players[deciding] != PERSON
    books = sa.exists().where(order_books.c.table_id == row.id, order_books.c.side == deciding)
    ordered = deciding is not None and bool(connection.scalar(sa.select(books)))
    return Attended(row.id, is_out and not row.deleted, (computer or ordered) and not row.deleted)


# --- whose turn it is ------------------------------------------------------------------------------


def _turn(connection: sa.Connection, table: _Table) -> tuple[Noticed, float | None, list[Event]]:
    """What is told now of the turn and its clock, and when there will be more to tell."""
    row, before, now = table.row, table.before, table.now
    side, since = row.summary.deciding, row.turn_since
    if row.summary.over or side is None or since is None or row.players[side] != PERSON:
        return msgspec.structs.replace(before, turn=since or 0.0, stage=""), None, []
    side = Side(side)
    moments = [("", since + table.delay), *sorted(_stages(connection, table, side, since), key=lambda each: each[1])]
    told = 0
    if before.turn == since:
        told = 1 + next((place for place, (stage, _) in enumerate(moments) if stage == before.stage), 0)
    passed = sum(moment <= now for _, moment in moments)
    due = next((moment for _, moment in moments[max(passed, told) :]), None)
    if passed <= told:
        return before, due, []
    newly = [stage for stage, _ in moments[told:passed]]
    events = []
    own = [stage for stage in newly if stage != "claim"]
    for account, _ in table.people.get(side, ()) if own else ():
        events.append(_event(table, account, "time" if own[-1] else "turn", side, stage=own[-1], since=since))
    for account, _ in table.people.get(ENEMY_OF[side], ()) if "claim" in newly else ():
        events.append(_event(table, account, "time", ENEMY_OF[side], stage="claim", since=since))
    stage = newly[-1]
    return msgspec.structs.replace(before, turn=since, stage=stage), due, events


def _stages(connection: sa.Connection, table: _Table, side: Side, since: float) -> Iterator[tuple[str, float]]:
    """When how much of the time will be gone; what would come before anything is told is left out."""
    timer = table.row.timer
    if timer is None or timer.side != side or timer.out is None:
        return
    out = timer.out
    wanted = [("half", timer.since + (out - timer.since) / 2), ("day", out - 24 * HOUR), ("hours", out - 4 * HOUR)]
    yield from ((stage, moment) for stage, moment in wanted if moment > since + table.delay)
    yield "out", out
    if timer.pace.automatic:
        return
    taken = [vacation for account, _ in table.people.get(side, ())[:1] for vacation in _vacations(connection, account)]
    yield "claim", held_until(out, taken) if table.people.get(side) else out


def _vacations(connection: sa.Connection, account: str) -> list[tuple[float, float]]:
    query = sa.select(vacations.c.begun, vacations.c.ended).where(vacations.c.account == account)
    return [(begun, ended) for begun, ended in connection.execute(query)]


# --- what else has happened -------------------------------------------------------------------------


def _news(connection: sa.Connection, table: _Table) -> tuple[Noticed, list[Event]]:
    row, after, events = table.row, table.before, []
    if row.summary.over and not after.over:
        after = msgspec.structs.replace(after, over=True)
        events += [_event(table, account, "end", side) for side in SIDES for account, _ in table.people.get(side, ())]
    asked = [("offer", row.draw_offered_by, after.draw), ("undo", row.undo_asked_by, after.undo)]
    for kind, by, before in asked:
        if by is not None and by != before and not row.summary.over:
            other = ENEMY_OF[Side(by)]
            events += [_event(table, account, kind, other) for account, _ in table.people.get(other, ())]
    after = msgspec.structs.replace(after, draw=row.draw_offered_by, undo=row.undo_asked_by)
    last = sa.select(said.c.number, said.c.side).where(said.c.table_id == row.id).order_by(said.c.number.desc())
    line = connection.execute(last.limit(1)).first()
    if line is not None and line.number > after.said:
        soon = table.now < after.said_at + BETWEEN_CHATS
        after = msgspec.structs.replace(after, said=line.number, said_at=after.said_at if soon else table.now)
        for side in SIDES if not soon else ():
            if side != line.side:
                events += [_event(table, account, "said", side) for account, _ in table.people.get(side, ())]
    return after, events


def _event(table: _Table, account: str, kind: str, side: Side, *, stage: str = "", since: float = 0.0) -> Event:
    others = table.people.get(ENEMY_OF[side], ())
    who = others[0][1] if others else ""
    named = {"table_id": table.row.id, "name": table.row.name, "who": who}
    return Event(account=account, kind=kind, side=side, stage=stage, since=since, **named)


# --- who is there ------------------------------------------------------------------------------------


def _people(connection: sa.Connection, table_id: str) -> dict[Side, list[tuple[str, str]]]:
    """Commanders-in-chief first."""
    joined = seats.join(accounts, accounts.c.id == seats.c.account)
    query = sa.select(seats.c.side, accounts.c.id, accounts.c.name).select_from(joined)
    found: dict[Side, list[tuple[str, str]]] = {}
    here = sa.and_(seats.c.table_id == table_id, ~accounts.c.deleted)
    for side, account, name in connection.execute(query.where(here).order_by(seats.c.number)):
        found.setdefault(Side(side), []).append((account, name))
    return found


def _waits_for_somebody(connection: sa.Connection, table_id: str) -> bool:
    return connection.scalar(sa.select(sa.exists().where(challenges.c.table_id == table_id))) or False


def _here(connection: sa.Connection, table_id: str, now: float) -> set[int]:
    """At which sides a window is open."""
    query = sa.select(present.c.side).where(present.c.table_id == table_id, present.c.at > now - SEEN_WITHIN)
    return set(connection.scalars(query))


def _is_told(connection: sa.Connection, event: Event, here: set[int]) -> bool:
    """Who has a window open sees it there, unless he wants to be told all the same."""
    if event.side not in here:
        return True
    settings = settings_of(connection, event.account)
    return settings is not None and settings.even_open
