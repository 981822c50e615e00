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
from ardennes.server.commands import CHIEF
from ardennes.server.computers import PERSON
from ardennes.server.kept_tables import TableRow
from ardennes.server.pace import HOUR, held_until
from ardennes.server.people.notices import Event, ring, settings_of
from ardennes.server.schema import accounts, challenges, order_books, present, said, seats, tables, vacations
from ardennes.shapes import worked_out

BETWEEN_CHATS: Final = 6 * HOUR
SEEN_WITHIN: Final = 60.0
"""Seconds for which a window is taken for open that was last heard of so long ago."""
MOST_AT_ONCE: Final = 200


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """What was told of a table already."""

    turn: float = 0.0
    """The turn that was told of, by the moment it began."""
    asked: tuple[int, ...] = ()
    """Who was told of it, where several have commands of a side."""
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


class Sitting(NamedTuple):
    """Somebody who has a seat; where several play a side, the number of his command."""

    number: int
    account: str
    name: str


class _Table(NamedTuple):
    """A table and who sits at it."""

    row: TableRow
    before: Noticed
    people: dict[Side, list[Sitting]]
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
        after = msgspec.structs.replace(after, turn=turn.turn, stage=turn.stage, asked=turn.asked)
        here = _here(connection, row.id, now)
        ring(connection, [event for event in (*events, *more) if _is_told(connection, event, here)], now)
    kept = {"due": due, "noticed": msgspec.json.encode(after)}
    connection.execute(tables.update().where(tables.c.id == row.id).values(kept))
    deciding = row.summary.deciding
    is_out = bool(row.timer and row.timer.pace.automatic and row.timer.out is not None and row.timer.out <= now)
    commanded = sa.exists().where(seats.c.table_id == row.id, seats.c.side == deciding, seats.c.player != PERSON)
    computer = deciding is not None and (row.players[deciding] != PERSON or connection.scalar(sa.select(commanded)))
    books = sa.exists().where(order_books.c.table_id == row.id, order_books.c.side == deciding)
    ordered = deciding is not None and bool(connection.scalar(sa.select(books)))
    return Attended(row.id, is_out and not row.deleted, bool(computer or ordered) and not row.deleted)


# --- whose turn it is ------------------------------------------------------------------------------


def _turn(connection: sa.Connection, table: _Table) -> tuple[Noticed, float | None, list[Event]]:
    """What is told now of the turn and its clock, and when there will be more to tell."""
    row, before, now = table.row, table.before, table.now
    side, since, waiting = row.summary.deciding, row.turn_since, row.summary.waiting
    unwanted = side is None or (row.players[side] != PERSON and not waiting)
    if row.summary.over or side is None or since is None or unwanted:
        return msgspec.structs.replace(before, turn=since or 0.0, stage="", asked=()), None, []
    side = Side(side)
    moments = [("", since + table.delay), *sorted(_stages(connection, table, side, since), key=lambda each: each[1])]
    told, asked = 0, tuple[int, ...]()
    if before.turn == since:
        told = 1 + next((place for place, (stage, _) in enumerate(moments) if stage == before.stage), 0)
        asked = before.asked
    passed = sum(moment <= now for _, moment in moments)
    due = next((moment for _, moment in moments[max(passed, told) :]), None)
    later = {number for number in waiting if number not in asked} if told else set()
    if passed <= told and not later:
        return before, due, []
    here = [each for each in table.people.get(side, ()) if not waiting or each.number in waiting]
    events = [_event(table, each, "turn", side, since=since) for each in here if each.number in later]
    after = msgspec.structs.replace(before, turn=since, asked=tuple(sorted({*asked, *waiting})))
    if passed <= told:
        return after, due, events
    newly = [stage for stage, _ in moments[told:passed]]
    own = [stage for stage in newly if stage != "claim"]
    for each in here if own else ():
        if own[-1] or each.number not in later:
            events.append(_event(table, each, "time" if own[-1] else "turn", side, stage=own[-1], since=since))
    for each in table.people.get(ENEMY_OF[side], ()):
        if "claim" in newly and each.number == CHIEF:
            events.append(_event(table, each, "time", ENEMY_OF[side], stage="claim", since=since))
    return msgspec.structs.replace(after, stage=newly[-1]), due, events


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
    taken = [vacation for each in table.people.get(side, ())[:1] for vacation in _vacations(connection, each.account)]
    yield "claim", held_until(out, taken) if table.people.get(side) else out


