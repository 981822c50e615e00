"""What a window asks to look at besides the table: overlays, supply lines, attacks that nobody has declared.

All of it is worked out on the view of the window's side, in another process, so that looking holds up nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.overlays import Layer
from ardennes.engine.position import Position
from ardennes.engine.saves import decode_position, encode_position
from ardennes.engine.texts import Catalogue, Refusal, Refused, Text
from ardennes.engine.what_if import fights_around
from ardennes.numbers import SIDES, Hex, Side
from ardennes.server import wire
from ardennes.server.computers import data_of
from ardennes.server.log import label
from ardennes.server.mistakes import Mistake
from ardennes.server.protocol.looks import Fight, FrontLayer, OverlayLayer, WhatIf, WhatIfChoice
from ardennes.server.protocol.requests import FightsRequest, LineRequest, LookRequest, OverlayRequest, WhatIfRequest
from ardennes.server.protocol.seat import OverlayInfo

if TYPE_CHECKING:
    from ardennes.geography import Front

FRONT: Final = "front"
MOST_VIEWS = 24


class Seen(msgspec.Struct, frozen=True):
    """What a side may know of a table, told to another process."""

    game: str
    scenario: str
    options: tuple[str, ...]
    pack: str
    side: Side | None
    viewer: Side | None
    view: bytes

    @classmethod
    def of(cls, match: Match, pack: str, side: Side | None) -> Seen:
        view, header = wire.public_view(match.position, side), match.header
        return cls(header.game, header.scenario, header.options, pack, side, view.viewer, encode_position(view))


# --- in the other process ------------------------------------------------------------------------


@lru_cache(maxsize=MOST_VIEWS)
def _view(seen: Seen) -> Position:
    """Kept, with all that has been worked out on it, for the next look."""
    view = decode_position(data_of(seen.game, seen.scenario, seen.options, seen.pack), seen.view)
    view.viewer = seen.viewer
    return view


def show(seen: Seen, language: str, query: LookRequest) -> bytes:
    """What a side sees when it looks, as JSON."""
    view = _view(seen)
    return msgspec.json.encode(SHOW[query.do](view, seen.side, view.data.game.catalogue(language), query))


def listed(match: Match, language: str) -> list[OverlayInfo]:
    """The overlays of a game, by name and title."""
    catalogue, overlays = match.game.catalogue(language), match.game.overlays
    names = (*overlays.names, *((FRONT,) if overlays.date(match.position) else ()))
    return [
        OverlayInfo(name=name, title=label(catalogue, f"overlay-{name}", name), lines=name == overlays.with_lines)
        for name in names
    ]


def _overlay(
    view: Position, side: Side | None, catalogue: Catalogue, query: OverlayRequest
) -> Sequence[OverlayLayer | FrontLayer]:
    overlays = view.data.game.overlays
    if query.name == FRONT and (date := overlays.date(view)):
        return front_layers(date)
    if query.name not in overlays.names:
        raise Mistake("no-such-overlay", name=query.name, known=", ".join(overlays.names))
    return [_layer(layer, view, catalogue) for layer in overlays.layers(view, side, query.name)]


def _line(view: Position, side: Side | None, catalogue: Catalogue, query: LineRequest) -> OverlayLayer | None:
    if not 0 <= query.unit < len(view.where) or view.where[query.unit] < 0:
        raise Mistake("not-on-the-map", unit=query.unit)
    layer = view.data.game.overlays.supply_line(view, query.unit)
    return _layer(layer, view, catalogue) if layer is not None else None


def _layer(layer: Layer, view: Position, catalogue: Catalogue) -> OverlayLayer:
    return OverlayLayer(
        title=catalogue.say(layer.title, view.data),
        rule=layer.title.rule,
        side=layer.side,
        pattern=layer.pattern,
        hexes=layer.hexes,
        labels=[layer.labels.get(hex, "") for hex in layer.hexes] if layer.labels else [],
        amounts=[layer.amounts.get(hex, 0) for hex in layer.hexes] if layer.amounts else [],
        hexsides=list(layer.hexsides.items()),
        units=layer.units,
        sign=layer.sign,
    )


def front_layers(date: str) -> list[FrontLayer]:
    """The front of history on a day, or on the last day before it that is known."""
    from ardennes.geography.draw.curves import curve
    from ardennes.geography.draw.project import line_km

    front = front_on(date)
    if front is None:
        return []
    lines = [curve(line_km(front.line)), *(curve(line_km(pocket.ring), closed=True) for pocket in front.pockets)]
    rounded = [[(round(east, 2), round(north, 2)) for east, north in line] for line in lines]
    return [FrontLayer(date=front.date, time=front.time, pattern=FRONT, lines=rounded)]


def front_on(date: str) -> Front | None:
    """The last front known by the end of a day."""
    from ardennes.geography import load_fronts  # only here, because a server starts a fifth faster without it

    known = [front for front in load_fronts().values() if front.date <= date]
    return max(known, key=lambda front: (front.date, front.time != "dawn"), default=None)


def _fights(view: Position, side: Side | None, catalogue: Catalogue, query: FightsRequest) -> Sequence[Fight]:
    _must_be_hex(view, query.hex)
    return fights_around(view, query.hex)


def _what_if(view: Position, side: Side | None, catalogue: Catalogue, query: WhatIfRequest) -> WhatIf:
    _must_be_hex(view, query.hex)
    what_ifs = view.data.game.what_ifs
    side = Side(query.side)
    if side not in SIDES or not what_ifs.attackers(view, side, query.hex):
        raise Refused(Refusal("no-fight-there", {"hex": query.hex}))
    found = what_ifs.foretell(view, side, query.hex, query.options)
    return WhatIf(
        side=found.side,
        target=found.target,
        choices=[
            WhatIfChoice(catalogue.say(Text(title), view.data), [int(option) for option in options])
            for title, options in found.choices.items()
            if options
        ],
        chosen=[int(option) for option in found.chosen],
        about=wire.about_reply(view.data, found.about, catalogue.language),
    )


def _must_be_hex(view: Position, hex: Hex) -> None:
    if hex not in view.data.board:
        raise Mistake("no-such-hex", hex=hex)


SHOW: dict[str, Callable[[Position, Side | None, Catalogue, Any], Any]] = {
    "overlay": _overlay,
    "line": _line,
    "fights": _fights,
    "what_if": _what_if,
}
