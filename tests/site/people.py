"""Browsers of people who are signed in, and the tables at which they meet."""

from __future__ import annotations

import secrets
from types import TracebackType
from typing import Any, Self

import httpx
import sqlalchemy as sa

from ardennes.server.people.accounts import FRESH_SECONDS, Accounts
from ardennes.server.schema import sessions
from tests.server.serving import WAIT
from tests.site.sites import Process


class Person(httpx.Client):
    """A browser with a session."""

    name: str
    account: str


class People:
    """Makes accounts on a site; their browsers are closed at the end."""

    def __init__(self, process: Process, url: str) -> None:
        self.process = process
        self.accounts = Accounts(sa.create_engine(url, poolclass=sa.NullPool))
        self._opened: list[Person] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for browser in self._opened:
            browser.close()

    def sign_up(self, role: str = "player", name: str = "", *, by_passkey: bool = True) -> Person:
        account = self.accounts.add(name or f"Player {secrets.token_hex(4)}", "en", role=role)
        base = self.process.base
        browser = Person(base_url=base, timeout=WAIT, headers={"Origin": base})
        browser.cookies.set("ardennes-session", self.accounts.sign_in(account.id, by_passkey=by_passkey))
        browser.name, browser.account = account.name, account.id
        self._opened.append(browser)
        return browser


def age_sessions(accounts: Accounts, account_id: str, seconds: float = FRESH_SECONDS) -> None:
    """As if so long had passed since a passkey was shown."""
    with accounts._engine.begin() as connection:
        own = sessions.update().where(sessions.c.account == account_id)
        connection.execute(own.values(proved=sessions.c.proved - seconds))


def challenge(browser: httpx.Client, **more: Any) -> dict[str, Any]:
    reply = browser.post("/api/challenges", json={"game": "crossroads", "scenario": "noon", **more})
    assert reply.status_code == 201, reply.text
    return dict(reply.json())


def joined(host: httpx.Client, guest: httpx.Client, share: str = "", **more: Any) -> list[str]:
    """The links of both seats, by side, at a table that the guest has taken up."""
    table = challenge(host, **more)
    taken = guest.post(f"/api/challenges/{table['id']}/join", json={"share": share})
    assert taken.status_code == 201, taken.text
    (own,) = [each for each in host.get("/api/mine").json() if each["id"] == table["id"]]
    return [own["token"], taken.json()["token"]][:: 1 if own["side"] == 0 else -1]
