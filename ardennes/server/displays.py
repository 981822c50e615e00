"""What is shown on the map of an event: dice, the column, the result in words, losses, retreats.

The facts are the event's own arguments, by names that every game uses: ``die`` (with ``added``, what modifiers add to
it) or ``faces`` (the attacker's dice, a blank, the defender's), ``side`` (who rolls, or attacks), ``column`` and
``result``. The message ``shown-EVENT``, or else ``result-RESULT``, says what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec

from ardennes.datafiles import read_toml
from ardennes.engine.game_data import GameData
from ardennes.engine.texts import Catalogue, Event, Text
from ardennes.server.protocol.base import Side
from ardennes.server.protocol.table import DiceGroup, Display, DisplayKind


class ShownEvents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's ``page/events.toml``: the events to be seen on the map, by the way they are shown."""

    battle: tuple[str, ...] = ()
    check: tuple[str, ...] = ()
    draw: tuple[str, ...] = ()
    weather: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    event: tuple[str, ...] = ()


@cache
def shown_events(folder: Path) -> Mapping[str, DisplayKind]:
    """How a game's events are shown, by their codes."""
    path = folder / "page" / "events.toml"
    shown = read_toml(path, ShownEvents) if path.exists() else ShownEvents()
    return {code: kind for kind in get_args(DisplayKind) for code in getattr(shown, kind)}


def display_of(event: Event, data: GameData, catalogue: Catalogue) -> Display | None:
    """How an event is shown; None where the log is enough. Dice are always shown."""
    kind = shown_events(data.game.folder).get(event.code)
    dice = _dice(event)
    if kind is None and not dice:
        return None
    args = event.args
    result = str(args.get("result", ""))
    meanings = [f"shown-{event.code}", f"result-{result}"]
    code = next((code for code in meanings if code in catalogue.sentences), "")
    return Display(
        kind=kind or "check",
        dice=dice,
        column=str(args.get("column", "")),
        result=result,
        meaning=catalogue.say(Text(code, args), data) if code else "",
    )


def _dice(event: Event) -> list[DiceGroup]:
    args = event.args
    side, die, added = args.get("side"), args.get("die"), args.get("added")
    roller: Side | None = 0 if side == 0 else 1 if side == 1 else None
    if isinstance(die, int):
        return [DiceGroup(side=roller, pips=(die,), added=added if isinstance(added, int) else 0)]
    other: Side | None = None if roller is None else 0 if roller else 1
    groups = str(args.get("faces", "")).split(" ")
    return [DiceGroup(side=who, faces=faces) for who, faces in zip((roller, other), groups, strict=False) if faces]
