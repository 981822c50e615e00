"""25.0 Fuel dumps: hidden, found, captured, and blown up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ardennes.engine.dice import FixedDice
from ardennes.games.bitter_woods.page.overlays import BitterWoodsOverlays
from ardennes.games.bitter_woods.rules.advance import Advance
from ardennes.games.bitter_woods.rules.event_rolls import drop_companies
from ardennes.games.bitter_woods.rules.exits import leave
from ardennes.games.bitter_woods.rules.field import ALLIED_DUMP, CAPTURED, DESTROYED, NO_DUMPS
from ardennes.games.bitter_woods.rules.fuel_dumps import has_fuel_of, hide_dumps, possible_hexes
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BURN, DONE, GERMAN
from ardennes.games.bitter_woods.rules.removal import eliminate
from ardennes.games.bitter_woods.rules.retreats import Rout
from ardennes.games.bitter_woods.rules.shortage import roll_for_shortage
from ardennes.games.bitter_woods.rules.supply import can_trace
from ardennes.players.player import sit_down
from tests.battery.secrets import check_views, play_twins
from tests.bitter_woods.fields import Battlefield, box, field, new_game

OPTION = ("fuel_dumps",)
SITES = (
    {"1809", "1808", "1709", "1710", "1810", "1910", "1909"},
    {"2719", "2718", "2618", "2619", "2720", "2819", "2818"},
)
FAR = "28-110 4203"
"""An Allied unit that has nothing to do with it."""
RING = "1-16 1808, 1-18 1810"
"""Allied units whose zones close the ring around 1809."""


def at(
    units: str, moment: str = "german move", *, dumps: tuple[str, str] = ("1809", "2719"), **more: Any
) -> Battlefield:
    """A situation with the dumps in these hexes."""
    board = box().board
    hidden = [board.hex(hex) for hex in dumps]
    options = (*OPTION, *more.pop("options", ()))
    return field(units, moment, options=options, clocks=(f"dumps = {hidden}", *more.pop("clocks", ())), **more)


def found(*hexes: str) -> str:
    """A line about dumps that have been declared."""
    board = box().board
    return f"dumps_found = {[board.hex(hex) if hex else -1 for hex in hexes]}"


def sent(match: Battlefield, unit: str, *hexes: str) -> Battlefield:
    """A unit moves, by way of hexes where it is held up."""
    match.do(f"move {unit}", *(f"to {hex}" for hex in hexes))
    return match


def advanced(units: str, unit: str, *hexes: str, **more: Any) -> Battlefield:
    """A unit that has fought advances to the last of some hexes, through the first."""
    match = at(f"{units}, 352-914 5203, 99-395 5204", "german combat", **more)
    p, number = match.position, match.unit(unit)
    p.open(
        Advance(side=p.data.sides[number], first=(match.hex(hexes[0]),), hexes=3, road_bonus=False, waiting=(number,))
    )
    match.do(f"advance {unit}", f"along {hexes[-1]}")
    return match


def beaten(units: str, unit: str, hexes: int, to: str, **more: Any) -> Battlefield:
    """A unit that retreats."""
    match = at(units, "german combat", **more)
    p, number = match.position, match.unit(unit)
    p.open(Rout(side=p.data.sides[number], hexes=hexes, waiting=(number,)))
    match.do(f"back {to}")
    return match


def known_to(match: Battlefield, side: int) -> list[tuple[str, dict[str, Any]]]:
    """What a side has been told."""
    return [(event.code, event.args) for event in match.log(side)]


# --- 25.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "25.1-a")
def test_dumps_are_hidden_before_play_and_only_the_allies_know() -> None:
    places = set()
    for seed in "abcdef":
        match = new_game(options=OPTION, seed=seed)
        places.add(tuple(match.data.board.label(hex) for hex in match.position.dumps))
        assert match.position.view(GERMAN).dumps == NO_DUMPS
        assert match.position.view(ALLIED).dumps == match.position.dumps
        assert match.position.view(GERMAN).view(ALLIED).dumps == NO_DUMPS, "a watcher"
        assert "dumps-hidden" not in [code for code, _ in known_to(match, GERMAN)]
        assert ("dumps-hidden", {"hexes": match.position.dumps}) in known_to(match, ALLIED)
    assert all(first in SITES[0] and second in SITES[1] for first, second in places)
    assert len(places) > 1
    assert new_game().position.dumps == NO_DUMPS, "without the option there are none"


@pytest.mark.rule("bitter_woods", "25.1-a")
@pytest.mark.parametrize("scenario", ["patton", "erasing", "southern_shoulder"])
def test_where_the_dumps_are_not_played(scenario: str) -> None:
    with pytest.raises(Exception, match="is not played with"):
        new_game(scenario, OPTION)


@pytest.mark.rule("bitter_woods", "25.1-a", "25.3-a")
@pytest.mark.parametrize(("unit", "hex"), [("1SS-Peiper", "1709"), ("2-2", "2519")])
def test_a_chance_that_is_declined_tells_the_german_nothing(unit: str, hex: str) -> None:
    """The Allied player is asked wherever a dump may be, and the game goes on alike: in what the German is shown, told,
    offered and refused, and in how many answers it takes."""
    beside = {"1709": "1809", "2519": "2618"}[hex]
    twins = [
        at(f"1SS-Peiper 1609, 2-2 2419, 30-120 1809, 7CCA 2618, {FAR}", dumps=dumps)
        for dumps in (("1809", "2618"), ("1808", "2818"))
    ]
    for match in twins:
        sent(match, unit, hex)
        assert match.asked is not None
        assert (match.asked.side, match.prompt_code()) == (ALLIED, "choose-burning")
    assert [match.offers() for match in twins] == [{f"burn {beside}", "done"}, {"done"}]
    assert all(match.asked is not None and match.asked.lone_option is None for match in twins), "none answers itself"
    for match in twins:
        match.do("done")
    one, other = twins
    assert one.prompt_code() == other.prompt_code() == "choose-move"
    assert one.offers() == other.offers()
    assert known_to(one, GERMAN) == known_to(other, GERMAN)
    assert one.position.view(GERMAN).digest() == other.position.view(GERMAN).digest()
    assert len(one.records) == len(other.records)
    assert [record.kind for record in one.records] == [record.kind for record in other.records]


@pytest.mark.rule("bitter_woods", "25.1-a", "25.3-c")
def test_the_chance_after_allied_combat_tells_the_german_nothing_either() -> None:
    twins = [
        at(f"1SS-Peiper 1709, 30-120 1809, {FAR}", "allied demolition", dumps=dumps)
        for dumps in (("1809", "2618"), ("1808", "2818"))
    ]
    assert [match.prompt_code() for match in twins] == ["choose-burning"] * 2
    assert [match.offers() for match in twins] == [{"burn 1809", "done"}, {"done"}]
    for match in twins:
        match.do("done")
    one, other = twins
    assert one.prompt_code() == other.prompt_code() != "choose-burning"
    assert known_to(one, GERMAN) == known_to(other, GERMAN)
    assert one.position.view(GERMAN).digest() == other.position.view(GERMAN).digest()


@pytest.mark.rule("bitter_woods", "25.1-a")
def test_what_the_german_may_think_fits_what_he_has_seen() -> None:
    match = at(f"1SS-Peiper 1509, {FAR}", dumps=("1808", "2719"))
    sent(match, "1SS-Peiper", "1709")
    for seed in range(30):
        truth = match.position.view(GERMAN).determinize(str(seed))
        assert truth.dumps[0] in {match.hex(hex) for hex in SITES[0] - {"1709"}}
        assert truth.dumps[1] in {match.hex(hex) for hex in SITES[1]}
    match.do("to 1808")
    assert {match.position.view(GERMAN).determinize(str(seed)).dumps[0] for seed in range(10)} == {match.hex("1808")}
    assert match.position.view(ALLIED).determinize("x").dumps == match.position.dumps


@pytest.mark.rule("bitter_woods", "25.1-b")
def test_the_german_thinks_of_the_dice() -> None:
    """The middle is rolled six times out of 36, the north-east four times."""
    view, drawn = at(FAR).position.view(GERMAN), [0, 0]
    for seed in range(400):
        first, _ = view.determinize(str(seed)).dumps
        drawn[0] += first in (view.data.board.hex("1809"), view.data.board.hex("1909"), view.data.board.hex("1710"))
        drawn[1] += first in (view.data.board.hex("1709"), view.data.board.hex("1910"))
    assert drawn[0] / drawn[1] == pytest.approx(18 / 8, rel=0.2)


@pytest.mark.rule("bitter_woods", "25.1-a")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_betrays_the_dumps_around_them(seed: int) -> None:
    """Random play where both sides are close, with two truths behind the German view at a time."""
    units = (
        "1SS-Peiper 1609, 12-27 1610, 12-48 1608, 2-2 2519, 2-3 2518, 116-16 2520, FA-183 1808, 30-120 1809,"
        " 30-117 1910, 1-16 1710, 7CCA 2618, 7CCB 2719, FA-203 2720, 82-504 2818"
    )
    match, rng, compared = at(units, turn=9, air=(1, 1)), Random(seed), 0
    match.position.seed = str(seed)
    for _ in range(25):
        if match.asked is None:
            break
        check_views(match, rng)
        compared += play_twins(match, GERMAN, rng, 12)
        match.apply(rng.choice(list(match.asked.options)))
    assert compared > 60


@pytest.mark.rule("bitter_woods", "25.1-a")
def test_the_map_shows_the_dumps_to_those_who_know() -> None:
    match, overlays = at(FAR, "allied move"), BitterWoodsOverlays()

    def shown(side: int) -> dict[str, set[str]]:
        layers = overlays.layers(match.position.view(side), side, "works")
        return {layer.title.code: {match.data.board.label(hex) for hex in layer.hexes} for layer in layers}

    assert shown(ALLIED)["layer-dumps-secret"] == {"1809", "2719"}
    assert "layer-dumps-secret" not in shown(GERMAN)
    assert shown(GERMAN)["layer-dump-sites"] == SITES[0] | SITES[1]
    match = at(FAR, clocks=(found("1809", "2719"), f"dump_states = [{CAPTURED}, {ALLIED_DUMP}]"))
    assert shown(GERMAN)["layer-dumps-captured"] == {"1809"}
    assert shown(GERMAN)["layer-dumps-allied"] == {"2719"}
    assert "layer-dump-sites" not in shown(GERMAN)


@pytest.mark.rule("bitter_woods", "25.1-b")
def test_two_dice_for_each_dump() -> None:
    match = at(FAR)
    for dice, hexes in (((1, 1, 3, 4), ("1909", "2719")), ((5, 1, 4, 5), ("1909", "2819"))):
        match.position.source = FixedDice.rolls(*dice)
        hide_dumps(match.position)
        assert tuple(match.data.board.label(hex) for hex in match.position.dumps) == hexes


@pytest.mark.rule("bitter_woods", "25.1-b", "25.1-c")
@pytest.mark.parametrize("sum", range(2, 13))
def test_the_matrix(sum: int) -> None:
    match, first = at(FAR), min(6, sum - 1)
    match.position.source = FixedDice.rolls(first, sum - first, 1, 1)
    hide_dumps(match.position)
    hex = {2: "1909", 3: "1808", 4: "1808", 5: "1709", 6: "1909", 7: "1809", 8: "1710", 9: "1910"}
    assert match.data.board.label(match.position.dumps[0]) == {**hex, 10: "1810", 11: "1810", 12: "1710"}[sum]
    assert match.data.board.label(match.position.dumps[1]) == "2818"


@pytest.mark.rule("bitter_woods", "25.1-c")
def test_every_throw_is_one_of_seven_hexes() -> None:
    for sites, labels in zip(box(options=OPTION).dump_sites, SITES, strict=True):
        assert {box().board.label(hex) for hex in sites} == labels
        assert sum(sites.values()) == 36
        assert sorted(sites.values()) == [4, 4, 5, 5, 6, 6, 6]


# --- 25.2 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "25.2-a", "25.2-b")
def test_a_unit_that_comes_to_a_dump_finds_and_captures_it() -> None:
    match = at(f"1SS-Peiper 1609, {FAR}", dumps=("1709", "2719"))
    sent(match, "1SS-Peiper", "1709")
    assert [event.args["hex"] for event in match.told("dump-declared")] == [match.hex("1709")]
    assert match.told("dump-captured")
    assert match.position.dumps_found == (match.hex("1709"), -1)
    assert match.position.dump_states == (CAPTURED, ALLIED_DUMP)
    assert match.position.view(GERMAN).dumps_found[0] == match.hex("1709")
    with pytest.raises(Exception, match="Nothing can be taken back"):
        match.undo()


@pytest.mark.rule("bitter_woods", "25.2-b")
def test_a_hex_without_dump_is_searched_once() -> None:
    match = at(f"1SS-Peiper 1609, 12-27 1608, {FAR}", dumps=("1808", "2719"))
    sent(match, "1SS-Peiper", "1709")
    assert [event.args["hex"] for event in match.told("no-dump-there")] == [match.hex("1709")]
    assert match.prompt_code() == "choose-destination", "now that he knows, he may go on"
    assert match.hex("1709") not in possible_hexes(match.position, 0)
    with pytest.raises(Exception, match="Nothing can be taken back"):
        match.undo()
    match.do("done")
    sent(match, "12-27", "1709")
    assert match.prompt_code() == "choose-move", "nothing to learn there any more"
    assert len(match.told("no-dump-there")) == 1


@pytest.mark.rule("bitter_woods", "25.2-b", "5.3-s")
@pytest.mark.parametrize(("unit", "goes_on"), [("Lehr-Rec", False), ("26-78", True)])
def test_who_has_forded_to_the_hex_and_stops_there_does_not_go_on(unit: str, goes_on: bool) -> None:
    match = at(f"{unit} 2920, {FAR}", turn=9, blown=("2819/2820",))
    sent(match, unit, "2819")
    assert match.told("no-dump-there")
    assert (match.prompt_code() == "choose-destination") is goes_on


@pytest.mark.rule("bitter_woods", "25.2-a", "25.2-b")
def test_passing_through_is_enough() -> None:
    match = at(f"1SS-Peiper 1609, {FAR}", dumps=("1709", "2719"))
    sent(match, "1SS-Peiper", "1709", "1609")
    assert match.place("1SS-Peiper") == "1609"
    assert match.position.dump_states[0] == CAPTURED, "it stays captured when the unit leaves"


@pytest.mark.rule("bitter_woods", "25.2-a", "25.2-b")
def test_an_advance_finds_the_dump_on_its_way() -> None:
    match = advanced(f"1SS-Peiper 1609, {FAR}", "1SS-Peiper", "1709", "1808", dumps=("1709", "2719"), turn=9)
    assert match.place("1SS-Peiper") == "1808"
    assert match.told("dump-declared")
    assert match.position.dump_states[0] == CAPTURED


@pytest.mark.rule("bitter_woods", "25.2-b")
def test_a_retreat_finds_the_dump_on_its_way() -> None:
    units = f"12-27 1909, 30-120 2009, {FAR}"
    ways = beaten(units, "12-27", 1, "1809", dumps=("1809", "2719"), turn=9)
    assert ways.told("dump-declared")
    assert ways.position.dump_states[0] == CAPTURED


@pytest.mark.rule("bitter_woods", "25.2-b")
def test_an_exploiting_unit_finds_the_dump() -> None:
    match = at(f"1SS-Peiper 1609 reserve, {FAR}", "german exploit", dumps=("1709", "2719"))
    assert sent(match, "1SS-Peiper", "1709").told("dump-declared")


@pytest.mark.rule("bitter_woods", "25.2-b")
def test_neither_allied_units_nor_paratroopers_find_a_dump() -> None:
    match = at(f"30-120 1808, {FAR}", "allied move")
    sent(match, "30-120", "1809")
    assert not match.told("dump-declared")
    assert match.prompt_code() == "choose-move", "and nothing holds them up"
    match = at(f"12-27 1509, {FAR}", options=("random_events",))
    match.dice(3, 4, 3, 4, 3, 4, 3, 4)
    drop_companies(match.position, match.hex("1809"))
    assert match.position.companies[match.hex("1809")] == 4
    assert not match.told("dump-declared") + match.told("no-dump-there")


@pytest.mark.rule("bitter_woods", "25.2-a", "25.2-b")
def test_without_a_line_to_the_east_a_dump_is_found_but_not_captured() -> None:
    for turn in (4, 9):
        match = advanced(f"1SS-Peiper 1709, {RING}", "1SS-Peiper", "1809", turn=turn)
        assert match.told("dump-declared")
        assert match.position.dump_states[0] == ALLIED_DUMP, "nor does the free supply of 17PM replace it"
        assert not match.told("dump-captured")


@pytest.mark.rule("bitter_woods", "25.2-a")
@pytest.mark.parametrize("how", ["eliminated", "leaves", "retreats", "joined"])
def test_a_line_that_opens_later_captures_it_then(how: str) -> None:
    match = advanced(f"1SS-Peiper 1709, 12-27 1609, {RING}", "1SS-Peiper", "1809", turn=9)
    p, ally = match.position, match.unit("1-16")
    if how == "eliminated":
        eliminate(p, ally, "9.6")
    elif how == "leaves":
        leave(p, ally, min(match.data.board.area("north-edge")))
    elif how == "retreats":
        p.open(Rout(side=ALLIED, hexes=2, waiting=(ally,)))
        match.do(sorted(match.offers())[0])
    else:
        p.open(
            Advance(side=GERMAN, first=(match.hex("1709"),), hexes=1, road_bonus=False, waiting=(match.unit("12-27"),))
        )
        match.do("advance 12-27", "along 1709")
    assert p.dump_states[0] == CAPTURED


@pytest.mark.rule("bitter_woods", "25.2-a")
def test_a_line_without_a_unit_captures_nothing() -> None:
    units = f"1SS-Peiper 1609, {FAR}, 1-16 1808"
    match = at(units, clocks=(found("1809", ""),))
    eliminate(match.position, match.unit("1-16"), "9.6")
    assert match.position.dump_states[0] == ALLIED_DUMP


@pytest.mark.rule("bitter_woods", "25.2-a")
def test_a_line_to_liege_does_not_count() -> None:
    liege = min(box().liege)
    allies = ("1-16", "1-18", "1-26", "2-9", "2-23", "2-38", "28-109", "28-112")
    sources = [box().board.label(hex) for hex in box().german_sources]
    blocked = ", ".join(f"{id} {hex}" for id, hex in zip(allies, sources, strict=True))
    units = f"1SS-Peiper 1609, 12-27 {box().board.label(liege)}"
    for enemies, state in ((blocked, ALLIED_DUMP), (FAR, CAPTURED)):
        match = at(f"{units}, {enemies}", turn=9, dumps=("1709", "2719"))
        sent(match, "1SS-Peiper", "1709")
        assert can_trace(match.position, match.unit("1SS-Peiper"))
        assert match.position.dump_states[0] == state


def held(*states: int) -> tuple[str, str]:
    """Dumps that have been found, and who has them."""
    return found("1809", "2719"), f"dump_states = [{states[0]}, {states[1]}]"


@pytest.mark.rule("bitter_woods", "25.2-c", "25.2-d")
@pytest.mark.parametrize(("second", "short"), [(3, "1SS-Peiper"), (6, "2-2")])
@pytest.mark.parametrize("states", [(0, 0), (1, 0), (0, 1), (2, 2)])
def test_an_army_with_its_dump_has_no_shortage(second: int, short: str, states: tuple[int, int]) -> None:
    match = at(f"1SS-Peiper 1609, 2-2 2519, {FAR}", turn=9, clocks=held(*states))
    match.dice(3, second)
    roll_for_shortage(match.position)
    spared = states[0 if second == 3 else 1] == CAPTURED
    assert match.is_supplied(short) is spared
    assert all(match.is_supplied(id) for id in {"1SS-Peiper", "2-2"} - {short})
    codes = [event.code for event in match.position.events]
    assert codes == [("no-shortage-6th-panzer" if second == 3 else "no-shortage-5th-panzer") if spared else "shortage"]


@pytest.mark.rule("bitter_woods", "25.2-e")
def test_who_has_held_both_dumps_rolls_no_more() -> None:
    match = at(
        f"1SS-Peiper 1609, {FAR}", turn=8, dumps=("1709", "2719"), clocks=(found("", "2719"), "dump_states = [0, 1]")
    )
    sent(match, "1SS-Peiper", "1709")
    assert match.told("fuel-assured")
    assert match.position.fuel_assured
    for clocks, rolls in ((("fuel_assured = 1", *held(1, 0)), False), (held(1, 0), True), (held(0, 0), True)):
        later = at(f"1SS-Peiper 1609, 2CCA 4602 reserve, {FAR}", "allied exploit", turn=8, clocks=clocks)
        later.dice(*((1,) if rolls else ())).do("done")
        later.skip_to("choose-move")
        assert later.position.turn == 9
        assert bool(later.told("no-shortage")) is rolls, "even if one is lost again"


@pytest.mark.rule("bitter_woods", "25.2-e")
def test_one_lost_and_then_the_other_are_not_both() -> None:
    match = at(f"1SS-Peiper 1609, {FAR}", dumps=("1709", "2719"), clocks=(found("", "2719"),))
    sent(match, "1SS-Peiper", "1709")
    assert match.position.dump_states == (CAPTURED, ALLIED_DUMP)
    assert not match.position.fuel_assured


@pytest.mark.rule("bitter_woods", "25.2-f", "25.2-c")
def test_the_allies_take_a_dump_back_by_coming_there() -> None:
    passing = at(f"30-120 1808, {FAR}, 12-27 0124", "allied move", clocks=held(1, 1))
    sent(passing, "30-120", "1810")
    assert passing.position.dump_states == (ALLIED_DUMP, CAPTURED), "passing through is enough"
    match = at(f"30-120 1808, {FAR}, 12-27 0124", "allied move", clocks=held(1, 1))
    sent(match, "30-120", "1809")
    assert match.told("dump-retaken")
    assert match.position.dump_states == (ALLIED_DUMP, CAPTURED)
    assert not has_fuel_of(match.position, "6th-panzer")
    assert has_fuel_of(match.position, "5th-panzer")
    again = at(f"12-27 1709, {FAR}", clocks=held(0, 1))
    sent(again, "12-27", "1809")
    assert again.position.dump_states == (CAPTURED, CAPTURED)


@pytest.mark.rule("bitter_woods", "25.2-f", "25.3-e")
def test_a_destroyed_dump_is_nobodys() -> None:
    match = at(f"12-27 1709, {FAR}", clocks=held(DESTROYED, CAPTURED))
    sent(match, "12-27", "1809")
    assert match.position.dump_states == (DESTROYED, CAPTURED)
    back = at(f"30-120 1808, {FAR}, 12-27 0124", "allied move", clocks=held(DESTROYED, 1))
    sent(back, "30-120", "1809")
    assert back.position.dump_states == (DESTROYED, CAPTURED)


# --- 25.3 ------------------------------------------------------------------------------------------------


def asked_to_burn(match: Battlefield) -> bool:
    return match.asked is not None and match.prompt_code() == "choose-burning"


@pytest.mark.rule("bitter_woods", "25.3-a", "25.3-f")
@pytest.mark.parametrize("held_by", ["30-120", "FA-183", "", "12-27"])
def test_the_first_german_beside_the_dump(held_by: str) -> None:
    """Only where Allied units are in its hex; guns do as well."""
    hold = f", {held_by} 1809" if held_by else ""
    match = at(f"1SS-Peiper 1609{hold}, {FAR}", clocks=(f"searched = [{box().board.hex('1709')}]",))
    sent(match, "1SS-Peiper", "1709")
    assert asked_to_burn(match) is (held_by in ("30-120", "FA-183"))


@pytest.mark.rule("bitter_woods", "25.3-a")
def test_beside_it_by_exploitation_advance_and_retreat() -> None:
    exploiting = at(f"1SS-Peiper 1609 reserve, 30-120 1809, {FAR}", "german exploit")
    assert asked_to_burn(sent(exploiting, "1SS-Peiper", "1709"))
    assert asked_to_burn(advanced(f"1SS-Peiper 1609, 30-120 1809, {FAR}", "1SS-Peiper", "1709", turn=9))
    retreating = beaten(f"12-27 1807, 30-120 1907, FA-183 1809, {FAR}", "12-27", 1, "1808", turn=9)
    assert asked_to_burn(retreating)
    coming = at(f"1SS-Peiper 1709, 30-120 1909, {FAR}", "allied move")
    assert asked_to_burn(sent(coming, "30-120", "1809")), "an Allied unit that comes beside Germans"


@pytest.mark.rule("bitter_woods", "25.3-a")
def test_a_german_who_passes_by_gives_the_chance_too() -> None:
    """Guns have no zone: the unit goes by 1709, which is beside 1808, to 1710, which is not."""
    units = f"1SS-Peiper 1609, FA-183 1808, {FAR}"
    passing = advanced(units, "1SS-Peiper", "1709", "1710", dumps=("1808", "2719"), turn=9)
    assert passing.place("1SS-Peiper") == "1710"
    assert passing.offers() == {"burn 1808", "done"}


@pytest.mark.rule("bitter_woods", "25.3-a", "25.3-b", "25.3-f")
def test_the_try_declares_the_dump_even_if_it_fails() -> None:
    match = at(f"1SS-Peiper 1609, FA-183 1809 supply, {FAR}")
    sent(match, "1SS-Peiper", "1709")
    assert match.tells("burn 1809").chances == {"burns": 0.5, "does-not-burn": 0.5}
    assert match.why("burn 1808") == ("cannot-burn", "25.3")
    assert not match.told("dump-declared")
    match.dice(4).do("burn 1809")
    assert match.told("dump-declared")
    assert [event.args["result"] for event in match.told("tries-to-burn")] == ["does-not-burn"]
    assert match.position.view(GERMAN).dumps_found[0] == match.hex("1809")
    assert match.prompt_code() in ("choose-move", "choose-destination"), "and the German goes on"


@pytest.mark.rule("bitter_woods", "25.3-e")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("event", [False, True])
@pytest.mark.rule("bitter_woods", "38.1-07")
def test_the_die(die: int, event: bool) -> None:
    """One to three; for Samrée a 1 after its event, and for Francorchamps nothing changes."""
    for hex, beside, most in (("1809", "1709", 3), ("2719", "2619", 1 if event else 3)):
        clocks = ('happened = ["samree"]',) if event else ()
        match = at(
            f"1SS-Peiper {beside}, 30-120 {hex}, {FAR}", "allied demolition", clocks=clocks, options=("events_17am",)
        )
        match.dice(die).do(f"burn {hex}")
        states = match.position.dump_states
        assert states[0 if hex == "1809" else 1] == (DESTROYED if die <= most else ALLIED_DUMP)
        assert states[1 if hex == "1809" else 0] == ALLIED_DUMP


@pytest.mark.rule("bitter_woods", "38.1-07")
@pytest.mark.parametrize("turn", [3, 22])
def test_the_event_of_samree_holds_to_the_end(turn: int) -> None:
    match = at(
        f"12-27 2619, 30-120 2719, {FAR}",
        "allied demolition",
        turn=turn,
        clocks=('happened = ["samree"]',),
        options=("events_17am",),
    )
    assert match.tells("burn 2719").chances["burns"] == 1 / 6


@pytest.mark.rule("bitter_woods", "25.3-c")
def test_who_declines_is_asked_again_after_allied_combat_only() -> None:
    match = at(f"1SS-Peiper 1609, 12-27 1610, 30-120 1809, {FAR}")
    sent(match, "1SS-Peiper", "1709")
    match.do("done")
    match.skip_to("choose-move")
    sent(match, "12-27", "1710")
    assert not asked_to_burn(match), "not for a second unit"
    later = at(f"12-27 1709, 30-120 1809, {FAR}", "german demolition")
    assert not asked_to_burn(later), "not after German combat"
    allied = at(f"12-27 1709, 30-120 1809, {FAR}", "allied combat")
    assert not asked_to_burn(allied), "combat comes first"
    allied.do("done")
    assert asked_to_burn(allied)


@pytest.mark.rule("bitter_woods", "25.3-c", "25.3-f")
@pytest.mark.parametrize(
    ("units", "offered"),
    [
        ("12-27 1709, 30-120 1809", True),
        ("12-27 1709, FA-183 1809 supply", True),
        ("12-27 1609, 30-120 1809", False),
        ("12-27 1709, 30-120 1808", False),
    ],
)
def test_what_it_takes(units: str, offered: bool) -> None:
    """Allied units in the hex, supplied or not, and Germans beside it."""
    match = at(f"{units}, 28-112 4203", "allied demolition", clocks=(found("1809", ""),))
    assert ("burn 1809" in match.offers()) is offered
    assert asked_to_burn(match) is offered, "of a dump that is found no other hex is asked about"


@pytest.mark.rule("bitter_woods", "25.3-d")
def test_each_dump_once_a_turn() -> None:
    units = f"12-27 1709, 30-120 1809, 2-2 2619, 30-117 2719, {FAR}"
    match = at(units, "allied demolition", turn=5)
    assert match.objects("burn") == {"1809", "2719"}
    match.dice(5).do("burn 1809")
    assert match.objects("burn") == {"2719"}, "the other is counted apart"
    match.dice(6).do("burn 2719")
    assert not asked_to_burn(match)
    tried = match.position.dumps_tried
    assert tried == (5, 5)
    for turn, hexes in ((5, set()), (6, {"1809", "2719"})):
        again = at(units, "allied demolition", turn=turn, clocks=(found("1809", "2719"), "dumps_tried = [5, 5]"))
        assert again.objects("burn") == hexes


@pytest.mark.rule("bitter_woods", "25.3-d")
def test_a_try_in_the_german_turn_is_the_one_of_the_turn() -> None:
    match = at(f"1SS-Peiper 1609, 30-120 1809, {FAR}", turn=5)
    sent(match, "1SS-Peiper", "1709")
    match.dice(4).do("burn 1809")
    assert match.position.dumps_tried == (5, 0)
    same = at(
        f"12-27 1709, 30-120 1809, {FAR}",
        "allied demolition",
        turn=5,
        clocks=(found("1809", ""), "dumps_tried = [5, 0]"),
    )
    assert not asked_to_burn(same)


@pytest.mark.rule("bitter_woods", "25.3-f", "25.2-f")
def test_what_is_captured_or_destroyed_is_not_blown() -> None:
    for state in (CAPTURED, DESTROYED):
        match = at(f"12-27 1709, 30-120 1809, {FAR}", "allied demolition", clocks=held(state, 0))
        assert not asked_to_burn(match)


@pytest.mark.rule("bitter_woods", "25.3-a", "25.3-c")
def test_the_computer_blows_what_it_can() -> None:
    match = at(f"12-27 1709, 30-120 1809, {FAR}", "allied demolition")
    player = sit_down("greedy", match.game, ALLIED, "test")
    assert player.choose(match.position.view(ALLIED)) == BURN + match.hex("1809")
    other = at(f"12-27 1709, 30-120 1809, {FAR}", "allied demolition", dumps=("1808", "2719"))
    assert player.choose(other.position.view(ALLIED)) == DONE
