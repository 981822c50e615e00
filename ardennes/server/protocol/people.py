"""Accounts and what people do with each other: what page and server of a site say about it."""

from __future__ import annotations

from ardennes.server.protocol.base import PaceName, Received, Sent, Side

# --- signing in ------------------------------------------------------------------------------------


class BeginPasskey(Received, frozen=True):
    name: str = ""
    """Of a new account; whoever is signed in gets one more key."""


class Ceremony(Sent):
    """What the browser is asked, as JSON, and the secret by which its answer is known."""

    ceremony: str
    options: str


class FinishPasskey(Received, frozen=True):
    ceremony: str
    credential: str
    """What the browser has answered, as JSON."""


class MailAddress(Received, frozen=True):
    address: str


class MailedLink(Received, frozen=True):
    token: str
    name: str = ""
    """For a new account."""


class RecoveryCode(Received, frozen=True):
    name: str
    code: str


class SignedIn(Sent):
    """Who one is now. Codes are told once, to be written down."""

    name: str
    language: str
    role: str
    recovery_codes: list[str]


class Me(Sent):
    name: str
    language: str
    role: str
    created: float
    addresses: list[str]
    passkeys: list[str]


# --- tables and challenges -------------------------------------------------------------------------


class TableShown(Sent):
    """What of a table everybody may know."""

    id: str
    name: str
    game: str
    title: str
    sides: tuple[str, str]
    scenario: str
    options: list[str]
    updated: float
    pace: PaceName
    """How fast it is to be played; empty without a clock."""


class MyTable(TableShown):
    """One's own table, with the link to one's seat."""

    side: Side
    token: str
    note: str
    other: str
    """The name of whoever has the other seat; empty where nobody has."""
    turn: int | None
    my_turn: bool
    turn_since: float | None
    """Since when somebody is waited for."""
    out: float | None
    """When his clock will have run out; none where none runs."""
    over: bool
    verdict: str


class ChallengeShown(TableShown):
    """A table that waits for somebody."""

    host: str
    side: Side
    """The seat that is free."""
    invited: bool
    """Whether it is for one person alone."""
    mine: bool
    created: float
    expires: float


class NewChallenge(Received, frozen=True):
    game: str
    scenario: str = ""
    options: tuple[str, ...] = ()
    side: Side = 0
    """One's own."""
    name: str = ""
    invite: str = ""
    pace: PaceName = ""


class SeatLink(Received, frozen=True):
    token: str


class PrivateNote(Received, frozen=True):
    note: str


# --- each other ------------------------------------------------------------------------------------


class Words(Received, frozen=True):
    text: str


class Said(Sent):
    number: int
    side: Side | None
    name: str
    text: str
    at: float


class PlayRecord(Sent):
    """What somebody has played of a game against other people."""

    game: str
    playing: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class Profile(Sent):
    name: str
    since: float
    record: list[PlayRecord]


class Report(Received, frozen=True):
    text: str
    table: str = ""


class ReportShown(Sent):
    id: str
    by: str
    about: str
    table_id: str | None
    text: str
    at: float


class Suspension(Received, frozen=True):
    until: float | None
    """Seconds since 1970; none ends it."""
