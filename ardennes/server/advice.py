"""Advice for people: a hint at the table, and an analysis after the game. Both are worked out in another process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar import Request, get
from litestar.datastructures import State
from msgspec.structs import asdict

from ardennes.engine.match import Match
from ardennes.engine.procedure import advance
from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import SIDES, Side
from ardennes.players import call_of, sit_down
from ardennes.players.analysis import ActReport, Analysis, CostlyPart, analyse, dice_events
from ardennes.players.coaching import LONGEST_TURN, Lesson, coach
from ardennes.players.coaching import in_words as coach_in_words
from ardennes.players.hints import Hint, hint
from ardennes.server.computers import Situation, in_words, situation, view_of
from ardennes.server.displays import shown_events
from ardennes.server.log import option_in_words
from ardennes.server.past import Played
from ardennes.server.protocol import review as protocol
from ardennes.server.protocol.base import Share
from ardennes.server.secrecy import check_no_help
from ardennes.server.wire import about_reply
from ardennes.server.work import Lane, asker, while_connected

ADVISER = "normal"
"""The level of whoever gives hints."""
MOST_THROWS, MOST_TOLD = 6, 3
TELLING = ("battle", "retreat", "advance", "event")
"""Events by which a part of a turn is told, as the map shows them."""
PATIENCE = 1.0
"""Seconds until somebody who waits is told how far it is."""


# --- in the other process ------------------------------------------------------------------------


def advise(told: Situation) -> Hint:
    """What the adviser would do in place of the side that is asked, from its view alone."""
    view = view_of(told)
    view.asked = advance(view)
    return hint(view, sit_down(told.call, view.data.game, told.side, told.table), told.units)


def teach(played: Played, side: Side, call: str, seed: str, since: int) -> Lesson | None:
    """What to say of a side's last turn."""
    match = played.match()
    return coach(match, side, sit_down(call, match.game, side, seed), since)


def review(tell: Callable[[float], None], save: bytes, pack: str) -> Analysis:
    """A finished game looked at again; tells what share of it is done."""
    match = Match.unpacked(save, "the game", Path(pack) if pack else None)
    return analyse(match, lambda done: tell(done / len(match.records)))


# --- at the table --------------------------------------------------------------------------------


@get("/api/seat/hint")
async def seat_hint(token: str, state: State, request: Request[Any, Any, Any], language: str) -> protocol.Hint:
    """What would you do? Only for the side that must decide."""
    room, side, number = await state.rooms.place_of_token(token)
    match = room.match
    match.game.check_language(language)
    check_no_help(room)
    if side is None or match.asked is None or match.asked.side != side:
        raise _refused(match, Refusal("hint-not-asked"), language)
    units = room.officers.acting_units(side, number)
    told = situation(match, side, ADVISER, f"{room.id}:hint", room.row.pack, rev=room.rev_of(side), units=units)
    hints: Lane = state.lanes.hints
    found = await while_connected(request, hints.ask(asker(room, side), advise, told))
    return protocol.Hint(
        options=found.options,
        about=about_reply(match.position.data, found.about, language) if found.about is not None else None,
        chance=found.chance,
        chance_after=found.chance_after,
        thoughts=in_words(found.thoughts, match, language),
    )


@get("/api/seat/coach")
async def seat_coach(
    token: str, state: State, request: Request[Any, Any, Any], language: str, since: int = 0
) -> protocol.CoachWord | None:
    """What the adviser would have done in this seat's last turn, if that ended after ``since`` records."""
    room, side = await state.rooms.of_token(token)
    match = room.match
    match.game.check_language(language)
    check_no_help(room)
    if side is None:
        raise _refused(match, Refusal("hint-not-asked"), language)
    now = len(match.records)
    played = Played.between(room, max(0, now - LONGEST_TURN), now)
    hints: Lane = state.lanes.hints
    work = hints.ask(asker(room, side), teach, played, side, call_of(ADVISER), f"{room.id}:coach", since)
    lesson = await while_connected(request, work)
    return None if lesson is None else protocol.CoachWord(_lesson(match, lesson, language), lesson.first, lesson.last)


def _lesson(match: Match, lesson: Lesson, language: str) -> str:
    catalogue = match.game.catalogue(language)
    acts = [option_in_words(match, option, lesson.question, catalogue) for option in lesson.options]
    return coach_in_words(match, lesson, acts, language)


@get("/api/seat/analysis")
async def seat_analysis(
    token: str, state: State, request: Request[Any, Any, Any], language: str
) -> protocol.Analysis | Share:
    """The game looked at again, once it is over; while that takes time, how much of it is done."""
    room, side = await state.rooms.of_token(token)
    match = room.match
    match.game.check_language(language)
    if match.over is None:
        raise _refused(match, Refusal("analysis-later"), language)
    analyses: Lane = state.lanes.analyses
    work = analyses.poll(asker(room, side), PATIENCE, review, match.packed(), room.row.pack)
    found = await while_connected(request, work)
    return Share(found) if isinstance(found, float) else analysis_reply(match, side, found, language)


def _refused(match: Match, refusal: Refusal, language: str) -> Refused:
    return Refused(refusal, match.sentence(refusal, language))


def analysis_reply(match: Match, side: Side | None, found: Analysis, language: str) -> protocol.Analysis:
    """An analysis as the page draws it; all chances are the first side's."""
    return protocol.Analysis(
        compared=found.compared,
        curve=found.curve,
        turns=[protocol.TurnReport(**asdict(part), decision=part.decision) for part in found.turns],
        throws=[
            protocol.DecidingThrow(**asdict(act), text=_told(match, side, act, language))
            for act in found.throws[:MOST_THROWS]
        ],
        luck=found.luck,
        rest=found.rest,
        decisions=(found.decisions(SIDES[0]), found.decisions(SIDES[1])),
        costly=[_costly(match, part, language) for part in found.costly],
    )


def _costly(match: Match, part: CostlyPart, language: str) -> protocol.CostlyPart:
    """What would have been better; of its events those of battles and of what was taken tell most."""
    shown = shown_events(match.game.folder)
    telling = [event for event in part.events if shown.get(event.code) in TELLING] or list(part.events)
    report = part.report
    return protocol.CostlyPart(
        first=report.first,
        last=report.last,
        turn=report.turn,
        side=report.side,
        cost=part.cost,
        ways=[(unit, [old, new]) for unit, old, new in part.moves],
        texts=[match.sentence(event, language) for event in telling[:MOST_TOLD]],
    )


def _told(match: Match, side: Side | None, act: ActReport, language: str) -> str:
    """What the log says of an act that dice decided: how it began, and the first dice."""
    seen = (event.for_side(side) for event in dice_events(match, act))
    told = [event for event in seen if event is not None]
    rolled = [event for event in told if "die" in event.args or "faces" in event.args]
    shown = [event for number, event in enumerate(told) if number == 0 or event in rolled[:1]]
    return " ".join(match.sentence(event, language) for event in shown)


ADVICE_ROUTES = [seat_hint, seat_coach, seat_analysis]
