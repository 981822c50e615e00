"""7.0 Sequence of play: the card (19.0) and set-up (6.0), then German and Allied phases turn by turn."""

from __future__ import annotations

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Then, calls
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules import fuel, victory, weather
from ardennes.games.bulge1944.rules.activation import Activation
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.free_setup import FreeSetUp
from ardennes.games.bulge1944.rules.hiding import hide_at_start
from ardennes.games.bulge1944.rules.pieces import ALLIED, CARD, GERMAN
from ardennes.games.bulge1944.rules.reinforcements import Reinforcement
from ardennes.numbers import Side
from ardennes.rules.picking import Pick


class Opening(Procedure):
    """6.0, 19.0 What happens before the first turn."""

    side: Side = GERMAN


class Battle(Procedure):
    """7.0 One turn after another."""


class ChooseCard(Pick[Field, Opening]):
    """19.0 The German player takes an objective card; the Allied player does not see which."""

    prompt, rule, verb = "choose-card", "19.0", CARD

    def choices(self, p: Field, opening: Opening) -> list[int]:
        chosen = p.data.scenario_data.card_is == "chosen"
        return [CARD.words.index(card) for card in p.data.cards] if chosen else []

    def pick(self, p: Field, opening: Opening, number: int) -> Then:
        p.card = CARD.words[number]
        return Then.NEXT


def draw_card(p: Field, opening: Opening) -> None:
    """19.0 Or draws it."""
    if p.data.scenario_data.card_is == "drawn":
        p.card = p.draw(p.data.cards)


def set_up_freely(p: Field, opening: Opening) -> Procedure | None:
    return FreeSetUp() if "free_setup" in p.data.options else None


def begin_battle(p: Field, opening: Opening) -> Procedure:
    return Battle()


def begin_turn(p: Field, battle: Battle) -> None:
    """4.2 Support is fresh; 18.1 weather and 18.4 fuel are rolled for."""
    p.wipe("used", "leads")
    p.tell(Event("turn", {"turn": p.turn, "date": p.data.turns[p.turn - 1].date}, "7.0"))
    weather.roll_weather(p)
    fuel.roll_shortage(p)


def begin_side(p: Field, side: Side, points: int) -> Procedure:
    """8.0 Points are received and cannot be saved; every unit may move, attack and refit once."""
    p.points = points
    moved, attacked, refitted, paid, partner = p.moved, p.attacked, p.refitted, p.paid, p.partner
    for unit in p.data.pieces[side]:
        moved[unit] = attacked[unit] = refitted[unit] = paid[unit] = 0
        partner[unit] = NO_UNIT
    return Reinforcement(side=side)


def german_reinforcement(p: Field, battle: Battle) -> Procedure:
    return begin_side(p, GERMAN, weather.german_points(p))


def allied_reinforcement(p: Field, battle: Battle) -> Procedure:
    victory.after_german_turn(p)
    return begin_side(p, ALLIED, p.data.turns[p.turn - 1].allied_points)


def end_turn(p: Field, battle: Battle) -> Then:
    victory.after_turn(p)
    if p.over is None:
        p.turn += 1
    return Then.REPEAT


Opening.steps = (ChooseCard(), draw_card, set_up_freely, hide_at_start, begin_battle)
Battle.steps = (
    begin_turn,
    german_reinforcement,
    calls(Activation, GERMAN),
    allied_reinforcement,
    calls(Activation, ALLIED),
    end_turn,
)
