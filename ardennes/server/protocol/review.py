"""Looking back, looking up and looking ahead: what a seat asks over HTTP."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from ardennes.engine.schedule import Roll
from ardennes.engine.verifying import Throw as DiceThrow
from ardennes.server.protocol.base import Cells, Sent, Side, Walk
from ardennes.server.protocol.looks import About
from ardennes.server.protocol.table import Frame, LogLine, Standing, Thought

# --- the past ------------------------------------------------------------------------------------


class Moment(Standing, tag="table"):
    """The table as it was after some of its records."""

    columns: dict[str, list[int] | Cells]
    log_from: int
    at: int
    of: int


class ClipFrame(Frame):
    """What one answer changed."""

    log: list[LogLine]


class Clip(Sent):
    start: Moment
    frames: list[ClipFrame]


# --- the rules -----------------------------------------------------------------------------------


class Ruling(Sent):
    ids: str
    text: str


class RuleTitle(Sent):
    """A rule in a list of titles."""

    id: str
    case: str
    chapter: str
    """What its chapter is about."""
    title: str
    translated: bool
    """Whether it has been put into the player's language, where that is not English."""


class Rule(RuleTitle):
    """A rule in our words."""

    statement: str
    state: str
    ruling: Ruling | None
    options: list[str]
    related: list[str] | UnsetType = UNSET
    """Cases that go with it, where it was looked up by its number."""
    found: list[str] | UnsetType = UNSET
    """Its words, without capitals and accents, that were meant, where it was searched for."""


# --- the charts ----------------------------------------------------------------------------------


class Chart(Sent):
    """A table to look things up in; the first column names the rows."""

    name: str
    title: str
    rule: str
    heads: list[str]
    rows: list[list[str]]
    marked_rows: list[int]
    """What applies now; where a row and a column do, the cell in which they meet."""
    marked_columns: list[int]
    source: str
    """Where its values come from, as the data files say."""


# --- how the game stands -------------------------------------------------------------------------

Points = tuple[int | None, int | None]
"""A number for each side; null for a side that has no such number."""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """How a game stood after so many records: points and steps lost of each side."""

    record: int
    turn: int
    points: Points
    lost: tuple[int, int]


class Throw(msgspec.Struct, frozen=True):
    """Dice that were thrown, against what was to be expected."""

    record: int
    turn: int
    roll: Roll
    hexes: tuple[int, ...]


class Aim(Sent):
    """Another way to win than by points at the end, and how near a side is to it."""

    side: Side
    text: str
    rule: str
    has: int
    needed: int


class Coming(Sent):
    """Something laid down for a turn."""

    turn: int
    text: str
    rule: str
    side: Side | None
    units: tuple[int, ...]


class ScoreHistory(Sent):
    """Everything a seat may know of how the game stands, went and goes on."""

    turn: int
    points: Points
    needed: Points
    aims: list[Aim]
    lost: tuple[Mapping[str, int], Mapping[str, int]]
    """Steps each side has lost, by formation."""
    curve: list[Sample]
    throws: list[Throw]
    coming: list[Coming]


# --- dice ----------------------------------------------------------------------------------------


class DiceTold(Sent):
    """What the dice followed from, told when the game is over."""

    seed: str
    salt: str
    commitment: str
    shares: list[str]
    """What each side mixed into the seed; throws follow from ``seed:share:share``."""
    throws: list[DiceThrow]


# --- advice --------------------------------------------------------------------------------------


class Hint(Sent):
    """What the adviser would do, step by step."""

    options: tuple[int, ...]
    about: About | None
    chance: float
    chance_after: float | None
    """After the steps, where neither dice nor the enemy have a say in them."""
    thoughts: list[Thought]


class CoachWord(Sent):
    """One sentence on the seat's last turn."""

    text: str
    first: int
    last: int
    """The records of that turn."""


ChancePoint = tuple[int, int, float]
"""Record, turn and chance."""


class TurnReport(Sent):
    """What one side did in its part of a turn; chances are the first side's."""

    first: int
    last: int
    turn: int
    side: Side
    before: float
    after: float
    luck: float
    rest: float
    """By how much the chance had jumped since the part before, although nothing had happened."""
    decision: float


class DecidingThrow(Sent):
    """An act that dice decided, in words."""

    first: int
    last: int
    turn: int
    side: Side
    before: float
    after: float
    luck: float | None
    text: str


class CostlyPart(Sent):
    """A part of a turn that cost its player much, and the usual way to play it."""

    first: int
    last: int
    turn: int
    side: Side
    cost: float
    """By how much worse than usual it was for the side that played it."""
    ways: list[Walk]
    """Who would have gone where."""
    texts: list[str]
    """What would have happened, the most telling of it."""


class Analysis(Sent):
    """A finished game looked at again."""

    compared: bool
    """Whether decisions are compared with a usual way to play."""
    curve: list[ChancePoint]
    turns: list[TurnReport]
    throws: list[DecidingThrow]
    luck: float
    rest: float
    """What neither luck nor decisions explain: the error of the judgement."""
    decisions: tuple[float, float]
    costly: list[CostlyPart]
    """The costliest of each side, the first side's first."""
