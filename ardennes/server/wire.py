"""What goes over the wire: a side's view as columns, what it is asked, and what has changed since."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, costs
from ardennes.engine.texts import Catalogue, Refusal, Text
from ardennes.server.log import Line, Log, label, last_lines, numbers

Cells = dict[str, list[tuple[int, int]]]
Columns = dict[str, "array[int]"]
CHUNK = 128
"""Cells of a column that are compared at once."""


class Scene(msgspec.Struct, kw_only=True):
    """Everything a seat sees at one moment."""

    columns: Columns
    clocks: dict[str, Any]
    asked: dict[str, Any] | None
    anytime: list[int]
    undoable: int
    redoable: int
    picks: list[tuple[int, int]]
    """Of the answers that can still be taken back, those of the act that is open: the record and the option."""
    settled: int
    """How many records nobody can take back."""
    records: int
    over: dict[str, Any] | None


def scene(match: Match, side: int | None, language: str) -> Scene:
    """The table as a seat sees it; a watcher (None) sees what both sides may know."""
    catalogue = match.game.catalogue(language)
    view = public_view(match.position, side)
    deciding = match.asked is not None and match.asked.side == side
    return Scene(
        columns=columns(view),
        clocks={name: getattr(view, name) for name in view.clocks},
        asked=asked(match, side, catalogue),
        anytime=match.anytime(side) if side is not None else [],
        undoable=match.undoable if deciding else 0,
        redoable=match.redoable if deciding else 0,
        picks=match.picks if deciding else [],
        settled=match.settled,
        records=len(match.records),
        over=verdict(match, catalogue),
    )


def columns(view: Position) -> Columns:
    """What a view shows of units, hexes and hexsides."""
    return {name: getattr(view, name) for name in view.saved_columns}


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
    prompt = catalogue.say(said, match.position.data) if own else ""
    return {
        "side": question.side,
        "prompt": prompt,
        "code": question.question.prompt if own else "",
        "rule": question.question.rule if own else "",
        "options": [int(option) for option in question.options] if own else [],
        "labels": _labels(match, catalogue) if own else [],
        "units": numbers(said.args, ("unit", "units")) if own else (),
        "hexes": numbers(said.args, ("hex",)) if own else (),
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
    return {"winner": match.over.winner, "text": catalogue.say(match.over.reason, match.position.data)}


# --- messages ------------------------------------------------------------------------------------


def encoded(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()


def whole(shown: Scene, log: Log, match: Match, rev: int) -> dict[str, Any]:
    """The first message of a seat: everything but the earlier lines of the log; hexes and hexsides as far as they
    differ from the start."""
    cells: dict[str, Any] = {}
    for name, values in shown.columns.items():
        column = match.position.columns[name]
        cells[name] = list(values) if column.owner == "unit" else differing(column.fresh(len(values)), values)
    return {"is": "table", "rev": rev, "columns": cells, **log_part(log), **_rest(shown)}


def moment(match: Match, side: int | None, language: str) -> dict[str, Any]:
    """Everything a seat saw once."""
    return whole(scene(match, side, language), last_lines(match, side, language), match, -1)


def log_part(log: Log) -> dict[str, Any]:
    """A part of the log, and the record from which on nothing is missing in it."""
    return {"log": log.lines, "log_from": log.first}


def change(before: Scene, after: Scene, rev: int, cut: int, log: Sequence[Line]) -> dict[str, Any]:
    """What a seat must learn to get from one moment to the next: of the log, the lines from a record on."""
    cells = changed(before.columns, after.columns)
    return {"is": "change", "rev": rev, "columns": cells, "cut": cut, "log": log, **_rest(after)}


def changed(before: Columns, after: Columns) -> Cells:
    """The cells of every column that has others than before."""
    found = {name: differing(before[name], values) for name, values in after.items()}
    return {name: cells for name, cells in found.items() if cells}


def differing(before: array[int] | bytearray, after: array[int] | bytearray) -> list[tuple[int, int]]:
    """The cells that are others than before, compared many at a time."""
    if before == after:
        return []
    return [
        (index, value)
        for start in range(0, len(after), CHUNK)
        if after[start : start + CHUNK] != before[start : start + CHUNK]
        for index, value in enumerate(after[start : start + CHUNK], start=start)
        if value != before[index]
    ]


def _rest(shown: Scene) -> dict[str, Any]:
    return {
        "clocks": shown.clocks,
        "asked": shown.asked,
        "anytime": shown.anytime,
        "undoable": shown.undoable,
        "redoable": shown.redoable,
        "picks": shown.picks,
        "settled": shown.settled,
        "records": shown.records,
        "over": shown.over,
    }


def about_reply(data: GameData, told: About, language: str) -> dict[str, Any]:
    """What can be known of an option, in words."""
    catalogue = data.game.catalogue(language)

    def say(text: Text) -> str:
        return catalogue.say(text, data)

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
        "chances": [_chance(catalogue, data, name, chance) for name, chance in told.chances.items()],
        "notes": [{"text": say(note), "rule": note.rule} for note in told.notes],
        "rules": told.rules,
    }


def _chance(catalogue: Catalogue, data: Any, name: str, chance: float) -> dict[str, Any]:
    condition, _, result = name.rpartition(": ")
    meaning = f"result-{result}"
    return {
        "name": result,
        "if": catalogue.condition(condition, data) if condition else "",
        "meaning": catalogue.say(Text(meaning), data) if meaning in catalogue.sentences else "",
        "p": chance,
    }


def refusal_reply(match: Match, refusal: Refusal, language: str) -> dict[str, Any]:
    text = match.game.catalogue(language).say(refusal, match.position.data)
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
