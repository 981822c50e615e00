"""What happened, to be shown again: record by record, as a seat saw it, with the ways its counters walked."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Record
from ardennes.players import Thought
from ardennes.server import wire
from ardennes.server.computers import in_words

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


class Frame(msgspec.Struct, frozen=True):
    """What an answer changed in the eyes of a seat, with what answered itself after it."""

    at: int
    """How many records there were afterwards."""
    side: int
    columns: wire.Cells
    clocks: dict[str, Any]
    walks: list[Walk]


class Camera:
    """Takes a frame after each answer of a match, as one seat sees it."""

    def __init__(self, match: Match, side: int | None) -> None:
        self.side = side
        self.frames: list[Frame] = []
        self._columns = _columns(wire.public_view(match.position, side))
        self._at = len(match.records)

    def take(self, match: Match) -> Frame:
        """What has changed since the last frame."""
        before, view = self._columns, wire.public_view(match.position, self.side)
        new, self._at, self._columns = match.records[self._at :], len(match.records), _columns(view)
        frame = Frame(
            at=self._at,
            side=new[0].side,
            columns=_changed(before, self._columns),
            clocks={name: getattr(view, name) for name in view.clocks},
            walks=walks(before["where"], self._columns["where"], new),
        )
        self.frames.append(frame)
        return frame


def film(match: Match, side: int | None, language: str, start: int) -> dict[str, Any]:
    """The table after ``start`` records, and what each later record changed. -1 starts with what the other side did
    since the last turn of ``side``."""
    first = since_last_turn(match, side) if start < 0 else start
    lines = wire.lines(match, side, match.game.catalogue(language))
    moments = islice(match.steps(first), LONGEST + 1)
    now = next(moments)
    opening = {**wire.whole(wire.scene(now, side, language), now, -1), "at": first, "of": len(match.records)}
    camera = Camera(now, side)
    taken = [msgspec.structs.asdict(camera.take(moment)) for moment in moments]
    frames = [{**frame, "log": [line for line in lines if line.record == frame["at"] - 1]} for frame in taken]
    return {"start": opening, "frames": frames}


class Showing:
    """A run of answers while it is carried out: whoever looks on is shown each of them, with what was considered."""

    def __init__(
        self,
        match: Match,
        acting: int,
        sides: Iterable[int | None],
        thoughts: Sequence[Sequence[Thought]] = (),
    ) -> None:
        self._match, self._acting, self._thoughts = match, acting, thoughts
        self._cameras = {side: Camera(match, side) for side in sides}

    def take(self) -> None:
        """Another answer has been carried out."""
        for camera in self._cameras.values():
            camera.take(self._match)

    def walks(self, side: int | None) -> list[Walk]:
        """The way of every unit through the whole run."""
        ways: dict[int, list[int]] = {}
        for frame in self._cameras[side].frames:
            for unit, hexes in frame.walks:
                way = ways.setdefault(unit, hexes[:1])
                way += hexes[1:] if way[-1] == hexes[0] else hexes
        return list(ways.items())

    def frames(self, side: int | None, language: str) -> list[dict[str, Any]]:
        """What those who did not act see; what was considered only where that betrays nothing."""
        if side == self._acting:
            return []
        told = () if self._match.position.kit.has_secrets else self._thoughts
        frames = [msgspec.structs.asdict(frame) for frame in self._cameras[side].frames]
        for frame, considered in zip(frames, told, strict=False):
            frame["thoughts"] = in_words(considered, self._match, language)
        return frames


def _columns(view: Position) -> dict[str, array[int]]:
    return {name: getattr(view, name) for name in view.saved_columns}


def _changed(before: dict[str, array[int]], after: dict[str, array[int]]) -> wire.Cells:
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
