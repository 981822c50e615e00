"""By what an account is told while it is not here: mail, web push, chat services, an address of its own."""

from __future__ import annotations

import base64
import json
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.people.accounts import Account
from ardennes.server.people.mail import Mailer
from ardennes.server.people.outgoing import Outgoing, Refusing
from ardennes.server.protocol.notices import ChannelShown, NewChannel, PushKeys
from ardennes.server.schema import channels, deliveries, emails, site_keys
from ardennes.server.site import Site
from ardennes.server.writer import explaining
from ardennes.shapes import worked_out

MOST_CHANNELS: Final = 10
MOST_FAILURES: Final = 5
FIRST_DAY: Final = 24 * 3600.0
CHAT_SERVICES: Final = ("discord", "slack", "tgram", "ntfy")
"""Of which each has an address of its own, that nobody can give instead; ``ntfy`` is that of ntfy.sh."""
CHAT_PARTS: Final = re.compile(r"[A-Za-z0-9_.:#@+-]{1,120}")
PUSH_SECONDS: Final = 24 * 3600
VAPID: Final = "vapid"


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    account: str
    kind: str
    address: str
    keys: PushKeys
    stop: str
    """The secret by which a mail can be stopped."""
    failures: int
    off: str

    @classmethod
    def of(cls, row: Any) -> Channel:
        values = {name: row[name] for name in cls.__struct_fields__ if name != "keys"}
        return cls(**values, keys=msgspec.json.decode(row["keys"], type=worked_out(PushKeys)))


class Letter(NamedTuple):
    """What is sent: it names tables and turns, and holds no secret."""

    subject: str
    lines: list[str]
    link: str
    stop_text: str

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, "", self.link])


