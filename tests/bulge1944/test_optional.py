"""18.1 to 18.5 Weather, free set-up, fuel shortage and alternate units."""

from __future__ import annotations

import pytest

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option, write_option
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.fuel import seems_on_map
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.weather import air_units
from tests.bulge1944.fields import Battlefield, field, symbols

SIXTHS = 6


def next_turn(
    *dice: int, turn: int = 3, units: str = "12VG 1909/2", weather: str = "overcast", options: str = "weather"
) -> Battlefield:
    """The first question of a turn; ``dice`` are those of weather or fuel."""
    match = field(units, "allied activation", turn=turn - 1, weather=weather, options=options.split()).dice(*dice)
    match.do("done")
    assert match.position.turn == turn
    return match


# --- weather -----------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "18.1-a", "18.1-b")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        ("overcast", 4, "overcast"),
        ("overcast", 5, "mist"),
        ("overcast", 6, "clear"),
        ("mist", 3, "overcast"),
        ("mist", 4, "mist"),
        ("mist", 5, "clear"),
        ("clear", 2, "overcast"),
        ("clear", 3, "mist"),
        ("clear", 4, "clear"),
    ],
)
def test_the_weather_there_is_pulls_the_die_its_way(before: str, die: int, after: str) -> None:
    match = next_turn(die, weather=before)
    assert match.position.weather == after
    assert match.told(f"weather-{after}")[-1].args["side"] == 1, "the Allied player rolls"


@pytest.mark.rule("bulge1944", "18.1-a")
def test_the_first_roll_is_for_turn_2() -> None:
    p = Match.new("bulge1944", options=("weather",), seed="first").position
    assert isinstance(p, Field)
    assert (p.turn, p.weather, p.draws) == (1, "overcast", 0)
    assert next_turn(6, turn=2).position.weather == "clear"


@pytest.mark.rule("bulge1944", "18.1-c")
@pytest.mark.parametrize("turn", [8, 9, 10])
def test_german_points_late_in_the_battle(turn: int) -> None:
    assert next_turn(1, turn=turn).points() == 18
    assert next_turn(6, turn=turn).points() == 16
    printed = field("12VG 1909/2", "allied activation", turn=turn - 1)
    printed.do("done")
    assert printed.points() == 16, "as printed, without the option"


@pytest.mark.rule("bulge1944", "18.2-a", "18.2-b", "18.2-c")
@pytest.mark.parametrize(("weather", "squadrons"), [("overcast", 0), ("mist", 1), ("clear", 3)])
def test_air_units_of_each_weather(weather: str, squadrons: int) -> None:
    units = "1Inf 1608, 12VG 1508"
    match = field(units, "allied activation", turn=8, weather=weather, options=("weather",))
    match.do("attack 1508", "join 1Inf")
    assert len([offer for offer in match.offers() if "Air" in offer]) == squadrons
    without = field(units, "allied activation", turn=8, weather=weather)
    assert air_units(without.position) == 3, "by the turn track"


@pytest.mark.rule("bulge1944", "18.2-c")
@pytest.mark.parametrize(("die", "points"), [(1, 18), (5, 18), (6, 16)])
def test_clear_weather_costs_the_germans_two_points(die: int, points: int) -> None:
    assert next_turn(die).points() == points


# --- free set-up -------------------------------------------------------------------------------------


def placing(unit: str) -> Match:
    match = Match.new("bulge1944", options=("free_setup",), automatic=False)
    match.apply(read_option(match.position.data, f"place {unit}"))
    return match


@pytest.mark.rule("bulge1944", "18.3-a")
def test_germans_are_placed_in_or_east_of_the_wall() -> None:
    match = placing("1SS")
    p = match.position
    assert match.asked is not None
    offered = {write_option(p.data, option) for option in match.asked.options}
    assert {"at 1808", "at 1908", "at 2001"} <= offered
    for west, wall in (("1709", "1809"), ("1710", "1711"), ("1516", "1616"), ("1704", "1804"), ("1820", "1920")):
        assert f"at {wall}" in offered, "in the wall"
        assert f"at {west}" not in offered
        refusal = match.refusal(read_option(p.data, f"at {west}"))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("west-of-the-wall", "18.3")
    match.apply(read_option(p.data, "at 1808"))
    again = read_option(p.data, "place 12SS")
    match.apply(again)
    assert match.refusal(read_option(p.data, "at 1808")) is not None, "one unit to a hex"


