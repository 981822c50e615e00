"""What the turn track has in store, turn by turn, and what a side is after: for panels of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ardennes.engine.schedule import Coming
from ardennes.engine.score import Aim
from ardennes.engine.texts import Argument, Text
from ardennes.numbers import Side, Unit
from ardennes.rules.table import Table

T = TypeVar("T", bound=Table)


class Line(NamedTuple):
    """Something laid down for a turn: its message and rule, whom it concerns, and the units it is about."""

    code: str
    rule: str
    side: Side | None = None
    units: Sequence[Unit] | None = None
    """None where it is not about units; where it is and there are none, the line is left out."""
    args: Mapping[str, Argument] = {}


def coming(p: T, of_turn: Callable[[T, Any], Iterator[Line]], last: int, ends_by: str) -> Iterator[Coming]:
    """The lines of every turn of a scenario up to its last, by the spaces of the turn track; and that the game ends
    then, by a rule, where that is no secret."""
    for space in p.data.turns[first_turn(p) - 1 : last]:
        for line in of_turn(p, space):
            if line.units is None or line.units:
                text = Text(line.code, dict(line.args), line.rule)
                yield Coming(turn=space.turn, text=text, side=line.side, units=tuple(line.units or ()))
    if ends_by:
        yield Coming(turn=last, text=Text("coming-end", {}, ends_by))


def first_turn(p: Table) -> int:
    """The turn in which the scenario begins."""
    assert p.data.scenario_data is not None
    return p.data.scenario_data.first_turn


def aims(*wanted: tuple[Side, str, str, int, int]) -> tuple[Aim, ...]:
    """What sides are after: for each the side, the message with its rule, what it has and what it needs."""
    return tuple(
        Aim(side=side, text=Text(code, {}, rule), has=has, needed=needed) for side, code, rule, has, needed in wanted
    )
