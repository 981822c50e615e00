"""14.0, 17.0 Action chits: the cup, the Allied hand, who goes first (5.0), and never three in a row (14.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import SideProcedure, Then
from ardennes.engine.texts import Event, Refusal, Text
from ardennes.games.deadly_woods.rules.control import both_towns_german
from ardennes.games.deadly_woods.rules.field import CUP, HAND, PLAYED, REMOVED, Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, DONE, GERMAN, PLAY, SWAP
from ardennes.numbers import Side, Unit
from ardennes.rules.picking import Pick

PANZER_ARMIES = ("5th-panzer", "6th-panzer")
SUPPLY_CHECK, REINFORCEMENT, REACTION = "supply-check", "reinforcement", "reaction"
MOST_IN_A_ROW = 2


class Cup(SideProcedure):
    """4.3 The Action Round Phase: a first chit, then one draw after another until the cup is empty."""

    drawn: Unit = NO_UNIT
    """The chit that is being played."""

    def stage(self, p: Field) -> Text | None:
        return Text("stage-chit", {"unit": self.drawn}) if self.drawn != NO_UNIT else None


# --- the cup -----------------------------------------------------------------------------------------


def in_box(p: Field, box: str) -> list[Unit]:
    """The chits in a box."""
    place = p.data.box(box)
    return [chit for chit in p.data.chits if p.where[chit] == place]


def chit_type(p: Field, chit: Unit) -> str:
    return p.data.counters[chit].chit


def held(p: Field, name: str) -> list[Unit]:
    """The chits of a type that the Allied player holds; two of them do the same."""
    return [chit for chit in in_box(p, HAND) if chit_type(p, chit) == name]


def fill(p: Field) -> None:
    """17.0 Takes out the chits of this turn: those for the cup, and those the Allied player holds."""
    for chit in p.data.chits:
        if p.where[chit] != p.data.box(REMOVED):
            p.put(chit, NOWHERE)
        p.used[chit] = 0
    for side in (GERMAN, ALLIED):
        row = p.data.chart[p.turn, side]
        take(p, side, row.hand.split(), HAND)
        take(p, side, row.cup.split(), CUP)
    if p.data.chart[p.turn, GERMAN].panzer_army == "one-or-both" and both_towns_german(p):
        take(p, GERMAN, PANZER_ARMIES, CUP)


def take(p: Field, side: Side, wanted: Sequence[str], box: str) -> None:
    """Puts chits of these types that lie idle into a box."""
    for name, count in Counter(wanted).items():
        idle = [
            chit
            for chit in p.data.chits
            if p.where[chit] == -1 and p.data.counters[chit].side == side and chit_type(p, chit) == name
        ]
        for chit in idle[:count]:
            p.put(chit, p.data.box(box))


def panzer_army_open(p: Field) -> bool:
    """17.0 On turns 4 to 6 the German player may have one Panzer Army chit: always on turn 4 (both with St. Vith and
    Bastogne), on turns 5 and 6 only with both towns."""
    rule = p.data.chart[p.turn, GERMAN].panzer_army
    return (rule == "one-or-both") != both_towns_german(p) if rule else False


class ChoosePanzerArmy(Pick[Field, Cup]):
    """17.0 Which of the two Panzer Army chits goes into the cup."""

    prompt, rule, asked_side, refusal = "choose-panzer-army", "17.0", GERMAN, "not-this-chit"
    verb = PLAY

    def choices(self, p: Field, cup: Cup) -> list[Unit]:
        if p.track or not panzer_army_open(p):
            return []
        return [chit for chit in p.data.chits if chit_type(p, chit) in PANZER_ARMIES and p.where[chit] == -1]

    def pick(self, p: Field, cup: Cup, chit: Unit) -> Then:
        p.put(chit, p.data.box(CUP))
        p.tell(Event("into-the-cup", {"unit": chit}, "17.0"))
        return Then.NEXT


def first_chits(p: Field, box: str) -> list[Unit]:
    """5.1 The chits in a box with which the player who has the initiative may begin; 14.2 a Supply Check is no Action
    Round chit. One of each type: two of a type in the same place do the same."""
    own = [chit for chit in in_box(p, box) if p.data.counters[chit].side == p.initiative]
    first = {chit_type(p, chit): chit for chit in reversed(own)}
    return [chit for name, chit in first.items() if name != SUPPLY_CHECK]


class ChooseFirst(Pick[Field, Cup]):
    """4.3, 5.1 The player with the initiative begins with a chit of his choice; 14.8.2 the Allied player's held chit is
    one of them, and stays in his hand if he begins with one from the cup."""

    prompt, rule = "choose-first-chit", "5.1"
    reasons = {PLAY: ("not-this-chit", "5.1"), DONE: ("must-play-chit", "4.3")}
    verb = PLAY

    def side(self, p: Field, cup: Cup) -> Side:
        return p.initiative

    def choices(self, p: Field, cup: Cup) -> list[int]:
        return [] if p.track else [*first_chits(p, CUP), *first_chits(p, HAND)]

    def pick(self, p: Field, cup: Cup, chit: Unit) -> Then:
        cup.drawn = chit
        p.tell(Event("first-chit", {"side": p.initiative, "unit": chit}, "5.1"))
        return Then.NEXT

    def why_not(self, p: Field, cup: Cup, option: int) -> Refusal | None:
        if is_about(option, PLAY) and chit_type(p, object_of(option)) == SUPPLY_CHECK:
            return Refusal("supply-check-not-first", {"unit": object_of(option)}, "14.2")
        return super().why_not(p, cup, option)


# --- drawing -----------------------------------------------------------------------------------------


def in_a_row(p: Field) -> tuple[int, int]:
    """14.2 Whose chits were played last, and how many in a row; Supply Checks count for neither side."""
    played = [p.data.counters[chit].side for chit in p.track if chit_type(p, chit) != SUPPLY_CHECK]
    if not played:
        return NO_UNIT, 0
    run = 0
    while run < len(played) and played[-1 - run] == played[-1]:
        run += 1
    return played[-1], run


def may_be_drawn(p: Field, chit: Unit, cup: Sequence[Unit]) -> bool:
    """14.2 A side has no third chit in a row while the cup holds one of the other side's."""
    if chit_type(p, chit) == SUPPLY_CHECK:
        return True
    side, run = in_a_row(p)
    if p.data.counters[chit].side != side or run < MOST_IN_A_ROW:
        return True
    return all(p.data.counters[other].side == side or chit_type(p, other) == SUPPLY_CHECK for other in cup)


