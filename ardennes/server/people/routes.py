"""Signing up, signing in and out, and what belongs to an account."""

from __future__ import annotations

import asyncio
from typing import Any
from zoneinfo import available_timezones

from litestar import Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.handlers.base import BaseRouteHandler

from ardennes.languages import LANGUAGES
from ardennes.server.doors import caller
from ardennes.server.mistakes import Mistake, NotAllowed
from ardennes.server.people.accounts import LINK_SECONDS, SESSION_SECONDS, Account, Accounts, hashed
from ardennes.server.people.export import export
from ardennes.server.people.mail import checked_address
from ardennes.server.protocol.people import (
    BeginPasskey,
    Ceremony,
    FinishPasskey,
    MailAddress,
    MailedLink,
    Me,
    NewSettings,
    PasskeyShown,
    RecoveryCode,
    SessionShown,
    SignedIn,
)
from ardennes.server.site import Site
from ardennes.server.store import search_key

MAIL = "mail"
LONGEST_WORD = 80


# --- who asks ------------------------------------------------------------------------------------


def session_cookie(site: Site) -> str:
    """The name says that no other site may have set it; without encryption a browser would not take it so."""
    return "__Host-ardennes" if site.is_secure else "ardennes-session"


def account_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Account | None:
    """Whoever is signed in."""
    state = connection.app.state
    secret = connection.cookies.get(session_cookie(state.site), "")
    accounts: Accounts = state.accounts
    return accounts.of_session(secret) if secret else None


def account(request: Request[Any, Any, Any]) -> Account:
    """For routes that only somebody who is signed in may ask."""
    found = account_of(request)
    if found is None:
        raise NotAllowed("not-signed-in")
    return found


def moderators_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Who has shown his passkey a short while ago: a session that somebody has got hold of is not enough."""
    found = account_of(connection)
    if found is None or not found.moderates:
        raise NotAllowed("moderators-only")
    _check_passkey_is_fresh(connection)


def _check_passkey_is_fresh(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    state = connection.app.state
    if not state.accounts.is_fresh(connection.cookies.get(session_cookie(state.site), "")):
        raise NotAllowed("passkey-first")


def _signed_in(
    request: Request[Any, Any, Any],
    found: Account,
    codes: list[str] | None = None,
    status: int = 200,
    *,
    by_passkey: bool = False,
) -> Response[SignedIn]:
    """A new session in place of the one that the browser had before."""
    state = request.app.state
    secret = state.accounts.sign_in(found.id, by_passkey=by_passkey)
    state.accounts.sign_out(request.cookies.get(session_cookie(state.site), ""))
    cookie = Cookie(
        key=session_cookie(state.site),
        value=secret,
        httponly=True,
        samesite="lax",
        secure=state.site.is_secure,
        path="/",
        max_age=int(SESSION_SECONDS),
    )
    told = SignedIn(found.name, found.language, found.role, codes or [])
    return Response(told, status_code=status, cookies=[cookie], headers={"Cache-Control": "no-store"})


# --- passkeys ------------------------------------------------------------------------------------


@post("/api/account/begin", sync_to_thread=True)
def begin_account(data: BeginPasskey, state: State, request: Request[Any, Any, Any]) -> Ceremony:
    """A passkey for a new account; or one more, for whoever is signed in. Whoever moderates shows one he has first."""
    state.ceremony_limit.check(caller(request))
    known = account_of(request)
    if known is not None and known.moderates:
        _check_passkey_is_fresh(request)
    found: Ceremony = state.passkeys.begin_making(data.name, known)
    return found


@post("/api/account/finish", sync_to_thread=True)
def finish_account(
    data: FinishPasskey, state: State, language: str, request: Request[Any, Any, Any]
) -> Response[SignedIn]:
    known = account_of(request)
    made: Account = state.passkeys.finish_making(data.ceremony, data.credential, language)
    codes = [] if known else state.accounts.new_recovery_codes(made.id)
    return _signed_in(request, made, codes, status=201, by_passkey=True)


@post("/api/session/begin", sync_to_thread=True)
def begin_session(state: State, request: Request[Any, Any, Any]) -> Ceremony:
    state.ceremony_limit.check(caller(request))
    found: Ceremony = state.passkeys.begin_showing()
    return found


@post("/api/session/finish", sync_to_thread=True)
def finish_session(data: FinishPasskey, state: State, request: Request[Any, Any, Any]) -> Response[SignedIn]:
    """Also for whoever is signed in already, and has to show that he is still there."""
    return _signed_in(request, state.passkeys.finish_showing(data.ceremony, data.credential), by_passkey=True)


# --- links by mail, and codes -----------------------------------------------------------------------


@post("/api/session/mail")
async def send_link(data: MailAddress, state: State, language: str, request: Request[Any, Any, Any]) -> Response[None]:
    """Whether there is an account for the address cannot be seen from the answer, nor from how long it takes."""
    if state.mailer is None:
        raise Mistake("no-mail-here")
    address, calling = checked_address(data.address), caller(request)
    await asyncio.to_thread(state.accounts.check_links, address, calling)
    secret = await asyncio.to_thread(
        state.accounts.give_out, MAIL, address.encode(), LINK_SECONDS, about=search_key(address), caller=calling
    )
    link = f"{state.site.public}/#/link/{secret}"
    minutes = round(LINK_SECONDS / 60)
    state.mailer.send(
        address, Mistake("mail-subject").told(language), Mistake("mail-text", link=link, minutes=minutes).told(language)
    )
    return Response(None, status_code=204)


@post("/api/session/link", sync_to_thread=True)
def use_link(data: MailedLink, state: State, language: str, request: Request[Any, Any, Any]) -> Response[SignedIn]:
    """The page posts it from behind the #, so that a mail scanner which opens the link uses nothing up."""
    accounts: Accounts = state.accounts
    address = accounts.peek(MAIL, data.token).data.decode()
    found = accounts.by_address(address)
    if found is None and not data.name:
        raise Mistake("name-wanted")
    if found is not None:
        accounts.use(MAIL, data.token)
        return _signed_in(request, found)
    made = accounts.add(data.name, language, address=address)
    accounts.use(MAIL, data.token)
    return _signed_in(request, made, accounts.new_recovery_codes(made.id), status=201)


