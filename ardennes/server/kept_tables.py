"""What is kept of a table, and what an action changes of it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.engine import saves
from ardennes.engine.saves import Header, Record
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import Side
from ardennes.server.pace import Stretch, Timer
from ardennes.shapes import worked_out

LONGEST_NEWS = 7800
"""PostgreSQL carries notifications of less than 8,000 bytes."""
_news = msgspec.msgpack.Encoder()
Stacks = tuple[tuple[float, float, int], ...]
"""Where counters stand that anybody may see: kilometres east and north, and whose."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What the lobby shows of a table without opening it."""

    turn: int | None = None
    deciding: int | None = None
    verdict: str | dict[str, str] = ""
    """How it ended, by language; tables of earlier versions have it in English alone."""
    records: int = 0
    winner: Side | None = None
    """Where it is over and not drawn; tables that ended under earlier versions do not say."""
    over: bool = False
    waiting: tuple[int, ...] = ()
    """Whose answer it waits for, where several have commands of the side that decides."""

    def verdict_in(self, language: str) -> str:
        told = self.verdict
        return told if isinstance(told, str) else told.get(language) or told.get(FIRST_LANGUAGE, "")


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """The position after a number of records, and what it was made with."""

    number: int
    rules_version: int
    data_digest: str
    digest: str
    position: bytes
    """The whole checkpoint as the engine writes it; the other columns only repeat what of it one may ask for."""

    @classmethod
    def of(cls, kept: saves.Checkpoint) -> Checkpoint:
        return cls(
            number=kept.number,
            rules_version=kept.rules_version,
            data_digest=kept.data_digest,
            digest=kept.digest,
            position=msgspec.msgpack.encode(kept),
        )

    def read(self) -> saves.Checkpoint:
        return msgspec.msgpack.decode(self.position, type=worked_out(saves.Checkpoint))


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it is kept."""

    id: str
    name: str
    header: Header
    seats: tuple[str, str]
    watch: str
    created: float
    updated: float
    deleted: bool
    summary: Summary
    players: tuple[str, str] = ("", "")
    """The level of the computer that plays a seat; empty where a person does."""
    pack: str = ""
    """The folder of the data pack it is played with; empty for our own data."""
    lost_pack: str = ""
    """The name of that folder where it is gone while the server runs, and our own data must do; not kept."""
    rev: int = 0
    """How often the table has changed in any way: no change is written on another revision than it was made on."""
    unseen: tuple[int, ...] = (0, 0, 0)
    """How many of these changes each side, and whoever watches, was not told of, or lost nothing by."""
    guests: bool = False
    """Whether somebody else than the owner has sat down at it."""
    draw_offered_by: int | None = None
    undo_asked_by: int | None = None
    automatic: tuple[bool, bool] = (True, True)
    """For each side, whether a question with a single answer answers itself."""
    undone: tuple[Record, ...] = ()
    """What has been taken back and can be done again, the last of it first to come back."""
    stacks: Stacks = ()
    ready: str = ""
    """The phase that some of several seats of a side have done with, and their numbers."""
    timer: Timer | None = None
    """Its clock, where it is played with one."""
    turn_since: float | None = None
    """When the side that must decide was handed the turn."""
    rated: bool = False
    """Whether it counts for the ratings of two people: until it is over nobody is helped at it."""

    @classmethod
    def from_columns(cls, found: Any) -> TableRow:
        first, _, second = found["players"].partition(",")
        return cls(
            id=found["id"],
            name=found["name"],
            header=msgspec.json.decode(found["header"], type=worked_out(Header)),
            seats=(found["first"], found["second"]),
            watch=found["watch"],
            created=found["created"],
            updated=found["updated"],
            deleted=found["deleted"],
            summary=msgspec.json.decode(found["summary"], type=worked_out(Summary)),
            players=(first, second),
            pack=found["pack"],
            rev=found["rev"],
            unseen=tuple(map(int, found["unseen"].split(","))),
            guests=found["guests"],
            draw_offered_by=found["draw_offered_by"],
            undo_asked_by=found["undo_asked_by"],
            ready=found["ready"],
            timer=msgspec.json.decode(found["timer"], type=worked_out(Timer)) if found["timer"] else None,
            turn_since=found["turn_since"],
            rated=found["rated"],
            automatic=(found["automatic"][0] == "1", found["automatic"][-1] == "1"),
            undone=msgspec.msgpack.decode(found["undone"], type=worked_out(tuple[Record, ...]))
            if found["undone"]
            else (),
            stacks=msgspec.json.decode(found["stacks"], type=worked_out(Stacks)) if found["stacks"] else (),
        )


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What an action changes at a table. It leaves the next revision."""

    rev: int
    """The revision it was made on."""
    unseen: Sequence[int] = (0, 0, 0)
    first: int
    """The records from here on are replaced: what was undone goes, what was done stays."""
    played: Sequence[Record]
    summary: Summary
    replaces: bool = True
    """Whether there are records from there on; otherwise these come at the end."""
    draw_offered_by: int | None = None
    undo_asked_by: int | None = None
    automatic: tuple[bool, bool] = (True, True)
    players: tuple[str, str] = ("", "")
    undone: Sequence[Record] = ()
    ready: str = ""
    timer: Timer | None = None
    turn_since: float | None = None
    """None where nobody has handed over."""
    due: float | None = None
    """When somebody should be told of it; None where nothing new is to be told."""
    vacation: tuple[Side, Stretch] | None = None
    """What a side takes of it, because its clock had run out."""
    stacks: Stacks | None = None
    """None where they are to stay as they were kept last."""
    decided: Side | None = None
    """Whoever had to decide before."""
    checkpoints: Sequence[Checkpoint] = ()
    """Those made since the last change."""
    forgotten: Sequence[int] = ()
    """The numbers of checkpoints that are no longer needed."""


class News(msgspec.Struct, frozen=True, array_like=True):
    """A change as other processes are told of it, so that they need not ask the database what it was."""

    first: int
    played: tuple[Record, ...]
    unseen: tuple[int, ...]
    draw_offered_by: int | None
    undo_asked_by: int | None
    automatic: tuple[bool, bool]
    players: tuple[str, str]
    undone: tuple[Record, ...]
    ready: str
    timer: Timer | None

    @classmethod
    def of(cls, change: Change) -> News:
        return cls(
            change.first,
            tuple(change.played),
            tuple(change.unseen),
            change.draw_offered_by,
            change.undo_asked_by,
            change.automatic,
            change.players,
            tuple(change.undone),
            change.ready,
            change.timer,
        )

    def row(self, row: TableRow, rev: int) -> TableRow:
        """What this makes of the row as it was before."""
        return msgspec.structs.replace(
            row,
            rev=rev,
            unseen=self.unseen,
            draw_offered_by=self.draw_offered_by,
            undo_asked_by=self.undo_asked_by,
            automatic=self.automatic,
            players=self.players,
            undone=self.undone,
            ready=self.ready,
            timer=self.timer,
        )


class Glance(NamedTuple):
    """Whether a table has changed can be told from these."""

    rev: int
    deleted: bool
    first: str
    second: str
    watch: str
    name: str

    @classmethod
    def of(cls, row: TableRow) -> Glance:
        return cls(row.rev, row.deleted, *row.seats, row.watch, row.name)


def in_short(change: Change) -> str:
    """As much as a notification holds: nothing of what is longer, then whoever hears of it asks the database."""
    told = b64encode(_news.encode(News.of(change))).decode()
    return told if len(told) <= LONGEST_NEWS else ""
