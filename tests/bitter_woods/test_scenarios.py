"""2.9 The other scenarios: their set-up, their part of the map, their orders, and what wins."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.advance import Advance, destinations
from ardennes.games.bitter_woods.rules.pieces import ARMIES
from ardennes.games.bitter_woods.rules.points import total
from ardennes.games.bitter_woods.rules.victory import LEVELS
from tests.bitter_woods.fields import Battlefield, box, field, new_game

SCENARIOS = ("six_turns", "eight_turns", "extended", "patton", "erasing", "southern_shoulder")
FREE = "26-39 0124"
"""A German unit far from everything, so that no side is without any."""


def ends(scenario: str, units: str, turn: int, **more: object) -> str:
    """How a game ends if a turn ends like this; nothing where it goes on."""
    verdict = field(units, "allied end", turn=turn, scenario=scenario, **more).position.over  # type: ignore[arg-type]
    return "" if verdict is None else verdict.reason.code


def points(scenario: str, units: str, side: int = 0, turn: int = 6) -> int:
    return total(field(units, "allied move", turn=turn, scenario=scenario).position, side)


def lost(*ids: str) -> str:
    return ", ".join(f"{id} eliminated" for id in ids)


def allied(number: int) -> tuple[str, ...]:
    return tuple(piece.id for piece in box().counters if piece.side == 1 and piece.kind == "infantry")[:number]


@pytest.mark.rule("bitter_woods", "2.9-a", "2.8-c")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "germans", "americans"),
    [
        ("six_turns", "16AM", "18PM", 68, 23),
        ("eight_turns", "16AM", "19PM", 68, 23),
        ("extended", "16AM", "Jan 4PM", 68, 23),
        ("patton", "22AM", "26PM", 37, 38),
        ("erasing", "30AM", "Jan 4PM", 98, 123),
        ("southern_shoulder", "16AM", "18PM", 36, 7),
    ],
)
def test_length_and_forces(scenario: str, first: str, last: str, germans: int, americans: int) -> None:
    match = new_game(scenario)
    p, turns = match.position, match.data.turns
    assert turns[p.turn - 1].name == first
    assert turns[match.data.last_turn - 1].name == last
    assert (len(p.on_map(0)), len(p.on_map(1))) == (germans, americans)


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_starts_where_he_may_not(scenario: str) -> None:
    match = new_game(scenario)
    assert not list(match.game.invariants(match.position))
    assert "reconstructed" in match.data.scenario_data.source


# --- tournament ------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("scenario", "turn", "needed"), [("six_turns", 6, 3), ("eight_turns", 8, 4)])
def test_a_tournament_is_won_with_points(scenario: str, turn: int, needed: int) -> None:
    towns = ["26-78 2426", "26-77 1503", "12-27 2108", "12-48 1912"]
    spared = "one point more for sparing tanks"
    won = ", ".join(towns[: needed - 1])
    short = ", ".join(towns[: needed - 2])
    assert ends(scenario, won, turn) == "points-german", spared
    assert ends(scenario, short, turn) == "points-allied", spared
    assert ends(scenario, won, turn - 1) == ""


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_what_counts_in_a_tournament() -> None:
    base = points("six_turns", FREE)
    assert base == 1, "no tank lost"
    assert points("six_turns", "26-78 2210, 26-77 2012, 12-27 2417, 12-48 3232") == 5
    assert points("six_turns", "26-78 2426 supply, 26-77 1503 supply=2") == 1, "in supply only"
    assert points("six_turns", "VAK-766 2426") == 2, "a gun will do"
    assert points("six_turns", "28-110 2426") == 1
    assert points("six_turns", "26-78 2820, 26-77 3118") == 2, "one bridgehead is counted"
    assert points("six_turns", "26-78 2819, 26-77 3216") == 1, "on the other bank"
    assert points("six_turns", f"{FREE}, {lost('2-3', '2-2')}") == 1, "three lost, a panzer regiment being two"
    assert points("six_turns", f"{FREE}, {lost('2-3', '116-16')}") == 0


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("scenario", "number"), [("six_turns", 12), ("eight_turns", 16)])
def test_a_point_for_allied_losses(scenario: str, number: int) -> None:
    assert points(scenario, f"{FREE}, {lost(*allied(number - 1))}") == 1
    assert points(scenario, f"{FREE}, {lost(*allied(number))}") == 2


@pytest.mark.rule("bitter_woods", "2.9-a", "25.2-a")
@pytest.mark.parametrize("scenario", ["six_turns", "eight_turns"])
@pytest.mark.parametrize(("states", "worth"), [("[0, 0]", 0), ("[1, 0]", 1), ("[1, 1]", 1), ("[2, 2]", 0)])
def test_a_point_for_a_captured_dump(scenario: str, states: str, worth: int) -> None:
    match = field(FREE, scenario=scenario, options=["fuel_dumps"], clocks=(f"dump_states = {states}",))
    assert total(match.position, 0) == 1 + worth, "one for few losses in any case"


# --- extended campaign -----------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.9-a", "17.1-c")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        ("26-78 2426, 26-77 3518, 2-3 4203, 2-2 4203, 2-304 4203", "german-tactical"),
        ("26-78 2426, 2-3 4203, 2-2 4203, 2-304 4203", "allied-strategic"),
        ("26-78 2426, 26-77 3518, 2-2 4203, 2-304 4203", "allied-strategic"),
        ("26-78 1316, 26-77 2221", "draw"),
        ("26-78 1316, 26-77 2221, 12-27 2819", "draw"),
        ("26-78 1316", "allied-tactical"),
        ("26-78 1316 supply, 26-77 2221", "allied-tactical"),
        ("26-78 1316 supply", "allied-tactical"),
        ("26-78 3702", "allied-strategic"),
    ],
)
def test_levels_of_the_extended_campaign(units: str, found: str) -> None:
    assert found in LEVELS
    assert ends("extended", units, 40) == found
    assert ends("extended", units, 22) == "", "nothing is judged on 26PM"


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_losses_that_shift_the_extended_campaign() -> None:
    towns = "26-78 1316, 26-77 2221"
    every = tuple(piece.id for piece in box().counters if piece.side == 1 and piece.combat_unit and not piece.only)
    assert ends("extended", f"{towns}, {lost(*every[:71])}", 40) == "draw"
    assert ends("extended", f"{towns}, {lost(*every[:72])}", 40) == "german-tactical"


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_who_comes_in_the_extended_campaign_only() -> None:
    assert new_game("extended").place("87-345") == "turn-track"
    assert new_game("campaign").place("87-345") == "removed"
    due = field("28-110 3702, 87-345 turn-track", "allied move", turn=27, scenario="extended")
    assert "87-345" in due.movers()


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("turn", "snowing"), [(28, False), (29, True), (40, True)])
def test_snow(turn: int, snowing: bool) -> None:
    units = "2-3 2117, 2-2 2117, 116-16 2117, 1-26 2118"
    march = field("26-78 4203, 2-2 2117", turn=turn, scenario="extended")
    march.do("move 2-2")
    by_road = 0.5 if snowing else 0.25
    assert min(march.cost(hex) for hex in march.destinations()) == by_road
    attack = field(units, "german combat", turn=turn, scenario="extended")
    attack.do("attack 2118", "join 2-3")
    assert attack.shifts().get("snow", 0) == -snowing


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("turn", "far"), [(28, 2), (29, 1)])
def test_advances_in_snow_are_half_as_long(turn: int, far: int) -> None:
    match = field("26-78 3517, 26-77 3517, 26-39 3517, FA-402 3518", "german combat", turn=turn, scenario="extended")
    match.dice(1).do("attack 3518", "join 26-78", "join 26-77", "join 26-39", "go")
    while match.prompt_code() != "choose-advance":
        match.do(min(match.offers()))
    advance = match.position.stack[-1]
    assert isinstance(advance, Advance)
    assert advance.hexes == far


# --- Patton ----------------------------------------------------------------------------------------------


def patton(die: int) -> Battlefield:
    for number in range(60):
        match = new_game("patton", seed=f"patton {number}")
        if match.position.opening_die == die:
            return match
    raise AssertionError("never rolled")


@pytest.mark.rule("bitter_woods", "2.9-a", "2.8-c")
def test_pattons_set_up() -> None:
    match = patton(2)
    assert match.place("101-501") == "2426"
    assert match.position.steps[match.unit("10CCB")] == 1, "reduced"
    assert match.position.steps[match.unit("4CCA")] == 2
    assert match.works("2426") == match.works("3518") == 2, "fortified"
    assert match.place("12SS-12") == "removed"
    assert not match.data.board.has_label("2013")
    assert match.data.board.has_label("2014")
    assert not match.is_blown("1324/1424")
    assert match.is_blown("0432/0533")
    assert match.data.bridges_to_build == 4


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_only_two_divisions_move_on_the_first_german_turn() -> None:
    match = patton(2)
    match.skip_to("choose-move")
    assert {match.data.counters[match.unit(id)].division for id in match.movers()} == {"2", "116"}
    assert match.why("move 26-78") == ("ordered-to-hold", "2.9")
    assert match.allowance("2-3") == 2
    start = match.place("2-3")
    match.do("move 2-3")
    assert match.destinations()
    assert all(int(hex[:2]) >= int(start[:2]) for hex in match.destinations()), "never east"
    later = field("26-78 2426, 2-3 2426, 28-110 3232", turn=14, scenario="patton")
    assert later.movers() == {"26-78", "2-3"}
    assert later.allowance("2-3") == 4


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_where_the_division_may_not_end() -> None:
    match = field("2-2 3023, 28-110 3232", turn=13, scenario="patton")
    match.do("move 2-2")
    assert match.why("to 2923") == ("ordered-away", "2.9"), "two points would do"
    later = field("2-2 3023, 28-110 3232", turn=14, scenario="patton")
    later.do("move 2-2")
    assert "2923" in later.destinations(), "on the first turn only"


def pattons_advance(units: str, unit: str, first: str, *, turn: int = 13, past: str = "") -> set[str]:
    """Where a unit may go that advances two hexes, over the hex it has taken or past it."""
    match = field(f"{units}, 28-110 3232", "german combat", turn=turn, scenario="patton")
    advance = Advance(side=0, first=(match.hex(first),), hexes=2, road_bonus=False, waiting=(match.unit(unit),))
    if past:
        advance.past = match.hex(past)
    return {match.data.board.label(hex) for hex in destinations(match.position, advance, match.unit(unit))}


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_nor_does_an_advance_end_east() -> None:
    """2nd Panzergrenadiers were set up in column 30."""
    assert pattons_advance("2-2 3023", "2-2", "2923") == {"3022"}, "through the hex it has taken, but not to stay"
    assert "2923" in pattons_advance("2-2 3023", "2-2", "2923", turn=14)
    assert "2923" in pattons_advance("Lehr-901 3023", "Lehr-901", "2923"), "others may"
    moved_west = pattons_advance("2-2 3122", "2-2", "3022")
    assert "3022" in moved_west, "east of where it stands, not of where it began"
    assert all(int(hex[:2]) >= 30 for hex in moved_west)


@pytest.mark.rule("bitter_woods", "2.9-a", "13.3-e", "13.3-f")
@pytest.mark.parametrize(("turn", "crosses"), [(13, False), (14, True)])
def test_nor_does_who_builds_a_bridge_eastwards(turn: int, crosses: bool) -> None:
    """116th Panzer's tanks were set up farther east than 2nd Panzergrenadiers."""

    def built_by(*units: str) -> Battlefield:
        line = ", ".join(f"{unit} 3023" for unit in units)
        match = field(f"{line}, 28-110 3232", "german bridges", turn=turn, scenario="patton", blown=("2924/3023",))
        match.do("bridge 2924/3023", f"builder {units[0]}")
        match.skip_to("choose-completion", "choose-move")
        return match

    assert ("builder 2-2" in built_by("2-2").offers()) is crosses
    together = built_by("116-16", "2-2")
    together.do("builder 116-16")
    assert together.place("116-16") == "2924"
    assert ("cross 2-2" in together.offers()) is crosses


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_nor_does_an_angriff() -> None:
    there = pattons_advance("2-2 3023, 2-304 3023, 10CCB 3022", "2-2", "3022", past="3022")
    assert there
    assert all(int(hex[:2]) >= 30 for hex in there)
    later = pattons_advance("2-2 3023, 2-304 3023, 10CCB 3022", "2-2", "3022", past="3022", turn=14)
    assert any(int(hex[:2]) < 30 for hex in later)


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("unit", "die", "allowed"),
    [("2-3", 2, False), ("Lehr-130", 1, True), ("15PG-115Pz", 1, True), ("9Pz-33", 1, False), ("9Pz-33", 2, True)],
)
def test_who_may_attack_around_bastogne(unit: str, die: int, allowed: bool) -> None:
    units, clocks = f"{unit} 2425, 101-501 2426, 28-110 3232", (f"opening_die = {die}",)
    match = field(units, "german combat", turn=15, scenario="patton", clocks=clocks)
    assert (match.targets() == {"2426"}) is allowed
    infantry = field("26-78 2425, 101-501 2426", "german combat", turn=15, scenario="patton", clocks=clocks)
    assert infantry.targets() == {"2426"}
    elsewhere = field(f"{unit} 3517, 101-501 3518", "german combat", turn=15, scenario="patton", clocks=clocks)
    assert elsewhere.targets() == {"3518"}


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_the_die_before_play() -> None:
    assert patton(1).place("653") == "2221"
    assert patton(4).place("5CCR") == "3315"
    assert patton(2).place("653") == patton(2).place("5CCR") == "removed"
    for die, turn, change in ((5, 15, -9), (6, 14, 1), (5, 16, 0), (6, 13, 0)):
        clocks = (f"opening_die = {die}",)
        match = field("26-78 3232, 28-110 3235", "allied end", turn=turn - 1, scenario="patton", clocks=clocks)
        printed = match.data.turns[turn - 1].allied_air
        assert match.position.turn == turn
        assert match.position.allied_air == max(0, printed + change)


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(("die", "turn", "ready"), [(3, 15, True), (3, 14, False), (2, 15, False)])
def test_shells_for_german_guns(die: int, turn: int, ready: bool) -> None:
    units = "VAK-766 2424 fired, 26-78 2425, 28-110 3232"
    match = field(units, "allied turn", turn=turn, scenario="patton", clocks=(f"opening_die = {die}",))
    assert bool(match.position.fired[match.unit("VAK-766")]) is not ready


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("units", "german", "american"),
    [
        ("26-78 2426", 6, 0),
        ("28-110 2426", 0, 8),
        ("28-110 2426 supply, 26-78 2425", 0, 0),
        ("28-110 3518, 28-109 3820, 28-112 3425, 4-12 1827, 5-10 1332", 0, 5 + 4),
        ("26-78 3518, 26-77 3820, 26-39 2425", 3, 0),
        ("2-2 4716, 26-39 2425", 3, 0),
        ("26-77 4716, 26-39 2425", 0, 0),
        (f"26-39 2425, {lost('2-3', '2-2', '4CCA', '28-110', '2Cav')}", 1, 1),
    ],
)
def test_pattons_points(units: str, german: int, american: int) -> None:
    match = field(units, "allied move", turn=20, scenario="patton")
    assert (total(match.position, 0), total(match.position, 1)) == (german, american)


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_an_early_relief_counts_more() -> None:
    for turn, kept in ((19, 0), (20, 2), (21, 0)):
        match = field("28-110 2426, 26-39 0124", "allied end", turn=turn, scenario="patton")
        assert match.position.earned == (0, kept)


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        ("26-39 2425, 28-110 3518, 28-109 3820, 28-112 3425, 4-12 1827, 5-10 1332", "points-allied"),
        ("26-39 2425, 28-110 3518, 28-109 3820, 28-112 3425, 4-12 1827", "points-draw"),
        ("26-39 2425", "points-draw"),
        ("26-39 2425, 26-78 3820", "points-german"),
    ],
)
def test_pattons_verdict(units: str, found: str) -> None:
    assert ends("patton", units, 22) == found


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_reinforcements_from_the_north_come_inside_the_map() -> None:
    match = field("28-110 3232, 2CCA turn-track, 26-39 2425", "allied move", turn=15, scenario="patton")
    match.do("move 2CCA")
    assert match.objects("enter") == {"3014", "3214", "3514"}
    early = field("28-110 3232, 2CCA turn-track, 26-39 2425", "allied move", turn=14, scenario="patton")
    assert "2CCA" not in early.movers()