@pytest.mark.rule("bulge1944", "18.3-a")
def test_all_starting_germans_are_placed_before_the_battle() -> None:
    match = placing("1SS")
    match.apply(read_option(match.position.data, "at 2001"))
    match.apply(read_option(match.position.data, "set-up historical"))
    p = match.position
    assert isinstance(p, Field)
    assert match.prompt().code == "choose-activation"
    assert len(p.on_map(GERMAN)) == 18
    assert p.data.board.label(p.where[p.data.unit("1SS")]) == "2001"
    assert p.data.board.label(p.where[p.data.unit("212VG")]) == "1920", "the rest as history had it"
    usual = Match.new("bulge1944").position
    assert usual.data.board.label(usual.where[usual.data.unit("1SS")]) == "2010"


@pytest.mark.rule("bulge1944", "18.3-a", "18.6-a")
@pytest.mark.parametrize("options", [("free_setup",), ("free_setup", "hidden")])
def test_who_is_being_placed_is_seen_unless_units_are_hidden(options: tuple[str, ...]) -> None:
    match = Match.new("bulge1944", options=options, automatic=False)
    match.apply(read_option(match.position.data, "place 1SS"))
    seen, own = (getattr(match.position.view(side).stack[-1], "unit", None) for side in (ALLIED, GERMAN))
    unit = match.position.data.unit("1SS")
    assert (seen, own) == (NO_UNIT if "hidden" in options else unit, unit)


@pytest.mark.rule("bulge1944", "18.3-a", "18.6-a")
def test_who_is_not_placed_yet_is_imagined_beside_the_map() -> None:
    match = Match.new("bulge1944", options=("free_setup", "hidden"), automatic=False)
    for words in ("place 1SS", "at 2001", "place 12SS"):
        match.apply(read_option(match.position.data, words))
    view = match.position.view(ALLIED)
    for seed in range(12):
        truth = view.determinize(str(seed))
        assert isinstance(truth, Field)
        (placed,) = truth.on_map(GERMAN)
        assert (truth.data.arrival(placed), truth.where[placed]) == (0, truth.data.board.hex("2001"))
        assert truth.view(ALLIED).digest() == view.digest()
        assert truth.asked is not None
        assert truth.asked.options, "play could go on from there"


# --- fuel --------------------------------------------------------------------------------------------

PANZERS = "1SS 2010, 12SS 1908, 116Pz 1714, 2Pz 1615, Lehr 1716, 9SS 1912, 2SS 1914"
LATE = f"{PANZERS}, 9Pz 2013, 15PzGr 2017, 3PzGr 2004, FBB 1917, FGB 1919, 150Bde 1906"


def dry(match: Battlefield) -> set[str]:
    return {piece.id for unit, piece in enumerate(match.data.counters) if match.position.dry[unit]}


@pytest.mark.rule("bulge1944", "18.4-a")
@pytest.mark.parametrize("turn", [5, 6, 7])
@pytest.mark.parametrize(("die", "unit"), [*enumerate(["2Pz", "116Pz", "Lehr", "2SS", "9SS", "12SS"], start=1)])
def test_early_shortage_strikes_one_division(turn: int, die: int, unit: str) -> None:
    match = next_turn(die, turn=turn, units=PANZERS, options="fuel")
    assert dry(match) == {unit}


