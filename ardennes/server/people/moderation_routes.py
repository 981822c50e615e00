"""Reporting somebody, and what moderators see and do."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State

from ardennes.server.people.accounts import Account
from ardennes.server.people.moderation import Moderation
from ardennes.server.people.play_routes import player
from ardennes.server.people.routes import moderators_only
from ardennes.server.protocol.people import AuditLine, Hiding, Report, ReportShown, Said, Suspension


@post("/api/players/{name:str}/report", sync_to_thread=True)
def report(name: str, data: Report, account: Account, state: State) -> None:
    """Of somebody, or of a line he said at a table where one sits oneself."""
    table = state.people.seat(data.table, account.id).row.id if data.table else None
    state.moderation.report(account.id, player(state, name).id, table, data.text, data.said if table else None)


@get("/api/moderation/reports", guards=[moderators_only], sync_to_thread=True)
def list_reports(state: State) -> list[ReportShown]:
    moderation: Moderation = state.moderation
    return moderation.reports()


@get("/api/moderation/reports/{report_id:str}/said", guards=[moderators_only], sync_to_thread=True)
def said_where_reported(report_id: str, state: State) -> list[Said]:
    moderation: Moderation = state.moderation
    return moderation.said_at(report_id)


@post("/api/moderation/reports/{report_id:str}/hide", guards=[moderators_only], sync_to_thread=True)
def hide_line(report_id: str, data: Hiding, account: Account, state: State) -> None:
    state.moderation.hide(report_id, data.number, account.id, hidden=data.hidden)


@post("/api/moderation/reports/{report_id:str}/handled", guards=[moderators_only], sync_to_thread=True)
def handle_report(report_id: str, account: Account, state: State) -> None:
    state.moderation.handle(report_id, account.id)


@post("/api/moderation/players/{name:str}/mute", guards=[moderators_only], sync_to_thread=True)
def mute(name: str, data: Suspension, account: Account, state: State) -> None:
    state.moderation.mute(player(state, name).id, data.until, account.id)


@post("/api/moderation/players/{name:str}/suspend", guards=[moderators_only], sync_to_thread=True)
def suspend(name: str, data: Suspension, account: Account, state: State) -> None:
    state.moderation.suspend(player(state, name).id, data.until, account.id)


@get("/api/moderation/audit", guards=[moderators_only], sync_to_thread=True)
def list_audit(state: State) -> list[AuditLine]:
    """What moderators have done, newest first."""
    moderation: Moderation = state.moderation
    return moderation.audit()


MODERATION_ROUTES = [
    report,
    list_reports,
    said_where_reported,
    hide_line,
    handle_report,
    mute,
    suspend,
    list_audit,
]
