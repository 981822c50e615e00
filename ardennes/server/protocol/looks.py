"""What can be known without doing it: of options, over the map, of attacks nobody has declared, of a group's way."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from ardennes.engine.overlays import Pattern
from ardennes.numbers import Hex, Unit
from ardennes.server.protocol.base import Sent, Side

# --- about an option -----------------------------------------------------------------------------


class TallyEntry(Sent):
    text: str
    amount: int
    rule: str


class Tally(Sent):
    title: str
    total: int
    entries: list[TallyEntry]


class Chance(Sent, rename={"condition": "if"}):
    name: str
    condition: str
    meaning: str
    p: float


class Note(Sent):
    text: str
    rule: str


class About(Sent):
    """What can be known of an option."""

    summary: str
    """The odds in a sentence; empty where there are none."""
    cost: int | None
    path: tuple[Hex, ...]
    along: tuple[int, ...]
    """What has been spent after each step of the path."""
    tallies: list[Tally]
    chances: list[Chance]
    notes: list[Note]
    rules: tuple[str, ...]


# --- over the map --------------------------------------------------------------------------------


class OverlayLayer(Sent):
    """Hexes and units that are marked alike. Labels and amounts go with the hexes, where there are any."""

    title: str
    rule: str
    side: Side | None
    pattern: Pattern
    hexes: tuple[int, ...]
    labels: list[str]
    amounts: list[int]
    hexsides: list[tuple[int, str]]
    """With what is written beside them."""
    units: tuple[int, ...]
    sign: str


class FrontLayer(Sent):
    """A line of history over the ground, in kilometres east and north, on the evening or at dawn of a day."""

    date: str
    time: Literal["dawn", "evening"]
    pattern: Literal["front"]
    lines: list[list[tuple[float, float]]]


Fight = tuple[Side, int]
"""Who could attack which hex."""


class WhatIfChoice(Sent):
    """Options of which some may be chosen."""

    title: str
    options: list[int]


class WhatIf(Sent):
    """What an attack would bring with those who take part."""

    side: Side
    target: int
    choices: list[WhatIfChoice]
    chosen: list[int]
    about: About


# --- groups --------------------------------------------------------------------------------------


class FallsShort(Sent):
    """Who does not come to its hex, and why."""

    unit: Unit
    text: str
    rule: str
    far: bool
    """Whether it has only not enough points to come there at once."""


class Group(Sent):
    """Where several units could go together; or the run that sends each to its hex, and who does not come there."""

    hexes: list[tuple[int, int]] | UnsetType = UNSET
    """A hex, and how many of the units could go there."""
    taken: int | UnsetType = UNSET
    """How many of the units an order can take, where it cannot take all."""
    steps: list[tuple[int]] | UnsetType = UNSET
    ends: list[tuple[Unit, Hex]] | UnsetType = UNSET
    """Where those end that go."""
    short: list[FallsShort] | UnsetType = UNSET
