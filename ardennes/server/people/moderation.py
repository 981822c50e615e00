"""What people report, and what moderators do about it. Everything they do is noted."""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa

from ardennes.server.mistakes import NotThere
from ardennes.server.people.play import told_of
from ardennes.server.protocol.people import AuditLine, ReportShown, Said
from ardennes.server.schema import accounts, audit, reports, said, sessions
from ardennes.server.writer import explaining

LONGEST_REPORT = 1000
MOST_LISTED = 200
REPORTS_A_DAY = 20


class Moderation:
    """Reports, and what comes of them."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    # --- reports ---------------------------------------------------------------------------------

    def report(self, by: str, about: str, table_id: str | None, text: str, line: int | None = None) -> None:
        """One more for the moderators; of a line that was said it is kept which."""
        row = {"id": secrets.token_urlsafe(6), "by": by, "about": about, "table_id": table_id, "at": time.time()}
        recent = sa.and_(reports.c.by == by, reports.c.at > time.time() - 24 * 3600.0)
        with explaining(), self._engine.begin() as connection:
            count = connection.scalar(sa.select(sa.func.count()).select_from(reports).where(recent)) or 0
            if count < REPORTS_A_DAY:
                connection.execute(reports.insert().values(**row, text=text[:LONGEST_REPORT], said=line))

    def reports(self) -> list[ReportShown]:
        """Those that nobody has handled, with the line they are about."""
        by, about = accounts.alias("by_account"), accounts.alias("about_account")
        line = sa.and_(said.c.table_id == reports.c.table_id, said.c.number == reports.c.said)
        joined = reports.join(by, by.c.id == reports.c.by).join(about, about.c.id == reports.c.about)
        columns = (reports.c.id, reports.c.table_id, reports.c.text, reports.c.at, reports.c.said)
        names = (by.c.name.label("by"), about.c.name.label("about"), said.c.text.label("line"))
        query = sa.select(*columns, *names).select_from(joined.outerjoin(said, line))
        query = query.where(reports.c.handled_by.is_(None)).order_by(reports.c.at).limit(MOST_LISTED)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [ReportShown(**{**row, "line": row["line"] or ""}) for row in rows]

    def said_at(self, report_id: str) -> list[Said]:
        """What was said at the table of a report; of no other table a moderator reads anything."""
        with explaining(), self._engine.connect() as connection:
            table_id = self._table_of(connection, report_id)
            return told_of(connection, said.c.table_id == table_id, hidden_too=True)

    def handle(self, report_id: str, moderator: str) -> None:
        this = sa.and_(reports.c.id == report_id, reports.c.handled_by.is_(None))
        with explaining(), self._engine.begin() as connection:
            if connection.execute(reports.update().where(this).values(handled_by=moderator)).rowcount != 1:
                raise NotThere("no-such-report")
            self._note(connection, moderator, "handled", report_id)

    def hide(self, report_id: str, number: int, moderator: str, *, hidden: bool) -> None:
        """Nobody at the table reads a line any more; or again."""
        with explaining(), self._engine.begin() as connection:
            table_id = self._table_of(connection, report_id)
            this = sa.and_(said.c.table_id == table_id, said.c.number == number)
            if connection.execute(said.update().where(this).values(hidden=hidden)).rowcount != 1:
                raise NotThere("no-such-report")
            self._note(connection, moderator, "hidden" if hidden else "shown", f"{table_id} {number}")

    @staticmethod
    def _table_of(connection: sa.Connection, report_id: str) -> str:
        query = sa.select(reports.c.table_id).where(reports.c.id == report_id, reports.c.handled_by.is_(None))
        table_id = connection.scalar(query)
        if table_id is None:
            raise NotThere("no-such-report")
        return str(table_id)

    # --- people ----------------------------------------------------------------------------------

    def mute(self, account_id: str, until: float | None, by: str | None) -> None:
        """He may play on, and say nothing until then."""
        self._change(account_id, by, "muted" if until else "unmuted", muted_until=until)

    def suspend(self, account_id: str, until: float | None, by: str | None) -> None:
        """Signed out, and kept out until then; None lets him in again."""
        self._change(account_id, by, "suspended" if until else "let in", suspended_until=until)

    def _change(self, account_id: str, by: str | None, what: str, **columns: float | None) -> None:
        with explaining(), self._engine.begin() as connection:
            connection.execute(accounts.update().where(accounts.c.id == account_id).values(columns))
            if columns.get("suspended_until"):
                connection.execute(sessions.delete().where(sessions.c.account == account_id))
            self._note(connection, by, what, account_id)

    # --- what was done ---------------------------------------------------------------------------

    def note(self, by: str | None, what: str, about: str) -> None:
        with explaining(), self._engine.begin() as connection:
            self._note(connection, by, what, about)

    @staticmethod
    def _note(connection: sa.Connection, by: str | None, what: str, about: str) -> None:
        row = {"id": secrets.token_urlsafe(9), "at": time.time(), "by": by, "what": what, "about": about}
        connection.execute(audit.insert().values(row))

    def audit(self) -> list[AuditLine]:
        """What was done last, the newest first."""
        by, about = accounts.alias("by_account"), accounts.alias("about_account")
        joined = audit.outerjoin(by, by.c.id == audit.c.by).outerjoin(about, about.c.id == audit.c.about)
        query = sa.select(audit.c.at, audit.c.what, audit.c.about, by.c.name.label("by"), about.c.name.label("name"))
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.select_from(joined).order_by(audit.c.at.desc()).limit(MOST_LISTED)).all()
        return [AuditLine(row.at, row.by or "", row.what, row.name or row.about) for row in rows]
