"""How a game's counters, boxes and tracks look: its ``page/table.toml``, filled in from its counters.

A text on a counter is a list of parts; a part is a word, or the name of a column of the position that the page looks
up, so that strengths stay right as they change.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from ardennes.datafiles import read_toml
from ardennes.engine.game_data import Counter, GameData
from ardennes.engine.provenance import mark_of
from ardennes.engine.texts import NAME, Catalogue
from ardennes.server.log import label
from ardennes.server.protocol import seat as protocol
from ardennes.server.protocol.seat import (
    AreaTitle,
    BoxTitle,
    ColumnText,
    CounterLook,
    CounterTemplates,
    Cup,
    Face,
    FaceText,
    Marker,
    TableLook,
    Track,
)

WORDS_FOR_THE_PAGE = ("word-", "field-", "luck-", "terrain-", NAME)
PLACEHOLDER = re.compile(r"\{(column:)?(\w+)(?: by (\w+))?\}")


class Badge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mark on a counter while a column of the position is not zero; the message ``badge-COLUMN`` explains it."""

    column: str
    label: str
    colour: str = "#333333"
    after_act: bool = False


class CounterStyle(CounterTemplates, frozen=True, kw_only=True):
    """How counters look, as a game declares it."""

    badges: tuple[Badge, ...] = ()


class TrackStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A clock of the position shown as a track or a number, named by the message ``track-CLOCK``."""

    clock: str
    first: int = 0
    last: int = 0
    dates: tuple[datetime.date, ...] = ()
    """The day of each space, where the track is a calendar."""
    hours: tuple[str, ...] = ()
    """What part of its day each space is, where there are more than two; the messages ``word-HOUR`` name them."""


class CupStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cup that things are drawn from, named by the message ``cup-INSIDE``. What is in it and what has been drawn is
    each a box of counters, or a clock that lists words (the messages ``word-WORD`` name them) or counters."""

    inside: str
    drawn: str = ""


class MarkerStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sign on a hex or hexside while a column of the position has a value; the message ``marker-COLUMN-VALUE``
    explains it."""

    column: str
    value: int = 1
    label: str
    colour: str = "#333333"

    @property
    def code(self) -> str:
        return f"marker-{self.column}-{self.value}"


class AreaLook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of hexes the page can show; the message ``area-AREA`` says what it is."""

    area: str
    colour: str = "#7a5c2e"


class TableStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    counter: CounterStyle = CounterStyle()
    tracks: tuple[TrackStyle, ...] = ()
    cups: tuple[CupStyle, ...] = ()
    areas: tuple[AreaLook, ...] = ()
    markers: tuple[MarkerStyle, ...] = ()
    control: str = ""
    """The hex column that says who holds a hex."""
    order_of_battle: tuple[str, ...] = ()
    """The fields of counters that name what they belong to, the largest formation first."""
    part_of: str = ""
    """The column of units that says what unit they were broken down from."""
    entry: str = ""
    """The field of counters that says where they come onto the map."""

    def codes(self) -> list[str]:
        """The messages that name what is declared here."""
        return [
            *(f"badge-{badge.column}" for badge in self.counter.badges),
            *(f"track-{track.clock}" for track in self.tracks),
            *(f"word-{hour}" for track in self.tracks for hour in dict.fromkeys(track.hours)),
            *(f"cup-{cup.inside}" for cup in self.cups),
            *(f"area-{area.area}" for area in self.areas),
            *(marker.code for marker in self.markers),
        ]


@cache
def table_style(folder: Path) -> TableStyle:
    """A game's ``page/table.toml``, or plain looks where it has none."""
    path = folder / "page" / "table.toml"
    return read_toml(path, TableStyle) if path.exists() else TableStyle()


def named(style: TableStyle, data: GameData, catalogue: Catalogue) -> TableLook:
    """A look with everything in it called by its name in a language; every box of the game is in it."""

    def title(code: str) -> str:
        return label(catalogue, code, code.partition("-")[2])

    def track(shown: TrackStyle) -> Track:
        last = data.last_turn if shown.clock == "turn" and data.last_turn is not None else shown.last
        days = tuple(day.isoformat() for day in shown.dates)
        hours = tuple(title(f"word-{hour}") for hour in shown.hours)
        return Track(shown.clock, shown.first, last, days, hours, title(f"track-{shown.clock}"))

    badges = [
        protocol.Badge(badge.column, badge.label, badge.colour, title(f"badge-{badge.column}"), badge.after_act)
        for badge in style.counter.badges
    ]
    return TableLook(
        counter=CounterLook(**{**asdict(style.counter), "badges": badges}),
        tracks=[track(shown) for shown in style.tracks],
        cups=[Cup(cup.inside, cup.drawn, title(f"cup-{cup.inside}")) for cup in style.cups],
        areas=[AreaTitle(area.area, area.colour, title(f"area-{area.area}")) for area in style.areas],
        markers=[
            Marker(marker.column, marker.value, marker.label, marker.colour, title(marker.code))
            for marker in style.markers
        ],
        control=style.control,
        boxes=[BoxTitle(box, title(f"box-{box}")) for box in data.boxes],
    )


def words(catalogue: Catalogue) -> dict[str, str]:
    """What the page calls the words of a game: values of clocks, counters and their fields, kinds of luck."""
    return {
        code: sentence
        for code, sentence in catalogue.sentences.items()
        if isinstance(sentence, str) and code.startswith(WORDS_FOR_THE_PAGE)
    }


def face(style: CounterStyle, counter: Counter) -> Face:
    """What is drawn on a counter."""
    printed = {name: getattr(counter, name) for name in counter.__struct_fields__}
    return Face(
        label=parts(style.label, printed),
        top=parts(style.top, printed),
        left=parts(style.left, printed),
        right=parts(style.right, printed),
        bottom=parts(style.bottom, printed),
        symbol=style.symbols.get(str(printed.get(style.symbol_by, "")), ""),
        echelon=style.echelons.get(str(printed.get(style.echelon_by, "")), ""),
        colour=style.colours.get(str(printed.get(style.colour_by, "")), style.side_colours[counter.side]),
        stand_in=bool(getattr(counter, "stand_in", False)),
    )


def parts(template: str, printed: Mapping[str, object]) -> FaceText:
    """A template as words and columns: ``5-{column:steps}-6`` has a column in the middle.

    ``{strength by steps}`` is the side of a counter that is up, of those between slashes, from full strength down.
    """
    found: FaceText = []
    at = 0
    for match in PLACEHOLDER.finditer(template):
        if match.start() > at:
            found.append(template[at : match.start()])
        words = str(printed.get(match[2], ""))
        if match[3] and words:
            found.append(ColumnText(match[3], words.split("/")))
        else:
            found.append(ColumnText(match[2]) if match[1] else words)
        at = match.end()
    if at < len(template):
        found.append(template[at:])
    return found


def counters(data: GameData, style: TableStyle) -> list[protocol.Counter]:
    return [
        protocol.Counter(
            id=counter.id,
            name=counter.name,
            side=counter.side,
            face=face(style.counter, counter),
            printed={name: getattr(counter, name) for name in counter.printed},
            formation=[str(getattr(counter, level)) for level in style.order_of_battle],
            entry=str(getattr(counter, style.entry, "")) if style.entry else "",
            source=(source := getattr(counter, "source", "")),
            rebuilt=mark_of(source) == "reconstructed",
        )
        for counter in data.counters
    ]
