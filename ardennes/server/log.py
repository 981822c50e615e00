"""The log as a seat saw it, sentence by sentence: the lines of a record, and the last ones before some record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.saves import Record
from ardennes.engine.texts import Catalogue, Event
from ardennes.numbers import SIDES, Side
from ardennes.server.displays import display_of
from ardennes.server.protocol.table import LogLine

AT_ONCE = 200
"""Lines that a seat is told at once of what has been; it asks for those before them."""


class Log(msgspec.Struct, frozen=True):
    """A part of the log: all that was said from one record to another."""

    first: int
    """The record it begins with; -1 where nothing was said before."""
    lines: list[LogLine]


def last_lines(match: Match, side: Side | None, language: str, before: int | None = None) -> Log:
    """What a seat was told last before a record, or until now: whole records of it, as far as they are traced."""
    catalogue = match.game.catalogue(language)
    number = len(match.records) if before is None else before
    # Whether something ended what was answered before can be said only where that is known too.
    lowest = match.traced_from + 1 if match.traced_from else -1
    found: list[list[LogLine]] = []
    count = 0
    while number > lowest and count < AT_ONCE:
        number -= 1
        found.append(lines_of(match, number, side, catalogue))
        count += len(found[-1])
    return Log(number, [line for lines in reversed(found) for line in lines])


def lines_from(match: Match, side: Side | None, language: str, first: int) -> list[LogLine]:
    """What a seat was told from a record on."""
    catalogue = match.game.catalogue(language)
    return [line for number in range(first, len(match.records)) for line in lines_of(match, number, side, catalogue)]


def lines_of(match: Match, number: int, side: Side | None, catalogue: Catalogue) -> list[LogLine]:
    """What a seat saw of one record; the record -1 is what came before all others."""
    record = match.records[number] if number >= 0 else None
    told = (_seen(event, side) for event in match.events_of(number))
    seen = [event for event in told if event is not None]
    if not seen and record is not None and record.kind == "forced" and record.side == side:
        seen = _only_choice(match, number, catalogue)
    data = match.position.data

    def line(n: int, event: Event) -> LogLine:
        args = event.args
        return LogLine(
            n=n,
            text=catalogue.say(event, data),
            rule=event.rule,
            record=number,
            side=record.side if record else None,
            kind=record.kind if record else "",
            run=record.run if record else 0,
            hexes=numbers(args, ("hex", "from")) or _ends(args, data.board.side_hexes),
            units=numbers(args, ("unit", "units")),
            way=_way(event, record),
            dice=numbers(args, ("die",)),
            faces=str(args.get("faces", "")),
            display=display_of(event, data, catalogue),
        )

    return [line(n, event) for n, event in enumerate(seen)]


def _only_choice(match: Match, number: int, catalogue: Catalogue) -> list[Event]:
    """Says what answered itself where nothing else tells of it, unless it only ended what was answered before."""
    option, question = match.records[number].option, match.question_of(number)
    verb, thing = match.game.verbs.split(option)
    what = option_in_words(match, option, question, catalogue)
    if verb.kind is Kind.NOTHING:
        ends = number > 0 and match.question_of(number - 1) == question
        return [] if ends else [Event("answered-itself", {"what": what})]
    return [Event("answered-itself", {"what": what, verb.kind.value: thing})]


def option_in_words(match: Match, option: int, question: str, catalogue: Catalogue) -> str:
    """What an answer to a question is called there."""
    verb, thing = match.game.verbs.split(option)
    called = label(catalogue, f"verb-{verb.name}", verb.name)
    if verb.kind is Kind.NOTHING:
        return label(catalogue, f"verb-{verb.name}-{question}", called)
    data = match.position.data
    names: dict[Kind, Callable[[Any], str]] = {
        Kind.UNIT: partial(catalogue.unit_name, names=data),
        Kind.HEX: data.hex_name,
        Kind.HEXSIDE: data.hexside_name,
    }
    if verb.kind is Kind.WORD:
        return label(catalogue, f"word-{verb.words[thing]}", verb.words[thing])
    return f"{called} {names.get(verb.kind, str)(thing)}"


def _seen(event: Event, side: Side | None) -> Event | None:
    """The event as a seat saw it; a watcher is told what both sides may know."""
    if side is not None:
        return event.for_side(side)
    told = event.told or {}
    return None if None in told.values() else event.for_side(SIDES[1 in told])


def _ends(args: dict[str, Any], side_hexes: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The two hexes of the hexside that a sentence is about."""
    return tuple(hex for side in numbers(args, ("hexside",)) for hex in side_hexes[side])


def _way(event: Event, record: Record | None) -> tuple[int, ...]:
    """The hexes of a move: as the record remembers them where it ends there, otherwise from one to the other."""
    here, there = event.args.get("from"), event.args.get("hex")
    if not (isinstance(here, int) and isinstance(there, int) and "unit" in event.args and here >= 0 and there >= 0):
        return ()
    path = record.path if record and record.path and record.path[-1] == there else (there,)
    steps = path[path.index(here) + 1 :] if here in path else path
    return (here, *steps)


def numbers(args: dict[str, Any], names: tuple[str, ...]) -> tuple[int, ...]:
    """The units, hexes or dice among the arguments of a sentence."""
    found: list[int] = []
    for name in names:
        value = args.get(name)
        found += [value] if isinstance(value, int) else [part for part in value or () if isinstance(part, int)]
    return tuple(found)


def label(catalogue: Catalogue, code: str, otherwise: str) -> str:
    """A word in the seat's language, or else as it stands with blanks for its strokes."""
    found = catalogue.sentences.get(code)
    return found if isinstance(found, str) else otherwise.replace("-", " ").replace("_", " ")
