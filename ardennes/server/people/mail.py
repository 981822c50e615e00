"""Mails of a site: sent beside everything else, so that nobody can tell from the time an answer takes what was sent."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ardennes.errors import ArdennesError
from ardennes.server.mistakes import Mistake

PATIENCE = 20.0
LONGEST_ADDRESS = 254
NOT_IN_ADDRESSES = '<>,;:"()[]'
logger = logging.getLogger(__name__)


class Relay(NamedTuple):
    """Where mails are handed over, and whom they come from."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    secure: bool = False

    @classmethod
    def at(cls, url: str, sender: str) -> Relay:
        """From ``smtp://host:25`` or ``smtps://user:password@host:465``."""
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise ArdennesError("--mail smtp://HOST:PORT needs --mail-from NAME@HOST")
        secure = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, parts.port or (465 if secure else 25), sender, user, password, secure)


class Mailer:
    """One mail at a time, in the order they were handed in."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mailer")

    def send(self, address: str, subject: str, text: str) -> None:
        """Soon; what goes wrong is for the log, without the address."""
        self._thread.submit(self._send, address, subject, text)

    def _send(self, address: str, subject: str, text: str) -> None:
        try:
            self.hand_over(address, subject, text)
        except (OSError, smtplib.SMTPException) as error:
            logger.warning("a mail cannot be sent: %s", type(error).__name__)

    def hand_over(self, address: str, subject: str, text: str, headers: Mapping[str, str] | None = None) -> None:
        """Now, by whoever calls; raises where the relay does not take it."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._relay.sender, address, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._relay.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        kind = smtplib.SMTP_SSL if self._relay.secure else smtplib.SMTP
        with kind(self._relay.host, self._relay.port, timeout=PATIENCE) as line:
            if self._relay.user:
                line.login(self._relay.user, self._relay.password)
            line.send_message(message)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def checked_address(text: str) -> str:
    """An address as it may stand in a mail: one name, one place, nothing that would begin another line or header."""
    address = text.strip()
    name, _, place = address.rpartition("@")
    plain = all(letter.isprintable() and not letter.isspace() and letter not in NOT_IN_ADDRESSES for letter in address)
    if not plain or not name or "." not in place.strip(".") or len(address) > LONGEST_ADDRESS:
        raise Mistake("no-address")
    return address
