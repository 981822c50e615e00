"""What a window may ask of a table, and how much of it in one message."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import Hex, Unit
from ardennes.server.protocol.base import Received

MOST_STEPS = 360
"""Answers in one run."""
LIMITS = msgspec.Meta(ge=-(2**31), lt=2**31)
Number = Annotated[int, LIMITS]
Word = Annotated[str, msgspec.Meta(max_length=80)]


class Enter(Received, frozen=True, tag_field="do", tag="enter"):
    """The first message of a socket."""

    token: str
    language: str = FIRST_LANGUAGE
    id: int = 0


class Asking(Received, frozen=True, tag_field="do", kw_only=True):
    """What every request has."""

    id: Annotated[int, msgspec.Meta(ge=0, lt=2**53)] = 0
    """The answer to it has the same number."""
    rev: Number = -1
    """The revision of the table it was meant for; -1 for any."""

    @property
    def do(self) -> str:
        return str(self.__struct_config__.tag)


# --- acts ----------------------------------------------------------------------------------------


class AnswerRequest(Asking, frozen=True, tag="answer"):
    """Chooses an option of the question."""

    option: Number
    path: tuple[Annotated[Hex, LIMITS], ...] = ()
    """The hexes a unit is to enter on its way."""


class Step(Received, frozen=True, array_like=True):
    """One answer of a run: an option and, where the route matters, the hexes to enter."""

    option: Number
    path: tuple[Annotated[Hex, LIMITS], ...] = ()


class RunRequest(Asking, frozen=True, tag="run"):
    """Answer after answer, as one change."""

    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)]


class AnytimeRequest(Asking, frozen=True, tag="anytime"):
    """Acts besides the question."""

    option: Number


class UndoRequest(Asking, frozen=True, tag="undo"):
    """Takes back the last answer."""


class RedoRequest(Asking, frozen=True, tag="redo"):
    """Gives again the answer that was taken back last."""


class BackRequest(Asking, frozen=True, tag="back"):
    """Goes back to before a record."""

    to: Number


class TakeBackRequest(Asking, frozen=True, tag="take_back"):
    """Takes back one answer of the open act."""

    option: Number


class ResignRequest(Asking, frozen=True, tag="resign"):
    """Gives the game up."""


Offer = Annotated[str, msgspec.Meta(max_length=80, extra_json_schema={"enum": ["offer", "accept", "decline"]})]
"""Anything else is refused, as what has not been offered."""


class DrawRequest(Asking, frozen=True, tag="draw"):
    """Offers a draw, accepts the one that was offered, or says that there will be none."""

    offer: Offer


class AskBackRequest(Asking, frozen=True, tag="ask_back"):
    """Asks the other side to let this one take back its last answer, although the turn has gone over; agrees to what
    was asked, or says that there will be none of it."""

    offer: Offer


class ClaimRequest(Asking, frozen=True, tag="claim"):
    """The other side is out of time: the game is won."""


class GiveTimeRequest(Asking, frozen=True, tag="give_time"):
    """Gives the other side more of it."""

    hours: Annotated[float, msgspec.Meta(gt=0, le=168)]


class ReadyRequest(Asking, frozen=True, tag="ready"):
    """Where several have commands of a side: one has done with the phase, or not yet."""

    on: bool = True
    all: bool = False
    """The commander-in-chief ends it without those who have not said so."""


ActRequest = (
    AnswerRequest
    | RunRequest
    | AnytimeRequest
    | UndoRequest
    | RedoRequest
    | BackRequest
    | TakeBackRequest
    | ResignRequest
    | DrawRequest
    | AskBackRequest
    | ClaimRequest
    | GiveTimeRequest
    | ReadyRequest
)
"""What changes the table."""


# --- questions -----------------------------------------------------------------------------------


class AboutRequest(Asking, frozen=True, tag="about"):
    """What can be known of an option."""

    option: Number
    path: tuple[Annotated[Hex, LIMITS], ...] = ()
    """The hexes through which the way is to lead."""


class CostsRequest(Asking, frozen=True, tag="costs"):
    """The cost of every option of the question that has one."""


class WhyRequest(Asking, frozen=True, tag="why"):
    """Why these options are not offered, best guess first."""

    options: Annotated[tuple[Number, ...], msgspec.Meta(min_length=1)]


class GroupRequest(Asking, frozen=True, tag="group"):
    """Where the units that these options pick could go; with goals, how to send them there."""

    options: tuple[Number, ...] = ()
    goals: tuple[Annotated[Hex, LIMITS], ...] = ()
    """One for each of them, or one for all."""
    go: Number = -1
    """The verb, by number, that sends them, where there are several."""


ChoiceRequest = AboutRequest | CostsRequest | WhyRequest | GroupRequest
"""What a seat may want to know of its choices before it answers."""


class LogRequest(Asking, frozen=True, tag="log"):
    """What was said before a record."""

    before: Number


class OverlayRequest(Asking, frozen=True, tag="overlay"):
    """What an overlay shows."""

    name: Word


class LineRequest(Asking, frozen=True, tag="line"):
    """The supply line of a unit on the map."""

    unit: Annotated[Unit, LIMITS]


class FightsRequest(Asking, frozen=True, tag="fights"):
    """Who could attack this hex, and which hexes could be attacked from it."""

    hex: Annotated[Hex, LIMITS]


class WhatIfRequest(Asking, frozen=True, tag="what_if"):
    """What an attack of a side on a hex would bring, with those who take part."""

    side: Number
    hex: Annotated[Hex, LIMITS]
    options: tuple[Number, ...] | None = None


LookRequest = OverlayRequest | LineRequest | FightsRequest | WhatIfRequest
"""What anybody may ask at any time: overlays, supply lines, attacks that nobody has declared."""


# --- the window ----------------------------------------------------------------------------------


class LanguageRequest(Asking, frozen=True, tag="language"):
    """What is heard from now on is in another language."""

    language: Word


class AutomaticRequest(Asking, frozen=True, tag="automatic"):
    """Whether questions with a single answer answer themselves at this seat."""

    on: bool = True


MANY = msgspec.Meta(max_length=MOST_STEPS)


class MarchOrder(Received, frozen=True, array_like=True):
    """A unit, the hex it is to march to, and the verb, by number, that sends it; -1 for the usual one."""

    unit: Annotated[Unit, LIMITS]
    goal: Annotated[Hex, LIMITS]
    go: Number = -1


class OrdersRequest(Asking, frozen=True, tag="orders"):
    """Writes in the order book of the side."""

    marches: Annotated[tuple[MarchOrder, ...], MANY] = ()
    renew: Annotated[tuple[Annotated[Unit, LIMITS], ...], MANY] = ()
    """They march on in spite of what has happened."""
    forget: Annotated[tuple[Annotated[Unit, LIMITS], ...], MANY] = ()
    standing: Annotated[tuple[tuple[Word, Word], ...], MANY] = ()
    """The name of a question, and of the order that answers it from now on."""
    cancel: Annotated[tuple[Word, ...], MANY] = ()
    """Questions that are asked again."""


class SyncRequest(Asking, frozen=True, tag="sync"):
    """Shows the whole table again."""


WindowRequest = LanguageRequest | AutomaticRequest | OrdersRequest | SyncRequest
Request = ActRequest | ChoiceRequest | LogRequest | LookRequest | WindowRequest
"""What a window may ask."""
