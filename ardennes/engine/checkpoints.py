"""Checkpoints: the positions of a match that are kept beside its log, so that the game outlives its rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position
from ardennes.engine.procedure import advance
from ardennes.engine.saves import Checkpoint, SaveError
from ardennes.engine.snapshot import digest_of, events_by_name, snapshot, take
from ardennes.engine.texts import Event, Text

APART = 500
"""The last two hand-overs are kept, and of what came before positions so many records apart."""


def checkpoint(
    number: int, position: Position, *, opening: Iterable[Event] = (), notice: tuple[Text, ...] = ()
) -> Checkpoint:
    """The position after so many records, with what it was made with."""
    packed, data = snapshot(position), position.data
    return Checkpoint(
        number=number,
        rules_version=data.game.info.rules_version,
        data_digest=data.digest,
        code_digest=data.game.code_digest,
        digest=digest_of(packed),
        position=packed,
        opening=events_by_name(data, opening),
        notice=notice,
    )


def opened(data: GameData, kept: Checkpoint, seed: str) -> Position:
    """The position of a checkpoint, with the question that stands in it."""
    if digest_of(kept.position) != kept.digest:
        raise SaveError(f"the position after {kept.number} answers is damaged")
    position = take(data, kept.position).position
    return with_question(position, seed)


def with_question(position: Position, seed: str) -> Position:
    """Puts the question that stands; SaveError where the rules come to no question from here."""
    position.seed = seed
    try:
        position.asked = advance(position)
    except Exception as error:
        raise SaveError(f"the rules cannot go on from the position: {error}") from None
    return position


class KeptPosition:
    """A position beside a log: a copy until somebody wants it written, or as it was read."""

    def __init__(self, number: int, kept: Position | Checkpoint, opening: Iterable[Event] = ()) -> None:
        self.number = number
        """After how many records."""
        self._kept, self._opening = kept, tuple(opening)

    def write(self) -> Checkpoint:
        """What stays for good is written once: a snapshot is smaller than a copy."""
        if not isinstance(self._kept, Checkpoint):
            self._kept = checkpoint(self.number, self._kept, opening=self._opening)
        return self._kept

    @property
    def notice(self) -> tuple[Text, ...]:
        """What changed, where the game was taken up from here under other rules."""
        return self._kept.notice if isinstance(self._kept, Checkpoint) else ()

    @property
    def unseen(self) -> tuple[tuple[int, int], ...] | None:
        """What of the log before a beginning cannot be shown; None where nobody has looked."""
        return self.write().unseen

    @unseen.setter
    def unseen(self, found: Iterable[tuple[int, int]]) -> None:
        self._kept = msgspec.structs.replace(self.write(), unseen=tuple(found))

    def position(self, data: GameData, seed: str) -> Position:
        """The position to go on from, with the question that stands in it."""
        if isinstance(self._kept, Checkpoint):
            return opened(data, self._kept, seed)
        position = self._kept.taken_up()
        position.seed, position.source = seed, None
        return position


class Keeper:
    """What a match keeps beside its log: its beginnings, its last two hand-overs, and of what lies between positions
    ``APART`` records apart. No undo goes back behind any of them."""

    def __init__(self, kept: Sequence[KeptPosition]) -> None:
        self._kept = list(kept)
        self.thinned: list[int] = []
        """The numbers that are no longer kept, for whoever has written them down."""

    def settle(self, number: int, position: Position, *, handed_over: bool) -> None:
        """So many records stand for good; ``position`` is a copy that nobody changes."""
        kept = self._kept
        if not handed_over and number - kept[-1].number < APART:
            return
        if len(kept) > 2 and not kept[-2].notice:
            if kept[-2].number - kept[-3].number < APART:
                self.thinned.append(kept.pop(-2).number)
            else:
                kept[-2].write()
        kept.append(KeptPosition(number, position))

    def keep(self, position: KeptPosition) -> None:
        """The game goes on from here, whatever was kept of this moment or later ones."""
        self._kept = [*self.up_to(position.number - 1), position]

    @property
    def beginnings(self) -> list[KeptPosition]:
        """The start, and from where the game was taken up again."""
        return [kept for at, kept in enumerate(self._kept) if at == 0 or kept.notice]

    @property
    def first(self) -> KeptPosition:
        """The start, or the earliest position that is known."""
        return self._kept[0]

    @property
    def last(self) -> KeptPosition:
        return self._kept[-1]

    def nearest(self, number: int) -> KeptPosition:
        """The last position after at most so many records."""
        return self._kept[bisect_right(self._kept, number, key=attrgetter("number")) - 1]

    def up_to(self, number: int) -> list[KeptPosition]:
        return self._kept[: bisect_right(self._kept, number, key=attrgetter("number"))]

    def after(self, number: int) -> list[KeptPosition]:
        return self._kept[bisect_right(self._kept, number, key=attrgetter("number")) :]
