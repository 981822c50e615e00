"""What a window at a table hears."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ardennes.server.protocol.base import Cells, Clock, Level, Sent, Side, Walk
from ardennes.server.protocol.looks import About, Fight, FrontLayer, Group, OverlayLayer, WhatIf


class Message(Sent, tag_field="is"):
    """One message of the socket."""


# --- the table -----------------------------------------------------------------------------------


class Remaining(Sent):
    """What would be given up with the answer that ends a phase."""

    option: int
    """The answer that ends it."""
    text: str
    units: tuple[int, ...]
    """Who could still act."""
    hexes: tuple[int, ...]
    """Where something could still be done."""
    hexsides: tuple[int, ...]
    final: bool
    """Whether it cannot be taken back: the other side is asked next, or dice fall."""


class NotYet(Sent):
    """The answer that will end a phase, once what must be done has been done."""

    option: int
    label: str


class StandingOrder(Sent):
    """An order for all questions of a kind, and the option it gives now."""

    name: str
    label: str
    option: int


class FormField(Sent):
    """One of several numbers that are asked for one after another."""

    prompt: str
    verb: int
    """The verb, by number, of which the answer is an option."""
    most: int
    """The largest that could be given if the others were nought."""


class Asked(Sent):
    """Who is asked what; the options only for the seat that is asked."""

    side: Side
    prompt: str
    code: str
    """The question's own name."""
    rule: str
    options: list[int]
    labels: list[tuple[int, str]]
    """What some options are called at this question."""
    units: tuple[int, ...]
    """What the prompt speaks of."""
    hexes: tuple[int, ...]
    remaining: Remaining | None = None
    """What remains, where a phase can be ended here."""
    not_yet: NotYet | None = None
    """What will end the phase, where it may not be ended so far."""
    gathers: list[int] = []
    """Verbs, by number, of which all options may be wanted together."""
    gathers_most: int = 0
    """How many of them may be wanted at most, where that is laid down."""
    curtain: bool = False
    """Whether a side may not look now at what another sees: where they share a screen, a curtain falls between."""
    unspent: str = ""
    """What else could still be spent here, in words."""
    standing: list[StandingOrder] = []
    """What can be ordered for all questions of this kind."""
    form: list[FormField] = []
    """The numbers that are asked for one after another from here on, where they can be filled in together."""
    whose: str = ""
    """Who must answer, where it is another command of the side."""


DisplayKind = Literal["battle", "check", "draw", "weather", "loss", "retreat", "advance", "supply", "event"]


class DiceGroup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Dice that fell together."""

    side: Side | None = None
    pips: tuple[int, ...] = ()
    faces: str = ""
    """Dice with symbols of their own, a sign for each."""
    added: int = 0
    """What modifiers add to the dice."""


class Display(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How an event is shown on the map, where it happens."""

    kind: DisplayKind
    dice: list[DiceGroup] = []
    column: str = ""
    """The column of the table, after all shifts."""
    result: str = ""
    """As the table has it."""
    meaning: str = ""
    """What comes of it, in words."""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of the log."""

    n: int
    """Its number among the lines of its record."""
    text: str
    rule: str = ""
    record: int = -1
    """The record it belongs to; -1 before the first."""
    side: Side | None = None
    kind: str = ""
    run: int = 0
    """The run of answers it belongs to, if any: lines in a row with the same number make one entry."""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    way: tuple[int, ...] = ()
    """The hexes of a move, from the first to the last."""
    dice: tuple[int, ...] = ()
    faces: str = ""
    """Dice with symbols of their own, a sign for each; a blank between the two sides' dice."""
    display: Display | None = None
    """How it is shown on the map, where it is."""


class LogPart(Sent):
    """What was said from the record `log_from` on; -1 where nothing was said before."""

    log: list[LogLine]
    log_from: int


class Verdict(Sent):
    """How the game ended."""

    winner: Side | None
    text: str


class Thought(Sent):
    """Something the computer considers."""

    text: str
    reasons: list[str]
    chance: float | None


class Frame(Sent):
    """What an answer changed in the eyes of a seat, with what answered itself after it."""

    at: int
    """How many records there were afterwards."""
    side: Side
    columns: dict[str, Cells]
    clocks: dict[str, Clock]
    walks: list[Walk]


class RunFrame(Frame):
    """One answer of a run."""

    thoughts: list[Thought] | UnsetType = UNSET
    """What was considered, where the computer answered and that betrays nothing."""


LogCheck = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", "pending", "failed"]})]
"""Whether the whole log of the file this table came from leads to its positions; empty where it does."""


class TimeLeft(Sent):
    """The clock of a table, where it has one."""

    left: tuple[float, float]
    """Seconds that each side has now."""
    running: Side | None
    """For whom it runs."""
    begun: bool
    """Whether both seats are taken, so that time counts."""
    automatic: bool
    """Whether whoever is out of time loses at once; else the other may claim the game."""


class Standing(Message):
    """How the table stands for a seat."""

    rev: int
    clocks: dict[str, Clock]
    asked: Asked | None
    anytime: list[int]
    undoable: int
    redoable: int
    picks: list[tuple[int, int]]
    """Of the answers that can be taken back, those of the act that is open: the record and the option."""
    joined: list[int]
    """The options by which units joined them without being chosen, because there was no choice."""
    undoes: str
    """What undo would take back, in words."""
    stages: list[str]
    """Where in the sequence of play one is, from the whole to its part."""
    settled: int
    """How many records nobody can take back."""
    records: int
    over: Verdict | None
    log: list[LogLine]


