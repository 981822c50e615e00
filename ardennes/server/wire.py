"""What goes over the wire: a side's view as columns, what it is asked, and the log as it saw it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from ardennes.engine.kit import Kit
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, costs
from ardennes.engine.saves import Record
from ardennes.engine.texts import Catalogue, Event, Refusal, Text

Cells = dict[str, list[tuple[int, int]]]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of the log."""

    n: int
    text: str
    rule: str = ""
    record: int = -1
    """The record it belongs to; -1 before the first."""
    side: int | None = None
    kind: str = ""
    run: int = 0
    """The run of answers it belongs to, if any: lines in a row with the same number make one entry."""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    faces: str = ""
    """Dice with symbols of their own, a sign for each; a blank between the two sides' dice."""


class Scene(msgspec.Struct, kw_only=True):
    """Everything a seat sees at one moment."""

    columns: dict[str, array[int]]
    clocks: dict[str, Any]
    asked: dict[str, Any] | None
    anytime: list[int]
    undoable: int
    redoable: int
    picks: list[tuple[int, int]]
    """Own answers that can still be taken back: the record and the option."""
    records: int
    lines: list[Line]
    over: dict[str, Any] | None


def scene(match: Match, side: int | None, language: str) -> Scene:
    """The table as a seat sees it; a watcher (None) sees what both sides may know."""
    catalogue = match.game.catalogue(language)
    view = public_view(match.position, side)
    deciding = match.asked is not None and match.asked.side == side
    return Scene(
        columns={name: getattr(view, name) for name in view.saved_columns},
        clocks={name: getattr(view, name) for name in view.clocks},
        asked=asked(match, side, catalogue),
        anytime=match.anytime(side) if side is not None else [],
        undoable=match.undoable if deciding else 0,
        redoable=match.redoable if deciding else 0,
        picks=match.picks if deciding else [],
        records=len(match.records),
        lines=lines(match, side, catalogue),
        over=verdict(match, catalogue),
    )


def public_view(position: Position, side: int | None) -> Position:
    """A side's view; for a watcher, what is hidden from either side is hidden."""
    return position.view(side) if side is not None else position.view(0).view(1)


def asked(match: Match, side: int | None, catalogue: Catalogue) -> dict[str, Any] | None:
    """Who is asked what; the options only for the seat that is asked."""
    question = match.asked
    if question is None:
        return None
    own = question.side == side
    said = match.prompt()
    prompt = catalogue.say(said, match.position.kit) if own else ""
    return {
        "side": question.side,
        "prompt": prompt,
        "code": question.question.prompt if own else "",
        "rule": question.question.rule if own else "",
        "options": [int(option) for option in question.options] if own else [],
        "labels": _labels(match, catalogue) if own else [],
        "units": _numbers(said.args, ("unit", "units")) if own else (),
        "hexes": _numbers(said.args, ("hex",)) if own else (),
    }


def _labels(match: Match, catalogue: Catalogue) -> list[tuple[int, str]]:
    """What bare verbs are called at this question, where that is not what they are called elsewhere: the messages
    ``verb-NAME-QUESTION``."""
    assert match.asked is not None
    found = []
    for option in match.asked.options:
        verb, _ = match.game.verbs.split(option)
        if verb.kind is Kind.NOTHING:
            label = catalogue.sentences.get(f"verb-{verb.name}-{match.asked.question.prompt}")
            if isinstance(label, str):
                found.append((int(option), label))
    return found


def verdict(match: Match, catalogue: Catalogue) -> dict[str, Any] | None:
    if match.over is None:
        return None
    return {"winner": match.over.winner, "text": catalogue.say(match.over.reason, match.position.kit)}


def lines(match: Match, side: int | None, catalogue: Catalogue) -> list[Line]:
    """The log as this seat saw it, sentence by sentence."""
    logs = _logs.setdefault(match, {})
    key = side, catalogue.language
    if key not in logs:
        logs[key] = Log()
    return logs[key].catch_up(match, side, catalogue)


class Told(NamedTuple):
    """What a record brought about, and how many lines there were when it had been told."""

    events: Sequence[Event]
    events_then: int
    lines_then: int


