"""27.0 Kampfgruppe Peiper on 17AM, and Panzer Brigade 150."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.field import HAS_EXPLOITED
from ardennes.games.bitter_woods.rules.peiper import last_attackers
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_results import after

OPTION = ("peiper_and_skorzeny",)
CORDON = "99-393 1310, 99-394 1312"
"""Zones over 1211, 1311 and 1411."""


def moving(units: str, id: str, moment: str = "german move", turn: int = 3, **more: Any) -> Battlefield:
    match = field(units, moment, turn=turn, options=more.pop("options", OPTION), **more)
    match.do(f"move {id}")
    return match


@pytest.mark.rule("bitter_woods", "27.1-a", "27.1-b")
@pytest.mark.parametrize(("turn", "free"), [(2, False), (3, True), (4, False)])
def test_on_17am_peiper_ignores_zones_and_aircraft(turn: int, free: bool) -> None:
    aircraft = ["1311: interdicted=1"]
    match = moving(f"1SS-Peiper 1211, {CORDON}", "1SS-Peiper", turn=turn, hexes=aircraft)
    assert match.price("1311", "1411") == (0.5 if free else None)
    if free:
        assert match.why("to 1310") == ("enemy-there", "6.3")


@pytest.mark.rule("bitter_woods", "27.1-a", "27.1-b")
def test_nobody_else_does_and_nobody_without_the_option() -> None:
    assert moving(f"12SS-12 1211, {CORDON}", "12SS-12").price("1311", "1411") is None
    assert moving(f"1SS-Peiper 1211, {CORDON}", "1SS-Peiper", options=()).price("1311", "1411") is None


@pytest.mark.rule("bitter_woods", "27.1-g")
def test_terrain_rivers_and_stacking_hold_for_peiper() -> None:
    match = moving(f"1SS-Peiper 1411, {CORDON}", "1SS-Peiper")
    assert match.price("1412") is None, "Panthers need a bridge"
    full = "3FJ-5 1311, 3FJ-8 1311, 3FJ-9 1311"
    crowd = field(f"1SS-Peiper 1211, {full}", turn=3, options=OPTION)
    for id in ("3FJ-5", "3FJ-8", "3FJ-9"):
        crowd.position.done[crowd.unit(id)] = 1
    crowd.do("move 1SS-Peiper")
    assert "1311" not in crowd.destinations()


def exploiting(units: str, **more: Any) -> Battlefield:
    return moving(units, "1SS-Peiper", "german exploit", **more)


@pytest.mark.rule("bitter_woods", "27.1-c")
@pytest.mark.parametrize(("die", "goes_on"), [(1, True), (3, True), (4, False), (6, False)])
def test_in_exploitation_a_die_for_each_zone(die: int, goes_on: bool) -> None:
    units = "1SS-Peiper 1112 reserve, 99-394 1410, 12SS-25 0512 reserve"
    match = exploiting(units, hexes=["1211: interdicted=1"])
    assert match.cost("1311") == 0.5, "aircraft are ignored, the zone stops it"
    assert "1312" not in {hex for hex in match.destinations() if match.cost(hex) < 1}
    match.do("to 1311")
    assert match.offers() == {"slip", "done"}
    assert match.tells("slip").chances == {"slips-through": 0.5, "is-stopped": 0.5}
    match.dice(die).do("slip")
    if goes_on:
        assert match.cost("1411") == 0.25, "even within the zone of the same unit"
        match.do("to 1411")
        assert match.offers() == {"slip", "done"}, "the next zone, another die"
    else:
        assert match.prompt_code() == "choose-move"
        assert match.place("1SS-Peiper") == "1311"


@pytest.mark.rule("bitter_woods", "27.1-c")
def test_the_die_may_be_declined_and_is_for_17am_only() -> None:
    units = "1SS-Peiper 1112 reserve, 99-394 1410, 12SS-25 0512 reserve"
    match = exploiting(units)
    match.do("to 1311", "done")
    assert match.prompt_code() == "choose-move"
    for turn in (2, 4):
        later = exploiting(units, turn=turn)
        later.do("to 1311")
        assert later.prompt_code() == "choose-move"
    plain = moving("1SS-Peiper 1112, 99-394 1410", "1SS-Peiper")
    plain.do("to 1311")
    assert plain.asked is None or "slip" not in plain.offers(), "in the movement phase no die is needed"


@pytest.mark.rule("bitter_woods", "27.1-d")
def test_out_of_reserve_it_attacks_once_more_alone() -> None:
    units = "1SS-Peiper 1211, 12SS-12 1211, Rkt-9 1211, VAK-388 1109, 99-394 1311, FA-406 1314"
    match = field(units, "german last attack", turn=3, options=OPTION, air=(1, 1))
    assert match.prompt_code() != "choose-last-attack", "it was not in reserve"
    match = field(units, "german last attack", turn=2, options=OPTION)
    p = match.position
    p.turn = 3
    p.done[match.unit("1SS-Peiper")] = HAS_EXPLOITED
    assert last_attackers(p, 0) == (match.unit("1SS-Peiper"),)
    assert last_attackers(p, 1) == ()
    p.turn = 4
    assert last_attackers(p, 0) == ()


def last_attack(units: str, **more: Any) -> Battlefield:
    """After exploitation from reserve."""
    match = field(units, "german exploit", turn=3, options=OPTION, **more)
    match.do("move 1SS-Peiper", "to 1211")
    match.skip_to("choose-last-attack")
    return match


@pytest.mark.rule("bitter_woods", "27.1-d")
def test_the_last_attack_has_neither_guns_nor_aircraft_nor_friends() -> None:
    units = "1SS-Peiper 1112 reserve, 12SS-25 1211, Rkt-9 1211, VAK-388 1109, 99-394 1311, FA-406 1314, FA-174 1315"
    match = last_attack(units, air=(1, 1))
    assert match.offers() == {"attack 1311", "done"}
    assert match.why("attack 1411") == ("no-last-attack-there", "27.1")
    match.do("attack 1311")
    assert match.offers() == {"go"}
    match.do("go")
    assert match.objects("support") == {"FA-406", "FA-174"}, "the defender may have support"


@pytest.mark.rule("bitter_woods", "27.1-d")
def test_the_last_attack_is_made_once_and_may_be_declined() -> None:
    match = last_attack("1SS-Peiper 1112 reserve, 99-394 1311")
    match.do("done")
    assert not match.told("attacks")
    again = last_attack("1SS-Peiper 1112 reserve, 99-394 1311")
    again.do("attack 1311")
    again.dice(4).do("go")
    assert again.asked is None or again.prompt_code() != "choose-last-attack"
    assert len(again.told("attacks")) == 1


@pytest.mark.rule("bitter_woods", "27.1-e")
def test_the_last_attack_has_all_shifts_and_modifiers() -> None:
    match = field("1SS-Peiper 1112 reserve, 99-394 1311", "german exploit", turn=3, options=[*OPTION, "panzer_scare"])
    match.do("move 1SS-Peiper", "to 1211")
    match.skip_to("choose-last-attack")
    match.do("attack 1311")
    assert match.tally("die") == -1, "6 against 4"
    assert match.tells("go").notes[-1].code == "scare-to-come"


@pytest.mark.rule("bitter_woods", "27.1-f", "27.1-h")
def test_the_rest_of_the_advance_becomes_a_march_by_road() -> None:
    """The example of the rulebook: 1D3 against a reduced regiment, one hex of advance, eight by road."""
    match = last_attack("1SS-Peiper 1112 reserve, 99-394 1311/1")
    match.do("attack 1311")
    match.dice(1).do("go")
    assert match.told("rolled")[-1].args["result"] == "1D3"
    match.do("lose 99-394", "advance 1SS-Peiper")
    assert max(len(match.tells(f"along {hex}").path) for hex in match.objects("along")) == 5, "the road bonus"
    match.do("along 1311")
    assert match.prompt_code() == "choose-road-march"
    lengths = {len(match.tells(f"to {hex}").path) for hex in match.objects("to")}
    assert max(lengths) == 8
    assert match.why("to 4020") == ("no-road-there", "27.1")
    far = next(hex for hex in sorted(match.objects("to")) if len(match.tells(f"to {hex}").path) == 8)
    match.do(f"to {far}")
    assert match.place("1SS-Peiper") == far


def advanced(units: str, to: str) -> Battlefield:
    match = last_attack(f"1SS-Peiper 1112 reserve, 99-394 1311/1, {units}")
    match.do("attack 1311")
    match.dice(1).do("go")
    match.do("lose 99-394", "advance 1SS-Peiper", f"along {to}")
    return match


@pytest.mark.rule("bitter_woods", "27.1-f", "27.1-h")
def test_the_march_uses_the_plain_number_stops_in_a_zone_and_is_no_duty() -> None:
    match = advanced("28-110 4020", "1411")
    assert max(len(match.tells(f"to {hex}").path) for hex in match.objects("to")) == 4, "one hex of three is left"
    match.do("done")
    assert match.place("1SS-Peiper") == "1411"
    far = next(hex for hex in ("1511", "1611") if hex)
    spent = advanced("28-110 4020", far)
    lengths = {len(spent.tells(f"to {hex}").path) for hex in spent.objects("to")} if spent.asked else {0}
    assert max(lengths, default=0) == 0, "the bonus leaves nothing"
    zone = advanced("99-393 1412", "1311")
    assert "1411" in zone.objects("to")
    beyond = [hex for hex in zone.objects("to") if zone.hex("1411") in zone.tells(f"to {hex}").path[:-1]]
    assert not beyond, "28/109's zone stops it in 1411"
    halted = advanced("99-393 1412", "1411")
    assert halted.asked is None or halted.prompt_code() != "choose-road-march"


@pytest.mark.rule("bitter_woods", "27.1-f", "9.5-k")
def test_the_march_enters_no_hex_that_was_given_up() -> None:
    match = last_attack("1SS-Peiper 1112 reserve, 99-394 1311/1")
    match.do("attack 1311")
    match.dice(1).do("go")
    match.do("lose 99-394", "advance 1SS-Peiper")
    match.position.close(match.hex("1411"), 0)
    match.do("along 1311")
    paths = [match.tells(f"to {hex}").path for hex in match.objects("to")]
    assert paths, "other roads lead on"
    assert not any(match.hex("1411") in path for path in paths)


@pytest.mark.rule("bitter_woods", "27.1-f")
def test_no_other_attack_is_converted() -> None:
    match = after("1SS-Peiper 1211, 99-394 1311/1", "1311", "1SS-Peiper", result="1D3", turn=3, options=OPTION)
    match.do("lose 99-394", "advance 1SS-Peiper", "along 1311")
    assert match.asked is None or match.prompt_code() != "choose-road-march"


# --- Panzer Brigade 150 ----------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "27.2-a")
@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True), (6, True), (7, False)])
def test_the_brigade_may_sneak_from_16pm_to_18pm(turn: int, offered: bool) -> None:
    match = field("150 1311, 2-23 1410, 2-3 0530", turn=turn, options=OPTION)
    if turn == 1:
        assert "150" not in match.movers(), "held back"
        return
    match.do("move 150")
    assert ("slip" in match.offers()) is offered
    if not offered:
        assert match.why("slip") == ("cannot-slip", "27.2")


@pytest.mark.rule("bitter_woods", "27.2-a", "27.2-b", "27.2-d")
@pytest.mark.parametrize(("die", "through"), [(1, True), (2, True), (3, True), (4, False), (6, False)])
def test_a_die_takes_it_out_of_the_zone_of_its_hex(die: int, through: bool) -> None:
    """The example of the rulebook: from 1311 past 2/23 to 1411, where it stops."""
    match = moving("150 1311, 2-23 1410, 2-3 0530", "150")
    assert match.price("1411") is None, "both hexes are in the zone of 2/23"
    match.dice(die).do("slip")
    if not through:
        assert match.place("150") == "1311"
        assert match.prompt_code() == "choose-move"
        assert match.why("move 150") == ("has-moved", "5.2")
        return
    assert match.price("1411") == 0.25
    assert match.price("1411", "1511") is None
    match.do("to 1411")
    assert match.prompt_code() == "choose-move", "once in the game, and the next zone stops it"


@pytest.mark.rule("bitter_woods", "27.2-a", "27.2-c")
def test_it_may_go_on_from_a_zone_it_has_entered_once_in_the_game() -> None:
    match = moving("150 1112, 2-23 1410, 2-3 0530", "150")
    assert "slip" not in match.offers(), "no zone holds it"
    match.do("to 1311")
    assert match.offers() == {"slip", "done"}
    match.dice(1).do("slip")
    match.do("to 1411")
    assert match.position.sneaked
    later = moving("150 1311, 2-23 1410", "150", turn=4, clocks=["sneaked = 1"])
    assert "slip" not in later.offers()
    declined = moving("150 1311, 2-23 1410", "150")
    declined.do("done")
    assert not declined.position.sneaked
    exploit = moving("150 1112 reserve, 2-23 1410", "150", "german exploit")
    exploit.do("to 1311")
    assert "slip" in exploit.offers()


@pytest.mark.rule("bitter_woods", "27.2-c")
def test_it_does_not_sneak_in_an_advance_or_without_the_option() -> None:
    match = after("150 1211, 2-23 1311/1, 2-9 1410", "1311", "150", result="1D3", turn=3, options=OPTION)
    match.do("lose 2-23", "advance 150", "along 1311")
    assert match.asked is None or "slip" not in match.offers()
    assert "slip" not in moving("150 1311, 2-23 1410", "150", options=()).offers()
    assert "slip" not in moving("2-3 1311, 2-23 1410", "2-3").offers()
