"""What a window asks to look at besides the table: overlays, supply lines, attacks that nobody has declared.

All of it is worked out on the view of the window's side, once for every state of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.overlays import Layer
from ardennes.engine.position import Position
from ardennes.engine.texts import Catalogue, Refusal, Refused, Text
from ardennes.engine.what_if import fights_around
from ardennes.geography import Front, load_fronts
from ardennes.geography.draw.curves import curve
from ardennes.geography.draw.project import line_km
from ardennes.server import wire
from ardennes.server.mistakes import Mistake

FRONT = "front"
MOST_KEPT = 200
LOOKS = ("overlay", "line", "fights", "what_if")


class Look(msgspec.Struct, frozen=True):
    """What a window wants to see."""

    do: str
    name: str = ""
    unit: int = -1
    hex: int = -1
    side: int = -1
    options: tuple[int, ...] | None = None


class Looks:
    """The answers at one table, kept until it changes."""

    def __init__(self) -> None:
        self._rev = -1
        self._known: dict[Any, Any] = {}

    def reply(self, match: Match, rev: int, side: int | None, language: str, look: Look) -> dict[str, Any]:
        """What a side sees when it looks."""
        if rev != self._rev:
            self._rev, self._known = rev, {}
        view = self._once(("view", side), lambda: wire.public_view(match.position, side))
        catalogue = match.game.catalogue(language)
        found = self._once((side, language, look), lambda: SHOW[look.do](match, view, side, catalogue, look))
        return {"is": "reply", look.do: found}

    def _once(self, key: Any, work: Callable[[], Any]) -> Any:
        if key not in self._known:
            found = work()
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = found
        return self._known[key]


def listed(match: Match, language: str) -> list[dict[str, Any]]:
    """The overlays of a game, by name and title."""
    catalogue, overlays = match.game.catalogue(language), match.game.overlays
    names = (*overlays.names, *((FRONT,) if overlays.date(match.position) else ()))
    return [
        {
            "name": name,
            "title": wire.label(catalogue, f"overlay-{name}", name),
            "lines": name == overlays.with_lines,
        }
        for name in names
    ]


def _overlay(match: Match, view: Position, side: int | None, catalogue: Catalogue, look: Look) -> list[dict[str, Any]]:
    overlays = match.game.overlays
    if look.name == FRONT and (date := overlays.date(view)):
        return front_layers(date)
    if look.name not in overlays.names:
        raise Mistake("no-such-overlay", name=look.name, known=", ".join(overlays.names))
    return [_layer(layer, view, catalogue) for layer in overlays.layers(view, side, look.name)]


def _line(match: Match, view: Position, side: int | None, catalogue: Catalogue, look: Look) -> dict[str, Any] | None:
    if not 0 <= look.unit < len(view.where) or view.where[look.unit] < 0:
        raise Mistake("not-on-the-map", unit=look.unit)
    layer = match.game.overlays.supply_line(view, look.unit)
    return _layer(layer, view, catalogue) if layer is not None else None


def _layer(layer: Layer, view: Position, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "title": catalogue.say(layer.title, view.kit),
        "rule": layer.title.rule,
        "side": layer.side,
        "pattern": layer.pattern,
        "hexes": layer.hexes,
        "labels": [layer.labels.get(hex, "") for hex in layer.hexes] if layer.labels else (),
        "amounts": [layer.amounts.get(hex, 0) for hex in layer.hexes] if layer.amounts else (),
        "units": layer.units,
        "sign": layer.sign,
    }


def front_layers(date: str) -> list[dict[str, Any]]:
    """The front of history on a day, or on the last day before it that is known."""
    front = front_on(date)
    if front is None:
        return []
    lines = [curve(line_km(front.line)), *(curve(line_km(pocket.ring), closed=True) for pocket in front.pockets)]
    rounded = [[(round(east, 2), round(north, 2)) for east, north in line] for line in lines]
    return [{"date": front.date, "time": front.time, "pattern": FRONT, "lines": rounded}]


def front_on(date: str) -> Front | None:
    """The last front known by the end of a day."""
    known = [front for front in load_fronts().values() if front.date <= date]
    return max(known, key=lambda front: (front.date, front.time != "dawn"), default=None)


def _fights(match: Match, view: Position, side: int | None, catalogue: Catalogue, look: Look) -> list[tuple[int, int]]:
    _must_be_hex(view, look.hex)
    return fights_around(view, look.hex)


def _what_if(match: Match, view: Position, side: int | None, catalogue: Catalogue, look: Look) -> dict[str, Any]:
    _must_be_hex(view, look.hex)
    if look.side not in (0, 1) or not match.game.what_ifs.attackers(view, look.side, look.hex):
        raise Refused(Refusal("no-fight-there", {"hex": look.hex}))
    found = match.game.what_ifs.foretell(view, look.side, look.hex, look.options)
    return {
        "side": found.side,
        "target": found.target,
        "choices": [
            {"title": catalogue.say(Text(title), view.kit), "options": [int(option) for option in options]}
            for title, options in found.choices.items()
            if options
        ],
        "chosen": [int(option) for option in found.chosen],
        "about": wire.about_reply(match, found.about, catalogue.language),
    }


def _must_be_hex(view: Position, hex: int) -> None:
    if hex not in view.kit.board:
        raise Mistake("no-such-hex", hex=hex)


SHOW: dict[str, Callable[[Match, Position, int | None, Catalogue, Look], Any]] = {
    "overlay": _overlay,
    "line": _line,
    "fights": _fights,
    "what_if": _what_if,
}