class LiveStanding(Standing):
    """How it stands now. The fields are those of `Presence`: a Struct has one base."""

    presence: tuple[int, int]
    watching: int
    draw: Side | None
    undo: Side | None
    players: tuple[Level, Level]
    thinking: Side | None
    automatic: tuple[bool, bool]
    log_check: LogCheck
    time: TimeLeft | None


class TableMessage(LiveStanding, tag="table"):
    """The whole table, but for the earlier lines of the log."""

    columns: dict[str, list[int] | Cells]
    """Units as whole rows; hexes and hexsides where they differ from the game data's `columns`."""
    log_from: int
    """The record from which on nothing is missing in the log; -1 where it is whole."""


class ChangeMessage(LiveStanding, tag="change"):
    """What a seat must learn to get from one moment to the next."""

    columns: dict[str, Cells]
    walks: list[Walk]
    cut: int
    """The first record whose lines no longer stand; those in `log` take their place."""
    frames: list[RunFrame] | UnsetType = UNSET
    """What each answer of a run changed, where others look on."""


class Presence(Message, tag="presence"):
    """Who is here, who thinks, and whether a draw has been offered."""

    presence: tuple[int, int]
    """Windows at each seat."""
    watching: int
    draw: Side | None
    undo: Side | None
    """Who asks to take back an answer that only the other side can let it take back."""
    players: tuple[Level, Level]
    thinking: Side | None
    """The side for which the computer thinks now."""
    automatic: tuple[bool, bool]
    """At which seats questions with a single answer answer themselves."""
    log_check: LogCheck
    time: TimeLeft | None


class Thinking(Message, tag="thinking"):
    """What the computer considers."""

    side: Side | None
    thoughts: list[Thought]
    trouble: str
    """Why it could not go on."""
    progress: tuple[float, int, int] | None
    """How far a thought has come that goes on: the share of its work, plans tried, small changes of the best one."""


Surprise = Literal["", "moved", "loss", "enemy"]
"""What has happened to a unit since it last marched: it was driven from its hex, it lost a step, an enemy came."""


class MarchShown(Sent):
    """A march, and how far it has come."""

    unit: int
    goal: int
    go: int
    """The verb, by number, that sends it; -1 for the usual one."""
    left: int | None
    """Hexes to go, and those from where it was sent; null where it is not on the map."""
    whole: int | None
    arrives: int | None
    """The turn in which it will be there, as far as one can tell."""
    stopped: Surprise
    """Why it waits until it is renewed."""


class Orders(Message, tag="orders"):
    """The order book of a side; only its own seats hear of it."""

    marches: list[MarchShown]
    standing: list[tuple[str, str]]
    """The name of a question, and what the order is called that answers it."""


class CommandShown(Sent):
    """A command of one's side; number 0 is the commander-in-chief, who has all the rest."""

    number: int
    title: str
    formations: list[str]
    player: Level
    here: int
    """How many windows are open at it."""
    ready: bool
    """Whether it has done with the phase."""
    waited_for: bool
    """Whether the phase waits for its word."""
    token: str
    """The secret of its link, for the commander-in-chief."""


class FormationShown(Sent):
    """What can be given to somebody."""

    name: str
    """As it is asked for."""
    title: str
    within: str
    """The name of what it is a part of; empty for the largest."""


class Commands(Message, tag="commands"):
    """Where several play a side: who has which formations; only its own seats hear of it."""

    own: int
    """The number of this window's own command."""
    formations: list[FormationShown]
    """All that can be given to somebody: a formation, then its parts."""
    commands: list[CommandShown]
    """None where one plays the whole side."""
    units: list[int]
    """Those of one's own command."""


class Closed(Message, tag="closed"):
    """The link leads nowhere, or not any more."""

    text: str


# --- answers to requests -------------------------------------------------------------------------


class Refusal(Message, tag="refused"):
    """Why something is not done."""

    text: str
    rule: str
    code: str


class Refused(Refusal, tag="refused"):
    """A request that is refused."""

    to: int = 0
    """The number of the request, here and in the other answers."""


class Done(Message, tag="done"):
    """What was asked for has changed the table."""

    rev: int
    done: int | UnsetType = UNSET
    """How many answers of a run were carried out, and why the next one was not."""
    refusal: Refusal | UnsetType | None = UNSET
    to: int = 0


class Reply(Message, tag="reply"):
    """What was asked for. What is worked out in another process comes encoded from there."""

    about: About | UnsetType = UNSET
    costs: list[tuple[int, int]] | UnsetType = UNSET
    """Options and their costs."""
    paths: list[tuple[int, tuple[int, ...]]] | UnsetType = UNSET
    """Options and the ways to them, where these are drawn before one chooses."""
    overlay: list[OverlayLayer | FrontLayer] | Raw | UnsetType = UNSET
    line: OverlayLayer | Raw | UnsetType | None = UNSET
    fights: list[Fight] | Raw | UnsetType = UNSET
    what_if: WhatIf | Raw | UnsetType = UNSET
    group: Group | UnsetType = UNSET
    log: list[LogLine] | Raw | UnsetType = UNSET
    log_from: int | UnsetType = UNSET
    to: int = 0


Answer = Reply | Done | Refused

AnyMessage = TableMessage | ChangeMessage | Presence | Thinking | Orders | Commands | Closed | Answer
"""Whatever a window may hear."""
