"""A coach: after a turn, what the adviser would have begun it with, what the whole turn would have done otherwise, and
what became of the chance to win."""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.texts import Text
from ardennes.engine.turns import turn_sides
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit, by_unit
from ardennes.players.advisers import advice_for
from ardennes.players.hints import TRIES, hint
from ardennes.players.outlook import outlook, play_usual_part
from ardennes.players.player import Player

LONGEST_TURN = 2000
"""Records that a turn is looked for in."""


class Difference(msgspec.Struct, frozen=True):
    """A unit that the usual way to play the turn would have left elsewhere."""

    unit: Unit
    hex: Hex
    stands: int
    """Where the player has left it."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said of a turn."""

    first: int
    last: int
    """The records of the turn: from the first, up to but without the last."""
    options: tuple[int, ...]
    """With what the adviser would have begun."""
    question: str
    """The question it would have answered so."""
    followed: bool
    """Whether the player did just that, at some time in the turn."""
    before: float
    after: float
    """The chance to win."""
    difference: Difference | None = None
    """What the whole turn, played in the usual way, would have done otherwise, at the greatest gain."""


def last_turn(match: Match, side: Side) -> tuple[int, int] | None:
    """The records of a side's last turn that is over; None where it has had none yet."""
    earliest = max(match.keeper.first.number, len(match.records) - LONGEST_TURN)
    sides = turn_sides(match, earliest)
    if match.over is not None:
        sides.append(ENEMY_OF[side])
    end = next((at for at in range(len(sides) - 1, 0, -1) if sides[at] == ENEMY_OF[side] and sides[at - 1] == side), 0)
    first = end
    while first > 0 and sides[first - 1] == side:
        first -= 1
    own = [at for at in range(earliest + first, min(earliest + end, len(match.records))) if _chosen(match, at, side)]
    return (own[0], earliest + end) if own else None


def _chosen(match: Match, at: int, side: Side) -> bool:
    return match.records[at].side == side and match.records[at].kind == "answer"


def coach(match: Match, side: Side, player: Player, since: int = -1) -> Lesson | None:
    """What to say of a side's last turn, from what it could know; None where that turn was over before ``since``."""
    turn = last_turn(match, side)
    if turn is None or turn[1] <= since:
        return None
    first, last = turn
    before, after = match.at(first).position, match.at(min(last, len(match.records))).position
    view = before.view(side)
    assert view.asked is not None
    advised = hint(view, player)
    given = {match.records[at].option for at in range(first, min(last, len(match.records)))}
    return Lesson(
        first=first,
        last=last,
        options=advised.options,
        question=view.asked.question.prompt,
        followed=given.issuperset(advised.options),
        before=advised.chance,
        after=outlook(after.view(side), side, tries=TRIES),
        difference=_greatest_difference(view, after.view(side), side, _units(match, advised.options)),
    )


def _units(match: Match, options: Sequence[int]) -> set[int]:
    """The units that options are about."""
    split = [match.game.verbs.split(option) for option in options]
    return {thing for verb, thing in split if verb.kind is Kind.UNIT}


def _greatest_difference(before: Position, after: Position, side: Side, named: Container[int]) -> Difference | None:
    """Of the units that the usual way to play the turn would have left elsewhere, the one that would be missed most: by
    how much the chance falls if it stands where the player has left it. Those ``named`` already are left out."""
    advice = advice_for(before.data)
    if advice is None:
        return None
    world = advice.reveal_all(before.determinize("coach"))
    begun = list(world.where)
    play_usual_part(advice, world, side)
    chance, found, most = advice.judge(world, side), None, 0.0
    sides = [counter.side for counter in world.data.counters]
    enemies = {hex for unit, hex in by_unit(world.where) if sides[unit] != side}
    for unit, (start, hex, stands) in by_unit(zip(begun, world.where, after.where, strict=True)):
        if unit in named or sides[unit] != side:
            continue
        if hex != stands and min(start, hex, stands) >= 0 and stands not in enemies:
            twin = world.copy()
            twin.put(unit, stands)
            if (cost := chance - advice.judge(twin, side)) > most:
                found, most = Difference(unit, hex, stands), cost
    return found


def in_words(match: Match, lesson: Lesson, acts: Sequence[str], language: str) -> str:
    """What the coach says; ``acts`` are its options in words."""
    chances = {"before": f"{lesson.before:.0%}", "after": f"{lesson.after:.0%}"}
    code = "coach-same" if lesson.followed else "coach-would"
    said = match.sentence(Text(code, {"act": ", ".join(acts), **chances}), language)
    if lesson.difference is None:
        return said
    return match.sentence(
        Text("coach-difference", {"said": said, **msgspec.structs.asdict(lesson.difference)}), language
    )