@post("/api/session/code", sync_to_thread=True)
def use_code(data: RecoveryCode, state: State, request: Request[Any, Any, Any]) -> Response[SignedIn]:
    return _signed_in(request, state.accounts.use_recovery_code(data.name, data.code))


# --- signed in -----------------------------------------------------------------------------------


@get("/api/me", sync_to_thread=True, response_headers={"Cache-Control": "no-store"})
def me(account: Account, state: State, request: Request[Any, Any, Any]) -> Me:
    accounts: Accounts = state.accounts
    secret = request.cookies.get(session_cookie(state.site), "")
    current = hashed(secret)
    return Me(
        name=account.name,
        language=account.language,
        role=account.role,
        created=account.created,
        zone=account.zone,
        addresses=accounts.addresses(account.id),
        passkeys=[PasskeyShown(*passkey) for passkey in accounts.passkeys_since(account.id)],
        sessions=[SessionShown(*each, current.startswith(each[0])) for each in accounts.sessions(account.id)],
        fresh=accounts.is_fresh(secret),
    )


@post("/api/me/settings", sync_to_thread=True)
def change_settings(data: NewSettings, account: Account, state: State) -> None:
    wanted = {"language": data.language, "zone": data.zone}
    if data.language is not None and data.language not in LANGUAGES:
        raise Mistake("no-such-language", language=data.language[:LONGEST_WORD])
    if data.zone and data.zone not in available_timezones():
        raise Mistake("no-such-zone", zone=data.zone[:LONGEST_WORD])
    state.accounts.set_settings(account.id, **{name: value for name, value in wanted.items() if value is not None})


@delete("/api/me/sessions/{shown:str}", sync_to_thread=True)
def end_session(shown: str, account: Account, state: State) -> None:
    """One of one's own, perhaps on a device that is lost."""
    state.accounts.end_session(account.id, shown)


@post("/api/me/codes", sync_to_thread=True)
def new_codes(account: Account, state: State) -> list[str]:
    """New recovery codes; the old ones are void."""
    found: list[str] = state.accounts.new_recovery_codes(account.id)
    return found


@delete("/api/me/passkeys/{key:str}", sync_to_thread=True)
def forget_passkey(key: str, account: Account, state: State, request: Request[Any, Any, Any]) -> None:
    if account.moderates:
        _check_passkey_is_fresh(request)
    state.accounts.forget_passkey(account.id, key)


@delete("/api/session", sync_to_thread=True)
def sign_out(state: State, request: Request[Any, Any, Any]) -> None:
    state.accounts.sign_out(request.cookies.get(session_cookie(state.site), ""))


@delete("/api/session/all", sync_to_thread=True)
def sign_out_everywhere(account: Account, state: State) -> None:
    state.accounts.sign_out_everywhere(account.id)


@get("/api/me/export", sync_to_thread=True)
def export_all(account: Account, state: State) -> Response[bytes]:
    """All that is kept of somebody, as a file for him."""
    state.export_limit.check(account.id)
    packed = export(state.accounts, state.rooms, account)
    headers = {"Content-Disposition": 'attachment; filename="ardennes.zip"', "Cache-Control": "no-store"}
    return Response(packed, media_type="application/zip", headers=headers)


@delete("/api/me", sync_to_thread=True)
def erase(account: Account, state: State) -> None:
    """Gone at once, and for good."""
    state.accounts.erase(account.id)


ACCOUNT_ROUTES = [
    begin_account,
    finish_account,
    begin_session,
    finish_session,
    send_link,
    use_link,
    use_code,
    me,
    change_settings,
    end_session,
    new_codes,
    forget_passkey,
    sign_out,
    sign_out_everywhere,
    export_all,
    erase,
]