class Channels:
    """Those of all accounts."""

    def __init__(
        self, engine: sa.Engine, clock: Callable[[], float], outgoing: Outgoing, mailer: Mailer | None
    ) -> None:
        self._engine, self._clock, self._outgoing, self._mailer = engine, clock, outgoing, mailer

    def add(self, account: Account, wanted: NewChannel) -> None:
        address = self._checked(account, wanted)
        row = {
            "id": secrets.token_urlsafe(6),
            "account": account.id,
            "kind": wanted.kind,
            "address": address,
            "keys": msgspec.json.encode(wanted.keys),
            "stop": secrets.token_urlsafe(18),
            "created": self._clock(),
        }
        mine = channels.c.account == account.id
        with explaining(), self._engine.begin() as connection:
            same = sa.and_(mine, channels.c.kind == wanted.kind, channels.c.address == address)
            self._forget(connection, list(connection.scalars(sa.select(channels.c.id).where(same))))
            count = connection.scalar(sa.select(sa.func.count()).select_from(channels).where(mine)) or 0
            if count >= MOST_CHANNELS:
                raise Mistake("too-many-channels", most=MOST_CHANNELS)
            connection.execute(channels.insert().values(row))

    def remove(self, account_id: str, channel_id: str) -> None:
        this = sa.and_(channels.c.id == channel_id, channels.c.account == account_id)
        with explaining(), self._engine.begin() as connection:
            found = list(connection.scalars(sa.select(channels.c.id).where(this)))
            if not found:
                raise NotThere("no-such-channel")
            self._forget(connection, found)

    def stop(self, secret: str) -> None:
        """Whoever has a mail can stop all of them; asked twice it is done as well."""
        with explaining(), self._engine.begin() as connection:
            self._forget(
                connection, list(connection.scalars(sa.select(channels.c.id).where(channels.c.stop == secret)))
            )

    def shown(self, account_id: str) -> list[ChannelShown]:
        query = channels.select().where(channels.c.account == account_id).order_by(channels.c.created)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [
            ChannelShown(row["id"], row["kind"], _shortened(row["kind"], row["address"]), row["off"]) for row in rows
        ]

    def send(self, channel: Channel, letter: Letter, site: Site) -> None:
        """Raises where it cannot be; never longer than seconds."""
        match channel.kind:
            case "mail":
                self._mail(channel, letter, site)
            case "push":
                self._push(channel, letter, site)
            case "web":
                body = json.dumps({"title": letter.subject, "text": letter.text}).encode()
                self._outgoing.post(channel.address, body, {"Content-Type": "application/json"})
            case _:
                _chat(channel.address, letter)

    def push_key(self) -> str:
        """The public half of the key by which push services know this site; made once, whichever process is first."""
        return base64.urlsafe_b64encode(_point(self._vapid())).rstrip(b"=").decode()

    # --- helpers ---------------------------------------------------------------------------------

    def _checked(self, account: Account, wanted: NewChannel) -> str:
        """The address, if it may be used."""
        if wanted.kind == "mail":
            with explaining(), self._engine.connect() as connection:
                mine = sa.select(emails.c.address).where(emails.c.account == account.id)
                address: str | None = connection.scalar(mine.order_by(emails.c.address_key))
            if self._mailer is None or address is None:
                raise Mistake("no-mail-address")
            return address
        if self._clock() < account.created + FIRST_DAY:
            raise Mistake("channel-too-soon")
        if wanted.kind == "chat":
            return _checked_chat(wanted.address)
        self._outgoing.check(wanted.address)
        if wanted.kind == "push" and not (wanted.keys.auth and wanted.keys.p256dh):
            raise Mistake("no-web-address")
        return wanted.address

    @staticmethod
    def _forget(connection: sa.Connection, found: list[str]) -> None:
        connection.execute(deliveries.delete().where(deliveries.c.channel.in_(found)))
        connection.execute(channels.delete().where(channels.c.id.in_(found)))

    def _mail(self, channel: Channel, letter: Letter, site: Site) -> None:
        if self._mailer is None:
            raise Refusing("no mail")
        stop = f"{site.public}/api/stop/{channel.stop}"
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        text = f"{letter.text}\n\n-- \n{letter.stop_text} {site.public}/#/stop/{channel.stop}\n"
        self._mailer.hand_over(channel.address, letter.subject, text, headers)

    def _push(self, channel: Channel, letter: Letter, site: Site) -> None:
        """Encrypted for the browser alone; the service between reads nothing."""
        from pywebpush import WebPusher

        told = json.dumps({"title": letter.subject, "text": "\n".join(letter.lines), "link": letter.link})
        keys = {"p256dh": channel.keys.p256dh, "auth": channel.keys.auth}
        sealed = WebPusher({"endpoint": channel.address, "keys": keys}).encode(told.encode(), "aes128gcm")
        place = urlsplit(channel.address)
        claims = {
            "aud": f"{place.scheme}://{place.netloc}",
            "sub": site.public,
            "exp": int(time.time()) + PUSH_SECONDS // 2,
        }
        headers = {
            **self._vapid().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_SECONDS),
        }
        self._outgoing.post(channel.address, bytes(sealed["body"]), headers)

    def _vapid(self) -> Any:
        from py_vapid import Vapid02

        mine = sa.select(site_keys.c.value).where(site_keys.c.name == VAPID)
        with explaining(), self._engine.begin() as connection:
            kept = connection.scalar(mine)
            if kept is None:
                made = Vapid02()
                made.generate_keys()
                try:
                    with connection.begin_nested():
                        connection.execute(site_keys.insert().values(name=VAPID, value=made.private_pem()))
                except sa.exc.IntegrityError:
                    pass  # Another process was faster.
                kept = connection.scalar(mine)
        assert kept is not None
        return Vapid02.from_pem(kept)


def _point(vapid: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def _checked_chat(text: str) -> str:
    """Only service and tokens are taken from what somebody writes: no host, no query, no file."""
    scheme, _, rest = text.strip().partition("://")
    parts = [part for part in rest.split("/") if part]
    if scheme not in CHAT_SERVICES or not parts or not all(CHAT_PARTS.fullmatch(part) for part in parts):
        raise Mistake("no-chat-service", services=", ".join(CHAT_SERVICES))
    if scheme == "ntfy" and len(parts) != 1:
        raise Mistake("no-chat-service", services=", ".join(CHAT_SERVICES))
    if any("@" in part or ":" in part for part in parts[:1]) and scheme != "tgram":
        raise Mistake("no-chat-service", services=", ".join(CHAT_SERVICES))
    return f"{scheme}://{'/'.join(parts)}"


def _chat(address: str, letter: Letter) -> None:
    import apprise

    asset = apprise.AppriseAsset(plugin_paths=[], async_mode=False)
    service = apprise.Apprise.instantiate(address, asset=asset)
    if service is None:
        raise Refusing("the service does not know this address")
    service.socket_connect_timeout = service.socket_read_timeout = 5.0
    if not service.notify(title=letter.subject, body=letter.text):
        raise Refusing("the service refused")


def _shortened(kind: str, address: str) -> str:
    """Where it has a secret, no more than the service."""
    if kind == "mail":
        return address
    return address.partition("://")[0] if kind == "chat" else urlsplit(address).netloc