def _vacations(connection: sa.Connection, account: str) -> list[tuple[float, float]]:
    query = sa.select(vacations.c.begun, vacations.c.ended).where(vacations.c.account == account)
    return [(begun, ended) for begun, ended in connection.execute(query)]


# --- what else has happened -------------------------------------------------------------------------


def _news(connection: sa.Connection, table: _Table) -> tuple[Noticed, list[Event]]:
    row, after, events = table.row, table.before, []
    if row.summary.over and not after.over:
        after = msgspec.structs.replace(after, over=True)
        events += [_event(table, each, "end", side) for side in SIDES for each in table.people.get(side, ())]
    asked = [("offer", row.draw_offered_by, after.draw), ("undo", row.undo_asked_by, after.undo)]
    for kind, by, before in asked:
        if by is not None and by != before and not row.summary.over:
            other = ENEMY_OF[Side(by)]
            chiefs = [each for each in table.people.get(other, ()) if each.number == CHIEF]
            events += [_event(table, each, kind, other) for each in chiefs]
    after = msgspec.structs.replace(after, draw=row.draw_offered_by, undo=row.undo_asked_by)
    last = sa.select(said.c.number, said.c.side).where(said.c.table_id == row.id).order_by(said.c.number.desc())
    line = connection.execute(last.limit(1)).first()
    if line is not None and line.number > after.said:
        soon = table.now < after.said_at + BETWEEN_CHATS
        after = msgspec.structs.replace(after, said=line.number, said_at=after.said_at if soon else table.now)
        for side in SIDES if not soon else ():
            if side != line.side:
                events += [_event(table, each, "said", side) for each in table.people.get(side, ())]
    return after, events


def _event(table: _Table, to: Sitting, kind: str, side: Side, *, stage: str = "", since: float = 0.0) -> Event:
    others = table.people.get(ENEMY_OF[side], ())
    named = {"table_id": table.row.id, "name": table.row.name, "who": others[0].name if others else ""}
    return Event(account=to.account, number=to.number, kind=kind, side=side, stage=stage, since=since, **named)


# --- who is there ------------------------------------------------------------------------------------


def _people(connection: sa.Connection, table_id: str) -> dict[Side, list[Sitting]]:
    """Commanders-in-chief first; whoever lets the computer play his command waits for nothing."""
    joined = seats.join(accounts, accounts.c.id == seats.c.account)
    query = sa.select(seats.c.side, seats.c.number, accounts.c.id, accounts.c.name).select_from(joined)
    found: dict[Side, list[Sitting]] = {}
    here = sa.and_(seats.c.table_id == table_id, seats.c.player == PERSON, ~accounts.c.deleted)
    for side, *sitting in connection.execute(query.where(here).order_by(seats.c.number)):
        found.setdefault(Side(side), []).append(Sitting(*sitting))
    return found


def _waits_for_somebody(connection: sa.Connection, table_id: str) -> bool:
    return connection.scalar(sa.select(sa.exists().where(challenges.c.table_id == table_id))) or False


def _here(connection: sa.Connection, table_id: str, now: float) -> set[tuple[int, int]]:
    """At which sides and commands a window is open."""
    query = sa.select(present.c.side, present.c.number)
    query = query.where(present.c.table_id == table_id, present.c.at > now - SEEN_WITHIN)
    return {(side, number) for side, number in connection.execute(query)}


def _is_told(connection: sa.Connection, event: Event, here: set[tuple[int, int]]) -> bool:
    """Who has a window open sees it there, unless he wants to be told all the same."""
    if (event.side, event.number) not in here:
        return True
    settings = settings_of(connection, event.account)
    return settings is not None and settings.even_open
