"""11.4 Final Protective Fire: the defender's guns and aircraft add to his defence before the die."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules.artillery import (
    AIR_FOR_ONE,
    can_protect,
    defended,
    is_in_range,
    protecting,
    protective_points,
)
from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.field import FIRED, Field
from ardennes.games.wacht_am_rhein.rules.forecast import fire_by_column, preview
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_defence, use
from ardennes.games.wacht_am_rhein.rules.odds import odds
from ardennes.games.wacht_am_rhein.rules.pieces import AIR, COLUMN, GO, SUPPORT
from ardennes.numbers import ENEMY_OF, Unit
from ardennes.rules import fighting

ONE_COLUMN = "standing-one-column"
"""The standing order to use no more guns than a column is worth."""


class AnswerWithFire(fighting.AnswerAttack[Field, Attack]):
    """11.41 The defender adds guns one by one, or those that bring the attack to a column, and aircraft; then the
    attack goes on."""

    prompt, rule = "answer-with-fire", "11.4"
    reasons = {COLUMN: ("column-out-of-reach", "11.4"), AIR: ("no-ground-support", "19.11")}
    go, adds, foretell = GO, {SUPPORT: "answer"}, staticmethod(preview)

    def support(self, p: Field, attack: Attack) -> list[int]:
        if attack.result:
            return []
        guns = [SUPPORT + gun for gun in protecting(p, attack)]
        return [*guns, *(AIR + points for points in range(AIR_FOR_ONE, air_for_defence(p, attack) + 1, AIR_FOR_ONE))]

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        options = self.support(p, attack)
        if not options:
            return []
        columns = [column for column in fire_by_column(p, attack) if column != odds(p, attack).column]
        return [*(COLUMN + column + 1 for column in sorted(columns)), *options, GO + 0]

    def standing_orders(self, p: Field, attack: Attack) -> list[tuple[str, int]]:
        """11.4 To hold fire, to bring the attack down by a column, or to bring it down as far as the guns can."""
        now = odds(p, attack).column
        lower = sorted(column for column in fire_by_column(p, attack) if column < now)
        columns = [COLUMN + column + 1 for column in lower] if not attack.answer and not attack.air_answer else []
        first, last = (columns[0], columns[-1]) if columns else (GO + 0, GO + 0)
        return [(fighting.HOLD, GO + 0), (ONE_COLUMN, last), (fighting.ALL_THERE_IS, first)]

    def with_column(self, p: Field, attack: Attack, option: int) -> Attack:
        return fire_by_column(p, attack)[object_of(option) - 1]

    def add(self, attack: Attack, option: int) -> None:
        if is_about(option, AIR):
            attack.air_answer += object_of(option)
        else:
            super().add(attack, option)
            attack.answer = tuple(sorted(attack.answer))

    def about(self, p: Field, attack: Attack, option: int) -> About:
        if is_about(option, COLUMN):
            return self.preview(p, self.with_column(p, attack, option))
        return super().about(p, attack, option)

    def answer(self, p: Field, attack: Attack, option: int) -> Procedure | Then | None:
        if is_about(option, COLUMN):
            better = self.with_column(p, attack, option)
            attack.answer, attack.air_answer = better.answer, better.air_answer
            return None
        if option == GO:
            return Then.NEXT
        self.add(attack, option)
        return None

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        if is_about(option, SUPPORT):
            return why_no_fire(p, attack, object_of(option))
        return super().why_not(p, attack, option)


def protect(p: Field, attack: Attack) -> None:
    """11.46 A gun uses its protective fire once in a Game-Turn; 11.63 its supplies may be used up by it."""
    for gun in attack.answer:
        p.fought[gun] |= FIRED
    use(p, ENEMY_OF[attack.side], attack.air_answer)
    defended: dict[str, Argument] = {"side": ENEMY_OF[attack.side], "hexes": attack.targets}
    if attack.answer:
        p.tell(Event("protects", {**defended, "units": attack.answer}, "11.4"))
    if attack.air_answer:
        p.tell(Event("aircraft-protect", {**defended, "points": attack.air_answer}, "19.1"))


def why_no_fire(p: Field, attack: Attack, gun: Unit) -> Refusal:
    """Why a gun cannot answer an attack."""
    if not p.data.counters[gun].gun or p.data.sides[gun] == attack.side or p.where[gun] < 0:
        return Refusal("no-gun", {"unit": gun}, "11.0")
    if gun in attack.answer or p.fought[gun] & FIRED:
        return Refusal("has-fired", {"unit": gun}, "11.46")
    if not can_protect(p, gun):
        return Refusal("cannot-protect", {"unit": gun}, "11.41")
    if not is_in_range(p, gun, attack.targets):
        return Refusal("out-of-range", {"unit": gun}, "11.42")
    assert not protective_points(p, gun, defended(p, attack.targets), attack.targets)
    return Refusal("adds-nothing", {"unit": gun}, "11.65")
