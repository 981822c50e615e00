"""What goes over the wire: a side's view as columns, what it is asked, and what has changed since."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import asdict

from ardennes.engine.forms import number_form
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import OBJECT_BITS, Kind
from ardennes.engine.options import Verb as EngineVerb
from ardennes.engine.position import Position
from ardennes.engine.procedure import About, costs, paths
from ardennes.engine.remaining import remaining, stages
from ardennes.engine.texts import Catalogue, Refusal, Text
from ardennes.numbers import SIDES, Side
from ardennes.server.log import label, last_lines, numbers, option_in_words
from ardennes.server.numbers import Numbers
from ardennes.server.protocol import looks, table
from ardennes.server.protocol.base import Cells, Clock
from ardennes.server.protocol.looks import Chance, Note, Tally, TallyEntry
from ardennes.server.protocol.review import Moment
from ardennes.server.protocol.seat import Named, Verb
from ardennes.server.protocol.table import Asked, Message, Reply, Verdict

Columns = dict[str, "array[int]"]
CHUNK = 128
"""Cells of a column that are compared at once."""


class Scene(msgspec.Struct, kw_only=True):
    """Everything a seat sees at one moment; but for the columns, as it is said."""

    columns: Columns
    clocks: dict[str, Clock]
    asked: Asked | None
    anytime: list[int]
    undoable: int
    redoable: int
    picks: list[tuple[int, int]]
    joined: list[int]
    undoes: str
    stages: list[str]
    settled: int
    records: int
    over: Verdict | None

    @property
    def rest(self) -> dict[str, Any]:
        """What stands unchanged in a message: everything but the columns."""
        rest = asdict(self)
        del rest["columns"]
        return rest


def scene(
    match: Match, side: Side | None, language: str, told: Callable[[int], int], *, revealed: bool = False
) -> Scene:
    """The table as a seat sees it; a watcher (None) sees what both sides may know. Records are ``told`` by the numbers
    that they have for the seat. Where the game is over, or ``revealed`` says so, nothing is hidden."""
    catalogue = match.game.catalogue(language)
    view = public_view(match.position, side, revealed=revealed)
    deciding = match.asked is not None and match.asked.side == side
    return Scene(
        columns=columns(view),
        clocks={name: getattr(view, name) for name in view.clocks},
        asked=asked(match, side, catalogue),
        anytime=match.anytime(side) if side is not None else [],
        undoable=match.undoable if deciding else 0,
        redoable=match.redoable if deciding else 0,
        picks=[(told(number), option) for number, option in match.picks] if deciding else [],
        joined=match.joined if deciding else [],
        undoes=undoes(match, catalogue) if deciding else "",
        stages=list(dict.fromkeys(catalogue.say(stage, match.position.data) for stage in stages(view))),
        settled=told(match.settled),
        records=told(len(match.records)),
        over=verdict(match, catalogue),
    )


def columns(view: Position) -> Columns:
    """What a view shows of units, hexes and hexsides."""
    return {name: getattr(view, name) for name in view.saved_columns} | view.data.game.unit_marks(view)


def public_view(position: Position, side: Side | None, *, revealed: bool = False) -> Position:
    """A side's view; for a watcher, what is hidden from either side is hidden. When the game is over there are no
    secrets any more."""
    if revealed or position.over is not None:
        return position
    return position.view(side) if side is not None else position.view(SIDES[0]).view(SIDES[1])


def asked(match: Match, side: Side | None, catalogue: Catalogue) -> Asked | None:
    """Who is asked what; the options only for the seat that is asked."""
    question = match.asked
    if question is None:
        return None
    if question.side != side:
        curtain = match.position.conceals()
        return Asked(
            question.side, prompt="", code="", rule="", options=[], labels=[], units=(), hexes=(), curtain=curtain
        )
    said, form, not_yet = match.prompt(), _form(match, catalogue), _not_yet(match, catalogue)
    return Asked(
        side=question.side,
        prompt=catalogue.say(_fitting(said, form, not_yet, catalogue), match.position.data),
        code=question.question.prompt,
        rule=question.question.rule,
        options=[int(option) for option in question.options],
        labels=_labels(match, catalogue),
        units=numbers(said.args, ("unit", "units")),
        hexes=numbers(said.args, ("hex",)),
        remaining=_remaining(match, catalogue),
        not_yet=not_yet,
        gathers=[verb >> OBJECT_BITS for verb in question.question.gathers()],
        gathers_most=_most_gathered(match),
        unspent=_unspent(match, catalogue),
        standing=_standing(match, catalogue),
        form=form,
    )


def _unspent(match: Match, catalogue: Catalogue) -> str:
    """What else could still be spent, in words."""
    assert match.asked is not None
    view = match.position.view(match.asked.side)
    found = match.asked.question.unspent(view, view.stack[-1])
    return catalogue.say(found, match.position.data) if found is not None else ""


def _standing(match: Match, catalogue: Catalogue) -> list[table.StandingOrder]:
    """What can be ordered for all questions of this kind, as it would be answered now."""
    assert match.asked is not None
    view = match.position.view(match.asked.side)
    orders = match.asked.question.standing_orders(view, view.stack[-1])
    return [table.StandingOrder(name, label(catalogue, name, name), int(option)) for name, option in orders]


def _form(match: Match, catalogue: Catalogue) -> list[table.FormField]:
    """Numbers that are asked for one after another; nothing where it is but one."""
    assert match.asked is not None
    fields = number_form(match.position.view(match.asked.side))
    if len(fields) < 2:
        return []
    data = match.position.data
    named = [(catalogue.sentences.get(f"field-{one.prompt.code}"), one) for one in fields]
    return [
        table.FormField(
            name if isinstance(name, str) else catalogue.say(one.prompt, data), one.verb >> OBJECT_BITS, one.most
        )
        for name, one in named
    ]


def _fitting(said: Text, form: list[table.FormField], not_yet: table.NotYet | None, catalogue: Catalogue) -> Text:
    """A question as it is put above a form, or where the phase may not be ended so far: the messages ``form-QUESTION``
    and ``not-yet-QUESTION``, if there are such."""
    codes = [f"form-{said.code}"] * bool(form) + [f"not-yet-{said.code}"] * bool(not_yet)
    code = next((code for code in codes if code in catalogue.sentences), said.code)
    return Text(code, said.args, said.rule)


def _most_gathered(match: Match) -> int:
    """How many things may be added to the decision; 0 where that is not laid down."""
    assert match.asked is not None
    view = match.position.view(match.asked.side)
    return match.asked.question.most_gathered(view, view.stack[-1]) or 0


def _remaining(match: Match, catalogue: Catalogue) -> table.Remaining | None:
    """What remains to be done, where a phase can be ended."""
    assert match.asked is not None
    if match.asked.question.ends is None:
        return None
    side = match.asked.side
    found = remaining(match.position.view(side), automatic=match.automatic[side])
    if found is None:
        return None
    told = [_offer(verb, many, catalogue) for verb, many in found.offers]
    texts = [*told, found.unspent] if found.unspent else told
    said = ", ".join(catalogue.say(text, match.position.data) for text in texts)
    return table.Remaining(found.option, said, found.units, found.hexes, found.hexsides, final=found.final)


def _not_yet(match: Match, catalogue: Catalogue) -> table.NotYet | None:
    """What will end the phase, where something must be done before."""
    assert match.asked is not None
    end = match.asked.question.ends
    if end is None or int(end) in match.asked.options:
        return None
    return table.NotYet(int(end), _label(match, end, catalogue) or label(catalogue, f"verb-{end.name}", end.name))


def _offer(verb: EngineVerb, many: int, catalogue: Catalogue) -> Text:
    """How often something is offered: the message ``remaining-NAME``, or else what the verb is called."""
    code = f"remaining-{verb.name}"
    if code in catalogue.sentences:
        return Text(code, {"n": many})
    return Text("remaining-others", {"what": label(catalogue, f"verb-{verb.name}", verb.name).rstrip(":"), "n": many})


def undoes(match: Match, catalogue: Catalogue) -> str:
    """What undo would take back, as it was called when it was chosen; of a run, its first answer. Nothing where an
    answer of older rules speaks of what there is no more."""
    taken = match.next_undone
    if taken is None or not match.position.data.exists(match.records[taken].option):
        return ""
    return option_in_words(match, match.records[taken].option, match.question_of(taken), catalogue)


def _labels(match: Match, catalogue: Catalogue) -> list[tuple[int, str]]:
    """What bare verbs are called at this question, where that is not what they are called elsewhere: the messages
    ``verb-NAME-QUESTION``."""
    assert match.asked is not None
    verbs = ((int(option), match.game.verbs.split(option)[0]) for option in match.asked.options)
    found = ((option, _label(match, verb, catalogue)) for option, verb in verbs if verb.kind is Kind.NOTHING)
    return [(option, said) for option, said in found if said]


def _label(match: Match, verb: EngineVerb, catalogue: Catalogue) -> str:
    """What a verb is called at the question that stands; empty if as it is called elsewhere."""
    assert match.asked is not None
    said = catalogue.sentences.get(f"verb-{verb.name}-{match.asked.question.prompt}")
    return said if isinstance(said, str) else ""


def verdict(match: Match, catalogue: Catalogue) -> Verdict | None:
    if match.over is None:
        return None
    return Verdict(match.over.winner, catalogue.say(match.over.reason, match.position.data))


# --- messages ------------------------------------------------------------------------------------


def encoded(message: Message) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()


def whole_columns(shown: Scene, match: Match) -> dict[str, list[int] | Cells]:
    """Units as whole rows; hexes and hexsides as far as they differ from the start."""
    found: dict[str, list[int] | Cells] = {}
    for name, values in shown.columns.items():
        column = match.position.columns.get(name)
        if column is None or column.owner == "unit":
            found[name] = list(values)
        else:
            found[name] = differing(column.fresh(len(values)), values)
    return found


def moment(match: Match, side: Side | None, language: str, seat: Numbers, *, revealed: bool = False) -> Moment:
    """Everything a seat saw after these records of a table."""
    shown, log = scene(match, side, language, seat.told, revealed=revealed), last_lines(match, side, language)
    return Moment(
        rev=-1,
        columns=whole_columns(shown, match),
        log=seat.lines(log.lines),
        log_from=seat.told(log.first),
        at=seat.told(len(match.records)),
        of=seat.all,
        **shown.rest,
    )


def changed(before: Columns, after: Columns) -> dict[str, Cells]:
    """The cells of every column that has others than before."""
    found = {name: differing(before[name], values) for name, values in after.items()}
    return {name: cells for name, cells in found.items() if cells}


def differing(before: array[int] | bytearray, after: array[int] | bytearray) -> Cells:
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


def about_reply(data: GameData, told: About, language: str) -> looks.About:
    """What can be known of an option, in words."""
    catalogue = data.game.catalogue(language)

    def say(text: Text) -> str:
        return catalogue.say(text, data)

    return looks.About(
        summary=say(told.summary) if told.summary is not None else "",
        cost=told.cost,
        path=told.path,
        along=told.along,
        tallies=[
            Tally(
                title=say(Text(name)),
                total=tally.total,
                entries=[
                    TallyEntry(say(Text(entry.code, entry.args)), entry.amount, entry.rule) for entry in tally.entries
                ],
            )
            for name, tally in told.tallies.items()
        ],
        chances=[_chance(catalogue, data, name, chance) for name, chance in told.chances.items()],
        notes=[Note(say(note), note.rule) for note in told.notes],
        rules=told.rules,
    )


def _chance(catalogue: Catalogue, data: GameData, name: str, chance: float) -> Chance:
    condition, _, result = name.rpartition(": ")
    meaning = f"result-{result}"
    return Chance(
        name=result,
        condition=catalogue.condition(condition, data) if condition else "",
        meaning=catalogue.say(Text(meaning), data) if meaning in catalogue.sentences else "",
        p=chance,
    )


def refusal_told(match: Match, refusal: Refusal, language: str) -> table.Refusal:
    """Why something is not done, in words."""
    text = match.game.catalogue(language).say(refusal, match.position.data)
    return table.Refusal(text, refusal.rule, refusal.code)


def costs_reply(match: Match, side: Side) -> Reply:
    """What every option of the question costs, of those that cost something, and the ways that are to be drawn."""
    if match.asked is None or match.asked.side != side:
        return Reply(costs=[], paths=[])
    return Reply(costs=list(costs(match.position).items()), paths=list(paths(match.position).items()))


def verbs_of(match: Match, catalogue: Catalogue) -> list[Verb]:
    """The verbs by number, with the kind of thing each takes and what to call them."""
    return [
        Verb(
            name=verb.name,
            label=label(catalogue, f"verb-{verb.name}", verb.name),
            kind=verb.kind.value,
            words=[Named(word, label(catalogue, f"word-{word}", word)) for word in verb.words],
            aside=verb in match.game.asides,
        )
        for verb in match.game.verbs
    ]
