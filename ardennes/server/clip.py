"""What happened, to be shown again: record by record, as a seat saw it, with the ways its counters walked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import asdict

from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.engine.turns import turn_sides
from ardennes.numbers import ENEMY_OF, Side
from ardennes.players import Thought
from ardennes.server import wire
from ardennes.server.computers import in_words
from ardennes.server.log import lines_of
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.base import Walk
from ardennes.server.protocol.review import Clip, ClipFrame
from ardennes.server.protocol.table import Frame, RunFrame

LONGEST = 600
"""Answers of a clip, a run of them counting as one."""


def walks(before: Iterable[int], after: Iterable[int], records: Iterable[Record]) -> list[Walk]:
    """The way of every unit that went from hex to hex, as far as the records remember it; otherwise straight."""
    ways: dict[int, tuple[int, ...]] = {
        path[-1]: path for record in records for path in record.outcomes if isinstance(path, tuple) and path
    }
    found = []
    for unit, (old, new) in enumerate(zip(before, after, strict=True)):
        if old >= 0 and new >= 0 and old != new:
            way = ways.get(new, (new,))
            found.append((unit, [old, *way[1 if way[0] == old else 0 :]]))
    return found


class Camera:
    """Takes a frame after each answer of a match, as one seat sees it."""

    def __init__(self, match: Match, side: Side | None, *, revealed: bool = False) -> None:
        self.side, self.revealed = side, revealed
        self.frames: list[Frame] = []
        self._columns = wire.columns(wire.public_view(match.position, side, revealed=revealed))
        self._at = len(match.records)

    def skip(self, match: Match) -> None:
        """Something has been done that the seat may not know of."""
        self._at = len(match.records)

    def take(self, match: Match) -> Frame:
        """What has changed since the last frame."""
        before, view = self._columns, wire.public_view(match.position, self.side, revealed=self.revealed)
        new, self._at, self._columns = match.records[self._at :], len(match.records), wire.columns(view)
        frame = Frame(
            at=self._at,
            side=new[0].side,
            columns=wire.changed(before, self._columns),
            clocks={name: getattr(view, name) for name in view.clocks},
            walks=walks(before["where"], self._columns["where"], new),
        )
        self.frames.append(frame)
        return frame


def clip(match: Match, side: Side | None, language: str, start: int, seat: Numbers, *, revealed: bool = False) -> Clip:
    """The table after ``start`` of its records, and what each later one changed. -1 starts with what the other
    side did since the last turn of ``side``. Of a game that is over all is ``revealed``."""
    first = since_last_turn(match, side) if start < 0 else start
    frames = list(_frames(match, side, language, first, seat, revealed=revealed))
    return Clip(wire.moment(match.at(first), side, language, seat, revealed=revealed), frames)


def _frames(
    match: Match, side: Side | None, language: str, first: int, seat: Numbers, *, revealed: bool
) -> Iterator[ClipFrame]:
    """Answer by answer, also where several were given together; up to so many answers or runs of them."""
    steps, catalogue = match.steps(first), match.game.catalogue(language)
    camera = Camera(next(steps), side, revealed=revealed)
    given, last_run = 0, 0
    for number, now in enumerate(steps, start=first):
        if number in seat.hidden:
            camera.skip(now)
            continue
        run = match.records[number].run
        given, last_run = given + (not run or run != last_run), run
        if given > LONGEST:
            return
        frame = camera.take(now)
        frame.at = seat.told(frame.at)
        yield ClipFrame(**asdict(frame), log=seat.lines(lines_of(now, number, side, catalogue)))


class Showing:
    """A run of answers while it is carried out: whoever looks on is shown each of them, with what was considered."""

    def __init__(
        self,
        match: Match,
        acting: int,
        sides: Iterable[Side | None],
        thoughts: Sequence[Sequence[Thought]] = (),
    ) -> None:
        self._match, self._acting, self._thoughts = match, acting, thoughts
        self._cameras = {side: Camera(match, side) for side in sides}

    def take(self) -> None:
        """Another answer has been carried out."""
        for camera in self._cameras.values():
            camera.take(self._match)

    def walks(self, side: Side | None) -> list[Walk]:
        """The way of every unit through the whole run."""
        ways: dict[int, list[int]] = {}
        for frame in self._cameras[side].frames:
            for unit, hexes in frame.walks:
                way = ways.setdefault(unit, hexes[:1])
                way += hexes[1:] if way[-1] == hexes[0] else hexes
        return list(ways.items())

    def frames(self, side: Side | None, language: str, seat: Numbers) -> list[RunFrame]:
        """What those who did not act see; what was considered only where that betrays nothing."""
        if side == self._acting:
            return []
        told = () if self._match.position.data.has_secrets else self._thoughts
        frames = [RunFrame(**{**asdict(frame), "at": seat.told(frame.at)}) for frame in self._cameras[side].frames]
        for frame, considered in zip(frames, told, strict=False):
            frame.thoughts = in_words(considered, self._match, language)
        return frames


def since_last_turn(match: Match, side: Side | None) -> int:
    """The record with which the other side's last turn began; for a watcher, the last turn of either. The match may
    know only the last part of its log."""
    earliest = match.keeper.first.number
    turns = turn_sides(match, earliest)
    last = len(turns) - 1
    if side is not None:
        while last > 0 and turns[last] != ENEMY_OF[side]:
            last -= 1
    first = last
    while first > 0 and turns[first - 1] == turns[last]:
        first -= 1
    return earliest + first if earliest + first < len(match.records) else earliest
