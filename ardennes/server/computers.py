"""The computer at the table: which opponent plays a level, and what it does with a view.

Only what its side may know is ever given to it: the view travels to the thinking process as bytes, and nothing else
of the table does.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic

import msgspec

from ardennes.engine.acts import foresee
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import advance
from ardennes.engine.saves import decode_position, encode_position
from ardennes.numbers import Side, Unit
from ardennes.players import LEVELS, OPPONENTS, Considering, Player, Thought, call_of, sit_down
from ardennes.players.commanding import acts_for
from ardennes.players.judgement import evaluate
from ardennes.server.mistakes import Mistake
from ardennes.server.protocol.table import Thought as ThoughtTold

PERSON = ""
LOST = 0.3
"""Below this chance to win the computer is glad of a draw."""
MOST_MINDS = 24
MOST_THOUGHTS = 3
MOST_FORESEEN = 100
"""Answers that the computer gives in one breath."""
BETWEEN_LOOKS = 0.25
"""Seconds between two reports of a thought that goes on."""


def check_level(level: str) -> str:
    """The level, or PERSON; otherwise says which there are."""
    if level != PERSON and level not in OPPONENTS:
        raise Mistake("no-such-level", level=level, known=", ".join(LEVELS))
    return level


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """All that a thinking process is told."""

    table: str
    rev: int
    """The revision of the table as this side counts."""
    call: str
    game: str
    scenario: str
    options: tuple[str, ...]
    pack: str
    side: Side
    automatic: bool
    """Whether its questions with a single answer answer themselves."""
    view: bytes
    memory: bytes = b""
    """What the opponent remembers of the game; it may have thought in another process, or before a restart."""
    units: tuple[Unit, ...] | None = None
    """Those it acts for, where it has one command of a side and the end of a phase is offered; None for all."""


class Choice(msgspec.Struct, frozen=True):
    """An answer of the opponent, and what it considered, best first."""

    option: int
    thoughts: tuple[Thought, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """What the opponent does until something comes between: one answer after another."""

    choices: tuple[Choice, ...]
    memory: bytes = b""
    """What it remembers from now on."""
    acts: tuple[int, ...] = ()
    """Where it acts for some units alone: how many of these answers each of its acts has."""
    whole: bool = False
    """Whether these acts are all of the phase."""


def situation(
    match: Match,
    side: Side,
    level: str,
    table: str,
    pack: str,
    *,
    rev: int = 0,
    memory: bytes = b"",
    units: Sequence[Unit] | None = None,
) -> Situation:
    """What this side may know of a match now."""
    header = match.header
    return Situation(
        table=table,
        rev=rev,
        call=call_of(level),
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        pack=pack,
        side=side,
        automatic=match.automatic[side],
        view=encode_position(match.position.view(side)),
        memory=memory,
        units=None if units is None else tuple(units),
    )


def in_words(thoughts: Sequence[Thought], match: Match, language: str) -> list[ThoughtTold]:
    """What an opponent considers, as the page shows it."""
    catalogue, data = match.game.catalogue(language), match.position.data
    return [
        ThoughtTold(
            text=catalogue.say(thought.what, data),
            reasons=[catalogue.say(reason, data) for reason in thought.reasons],
            chance=thought.chance,
        )
        for thought in thoughts
    ]


# --- in the thinking process -----------------------------------------------------------------------


@lru_cache(maxsize=8)
def data_of(game: str, scenario: str, options: tuple[str, ...], pack: str) -> GameData:
    return load_game(game).load_data(scenario, frozenset(options), Path(pack) if pack else None)


_minds: OrderedDict[tuple[str, int, str], Player] = OrderedDict()


def _mind(told: Situation) -> Player:
    """The player of this seat, with what it remembers if it has thought here before."""
    key = told.table, told.side, told.call
    if key not in _minds:
        _minds[key] = sit_down(told.call, load_game(told.game), told.side, told.table)
        if len(_minds) > MOST_MINDS:
            _minds.popitem(last=False)
    _minds.move_to_end(key)
    return _minds[key]


def view_of(told: Situation) -> Position:
    """The view back again."""
    view = decode_position(data_of(told.game, told.scenario, told.options, told.pack), told.view)
    view.viewer = told.side
    return view


class ProgressReporter:
    """Looks at a thought now and then, and tells of it."""

    def __init__(self, report: Callable[[Considering], None]) -> None:
        self._report = report
        self._next = monotonic() + BETWEEN_LOOKS

    def __call__(self, consider: Callable[[], Considering]) -> None:
        if monotonic() >= self._next:
            self._report(consider())
            self._next = monotonic() + BETWEEN_LOOKS


def decide(report: Callable[[Considering], None], told: Situation) -> Decision:
    """What the opponent answers to the question that stands, and to those that follow as far as its view lets it
    foresee them; tells on the way how far it has come."""
    mind, view = _mind(told), view_of(told)
    view.asked = advance(view)
    mind.recall(told.memory)
    mind.on_progress = ProgressReporter(report)
    if told.units is not None:
        acts, whole = acts_for(view, mind, frozenset(told.units), automatic=told.automatic)
        choices = [Choice(option) for act in acts for option in act]
        return Decision(tuple(choices), acts=tuple(map(len, acts)), whole=whole)
    choices = []
    foreseen = True
    while foreseen and len(choices) < MOST_FORESEEN:
        option = mind.choose(view)
        choices.append(Choice(int(option), mind.thoughts[:MOST_THOUGHTS]))
        foreseen = foresee(view, option, automatic=told.automatic)
    return Decision(tuple(choices), mind.memory)


def accepts_draw(told: Situation) -> bool:
    """Whether it agrees to stop without a winner: only in a game it thinks lost."""
    return evaluate(view_of(told), told.side) < LOST
