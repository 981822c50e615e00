"""The lobby: games, tables, the home network, and the guided first turn."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ardennes.engine.game import OptionInfo
from ardennes.engine.scenarios import ScenarioInfo
from ardennes.server.protocol.base import Level, Received, Sent, Side

# --- games ---------------------------------------------------------------------------------------


class Extent(Sent):
    """A piece of ground, in kilometres."""

    west: float
    south: float
    east: float
    north: float


class GameCard(Sent):
    """A game, its scenarios and its options."""

    id: str
    playable: bool
    guide: bool
    """Whether it has a guided first turn."""
    card: Extent | None
    """The ground its small picture shows; null where there is no picture."""
    sources: dict[str, dict[str, int]]
    """By data file, how many of its values are from the rulebook, public, reconstructed, our own, or say nothing."""
    title: str
    sides: tuple[str, str]
    stage: str
    """How far it is: `map`, `rules`, `complete`, or `tutorial`."""
    designer: str
    publisher: str
    year: int
    about: str
    rules_version: int
    scenarios: dict[str, ScenarioInfo]
    options: dict[str, OptionInfo]


# --- tables --------------------------------------------------------------------------------------

Spot = tuple[float, float, Side]
"""A counter that anybody may see: kilometres east and north, and whose."""


class TableInfo(Sent):
    """A table of the lobby."""

    id: str
    name: str
    game: str
    title: str
    sides: tuple[str, str]
    scenario: str
    options: tuple[str, ...]
    seats: tuple[str, str]
    """The secrets of the seats' links, and of the watchers'."""
    watch: str
    players: tuple[Level, Level]
    pack: str
    """The folder of the data pack it is played with."""
    created: float
    updated: float
    deleted: bool
    stacks: tuple[Spot, ...]
    turn: int | None
    deciding: Side | None
    verdict: str
    records: int


class TablePage(Sent):
    """Some of the tables, those last played first."""

    tables: list[TableInfo]
    total: int
    """How many there are on all pages, and how many among the deleted ones."""
    deleted: int
    next: str | None
    """What to ask the next page with; null on the last."""


class LifetimeTally(Sent):
    """Finished games of one kind: a side played by a person against a level of the computer."""

    game: str
    title: str
    side: Side
    side_name: str
    level: Level
    """Of the computer on the other side."""
    played: int
    won: int
    drawn: int
    lost: int


class NewTable(Received, frozen=True):
    """What the lobby asks for."""

    game: str
    scenario: str = ""
    options: tuple[str, ...] = ()
    name: str = ""
    seed: str = ""
    players: tuple[Level, Level] = ("", "")
    """The level of the computer at each seat; empty for a person."""
    automatic: bool = True
    """Whether a question with a single answer answers itself."""
    pack: str = ""
    """The name of one of the owner's data packs; empty for the data this server was started with."""
    guide: bool = False
    """Whether this is the guided first turn: its scenario and its known dice are in the game's own file."""


class Rename(Received, frozen=True):
    name: str


class NewLink(Received, frozen=True):
    side: Literal[0, 1] | None
    """Null for the watchers' chair."""


class Fork(Received, frozen=True):
    at: int
    name: str = ""


# --- doors ---------------------------------------------------------------------------------------


class Key(Received, frozen=True):
    """The key of the start link."""

    key: str


class Switch(Received, frozen=True):
    """The owner's switch for the home network."""

    on: bool


class Network(Sent):
    """Where friends at home find the server; an empty word while they cannot."""

    url: str


class Link(Received, frozen=True):
    """A link that is wanted as a picture."""

    link: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


# --- the guided first turn -----------------------------------------------------------------------

PagePart = Literal["", "bar", "undo", "menu", "map", "log", "turns", "units", "score", "rules"]
"""A part of the page that a step of the guide points at."""


class GuideStep(Sent):
    """One thing to read or to do: it fits while one of the questions `at` stands, and points at something."""

    text: str
    rule: str
    at: tuple[str, ...]
    act: bool
    unit: str
    hex: str
    button: str
    part: PagePart


class Guide(Sent):
    scenario: str
    options: tuple[str, ...]
    seed: str
    steps: list[GuideStep]
