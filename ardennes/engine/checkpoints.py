"""Checkpoints: the positions of a match that are kept beside its log, so that the game outlives its rules."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.kit import Kit
from ardennes.engine.position import Position
from ardennes.engine.procedure import advance
from ardennes.engine.saves import Checkpoint, SaveError
from ardennes.engine.snapshot import digest_of, events_by_name, snapshot, take
from ardennes.engine.texts import Event, Text

APART = 500
"""Of the positions at hand-overs the last two are kept, and of the earlier ones those so many records apart."""


def checkpoint(
    number: int, position: Position, *, opening: Iterable[Event] = (), notice: tuple[Text, ...] = ()
) -> Checkpoint:
    """The position after so many records, with what it was made with."""
    packed, kit = snapshot(position), position.kit
    return Checkpoint(
        number=number,
        rules_version=kit.game.info.rules_version,
        data_digest=kit.digest,
        code_digest=kit.game.code_digest,
        digest=digest_of(packed),
        position=packed,
        opening=events_by_name(kit, opening),
        notice=notice,
    )


def opened(kit: Kit, kept: Checkpoint, seed: str) -> Position:
    """The position of a checkpoint, with the question that stands in it."""
    if digest_of(kept.position) != kept.digest:
        raise SaveError(f"the position after {kept.number} answers is damaged")
    position = take(kit, kept.position).position
    return with_question(position, seed)


def with_question(position: Position, seed: str) -> Position:
    """Puts the question that stands; SaveError where the rules come to no question from here."""
    position.seed = seed
    try:
        position.asked = advance(position)
    except Exception as error:
        raise SaveError(f"the rules cannot go on from the position: {error}") from None
    return position


class Keeper:
    """What a match keeps: its beginnings as they were written, and positions at hand-overs until they are."""

    def __init__(self) -> None:
        self.beginnings: list[Checkpoint] = []
        self._handovers: list[tuple[int, Position]] = []
        self._written: dict[int, Checkpoint] = {}
        self.thinned: list[int] = []
        """The hand-overs that are no longer kept, for whoever has written them down."""

    def hand_over(self, number: int, position: Position) -> None:
        """The other side must decide; ``position`` is a copy that nobody changes."""
        kept = self._handovers
        if len(kept) > 2 and kept[-2][0] - kept[-3][0] < APART:
            self.thinned.append(kept.pop(-2)[0])
        kept.append((number, position))

    def begin(self, start: Position, opening: Iterable[Event]) -> list[Checkpoint]:
        """The beginnings; the first is written when it is first asked for."""
        if not self.beginnings:
            self.beginnings.append(checkpoint(0, start, opening=opening))
        return self.beginnings

    @property
    def last_handover(self) -> int:
        """After how many records the other side last had to decide; 0 before it had to."""
        return self._handovers[-1][0] if self._handovers else 0

    def last(self) -> Checkpoint:
        """The position at the last hand-over."""
        number, position = self._handovers[-1]
        if number not in self._written:
            self._written[number] = checkpoint(number, position)
        return self._written[number]

    def forget_handovers(self) -> None:
        """The game is taken up again: what was retraced before is not kept."""
        self._handovers.clear()

    def handovers(self) -> list[Checkpoint]:
        self._written = {
            number: self._written.get(number) or checkpoint(number, position) for number, position in self._handovers
        }
        begun = {kept.number for kept in self.beginnings}
        return [kept for number, kept in self._written.items() if number not in begun]
