"""Errata 11.4 Protective fire that is written down."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.field import FIRED
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.numbers import Side
from ardennes.players.advisers import advice_for
from tests.wacht_am_rhein.battles import Battle, battle

OPTION = ["written_fire"]
UNITS = "J1 D0833, Pz D0734, g105 D0831, A1 D0834, a105 D0837, b105 D0837"


def stated(units: str = UNITS, *joining: str, options: list[str] = OPTION) -> Battle:
    match = battle(units, options=options)
    match.do("attack D0834", *(f"join {unit}" for unit in joining or ("J1", "Pz")))
    return match


def asked_side(match: Battle) -> Side | None:
    return match.asked.side if match.asked is not None else None


def fire_seen_by(match: Battle, side: Side) -> int:
    attack = match.position.view(side).stack[-1]
    assert isinstance(attack, Attack)
    return len(attack.answer)


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_strength_then_written_fire_then_guns_then_all_is_shown() -> None:
    match = stated().dice(5)
    assert match.prompt_code() == "state-attack"
    assert match.offers() == {"go"}, "no guns yet"
    match.do("go")
    assert (match.prompt_code(), asked_side(match)) == ("write-fire", ALLIED)
    match.do("support a105", "go")
    assert (match.prompt_code(), asked_side(match)) == ("add-guns", GERMAN)
    assert [fire_seen_by(match, side) for side in (GERMAN, ALLIED)] == [0, 1]
    assert match.tally("defence", "support g105") == 6, "the attacker does not count what he does not know"
    assert not match.told("protects")
    assert not match.position.fought[match.unit("J1")]
    match.do("support g105", "go")
    codes = [event.code for event in match.log(None)]
    assert codes.index("supports") < codes.index("protects") < codes.index("rolled")
    assert match.told("rolled")[-1].args["column"] == "2-1", "15 and 4 against 6 and 2"
    assert match.prompt_code() not in ("add-guns", "write-fire", "answer-with-fire"), "nothing can be changed now"
    assert match.position.fought[match.unit("a105")] & FIRED
    assert not match.position.fought[match.unit("b105")] & FIRED


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_the_attacker_cannot_tell_whether_anything_is_written() -> None:
    fired, held = stated(), stated()
    fired.do("go", "support a105", "support b105")
    held.do("go", "go")
    assert fired.position.view(GERMAN).digest() == held.position.view(GERMAN).digest()
    assert fired.position.view(ALLIED).digest() != held.position.view(ALLIED).digest()
    assert fired.offers() == held.offers() == {"support g105", "go"}
    for option in sorted(fired.offers()):
        assert fired.tells(option) == held.tells(option)
        assert not fired.tells(option).chances


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_without_the_option_guns_are_named_first_and_fire_comes_last() -> None:
    match = stated(options=[])
    assert match.prompt_code() == "declare-attack"
    assert "support g105" in match.offers()
    match.do("support g105", "go")
    assert match.prompt_code() == "answer-with-fire"


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_nobody_is_asked_who_has_no_guns() -> None:
    match = stated("J1 D0833, Pz D0734, A1 D0834").dice(6)
    match.do("go")
    assert match.told("rolled")
    defended = stated("J1 D0833, Pz D0734, A1 D0834, a105 D0837").dice(6)
    defended.do("go", "support a105")
    assert defended.told("rolled")


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_guns_alone_meet_no_written_fire() -> None:
    match = battle("J1 D0833, K150 D0831, A1 D0834, B1 D0933, a105 D0837", options=OPTION).dice(3)
    match.do("barrage D0834")
    assert match.prompt_code() == "declare-attack"
    assert match.offers() >= {"support K150"}
    match.do("support K150", "go")
    assert match.told("rolled")


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_the_lowest_odds_are_reached_with_guns_that_are_named_later() -> None:
    units = "Pi D0833, T D0834, a105 D0837"
    match = stated(f"{units}, K150 D0831", "Pi")
    match.do("go", "support a105")
    assert match.why("go") == ("more-could-join", "10.62")
    match.do("support K150")
    assert "go" in match.offers()
    match.dice(3).do("go")
    assert match.told("rolled")
    hopeless = stated(units, "Pi")
    hopeless.do("go", "go")
    assert hopeless.told("not-rolled"), "who must attack is lost below the lowest odds"


@pytest.mark.rule("wacht_am_rhein", "11.4-s")
def test_the_computer_plays_by_it() -> None:
    match = battle(UNITS, options=OPTION).dice(*(3,) * 20)
    p = match.position
    advice = advice_for(p.data)
    assert advice is not None
    scripts = [advice.script(side, advice.plans(p, side)[0]) for side in (GERMAN, ALLIED)]
    for _ in range(60):
        if p.asked is None or match.is_over():
            break
        scripts[p.asked.side].act(p)
    assert match.is_over()