@pytest.mark.rule("bulge1944", "18.4-a")
def test_a_dry_unit_is_out_of_supply_for_the_whole_turn() -> None:
    match = next_turn(3, turn=5, units=f"{PANZERS}, 99Inf 1715", options="fuel")
    assert match.allowance("Lehr") == 3 * SIXTHS
    match.do("done", "attack 1716", "join 99Inf")
    assert match.tells("go").tallies["defence"].total == 4 - 2
    later = next_turn(1, turn=6, units=PANZERS.replace("Lehr 1716", "Lehr 1716 dry"), options="fuel")
    assert dry(later) == {"2Pz"}, "and runs again on the next"


@pytest.mark.rule("bulge1944", "18.4-a")
def test_fuel_lasts_until_turn_4_and_without_the_option() -> None:
    assert dry(next_turn(turn=4, units=PANZERS, options="fuel")) == set()
    assert dry(next_turn(1, turn=5, units=PANZERS, options="weather")) == set()


@pytest.mark.rule("bulge1944", "18.4-b")
@pytest.mark.parametrize("turn", [8, 9, 10])
@pytest.mark.parametrize(
    ("die", "units"),
    [*enumerate([{"2Pz"}, {"116Pz"}, {"Lehr"}, {"9Pz"}, {"15PzGr"}, {"FBB", "FGB"}], start=1)],
)
def test_late_shortage_in_the_west_and_south(turn: int, die: int, units: set[str]) -> None:
    assert dry(next_turn(die, 2, turn=turn, units=LATE, options="fuel")) == units | {"2SS"}


@pytest.mark.rule("bulge1944", "18.4-c")
@pytest.mark.parametrize(("die", "unit"), [*enumerate(["1SS", "2SS", "9SS", "12SS", "3PzGr", "150Bde"], start=1)])
def test_late_shortage_in_the_north(die: int, unit: str) -> None:
    assert dry(next_turn(1, die, turn=8, units=LATE, options="fuel")) == {"2Pz", unit}


@pytest.mark.rule("bulge1944", "18.4-c")
def test_both_parts_of_first_ss_are_struck() -> None:
    match = next_turn(1, 1, turn=8, units="1SS-minus 2010/2, Peiper 1908/2, 2Pz 1615", options="fuel alternate_units")
    assert dry(match) == {"2Pz", "1SS-minus", "Peiper"}


@pytest.mark.rule("bulge1944", "18.4-c", "18.5-b")
@pytest.mark.parametrize("die", [1, 2])
def test_first_ss_without_fuel_breaks_down_into_parts_without_fuel(die: int) -> None:
    match = next_turn(3, die, turn=8, units="1SS 1909, 2SS 1914", options="fuel alternate_units")
    match.do("break 3")
    parts = {"1SS-minus", "Peiper"}
    assert dry(match) & parts == (parts if die == 1 else set())
    assert match.allowance("Peiper") == (3 if die == 1 else 6) * SIXTHS


@pytest.mark.rule("bulge1944", "18.4-a", "18.6-a")
@pytest.mark.parametrize(
    ("place", "options", "is_named"),
    [
        ("reinforcements", "fuel hidden", True),
        ("reinforcements", "fuel", False),
        ("eliminated", "fuel hidden", False),
        ("0101", "fuel", True),
        ("1912", "fuel hidden", True),
    ],
)
def test_the_fuel_die_does_not_tell_who_still_waits(place: str, options: str, is_named: bool) -> None:
    match = field(f"12VG 1909/2, 9SS {place}", "allied activation", turn=5, options=options.split()).dice(5)
    match.do("done")
    told = [event.args["units"] for event in match.log(ALLIED) if event.code in ("fuel-short", "fuel-holds")]
    assert told == [(match.unit("9SS"),) if is_named else ()]
    assert dry(match) == ({"9SS"} if place.isdigit() else set())


@pytest.mark.rule("bulge1944", "18.4-a", "18.6-a")
def test_the_fuel_die_does_not_tell_who_waits_on_its_first_turn() -> None:
    match = next_turn(4, turn=5, units="12VG 1909/2, 2SS reinforcements", options="fuel hidden")
    (told,) = match.told("fuel-short")
    assert told.args["units"] == (match.unit("2SS"),)
    assert dry(match) == set()


