"""Accounts, and the sessions, links and codes by which somebody proves to have one. Of secrets only hashes are kept."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.server.mistakes import Mistake, NotAllowed, TooMany, WrongKey
from ardennes.server.people.names import checked_name
from ardennes.server.schema import (
    accounts,
    blocks,
    challenges,
    channels,
    credentials,
    deliveries,
    emails,
    entries,
    notices,
    said,
    seats,
    sessions,
    tokens,
    vacations,
)
from ardennes.server.store import search_key
from ardennes.server.writer import explaining

SESSION_SECONDS = 90 * 24 * 3600.0
LINK_SECONDS = 15 * 60.0
CEREMONY_SECONDS = 5 * 60.0
FRESH_SECONDS = 15 * 60.0
"""For which a passkey that was shown is believed where more than playing is at stake."""
LINKS_AN_HOUR, LINKS_OF_A_CALLER = 5, 20
RECOVERY_CODES = 8
SHOWN_OF_SESSION = 16
FORMER = "former player"
PASSKEY, RECOVERY = "passkey", "recovery"
PRIVATE = (credentials, emails, sessions, notices, channels, vacations)
"""What is kept of an account alone; it goes with it."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who can sign in."""

    id: str
    name: str
    language: str
    role: str
    created: float
    zone: str = ""
    """Its time zone, by name; empty where nobody has said."""

    @property
    def moderates(self) -> bool:
        return self.role != "player"


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    account: str
    public_key: bytes
    sign_count: int


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """What a secret that was given out stands for."""

    data: bytes
    about: str


