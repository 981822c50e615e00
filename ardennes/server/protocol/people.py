"""Accounts and what people do with each other: what page and server of a site say about it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ardennes.server.protocol.base import Level, PaceName, Received, Sent, Side

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


class PasskeyShown(Sent):
    id: str
    created: float


class SessionShown(Sent):
    id: str
    created: float
    current: bool


class Me(Sent):
    name: str
    language: str
    role: str
    created: float
    zone: str
    addresses: list[str]
    passkeys: list[PasskeyShown]
    sessions: list[SessionShown]
    fresh: bool
    """Whether a passkey was shown a short while ago, as moderators have to."""


# --- tables and challenges -------------------------------------------------------------------------

DiceShare = Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9a-f]*$")]
"""A random number in hexadecimal digits; empty where somebody leaves the dice to the others."""


class TableShown(Sent):
    """What of a table everybody may know."""

    id: str
    name: str
    game: str
    title: str
    sides: tuple[str, str]
    scenario: str
    """What it is called."""
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
    rated: bool
    muted: bool
    """Whether one does not want to read what the other says."""


class ChallengeShown(TableShown):
    """A table that waits for somebody."""

    host: str
    side: Side
    """The seat that is free."""
    rated: bool
    commitment: str
    """What the server's part of the seed was promised as; see whoever takes it up."""
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
    rated: bool = False
    share: DiceShare = ""


class SharedDice(Received, frozen=True):
    """What whoever sits down mixes into the seed of the dice."""

    share: DiceShare = ""


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
    hidden: bool = False


class PlayRecord(Sent):
    """What somebody has played of a game against other people."""

    game: str
    playing: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class PlayRating(Sent):
    """How well somebody plays a game."""

    game: str
    rating: int
    deviation: int
    games: int


class Profile(Sent):
    name: str
    since: float
    record: list[PlayRecord]
    ratings: list[PlayRating]
    finished: float | None
    """The share of games that were played to an end, of those that ended or wait for this player for weeks; none where
    there are none."""
    answers_in: float | None
    """Seconds that a turn takes, on average; none where no turn has been taken."""


class LadderLine(Sent):
    """Somebody on the ladder of a game; computers stand at fixed ratings."""

    name: str
    rating: int
    deviation: int
    games: int
    level: Level = ""
    """Of a computer."""


class Ladder(Sent):
    game: str
    title: str
    lines: list[LadderLine]


class Report(Received, frozen=True):
    text: str
    table: str = ""
    said: int | None = None
    """The number of the line it is about."""


class ReportShown(Sent):
    id: str
    by: str
    about: str
    table_id: str | None
    text: str
    at: float
    said: int | None
    line: str
    """What was said, where the report is about a line."""


class Hiding(Received, frozen=True):
    number: int
    hidden: bool = True


class Muting(Received, frozen=True):
    on: bool


class AuditLine(Sent):
    """What a moderator has done; by nobody where it was done from the command line."""

    at: float
    by: str
    what: str
    about: str


class NewSettings(Received, frozen=True):
    """Of an account; what is not named stays."""

    language: str | None = None
    zone: str | None = None


class Suspension(Received, frozen=True):
    until: float | None
    """Seconds since 1970; none ends it."""
