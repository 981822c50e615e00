"""29.0, 38.0 Random events."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.attacks import endurance
from ardennes.games.bitter_woods.rules.events import aircraft_by_event, arrival, is_cut_off, may_call_engineers
from ardennes.players.player import sit_down
from tests.bitter_woods.fields import Battlefield, box, field, new_game

FREE = "26-39 0124, 28-110 4203"


def after(event: str, units: str = FREE, moment: str = "german move", *, turn: int, **more: Any) -> Battlefield:
    """A game in which an event has happened."""
    names = f'happened = ["{event}"]'
    options = more.pop("options", ("random_events", "events_17am", "events_19am"))
    return field(units, moment, turn=turn, options=options, clocks=(names, *more.pop("clocks", ())), **more)


def begin(option: str, turn: int, *dice: int, units: str = FREE) -> Battlefield:
    """A German player turn that begins with an event: the last question before it is answered."""
    match = field(f"{units}, FuhEs 4303 reserve attached=1", "german exploit", turn=turn - 1, options=(option,))
    match.do("done")
    match.skip_to("choose-move")
    match.dice(*dice).do("done")
    while match.position.turn < turn and match.asked is not None:
        match.do("done")
    return match


# --- the rolls -------------------------------------------------------------------------------------------

NAMES = {
    "events_17am": (
        *("night-sights", "night-sights", "bayerlein", "dietrich", "heiderscheid", "samree", "engineers", "hysteria"),
        *("air-supply-106", "early-fuhgd", "early-fuhgd"),
    ),
    "events_19am": (
        *("logistics", "shells", "spatlese", "panzer-9", "grenadiers-15", "peiper-supplied", "spatlese-delayed"),
        *("bombs", "russians", "fuel-bombed", "shells-bombed"),
    ),
}


@pytest.mark.rule("bitter_woods", "38.0-a", "1.5-b", "4-c")
@pytest.mark.parametrize(("option", "turn"), [("events_17am", 3), ("events_19am", 7)])
@pytest.mark.parametrize("sum", range(2, 13))
def test_two_dice_at_the_beginning_of_the_turn(option: str, turn: int, sum: int) -> None:
    first = min(6, sum - 1)
    match = begin(option, turn, first, sum - first, units=f"{FREE}, 30-120 1610")
    assert match.position.turn == turn
    assert match.position.happened[0] == NAMES[option][sum - 2]
    assert match.told(f"event-{NAMES[option][sum - 2]}")


@pytest.mark.rule("bitter_woods", "38.0-a", "38.0-b", "1.5-b", "29.0-a")
@pytest.mark.parametrize("turn", [2, 3, 5, 7, 8])
@pytest.mark.parametrize("options", [("events_17am",), ("events_19am",), ("random_events",), ()])
def test_each_set_on_its_own_turn_only(turn: int, options: tuple[str, ...]) -> None:
    match = field(FREE, "german turn", turn=turn, options=options)
    due = {"events_17am": 3, "random_events": 5, "events_19am": 7}
    assert bool(match.position.happened) is any(due[option] == turn for option in options)


@pytest.mark.rule("bitter_woods", "29.0-a", "4-c")
def test_the_event_of_18am_comes_after_interdiction() -> None:
    match = field("2-2 3702, 28-110 4203", "german interdiction", turn=5, air=(0, 1), options=("random_events",))
    assert match.prompt_code() == "choose-interdiction"
    assert match.position.happened == ()
    match.dice(2).do("done")
    assert match.position.happened == ("atrocities",)
    assert match.prompt_code() == "choose-reserves"


@pytest.mark.rule("bitter_woods", "4-c")
def test_the_order_of_things_at_the_start_of_a_turn() -> None:
    options = ("events_19am", "garrison", "surrender")
    units = "26-39 0124, 28-110 4203, 9CCB 4303 reserve"
    match = field(units, "allied exploit", turn=6, options=options)
    match.dice(1, 2).do("done")
    while match.asked is not None and match.prompt_code() != "choose-move":
        match.do("done")
    codes = [event.code for event in match.log(None)]
    wanted = ["player-turn", "event-roll", "event-shells", "garrison-missing"]
    places = [len(codes) - 1 - codes[::-1].index(code) for code in wanted]
    assert places == sorted(places)
    drops = field(units, "german turn", turn=9, air=(0, 1), options=options)
    assert drops.prompt_code() == "choose-air-drop", "drops come before the dice for shortage"
    assert not drops.told("shortage") + drops.told("no-shortage")
    drops.do("done")
    assert drops.told("shortage") + drops.told("no-shortage")
    assert drops.prompt_code() == "choose-interdiction"


@pytest.mark.rule("bitter_woods", "1.5-a")
@pytest.mark.parametrize("scenario", ["patton", "erasing"])
def test_where_events_are_not_played(scenario: str) -> None:
    for option in ("events_17am", "events_19am"):
        with pytest.raises(Exception, match="is not played with"):
            new_game(scenario, (option,))
    assert new_game("southern_shoulder", ("events_17am",)).position.turn == 1


# --- 29.0 ------------------------------------------------------------------------------------------------


def event_29(die: int, *more: int, units: str = FREE, air: tuple[int, int] = (0, 0)) -> Battlefield:
    match = field(
        f"{units}, 2-2 3702", "german interdiction", turn=5, air=(air[0], air[1] + 1), options=("random_events",)
    )
    assert match.prompt_code() == "choose-interdiction"
    match.dice(die, *more).do("interdict 4303")
    return match


@pytest.mark.rule("bitter_woods", "29.1-a", "38.0-c")
def test_paratroopers_land_around_the_drop_zone() -> None:
    match = event_29(1)
    assert match.prompt_code() == "choose-event-hex"
    zones, data = match.objects("mark"), match.data
    north = {data.board.label(hex) for hex in data.board.area("north-of-6th-5th") - data.boundary_roads}
    assert zones <= north
    assert not zones & {data.board.label(hex) for hex in data.towns}
    assert not zones & {data.board.label(hex) for hex in data.board.hexes if data.terrain[hex] == 3}, "no forest"
    assert "2417" not in zones
    zone = next(hex for hex in sorted(zones) if hex.startswith("18"))
    match.dice(3, 4, 1, 1, 6, 6, 5, 6).do(f"mark {zone}")
    around = [data.board.neighbours[6 * match.hex(zone) + side] for side in (5, 2, 3)]
    assert [match.position.companies[hex] for hex in (match.hex(zone), *around)] == [1, 1, 1, 1]


@pytest.mark.rule("bitter_woods", "29.1-a", "29.1-h")
def test_paratroopers_on_an_allied_unit_are_lost() -> None:
    match = event_29(1)
    zone = next(hex for hex in sorted(match.objects("mark")) if hex.startswith("18"))
    match = event_29(1, units=f"{FREE}, 30-120 {zone}")
    match.dice(3, 4, 3, 4, 3, 4, 3, 4).do(f"mark {zone}")
    assert not any(match.position.companies)
    assert len(match.told("company-lost")) == 4


def trap(companies: int, *dice: int, turn: int = 5, unit: str = "9CCB") -> Battlefield:
    """An Allied unit before a hex with paratroopers, on a road."""
    hexes = (f"3616: companies={companies}",)
    match = after("companies", f"{unit} 3517, 26-39 0124", "allied move", turn=turn, hexes=hexes)
    return match.dice(*dice)


@pytest.mark.rule("bitter_woods", "29.1-b", "29.1-c", "29.1-g")
@pytest.mark.parametrize(("die", "extra"), [(3, 0), (4, 1)])
def test_one_company_may_delay_a_unit(die: int, extra: int) -> None:
    plain = after("companies", "9CCB 3517, 26-39 0124", "allied move", turn=5)
    plain.do("move 9CCB")
    price = plain.cost("3616")
    match = trap(1, die)
    match.do("move 9CCB")
    assert match.cost("3616") == price + 1, "the point must be there"
    match.do("to 3616")
    assert match.place("9CCB") == "3616"
    move = match.position.stack[-1]
    assert move.spent / 12 == price + extra  # type: ignore[attr-defined]
    assert match.prompt_code() == "choose-destination", "and it goes on"


@pytest.mark.rule("bitter_woods", "29.1-b", "29.1-d", "16.4-a")
@pytest.mark.parametrize(("companies", "dice", "spent"), [(0, (), 1), (1, (3,), 1), (1, (4,), 2), (2, (), 2)])
def test_paratroopers_where_a_reinforcement_comes(companies: int, dice: tuple[int, ...], spent: int) -> None:
    hexes = (f"1401: companies={companies}",)
    match = after("companies", "9-39 turn-track, 26-39 0124", "allied move", turn=6, hexes=hexes)
    match.dice(*dice).do("move 9-39", "enter 1401")
    move = match.position.stack[-1]
    assert move.spent / 12 == spent  # type: ignore[attr-defined]


@pytest.mark.rule("bitter_woods", "29.1-b", "29.1-d")
@pytest.mark.parametrize("companies", [1, 2])
@pytest.mark.parametrize("before", ["28-110", "26-78"])
def test_the_next_unit_pays_as_well(companies: int, before: str) -> None:
    """Whoever has left the hex, of either side."""
    match = after("companies", f"9CCB 3517, {before} 3616, 26-39 0124", "allied move", turn=5)
    match.position.set_companies(match.hex("3616"), companies)
    match.position.put(match.unit(before), match.hex("4203" if before == "28-110" else "0120"))
    match.do("move 9CCB")
    assert match.cost("3616") == free_price() + 1


def free_price() -> float:
    """What 3616 costs where nobody has landed."""
    plain = after("companies", "9CCB 3517, 26-39 0124", "allied move", turn=5)
    plain.do("move 9CCB")
    return plain.cost("3616")


@pytest.mark.rule("bitter_woods", "29.1-c", "5.2-c")
@pytest.mark.parametrize(("companies", "supplied", "enters"), [(0, 0, True), (1, 0, False), (2, 0, True), (1, 1, True)])
def test_the_hex_one_is_sure_of_does_not_replace_the_point(companies: int, supplied: int, enters: bool) -> None:
    """Out of supply infantry has two points, and forest costs them both."""
    match = after("companies", f"28-110 3422 supply={1 - supplied}, 26-39 0124", "allied move", turn=5)
    match.position.set_companies(match.hex("3423"), companies)
    match.do("move 28-110")
    assert ("to 3423" in match.offers()) is enters
    if not enters:
        assert match.why("to 3423") == ("no-spare-point", "29.1")


@pytest.mark.rule("bitter_woods", "29.1-b")
def test_a_unit_that_passes_stops_for_the_die() -> None:
    board = box().board
    ring = {board.label(hex) for hex in board.around(board.hex("3517"))}
    hexes = tuple(f"{hex}: companies=1" for hex in sorted(ring))
    match = after("companies", "9CCB 3517, 26-39 0124", "allied move", turn=5, hexes=hexes)
    match.do("move 9CCB")
    beyond = min(match.destinations() - ring)
    match.dice(1).do(f"to {beyond}")
    assert match.place("9CCB") in ring
    assert beyond in match.destinations()


@pytest.mark.rule("bitter_woods", "29.1-b", "24.3-f")
def test_a_leader_lost_among_paratroopers_does_not_roll() -> None:
    hexes, options = ("3616: companies=1",), ("random_events", "leaders")
    units = "Hodges 3517, 28-110 4020, 26-39 3716"
    match = after("companies", units, "allied move", turn=5, hexes=hexes, options=options)
    match.do("move Hodges", "to 3616")
    assert match.place("Hodges") == "eliminated"
    assert not match.told("trap")
    assert match.prompt_code() == "choose-move"


@pytest.mark.rule("bitter_woods", "29.1-d")
def test_two_companies_always_cost_a_point() -> None:
    match = trap(2)
    match.do("move 9CCB")
    plain = after("companies", "9CCB 3517, 26-39 0124", "allied move", turn=5)
    plain.do("move 9CCB")
    assert match.cost("3616") == plain.cost("3616") + 1
    match.do("to 3616")
    assert match.prompt_code() != "choose-destination", "no die"


@pytest.mark.rule("bitter_woods", "29.1-g", "29.1-h", "7.3-c")
def test_companies_have_no_zone_and_hinder_no_german() -> None:
    match = after("companies", "26-78 3517, 28-110 4203", turn=5, hexes=("3616: companies=1",))
    plain = after("companies", "26-78 3517, 28-110 4203", turn=5)
    for each in (match, plain):
        each.do("move 26-78")
    assert match.destinations() == plain.destinations()
    assert match.cost("3616") == plain.cost("3616")
    supply = after("companies", "28-110 3617, 26-39 0124", "allied supply", turn=5, hexes=("3616: companies=1",))
    assert supply.is_supplied("28-110")


@pytest.mark.rule("bitter_woods", "29.1-e")
def test_retreats_through_paratroopers_are_free() -> None:
    units = "26-78 3517, 26-77 3517, 26-39 3517, 28-110 3518"
    hexes = tuple(f"{hex}: companies=1" for hex in ("3618", "3519", "3418", "3619", "3520", "3719"))
    match = after("companies", units, "german combat", turn=5, hexes=hexes)
    match.do("attack 3518", "join 26-78", "join 26-77", "join 26-39")
    match.dice(1).do("go")
    while match.prompt_code() in ("take-loss", "choose-next-to-retreat", "choose-retreat"):
        match.do(min(match.offers()))
    assert match.place("28-110") not in ("eliminated", "3518")
    assert not match.told("trap")


@pytest.mark.rule("bitter_woods", "29.1-f")
def test_when_companies_leave() -> None:
    hexes = ("3616: companies=9", "3816: companies=1")
    match = after("companies", FREE, "allied end", turn=5, hexes=hexes)
    assert (match.position.companies[match.hex("3616")], match.position.companies[match.hex("3816")]) == (0, 1)
    last = after("companies", FREE, "allied end", turn=6, hexes=hexes)
    assert not any(last.position.companies), "all at the beginning of 19AM"
    entered = trap(1, 1)
    entered.do("move 9CCB", "to 3616")
    assert entered.position.companies[entered.hex("3616")] == 9


@pytest.mark.rule("bitter_woods", "29.2-a")
@pytest.mark.parametrize(("turn", "more"), [(5, 0), (6, 1), (7, 1), (8, 0)])
def test_atrocities(turn: int, more: int) -> None:
    def die(unit: str, side: str = "german") -> int:
        other = "28-110" if side == "german" else "1SS-2"
        match = after("atrocities", f"{unit} 2206, {other} 2306", f"{side} combat", turn=turn)
        match.do("attack 2306", f"join {unit}")
        return sum(entry.amount for entry in match.tells("go").tallies["die"].entries if entry.code == "atrocities")

    assert die("1SS-2") == more
    assert die("26-78") == 0, "no SS unit"
    assert die("28-110", "allied") == 0, "in German attacks"


@pytest.mark.rule("bitter_woods", "29.2-a")
@pytest.mark.parametrize(("turn", "more"), [(5, 1), (6, 1), (7, 0)])
def test_an_option_counts_atrocities_from_the_turn_of_the_event(turn: int, more: int) -> None:
    options = ("random_events", "atrocities_at_once")
    match = after("atrocities", "1SS-2 2206, 28-110 2306", "german combat", turn=turn, options=options)
    match.do("attack 2306", "join 1SS-2")
    entries = match.tells("go").tallies["die"].entries
    assert sum(entry.amount for entry in entries if entry.code == "atrocities") == more


@pytest.mark.rule("bitter_woods", "29.3-a", "38.0-c", "38.1-08")
def test_commandos_save_a_bridge() -> None:
    units = "26-78 2011, 28-110 1911, 26-39 0124"
    match = after("saved-bridge", f"{units}, 2-2 3702 reserve", "german exploit", turn=5)
    match.do("done")
    match.skip_to("choose-saved-bridge")
    bridges = match.objects("spare")
    north = match.data.board.area("north-of-6th-5th") - match.data.boundary_roads
    for side in match.data.bridges:
        beside = not north.isdisjoint(match.data.board.side_hexes[side])
        assert (match.data.board.side_label(side) in bridges) is (beside and not match.position.blown[side])
    declined = after("saved-bridge", f"{units}, 2-2 3702 reserve", "german exploit", turn=5)
    declined.do("done")
    declined.skip_to("choose-saved-bridge")
    declined.do("done")
    assert declined.position.saved_bridge == -1, "he may name one, and need not"
    player = sit_down("greedy", match.game, 0, "test")
    assert match.data.game.verbs.split(player.choose(match.position.view(0)))[0].name == "spare", "the computer does"
    match.do(f"spare {min(bridges)}")
    assert match.data.board.side_label(match.position.saved_bridge) == min(bridges)


def demolition(event: str, hexes: str, turn: int, side: str = "allied", **more: Any) -> set[str]:
    near, far = hexes.split("/")
    units = {"allied": f"28-110 {near}, 26-78 {far}", "german": f"26-78 {near}, 28-110 {far}"}[side]
    match = after(event, units, f"{side} demolition", turn=turn, **more)
    return match.objects("blow")


@pytest.mark.rule("bitter_woods", "29.3-a")
@pytest.mark.parametrize(("turn", "side", "blown"), [(5, "allied", False), (6, "allied", True), (5, "german", True)])
def test_who_may_not_blow_it(turn: int, side: str, blown: bool) -> None:
    data = box()
    bridge = next(side for side in data.bridges if data.board.bridge[side] == data.board.code("bridge", "bridge"))
    label = data.board.side_label(bridge)
    found = demolition("saved-bridge", label, turn, side, clocks=(f"saved_bridge = {bridge}",))
    assert (label in found) is blown
    assert label in demolition("saved-bridge", label, turn, side), "another bridge"


@pytest.mark.rule("bitter_woods", "29.4-a")
@pytest.mark.parametrize(("die", "result"), [(3, "unharmed"), (4, "off-road"), (5, "off-road"), (6, "stops")])
def test_commandos_turn_the_signposts(die: int, result: str) -> None:
    town = "3518"
    data = box()
    clocks = (f"deceived = {data.board.hex(town)}",)
    match = after("deception", "9CCB 3517, 26-39 0124", "allied move", turn=5, clocks=clocks)
    match.do("move 9CCB")
    plain = match.destinations()
    match.dice(die).do(f"to {town}")
    assert match.told("trap")[-1].args["result"] == result
    if result == "stops":
        assert match.prompt_code() != "choose-destination"
        return
    assert match.prompt_code() == "choose-destination"
    by_road = min(match.cost(hex) for hex in match.destinations())
    assert (by_road < 1) is (result == "unharmed")
    assert plain


@pytest.mark.rule("bitter_woods", "29.4-a", "5.3-s")
@pytest.mark.parametrize(("unit", "goes_on"), [("14Cav", False), ("30-120", True)])
def test_who_has_forded_to_the_town_and_stops_there_does_not_go_on(unit: str, goes_on: bool) -> None:
    board = box().board
    ford, town = board.hex("2709"), board.hex("2608")
    assert board.river[board.side(ford, town)]
    assert not board.bridge[board.side(ford, town)]
    clocks = (f"deceived = {town}",)
    match = after("deception", f"{unit} 2709, 26-39 0124", "allied move", turn=5, clocks=clocks)
    match.do(f"move {unit}")
    assert match.tells("to 2608").path == (town,)
    match.dice(1).do("to 2608")
    assert (match.prompt_code() == "choose-destination") is goes_on


@pytest.mark.rule("bitter_woods", "29.4-a")
def test_when_and_for_whom_the_town_is_a_trap() -> None:
    clocks = (f"deceived = {box().board.hex('3518')}",)
    later = after("deception", "9CCB 3517, 26-39 0124", "allied move", turn=6, clocks=clocks)
    later.do("move 9CCB", "to 3518")
    assert not later.told("trap")
    german = after("deception", "2-2 3517, 28-110 4203", turn=5, clocks=clocks)
    german.do("move 2-2", "to 3518")
    assert not german.told("trap")


@pytest.mark.rule("bitter_woods", "29.4-a", "38.0-c")
def test_the_town_lies_in_the_north() -> None:
    match = event_29(4)
    towns = match.objects("mark")
    assert "1610" in towns
    assert "2426" not in towns
    assert "1316" not in towns, "on the boundary road"
    match.do("mark 1610")
    assert match.position.deceived == match.hex("1610")


@pytest.mark.rule("bitter_woods", "29.5-a")
def test_bodenplatte() -> None:
    match = field("2-2 3702, 28-110 4203", "german interdiction", turn=5, air=(2, 4), options=("random_events",))
    match.dice(5, 5, 3).do("done")
    p = match.position
    assert (p.german_air, p.allied_air) == (0, 1)
    assert p.air_owed == (3, 0)
    p.turn = 6
    printed = match.data.turns[5]
    assert aircraft_by_event(p, 0, 2) == 0
    assert p.air_owed == (1, 0), "carried over"
    assert aircraft_by_event(p, 0, 2) == 1
    assert aircraft_by_event(p, 1, printed.allied_air) == printed.allied_air


@pytest.mark.rule("bitter_woods", "29.6-a")
def test_jagdtigers() -> None:
    units = f"{FREE}, 653 turn-track"
    assert "653" not in field(units, turn=5, options=("random_events",)).movers()
    match = field(f"{units}, 2-2 3702", "german interdiction", turn=5, air=(0, 1), options=("random_events",))
    match.dice(6).do("done")
    match.skip_to("choose-move")
    match.do("move 653")
    letters = match.objects("enter")
    east = {match.data.board.label(match.data.entry[letter]) for letter in "RSTUVWX"}
    assert letters == east
    later = field(f"{units} comes=5", turn=6, options=("random_events",))
    assert "653" in later.movers(), "it may be late"


# --- 38.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "38.1-02")
@pytest.mark.parametrize(("turn", "rating"), [(3, 5), (4, 6), (5, 5), (6, 6), (22, 6)])
def test_night_sights(turn: int, rating: int) -> None:
    match = after("night-sights", "2-3 3517, 2-2 3517, 116-16 3517", turn=turn)
    assert endurance(match.position, match.unit("2-3")) == rating
    assert endurance(match.position, match.unit("116-16")) == 5
    out = after("night-sights", "2-3 3517 supply", turn=turn)
    assert endurance(out.position, out.unit("2-3")) == rating - 1


@pytest.mark.rule("bitter_woods", "38.1-04")
@pytest.mark.parametrize(("turn", "points"), [(3, 2), (4, 4)])
def test_bayerlein(turn: int, points: int) -> None:
    division = ("Lehr-130", "Lehr-901", "Lehr-902", "Lehr-Rec")
    match = after("bayerlein", ", ".join((*(f"{id} 3517" for id in division), "2-3 3702, 28-110 4203")), turn=turn)
    assert {match.allowance(id) for id in division[:3]} == {points}
    assert match.allowance("Lehr-Rec") == (2 if turn == 3 else 5)
    assert match.allowance("2-3") == 4


@pytest.mark.rule("bitter_woods", "38.1-06")
@pytest.mark.parametrize(("turn", "blown"), [(3, False), (4, False), (5, True)])
def test_the_bridge_of_heiderscheid(turn: int, blown: bool) -> None:
    assert bool(demolition("heiderscheid", "1630/1730", turn)) is blown
    assert demolition("heiderscheid", "1630/1730", turn, "german") == {"1630/1730"}
    assert demolition("bayerlein", "1630/1730", turn)


@pytest.mark.rule("bitter_woods", "38.1-08")
def test_damned_engineers() -> None:
    units = "28-110 1630, 26-78 1730, 28-109 1912, 26-77 2011, 26-39 0124"
    match = after("engineers", units, "allied demolition", turn=6)
    assert "1630/1730" in match.objects("engineers")
    match.dice().do("engineers 1630/1730")
    assert match.is_blown("1630/1730")
    assert not may_call_engineers(match.position, 1), "once"
    assert not match.objects("engineers")
    assert not after("engineers", units, "german demolition", turn=6).objects("engineers")
    assert not after("bayerlein", units, "allied demolition", turn=6).objects("engineers")
    bridge = box().board.side(box().board.hex("1630"), box().board.hex("1730"))
    both = field(
        units,
        "allied demolition",
        turn=5,
        options=("random_events", "events_17am"),
        clocks=('happened = ["engineers", "saved-bridge"]', f"saved_bridge = {bridge}"),
    )
    assert "1630/1730" not in both.objects("engineers"), "what commandos guard is safe"
    out = after("engineers", "28-110 1630 supply, 26-78 1730", "allied demolition", turn=6)
    assert not out.objects("engineers")


@pytest.mark.rule("bitter_woods", "38.1-09")
@pytest.mark.parametrize(("turn", "points"), [(3, 3), (6, 3), (7, 5)])
def test_hysteria_in_the_rear(turn: int, points: int) -> None:
    units = "Hodges 3702, Middleton 3702, Patton 3702, 28-110 3702, 26-39 0124"
    match = after("hysteria", units, "allied move", turn=turn)
    assert match.allowance("Hodges") == match.allowance("Middleton") == points
    assert (match.allowance("Patton"), match.allowance("28-110")) == (5, 4), "nobody else"


@pytest.mark.rule("bitter_woods", "38.1-10")
@pytest.mark.parametrize(
    ("turn", "hex", "supplied"),
    [
        *((3, "0918", True), (6, "0918", True), (7, "0918", False), (6, "1316", False)),
        *((6, "1218", False), (6, "1219", True), (6, "1226", True), (6, "1227", False)),
    ],
)
def test_the_106th_is_supplied_from_the_air(turn: int, hex: str, supplied: bool) -> None:
    data = box()
    around = [data.board.label(there) for there in data.board.around(data.board.hex(hex))]
    ring = ", ".join(
        f"{id} {there}"
        for id, there in zip(("26-78", "26-77", "26-39", "12-27", "12-48", "12-89"), around, strict=True)
    )
    for unit in ("106-422", "106-423", "106-424"):
        match = after("air-supply-106", f"{unit} {hex}, {ring}", "allied supply", turn=turn)
        assert match.is_supplied(unit) is supplied
    other = after("air-supply-106", f"28-110 {hex}, {ring}", "allied supply", turn=turn)
    assert not other.is_supplied("28-110")


@pytest.mark.rule("bitter_woods", "38.1-11", "38.2-05", "38.2-06")
@pytest.mark.parametrize(
    ("option", "turn", "dice", "unit"),
    [
        ("events_17am", 3, (5, 6), "FuhGd"),
        *(("events_19am", 7, (2, 3), id) for id in ("9Pz-33", "9Pz-10", "9Pz-11")),
        *(("events_19am", 7, (3, 3), id) for id in ("15PG-104", "15PG-115", "15PG-115Pz")),
    ],
)
def test_who_comes_early(option: str, turn: int, dice: tuple[int, int], unit: str) -> None:
    match = begin(option, turn, *dice, units=f"{FREE}, {unit} turn-track")
    assert arrival(match.position, match.unit(unit)) == turn
    assert match.position.attached[match.unit(unit)] == 2, "for 7th Army"
    match.skip_to("choose-move")
    assert unit in match.movers()
    match.do(f"move {unit}")
    match.do(min(offer for offer in match.offers() if offer.startswith("enter")))
    assert match.prompt_code() != "choose-army"
    assert unit not in field(f"{FREE}, {unit} turn-track", turn=turn, options=(option,)).movers()


# --- 38.2 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "38.2-02")
def test_no_shortage() -> None:
    match = begin("events_19am", 7, 1, 1)
    assert match.position.happened == ("logistics", "shells")
    ready = after("logistics", FREE, "german supply", turn=9)
    assert not ready.told("shortage")
    assert not ready.told("no-shortage")
    other = after("shells", FREE, "german supply", turn=9)
    assert other.told("shortage") or other.told("no-shortage")


@pytest.mark.rule("bitter_woods", "38.2-03")
@pytest.mark.parametrize(
    ("event", "fired", "ready"), [("shells", 1, True), ("shells", 2, False), ("russians", 1, False)]
)
def test_shells_for_both_player_turns(event: str, fired: int, ready: bool) -> None:
    match = after(event, f"VAK-766 3517 fired={fired}, {FREE}", "allied turn", turn=8)
    assert bool(match.position.fired[match.unit("VAK-766")]) is not ready


@pytest.mark.rule("bitter_woods", "38.2-03")
@pytest.mark.parametrize(("event", "ready"), [("shells", True), ("russians", False)])
def test_an_option_lets_guns_that_moved_defend(event: str, ready: bool) -> None:
    options = ("events_19am", "moved_guns_defend")
    match = after(event, f"VAK-766 3517 fired=2, {FREE}", "allied turn", turn=8, options=options)
    assert bool(match.position.fired[match.unit("VAK-766")]) is not ready


@pytest.mark.rule("bitter_woods", "38.2-03")
def test_a_gun_that_moves_is_not_ready_in_the_allied_turn() -> None:
    match = after("shells", f"VAK-766 3517, {FREE}", turn=8)
    match.do("move VAK-766", "to 3518")
    assert match.position.fired[match.unit("VAK-766")] == 2


@pytest.mark.rule("bitter_woods", "38.2-04", "38.2-08", "38.3-a")
@pytest.mark.parametrize(
    ("event", "unit", "cut"),
    [
        ("spatlese", "FuhGd", False),
        ("spatlese", "9Pz-33", True),
        ("spatlese", "2CCA", True),
        ("spatlese", "11CCA", False),
        ("spatlese", "6Abn-3", False),
        ("spatlese-delayed", "9Pz-33", False),
        ("spatlese-delayed", "167-315", True),
        ("spatlese-delayed", "2CCA", False),
        ("spatlese-delayed", "83-329", True),
        ("shells", "167-315", False),
    ],
)
def test_spatlese_keeps_reinforcements_away(event: str, unit: str, cut: bool) -> None:
    match = after(event, f"{FREE}, {unit} turn-track", turn=22)
    assert is_cut_off(match.position, match.unit(unit)) is cut


@pytest.mark.rule("bitter_woods", "38.2-04", "38.2-08")
@pytest.mark.parametrize(("event", "less"), [("spatlese", 2), ("spatlese-delayed", 1)])
@pytest.mark.parametrize(("turn", "holds"), [(16, False), (17, True), (22, True), (23, False)])
def test_spatlese_costs_aircraft(event: str, less: int, turn: int, holds: bool) -> None:
    match = after(event, FREE, turn=turn, scenario="extended")
    assert aircraft_by_event(match.position, 1, 5) == 5 - less * holds
    assert aircraft_by_event(match.position, 1, 1) == (1 if not holds else max(0, 1 - less))
    assert aircraft_by_event(match.position, 0, 3) == 3


@pytest.mark.rule("bitter_woods", "38.2-07")
@pytest.mark.parametrize(("turn", "supplied"), [(7, True), (12, True), (13, False)])
def test_peiper_is_supplied_from_the_air(turn: int, supplied: bool) -> None:
    data = box()
    around = [data.board.label(there) for there in data.board.around(data.board.hex("2210"))]
    ids = ("28-110", "28-109", "28-112", "30-117", "30-119", "30-120")
    ring = ", ".join(f"{id} {there}" for id, there in zip(ids, around, strict=True))
    match = after("peiper-supplied", f"1SS-Peiper 2210, {ring}", "allied supply", turn=turn)
    assert match.is_supplied("1SS-Peiper") is supplied


@pytest.mark.rule("bitter_woods", "38.2-07")
@pytest.mark.parametrize(("turn", "short"), [(12, False), (13, True)])
def test_peiper_is_not_short_either(turn: int, short: bool) -> None:
    units = "1SS-Peiper 2210, 1SS-1 2210, 2-2 3702, 28-110 4203, 9CCB 4303 reserve"
    match = after("peiper-supplied", units, "allied exploit", turn=turn - 1)
    match.dice(6, 3).do("done")
    match.skip_to("choose-reserves", "choose-move")
    assert match.position.turn == turn
    assert not match.is_supplied("1SS-1")
    assert match.is_supplied("1SS-Peiper") is not short


@pytest.mark.rule("bitter_woods", "38.2-09")
def test_bombs_on_their_own() -> None:
    def begun(units: str, *dice: int) -> Battlefield:
        return begin("events_19am", 7, *dice, units=f"26-39 0124, {units}")

    first = begun("30-120 1610, 30-119 2108, 30-117 2306", 4, 5)
    assert first.objects("bomb") == {"30-120"}, "Malmedy first"
    second = begun("30-119 2108, 30-117 2306", 4, 5)
    assert second.objects("bomb") == {"30-119"}, "then a town"
    third = begun("30-119 2207, 30-117 2306, 30-120 2108/1", 4, 5)
    assert third.objects("bomb") == {"30-119", "30-117"}, "then anywhere, full regiments only"
    third.do("bomb 30-117")
    assert third.steps_of("30-117") == 1
    again = begun("9CCB 1610, 28-110 2426", 4, 5, 1, 2)
    assert again.position.happened == ("shells",), "nobody is there: rolled again"


@pytest.mark.rule("bitter_woods", "38.2-10")
@pytest.mark.parametrize(("turn", "air"), [(18, 3), (19, 0), (22, 0)])
def test_the_russians_attack(turn: int, air: int) -> None:
    match = after("russians", FREE, turn=turn)
    assert aircraft_by_event(match.position, 0, 3) == air
    assert aircraft_by_event(match.position, 1, 3) == 3
    for unit, cut in (("167-315", True), ("9VG-36", True), ("9Pz-33", False), ("6CCA", False)):
        assert is_cut_off(match.position, match.unit(unit)) is cut


@pytest.mark.rule("bitter_woods", "38.2-11", "38.3-b")
@pytest.mark.parametrize(("turn", "points"), [(14, 5), (15, 3), (22, 3), (23, 5)])
def test_v_weapons_on_fuel(turn: int, points: int) -> None:
    spared = ("4CCA", "4CCB", "4CCR", "6CCA", "6CCB", "6CCR", "2Cav", "6Cav")
    units = ", ".join(("9CCB 3702, 28-110 3703, 26-39 0124", *(f"{id} 37{row:02}" for row, id in enumerate(spared, 4))))
    match = after("fuel-bombed", units, "allied move", turn=turn, scenario="extended")
    assert match.allowance("9CCB") == points
    assert {match.allowance(id) for id in spared} == {5}
    assert match.allowance("28-110") == 4, "not mechanized"
    out = after("fuel-bombed", "9CCB 3702 supply, 26-39 0124", "allied move", turn=turn, scenario="extended")
    assert out.allowance("9CCB") == (points + 1) // 2
    german = after("fuel-bombed", "2-2 3702, 28-110 4203", turn=turn, scenario="extended")
    assert german.allowance("2-2") == 4


@pytest.mark.rule("bitter_woods", "38.2-12", "38.3-b")
@pytest.mark.parametrize(("turn", "ready"), [(14, True), (15, False), (22, False), (23, True)])
def test_v_weapons_on_shells(turn: int, ready: bool) -> None:
    spared = ("FA-193", "FA-203", "FA-183", "FA-177", "FA-182", "FA-404")
    units = ", ".join(("FA-402 3702 fired, 26-39 0124", *(f"{id} 3702 fired" for id in spared)))
    match = after("shells-bombed", units, "allied turn", turn=turn, scenario="extended")
    fired = match.position.fired
    assert bool(fired[match.unit("FA-402")]) is not ready
    assert not any(fired[match.unit(id)] for id in spared)
    german = after("shells-bombed", units, "german turn", turn=turn, scenario="extended")
    assert not german.position.fired[german.unit("FA-402")], "a new game-turn"


@pytest.mark.rule("bitter_woods", "38.2-12")
def test_shells_and_fuel_together() -> None:
    assert begin("events_19am", 7, 6, 6).position.happened == ("shells-bombed", "fuel-bombed")


@pytest.mark.rule("bitter_woods", "38.1-05")
@pytest.mark.parametrize(("turn", "free"), [(3, False), (6, False), (7, True)])
def test_dietrich_releases_nobody(turn: int, free: bool) -> None:
    units = "Dietrich 3517, 12SS-25 3517 reserve, Manteuffel 3417, 2-2 3417 reserve, 28-110 4203"
    options = ("events_17am", "leaders")
    match = after("dietrich", units, "german exploit", turn=turn, options=options)
    assert ("12SS-25" in match.movers()) is free
    assert "2-2" in match.movers()
    other = after("bayerlein", units, "german exploit", turn=turn, options=options)
    assert "12SS-25" in other.movers()