def hashed(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a quick hash will do."""
    return sha256(secret.encode(errors="replace")).hexdigest()


class Accounts:
    """All of it in the database that has the tables."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    # --- accounts --------------------------------------------------------------------------------

    def add(self, name: str, language: str, *, address: str = "", role: str = "player") -> Account:
        """A new account; with the address at which somebody has read a link."""
        shown, now = checked_name(name), time.time()
        account = Account(id=secrets.token_urlsafe(9), name=shown, language=language, role=role, created=now)
        row = {**msgspec.structs.asdict(account), "name_key": search_key(shown)}
        try:
            with explaining(), self._engine.begin() as connection:
                connection.execute(accounts.insert().values(row))
                if address:
                    mail = {"address_key": search_key(address), "address": address, "account": account.id}
                    connection.execute(emails.insert().values(mail))
        except sa.exc.IntegrityError:
            raise Mistake("name-taken") from None
        return account

    def by_id(self, account_id: str) -> Account | None:
        return self._one(accounts.c.id == account_id)

    def by_name(self, name: str) -> Account | None:
        return self._one(accounts.c.name_key == search_key(name))

    def by_address(self, address: str) -> Account | None:
        whose = sa.select(emails.c.account).where(emails.c.address_key == search_key(address))
        return self._one(accounts.c.id == whose.scalar_subquery())

    def addresses(self, account_id: str) -> list[str]:
        return self._scalars(sa.select(emails.c.address).where(emails.c.account == account_id))

    def set_role(self, account_id: str, role: str) -> None:
        self._write(accounts.update().where(accounts.c.id == account_id).values(role=role))

    def set_settings(self, account_id: str, **columns: str) -> None:
        """The language in which somebody is written to, and his time zone."""
        if columns:
            self._write(accounts.update().where(accounts.c.id == account_id).values(columns))

    def erase(self, account_id: str) -> None:
        """The name becomes that of nobody, and all that is private goes at once; games keep their sides."""
        heard = sa.select(notices.c.id).where(notices.c.account == account_id)
        gone = {"name": FORMER, "name_key": f"{FORMER} {account_id}", "deleted": True, "zone": ""}
        gone["notice_settings"] = None
        self._write(
            deliveries.delete().where(deliveries.c.notice.in_(heard)),
            *(table.delete().where(table.c.account == account_id) for table in PRIVATE),
            challenges.update().where(challenges.c.invited == account_id).values(invited=None, expires=0.0),
            challenges.delete().where(challenges.c.host == account_id),
            blocks.delete().where(sa.or_(blocks.c.account == account_id, blocks.c.other == account_id)),
            entries.delete().where(entries.c.account == account_id),
            seats.update().where(seats.c.account == account_id).values(note=""),
            said.update().where(said.c.account == account_id).values(text=""),
            accounts.update().where(accounts.c.id == account_id).values(gone),
        )

    # --- sessions --------------------------------------------------------------------------------

    def sign_in(self, account_id: str, *, by_passkey: bool = False) -> str:
        """The secret of a new session."""
        secret, now = secrets.token_urlsafe(32), time.time()
        row = {"id_hash": hashed(secret), "account": account_id, "created": now, "expires": now + SESSION_SECONDS}
        row["proved"] = now if by_passkey else None
        with explaining(), self._engine.begin() as connection:
            suspended = sa.select(accounts.c.suspended_until).where(accounts.c.id == account_id)
            if (connection.scalar(suspended) or 0.0) > now:
                raise NotAllowed("suspended")
            connection.execute(sessions.insert().values(row))
        return secret

    def of_session(self, secret: str) -> Account | None:
        live = sa.and_(sessions.c.id_hash == hashed(secret), sessions.c.expires > time.time())
        whose = sa.select(sessions.c.account).where(live)
        return self._one(accounts.c.id == whose.scalar_subquery())

    def is_fresh(self, secret: str) -> bool:
        """Whether a passkey was shown in this session a short while ago."""
        recent = sessions.c.proved > time.time() - FRESH_SECONDS
        return bool(self._scalars(sa.select(sessions.c.proved).where(sessions.c.id_hash == hashed(secret), recent)))

    def sign_out(self, secret: str) -> None:
        self._write(sessions.delete().where(sessions.c.id_hash == hashed(secret)))

    def sessions(self, account_id: str) -> list[tuple[str, float]]:
        """Those that are open: by what is kept of their secrets, and since when."""
        live = sa.and_(sessions.c.account == account_id, sessions.c.expires > time.time())
        query = sa.select(sessions.c.id_hash, sessions.c.created).where(live).order_by(sessions.c.created)
        with explaining(), self._engine.connect() as connection:
            return [(row.id_hash[:SHOWN_OF_SESSION], row.created) for row in connection.execute(query)]

    def end_session(self, account_id: str, shown: str) -> None:
        """One of one's own, known by the beginning of what is kept of it."""
        begins = sa.func.substr(sessions.c.id_hash, 1, SHOWN_OF_SESSION) == shown
        self._write(sessions.delete().where(sessions.c.account == account_id, begins))

    def sign_out_everywhere(self, account_id: str) -> None:
        self._write(sessions.delete().where(sessions.c.account == account_id))

    # --- links and ceremonies --------------------------------------------------------------------

    def give_out(self, kind: str, data: bytes, seconds: float, *, about: str = "", caller: str = "") -> str:
        """A secret that can be used once, for a while."""
        secret, now = secrets.token_urlsafe(32), time.time()
        row = {"hash": hashed(secret), "kind": kind, "data": data, "about": about, "caller": caller}
        old = tokens.delete().where(tokens.c.expires < now - 3600.0)
        self._write(old, tokens.insert().values({**row, "created": now, "expires": now + seconds}))
        return secret

    def peek(self, kind: str, secret: str) -> Token:
        """What a secret stands for."""
        query = sa.select(tokens.c.data, tokens.c.about).where(_valid(kind, secret))
        with explaining(), self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise WrongKey("link-used-up")
        return Token(data=row.data, about=row.about)

    def use(self, kind: str, secret: str) -> Token:
        """What a secret stands for; from now on it stands for nothing."""
        token = self.peek(kind, secret)
        with explaining(), self._engine.begin() as connection:
            if connection.execute(tokens.update().where(_valid(kind, secret)).values(used=True)).rowcount != 1:
                raise WrongKey("link-used-up")
        return token

    def check_links(self, address: str, caller: str) -> None:
        """Whether another link may be sent there, and asked for from there, within the hour."""
        recent = sa.and_(tokens.c.kind == "mail", tokens.c.created > time.time() - 3600.0)
        count = sa.select(sa.func.count()).select_from(tokens)
        with explaining(), self._engine.connect() as connection:
            sent = connection.scalar(count.where(recent, tokens.c.about == search_key(address)))
            asked = connection.scalar(count.where(recent, tokens.c.caller == caller))
        if (sent or 0) >= LINKS_AN_HOUR or (asked or 0) >= LINKS_OF_A_CALLER:
            raise TooMany("too-many-links")

    # --- passkeys and recovery codes --------------------------------------------------------------

    def add_passkey(self, passkey: Passkey) -> None:
        row = {**msgspec.structs.asdict(passkey), "kind": PASSKEY, "created": time.time()}
        self._write(credentials.insert().values(row))

    def passkey(self, credential_id: str) -> Passkey | None:
        query = sa.select(*(credentials.c[name] for name in Passkey.__struct_fields__))
        with explaining(), self._engine.connect() as connection:
            found = connection.execute(query.where(credentials.c.id == credential_id, credentials.c.kind == PASSKEY))
            row = found.mappings().first()
        return Passkey(**row) if row else None

    def passkeys(self, account_id: str) -> list[str]:
        mine = sa.and_(credentials.c.account == account_id, credentials.c.kind == PASSKEY)
        return self._scalars(sa.select(credentials.c.id).where(mine))

    def passkeys_since(self, account_id: str) -> list[tuple[str, float]]:
        """The same with when they were made."""
        mine = sa.and_(credentials.c.account == account_id, credentials.c.kind == PASSKEY)
        query = sa.select(credentials.c.id, credentials.c.created).where(mine).order_by(credentials.c.created)
        with explaining(), self._engine.connect() as connection:
            return [(row.id, row.created) for row in connection.execute(query)]

    def count_use(self, credential_id: str, sign_count: int) -> None:
        self._write(credentials.update().where(credentials.c.id == credential_id).values(sign_count=sign_count))

    def forget_passkey(self, account_id: str, credential_id: str) -> None:
        mine = sa.and_(credentials.c.account == account_id, credentials.c.id == credential_id)
        self._write(credentials.delete().where(mine, credentials.c.kind == PASSKEY))

    def new_recovery_codes(self, account_id: str) -> list[str]:
        """Codes to write down; the earlier ones are void."""
        codes = ["-".join(secrets.token_hex(4) for _ in range(3)) for _ in range(RECOVERY_CODES)]
        usual = {"account": account_id, "kind": RECOVERY, "public_key": b"", "sign_count": 0, "created": time.time()}
        mine = sa.and_(credentials.c.account == account_id, credentials.c.kind == RECOVERY)
        rows = [{**usual, "id": hashed(f"{account_id}:{code}")} for code in codes]
        self._write(credentials.delete().where(mine), credentials.insert().values(rows))
        return codes

    def use_recovery_code(self, name: str, code: str) -> Account:
        """Whoever has the code; it is used up."""
        account = self.by_name(name)
        whose = account.id if account else ""
        known = sa.and_(credentials.c.id == hashed(f"{whose}:{code.strip().lower()}"), credentials.c.kind == RECOVERY)
        with explaining(), self._engine.begin() as connection:
            used = connection.execute(credentials.delete().where(known)).rowcount
        if account is None or used != 1:
            raise WrongKey("wrong-code")
        return account

    # --- helpers ---------------------------------------------------------------------------------

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        columns = [accounts.c[name] for name in Account.__struct_fields__]
        query = sa.select(*columns).where(condition, ~accounts.c.deleted)
        with explaining(), self._engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        return Account(**row) if row else None

    def _scalars(self, query: sa.Select[Any]) -> list[Any]:
        with explaining(), self._engine.connect() as connection:
            return list(connection.scalars(query))

    def _write(self, *statements: sa.UpdateBase) -> None:
        """All of it or nothing."""
        with explaining(), self._engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)


def _valid(kind: str, secret: str) -> sa.ColumnElement[bool]:
    fresh = sa.and_(tokens.c.expires > time.time(), ~tokens.c.used)
    return sa.and_(tokens.c.hash == hashed(secret), tokens.c.kind == kind, fresh)