@pytest.mark.rule("bulge1944", "18.4-a", "18.6-a")
@pytest.mark.parametrize(("turn", "seems"), [(4, False), (5, True), (6, True)])
def test_nobody_takes_a_division_for_hidden_before_its_turn(turn: int, seems: bool) -> None:
    match = field("2SS reinforcements", turn=turn, options=("fuel", "hidden"))
    assert seems_on_map(match.position, match.unit("2SS")) == seems


@pytest.mark.rule("bulge1944", "18.4-a", "18.1-a")
def test_weather_is_rolled_before_fuel() -> None:
    match = next_turn(6, 3, turn=5, units=PANZERS, options="fuel weather")
    assert [event.code for event in match.log(None)][-3:] == ["turn", "weather-clear", "fuel-short"]
    assert dry(match) == {"Lehr"}


@pytest.mark.rule("bulge1944", "18.4-d")
@pytest.mark.parametrize("place", ["eliminated", "exited", "reinforcements"])
def test_nothing_happens_to_a_unit_that_is_not_on_the_map(place: str) -> None:
    match = next_turn(4, turn=6, units=f"12VG 1909/2, 2SS {place}", options="fuel")
    assert dry(match) == set()
    assert len(match.told("fuel-holds")) == 1


# --- alternate units ---------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "18.5-a")
@pytest.mark.parametrize(("unit", "entry"), [("7Arm", "1301"), ("10Arm", "1521")])
def test_a_division_may_enter_in_two_parts(unit: str, entry: str) -> None:
    match = field(f"{unit} reinforcements", "allied reinforcement", turn=2, options=("alternate_units",))
    match.do(f"split {unit}")
    assert [event.args["unit"] for event in match.told("splits")] == [match.unit(unit)]
    assert match.offers() == {f"enter {unit}-minus", f"enter {unit}-CC", "done"}
    points = match.points()
    match.do(f"enter {unit}-minus", f"at {entry}", f"enter {unit}-CC", f"at {entry}")
    assert (match.steps_of(f"{unit}-minus"), match.steps_of(f"{unit}-CC")) == (2, 1)
    assert match.points() == points, "free of cost"
    assert match.position.where[match.unit(unit)] == NOWHERE, "and never whole again"
    assert match.prompt_code() == "choose-activation"
    match.do(f"move {unit}-CC")
    assert match.points() == points - 1


@pytest.mark.rule("bulge1944", "18.5-a")
def test_only_on_turn_2_and_only_with_the_option() -> None:
    units = "7Arm reinforcements"
    late = field(units, "allied reinforcement", turn=3, options=("alternate_units",))
    assert late.offers() == {"enter 7Arm", "done"}
    assert late.why("split 7Arm") == ("cannot-split", "18.5")
    assert field(units, "allied reinforcement", turn=2).offers() == {"enter 7Arm", "done"}
    early = field(units, "allied reinforcement", turn=2, options=("alternate_units",))
    assert early.offers() == {"enter 7Arm", "split 7Arm", "done"}, "it may come whole, or not at all"
    others = field("1Inf reinforcements, 7Arm 0606", "allied reinforcement", turn=2, options=("alternate_units",))
    assert others.offers() == {"enter 1Inf", "done"}, "no other division, and none that has come"


@pytest.mark.rule("bulge1944", "18.5-b")
@pytest.mark.parametrize(
    ("steps", "shares"), [(6, {3}), (5, {2, 3}), (4, {1, 2, 3}), (3, {1, 2}), (2, {1}), (1, set())]
)
def test_how_first_ss_may_be_shared_out(steps: int, shares: set[int]) -> None:
    match = field(f"1SS 1909/{steps}", options=("alternate_units",))
    assert {offer for offer in match.offers() if offer.startswith("break")} == {f"break {kept}" for kept in shares}
    if shares:
        kept = min(shares)
        match.do(f"break {kept}")
        assert (match.steps_of("1SS-minus"), match.steps_of("Peiper")) == (kept, steps - kept)
        assert match.place("1SS-minus") == match.place("Peiper") == "1909"
        assert match.place("1SS") == "-"


