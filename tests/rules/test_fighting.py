"""Declaring an attack, answering it and taking losses, on a table of Crossroads with rules of the test's own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.procedure import About, Procedure, Then, about, answer
from ardennes.engine.texts import Refused
from ardennes.games.crossroads.rules.field import ATTACK, DONE, FIRE, JOIN, MOVE, TO, Field
from ardennes.rules import fighting, losses
from ardennes.rules.picking import Pick, Place, Placing


def table() -> Field:
    game = load_game("crossroads")
    return Field(game.load_data("noon", ()))


# --- picking -------------------------------------------------------------------------------------


class Picking(Procedure):
    side: int = 0
    left: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    must: bool = False


class PickOne(Pick[Field, Picking]):
    prompt, rule, prompt_fields = "choose-unit", "2.2", ("left",)
    verb, done = MOVE, DONE

    def choices(self, p: Field, picking: Picking) -> Sequence[int]:
        return picking.left

    def may_stop(self, p: Field, picking: Picking) -> bool:
        return not picking.must

    def pick(self, p: Field, picking: Picking, thing: int) -> None:
        picking.kept += (thing,)
        picking.left = tuple(unit for unit in picking.left if unit != thing)


Picking.steps = (PickOne(),)


def options(p: Field) -> list[int]:
    assert p.asked is not None
    return list(p.asked.options)


def test_picks_are_dealt_with_one_after_another_until_the_player_has_enough() -> None:
    p, picking = table(), Picking(left=(3, 1, 2))
    p.open(picking)
    assert options(p) == [MOVE + 3, MOVE + 1, MOVE + 2, DONE]
    answer(p, MOVE + 1)
    assert (picking.kept, options(p)) == ((1,), [MOVE + 3, MOVE + 2, DONE])
    answer(p, DONE + 0)
    assert (picking.kept, p.asked) == ((1,), None)


def test_everything_must_be_picked_where_the_player_may_not_stop() -> None:
    p, picking = table(), Picking(left=(3, 1), must=True)
    p.open(picking)
    assert options(p) == [MOVE + 3, MOVE + 1]
    with pytest.raises(Refused):
        answer(p, DONE + 0)
    answer(p, MOVE + 1)
    answer(p, MOVE + 3)
    assert (picking.kept, p.asked) == ((1, 3), None)


def test_prompt_speaks_of_fields_of_the_procedure() -> None:
    assert PickOne().arguments(table(), Picking(left=(3, 1))) == {"left": (3, 1)}


class Landing(Placing):
    """A unit about to land."""


def free_hexes(p: Field, unit: int) -> Sequence[int]:
    return [hex for hex in (2, 5) if not p.units_in(hex)]


def land(p: Field, unit: int, hex: int) -> None:
    p.put(unit, hex)


class ChooseLanding(Place[Field, Landing]):
    prompt, rule, verb = "choose-destination", "3.1", TO
    hexes, place = staticmethod(free_hexes), staticmethod(land)


Landing.steps = (ChooseLanding(),)


def test_unit_is_placed_once() -> None:
    p = table()
    p.put(3, 5)
    p.open(Landing(side=1, unit=4))
    assert p.asked is not None
    assert (p.asked.side, options(p)) == (1, [TO + 2])
    assert p.asked.question.arguments(p, p.stack[-1]) == {"unit": 4}
    answer(p, TO + 2)
    assert (p.where[4], p.stack, p.asked) == (2, [], None)


# --- losses --------------------------------------------------------------------------------------


class Losses(losses.Losses):
    """Steps to lose, by the units with the most steps first."""


class TakeLoss(losses.TakeLoss[Field, Losses]):
    prompt, rule, verb = "choose-unit", "5.6", MOVE

    def may_lose(self, p: Field, losses: Losses, unit: int) -> bool:
        return p.steps[unit] == max(p.steps[other] for other in losses.units) > 0

    def lose(self, p: Field, losses: Losses, unit: int) -> None:
        p.steps[unit] -= 1


Losses.steps = (TakeLoss(),)


def test_owner_takes_losses_one_by_one() -> None:
    p = table()
    p.steps[0], p.steps[1] = 1, 2
    p.open(Losses(side=1, units=(0, 1), n=2))
    assert p.asked is not None
    assert (p.asked.side, options(p)) == (1, [MOVE + 1])
    assert p.asked.question.arguments(p, p.stack[-1]) == {"n": 2}
    answer(p, MOVE + 1)
    assert options(p) == [MOVE + 0, MOVE + 1]
    answer(p, MOVE + 0)
    assert (p.asked, p.steps[0], p.steps[1]) == (None, 0, 1)


def test_losses_end_with_the_last_step() -> None:
    p = table()
    p.steps[0], p.steps[1] = 1, 0
    p.open(Losses(side=0, units=(0, 1), n=5))
    answer(p, MOVE + 0)
    assert p.asked is None


def test_nobody_is_asked_for_no_losses() -> None:
    p = table()
    p.steps[0] = 1
    p.open(Losses(side=0, units=(0,), n=0))
    assert p.asked is None


# --- attacks -------------------------------------------------------------------------------------


class Attack(fighting.Attack):
    guns: tuple[int, ...] = ()
    answer: tuple[int, ...] = ()


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    strength = len(attack.attackers) + len(attack.guns)
    won = Fraction(strength, strength + 1 + len(attack.answer))
    return {"won": won, "lost": 1 - won}


def foretell(p: Field, attack: Attack, *, answered: bool) -> About:
    answers = [("", attack)]
    if not answered:
        answers.append(("guns", msgspec.structs.replace(attack, answer=(*attack.answer, 9))))
    tally = Tally.of([Modifier("unit", len(attack.attackers), "5.4")])
    found = fighting.prospects(p, answers, outcomes, lambda *_: fighting.Effect(), "odds-destroy")
    return About(tallies={"attack": tally}, chances=found.chances)


class Declare(fighting.DeclareAttack[Field, Attack]):
    prompt, rule = "choose-attackers", "5.2"
    join, go, adds = JOIN, FIRE, {JOIN: "attackers", ATTACK: "guns"}
    foretell = staticmethod(foretell)

    def able(self, p: Field, attack: Attack) -> Sequence[int]:
        return (0, 1)

    def support(self, p: Field, attack: Attack) -> Sequence[int]:
        return [ATTACK + 7] if attack.attackers and not attack.guns else []

    def commit(self, p: Field, attack: Attack) -> None:
        for unit in attack.attackers:
            p.fought[unit] = 1


class Reply(fighting.AnswerAttack[Field, Attack]):
    prompt, rule = "answer-guns", "5.3"
    go, adds, foretell = FIRE, {ATTACK: "answer"}, staticmethod(foretell)

    def support(self, p: Field, attack: Attack) -> Sequence[int]:
        return [ATTACK + 9] if p.guns[1 - attack.side] else []

    def use(self, p: Field, attack: Attack, option: int) -> None:
        p.guns = (0, 0)


def end(p: Field, attack: Attack) -> Then:
    return Then.END


Attack.steps = (Declare(), Reply(), end)


def declared(guns: tuple[int, int] = (1, 1)) -> tuple[Field, Attack]:
    p, attack = table(), Attack(side=0, target=4)
    p.guns = guns
    p.open(attack)
    return p, attack


def test_attack_is_made_once_somebody_attacks() -> None:
    p, attack = declared()
    assert options(p) == [JOIN + 0, JOIN + 1]
    answer(p, JOIN + 1)
    assert options(p) == [JOIN + 0, ATTACK + 7, FIRE]
    answer(p, ATTACK + 7)
    answer(p, FIRE + 0)
    assert (attack.attackers, attack.guns, p.fought[1], p.fought[0]) == ((1,), (7,), 1, 0)


def test_defender_answers_before_the_dice_and_only_if_he_can() -> None:
    p, attack = declared()
    for option in (JOIN + 0, FIRE + 0):
        answer(p, option)
    assert p.asked is not None
    assert (p.asked.side, options(p)) == (1, [ATTACK + 9, FIRE])
    answer(p, ATTACK + 9)
    assert (attack.answer, p.guns, p.asked) == ((9,), (0, 0), None)
    p, _ = declared(guns=(1, 0))
    for option in (JOIN + 0, FIRE + 0):
        answer(p, option)
    assert p.asked is None


def test_preview_is_of_the_attack_with_the_option_and_changes_nothing() -> None:
    p, attack = declared()
    answer(p, JOIN + 0)
    told = about(p, JOIN + 1)
    assert told.tallies["attack"].total == 2
    assert told.chances == {"won": 2 / 3, "lost": 1 / 3, "guns: won": 0.5, "guns: lost": 0.5}
    assert attack.attackers == (0,)
    answer(p, FIRE + 0)
    assert about(p, ATTACK + 9).chances == pytest.approx({"won": 1 / 3, "lost": 2 / 3}), "nothing more is answered"


class WhatIfs(fighting.AttackWhatIfs[Field, Attack]):
    declare, reply, attack = Declare(), Reply(), Attack

    def attackers(self, view: Any, side: int, target: int) -> Sequence[int]:
        return (0, 1)


def test_what_if_is_put_together_by_the_same_questions() -> None:
    p = table()
    p.guns = (1, 1)
    whole = WhatIfs().foretell(p, 0, 4, None)
    assert whole.chosen == (JOIN + 0, JOIN + 1)
    assert whole.choices == {
        "whatif-attackers": (JOIN + 0, JOIN + 1),
        "whatif-support": (ATTACK + 7,),
        "whatif-answer": (ATTACK + 9,),
    }
    some = WhatIfs().foretell(p, 0, 4, (JOIN + 1, ATTACK + 7))
    assert some.chosen == (JOIN + 1, ATTACK + 7)
    assert some.about.chances["won"] == pytest.approx(2 / 3)
    nobody = WhatIfs().foretell(p, 0, 4, ())
    assert [note.code for note in nobody.about.notes] == ["nobody-attacks"]