class Log:
    """What a seat has been told of a match. Only its end is ever made anew, so a change costs its own sentences."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self._lines: list[Line] = []

    def catch_up(self, match: Match, side: int | None, catalogue: Catalogue) -> list[Line]:
        """All lines there are now."""
        told = self._told
        while told and not self._stands(match, len(told) - 1):
            told.pop()
        del self._lines[told[-1].lines_then if told else 0 :]
        for number in range(len(told) - 1, len(match.events)):
            events = match.events[number] if number >= 0 else match.opening
            self._lines += _sentences(match, number, side, catalogue, len(self._lines))
            told.append(Told(events, len(events), len(self._lines)))
        return self._lines[:]

    def _stands(self, match: Match, index: int) -> bool:
        """Whether what was told last is still so."""
        if index > len(match.events):
            return False
        events = match.events[index - 1] if index else match.opening
        return self._told[index].events is events and self._told[index].events_then == len(events)


_logs: WeakKeyDictionary[Match, dict[tuple[int | None, str], Log]] = WeakKeyDictionary()


def _sentences(match: Match, number: int, side: int | None, catalogue: Catalogue, first: int) -> list[Line]:
    """What a seat saw of one record, numbered from ``first``; the record -1 is what came before all others."""
    record = match.records[number] if number >= 0 else None
    told = (_seen(event, side) for event in (match.events[number] if number >= 0 else match.opening))
    seen = [event for event in told if event is not None]
    if not seen and record is not None and record.kind == "forced" and record.side == side:
        seen = _only_choice(match, number, catalogue)
    return [
        _line(n, event, catalogue.say(event, match.position.kit), number, record)
        for n, event in enumerate(seen, start=first)
    ]


def _only_choice(match: Match, number: int, catalogue: Catalogue) -> list[Event]:
    """Says what answered itself where nothing else tells of it, unless it only ended what was answered before."""
    verb, thing = match.game.verbs.split(match.records[number].option)
    question = match.questions[number]
    if verb.kind is Kind.NOTHING:
        ends = number > 0 and match.questions[number - 1] == question
        here = label(catalogue, f"verb-{verb.name}-{question}", label(catalogue, f"verb-{verb.name}", verb.name))
        return [] if ends else [Event("answered-itself", {"what": here})]
    kit = match.position.kit
    names: dict[Kind, Callable[[int], str]] = {
        Kind.UNIT: partial(catalogue.unit_name, names=kit),
        Kind.HEX: kit.hex_name,
        Kind.HEXSIDE: kit.hexside_name,
    }
    if verb.kind is Kind.WORD:
        what = label(catalogue, f"word-{verb.words[thing]}", verb.words[thing])
    else:
        what = f"{label(catalogue, f'verb-{verb.name}', verb.name)} {names.get(verb.kind, str)(thing)}"
    return [Event("answered-itself", {"what": what, verb.kind.value: thing})]


def _seen(event: Event, side: int | None) -> Event | None:
    if side is not None:
        return event.for_side(side)
    first = event.for_side(0)
    return event.for_side(1) if first is None or 1 in event.told else first


def _line(n: int, event: Event, said: str, number: int, record: Record | None) -> Line:
    args = event.args
    return Line(
        n=n,
        text=said,
        rule=event.rule,
        record=number,
        side=record.side if record else None,
        kind=record.kind if record else "",
        run=record.run if record else 0,
        hexes=_numbers(args, ("hex", "from")),
        units=_numbers(args, ("unit", "units")),
        dice=_numbers(args, ("die",)),
        faces=str(args.get("faces", "")),
    )


def _numbers(args: dict[str, Any], names: tuple[str, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for name in names:
        value = args.get(name)
        found += [value] if isinstance(value, int) else [part for part in value or () if isinstance(part, int)]
    return tuple(found)


# --- messages ------------------------------------------------------------------------------------


def encoded(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()


def whole(shown: Scene, match: Match, rev: int) -> dict[str, Any]:
    """The first message of a seat: everything, hexes and hexsides as far as they differ from the start."""
    position = match.position
    columns: dict[str, Any] = {}
    for name, values in shown.columns.items():
        column = position.columns[name]
        if column.owner == "unit":
            columns[name] = values.tolist()
        else:
            columns[name] = [(index, value) for index, value in enumerate(values) if value != column.start]
    return {"is": "table", "rev": rev, "columns": columns, "log": shown.lines, **_rest(shown)}


def change(before: Scene, after: Scene, rev: int) -> dict[str, Any]:
    """What a seat must learn to get from one moment to the next."""
    cells: Cells = {}
    for name, values in after.columns.items():
        old = before.columns[name]
        if values != old:
            cells[name] = [(index, value) for index, value in enumerate(values) if value != old[index]]
    cut = first_difference(before.lines, after.lines)
    return {"is": "change", "rev": rev, "columns": cells, "cut": cut, "log": after.lines[cut:], **_rest(after)}


def first_difference(before: Sequence[object], after: Sequence[object]) -> int:
    """Where two states of a log part. Only its end is ever made anew, so what is the same object ends the search."""
    shorter = same = min(len(before), len(after))
    while same and before[same - 1] is not after[same - 1]:
        same -= 1
    while same < shorter and before[same] == after[same]:
        same += 1
    return same


def _rest(shown: Scene) -> dict[str, Any]:
    return {
        "clocks": shown.clocks,
        "asked": shown.asked,
        "anytime": shown.anytime,
        "undoable": shown.undoable,
        "redoable": shown.redoable,
        "picks": shown.picks,
        "records": shown.records,
        "over": shown.over,
    }


def about_reply(kit: Kit, told: About, language: str) -> dict[str, Any]:
    """What can be known of an option, in words."""
    catalogue = kit.game.catalogue(language)

    def say(text: Text) -> str:
        return catalogue.say(text, kit)

    return {
        "cost": told.cost,
        "path": told.path,
        "along": told.along,
        "tallies": [
            {
                "title": say(Text(name)),
                "total": tally.total,
                "entries": [
                    {"text": say(Text(entry.code, entry.args)), "amount": entry.amount, "rule": entry.rule}
                    for entry in tally.entries
                ],
            }
            for name, tally in told.tallies.items()
        ],
        "chances": [_chance(catalogue, kit, name, chance) for name, chance in told.chances.items()],
        "notes": [{"text": say(note), "rule": note.rule} for note in told.notes],
        "rules": told.rules,
    }


def _chance(catalogue: Catalogue, kit: Any, name: str, chance: float) -> dict[str, Any]:
    condition, _, result = name.rpartition(": ")
    meaning = f"result-{result}"
    return {
        "name": result,
        "if": catalogue.condition(condition, kit) if condition else "",
        "meaning": catalogue.say(Text(meaning), kit) if meaning in catalogue.sentences else "",
        "p": chance,
    }


def refusal_reply(match: Match, refusal: Refusal, language: str) -> dict[str, Any]:
    text = match.game.catalogue(language).say(refusal, match.position.kit)
    return {"is": "refused", "text": text, "rule": refusal.rule, "code": refusal.code}


def costs_reply(match: Match, side: int) -> dict[str, Any]:
    """What every option of the question costs, of those that cost something."""
    deciding = match.asked is not None and match.asked.side == side
    return {"is": "reply", "costs": list(costs(match.position).items()) if deciding else []}


def verbs_of(match: Match, catalogue: Catalogue) -> list[dict[str, Any]]:
    """The verbs by number, with the kind of thing each takes and what to call them."""
    return [
        {
            "name": verb.name,
            "label": label(catalogue, f"verb-{verb.name}", verb.name),
            "kind": verb.kind.value,
            "words": [{"name": word, "label": label(catalogue, f"word-{word}", word)} for word in verb.words],
        }
        for verb in match.game.verbs
    ]


def label(catalogue: Catalogue, code: str, otherwise: str) -> str:
    """A word in the seat's language, or else as it stands with blanks for its strokes."""
    found = catalogue.sentences.get(code)
    return found if isinstance(found, str) else otherwise.replace("-", " ").replace("_", " ")
