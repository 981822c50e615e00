"""7.0 Sequence of play: the card (19.0) and set-up (6.0), then German and Allied phases turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Event
from ardennes.games.bulge1944 import fuel, hiding, victory, weather
from ardennes.games.bulge1944.activation import Activation
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.free_setup import FreeSetUp
from ardennes.games.bulge1944.pieces import ALLIED, CARD, GERMAN
from ardennes.games.bulge1944.reinforcements import Reinforcement


class Opening(Procedure):
    """6.0, 19.0 What happens before the first turn."""

    side: int = GERMAN


class Battle(Procedure):
    """7.0 One turn after another."""


class ChooseCard(Question[Field, Opening]):
    """19.0 The German player takes an objective card; the Allied player does not see which."""

    prompt, rule = "choose-card", "19.0"

    def offers(self, p: Field, own: Opening) -> Sequence[int]:
        return [CARD + card for card in range(len(p.kit.cards))] if p.kit.scenario == "secret_card" else []

    def answer(self, p: Field, own: Opening, option: int) -> Procedure | Then | None:
        p.card = p.kit.cards[object_of(option)]
        return Then.NEXT


def draw_card(p: Field, own: Opening) -> None:
    """19.0 Or draws it."""
    if p.kit.scenario == "random_card":
        p.card = p.draw(p.kit.cards)


def set_up_freely(p: Field, own: Opening) -> Procedure | None:
    return FreeSetUp() if "free_setup" in p.kit.options else None


def cover_units(p: Field, own: Opening) -> None:
    hiding.hide_at_start(p)


def begin_battle(p: Field, own: Opening) -> Procedure:
    return Battle()


def begin_turn(p: Field, own: Battle) -> None:
    """4.2 Support is fresh; 18.1 weather and 18.4 fuel are rolled for."""
    p.wipe("used", "leads")
    p.tell(Event("turn", {"turn": p.turn, "date": p.kit.turns[p.turn - 1].date}, "7.0"))
    weather.roll_weather(p)
    fuel.roll_shortage(p)


def begin_side(p: Field, side: int, points: int) -> Procedure:
    """8.0 Points are received and cannot be saved; every unit may move, attack and refit once."""
    p.points = points
    moved, attacked, refitted, paid, partner = p.moved, p.attacked, p.refitted, p.paid, p.partner
    for unit in p.kit.pieces[side]:
        moved[unit] = attacked[unit] = refitted[unit] = paid[unit] = 0
        partner[unit] = NO_UNIT
    return Reinforcement(side=side)


def german_reinforcement(p: Field, own: Battle) -> Procedure:
    return begin_side(p, GERMAN, weather.german_points(p))


def german_activation(p: Field, own: Battle) -> Procedure:
    return Activation(side=GERMAN)


def allied_reinforcement(p: Field, own: Battle) -> Procedure:
    victory.after_german_turn(p)
    return begin_side(p, ALLIED, p.kit.turns[p.turn - 1].allied_points)


def allied_activation(p: Field, own: Battle) -> Procedure:
    return Activation(side=ALLIED)


def end_turn(p: Field, own: Battle) -> Then:
    victory.after_turn(p)
    if p.over is None:
        p.turn += 1
    return Then.REPEAT


Opening.steps = (ChooseCard(), draw_card, set_up_freely, cover_units, begin_battle)
Battle.steps = (
    begin_turn,
    german_reinforcement,
    german_activation,
    allied_reinforcement,
    allied_activation,
    end_turn,
)
