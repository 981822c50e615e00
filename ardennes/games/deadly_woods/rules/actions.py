"""14.3 to 14.9 What each Action Round chit does."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Onward, Procedure, SideProcedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.deadly_woods.rules import chits, reinforcements
from ardennes.games.deadly_woods.rules.boundaries import FIFTH, SIXTH
from ardennes.games.deadly_woods.rules.chits import PANZER_ARMIES, REACTION, Cup, chit_type, in_box
from ardennes.games.deadly_woods.rules.field import CUP, MAY_ATTACK, MAY_ATTACK_UNMOVED, MAY_MOVE, Field
from ardennes.games.deadly_woods.rules.pieces import (
    ACTIVATE,
    ALLIED,
    AREAS,
    ARMY,
    AS,
    DONE,
    GERMAN,
    MONTY,
    MONTY_ATTACKS,
    MONTY_MOVES,
    PATTON,
    PLAY,
    ROUNDS,
)
from ardennes.games.deadly_woods.rules.rounds import Round, begin_round, combat_round, move_round
from ardennes.games.deadly_woods.rules.supply import check_german_supply
from ardennes.numbers import Side, Unit
from ardennes.rules.picking import Pick

WORDS = AS.words
AS_MOVE, AS_COMBAT = (WORDS.index(word) for word in ROUNDS)
REACTING = 3
MONTYS_RIGHTS = {MONTY_MOVES: MAY_MOVE, MONTY_ATTACKS: MAY_ATTACK, MONTY: MAY_MOVE | MAY_ATTACK_UNMOVED}


class PlayAs(SideProcedure):
    """14.4, 14.9 A chit with two sides: its owner says which."""

    chit: Unit


class OneArmy(Procedure):
    """14.6 The One Army chit."""

    side: Side = GERMAN


class ThreeFormations(Procedure):
    """14.7 The 3 Formations chit: one formation of each kind at most."""

    side: Side = GERMAN
    chosen: tuple[Unit, ...] = ()


class Reaction(Procedure):
    """14.3.1 A Reaction 3 chit: three Allied units."""

    side: Side = ALLIED
    first: bool = False
    chosen: tuple[Unit, ...] = ()


def play_chit(p: Field, cup: Cup) -> Procedure | None:
    """What the chit that has been drawn sets in motion."""
    chit = cup.drawn
    side = p.data.counters[chit].side
    match chit_type(p, chit):
        case chits.SUPPLY_CHECK:
            check_german_supply(p)
            return None
        case chits.REINFORCEMENT:
            return reinforcements.begin(p, side)
        case "move-combat" | "patton-monty":
            return PlayAs(side=side, chit=chit)
        case "5th-panzer":
            return army_round(p, FIFTH)
        case "6th-panzer":
            return army_round(p, SIXTH)
        case "all-german":
            return begin_round(p, GERMAN, p.on_map(GERMAN), MAY_MOVE | MAY_ATTACK)
        case "one-army":
            return OneArmy()
        case "three-formations":
            return ThreeFormations()
        case _:
            return Reaction()


# --- army chits --------------------------------------------------------------------------------------


def in_area(p: Field, area: int) -> list[Unit]:
    """9.1 German units located in an army area, whatever army they belong to."""
    return [unit for unit in p.on_map(GERMAN) if p.data.area[p.where[unit]] == area]


def army_round(p: Field, area: int) -> Round:
    """14.5 All units in the area move; armor that began there may attack afterwards."""
    return begin_round(p, GERMAN, in_area(p, area), MAY_MOVE, MAY_ATTACK)


class ChooseArmy(Pick[Field, OneArmy]):
    """14.6 All German units in one army area move and then attack."""

    prompt, rule, verb = "choose-army", "14.6", ARMY

    def choices(self, p: Field, one_army: OneArmy) -> Sequence[int]:
        return range(len(AREAS))

    def pick(self, p: Field, one_army: OneArmy, area: int) -> Onward:
        return Onward(begin_round(p, GERMAN, in_area(p, area), MAY_MOVE | MAY_ATTACK))


# --- chits with two sides ----------------------------------------------------------------------------


class ChooseSide(Pick[Field, PlayAs]):
    """14.4 Move or Combat; the Germans one of each in a turn. 14.9 Patton, or Monty who moves or attacks."""

    prompt, rule, refusal = "choose-side-of-chit", "14.4", "not-this-side"
    prompt_fields = {"unit": "chit"}
    verb = AS

    def choices(self, p: Field, play_as: PlayAs) -> list[int]:
        if chit_type(p, play_as.chit) == "patton-monty":
            monty = (MONTY,) if "monty_by_unit" in p.data.options else (MONTY_MOVES, MONTY_ATTACKS)
            return [WORDS.index(word) for word in (PATTON, *monty)]
        played = {p.used[chit] - 1 for chit in p.track if p.data.counters[chit].side == GERMAN}
        return [mode for mode in (AS_MOVE, AS_COMBAT) if play_as.side == ALLIED or mode not in played]

    def pick(self, p: Field, play_as: PlayAs, mode: int) -> Onward:
        return Onward(play_side(p, play_as.chit, mode, self.rule if mode in (AS_MOVE, AS_COMBAT) else "14.9"))


def play_side(p: Field, chit: Unit, mode: int, rule: str) -> Round:
    """14.4, 14.9 One side of a chit is played: the round that it opens."""
    side, word = p.data.counters[chit].side, WORDS[mode]
    p.used[chit] = mode + 1
    p.tell(Event(f"played-as-{word}", {"side": side}, rule))
    match word:
        case "move":
            return move_round(p, side)
        case "combat":
            return combat_round(p, side)
        case "patton":
            return begin_round(p, ALLIED, pattons_units(p), MAY_MOVE | MAY_ATTACK)
        case _:
            return begin_round(p, ALLIED, montys_units(p), MONTYS_RIGHTS[word])


def pattons_units(p: Field) -> list[Unit]:
    """14.9 Units of the US III Corps."""
    return [unit for unit in p.on_map(ALLIED) if p.data.counters[unit].formation == p.data.named.pattons_corps]


def montys_units(p: Field) -> list[Unit]:
    """14.9 British units and units of the US VII Corps."""
    counters, corps = p.data.counters, p.data.named.montys_corps
    return [unit for unit in p.on_map(ALLIED) if counters[unit].british or counters[unit].formation == corps]


# --- 3 Formations ------------------------------------------------------------------------------------


def formation(p: Field, unit: Unit) -> list[Unit]:
    """14.7 The units of a formation on the map: a division, or a unit outside divisions."""
    piece = p.data.counters[unit]
    units = p.data.divisions.get((piece.side, piece.division), (unit,))
    return [other for other in units if p.where[other] >= 0]


class ChooseFormation(Pick[Field, ThreeFormations]):
    """14.7 One armored, one mechanized and one infantry formation, each named by one of its units."""

    prompt, rule, ends, refusal = "choose-formation", "14.7", DONE, "not-this-formation"
    verb, done = ACTIVATE, DONE

    def choices(self, p: Field, three_formations: ThreeFormations) -> list[int]:
        counters = p.data.counters
        taken = {counters[unit].group for unit in three_formations.chosen}
        free = [unit for unit in p.on_map(GERMAN) if counters[unit].group not in taken]
        first = {counters[unit].division or f"#{unit}": unit for unit in reversed(free)}
        return sorted(first.values())

    def pick(self, p: Field, three_formations: ThreeFormations, unit: Unit) -> None:
        three_formations.chosen += (unit,)
        p.tell(Event("activates", {"units": tuple(formation(p, unit))}, "14.7"))


def move_formations(p: Field, three_formations: ThreeFormations) -> Procedure | None:
    units = [unit for chosen in three_formations.chosen for unit in formation(p, chosen)]
    return begin_round(p, GERMAN, units, MAY_MOVE | MAY_ATTACK) if units else None


# --- Reaction ----------------------------------------------------------------------------------------


class ChooseReacting(Pick[Field, Reaction]):
    """14.3.1 Three Allied units; the first time none of the 2nd and 99th Divisions."""

    prompt, rule, ends, refusal = "choose-reacting", "14.3.1", DONE, "cannot-react"
    verb, done = ACTIVATE, DONE

    def arguments(self, p: Field, reaction: Reaction) -> dict[str, Argument]:
        return {"n": REACTING - len(reaction.chosen)}

    def choices(self, p: Field, reaction: Reaction) -> list[Unit]:
        if len(reaction.chosen) == REACTING:
            return []
        counters, barred = p.data.counters, p.data.named.slow_divisions if reaction.first else ()
        able = [unit for unit in p.movers_on_map(ALLIED) if counters[unit].division not in barred]
        return [unit for unit in able if unit not in reaction.chosen]

    def pick(self, p: Field, reaction: Reaction, unit: Unit) -> None:
        reaction.chosen += (unit,)


def react(p: Field, reaction: Reaction) -> Procedure | None:
    """14.3.1 The three move; with the second chit, armor among them that stays may attack."""
    if not reaction.chosen:
        return None
    p.tell(Event("activates", {"units": reaction.chosen}, "14.3.1"))
    return begin_round(p, ALLIED, reaction.chosen, MAY_MOVE, 0 if reaction.first else MAY_ATTACK_UNMOVED)


class OfferReaction(Pick[Field, Cup]):
    """14.3.1 The held Reaction chit may follow a Panzer Army chit, or come last in the turn."""

    prompt, rule, asked_side, refusal = "offer-reaction", "14.3.1", ALLIED, "not-now-reaction"
    verb, done = PLAY, DONE

    def choices(self, p: Field, cup: Cup) -> list[Unit]:
        due = chit_type(p, cup.drawn) in PANZER_ARMIES or not in_box(p, CUP)
        return chits.held(p, REACTION)[:1] if due else []

    def pick(self, p: Field, cup: Cup, chit: Unit) -> Then:
        cup.drawn = chit
        return Then.REPEAT


def next_chit(p: Field, cup: Cup) -> Then:
    cup.drawn = NO_UNIT
    return Then.REPEAT


PlayAs.steps = (ChooseSide(),)
OneArmy.steps = (ChooseArmy(),)
ThreeFormations.steps = (ChooseFormation(), move_formations)
Reaction.steps = (ChooseReacting(), react)
Cup.steps = (
    chits.ChoosePanzerArmy(),
    chits.ChooseFirst(),
    chits.draw,
    chits.ChooseSwap(),
    chits.put_on_track,
    play_chit,
    OfferReaction(),
    next_chit,
)