def draw(p: Field, cup: Cup) -> Then | None:
    """14.2 Draws until a chit may be played; the others go back. The phase ends with the last chit."""
    if cup.drawn != NO_UNIT:
        return None
    chits = in_box(p, CUP)
    if not chits:
        return Then.END
    left, aside = list(chits), []
    while True:
        chit = p.draw(left)
        if may_be_drawn(p, chit, chits):
            break
        left.remove(chit)
        aside.append(chit)
    if aside:
        p.tell(Event("back-into-the-cup", {"units": tuple(aside), "n": len(aside)}, "14.2"))
    p.tell(Event("draws", {"unit": chit}, "14.1"))
    cup.drawn = chit
    return None


class ChooseSwap(Pick[Field, Cup]):
    """14.8.2 When an Allied chit is drawn, the Allied player may play his held Reinforcement chit instead."""

    prompt, rule, asked_side, refusal = "choose-swap", "14.8.2", ALLIED, "cannot-swap"
    verb, done = SWAP, DONE

    def choices(self, p: Field, cup: Cup) -> list[Unit]:
        return held(p, REINFORCEMENT)[:1] if p.track and p.data.counters[cup.drawn].side == ALLIED else []

    def pick(self, p: Field, cup: Cup, chit: Unit) -> Then:
        p.tell(Event("swaps", {"unit": cup.drawn, "held": chit}, "14.8.2"))
        cup.drawn = chit
        return Then.NEXT


def put_on_track(p: Field, cup: Cup) -> None:
    """2.2.2 The chit goes onto the Action Round Track. 14.8.2 If it was the last Allied one in the cup, the held
    Reinforcement chit must follow it into the cup."""
    p.put(cup.drawn, p.data.box(PLAYED))
    p.track += (cup.drawn,)
    if any(p.data.counters[chit].side == ALLIED for chit in in_box(p, CUP)):
        return
    for chit in held(p, REINFORCEMENT):
        p.tell(Event("into-the-cup", {"unit": chit}, "14.8.2"))
        p.put(chit, p.data.box(CUP))


def number_played(p: Field, side: Side, name: str) -> int:
    """How many chits of a type a side has played this turn."""
    return sum(p.data.counters[chit].side == side and chit_type(p, chit) == name for chit in p.track)