# --- Erasing the Bulge -----------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.9-a")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        ("4CCA 2221, 4CCB 1316", "points-allied"),
        ("4CCA 2221, 4CCB 1827", "points-draw"),
        ("4CCA 2221", "points-draw"),
        ("4CCA 1316", "points-german"),
        ("4CCA 2221 supply, 4CCB 1316 supply", "points-german"),
        (f"4CCA 2221, {lost('2-3', '116-16')}", "points-draw"),
        (f"4CCA 1316, {lost('2-3', '116-16')}", "points-draw"),
        (f"4CCA 2221, 4CCB 1316, {lost(*allied(6))}", "points-draw"),
    ],
)
def test_the_verdict_of_erasing(units: str, found: str) -> None:
    assert ends("erasing", f"{units}, 26-39 0124", 40, clocks=("plan = 0",)) == found


# --- southern shoulder -----------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.9-a")
def test_the_southern_shoulder() -> None:
    match = new_game("southern_shoulder")
    board = match.data.board
    assert board.has_label("3320")
    assert not board.has_label("3419")
    assert not board.has_label("2019")
    assert match.place("14Cav") == "removed"
    assert match.place("28-110") == "1424"
    assert match.data.counters[match.unit("FuhGd")].arrives == 3
    assert match.position.attached[match.unit("FuhGd")] == ARMIES.index("7th"), "for 7th Army"
    towns = "26-78 2426, 26-77 1827"
    assert ends("southern_shoulder", f"{towns}, 26-39 1335", 6) == "points-german"
    assert ends("southern_shoulder", f"{towns}, 26-39 1335 supply", 6) == "points-allied"
    assert ends("southern_shoulder", f"{towns}, 26-39 1335", 5) == ""
