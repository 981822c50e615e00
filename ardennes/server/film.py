"""What happened, to be shown again: record by record, as a seat saw it, with the ways its counters walked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Record
from ardennes.server import wire

LONGEST = 600
Walk = tuple[int, list[int]]


def walks(before: Sequence[int], after: Sequence[int], records: Iterable[Record]) -> list[Walk]:
    """The way of every unit that went from hex to hex, as far as the records remember it; otherwise straight."""
    ways = {path[-1]: path for record in records for path in record.outcomes if isinstance(path, tuple) and path}
    found = []
    for unit, (old, new) in enumerate(zip(before, after, strict=True)):
        if old >= 0 and new >= 0 and old != new:
            way = ways.get(new, (new,))
            found.append((unit, [old, *way[1 if way[0] == old else 0 :]]))
    return found


def film(match: Match, side: int | None, language: str, start: int) -> dict[str, Any]:
    """The table after ``start`` records, and what each later record changed. -1 starts with what the other side did
    since the last turn of ``side``."""
    first = since_last_turn(match, side) if start < 0 else start
    lines = wire.lines(match, side, match.game.catalogue(language))
    frames: list[dict[str, Any]] = []
    opening: dict[str, Any] = {}
    columns: dict[str, list[int]] = {}
    for number, now in enumerate(islice(match.steps(first), LONGEST + 1), start=first):
        view = wire.public_view(now.position, side)
        seen = _columns(view)
        if number == first:
            opening = {**wire.whole(wire.scene(now, side, language), now, -1), "at": first, "of": len(match.records)}
        else:
            record = now.records[-1]
            frames.append(
                {
                    "at": number,
                    "side": record.side,
                    "columns": _changed(columns, seen),
                    "clocks": {name: getattr(view, name) for name in view.clocks},
                    "walks": walks(columns["where"], seen["where"], (record,)),
                    "log": [line for line in lines if line.record == number - 1],
                }
            )
        columns = seen
    return {"start": opening, "frames": frames}


def _columns(view: Position) -> dict[str, list[int]]:
    return {name: list(getattr(view, name)) for name, column in view.columns.items() if not column.derived}


def _changed(before: dict[str, list[int]], after: dict[str, list[int]]) -> wire.Cells:
    return {
        name: [(index, value) for index, value in enumerate(values) if value != before[name][index]]
        for name, values in after.items()
        if values != before[name]
    }


def since_last_turn(match: Match, side: int | None) -> int:
    """The record with which the other side's last turn began; for a watcher, the last turn of either."""
    turns = _turns(match)
    last = len(turns) - 1
    if side is not None:
        while last > 0 and turns[last] != 1 - side:
            last -= 1
    first = last
    while first > 0 and turns[first - 1] == turns[last]:
        first -= 1
    return first if first < len(match.records) else 0


def _turns(match: Match) -> list[int | None]:
    """Whose turn it was before each record and at the end. A turn is told by the lowest open procedure whose side
    changes in the course of the game: what is opened above it, reactions of the enemy too, happens within it."""
    sides = [[getattr(procedure, "side", None) for procedure in now.position.stack] for now in match.steps()]
    deepest = max(map(len, sides))
    for depth in range(deepest):
        here = [stack[depth] if depth < len(stack) else None for stack in sides]
        if {0, 1} <= set(here):
            return _carried_on(here)
    return [record.side for record in match.records] + [None]


def _carried_on(sides: list[int | None]) -> list[int | None]:
    """Where nobody has the turn, it is still the last one's."""
    now: int | None = None
    found = []
    for side in sides:
        now = now if side is None else side
        found.append(now)
    return found