@pytest.mark.rule("bulge1944", "18.5-b")
def test_first_ss_breaks_down_at_the_start_of_the_phase_only() -> None:
    match = field("1SS 1909, 12VG 2004", options=("alternate_units",))
    match.do("move 12VG", "done")
    assert match.why("break 3") == ("cannot-break-down", "18.5")
    match = field("1SS 1909, 12VG 1608, 99Inf 1508", options=("alternate_units",)).dice(symbols(3), symbols(3))
    match.do("attack 1508", "join 12VG", "go")
    assert match.why("break 3") == ("cannot-break-down", "18.5"), "nor after an attack"
    assert "break 3" not in field("1SS 1909").offers()
    assert "break 3" not in field("1SS 1909, 99Inf 1508", "allied activation", options=("alternate_units",)).offers()


@pytest.mark.rule("bulge1944", "18.5-b", "18.6-a")
@pytest.mark.parametrize("mark", ["?", ""])
def test_breaking_down_names_first_ss_but_not_which_part_is_which(mark: str) -> None:
    match = field(f"1SS{mark} 1909", options=("alternate_units", "hidden")).dice(1, 2)
    events = [event.code for event in match.do("break 3")]
    assert events == (["revealed"] if mark else []) + ["breaks-down"]
    hidden = {id for id in ("1SS-minus", "Peiper") if match.position.mask[match.unit(id)] != NO_UNIT}
    assert hidden == ({"1SS-minus", "Peiper"} if mark else set())


@pytest.mark.rule("bulge1944", "18.5-c")
def test_one_part_must_move_away() -> None:
    last = field("1SS 1909, 12VG 1908", options=("alternate_units",), points=1)
    last.do("break 3")
    assert last.offers() == {"move 1SS-minus", "move Peiper"}, "the last point is for one of them"
    match = field("1SS 1909", options=("alternate_units",), points=2)
    match.do("break 3")
    assert match.offers() == {"move 1SS-minus", "move Peiper"}
    assert match.why("done")[0] == "must-clear"
    match.do("move Peiper")
    assert "done" not in match.offers(), "not on top of the other"
    match.do("to 1908", "done")
    assert match.points() == 1, "each part is paid for"
    assert {"move 1SS-minus", "done"} <= match.offers()


@pytest.mark.rule("bulge1944", "18.5-c", "9.0-d")
def test_parts_that_could_not_separate_must_do_so_later() -> None:
    units = "1SS 1602 dry, FBB 1701, 99Inf 1503, 2Inf 1501"
    match = field(units, options=["alternate_units"], as_shipped=True)
    match.do("break 3", "move FBB", "to 1702", "done", "done")
    assert match.asked is not None
    assert match.asked.side == ALLIED, "nobody could move off"
    assert match.place("1SS-minus") == match.place("Peiper") == "1602", "they cannot come as reinforcements"
    match.do("attack 1602", "join 99Inf")
    dice = match.tells("go").tallies
    match.dice(symbols(dice["attack"].total, armor=3), symbols(dice["defence"].total)).do("go")
    assert sorted((match.steps_of("1SS-minus"), match.steps_of("Peiper"))) == [0, 3], "one of them defends"
    again = field(
        "1SS-minus 1602, Peiper 1602, 12VG 1808, 99Inf 0404", options=["alternate_units"], as_shipped=True, points=1
    )
    assert again.offers() == {"move 1SS-minus", "move Peiper"}
    assert again.why("done") == ("must-clear", "9.0")


@pytest.mark.rule("bulge1944", "18.5-c")
def test_the_parts_never_combine() -> None:
    match = field("1SS-minus 1909, Peiper 1908", options=("alternate_units",))
    assert match.why("break 1") == ("cannot-break-down", "18.5"), "nor break down again"
    match.do("move Peiper")
    assert match.why("to 1909") == ("may-not-end-there", "11.0")
    assert match.place("1SS") == "-"
