"""What a seat gets once: all that does not change in play."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ardennes.server.protocol.base import Level, Received, Sent, Side

SIDE_COLOURS = ("#8f9a8c", "#8fa05f")

# --- words ---------------------------------------------------------------------------------------


class GameTitle(Sent):
    id: str
    title: str
    about: str


class UnitAct(Sent):
    """What units do that are sent somewhere."""

    pick: int
    """The verb, by number, that picks a unit."""
    go: list[int]
    """The verbs that send it; the first is meant where nothing is said."""


class OptionalRule(Sent):
    """An optional rule of the game, and whether it is played with at this table."""

    id: str
    on: bool
    title: str
    rule: str


class Named(Sent):
    """A word, and what it is called."""

    name: str
    label: str


Kind = Literal["nothing", "unit", "hex", "hexside", "number", "word"]
"""What a verb takes."""


class Verb(Sent):
    name: str
    label: str
    kind: Kind
    words: list[Named]
    aside: bool
    """Whether it answers no question itself."""


class OverlayInfo(Sent):
    """What can be shown over the map."""

    name: str
    title: str
    lines: bool
    """Whether the supply line of the unit pointed at goes with it."""


Unseen = tuple[int, int, str]
"""The first and the last of records that the present rules cannot show again, and a sentence about them."""


class Changes(Sent):
    """What changed when the game was last taken up under other rules, after so many answers."""

    at: int
    texts: list[str]
    unseen: list[Unseen]


# --- looks ---------------------------------------------------------------------------------------


class Badge(Sent):
    """A mark on a counter while a column is not zero."""

    column: str
    label: str
    colour: str
    title: str
    after_act: bool
    """Only shown once the unit has acted, not while its act is open."""


class CounterTemplates(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Templates: `{field}` is what is printed on the counter, `{column:name}` what the position says now."""

    bottom: str = ""
    left: str = ""
    right: str = ""
    top: str = ""
    label: str = "{id}"
    symbol_by: str = "kind"
    symbols: dict[str, str] = {}
    """Function codes of NATO symbols by the value of `symbol_by`."""
    echelon_by: str = "size"
    echelons: dict[str, str] = {}
    colour_by: str = "army"
    colours: dict[str, str] = {}
    side_colours: tuple[str, str] = SIDE_COLOURS


class CounterLook(CounterTemplates, frozen=True, kw_only=True):
    """How counters look; their faces are filled in from it already."""

    badges: list[Badge]


class BoxTitle(Sent):
    name: str
    title: str


class Track(Sent):
    """A clock shown as a track or a number."""

    clock: str
    first: int
    last: int
    dates: tuple[str, ...]
    """The day of each space, where the track is a calendar."""
    hours: tuple[str, ...]
    """What part of its day each space is called, where the game has words for it."""
    title: str


class Cup(Sent):
    """A cup: boxes or clocks hold what is in it and what has been drawn."""

    inside: str
    drawn: str
    title: str


class AreaTitle(Sent):
    """A named set of hexes the page can show."""

    area: str
    colour: str
    title: str


class Marker(Sent):
    """A sign on a hex or hexside while a column has a value."""

    column: str
    value: int
    label: str
    colour: str
    title: str


class TableLook(Sent):
    """A game's `page/table.toml`, with everything called by its name."""

    counter: CounterLook
    tracks: list[Track]
    cups: list[Cup]
    areas: list[AreaTitle]
    markers: list[Marker]
    control: str
    """The hex column that says who holds a hex."""
    boxes: list[BoxTitle]


# --- counters ------------------------------------------------------------------------------------


class ColumnText(Sent):
    """A column whose present value is shown, or the side of the counter that it turns up."""

    column: str
    sides: list[str] | UnsetType = UNSET


FaceText = list[str | ColumnText]
"""A text on a counter: words and columns."""


class Face(Sent):
    """What is drawn on a counter."""

    label: FaceText
    top: FaceText
    left: FaceText
    right: FaceText
    bottom: FaceText
    symbol: str
    echelon: str
    colour: str
    stand_in: bool


class Counter(Sent):
    id: str
    name: str
    side: Side
    face: Face
    printed: dict[str, str | int]
    formation: list[str]
    """What it belongs to, the largest first; an empty word where it belongs to none of that size."""
    entry: str
    """Where it comes onto the map."""
    source: str
    """Where its values come from, where its data file says so."""
    rebuilt: bool
    """Whether some of them are not from the printed game."""


# --- the ground ----------------------------------------------------------------------------------


class HexColumns(Sent):
    """One entry for each hex of the grid; off the map the label is empty."""

    label: list[str]
    x: list[float]
    """Kilometres east, and north."""
    y: list[float]
    names: list[tuple[int, str]]
    """The hexes that have one."""
    terrain: list[int]
    place: list[int]
    terrains: tuple[str, ...]
    """What the numbers of `terrain` and `place` mean."""
    places: tuple[str, ...]


class HexsideColumns(Sent):
    """The two hexes of each hexside."""

    one: list[int]
    other: list[int]


ColumnStart = tuple[Literal["unit", "hex", "hexside"], int]
"""What a column belongs to, and the value its cells begin with."""


# --- all of it -----------------------------------------------------------------------------------


class SeatWords(Sent):
    """The part of the game data that depends on the language."""

    name: str
    """Of the table; one that nobody has named is called after its game."""
    game: GameTitle
    optional: list[OptionalRule]
    sides: tuple[str, str]
    verbs: list[Verb]
    acts: list[UnitAct]
    """What can be ordered to several units at once."""
    style: TableLook
    words: dict[str, str]
    """What the game calls its words, by message: `word-…`, `field-…`, `luck-…`."""
    overlays: list[OverlayInfo]
    changes: Changes


class SeatData(SeatWords):
    """All that does not change in play; its large parts are encoded once for many tables."""

    table: str
    scenario: str
    options: tuple[str, ...]
    side: Side | None
    secrets: bool
    commitment: str
    """What seed and salt of the dice are promised as."""
    known_dice: bool
    """Whether somebody knew the dice before the game."""
    rated: bool
    """Whether it counts for ratings: then nobody is helped until it is over."""
    counters: list[Counter] | Raw
    boxes: tuple[str, ...]
    points_in_one: int
    columns: dict[str, ColumnStart]
    hexes: HexColumns | Raw
    hexsides: HexsideColumns | Raw
    areas: dict[str, list[int]]
    km_per_hex: float
    corners: list[tuple[float, float]]
    """The outline of a hex around its centre, in kilometres."""


class Seating(Received, frozen=True):
    """Hands the seat to the computer (a level) or to a person."""

    player: Level


class Seated(Sent):
    player: Level


class GiveCommand(Received, frozen=True):
    """Formations for somebody else of the side."""

    formations: tuple[str, ...]
    """None dissolves the command."""
    number: int | None = None
    """Null makes a new command."""
    player: Level = ""
    renew: bool = False
    """With a new link; the old one leads nowhere."""
